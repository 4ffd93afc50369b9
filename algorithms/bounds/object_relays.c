/* Objects that may be relayed: whoever sends one keeps it as a copy, and of ports that count sends
 * and receptions together two are no fewer. So what bounds copies bounds them
 * (sim/model/object_copies.h). Refused: pair="many", since a link carries one copy at a time.
 * Source: our own; docs/copies_bounds.md. */
#include "problem_bound.h"

#include "algorithms/multicast/multicast_prices.h"
#include "algorithms/multicast/simple_bounds.h"
#include "sim/model/object_copies.h"
#include "sim/model/trace.h"

/* Ways, and ports. */
static struct rd_bound simple_bound(double seconds, struct rd_arena *arena)
{
    return (struct rd_bound){
        .seconds = seconds,
        .name = "objects as copies",
        .why = seconds > 0
                   ? rd_arena_print(arena,
                                    "Ways of objects, and what one host sends or receives, one "
                                    "after the other, take at least %.10g s, even if who sends an "
                                    "object keeps it.",
                                    seconds)
                   : "Nothing takes time."};
}

static bool compute(RD_BOUND_PARAMETERS)
{
    struct rd_multicast multicast;
    struct rd_multicast_price_bound found;
    if (!instance->objects->relays)
        return rd_refuse(reterr, "objects are not relayed: relay=\"yes\" is what this is about");
    if (instance->objects->many_a_pair)
        return rd_refuse(reterr, "several messages of a pair of hosts go at a time: pair=\"one\" "
                                 "is what this is about");
    struct rd_instance copies = rd_objects_as_copies(instance, scratch);
    if (!rd_multicast_read(&copies, scratch, scratch, &multicast, reterr))
        return false;
    double simple_s = rd_simple_bound_s(&multicast, scratch);
    *ret_bound = simple_bound(simple_s, arena);
    if (!rd_multicast_price_bound_of_copies(&multicast, simple_s, arena, scratch, &found, NULL) ||
        !found.certificate ||
        (found.seconds < simple_s && !rd_times_agree(found.seconds, simple_s, simple_s)))
        return true;
    ret_bound->seconds = found.seconds;
    ret_bound->multicast = found.certificate;
    ret_bound->why = rd_arena_print(
        arena,
        "At certain prices of ports and links the ways of all objects cost more than these can "
        "carry before %.10g s, even if who sends an object keeps it.",
        found.seconds);
    return true;
}

const struct rd_problem_bound object_relays = {
    .name = "object-relays",
    .summary = "objects that may be relayed: what bounds copies of them, by ways, ports and prices",
    .source = "none: our own, by linear programming duality; Wong (1984) for the cuts",
    .domain = {.shape = RD_ANY_SHAPE,
               .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
               .goals = RD_BIT(RD_PLACE)},
    .dear = true,
    .compute = compute,
};
