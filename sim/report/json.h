/* JSON: an array of objects, a member a line, so that people can read it too. jansson writes the
 * values. */
#ifndef REDIST_REPORT_JSON_H
#define REDIST_REPORT_JSON_H

#include "sim/run/result.h"

#include "sim/base/arena.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* An array of objects that is being written. */
struct rd_json {
    FILE *out;
    struct rd_arena *arena; /* for texts that need mending */
    size_t object_count;    /* begun */
    size_t member_count;    /* of the object under way */
    bool failed;            /* writing did; errno says why */
};

/* Starts a text on `out`. */
void rd_json_begin(struct rd_json *json, FILE *out, struct rd_arena *arena);

/* Begins the next object of the array. */
void rd_json_object(struct rd_json *json);

/* Adds a member to the object. In: a value of jansson's, which is given away. */
void rd_json_member(struct rd_json *json, const char *key, json_t *value);

/* Adds a text, made well-formed; NULL gives null. */
void rd_json_text(struct rd_json *json, const char *key, const char *text);

/* Adds a number in the fewest digits that read back the same, whole numbers without a point; what
 * is not finite gives null. */
void rd_json_number(struct rd_json *json, const char *key, double value);

/* Ends the array. Returns: false if writing failed (errno says why). */
bool rd_json_end(struct rd_json *json);

/* rd_results_write (tables.h) in JSON: the members that docs/commands.md lists, in that order. */
bool rd_results_write_json(FILE *out, const struct rd_result *result, size_t result_count,
                           const char *simgrid_version);

#endif
