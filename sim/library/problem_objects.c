#include "problem_objects.h"

#include "host_lists.h"

#include "include/redist/redist.h"

static bool need(const void *array, const char *name, struct rd_error *reterr)
{
    return array || rd_wrong(reterr, "%s is NULL: [object_count] are needed", name);
}

/* Who frees each object's bytes, where nobody says: the host that sent it. */
static const uint32_t *drop_sources(size_t count, struct rd_arena *arena)
{
    uint32_t *drop = rd_take(arena, count, uint32_t);
    for (size_t i = 0; i < count; i++)
        drop[i] = RD_DROP_SOURCE;
    return drop;
}

bool rd_problem_objects_read(const struct rd_problem *problem, struct rd_call *call,
                             struct rd_instance *instance)
{
    size_t count = problem->object_count;
    if (count < 1 || count > RD_OBJECT_LIMIT)
        return rd_wrong(&call->error, "object_count is %zu: 1 to %d are accepted", count,
                        RD_OBJECT_LIMIT);
    if (!need(problem->object_bytes, "object_bytes", &call->error) ||
        !need(problem->object_wanted, "object_wanted", &call->error))
        return false;
    struct rd_objects *objects = rd_take(&call->problem, 1, struct rd_objects);
    *objects = (struct rd_objects){
        .count = (uint32_t)count,
        .bytes = problem->object_bytes,
        .first = rd_host_lists_read(problem->object_held_first, problem->object_held, count,
                                    "object", "held", call),
        .source = problem->object_held,
        .to = problem->object_wanted,
        .drop = problem->object_drop,
        .space_bytes = problem->space_bytes,
        .relays = problem->relay,
        .staging = problem->staging && problem->space_bytes,
        .combined_ports = problem->combined_ports,
        .many_a_pair = problem->many_a_pair,
    };
    if (!objects->first)
        return false;
    if (!objects->drop)
        objects->drop = drop_sources(count, &call->problem);
    instance->objects = objects;
    instance->kind_count = objects->count;
    instance->load = NULL;
    return true;
}
