/* A descent under way, as its steps and what finds their lengths see it. */
#pragma once

#include "dual_rounding.h"

#include "algorithms/graph/laplacian.h"

/* Numbers that move: where they are, where they started, and where a step takes them. */
struct rd_iterate {
    size_t count;
    double *value, *start, *next; /* [count]: z, z0 and Z */
};

struct rd_pdhg {
    const struct rd_port_lp *problem;
    const struct rd_port_stage *stage;
    uint32_t n, links, k;
    bool has_finals, has_level; /* of the goal */

    /* columns */
    size_t first_final, first_level; /* in the primal array */
    const double *item_size;         /* [k]: of an item, as a part of the largest, of which.. */
    double *per_time;                /* [links] ..so many are moved over time, 1/c */
    double *link_step;               /* [links]: tau */
    double *final_per_time;          /* [n]; times item_size where that is computed */
    double *final_step;              /* [n] */
    double level_per_time, level_step;
    const bool *usable;            /* [links * k], or NULL: all */
    const bool *is_timed;          /* [links]: its items take time */
    bool is_single;                /* one commodity, no shared links */
    bool is_plain;                 /* and all usable and timed, no prices but ports' */
    const double *weight_of_share; /* of each share: its shared link's time over the link's */

    /* potentials [n * k], and prices of rows */
    double *host_step;              /* [n]: sigma, but where `laplacian` is its inverse */
    struct rd_laplacian *laplacian; /* or NULL */
    double *link_weight;            /* [links] of it */
    double *host_diagonal;          /* [n] of it */
    double *pulled, pull; /* [n]: potentials that a level's pull at all hosts that keep items makes,
                             and what that comes to; or NULL */
    size_t row_count;     /* the problem's rows, without links where those have no prices */
    double *factor;       /* [row_count]: size / capacity; 0 where there is no row */
    double *row_step;     /* [row_count]: 0 where there is no row */
    size_t *present;      /* [present_count]: the rows that there are, rising */
    size_t present_count;
    double step_sum; /* of these */
    size_t *above; /* [above_count] present rows whose price is above a cut */
    size_t above_count;
    double cut; /* what the projection subtracts */

    struct rd_iterate x; /* times of links, then of final loads (over the size), then the level that
                            all final loads of a commodity share */
    struct rd_iterate pi, q; /* potentials are of largest items */
    double *surplus;         /* [n * k]: load less target in largest items, over the size */
    double *left;            /* [n * k] scratch of a step: what flows out of hosts */
    double *content;         /* [row_count of the problem] scratch of a step */
    double *charge; /* [row_count of the problem] scratch of a step: what a row's time costs */

    double weight;         /* of the dual step against the primal */
    uint32_t total, since; /* steps, and since the last restart */
    double first_move, last_move;
};

/* The rows' price of a link's time, from an array of prices, and of each of them its factor. */
static inline double rd_port_price(const struct rd_pdhg *d, uint32_t link, const double *price,
                                   const double *charge)
{
    const struct rd_network *network = d->problem->network;
    double sum = charge[network->from[link]] + charge[(size_t)d->n + network->to[link]] +
                 charge[d->problem->bus];
    if (d->problem->first_link < d->row_count)
        sum += charge[d->problem->first_link + link];
    for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++) {
        size_t row = d->problem->first_shared + network->share[i].shared;
        sum += d->weight_of_share[i] * price[row] * d->factor[row];
    }
    return sum;
}

/* Finds how far columns, hosts and rows go in a step. In: a descent with its columns and rows. All
 * memory is from the arena. */
void rd_step_sizes_find(struct rd_pdhg *descent, struct rd_arena *arena);
