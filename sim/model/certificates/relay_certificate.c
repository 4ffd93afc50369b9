#include "relay_certificate.h"

#include "price_certificate.h"

#include "sim/base/integers.h"

#include <inttypes.h>

/* What an item takes over a link, in whole ticks. */
static int64_t way(const struct rd_instance *instance,
                   const struct rd_relay_certificate *certificate, uint32_t from, uint32_t to)
{
    struct rd_link_cost cost =
        rd_link_cost(instance, rd_link_between(&instance->topology, from, to));
    double item_s = rd_moving_s(cost, instance->item_bytes);
    return rd_whole_ticks(certificate->single_items ? cost.latency_s + item_s : item_s,
                          certificate->tick_s);
}

/* What a worker adds to what cannot be done, by the end E. */
static int64_t lack(const struct rd_instance *instance,
                    const struct rd_relay_certificate *certificate, uint32_t worker)
{
    uint32_t relay = rd_relay_host(&instance->topology);
    int64_t end = certificate->ticks - 1, date = certificate->date;
    int64_t up = way(instance, certificate, worker, relay);
    int64_t down = way(instance, certificate, relay, worker);
    int64_t w = rd_whole_ticks(rd_compute_item_s(instance, worker), certificate->tick_s);
    int64_t load = rd_load(instance, worker, 0), slots = 0;
    if (w == 0)
        return INT64_MIN; /* it computes everything at once */
    if (end - date - 1 - down - w >= 0)
        slots = down == 0 ? (end - date - 1) / w
                          : rd_least((end - date - 1 - down) / w, (end - date - 1 - w) / down);
    int64_t stays = load - end / w - (up == 0 ? load : rd_least(load, date / up));
    return stays > -slots ? stays : -slots;
}

bool rd_relay_certificate_check(const struct rd_instance *instance,
                                const struct rd_relay_certificate *certificate, double *ret_seconds,
                                struct rd_error *reterr)
{
    uint32_t relay = rd_relay_host(&instance->topology);
    if (instance->topology.shape != RD_STAR || instance->goal != RD_FINISH ||
        instance->kind_count != 1 || rd_load(instance, relay, 0) != 0)
        return rd_failed(reterr,
                         "the certificate is for finishing on a star whose master holds nothing");
    if (!(certificate->tick_s > 0) || certificate->date < 0 ||
        certificate->date >= certificate->ticks || certificate->ticks >= RD_PRICE_LIMIT)
        return rd_failed(reterr,
                         "the certificate: a tick above 0 s, and 0 <= date < ticks are accepted");
    int64_t lacking = 0;
    for (uint32_t worker = 0; worker < relay; worker++) {
        int64_t lacks = lack(instance, certificate, worker);
        if (lacks == INT64_MIN || __builtin_add_overflow(lacking, lacks, &lacking))
            return rd_failed(reterr,
                             "the certificate shows nothing: worker %" PRIu32
                             " computes too much in no time",
                             worker);
    }
    *ret_seconds = rd_ticks_in_seconds(certificate->ticks, certificate->tick_s);
    return lacking > 0 ||
           rd_failed(reterr, "the certificate's date does not show that it is too early");
}
