#include "route_bound.h"

#include "algorithms/bounds/found_bounds.h"
#include "sim/model/certificates/multicast_certificate.h"

#include <math.h>
#include <string.h>

/* Is there a link between every two hosts? */
static bool joins_all(const struct rd_topology *topology)
{
    uint64_t n = topology->host_count, count = 0;
    rd_each_link (link, topology)
        count++;
    return topology->shape != RD_BUS && count == n * (n - 1);
}

static bool check(const struct rd_run_context *context, struct rd_error *reterr)
{
    const struct rd_instance *instance = &context->instance;
    const char *wrong = NULL;
    if (!instance->copies || instance->copies->first_kind > 0)
        wrong = "copies of named kinds alone are accepted";
    else if (!rd_scenario_is_exact(&context->scenario))
        wrong = "model \"exact\" and bandwidths that do not vary are accepted";
    else if (!joins_all(&instance->topology))
        wrong = "programs send between any two hosts: a topology with a link between every two is "
                "accepted, shape=\"switch\", or shape=\"graph\" with edges=\"all\"";
    else if (!context->engine)
        wrong = "SimGrid has no such platform: a smaller one is accepted";
    else if (memmem(context->scenario.platform_text, context->scenario.platform_text_size,
                    "FATPIPE", strlen("FATPIPE")))
        wrong = "a FATPIPE link gives each message all of its bandwidth, however many a program "
                "sends: links that are SHARED or SPLITDUPLEX are accepted";
    return !wrong || rd_refuse(reterr, "bound of all programs: %s", wrong);
}

/* The same copies, a byte an item. Returns: false where an item is no whole bytes. */
static bool split_items(const struct rd_instance *instance, struct rd_arena *arena,
                        struct rd_copies *ret_copies)
{
    struct rd_copies copies = *instance->copies;
    double *bytes = rd_take(arena, copies.count, double);
    int64_t *first_item = rd_take(arena, copies.piece_count, int64_t);
    int64_t *items = rd_take(arena, copies.piece_count, int64_t);
    double all = 0;
    for (uint32_t kind = 0; kind < copies.count; kind++) {
        double of_item = copies.bytes ? copies.bytes[kind] : instance->item_bytes;
        if (!(of_item >= 1) || floor(of_item) != of_item)
            return false;
        bytes[kind] = 1;
        for (uint32_t piece = copies.piece[kind]; piece < copies.piece[kind + 1]; piece++) {
            all += (double)copies.items[piece] * of_item;
            if (all > (double)RD_ITEM_LIMIT)
                return false;
            first_item[piece] = copies.first_item[piece] * (int64_t)of_item;
            items[piece] = copies.items[piece] * (int64_t)of_item;
        }
    }
    copies.bytes = bytes;
    copies.first_item = first_item;
    copies.items = items;
    *ret_copies = copies;
    return true;
}

/* What a byte takes at the least, if the bound prices a link that only one pair has. Ends of plans
 * are whole multiples of a time that divides a byte's, on which such prices count; those of other
 * programs are not. */
static double rounding_s(const struct rd_bound *bound, const struct rd_instance *instance)
{
    double byte_s = INFINITY;
    bool any = false;
    for (uint64_t link = 0; bound->multicast && link < rd_link_count(&instance->topology); link++)
        any |= bound->multicast->link_price[link] > 0;
    rd_each_link (link, &instance->topology)
        byte_s = fmin(byte_s, 1 / rd_link_cost(instance, link.number).bandwidth_bytes_per_s);
    return any ? byte_s : 0;
}

bool rd_route_bound(struct rd_run_context *context, struct rd_bound *ret_bound,
                    struct rd_error *reterr)
{
    struct rd_arena *arena = &context->arena;
    struct rd_instance instance = context->instance;
    struct rd_platform_costs costs;
    struct rd_copies copies;
    if (!check(context, reterr) ||
        !rd_engine_read_costs(context->engine, context->scenario.host_name, &instance.topology,
                              UINT32_MAX, arena, &costs, reterr))
        return false;
    if (!split_items(&instance, arena, &copies))
        return rd_refuse(reterr, "bound of all programs: items of whole bytes, and at most 2^53 "
                                 "bytes in all, are accepted");
    instance.copies = &copies;
    instance.item_bytes = 1;
    instance.message_bytes = 0;
    instance.port_model = RD_ALL_PORTS;
    instance.port_count = UINT32_MAX;
    instance.host_port_count = NULL;
    instance.link_cost = costs.link_cost;
    instance.costs_equal = costs.costs_equal;
    instance.may_slow = costs.may_slow;
    instance.shared = costs.shared_links;
    struct rd_found_bounds bounds = rd_found_bounds_open(&instance, NULL, arena, &context->scratch);
    struct rd_found_bound *best = rd_found_bounds_best(&bounds, NULL, RD_BOUNDS_ALL, NAN);
    if (!best)
        return rd_refuse(reterr, "bound of all programs: %s", rd_found_bounds_refusal(&bounds));
    if (!rd_found_bound_check(&bounds, best))
        return rd_failed(reterr, "bound of all programs: %s", best->wrong);
    *ret_bound = best->bound;
    ret_bound->seconds = fmax(0, best->bound.seconds - rounding_s(&best->bound, &instance));
    return true;
}
