/* objects-relayed: objects that may go over other hosts. As copies (sim/model/object_copies.h) they
 * are planned by copies-portfolio, and of what it sends the chain that brings each object stays;
 * where each has a link to where it is wanted, also by objects-search, without a stop. Near the
 * shorter plan a better one is looked for (chain_search.h), which also knows of ports that are
 * combined, and of many messages a pair. Source: none: our own. */
#include "chain_search.h"

#include "algorithms/algorithm.h"
#include "algorithms/multicast/simple_bounds.h"
#include "sim/model/object_copies.h"
#include "sim/referee/referee.h"

#include <math.h>

/* --- chains of messages, of a plan of the copies ---------------------------------------------- */

#define NO_MESSAGE UINT32_MAX

/* The messages of each object, in the order of the plan. */
struct messages {
    const struct rd_plan *plan;
    uint32_t *first; /* [objects] */
    uint32_t *next;  /* [messages] */
};

static struct messages list_messages(const struct rd_instance *instance, const struct rd_plan *plan,
                                     struct rd_arena *arena)
{
    struct messages messages = {.plan = plan,
                                .first = rd_take(arena, instance->objects->count, uint32_t),
                                .next = rd_take(arena, plan->transfer_count, uint32_t)};
    for (uint32_t object = 0; object < instance->objects->count; object++)
        messages.first[object] = NO_MESSAGE;
    for (uint32_t i = (uint32_t)plan->transfer_count; i-- > 0;) {
        int32_t object = plan->transfer[i].kind;
        messages.next[i] = messages.first[object];
        messages.first[object] = i;
    }
    return messages;
}

/* The first message that brings an object to a host. */
static uint32_t that_brings(const struct messages *messages, uint32_t object, uint32_t to)
{
    uint32_t message = messages->first[object];
    while (messages->plan->transfer[message].to != to)
        message = messages->next[message];
    return message;
}

/* Appends of a plan of the copies what brings each object, in its order, as a plan of the objects.
 * No message ends later than there: there is less before it. In: a legal plan that reaches the
 * goal, of messages of one item. Cost: O(messages), times those of an object. */
static void add_chains(const struct rd_instance *instance, const struct rd_plan *copies,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    const struct rd_objects *objects = instance->objects;
    rd_arena_borrow(scratch);
    struct messages messages = list_messages(instance, copies, scratch);
    bool *in_chain = rd_take(scratch, copies->transfer_count, bool);
    for (uint32_t object = 0; object < objects->count; object++)
        for (uint32_t at = objects->to[object]; !rd_object_has_source(objects, object, at);) {
            uint32_t message = that_brings(&messages, object, at);
            in_chain[message] = true;
            at = copies->transfer[message].from;
        }
    plan->timing = RD_SELF_TIMED;
    plan->keeps_shared = true;
    for (size_t i = 0; i < copies->transfer_count; i++)
        if (in_chain[i])
            rd_plan_add(plan, arena, copies->transfer[i]);
}

/* --- the planners ----------------------------------------------------------------------------- */

/* A planner's plan. Returns: false if it refuses. */
static bool plan_by(const char *name, const struct rd_instance *instance,
                    const struct rd_options *options, struct rd_arena *arena,
                    struct rd_arena *scratch, struct rd_plan *ret_plan, struct rd_error *reterr)
{
    const struct rd_algorithm *planner = rd_algorithm_named(name);
    const struct rd_option search = {"search", rd_option_text(options, "search")};
    const struct rd_options its = {.spec = planner->options,
                                   .given = &search,
                                   .given_count = 1,
                                   .seed = options->seed,
                                   .executable = options->executable,
                                   .waits_for_room = true};
    return planner->plan(planner, instance, &its, arena, scratch, ret_plan, reterr);
}

/* Each object over a link of its own. Returns: false if some have none. */
static bool plan_straight(const struct rd_instance *instance, const struct rd_options *options,
                          struct rd_arena *arena, struct rd_arena *scratch,
                          struct rd_plan *ret_plan)
{
    struct rd_objects objects = *instance->objects;
    struct rd_instance straight = *instance;
    struct rd_error error;
    objects.relays = false;
    straight.objects = &objects;
    for (uint32_t object = 0; object < objects.count; object++) {
        bool is_linked = false;
        for (uint32_t i = objects.first[object]; i < objects.first[object + 1]; i++)
            is_linked |= rd_link_between(&instance->topology, objects.source[i],
                                         objects.to[object]) != RD_NO_LINK;
        if (!is_linked)
            return false;
    }
    return plan_by("objects-search", &straight, options, arena, scratch, ret_plan, &error);
}

/* A shorter plan near one, if there is one. In: the objects as copies. */
static void improve(const struct rd_instance *instance, const struct rd_instance *copies,
                    const struct rd_options *options, double plan_s, struct rd_arena *arena,
                    struct rd_arena *scratch, struct rd_plan *plan)
{
    struct rd_multicast multicast;
    rd_arena_own(own);
    if (!rd_multicast_read(copies, &own, scratch, &multicast, NULL))
        return;
    struct rd_chain_effort effort = {.messages = rd_option_integer(options, "search") * 1000,
                                     .seed = options->seed};
    if (!instance->objects->many_a_pair)
        effort.bound_s = rd_simple_bound_s(&multicast, scratch);
    rd_search_chains(instance, &multicast, &effort, plan_s, arena, scratch, plan);
}

/* How many objects stop on the way, for who reads the plan. */
static const char *say_stops(const struct rd_instance *instance, const struct rd_plan *plan,
                             struct rd_arena *arena)
{
    size_t messages = plan->transfer_count, objects = instance->objects->count;
    return messages == objects
               ? NULL
               : rd_arena_print(arena, "%zu message%s more than objects: hosts on the way relay",
                                messages - objects, messages == objects + 1 ? "" : "s");
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return instance->objects->relays ||
           rd_refuse(reterr, "objects go straight to where they are wanted: relay=\"yes\" is "
                             "accepted");
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_plan as_copies = {0}, chains = {0}, straight = {0};
    double chains_s = INFINITY, straight_s = INFINITY;
    struct rd_error refusal;
    rd_arena_own(own);
    struct rd_instance copies = rd_objects_as_copies(instance, &own);
    if (plan_straight(instance, options, arena, scratch, &straight))
        straight_s = rd_referee_makespan_s(instance, &straight, arena, scratch);
    if (plan_by("copies-portfolio", &copies, options, &own, scratch, &as_copies, &refusal)) {
        add_chains(instance, &as_copies, arena, scratch, &chains);
        chains_s = rd_referee_makespan_s(instance, &chains, arena, scratch);
    }
    bool relays = isfinite(chains_s);
    if (!relays && isinf(straight_s))
        return rd_refuse(reterr, "%s", refusal.message);
    *ret_plan = chains_s < straight_s ? chains : straight;
    improve(instance, &copies, options, fmin(chains_s, straight_s), arena, scratch, ret_plan);
    ret_plan->note =
        relays ? say_stops(instance, ret_plan, arena)
               : rd_arena_print(arena, "planned without a stop on the way: %s", refusal.message);
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"search", "integer 0 1000000", "30",
     "thousands of messages that each search starts, in all its schedules"},
    {0},
};

const struct rd_algorithm objects_relayed = {
    .name = "objects-relayed",
    .summary = "objects that other hosts may relay: as copies, and straight; the shorter plan",
    .source = "none: our own",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_PLACE),
    .guarantee = RD_HEURISTIC,
    .options = option_specs,
    .asks_dear_bounds = rd_on_every_instance,
    .accepts = accepts,
    .plan = plan,
};
