/* Names, numbered and found again: a hashed index. */
#pragma once

#include "arena.h"

#define RD_NO_NAME UINT32_MAX

/* A place of the index. Most names that are not looked for have another hash, and are not read. */
struct rd_name_slot {
    uint32_t number; /* of a name, + 1; 0: none is here */
    uint32_t hash;   /* of that name */
};

/* Names numbered in the order in which they came. Zeroed: empty. */
struct rd_names {
    const char **name; /* [count] */
    uint32_t count;
    uint32_t capacity;
    struct rd_name_slot *slot; /* [slot_count]; open addressing */
    uint32_t slot_count;
};

/* A number drawn by the name alone: nearly equal names have others. O(length). */
uint32_t rd_name_hash(const char *name);

/* Adds a name, which is not copied. Returns: false, and the number of its twin in *ret_number, if
 * it is there already. Cost: O(1) amortised. */
bool rd_names_add(struct rd_names *names, struct rd_arena *arena, const char *name,
                  uint32_t *ret_number);

/* The number of a name, or RD_NO_NAME. O(1). */
uint32_t rd_names_find(const struct rd_names *names, const char *name);

/* The same of `length` letters, which no NUL has to follow; no name has one within. O(length). */
uint32_t rd_names_find_part(const struct rd_names *names, const char *text, size_t length);
