/* Small two-way rings with whole costs for tests, and the paper's formulas worked out on them as
 * they are written: slowly, in integers, and sharing nothing with algorithms/ring. */
#ifndef REDIST_TESTS_ALGORITHMS_TWO_WAY_CASE_H
#define REDIST_TESTS_ALGORITHMS_TWO_WAY_CASE_H

#include "tests/support/build.h"

#include "algorithms/algorithm.h"

#include "sim/base/rng.h"

enum { CASE_HOSTS = 16 };

struct two_way_case {
    uint32_t host_count;
    int64_t load[CASE_HOSTS];
    int64_t delta[CASE_HOSTS]; /* load - target */
    int64_t up[CASE_HOSTS];    /* seconds an item from i to i+1, the paper's c_{i,i+1} */
    int64_t down[CASE_HOSTS];  /* from i to i-1; with two hosts the same link as up */
};

/* The instance, with each cost multiplied by unit_s: bandwidths of 1 / cost, exact for whole costs
 * up to 48. */
struct test_instance case_instance(const struct two_way_case *ring, double unit_s,
                                   struct rd_arena *arena);

/* Plans with seed 1 and has the referee judge: the test fails if the plan is not legal or misses
 * the goal. In: ret_plan may be NULL. Returns: the makespan, or -1 if the algorithm refused. */
double case_plan(const struct rd_algorithm *algorithm, const struct test_instance *test,
                 struct rd_arena *arena, struct rd_plan *ret_plan, struct rd_error *reterr);

/* Hosts between least_hosts and most_hosts, loads of least_items to most_items, final loads of at
 * least least_items, costs of 1 to most_cost. */
struct two_way_case case_random(struct rd_rng *rng, uint32_t least_hosts, uint32_t most_hosts,
                                int64_t least_items, int64_t most_items, int64_t most_cost);

/* "n=3 L=(3,1,1) delta=(2,-1,-1) up=(1,3,2) down=(2,1,3)", for messages. */
const char *case_text(const struct two_way_case *ring, char text[512]);

/* Net items from i to i+1 when z of them fewer go round than the partial sums say. */
int64_t naive_flow(const struct two_way_case *ring, uint32_t host, int64_t z);

/* The busiest port under z. */
int64_t naive_busiest(const struct two_way_case *ring, int64_t z);

/* Does every host send at most what it holds under z? */
bool naive_is_light(const struct two_way_case *ring, int64_t z);

/* The four lines of Lemma 12, slice by slice and split by split. */
void naive_lemma12(const struct two_way_case *ring, int64_t ret_line[4]);

/* Every z worth looking at lies in -reach..reach. */
int64_t naive_reach(const struct two_way_case *ring);

#endif
