/* Hypercubes and shuffle-exchanges that balance, in steps of one item: the best of the arguments of
 * cube_cuts.h, or the least flow in time of any one kind where flows are small. Where links cost
 * unequally, steps of the cheapest one are counted. Several items in one message share a latency:
 * where links have one, the bound is among item-by-item schedules. Pipelined, a round is taken for
 * a step, also where a packet only waits in it. Source: docs/hypercube.md, "Lower bounds". Cost: as
 * rd_cube_best_part. */
#include "problem_bound.h"

#include "algorithms/hypercube/bounds.h"

#include <inttypes.h>

static const char *const argument_names[] = {
    [RD_CUBE_AT_REST] = "nothing to move",
    [RD_CUBE_NODE] = "node",
    [RD_CUBE_BALL] = "ball cut",
    [RD_CUBE_LEVEL_SET] = "level set cut",
    [RD_CUBE_NEAR_SET] = "neighbourhood cut",
    [RD_CUBE_HALF_PLANE] = "half-plane cut",
    [RD_CUBE_DISCREPANCY] = "discrepancy",
    [RD_CUBE_DISTANCE] = "distance",
    [RD_CUBE_FLOW] = "maximum flow",
};

/* "The 7 hosts within 1 of host 2". */
static const char *set_words(const struct rd_cube_goal *goal, const struct rd_cube_part *part,
                             struct rd_arena *arena)
{
    const char *label = rd_label(goal->instance, part->host);
    switch (part->argument) {
    case RD_CUBE_BALL:
    case RD_CUBE_NEAR_SET:
        return rd_arena_print(arena, "The %" PRIu32 " hosts within distance %" PRIu32 " of %s",
                              part->size, part->radius, label);
    case RD_CUBE_LEVEL_SET:
        return rd_arena_print(arena, "The %" PRIu32 " hosts with %" PRId64 " items or more",
                              part->size, part->level);
    default: return rd_arena_print(arena, "The %" PRIu32 " hosts of the half-plane", part->size);
    }
}

static const char *flow_words(const struct rd_cube_part *part, const char *of_kind,
                              struct rd_arena *arena)
{
    const char *more = part->width == 0 ? "."
                                        : rd_arena_print(arena,
                                                         ", and its minimum cut lets %" PRId64
                                                         " more through in a step.",
                                                         part->width);
    return rd_arena_print(arena,
                          "In %" PRId64 " steps, a maximum flow in time leaves %" PRId64
                          " items%s short of where they may end%s",
                          part->level, part->excess, of_kind, more);
}

/* Among which schedules an argument holds; NULL: all. Items are counted one a message; on pipelined
 * ports steps are counted, and those in which packets only wait may last no time. */
static const char *schedule_class(const struct rd_instance *instance,
                                  const struct rd_cube_part *part)
{
    bool counts_steps = instance->port_model == RD_PIPELINED_PORTS &&
                        (part->argument == RD_CUBE_NODE || part->argument == RD_CUBE_FLOW);
    if (part->steps == 0)
        return NULL;
    if (rd_has_latency(instance))
        return counts_steps ? RD_ITEM_BY_ITEM ", " RD_FULL_STEP : RD_ITEM_BY_ITEM;
    return counts_steps ? RD_FULL_STEP : NULL;
}

/* The argument with its numbers. In: of_kind, " of kind 2", or nothing. */
static const char *why(const struct rd_cube_goal *goal, const struct rd_cube_part *part,
                       const char *of_kind, struct rd_arena *arena)
{
    const char *label = rd_label(goal->instance, part->host);
    switch (part->argument) {
    case RD_CUBE_AT_REST: return "No host, ball or cut holds more than it may keep.";
    case RD_CUBE_NODE:
        return rd_arena_print(arena, "%s %s %" PRId64 " items%s, one a step.", label,
                              part->lacks ? "must receive" : "must send", part->excess, of_kind);
    case RD_CUBE_DISCREPANCY:
        return rd_arena_print(arena,
                              "To even out the halves of each dimension takes %" PRId64
                              " hops%s, and %" PRId64 " hosts make one each a step.",
                              part->excess, of_kind, part->width);
    case RD_CUBE_DISTANCE:
        return rd_arena_print(arena,
                              "In %" PRId64 " steps, the hosts within distance %" PRIu32
                              " of %s %s %s items%s %s distance %" PRId64 ", which %s.",
                              part->steps - 1, part->radius, label,
                              part->lacks ? "can have received only" : "can have sent their",
                              part->lacks ? "the" : "own", of_kind,
                              part->lacks ? "of hosts within" : "only to hosts within",
                              part->radius + part->steps - 1,
                              part->lacks ? "are fewer than they need" : "may not keep as many");
    case RD_CUBE_FLOW: return flow_words(part, of_kind, arena);
    default:
        return rd_arena_print(arena,
                              "%s hold %" PRId64
                              " items%s %s, and a maximum matching of the edges across has %" PRId64
                              ": as many can %s in a step.",
                              set_words(goal, part, arena), part->excess, of_kind,
                              part->lacks ? "less than they need" : "more than they may keep",
                              part->width, part->lacks ? "enter" : "leave");
    }
}

static bool compute(RD_BOUND_PARAMETERS)
{
    rd_arena_borrow(scratch);
    struct rd_cube_goal goal = rd_cube_goal_of(instance, scratch);
    bool tight, one_port = instance->port_model == RD_ONE_PORT;
    struct rd_cube_part part = rd_cube_best_part(&goal, &tight, scratch);
    bool some_kind = goal.kind_count > 1 && part.argument != RD_CUBE_AT_REST;
    const char *of_kind = "";
    if (some_kind && part.kind == RD_CUBE_ALL_KINDS)
        of_kind = " (counted kind by kind)";
    else if (some_kind)
        of_kind = rd_arena_print(arena, " of kind %" PRIu32, part.kind);
    const bool *member = rd_cube_part_members(&goal, &part, arena, scratch);
    *ret_bound = (struct rd_bound){
        .seconds = part.steps == 0 ? 0 : (double)part.steps * rd_cube_item_step_s(instance),
        .name = argument_names[part.argument],
        .why = why(&goal, &part, of_kind, arena),
        .tight = tight && one_port && rd_costs_are_equal(instance),
        .bottleneck = member ? RD_BOTTLENECK_HOSTS : RD_BOTTLENECK_NONE,
        .member = member,
        .schedule_class = schedule_class(instance, &part),
    };
    if (part.argument == RD_CUBE_NODE)
        rd_bound_add_bottleneck_port(ret_bound, part.host, part.lacks);
    return true;
}

#define ABOUT(SHAPE, PORTS)                                                                        \
    .source = "docs/hypercube.md", .schedules = RD_ITEM_BY_ITEM ", " RD_FULL_STEP,                 \
    .domain = {.shape = SHAPE, .ports = PORTS, .goals = RD_BIT(RD_BALANCE)}, .compute = compute

const struct rd_problem_bound cube_cuts = {
    .name = "cube-cuts",
    .summary = "hypercube that balances: nodes, balls, level sets, distances, or a flow in time",
    ABOUT(RD_HYPERCUBE, RD_BIT(RD_ONE_PORT) | RD_BIT(RD_PIPELINED_PORTS)),
};

const struct rd_problem_bound shuffle_cuts = {
    .name = "shuffle-cuts",
    .summary = "shuffle-exchange that balances: nodes, sets of near hosts, or a flow in time",
    ABOUT(RD_SHUFFLE_EXCHANGE, RD_BIT(RD_ONE_PORT)),
};
