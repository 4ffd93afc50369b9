#include "names.h"

#include <string.h>

/* FNV-1a. */
static uint32_t hash(const char *name)
{
    uint32_t mixed = 2166136261u;
    for (; *name; name++)
        mixed = (mixed ^ (unsigned char)*name) * 16777619u;
    return mixed;
}

/* The slot where a name is, or where it would be put. */
static uint32_t slot_of(const struct rd_names *names, const char *name)
{
    uint32_t slot = hash(name) & (names->slot_count - 1);
    while (names->slot[slot] && strcmp(names->name[names->slot[slot] - 1], name) != 0)
        slot = (slot + 1) & (names->slot_count - 1);
    return slot;
}

/* Keeps at least half of the slots empty. */
static void make_room(struct rd_names *names, struct rd_arena *arena)
{
    if (names->count < names->capacity)
        return;
    uint32_t capacity = names->capacity ? 2 * names->capacity : 16;
    names->name = rd_arena_grow(arena, names->name, names->capacity, capacity, sizeof *names->name);
    names->capacity = capacity;
    names->slot_count = 2 * capacity;
    names->slot = rd_take(arena, names->slot_count, uint32_t);
    for (uint32_t number = 0; number < names->count; number++)
        names->slot[slot_of(names, names->name[number])] = number + 1;
}

bool rd_names_add(struct rd_names *names, struct rd_arena *arena, const char *name,
                  uint32_t *ret_number)
{
    make_room(names, arena);
    uint32_t slot = slot_of(names, name);
    if (names->slot[slot]) {
        *ret_number = names->slot[slot] - 1;
        return false;
    }
    names->name[names->count] = name;
    *ret_number = names->count++;
    names->slot[slot] = names->count;
    return true;
}

uint32_t rd_names_find(const struct rd_names *names, const char *name)
{
    if (names->count == 0)
        return RD_NO_NAME;
    uint32_t found = names->slot[slot_of(names, name)];
    return found ? found - 1 : RD_NO_NAME;
}
