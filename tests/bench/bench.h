/* What the benchmarks share: clocks, medians, and lines of a table of what was measured and what it
 * should be. */
#ifndef REDIST_TESTS_BENCH_BENCH_H
#define REDIST_TESTS_BENCH_BENCH_H

#include "sim/base/rng.h"

#include <stddef.h>
#include <stdint.h>

/* Seconds, or milliseconds, of processor time of this thread. */
double bench_cpu_s(void);
double bench_cpu_ms(void);

/* Seconds of processor time of all children that have ended, with theirs; and of this process too.
 * A wall clock would tell what else the machine does. */
double bench_children_s(void);
double bench_processes_s(void);

/* The middle one of some values, which are sorted. */
double bench_median(double *value, size_t count);

/* One pass of a sum over so many words: the least time of five. */
double bench_pass_s(size_t words);

/* Puts values into a random order. */
void bench_permute(struct rd_rng *rng, int64_t *value, uint32_t count);

/* Ends the program, with status 1. */
_Noreturn void bench_stop(const char *why);

/* Prints a line of the table, and adds it to the file that $REDIST_BENCH_LINES names, from which
 * tests/bench/table.sh makes one table of all programs. Less is better.
 * In: goal: the most that is wanted; 0: it is only told. */
void bench_line(double measured, double goal, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
