#include "ticks.h"

#include "algorithms/graph/goal.h"
#include "algorithms/kernels/common_unit.h"
#include "sim/model/certificates/price_certificate.h"

#include <math.h>

/* Binary digits of an item's part of the horizon. Digits of ticks are wanting to prices: the
 * product of both has to fit 60, and prices of few digits lose more of a bound than ticks do. */
enum { ITEM_DIGITS = 32 };

/* Of the horizon as a number of dates, at most; and of that where a tick divides all durations, so
 * that dates are ticks as long as doubles hold them. */
enum { DATE_DIGITS = 44, WHOLE_DATE_DIGITS = 53 };

/* What a bound may be above the horizon: with prices of 30 digits, potentials fit 60; as many dates
 * as are counted. */
static const double MOST_TIMES = 0x1p6, MOST_DATES = 0x1p58;

/* All durations that are not 0: of items and messages on links, of items on processors. */
static uint32_t list_durations(const struct rd_network *network, struct rd_arena *scratch,
                               double **ret_duration_s)
{
    bool computes = network->instance->goal == RD_FINISH;
    size_t links = network->link_count, sizes = network->size_count;
    size_t shares = sizes * rd_share_count(network);
    double *duration_s =
        rd_take(scratch, (sizes + 1) * links + network->host_count + shares, double);
    uint32_t count = 0;
    for (size_t share = 0; share < shares; share++)
        if (network->share_item_s[share] > 0)
            duration_s[count++] = network->share_item_s[share];
    for (size_t link = 0; link < links; link++) {
        if (network->costs_equal && link > 0)
            break;
        for (size_t i = link; i < sizes * links; i += links)
            if (network->item_s[i] > 0)
                duration_s[count++] = network->item_s[i];
        if (network->latency_s[link] > 0)
            duration_s[count++] = network->latency_s[link];
    }
    for (uint32_t host = 0; computes && host < network->host_count; host++)
        if (network->compute_item_s[host] > 0)
            duration_s[count++] = network->compute_item_s[host];
    *ret_duration_s = duration_s;
    return count;
}

/* The quickest message, or computation; INFINITY where none takes any time. O(links + hosts). */
static double least_s(const struct rd_network *network)
{
    double seconds = INFINITY;
    size_t links = network->link_count;
    for (size_t link = 0; link < links; link++) {
        double item_s = INFINITY;
        for (size_t i = link; i < network->size_count * links; i += links)
            item_s = fmin(item_s, network->item_s[i]);
        if (network->latency_s[link] + item_s > 0)
            seconds = fmin(seconds, network->latency_s[link] + item_s);
    }
    for (uint32_t host = 0; network->instance->goal == RD_FINISH && host < network->host_count;
         host++)
        if (network->compute_item_s[host] > 0)
            seconds = fmin(seconds, network->compute_item_s[host]);
    return seconds;
}

double rd_port_horizon_s(const struct rd_network *network, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct rd_network_goal goal = rd_network_goal_of(network, scratch);
    double quickest_s = least_s(network);
    return fmax(rd_network_host_s(network, &goal, scratch), isfinite(quickest_s) ? quickest_s : 0);
}

double rd_whole_tick_s(const double *duration_s, uint32_t count, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    enum { MOST_UNITS = 1 << 30, TRIALS = 64 };
    int64_t *units = rd_take(scratch, count, int64_t);
    if (!rd_common_unit(duration_s, count, MOST_UNITS, units))
        return 0;
    double tick_s = INFINITY;
    for (uint32_t i = 0; i < count; i++)
        tick_s = fmin(tick_s, duration_s[i] / units[i]);
    for (int trial = 0; trial < TRIALS; trial++, tick_s = nextafter(tick_s, 0)) {
        uint32_t i = 0;
        while (i < count && rd_whole_ticks(duration_s[i], tick_s) == units[i])
            i++;
        if (i == count)
            return tick_s;
    }
    return 0;
}

/* The items that may be in motion, at most. */
static double most_items(const struct rd_network *network)
{
    double items = 0;
    for (uint32_t kind = 0; kind < network->kind_count; kind++)
        items += (double)rd_item_count(network->instance, kind);
    return items;
}

bool rd_port_ticks_find(const struct rd_network *network, double horizon_s,
                        struct rd_arena *scratch, struct rd_port_ticks *ret_ticks,
                        struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    double *duration_s;
    uint32_t count = list_durations(network, scratch, &duration_s);
    if (count == 0)
        return rd_refuse(reterr, "nothing takes any time: no bound above 0");
    double tick_s = rd_whole_tick_s(duration_s, count, scratch);
    bool is_whole = tick_s > 0;
    if (!is_whole) {
        int items = ilogb(fmax(most_items(network), 1)) + 1;
        tick_s = ldexp(1, ilogb(horizon_s) - (ITEM_DIGITS + items));
    }
    if (!(tick_s > 0) || isinf(tick_s) || isinf(horizon_s / tick_s))
        return rd_refuse(reterr, "costs of %g s and a bound of %g s or more: they do not fit ticks",
                         duration_s[0], horizon_s);
    int beyond = ilogb(horizon_s / tick_s) - (is_whole ? WHOLE_DATE_DIGITS : DATE_DIGITS);
    int64_t scale = INT64_C(1) << (beyond > 0 ? beyond : 0);
    double most_s = is_whole ? tick_s * (double)scale * MOST_DATES : horizon_s * MOST_TIMES;
    *ret_ticks = (struct rd_port_ticks){tick_s, scale, most_s};
    return true;
}
