#include "kept_bound.h"

#include "algorithms/graph/network.h"
#include "algorithms/graph/shortest_paths.h"
#include "sim/model/certificates/price_certificate.h"

#include <string.h>

/* Items of a commodity at a host: of a kind, or of all of them where these are taken for one. */
static int64_t amount_of(const struct rd_instance *instance, const int64_t *amount, uint32_t host,
                         uint32_t commodity, uint32_t commodities)
{
    uint32_t kinds = instance->kind_count;
    const int64_t *of_host = amount + (size_t)host * kinds;
    int64_t sum = 0;
    if (commodities == kinds)
        return of_host[commodity];
    for (uint32_t kind = 0; kind < kinds; kind++)
        sum += of_host[kind];
    return sum;
}

/* What is left to do with an item that has come to a host where it may end. */
static int64_t rest_at(const struct rd_network *network, double tick_s, uint32_t host,
                       uint32_t commodity, uint32_t commodities)
{
    const struct rd_instance *instance = network->instance;
    if (instance->goal == RD_REACH)
        return amount_of(instance, instance->target, host, commodity, commodities) > 0 ? 0 : RD_FAR;
    if (host == network->relay)
        return RD_FAR;
    return instance->goal == RD_FINISH ? rd_whole_ticks(network->compute_item_s[host], tick_s) : 0;
}

/* Finds the dates of the certificate anew. */
static void find_dates(const struct rd_network *network, struct rd_price_certificate *certificate,
                       struct rd_arena *scratch)
{
    uint32_t n = network->host_count, k = certificate->commodity_count;
    int64_t *earliest = rd_take(scratch, (size_t)n * k, int64_t);
    int64_t *rest = rd_take(scratch, (size_t)n * k, int64_t);
    int64_t *length = rd_take(scratch, network->link_count, int64_t);
    for (uint32_t commodity = 0; commodity < k; commodity++) {
        for (uint32_t link = 0; link < network->link_count; link++) {
            length[link] =
                rd_whole_ticks(network->latency_s[link], certificate->tick_s) +
                rd_whole_ticks(rd_network_item_s(network, link, commodity), certificate->tick_s);
            length[link] = rd_least(length[link], RD_FAR);
        }
        for (uint32_t host = 0; host < n; host++) {
            size_t label = (size_t)host * k + commodity;
            bool lies =
                amount_of(network->instance, network->instance->load, host, commodity, k) > 0;
            earliest[label] = lies ? 0 : RD_FAR;
            rest[label] = rest_at(network, certificate->tick_s, host, commodity, k);
        }
        rd_shortest_paths(network, length, false, k, scratch, earliest + commodity);
        rd_shortest_paths(network, length, true, k, scratch, rest + commodity);
    }
    certificate->earliest = earliest;
    certificate->rest = rest;
}

/* Prices of shared links as the changed instance numbers them. Returns: false if one that has a
 * price is shared no more. */
static bool move_shared_prices(const struct rd_shared_links *from, const struct rd_shared_links *to,
                               struct rd_price_certificate *certificate, struct rd_arena *scratch)
{
    int64_t *price = to ? rd_take(scratch, to->count, int64_t) : NULL;
    for (uint32_t i = 0; i < from->count; i++) {
        uint32_t number = 0;
        if (certificate->shared_price[i] == 0)
            continue;
        while (to && number < to->count && strcmp(to->name[number], from->name[i]) != 0)
            number++;
        if (!to || number == to->count)
            return false;
        price[number] = certificate->shared_price[i];
    }
    certificate->shared_price = price;
    return true;
}

/* The network of what prices are about. */
static bool read_priced(const struct rd_instance *changed, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_network *ret_network)
{
    struct rd_instance *priced = rd_take(arena, 1, struct rd_instance);
    *priced = rd_priced_instance(changed, arena);
    return rd_network_read(priced, arena, scratch, ret_network, NULL);
}

bool rd_bound_is_kept(const struct rd_bound *bound, const struct rd_instance *instance,
                      const struct rd_instance *changed, struct rd_arena *scratch)
{
    struct rd_network network;
    rd_arena_own(arena);
    if (bound->seconds <= 0) /* no schedule is shorter, whatever links cost */
        return true;
    /* A relabelling shows how much moves, and not how long that takes. */
    if ((!bound->certificate && !bound->relay) || changed->objects)
        return false;
    struct rd_bound claim = *bound;
    struct rd_price_certificate certificate;
    if (bound->certificate) {
        certificate = *bound->certificate;
        claim.certificate = &certificate;
        if ((certificate.shared_price &&
             !move_shared_prices(instance->shared, changed->shared, &certificate, &arena)) ||
            !read_priced(changed, &arena, scratch, &network))
            return false;
        if (certificate.single_items)
            rd_network_send_single_items(&network, &arena);
        find_dates(&network, &certificate, &arena);
    }
    return rd_bound_check(&claim, changed, scratch, NULL);
}
