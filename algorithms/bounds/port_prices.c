/* Any network: prices on ports and links that show how long these are busy (port_bound.h), with
 * their certificate. Refused: other goals, costs that do not fit whole ticks, and more than
 * RD_NETWORK_BOUND_LIMIT links times kinds. Source: our own; docs/network_bound.md. Cost: as
 * rd_port_bound_find. */
#include "problem_bound.h"

#include "algorithms/port_lp/certify.h"
#include "algorithms/port_lp/port_bound.h"
#include "sim/base/number_text.h"

#include <inttypes.h>

static const char *say_why(const struct rd_port_bound *found, const struct rd_instance *instance,
                           const struct rd_bound *bound, struct rd_arena *arena)
{
    const struct rd_price_verdict *verdict = &found->verdict;
    char needed[RD_WIDE_SIZE], offered[RD_WIDE_SIZE];
    rd_wide_text(verdict->needed, needed);
    rd_wide_text(verdict->offered, offered);
    if (found->certificate->shared_price)
        return rd_arena_print(
            arena,
            "At the prices of %s, the items that have to move cost at least %s. Before %.10g s "
            "these can carry no more than %s. So no schedule ends before that.",
            rd_bound_bottleneck_words(bound, instance, arena), needed, found->seconds, offered);
    if (verdict->offered == 0)
        return rd_arena_print(arena,
                              "The items that have to move cannot arrive by %.10g s on any route: "
                              "the next possible end is %.10g s.",
                              verdict->end_s, found->seconds);
    return rd_arena_print(
        arena,
        "At the prices of %s, the items that have to move cost at least %s. By %.10g s these can "
        "carry no more than %s. So no schedule ends by then: the next possible end is %.10g s.",
        rd_bound_bottleneck_words(bound, instance, arena), needed, verdict->end_s, offered,
        found->seconds);
}

static bool compute(RD_BOUND_PARAMETERS)
{
    struct rd_network network;
    struct rd_port_bound found;
    struct rd_port_settings settings = rd_port_settings_usual();
    uint64_t links = rd_link_count(&instance->topology);
    if (links > RD_NETWORK_BOUND_LIMIT / instance->kind_count)
        return rd_refuse(reterr,
                         "%" PRIu64 " links, %" PRIu32 " kinds: the port bound is computed for at "
                         "most %d links times kinds",
                         links, instance->kind_count, RD_NETWORK_BOUND_LIMIT);
    if (!rd_network_read(instance, arena, scratch, &network, reterr) ||
        !rd_port_bound_find(&network, &settings, arena, scratch, &found, reterr))
        return false;
    struct rd_bound bound = {.seconds = found.seconds, .name = "port bound"};
    if (found.certificate) {
        bound.certificate = found.certificate;
        bound.bottleneck = RD_BOTTLENECK_PRICES;
        bound.why = say_why(&found, instance, &bound, arena);
        if (found.is_cut)
            bound.why = rd_arena_print(arena,
                                       "%s Costs are so far apart that this had to be cut: more "
                                       "might be shown.",
                                       bound.why);
    } else {
        bound.why = "Every host may keep what it holds, or nothing shows that moving takes time.";
    }
    *ret_bound = bound;
    return true;
}

const struct rd_problem_bound port_prices = {
    .name = "port-prices",
    .summary = "any network: prices show how long its ports and links are busy at least",
    .source = "none: our own, by linear programming duality",
    .domain = {.shape = RD_ANY_SHAPE,
               .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
               .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE) | RD_BIT(RD_FINISH),
               .sizes_by_kind = true},
    .dear = true,
    .at_once = true,
    .compute = compute,
};
