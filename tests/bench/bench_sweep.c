/* Runs a second of one worker of a sweep, beside a bare program that does for each run what must be
 * done: fork, load the platform, make the same number of transfers. The median of interleaved
 * pairs. Points have a platform each, for one run or for three, or one and the same. */
#include "bare.h"

#include "sim/report/results_table.h"
#include "sim/scenario/platform_generator.h"
#include "sim/sweep/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PAIRS = 3, REPETITIONS = 60 };

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void stop(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static int compare(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static double median(double value[PAIRS])
{
    qsort(value, PAIRS, sizeof *value, compare);
    return value[PAIRS / 2];
}

static void write_scenario(const char *path, uint32_t hosts, int spread, const char *runs)
{
    FILE *file = fopen(path, "w");
    if (!file)
        stop(path);
    fprintf(file,
            "<scenario>\n<platform generator=\"ring\" direction=\"two-way\" hosts=\"%u\"/>\n"
            "<topology shape=\"ring\"/>\n<loads generator=\"uniform\" low=\"10\" high=\"30\" "
            "after=\"balanced\"/>\n<goal reach=\"after\"/>\n%s<sweep>"
            "<vary parameter=\"bandwidth-spread\" values=\"%d\"/><repeat count=\"%d\"/></sweep>\n"
            "</scenario>\n",
            hosts, runs, spread, REPETITIONS);
    fclose(file);
}

/* Seconds a run, with one worker. */
static double sweep_s(const char *scenario, const char *results, size_t *ret_runs,
                      double *ret_transfers)
{
    struct rd_sweep_settings settings = {.context.scenario_path = scenario,
                                         .results_path = results,
                                         .worker_count = 1,
                                         .shard = 1,
                                         .shard_count = 1};
    unlink(results);
    double start_s = now_s();
    if (rd_sweep_run(&settings) != 0)
        stop("the sweep failed");
    double spent_s = now_s() - start_s;
    struct rd_arena arena;
    struct rd_results *file;
    struct rd_results_table table;
    struct rd_error error;
    rd_arena_open(&arena, 0);
    if (!rd_results_open(results, &arena, &file, &error) ||
        !rd_results_table_read(file, &arena, &table, &error))
        stop(error.message);
    *ret_transfers = 0;
    for (size_t i = 0; i < table.row_count; i++)
        *ret_transfers += (double)table.row[i]->transfers / (double)table.row_count;
    *ret_runs = table.row_count;
    rd_results_close(file);
    rd_arena_close(&arena);
    return spent_s / (double)*ret_runs;
}

/* Seconds of a fork, a platform loaded, and about so many transfers. */
static double bare_s(uint32_t hosts, double transfers)
{
    struct rd_arena arena;
    struct rd_error error;
    struct rd_generated_platform platform;
    struct rd_platform_request request = {.shape = RD_RING,
                                          .direction = RD_ONE_WAY,
                                          .host_count = hosts,
                                          .cost = "uniform 1 4",
                                          .latency = "0",
                                          .compute = "0",
                                          .seed = 1};
    rd_arena_open(&arena, 0);
    if (!rd_platform_generate(&request, &arena, &platform, &error))
        stop(error.message);
    struct rd_platform_source source = {.text = platform.text, .text_size = platform.size};
    uint32_t messages = (uint32_t)(transfers / hosts + 0.5);
    double start_s = now_s();
    for (int i = 0; i < REPETITIONS; i++)
        bare_run_ms(source, hosts, hosts, messages > 0 ? messages : 1);
    double spent_s = now_s() - start_s;
    rd_arena_close(&arena);
    return spent_s / REPETITIONS;
}

static void measure(const char *folder, uint32_t hosts, int spread, const char *name,
                    const char *runs)
{
    char scenario[128], results[128];
    double ours[PAIRS], theirs[PAIRS], transfers = 0;
    size_t count = 0;
    snprintf(scenario, sizeof scenario, "%s/bench.xml", folder);
    snprintf(results, sizeof results, "%s/bench.db", folder);
    write_scenario(scenario, hosts, spread, runs);
    for (int i = 0; i < PAIRS; i++) {
        ours[i] = sweep_s(scenario, results, &count, &transfers);
        theirs[i] = bare_s(hosts, transfers);
    }
    double mine_s = median(ours), bare = median(theirs);
    fprintf(
        stderr,
        "%4u hosts, %-22s %6.1f runs/s a core, %6.2f ms a run of %4.0f messages; bare %6.2f ms; "
        "ratio %.2f\n",
        hosts, name, 1 / mine_s, 1e3 * mine_s, transfers, 1e3 * bare, mine_s / bare);
    unlink(scenario);
    unlink(results);
}

int main(void)
{
    static const char one[] = "<run algorithm=\"ring-two-way-list\"/>\n";
    static const char three[] = "<run algorithm=\"ring-two-way-list\"/>\n"
                                "<run algorithm=\"ring-shorter-way\"/>\n"
                                "<run algorithm=\"ring-two-way-light\"/>\n";
    char folder[] = "/tmp/redist_bench_XXXXXX";
    if (!mkdtemp(folder))
        stop(folder);
    for (uint32_t hosts = 10; hosts <= 50; hosts += 40) {
        measure(folder, hosts, 4, "one run a platform:", one);
        measure(folder, hosts, 4, "three runs a platform:", three);
        measure(folder, hosts, 1, "one platform in all:", one);
    }
    rmdir(folder);
    return 0;
}
