#include "bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

double bench_cpu_s(void)
{
    /* The clock of the process counts in ticks once it has a limit. */
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_cpu_ms(void)
{
    return 1e3 * bench_cpu_s();
}

static int compare(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static double used_s(int whose)
{
    struct rusage usage;
    getrusage(whose, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double bench_children_s(void)
{
    return used_s(RUSAGE_CHILDREN);
}

double bench_processes_s(void)
{
    return used_s(RUSAGE_SELF) + used_s(RUSAGE_CHILDREN);
}

double bench_median(double *value, size_t count)
{
    qsort(value, count, sizeof *value, compare);
    return value[count / 2];
}

double bench_pass_s(size_t words)
{
    int64_t *word = malloc(words * sizeof *word);
    double best_s = 1e300;
    if (!word)
        bench_stop("no memory for a pass");
    for (size_t i = 0; i < words; i++)
        word[i] = (int64_t)i;
    for (int repeat = 0; repeat < 5; repeat++) {
        volatile int64_t total = 0; /* so that it is computed */
        int64_t sum = 0;
        double start_s = bench_cpu_s();
        for (size_t i = 0; i < words; i++)
            sum += word[i];
        total = total + sum;
        double took_s = bench_cpu_s() - start_s;
        best_s = took_s < best_s ? took_s : best_s;
    }
    free(word);
    return best_s;
}

void bench_stop(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}

void bench_permute(struct rd_rng *rng, int64_t *value, uint32_t count)
{
    for (uint32_t i = count; i-- > 1;) {
        uint32_t other = (uint32_t)rd_rng_below(rng, i + 1);
        int64_t kept = value[i];
        value[i] = value[other];
        value[other] = kept;
    }
}

void bench_line(double measured, double goal, const char *format, ...)
{
    static FILE *lines;
    const char *path = getenv("REDIST_BENCH_LINES");
    char what[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (goal > 0)
        printf("%-66s %10.4g  at most %-8.4g %s\n", what, measured, goal,
               measured <= goal ? "met" : "NOT MET");
    else
        printf("%-66s %10.4g\n", what, measured);
    fflush(stdout);
    if (path && !lines)
        lines = fopen(path, "w");
    if (!lines)
        return;
    fprintf(lines, "%s\t%.6g\t%g\n", what, measured, goal);
    fflush(lines);
}
