#include "copies_parts.h"

#include <string.h>

bool rd_has_named_part_alone(const struct rd_instance *instance, struct rd_error *reterr)
{
    return !rd_has_two_parts(instance) ||
           rd_refuse(reterr, "kinds without a name have loads beside those with one: named kinds "
                             "alone are accepted (copies-mixed plans both)");
}

struct rd_instance rd_named_part(const struct rd_instance *instance, struct rd_arena *arena)
{
    struct rd_instance part = *instance;
    struct rd_copies *copies = rd_take(arena, 1, struct rd_copies);
    *copies = *instance->copies;
    copies->first_kind = 0;
    part.copies = copies;
    part.kind_bytes = NULL;
    part.kind_count = copies->count;
    size_t entries = (size_t)part.topology.host_count * part.kind_count;
    part.load = part.target = rd_take(arena, entries, int64_t);
    return part;
}

struct rd_instance rd_counted_part(const struct rd_instance *instance, struct rd_arena *arena)
{
    struct rd_instance part = *instance;
    size_t kinds = instance->copies->first_kind, hosts = instance->topology.host_count;
    int64_t *load = rd_take(arena, hosts * kinds, int64_t);
    int64_t *target = rd_take(arena, hosts * kinds, int64_t);
    for (size_t host = 0; host < hosts; host++) {
        size_t of_host = host * instance->kind_count;
        memcpy(load + host * kinds, instance->load + of_host, kinds * sizeof *load);
        memcpy(target + host * kinds, instance->target + of_host, kinds * sizeof *target);
    }
    part.copies = NULL;
    part.goal = RD_REACH;
    part.kind_count = (uint32_t)kinds;
    part.load = load;
    part.target = target;
    if (instance->kind_bytes)
        rd_instance_size_kinds(&part, instance->kind_bytes);
    return part;
}
