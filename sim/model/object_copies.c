#include "object_copies.h"

struct rd_instance rd_objects_as_copies(const struct rd_instance *instance, struct rd_arena *arena)
{
    const struct rd_objects *objects = instance->objects;
    size_t count = objects->count;
    struct rd_copies *copies = rd_take(arena, 1, struct rd_copies);
    double *bytes = rd_take(arena, count, double);
    uint32_t *one_each = rd_take(arena, count + 1, uint32_t);
    int64_t *first_item = rd_take(arena, count, int64_t), *items = rd_take(arena, count, int64_t);
    for (uint32_t object = 0; object < count; object++) {
        bytes[object] = (double)objects->bytes[object];
        items[object] = 1;
        one_each[object + 1] = object + 1;
    }
    *copies = (struct rd_copies){
        .count = objects->count,
        .name = objects->name,
        .bytes = bytes,
        .piece_count = objects->count,
        .piece = one_each,
        .first_item = first_item,
        .items = items,
        .held_first = objects->first,
        .held = objects->source,
        .wanted_first = one_each,
        .wanted = objects->to,
    };
    struct rd_instance result = *instance;
    result.goal = RD_COPIES;
    result.objects = NULL;
    result.copies = copies;
    result.item_bytes = 1;
    return result;
}
