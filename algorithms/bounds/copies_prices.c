/* Copies: prices of ports and links, and cuts that items have to cross, with their certificate
 * (algorithms/multicast/multicast_prices.h, which says what is refused). Source: our own;
 * docs/copies_bounds.md, "Prices and cuts". */
#include "problem_bound.h"

#include "algorithms/multicast/multicast_prices.h"
#include "algorithms/multicast/simple_bounds.h"
#include "sim/base/number_text.h"

static const char *say_why(const struct rd_price_verdict *verdict, double seconds,
                           struct rd_arena *arena)
{
    char needed[RD_WIDE_SIZE], offered[RD_WIDE_SIZE];
    rd_wide_text(verdict->needed, needed);
    rd_wide_text(verdict->offered, offered);
    return rd_arena_print(arena,
                          "At certain prices of ports and links, the copies that have to be made "
                          "cost at least %s. Before %.10g s these can carry no more than %s. So no "
                          "schedule ends before that.",
                          needed, seconds, offered);
}

static bool compute(RD_BOUND_PARAMETERS)
{
    struct rd_multicast multicast;
    struct rd_multicast_price_bound found;
    if (!rd_multicast_read(instance, scratch, scratch, &multicast, reterr) ||
        !rd_multicast_price_bound_of_copies(&multicast, rd_simple_bound_s(&multicast, scratch),
                                            arena, scratch, &found, reterr))
        return false;
    *ret_bound = (struct rd_bound){.name = "prices and cuts",
                                   .why = "Nothing shows that copying takes time."};
    if (!found.certificate)
        return true;
    ret_bound->seconds = found.seconds;
    ret_bound->multicast = found.certificate;
    ret_bound->why = say_why(&found.verdict, found.seconds, arena);
    return true;
}

const struct rd_problem_bound copies_prices = {
    .name = "copies-prices",
    .summary = "copies: prices show how long ports and links are busy at least, by cuts and dates",
    .source = "none: our own, by linear programming duality; Wong (1984) for the cuts",
    .domain = {.shape = RD_ANY_SHAPE,
               .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
               .goals = RD_BIT(RD_COPIES),
               .sizes_by_kind = true},
    .dear = true,
    .compute = compute,
};
