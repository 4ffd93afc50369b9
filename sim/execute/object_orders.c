#include "object_orders.h"

#include "damaged_report.h"

#include "sim/base/groups.h"
#include "sim/model/objects.h"

#include <inttypes.h>

/* --- orders ----------------------------------------------------------------------------------- */

/* Who gives up what others send would have to be told. */
static bool check_drop(const struct rd_instance *instance, const struct rd_transfer *transfer,
                       struct rd_error *reterr)
{
    const struct rd_objects *objects = instance->objects;
    uint32_t drop = rd_object_freed(objects, (uint32_t)transfer->kind, transfer->from);
    return drop == RD_NO_HOST || drop == transfer->from ||
           rd_host_space(objects, drop) == RD_NO_SPACE_LIMIT ||
           rd_refuse(reterr,
                     "%s has a limit of space and gives up %s, which others move: no process sees "
                     "when it has arrived elsewhere",
                     rd_label(instance, drop),
                     rd_label_of_object(objects, (uint32_t)transfer->kind));
}

bool rd_object_orders_check(const struct rd_instance *instance, const struct rd_plan *plan,
                            uint64_t limit_bytes, struct rd_error *reterr)
{
    const struct rd_objects *objects = instance->objects;
    double bytes = 0;
    if (instance->shared)
        return rd_refuse(reterr, "objects wait for room on links that routes share, and no process "
                                 "sees when: those on links of their own can be executed");
    for (uint32_t object = 0; object < objects->count; object++)
        bytes +=
            (double)objects->bytes[object] * (objects->first[object + 1] - objects->first[object]);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        bytes += (double)objects->bytes[plan->transfer[i].kind];
        if (!check_drop(instance, &plan->transfer[i], reterr))
            return false;
    }
    return bytes <= (double)limit_bytes ||
           rd_refuse(reterr,
                     "objects of %g bytes, with all copies: at most %.0f GiB in all are moved",
                     bytes, (double)limit_bytes / (1 << 30));
}

/* -1 stands for nobody and for no limit, -2 for the source that was used. */
static int64_t number_of(uint32_t drop)
{
    return drop == RD_NO_HOST ? -1 : drop == RD_DROP_SOURCE ? -2 : (int64_t)drop;
}

void rd_object_orders_print(struct rd_text *text, const struct rd_instance *instance)
{
    const struct rd_objects *objects = instance->objects;
    rd_text_print(text, "%d %d\n", objects->combined_ports, objects->many_a_pair);
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        rd_text_print(text, "%" PRIu32 " %" PRId64 "\n", rd_host_ports(instance, host),
                      rd_host_space(objects, host));
    for (uint32_t object = 0; object < objects->count; object++) {
        uint32_t first = objects->first[object], last = objects->first[object + 1];
        rd_text_print(text, "%" PRId64 " %" PRId64 " %" PRIu32, objects->bytes[object],
                      number_of(objects->drop[object]), last - first);
        for (uint32_t i = first; i < last; i++)
            rd_text_print(text, " %" PRIu32, objects->source[i]);
        rd_text_print(text, "\n");
    }
}

/* --- reports ---------------------------------------------------------------------------------- */

static bool gives_up(const struct rd_objects *objects, const struct rd_transfer *transfer)
{
    return rd_object_freed(objects, (uint32_t)transfer->kind, transfer->from) == transfer->from;
}

struct rd_objects_held rd_objects_held_find(const struct rd_instance *instance,
                                            const struct rd_plan *plan, struct rd_arena *arena)
{
    const struct rd_objects *objects = instance->objects;
    struct rd_objects_held held = {.instance = instance, .plan = plan};
    uint32_t *object = rd_take(arena, plan->transfer_count, uint32_t);
    held.count = rd_take(arena, instance->topology.host_count, size_t);
    for (uint32_t i = 0; i < objects->first[objects->count]; i++)
        held.count[objects->source[i]]++;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        object[i] = (uint32_t)transfer->kind;
        held.count[transfer->to]++;
        held.count[transfer->from] -= gives_up(objects, transfer);
    }
    struct rd_groups groups = rd_group(object, plan->transfer_count, objects->count, arena);
    held.first = groups.first;
    held.transfer = groups.member;
    return held;
}

static bool is_held(const struct rd_objects_held *held, uint32_t object, uint32_t host)
{
    const struct rd_objects *objects = held->instance->objects;
    bool is = rd_object_has_source(objects, object, host);
    for (size_t i = held->first[object]; i < held->first[object + 1]; i++) {
        const struct rd_transfer *transfer = &held->plan->transfer[held->transfer[i]];
        is = transfer->to == host ||
             (is && !(transfer->from == host && gives_up(objects, transfer)));
    }
    return is;
}

bool rd_object_report_read(FILE *file, const struct rd_objects_held *held, uint32_t host,
                           struct rd_error *reterr)
{
    const struct rd_objects *objects = held->instance->objects;
    int64_t most_bytes, space = rd_host_space(objects, host);
    size_t count;
    if (fscanf(file, "%" SCNd64 " %zu", &most_bytes, &count) != 2)
        return rd_report_is_damaged(held->instance, host, reterr);
    if (space != RD_NO_SPACE_LIMIT && most_bytes > space)
        return rd_failed(reterr,
                         "executed: %s: took room for %" PRId64 " bytes and had %" PRId64 " free",
                         rd_label(held->instance, host), most_bytes, space);
    if (count != held->count[host])
        return rd_failed(reterr, "executed: %s: %zu objects, planned %zu",
                         rd_label(held->instance, host), count, held->count[host]);
    for (size_t i = 0, next = 0; i < count; i++) {
        uint32_t object;
        int is_whole;
        if (fscanf(file, "%" SCNu32 " %d", &object, &is_whole) != 2 || object < next ||
            object >= objects->count)
            return rd_report_is_damaged(held->instance, host, reterr);
        next = object + 1;
        if (!is_whole)
            return rd_failed(reterr, "executed: %s: %s came changed",
                             rd_label(held->instance, host), rd_label_of_object(objects, object));
        if (!is_held(held, object, host))
            return rd_failed(reterr, "executed: %s: %s is there and was to leave",
                             rd_label(held->instance, host), rd_label_of_object(objects, object));
    }
    return true;
}
