/* JSON: an array of objects, a member a line, so that people can read it too. jansson writes the
 * values. */
#pragma once

#include "sim/base/arena.h"
#include "sim/input/json_memory.h"

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

/* An array of objects that is being written. */
struct rd_json {
    FILE *out;
    struct rd_arena *arena; /* for texts that need mending */
    size_t object_count;    /* begun */
    size_t member_count;    /* of the object under way */
};

/* Starts a text on `out`. */
void rd_json_begin(struct rd_json *json, FILE *out, struct rd_arena *arena);

/* Begins the next object of the array. */
void rd_json_object(struct rd_json *json);

/* Adds a member to the object. In: a value of jansson's, which is given away. */
void rd_json_member(struct rd_json *json, const char *key, json_t *value);

/* Adds a text, made well-formed; NULL gives null. */
void rd_json_text(struct rd_json *json, const char *key, const char *text);

/* Adds a value that is JSON already. */
void rd_json_raw(struct rd_json *json, const char *key, const char *value);

/* Ends the array. Returns: false if writing failed (errno says why). */
bool rd_json_end(struct rd_json *json);

/* An array of whole numbers; NULL gives null. O(count). */
json_t *rd_json_integers(const int64_t *value, size_t count);
