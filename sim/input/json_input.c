#include "json_input.h"

#include "json_memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A place in a text, behind which all the value is. */
struct place {
    const char *at, *end;
    int line; /* from 1 on */
};

static void step(struct place *place)
{
    place->line += *place->at++ == '\n';
}

static struct place begin(const struct rd_input_text *text)
{
    struct place place = {text->text, text->text + text->size, 1};
    while (place.at < place.end && ((size_t)(place.at - text->text) < text->start ||
                                    (*place.at != '{' && *place.at != '[')))
        step(&place);
    return place;
}

json_t *rd_json_input(const struct rd_input_text *text, struct rd_error *reterr)
{
    json_error_t error;
    struct place place = begin(text);
    rd_json_use_own_memory();
    json_t *value =
        json_loadb(place.at, (size_t)(place.end - place.at), JSON_REJECT_DUPLICATES, &error);
    if (!value)
        rd_fail(reterr, RD_ERROR_INPUT, text->path,
                place.line + (error.line > 0 ? error.line - 1 : 0), "%s: JSON is accepted",
                error.text);
    return value;
}

static void skip_space(struct place *place)
{
    while (strchr(" \t\r\n", *place->at))
        step(place);
}

static void skip_string(struct place *place)
{
    for (place->at++; *place->at != '"'; place->at++)
        place->at += *place->at == '\\';
    place->at++;
}

/* To what stands behind a value: a comma or a bracket. */
static void skip_value(struct place *place)
{
    for (int depth = 0; depth > 0 || !strchr(",]}", *place->at);) {
        if (*place->at == '"') {
            skip_string(place);
            continue;
        }
        depth += (strchr("[{", *place->at) != NULL) - (strchr("]}", *place->at) != NULL);
        step(place);
    }
}

/* Is it the name of a member, as it is written, with quotes? */
static bool is_name(const char *written, size_t size, const char *name, size_t length)
{
    if (!memchr(written, '\\', size))
        return size == length + 2 && memcmp(written + 1, name, length) == 0;
    json_auto_t *read = json_loadb(written, size, JSON_DECODE_ANY, NULL);
    return json_string_length(read) == length && memcmp(json_string_value(read), name, length) == 0;
}

/* From a value to one of its values. Returns: is there such a one? */
static bool enter(struct place *place, const char *name, size_t length)
{
    bool is_object = *place->at == '{';
    size_t wanted = is_object ? 0 : strtoull(name, NULL, 10);
    if (!is_object && *place->at != '[')
        return false;
    for (size_t i = 0; i == 0 || *place->at == ','; i++) {
        bool found = i == wanted;
        step(place);
        skip_space(place);
        if (strchr("]}", *place->at))
            return false;
        if (is_object) {
            const char *key = place->at;
            skip_string(place);
            found = is_name(key, (size_t)(place->at - key), name, length);
            skip_space(place);
            step(place); /* the colon */
            skip_space(place);
        }
        if (found)
            return true;
        skip_value(place);
    }
    return false;
}

/* Goes to a value; to the last one on the way there that there is. */
static struct place find(const struct rd_input_text *text, const char *path)
{
    struct place place = begin(text);
    for (const char *name = path; *name;) {
        size_t length = strcspn(name, "/");
        struct place on = place;
        if (!enter(&on, name, length))
            break;
        place = on;
        name += length + (name[length] == '/');
    }
    return place;
}

int rd_json_line(const struct rd_input_text *text, const char *path_format, ...)
{
    char path[128];
    va_list arguments;
    va_start(arguments, path_format);
    vsnprintf(path, sizeof path, path_format, arguments);
    va_end(arguments);
    return find(text, path).line;
}

int *rd_json_lines(const struct rd_input_text *text, const char *path, size_t count,
                   struct rd_arena *arena)
{
    struct place place = find(text, path);
    int *line = rd_take(arena, count, int);
    for (size_t i = 0; i < count; i++) {
        step(&place); /* the bracket, or a comma */
        skip_space(&place);
        line[i] = place.line;
        skip_value(&place);
    }
    return line;
}
