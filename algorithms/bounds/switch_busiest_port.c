/* Switches and buses, one kind to reach or to balance: the port that is busy longest, over quickest
 * links, or all that the bus carries, whatever final loads are chosen. It counts no latency.
 * Reached where links are alike, without latency, and ports one, or on a bus. Source: our own;
 * Koenig (1916) for the colouring. Cost: as rd_switch_finals_choose. */
#include "problem_bound.h"

#include "algorithms/switch/final_loads.h"

#include <inttypes.h>

static bool compute(RD_BOUND_PARAMETERS)
{
    if (instance->kind_count != 1)
        return rd_refuse(reterr, "%" PRIu32 " kinds of items: the busiest port is found for one",
                         instance->kind_count);
    struct rd_switch_finals finals = rd_switch_finals_read(instance, scratch);
    bool bus = instance->topology.shape == RD_BUS;
    struct rd_bound found = {.name = bus ? "fewest items" : "busiest port"};
    found.seconds = rd_switch_finals_choose(&finals, &found);
    found.tight = rd_switch_promises_time(instance);
    found.why = found.seconds == 0
                    ? "Hosts may keep what they hold, or items take no time."
                    : rd_arena_print(
                          arena, "What must move takes %s %.10g s over quickest links%s.",
                          bus ? "the bus" : "one port", found.seconds,
                          instance->goal == RD_BALANCE ? ", whatever final loads are chosen" : "");
    *ret_bound = found;
    return true;
}

const struct rd_problem_bound switch_busiest_port = {
    .name = "switch-busiest-port",
    .summary = "switch or bus, loads to reach: the busiest port over quickest links, or the bus",
    .source = "none: our own",
    .domain = {.shape = RD_SWITCH,
               .ports = RD_SWITCH_PORTS,
               .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE)},
    .compute = compute,
};
