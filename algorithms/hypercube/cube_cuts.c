#include "cube_cuts.h"

#include "cut_matching.h"

#include "sim/base/integers.h"
#include "sim/generators/load_generators_cube.h"

#include <string.h>

int64_t rd_cube_steps(int64_t excess, int64_t width)
{
    return excess <= 0 ? 0 : excess / width + (excess % width != 0);
}

static int64_t above(int64_t amount, int64_t limit)
{
    return amount > limit ? amount - limit : 0;
}

static uint32_t whole_kind(const struct rd_cube_goal *goal)
{
    return goal->kind_count == 1 ? 0 : RD_CUBE_ALL_KINDS;
}

/* --- nodes --- */

struct rd_cube_part rd_cube_node_part(const struct rd_cube_goal *goal)
{
    struct rd_cube_part best = {.argument = RD_CUBE_AT_REST};
    if (goal->host_count == 1)
        return best;
    for (uint32_t host = 0; host < goal->host_count; host++) {
        int64_t excess = 0, lack = 0;
        for (uint32_t kind = 0; kind < goal->kind_count; kind++) {
            int64_t load = rd_load(goal->instance, host, kind);
            excess += above(load, rd_cube_most(goal, kind, 1));
            lack += above(rd_cube_least(goal, kind, 1), load);
        }
        int64_t steps = excess > lack ? excess : lack;
        if (steps > best.steps)
            best = (struct rd_cube_part){.argument = RD_CUBE_NODE,
                                         .steps = steps,
                                         .kind = whole_kind(goal),
                                         .host = host,
                                         .size = 1,
                                         .excess = steps,
                                         .width = 1,
                                         .lacks = lack > excess};
    }
    return best;
}

/* --- level sets --- */

/* Loads that differ, in `held` as sorted. */
static uint32_t count_levels(const struct rd_cube_held *held, uint32_t count)
{
    uint32_t levels = count > 0;
    for (uint32_t i = 1; i < count; i++)
        levels += held[i].items != held[i - 1].items;
    return levels;
}

/* As many levels as are looked at. */
static uint32_t level_limit(const struct rd_cube_goal *goal)
{
    static const uint64_t work = UINT64_C(1) << 26;
    uint64_t one = (uint64_t)goal->host_count * rd_cube_degree(&goal->instance->topology);
    uint64_t affordable = work / (one * goal->kind_count + 1) + 1;
    return affordable < 256 ? (uint32_t)affordable : 256;
}

/* What a maximum matching of the edges across has at least. Of `size` hosts of a cube that have the
 * most edges among them, host i has as many to those before it as i has bits (Harper 1964); edges
 * of which no host has more than d are d matchings (Koenig 1916). In: edges, inside of such a set.
 */
static int64_t least_width(const struct rd_topology *topology, int64_t size, int64_t edges)
{
    int64_t d = topology->dimension_count;
    return topology->shape == RD_HYPERCUBE ? (d * size - 2 * edges + d - 1) / d : 0;
}

static void try_levels(const struct rd_cube_goal *goal, uint32_t kind,
                       const struct rd_cube_held *held, struct rd_cut *cut,
                       struct rd_cube_part *best)
{
    uint32_t p = goal->host_count, level = 0;
    uint32_t levels = count_levels(held, p), limit = level_limit(goal);
    int64_t load = 0, edges = 0;
    for (uint32_t i = 0; i + 1 < p; i++) {
        load += held[i].items;
        edges += __builtin_popcount(i);
        rd_cut_add(cut, held[i].host);
        if (held[i].items == held[i + 1].items)
            continue;
        level++;
        if (levels > limit &&
            (uint64_t)level * limit / levels == (uint64_t)(level - 1) * limit / levels)
            continue;
        int64_t excess = above(load, rd_cube_most(goal, kind, i + 1));
        /* A matching that is not maximum yet shows what cannot be better. */
        int64_t known = rd_greatest(cut->matched, least_width(cut->topology, i + 1, edges));
        if (excess == 0 || (known > 0 && rd_cube_steps(excess, known) <= best->steps))
            continue;
        int64_t width = rd_cut_match(cut);
        int64_t steps = rd_cube_steps(excess, width);
        if (steps > best->steps)
            *best = (struct rd_cube_part){.argument = RD_CUBE_LEVEL_SET,
                                          .steps = steps,
                                          .kind = kind,
                                          .size = i + 1,
                                          .excess = excess,
                                          .width = width,
                                          .level = held[i].items};
    }
    rd_cut_clear(cut);
}

struct rd_cube_part rd_cube_level_part(const struct rd_cube_goal *goal, struct rd_cube_part best,
                                       struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct rd_cut cut = rd_cut_make(&goal->instance->topology, scratch);
    struct rd_cube_held *held = rd_take(scratch, goal->host_count, struct rd_cube_held);
    for (uint32_t kind = 0; kind < goal->kind_count; kind++) {
        rd_cube_sort_held(goal, kind, held, scratch);
        try_levels(goal, kind, held, &cut, &best);
    }
    return best;
}

/* --- halves --- */

/* What the halves of a dimension differ by. */
static int64_t discrepancy(const struct rd_instance *instance, uint32_t kind, uint32_t bit)
{
    int64_t difference = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        int64_t load = rd_load(instance, host, kind);
        difference += host >> bit & 1 ? load : -load;
    }
    return difference < 0 ? -difference : difference;
}

