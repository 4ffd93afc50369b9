/* What follows from the loads within a radius of a host of a hypercube. */
#include "cube_cuts.h"
#include "fringe.h"

/* loads[r * p + v] = what is held of a kind within r of v. Sums over spheres first: dimension by
 * dimension, the sphere of r gets what lay on the sphere of r-1 of the neighbour. O(p d^2). */
static void sum_balls(const struct rd_cube_goal *goal, uint32_t kind, int64_t *loads)
{
    uint32_t p = goal->host_count, d = goal->dimension_count;
    for (uint32_t host = 0; host < p; host++)
        loads[host] = rd_load(goal->instance, host, kind);
    for (size_t i = p; i < (size_t)(d + 1) * p; i++)
        loads[i] = 0;
    for (uint32_t bit = 0; bit < d; bit++)
        for (uint32_t r = bit + 1; r > 0; r--)
            for (uint32_t host = 0; host < p; host++)
                loads[(size_t)r * p + host] +=
                    loads[(size_t)(r - 1) * p + (host ^ (UINT32_C(1) << bit))];
    for (size_t i = p; i < (size_t)(d + 1) * p; i++)
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

struct rd_cube_part rd_cube_ball_part(const struct rd_cube_goal *goal, struct rd_arena *scratch)
{
    uint32_t p = goal->host_count, d = goal->dimension_count, size[RD_FRINGE_DIMENSION_LIMIT];
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_cube_part best = {.argument = RD_CUBE_AT_REST};
    int64_t *loads = rd_take(scratch, (size_t)(d + 1) * p, int64_t);
    int64_t *excess = rd_take(scratch, (size_t)d * p, int64_t);
    size_balls(d, size);
    for (uint32_t kind = 0; kind < goal->kind_count; kind++) {
        sum_balls(goal, kind, loads);
        for (uint32_t r = 0; r < d; r++) {
            int64_t most = rd_cube_most(goal, kind, size[r]);
            for (size_t i = (size_t)r * p; i < (size_t)(r + 1) * p; i++)
                excess[i] += loads[i] > most ? loads[i] - most : 0;
        }
    }
    for (uint32_t r = 0; r < d; r++) {
        int64_t inner = rd_binomial(d, r), outer = rd_binomial(d, r + 1);
        int64_t width = inner < outer ? inner : outer;
        for (uint32_t host = 0; host < p; host++) {
            int64_t items = excess[(size_t)r * p + host];
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
    }
    rd_arena_rewind(scratch, mark);
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
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_cube_part best = {.argument = RD_CUBE_AT_REST};
    int64_t *loads = rd_take(scratch, (size_t)(d + 1) * p, int64_t);
    int64_t allowed[RD_FRINGE_DIMENSION_LIMIT];
    size_balls(d, size);
    for (uint32_t kind = 0; kind < goal->kind_count; kind++) {
        int64_t before = best.steps;
        sum_balls(goal, kind, loads);
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
    rd_arena_rewind(scratch, mark);
    return best;
}
