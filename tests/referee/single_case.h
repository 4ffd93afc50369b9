/* A plan or a trace on a small instance, written row by row, and what the referee is to say of it:
 * for tests of single cases. */
#ifndef REDIST_TESTS_REFEREE_SINGLE_CASE_H
#define REDIST_TESTS_REFEREE_SINGLE_CASE_H

#include "sim/referee/referee.h"
#include "tests/support/build.h"

/* The loads of kind 0, one per host. */
#define LOADS(...) ((const int64_t[]){__VA_ARGS__})

struct single_case {
    struct rd_arena arena, scratch;
    struct test_instance test;
    struct rd_plan plan;
    struct rd_trace trace; /* what is judged, or after bench_judge the planned clock */
    struct rd_verdict verdict;
};

/* An instance as test_instance_make gives it, with the loads of kind 0, one-port. */
struct single_case *bench_open(enum rd_shape shape, enum rd_direction direction,
                               uint32_t host_count, uint32_t kind_count, const int64_t *load);
/* A two-way ring of one kind; a pipelined hypercube with a lock-step plan of 1 s a step. */
struct single_case *bench_ring(uint32_t host_count, const int64_t *load);
struct single_case *bench_cube(uint32_t host_count, const int64_t *load);
void bench_close(struct single_case *single_case);

/* A row of the plan; RD_NO_HOST computes. */
void bench_row(struct single_case *single_case, uint32_t round, uint32_t from, uint32_t to,
               int32_t kind, int64_t items, int64_t messages);
/* A row that rd_plan_add would not take: rounds that fall, or without end. */
void bench_raw_row(struct single_case *single_case, struct rd_transfer row);
/* One message of one item of kind 0 in round 0, and likewise a packet. */
void bench_send(struct single_case *single_case, uint32_t from, uint32_t to);
void bench_packet(struct single_case *single_case, uint32_t round, uint32_t from, uint32_t to,
                  uint8_t first, uint8_t last);
/* A row of the trace, of kind 0. */
void bench_trace(struct single_case *single_case, double start_s, double end_s, uint32_t from,
                 uint32_t to, int64_t items);

/* Judges, and fails the test unless the plan is legal with this makespan. */
void bench_plan_takes(struct single_case *single_case, double makespan_s);
void bench_trace_takes(struct single_case *single_case, double makespan_s);

/* Judges, and fails the test unless it is this violation, at this row (SIZE_MAX: whichever) and
 * this host (RD_NO_HOST: whichever), and the message has these words in it. */
void bench_plan_is_wrong(struct single_case *single_case, enum rd_violation violation, size_t row,
                         uint32_t host, const char *words);
void bench_trace_is_wrong(struct single_case *single_case, enum rd_violation violation, size_t row,
                          uint32_t host, const char *words);

/* Fails unless the j-th message of the planned clock on a link, or the j-th computation of a host,
 * starts and ends then. */
void bench_message_runs(const struct single_case *single_case, uint32_t from, uint32_t to, size_t j,
                        double start_s, double end_s);
/* Fails unless the host holds this of kind 0 at the end. */
void bench_ends_with(const struct single_case *single_case, const int64_t *final);

#endif
