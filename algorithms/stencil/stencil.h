/* Redistribution before a stencil: what a distribution of a ring of items costs. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"

/* A ring of N items, item d beside d-1 and d+1, moved to a target once and then iterated upon K
 * times. N_ij (i != j) is the number of items of target host i with at least one neighbour on j:
 * what i sends to j in an iteration. In units of t_comm and t_calc:
 *
 *     volume:  moved items + K sum_ij N_ij                                   and  K max load
 *     steps:   max(sent, received) + K max_i max(sum_j N_ij, sum_j N_ji)     and  K max load */
struct rd_stencil {
    uint32_t host_count; /* P */
    uint32_t item_count; /* N, at least 1 */
    enum rd_stencil_metric metric;
    int64_t iterations;   /* K */
    bool overlap;         /* may items without a neighbour elsewhere be computed as words travel? */
    double item_s;        /* t_comm: an item that moves, or a word of an iteration */
    double compute_s;     /* t_calc: an item in an iteration */
    const uint32_t *home; /* [item_count] who owns each item at the start */
};

/* Of the plan: transfers, and so iterations. */
enum { RD_STENCIL_ROW_LIMIT = 4000000 };

/* Steps of work up to which an exact answer is sought. */
#define RD_STENCIL_EXACT_LIMIT ((double)(1 << 30))

/* What every algorithm here needs: each kind is one item, held once; links that cost alike, a word
 * as much as an item; speeds alike; the metric steps behind a switch; iterations that a plan can
 * list. Errors: RD_ERROR_REFUSED, naming what was found and what is accepted. */
bool rd_stencil_accepts(const struct rd_instance *instance, struct rd_error *reterr);

/* Reads an instance that rd_stencil_accepts took. Cost: O(hosts * items). */
struct rd_stencil rd_stencil_read(const struct rd_instance *instance, struct rd_arena *arena);

/* Counts of communications (t_comm) and of computations (t_calc). */
struct rd_stencil_cost {
    int64_t communications;
    int64_t computations;
};

static inline double rd_stencil_s(const struct rd_stencil *stencil, struct rd_stencil_cost cost)
{
    return (double)cost.communications * stencil->item_s +
           (double)cost.computations * stencil->compute_s;
}

/* Hosts whose tallies are the greatest, or were. */
struct rd_stencil_busiest {
    uint32_t load, sent, received, halo_sent, halo_received;
};

/* A target distribution with its tallies, kept while owners change. */
struct rd_stencil_target {
    const struct rd_stencil *stencil;
    uint32_t *owner; /* [item_count] */
    int64_t *load;   /* [host_count], and so the next four */
    int64_t *sent, *received;
    int64_t *halo_sent, *halo_received; /* sum_j N_ij, sum_j N_ji */
    int64_t moved;                      /* items that change their owner */
    int64_t halo;                       /* sum_ij N_ij */
    struct rd_stencil_busiest busiest;  /* when rd_stencil_costs_less last looked */
};

/* The target of these owners [item_count], copied. Cost: O(hosts + items). */
struct rd_stencil_target rd_stencil_target_make(const struct rd_stencil *stencil,
                                                const uint32_t *owner, struct rd_arena *arena);

/* Gives `count` items from `first` on, round the ring, these owners [count]. Cost: O(count). */
void rd_stencil_give(struct rd_stencil_target *target, uint32_t first, uint32_t count,
                     const uint32_t *owner);

/* Gives all items new owners [item_count]. Cost: O(hosts + items). */
void rd_stencil_give_all(struct rd_stencil_target *target, const uint32_t *owner);

/* What the target costs, all told. Cost: O(hosts). */
struct rd_stencil_cost rd_stencil_cost_of(const struct rd_stencil_target *target);

/* Does the target cost less than *seconds? These are then what it costs. Cost: O(hosts); O(1) where
 * those who were the busiest suffice to say no. */
bool rd_stencil_costs_less(struct rd_stencil_target *target, double *seconds);

/* What it takes to get there, and what an iteration then takes, each in counts. */
int64_t rd_stencil_redistribution(const struct rd_stencil_target *target);
struct rd_stencil_cost rd_stencil_iteration(const struct rd_stencil_target *target);

/* The words that an item sends in an iteration: different owners of its neighbours, its own apart.
 * Returns how many, at most two, and to whom in ret_to. In: owner [item_count]. */
static inline uint32_t rd_stencil_words(const uint32_t *owner, uint32_t item_count, uint32_t item,
                                        uint32_t ret_to[2])
{
    uint32_t left = owner[item == 0 ? item_count - 1 : item - 1];
    uint32_t right = owner[item + 1 == item_count ? 0 : item + 1];
    uint32_t count = 0;
    if (left != owner[item])
        ret_to[count++] = left;
    if (right != owner[item] && right != left)
        ret_to[count++] = right;
    return count;
}
