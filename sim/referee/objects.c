#include "objects.h"

#include "form.h"

#include <inttypes.h>

void rd_object_places_open(struct rd_object_places *places, struct rd_referee *referee)
{
    const struct rd_objects *objects = referee->instance->objects;
    *places = (struct rd_object_places){.at = rd_take(referee->arena, objects->count, uint32_t)};
    for (uint32_t object = 0; object < objects->count; object++)
        places->at[object] = RD_NO_HOST;
    referee->placement = places->at;
    if (objects->space_bytes)
        places->free_bytes = rd_arena_copy(referee->scratch, objects->space_bytes,
                                           referee->host_count, sizeof *places->free_bytes);
}

static const struct rd_transfer *transfer_at(const struct rd_referee *referee, size_t transfer)
{
    return rd_plan_transfer(referee->plan, transfer);
}

/* Does the sender of a message hold its object? */
static bool holds(const struct rd_objects *objects, const struct rd_object_places *places,
                  const struct rd_transfer *transfer)
{
    uint32_t object = (uint32_t)transfer->kind;
    return places->at[object] == RD_NO_HOST
               ? rd_object_has_source(objects, object, transfer->from)
               : rd_objects_stop(objects) && places->at[object] == transfer->from;
}

bool rd_object_leaves(struct rd_referee *referee, struct rd_object_places *places, size_t transfer,
                      const char *when)
{
    const struct rd_objects *objects = referee->instance->objects;
    const struct rd_transfer *of = transfer_at(referee, transfer);
    uint32_t object = (uint32_t)of->kind;
    if (!holds(objects, places, of))
        return rd_referee_fail(
            referee, RD_VIOLATION_NOT_HELD, transfer, of->from,
            "transfer %zu: %s%s sends %s and %s", transfer, when,
            rd_label(referee->instance, of->from), rd_label_of_object(objects, object),
            places->at[object] == RD_NO_HOST ? "does not hold it" : "it has left already");
    places->at[object] = RD_DROP_SOURCE;
    if (rd_host_space(objects, of->to) == RD_NO_SPACE_LIMIT)
        return true;
    int64_t *free_bytes = &places->free_bytes[of->to];
    if (*free_bytes < objects->bytes[object])
        return rd_referee_fail(referee, RD_VIOLATION_SPACE, transfer, of->to,
                               "transfer %zu: %s%s has %" PRId64
                               " bytes free, and %s takes %" PRId64,
                               transfer, when, rd_label(referee->instance, of->to), *free_bytes,
                               rd_label_of_object(objects, object), objects->bytes[object]);
    *free_bytes -= objects->bytes[object];
    return true;
}

void rd_object_arrives(const struct rd_referee *referee, struct rd_object_places *places,
                       size_t transfer)
{
    const struct rd_objects *objects = referee->instance->objects;
    const struct rd_transfer *of = transfer_at(referee, transfer);
    uint32_t object = (uint32_t)of->kind;
    places->at[object] = of->to;
    if (!objects->space_bytes)
        return;
    uint32_t freed = rd_object_freed(objects, object, of->from);
    if (freed != RD_NO_HOST && objects->space_bytes[freed] != RD_NO_SPACE_LIMIT)
        places->free_bytes[freed] += objects->bytes[object];
}

bool rd_referee_objects(struct rd_referee *referee)
{
    const struct rd_plan *plan = referee->plan;
    struct rd_object_places places;
    rd_object_places_open(&places, referee);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        int64_t items;
        if (!rd_transfer_is_well_formed(referee, transfer, &items))
            return rd_referee_form(referee, i);
        referee->round_before = transfer->round;
        if (!rd_referee_sum(referee, transfer, items))
            return rd_referee_too_much(referee, i);
        if (!rd_object_has_form(referee, i))
            return false;
    }
    for (size_t i = 0; i < plan->transfer_count; i++) {
        if (!rd_object_leaves(referee, &places, i, "after the transfers before it "))
            return false;
        rd_object_arrives(referee, &places, i);
    }
    referee->has_rounds = plan->transfer_count > 0 &&
                          plan->transfer[0].round != plan->transfer[plan->transfer_count - 1].round;
    return true;
}

void rd_referee_placement(struct rd_referee *referee)
{
    const struct rd_objects *objects = referee->instance->objects;
    for (uint32_t object = 0; object < objects->count; object++) {
        uint32_t at = referee->placement[object], to = objects->to[object];
        if (at == to)
            continue;
        rd_referee_miss(referee, "%s ends %s%s: it is wanted on %s",
                        rd_label_of_object(objects, object),
                        at == RD_NO_HOST ? "where it was" : "on ",
                        at == RD_NO_HOST ? "" : rd_label(referee->instance, at),
                        rd_label(referee->instance, to));
        return;
    }
}

struct rd_host_space *rd_host_spaces_open(struct rd_referee *referee)
{
    const struct rd_objects *objects = referee->instance->objects;
    if (!objects || !objects->space_bytes)
        return NULL;
    struct rd_host_space *space =
        rd_take(referee->scratch, referee->host_count, struct rd_host_space);
    for (uint32_t host = 0; host < referee->host_count; host++)
        space[host].free_bytes = objects->space_bytes[host];
    return space;
}

double rd_host_space_take(struct rd_host_space *space, int64_t bytes)
{
    space->free_bytes -= bytes;
    int64_t needed = -space->free_bytes;
    while (space->before > 0 &&
           space->before_bytes - space->given[space->before - 1].bytes >= needed)
        space->before_bytes -= space->given[--space->before].bytes;
    while (space->before_bytes < needed) {
        rd_assert(space->before < space->given_count);
        space->before_bytes += space->given[space->before++].bytes;
    }
    return needed <= 0 ? 0 : space->given[space->before - 1].at_s;
}

void rd_host_space_give(struct rd_host_space *space, double at_s, int64_t bytes,
                        struct rd_arena *arena)
{
    struct rd_given new = {at_s, bytes};
    rd_arena_add(arena, space->given, space->given_count, new);
    size_t place = space->given_count - 1;
    for (; place > 0 && space->given[place - 1].at_s > at_s; place--)
        space->given[place] = space->given[place - 1];
    space->given[place] = new;
    if (place >= space->before)
        return;
    space->before++;
    space->before_bytes += bytes;
}
