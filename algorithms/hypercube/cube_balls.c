/* What follows from the loads within a radius of a host of a hypercube. */
#include "cube_cuts.h"
#include "vertex_isoperimetry.h"

#include "sim/base/integers.h"

/* loads[r * p + v] = what is held of a kind within r of v, up to a radius. Sums over spheres first:
 * dimension by dimension, the sphere of r gets what lay on the sphere of r-1 of the neighbour.
 * O(p d radius). */
static void sum_balls(const struct rd_cube_goal *goal, uint32_t kind, uint32_t radius,
                      int64_t *loads)
{
    uint32_t p = goal->host_count, d = goal->dimension_count;
    for (uint32_t host = 0; host < p; host++)
        loads[host] = rd_load(goal->instance, host, kind);
    for (size_t i = p; i < (size_t)(radius + 1) * p; i++)
        loads[i] = 0;
    for (uint32_t bit = 0; bit < d; bit++)
        for (uint32_t r = bit < radius ? bit + 1 : radius; r > 0; r--)
            for (uint32_t host = 0; host < p; host++)
                loads[(size_t)r * p + host] +=
                    loads[(size_t)(r - 1) * p + (host ^ (UINT32_C(1) << bit))];
    for (size_t i = p; i < (size_t)(radius + 1) * p; i++)
        loads[i] += loads[i - p];
}

/* The hosts within each radius. */
static void size_balls(uint32_t d, uint32_t size[RD_FRINGE_DIMENSION_LIMIT])
{
    uint32_t sum = 0;
    for (uint32_t r = 0; r <= d; r++) {
        sum += (uint32_t)rd_binomial(d, r);
        size[r] = sum;
    }
}

/* The edges of a matching that leave a ball. */
static int64_t ball_width(uint32_t d, uint32_t r)
{
    return rd_least(rd_binomial(d, r), rd_binomial(d, r + 1));
}

/* Which radii could be better than so many steps: what the richest hosts hold too much, as many as
 * a ball has. Returns: how many. */
static uint32_t choose_radii(const struct rd_cube_goal *goal, const uint32_t *size, int64_t steps,
                             bool chosen[RD_FRINGE_DIMENSION_LIMIT], struct rd_arena *scratch)
{
    uint32_t d = goal->dimension_count, count = 0;
    int64_t excess[RD_FRINGE_DIMENSION_LIMIT] = {0};
    rd_arena_borrow(scratch);
    struct rd_cube_held *held = rd_take(scratch, goal->host_count, struct rd_cube_held);
    for (uint32_t kind = 0; kind < goal->kind_count; kind++) {
        int64_t load = 0;
        rd_cube_sort_held(goal, kind, held, scratch);
        for (uint32_t r = 0, i = 0; r < d; r++) {
            for (; i < size[r]; i++)
                load += held[i].items;
            excess[r] += rd_greatest(load - rd_cube_most(goal, kind, size[r]), 0);
        }
    }
    for (uint32_t r = 0; r < d; r++) {
        chosen[r] = rd_cube_steps(excess[r], ball_width(d, r)) > steps;
        count += chosen[r];
    }
    return count;
}

/* Adds what the balls of a radius hold too much of a kind. In: loads within up to half the
 * dimensions of each host; what is farther is within the rest of them of the opposite one. */
static void add_excess(const struct rd_cube_goal *goal, uint32_t kind, uint32_t r, uint32_t size,
                       const int64_t *loads, int64_t *excess)
{
    uint32_t p = goal->host_count, rest = goal->dimension_count - 1 - r;
    int64_t most = rd_cube_most(goal, kind, size);
    for (uint32_t host = 0; host < p; host++) {
        int64_t load = r <= rest ? loads[(size_t)r * p + host]
                                 : goal->total[kind] - loads[(size_t)rest * p + (host ^ (p - 1))];
        excess[host] += load > most ? load - most : 0;
    }
}

struct rd_cube_part rd_cube_ball_part(const struct rd_cube_goal *goal, struct rd_cube_part best,
                                      struct rd_arena *scratch)
{
    uint32_t p = goal->host_count, d = goal->dimension_count, size[RD_FRINGE_DIMENSION_LIMIT];
    rd_arena_borrow(scratch);
    bool chosen[RD_FRINGE_DIMENSION_LIMIT];
    size_balls(d, size);
    uint32_t count = choose_radii(goal, size, best.steps, chosen, scratch);
    if (count == 0)
        return best;
    int64_t *loads = rd_take(scratch, (size_t)(d + 1) / 2 * p, int64_t);
    int64_t *excess = rd_take(scratch, (size_t)count * p, int64_t);
    for (uint32_t kind = 0; kind < goal->kind_count; kind++) {
        sum_balls(goal, kind, (d - 1) / 2, loads);
        for (uint32_t r = 0, i = 0; r < d; r++)
            if (chosen[r])
                add_excess(goal, kind, r, size[r], loads, &excess[(size_t)i++ * p]);
    }
    for (uint32_t r = 0, i = 0; r < d; r++) {
        int64_t width = ball_width(d, r);
        for (uint32_t host = 0; chosen[r] && host < p; host++) {
            int64_t items = excess[(size_t)i * p + host];
            if (items > best.steps * width)
                best = (struct rd_cube_part){.argument = RD_CUBE_BALL,
                                             .steps = rd_cube_steps(items, width),
                                             .kind = goal->kind_count == 1 ? 0 : RD_CUBE_ALL_KINDS,
                                             .host = host,
                                             .radius = r,
                                             .size = size[r],
                                             .excess = items,
                                             .width = width};
        }
        i += chosen[r];
    }
    return best;
}

/* Raises best->steps until the balls round one host are content; `lacks` looks at needs. */
static void stretch(struct rd_cube_part *best, uint32_t d, uint32_t p, const int64_t *loads,
                    uint32_t host, uint32_t r, int64_t inside, const int64_t *allowed)
{
    for (;;) {
        int64_t reach = (int64_t)r + best->steps;
        if (reach > d)
            return; /* everything is within d */
        int64_t here = loads[(size_t)r * p + host];
        bool lacks = loads[(size_t)reach * p + host] < inside;
        if (!lacks && here <= allowed[reach])
            return;
        *best = (struct rd_cube_part){.argument = RD_CUBE_DISTANCE,
                                      .steps = best->steps + 1,
                                      .host = host,
                                      .radius = r,
                                      .lacks = lacks};
    }
}

struct rd_cube_part rd_cube_distance_part(const struct rd_cube_goal *goal, struct rd_arena *scratch)
{
    uint32_t p = goal->host_count, d = goal->dimension_count, size[RD_FRINGE_DIMENSION_LIMIT];
    rd_arena_borrow(scratch);
    struct rd_cube_part best = {.argument = RD_CUBE_AT_REST};
    int64_t *loads = rd_take(scratch, (size_t)(d + 1) * p, int64_t);
    int64_t allowed[RD_FRINGE_DIMENSION_LIMIT];
    size_balls(d, size);
    for (uint32_t kind = 0; kind < goal->kind_count; kind++) {
        int64_t before = best.steps;
        sum_balls(goal, kind, d, loads);
        for (uint32_t r = 0; r <= d; r++)
            allowed[r] = rd_cube_most(goal, kind, size[r]);
        for (uint32_t r = 0; r <= d; r++) {
            int64_t needed = rd_cube_least(goal, kind, size[r]);
            for (uint32_t host = 0; host < p; host++)
                stretch(&best, d, p, loads, host, r, needed, allowed);
        }
        if (best.steps > before)
            best.kind = kind;
    }
    return best;
}
