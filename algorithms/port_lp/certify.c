#include "certify.h"

#include "port_bound.h"
#include "port_lp.h"

#include "sim/model/certificates/charge.h"
#include "sim/model/trace.h"

#include <math.h>

void rd_network_certify_ring(const struct rd_instance *instance, struct rd_arena *arena,
                             struct rd_arena *scratch, struct rd_bound *bound)
{
    static const struct rd_port_charge charge = {.reason = RD_CHARGED_RING};
    static const double rounding = 1e-12;
    struct rd_network network;
    struct rd_port_lp problem;
    struct rd_price_verdict verdict;
    if (!rd_network_read(instance, scratch, scratch, &network, NULL) ||
        !rd_port_lp_read(&network, bound->seconds, arena, scratch, &problem, NULL))
        return;
    double ticks = bound->seconds / rd_date_s(&problem) * (1 + rounding);
    if (!(ticks >= 1 && ticks < (double)RD_PRICE_LIMIT))
        return;
    struct rd_price_certificate *certificate = rd_make(
        arena, struct rd_price_certificate, .tick_s = problem.tick_s, .ticks = (int64_t)ticks,
        .scale = problem.scale, .commodity_count = problem.commodity_count,
        .earliest = problem.earliest, .rest = problem.rest, .charge = &charge);
    /* What was found in floating point may be too much by its last digits. */
    for (int64_t less = 1; certificate->ticks > 0; certificate->ticks -= less, less *= 2) {
        bool shown = rd_price_certificate_check(instance, certificate, scratch, &verdict, NULL);
        if (!rd_times_agree((double)certificate->ticks, ticks, ticks))
            return;
        if (shown) {
            bound->certificate = certificate;
            bound->seconds = fmin(bound->seconds, verdict.seconds);
            return;
        }
    }
}

void rd_network_certify(const struct rd_instance *instance, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_bound *bound)
{
    enum { MOST_COLUMNS = 1000 };
    struct rd_network network;
    struct rd_port_bound found;
    struct rd_port_settings settings = rd_port_settings_usual();
    settings.claim_s = bound->seconds;
    bool single = rd_bound_is_item_by_item(bound);
    if (instance->objects || bound->certificate || (bound->schedule_class && !single) ||
        rd_link_count(&instance->topology) > MOST_COLUMNS)
        return;
    rd_arena_borrow(scratch);
    if (!rd_network_read(instance, arena, scratch, &network, NULL) ||
        ((uint64_t)network.link_count + network.host_count) * network.kind_count > MOST_COLUMNS)
        return;
    if (single)
        rd_network_send_single_items(&network, arena);
    if (rd_port_bound_find(&network, &settings, arena, scratch, &found, NULL) &&
        found.certificate &&
        (found.seconds >= bound->seconds ||
         rd_times_agree(found.seconds, bound->seconds, bound->seconds))) {
        bound->certificate = found.certificate;
        bound->seconds = fmin(bound->seconds, found.seconds);
    }
}
