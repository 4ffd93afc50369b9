/* An iterative application, as the ring redistribution paper has in mind: columns spread over a
 * ring of hosts whose speed changes as they go, and the question when moving columns pays. */
#pragma once

#include "algorithms/algorithm.h"
#include "sim/base/arena.h"
#include "sim/model/instance.h"

enum { RD_APPLICATION_HOSTS = 16, RD_APPLICATION_COLUMNS = 1600, RD_APPLICATION_ITERATIONS = 200 };

/* The four kinds of ring, and what redistributes on each; on the last one two algorithms do. */
enum rd_ring_kind {
    RD_ONE_WAY_EQUAL,
    RD_ONE_WAY_UNEQUAL,
    RD_TWO_WAY_EQUAL,
    RD_TWO_WAY_UNEQUAL,
    RD_TWO_WAY_UNEQUAL_LIST,
    RD_RING_KINDS
};

/* "one-way equal", ... */
const char *rd_ring_kind_name(enum rd_ring_kind kind);

/* One random application: times per column on the reference processor, links, best shares. */
struct rd_ring_application {
    double column_s[RD_APPLICATION_ITERATIONS][RD_APPLICATION_HOSTS];  /* w_i of each iteration */
    int64_t balanced[RD_APPLICATION_ITERATIONS][RD_APPLICATION_HOSTS]; /* columns, sum 1600 */
    struct rd_link_cost cost[RD_RING_KINDS][2 * RD_APPLICATION_HOSTS]; /* at rho = 1, by link */
};

/* Times per column are whole microseconds, so that work is counted and not rounded. */
#define RD_WORK_UNIT_S 1e-6

/* Draws an application: w_i = b_i l_i, b_i uniform on [1, 3] once, l_i on [1, 4], drawn again with
 * probability 0.02 before each iteration, rounded to RD_WORK_UNIT_S; links of 2 on equal rings, of
 * 1, 2 or 3 on unequal ones, the same both ways. The balance of an iteration gives columns one by
 * one to the host that would end first, at least one each. */
void rd_ring_application_draw(uint64_t seed, struct rd_ring_application *application);

/* How long an iteration takes: the slowest host, max columns_i w_i. */
double rd_iteration_s(const struct rd_ring_application *application, int iteration,
                      const int64_t columns[RD_APPLICATION_HOSTS]);

/* The instance and the plan of one iteration: every host computes its columns, which consumes
 * nothing. In: link and speed of the platform it runs on. The plan is taken from the arena. */
struct rd_instance rd_iteration_plan(const struct rd_ring_application *application, int iteration,
                                     const struct rd_topology *topology,
                                     const int64_t columns[RD_APPLICATION_HOSTS],
                                     const struct rd_link_cost *link, const double *speed,
                                     struct rd_arena *arena, struct rd_plan *ret_plan);

/* The instance of moving columns from one share to another on a kind of ring. Points into the
 * application and the arrays given. */
struct rd_instance rd_redistribution_instance(const struct rd_ring_application *application,
                                              enum rd_ring_kind kind,
                                              const int64_t from[RD_APPLICATION_HOSTS],
                                              const int64_t to[RD_APPLICATION_HOSTS]);

/* Plans a redistribution: by the optimal algorithm of the kind; on a two-way ring of unequal links
 * by list scheduling, or by System 8, or by list scheduling where that is infeasible (then
 * *ret_refused).
 * Errors: RD_ERROR_RUN if a plan is refused or illegal. Returns in *ret_s: the referee's time. */
bool rd_redistribution_plan(const struct rd_instance *instance, enum rd_ring_kind kind,
                            struct rd_arena *arena, struct rd_arena *scratch,
                            struct rd_plan *ret_plan, double *ret_s, bool *ret_refused,
                            struct rd_error *reterr);
