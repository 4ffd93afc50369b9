#include "names.h"

#include <string.h>

/* FNV-1a, whose last bits differ too little where names differ in their last digits only. */
static uint32_t hash_of(const char *text, size_t length)
{
    uint32_t mixed = 2166136261u;
    for (size_t i = 0; i < length; i++)
        mixed = (mixed ^ (unsigned char)text[i]) * 16777619u;
    return mixed ^ mixed >> 15;
}

uint32_t rd_name_hash(const char *name)
{
    return hash_of(name, strlen(name));
}

/* Names are short: sooner than by a call. */
static bool is_equal(const char *name, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (name[i] != text[i] || name[i] == '\0')
            return false;
    return name[length] == '\0';
}

/* The slot where a name is, or where it would be put. */
static struct rd_name_slot *slot_of(const struct rd_names *names, const char *text, size_t length,
                                    uint32_t hash)
{
    uint32_t place = hash & (names->slot_count - 1);
    struct rd_name_slot *slot = &names->slot[place];
    while (slot->number > 0 &&
           (slot->hash != hash || !is_equal(names->name[slot->number - 1], text, length))) {
        place = (place + 1) & (names->slot_count - 1);
        slot = &names->slot[place];
    }
    return slot;
}

/* The slot where a name would be put that is not there. */
static struct rd_name_slot *empty_slot(const struct rd_names *names, uint32_t hash)
{
    uint32_t place = hash & (names->slot_count - 1);
    while (names->slot[place].number > 0)
        place = (place + 1) & (names->slot_count - 1);
    return &names->slot[place];
}

/* Keeps at least half of the slots empty. Old arrays are given back: of a million names they are as
 * large as the new ones. */
static void make_room(struct rd_names *names, struct rd_arena *arena)
{
    if (names->count < names->capacity)
        return;
    uint32_t capacity = names->capacity ? 2 * names->capacity : 16, old_count = names->slot_count;
    const struct rd_name_slot *old = names->slot;
    const char **name =
        rd_arena_grow(arena, names->name, names->capacity, capacity, sizeof *names->name);
    if (name != names->name)
        rd_arena_forget(names->name, names->capacity * sizeof *names->name);
    names->name = name;
    names->capacity = capacity;
    names->slot_count = 2 * capacity;
    names->slot = rd_take(arena, names->slot_count, struct rd_name_slot);
    for (uint32_t i = 0; i < old_count; i++)
        if (old[i].number > 0)
            *empty_slot(names, old[i].hash) = old[i];
    rd_arena_forget(old, old_count * sizeof *old);
}

bool rd_names_add(struct rd_names *names, struct rd_arena *arena, const char *name,
                  uint32_t *ret_number)
{
    make_room(names, arena);
    size_t length = strlen(name);
    uint32_t hash = hash_of(name, length);
    struct rd_name_slot *slot = slot_of(names, name, length, hash);
    if (slot->number > 0) {
        *ret_number = slot->number - 1;
        return false;
    }
    names->name[names->count] = name;
    *ret_number = names->count++;
    *slot = (struct rd_name_slot){names->count, hash};
    return true;
}

uint32_t rd_names_find_part(const struct rd_names *names, const char *text, size_t length)
{
    if (names->count == 0)
        return RD_NO_NAME;
    uint32_t found = slot_of(names, text, length, hash_of(text, length))->number;
    return found > 0 ? found - 1 : RD_NO_NAME;
}

uint32_t rd_names_find(const struct rd_names *names, const char *name)
{
    return rd_names_find_part(names, name, strlen(name));
}