struct rd_cube_part rd_cube_discrepancy_part(const struct rd_cube_goal *goal)
{
    int64_t hops = 0;
    for (uint32_t kind = 0; kind < goal->kind_count; kind++) {
        int64_t most = rd_cube_most(goal, kind, goal->host_count / 2);
        int64_t slack = 2 * most - goal->total[kind];
        for (uint32_t bit = 0; bit < goal->dimension_count; bit++)
            hops += (above(discrepancy(goal->instance, kind, bit), slack) + 1) / 2;
    }
    int64_t steps = rd_cube_steps(hops, goal->host_count);
    if (steps == 0)
        return (struct rd_cube_part){.argument = RD_CUBE_AT_REST};
    return (struct rd_cube_part){.argument = RD_CUBE_DISCREPANCY,
                                 .steps = steps,
                                 .kind = whole_kind(goal),
                                 .excess = hops,
                                 .width = goal->host_count};
}

/* --- sets of the shuffle-exchange --- */

/* Compares the set with the best so far: what it holds too much of all kinds, or too little. */
static void try_set(const struct rd_cube_goal *goal, struct rd_cut *cut, struct rd_cube_part found,
                    struct rd_cube_part *best)
{
    int64_t excess = 0, lack = 0;
    if (cut->member_count == goal->host_count)
        return;
    for (uint32_t kind = 0; kind < goal->kind_count; kind++) {
        int64_t load = 0;
        for (uint32_t i = 0; i < cut->member_count; i++)
            load += rd_load(goal->instance, cut->member[i], kind);
        excess += above(load, rd_cube_most(goal, kind, cut->member_count));
        lack += above(rd_cube_least(goal, kind, cut->member_count), load);
    }
    found.lacks = lack > excess;
    found.excess = found.lacks ? lack : excess;
    if (found.excess <= best->steps)
        return;
    found.kind = whole_kind(goal);
    found.size = cut->member_count;
    found.width = rd_cut_match(cut);
    found.steps = rd_cube_steps(found.excess, found.width);
    if (found.steps > best->steps)
        *best = found;
}

/* Adds the neighbours of the set's members from the `first` on. */
static void widen(struct rd_cut *cut, uint32_t first)
{
    uint32_t last = cut->member_count;
    for (uint32_t i = first; i < last; i++)
        for (uint32_t k = 0; k < rd_cube_degree(cut->topology); k++) {
            uint32_t host = rd_cube_neighbour(cut->topology, cut->member[i], k);
            if (!cut->inside[host])
                rd_cut_add(cut, host);
        }
}

struct rd_cube_part rd_cube_near_set_part(const struct rd_cube_goal *goal, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct rd_cube_part best = {.argument = RD_CUBE_AT_REST};
    struct rd_cut cut = rd_cut_make(&goal->instance->topology, scratch);
    for (uint32_t host = 0; host < goal->host_count; host++) {
        rd_cut_add(&cut, host);
        uint32_t first = 0;
        for (uint32_t radius = 0; radius <= 3; radius++) {
            struct rd_cube_part found = {
                .argument = RD_CUBE_NEAR_SET, .host = host, .radius = radius};
            try_set(goal, &cut, found, &best);
            uint32_t members = cut.member_count;
            widen(&cut, first);
            first = members;
        }
        rd_cut_clear(&cut);
    }
    return best;
}

static void add_half_plane(const struct rd_cube_goal *goal, struct rd_cut *cut)
{
    for (uint32_t host = 0; host < goal->host_count; host++)
        if (rd_in_half_plane(host, goal->dimension_count))
            rd_cut_add(cut, host);
}

struct rd_cube_part rd_cube_half_plane_part(const struct rd_cube_goal *goal,
                                            struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct rd_cube_part best = {.argument = RD_CUBE_AT_REST};
    struct rd_cut cut = rd_cut_make(&goal->instance->topology, scratch);
    add_half_plane(goal, &cut);
    if (cut.member_count > 0)
        try_set(goal, &cut, (struct rd_cube_part){.argument = RD_CUBE_HALF_PLANE}, &best);
    return best;
}

/* --- the set of an argument --- */

/* The hosts within the part's radius of its host. */
static void add_ball(const struct rd_cube_part *part, struct rd_cut *cut)
{
    rd_cut_add(cut, part->host);
    uint32_t first = 0;
    for (uint32_t radius = 0; radius < part->radius; radius++) {
        uint32_t members = cut->member_count;
        widen(cut, first);
        first = members;
    }
}

static void add_level(const struct rd_cube_goal *goal, const struct rd_cube_part *part,
                      struct rd_cut *cut)
{
    for (uint32_t host = 0; host < goal->host_count; host++)
        if (rd_load(goal->instance, host, part->kind) >= part->level)
            rd_cut_add(cut, host);
}

static const bool *members(const struct rd_cube_goal *goal, const struct rd_cut *cut,
                           struct rd_arena *arena)
{
    bool *member = rd_arena_copy(arena, cut->inside, goal->host_count, sizeof *member);
    return member;
}

const bool *rd_cube_part_members(const struct rd_cube_goal *goal, const struct rd_cube_part *part,
                                 struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_cut cut = rd_cut_make(&goal->instance->topology, scratch);
    switch (part->argument) {
    case RD_CUBE_AT_REST:
    case RD_CUBE_NODE:
    case RD_CUBE_DISCREPANCY:
    case RD_CUBE_FLOW: return NULL;
    case RD_CUBE_LEVEL_SET: add_level(goal, part, &cut); return members(goal, &cut, arena);
    case RD_CUBE_HALF_PLANE: add_half_plane(goal, &cut); return members(goal, &cut, arena);
    case RD_CUBE_BALL:
    case RD_CUBE_NEAR_SET:
    case RD_CUBE_DISTANCE: break;
    }
    add_ball(part, &cut);
    return members(goal, &cut, arena);
}
