/* Copies: prices of ports and links, and cuts that items have to cross, with their certificate
 * (algorithms/copies/multicast_prices.h). Refused: where nothing takes time, and more than LIMIT
 * pieces times links. Source: our own; docs/copies_bounds.md, "Prices and cuts". */
#include "problem_bound.h"

#include "algorithms/copies/multicast_prices.h"
#include "algorithms/copies/simple_bounds.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <math.h>

/* What is looked at in all, about a second; and the most pieces times links. */
#define WORK UINT64_C(150000000)
#define LIMIT UINT64_C(20000000)

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
    struct rd_rows rows;
    struct rd_price_verdict verdict;
    if (!rd_multicast_read(instance, scratch, scratch, &multicast, reterr) ||
        !rd_rows_read(&multicast, scratch, scratch, &rows, reterr))
        return false;
    uint64_t size = (uint64_t)multicast.piece_count * multicast.network.link_count;
    if (size > LIMIT)
        return rd_refuse(reterr,
                         "%" PRIu32 " pieces, %" PRIu32 " links: the bound by prices and cuts is "
                         "computed for at most %" PRIu64 " pieces times links",
                         multicast.piece_count, multicast.network.link_count, LIMIT);
    struct rd_multicast_price_bound found = rd_multicast_price_bound_find(
        &rows, WORK, rd_simple_bound_s(&multicast, scratch), arena, scratch);
    *ret_bound = (struct rd_bound){.name = "prices and cuts",
                                   .why = "Nothing shows that copying takes time."};
    if (!found.certificate ||
        !rd_multicast_certificate_check(instance, found.certificate, scratch, &verdict, NULL))
        return true;
    ret_bound->seconds = found.seconds;
    ret_bound->multicast = found.certificate;
    ret_bound->why = say_why(&verdict, found.seconds, arena);
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
