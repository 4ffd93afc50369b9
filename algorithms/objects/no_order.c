#include "no_order.h"

#include "order.h"
#include "space_bounds.h"

#include <inttypes.h>

static const struct rd_order_certificate *show_too_large(const struct rd_object_list *copies,
                                                         struct rd_arena *arena,
                                                         struct rd_arena *scratch)
{
    const struct rd_objects *objects = copies->objects;
    rd_arena_borrow(scratch);
    struct rd_joined_hosts joined = rd_join_hosts(copies, scratch);
    bool *inside = rd_take(scratch, copies->host_count, bool);
    for (uint32_t object = 0; object < copies->count; object++) {
        uint32_t host = rd_takes_space(copies, object), count = 0;
        if (host == RD_NO_HOST || objects->bytes[object] <= joined.free_bytes[joined.root[host]])
            continue;
        uint32_t *member = rd_take(arena, copies->host_count, uint32_t);
        for (uint32_t other = 0; other < copies->host_count; other++) {
            inside[other] = joined.root[other] == joined.root[host] &&
                            rd_host_space(objects, other) != RD_NO_SPACE_LIMIT;
            if (inside[other])
                member[count++] = other;
        }
        int64_t free_bytes = rd_order_space_among(copies->instance, inside, scratch);
        return rd_make(arena, struct rd_order_certificate, .reason = RD_ORDER_TOO_LARGE,
                       .object_count = 1, .object = rd_make(arena, uint32_t, object),
                       .member_count = count, .member = member,
                       .missing_bytes = objects->bytes[object] - free_bytes, .short_object = object,
                       .short_host = host);
    }
    return NULL;
}

/* Lets objects leave the set that find space, until nothing changes. Returns: NULL where all do. */
static const struct rd_order_certificate *show_stuck(const struct rd_instance *instance,
                                                     enum rd_order_reason reason,
                                                     struct rd_arena *arena,
                                                     struct rd_arena *scratch)
{
    const struct rd_objects *objects = instance->objects;
    rd_arena_borrow(scratch);
    struct rd_order_space space = rd_order_space_open(instance, reason, scratch, scratch);
    uint32_t *left = rd_take(scratch, objects->count, uint32_t), count = objects->count;
    for (uint32_t object = 0; object < count; object++)
        left[object] = object;
    for (uint32_t before = count + 1; count < before;) {
        uint32_t still = 0;
        before = count;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t host = space.needs[left[i]];
            if (host == RD_NO_HOST || objects->bytes[left[i]] <= space.free_bytes[host])
                rd_order_space_leave(&space, left[i]);
            else
                left[still++] = left[i];
        }
        count = still;
    }
    if (count == 0)
        return NULL;
    struct rd_order_certificate *shown = rd_make(
        arena, struct rd_order_certificate, .reason = reason, .object_count = count,
        .object = rd_arena_copy(arena, left, count, sizeof *left), .missing_bytes = INT64_MAX);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t host = space.needs[left[i]];
        int64_t missing = objects->bytes[left[i]] - space.free_bytes[host];
        if (missing >= shown->missing_bytes)
            continue;
        shown->missing_bytes = missing;
        shown->short_object = left[i];
        shown->short_host = host;
    }
    return shown;
}

const struct rd_order_certificate *rd_show_no_order(const struct rd_instance *instance,
                                                    struct rd_arena *arena,
                                                    struct rd_arena *scratch)
{
    struct rd_object_list copies;
    if (!instance->objects->space_bytes || !rd_object_list_read(instance, scratch, &copies, NULL))
        return NULL;
    const struct rd_order_certificate *shown = show_too_large(&copies, arena, scratch);
    if (!shown)
        shown = show_stuck(instance, RD_ORDER_NO_FIRST, arena, scratch);
    if (!shown)
        shown = show_stuck(instance, RD_ORDER_NO_LAST, arena, scratch);
    rd_assert(!shown || rd_order_certificate_check(instance, shown, scratch, NULL));
    return shown;
}

/* "o1, o2 and 3 more" */
static const char *list_objects(const struct rd_objects *objects,
                                const struct rd_order_certificate *shown, struct rd_arena *arena)
{
    enum { SHOWN = 8 };
    const char *list = "";
    for (uint32_t i = 0; i < shown->object_count && i < SHOWN; i++)
        list = rd_arena_print(arena, "%s%s%s", list, i > 0 ? ", " : "",
                              rd_label_of_object(objects, shown->object[i]));
    return shown->object_count > SHOWN
               ? rd_arena_print(arena, "%s and %d more", list, (int)shown->object_count - SHOWN)
               : list;
}

const char *rd_no_order_words(const struct rd_instance *instance,
                              const struct rd_order_certificate *shown, struct rd_arena *arena)
{
    const struct rd_objects *objects = instance->objects;
    const char *object = rd_label_of_object(objects, shown->short_object);
    const char *host = rd_label(instance, shown->short_host);
    int64_t bytes = objects->bytes[shown->short_object], missing = shown->missing_bytes;
    switch (shown->reason) {
    case RD_ORDER_TOO_LARGE:
        return rd_arena_print(arena,
                              "there is no order: %s has %" PRId64
                              " bytes, and on %s and all hosts that exchange bytes with it %" PRId64
                              " are free: %" PRId64 " more are needed there",
                              object, bytes, host, bytes - missing, missing);
    case RD_ORDER_NO_FIRST:
        return rd_arena_print(arena,
                              "there is no order: these objects wait for each other: %s; %" PRId64
                              " bytes more on %s would let %s move",
                              list_objects(objects, shown, arena), missing, host, object);
    case RD_ORDER_NO_LAST: break;
    }
    return rd_arena_print(arena,
                          "there is no order: none of these objects can be the last of them: "
                          "%s; %" PRId64 " bytes more on %s would let %s be",
                          list_objects(objects, shown, arena), missing, host, object);
}
