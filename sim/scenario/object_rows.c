#include "object_rows.h"

#include <string.h>

/* A list of hosts with a single name is read without a list. */
static bool is_plain(const char *list)
{
    return !strpbrk(list, " \t\n[]'\"");
}

/* Puts a host behind the sources of the last object, which rise. */
static void add_source(struct rd_reader *reader, struct rd_object_rows *rows, size_t first,
                       uint32_t host)
{
    rd_arena_add(reader->arena, rows->source, rows->source_count, host);
    for (size_t i = rows->source_count - 1; i > first && rows->source[i - 1] > host; i--) {
        rows->source[i] = rows->source[i - 1];
        rows->source[i - 1] = host;
    }
}

static bool read_sources(struct rd_reader *reader, struct rd_object_rows *rows,
                         const struct rd_object_text *text)
{
    size_t first = rows->source_count;
    if (is_plain(text->from)) {
        uint32_t host = rd_load_host(reader, text->place, text->from);
        if (host != RD_NO_NAME)
            add_source(reader, rows, first, host);
        return host != RD_NO_NAME;
    }
    struct rd_names list = {0};
    struct rd_error error;
    if (!rd_names_read(text->from, RD_HOST_LIMIT, reader->arena, &list, &error))
        return rd_error_list_add(reader->errors, RD_ERROR_INPUT, text->place.path, text->place.line,
                                 "from of object \"%.100s\": %.500s", text->name, error.message);
    bool good = true;
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t host = rd_load_host(reader, text->place, list.name[i]);
        good = good && host != RD_NO_NAME;
        if (host != RD_NO_NAME)
            add_source(reader, rows, first, host);
    }
    return good;
}

/* Who frees the object's bytes. */
static bool read_drop(struct rd_reader *reader, const struct rd_object_text *text,
                      uint32_t *ret_drop)
{
    bool no = text->frees && strcmp(text->frees, "no") == 0;
    *ret_drop = no ? RD_NO_HOST : RD_DROP_SOURCE;
    if (text->frees && !no && strcmp(text->frees, "yes") != 0)
        return rd_error_list_add(reader->errors, RD_ERROR_INPUT, text->place.path, text->place.line,
                                 "frees \"%.100s\" of object \"%.100s\": yes or no is accepted",
                                 text->frees, text->name);
    if (!text->drop)
        return true;
    if (no)
        return rd_error_list_add(reader->errors, RD_ERROR_INPUT, text->place.path, text->place.line,
                                 "object \"%.100s\" with drop and frees=\"no\": one of them is "
                                 "accepted",
                                 text->name);
    *ret_drop = rd_load_host(reader, text->place, text->drop);
    return *ret_drop != RD_NO_NAME;
}

/* Is an object to go to a host that holds it already? */
static bool stays(const struct rd_object_rows *rows, size_t first, uint32_t to)
{
    for (size_t i = first; i < rows->source_count; i++)
        if (rows->source[i] == to)
            return true;
    return false;
}

void rd_object_rows_add(struct rd_reader *reader, struct rd_object_rows *rows,
                        const struct rd_object_text *text)
{
    const struct rd_load_place *place = &text->place;
    size_t first = rows->source_count;
    uint32_t number, drop;
    if (!reader->names_read)
        return;
    if (rows->names.count >= RD_OBJECT_LIMIT) {
        rd_error_list_add(reader->errors, RD_ERROR_INPUT, place->path, place->line,
                          "more than %d objects: at most %d are supported", RD_OBJECT_LIMIT,
                          RD_OBJECT_LIMIT);
        return;
    }
    if (!rd_names_add(&rows->names, reader->arena, text->name, &number)) {
        rd_error_list_add(reader->errors, RD_ERROR_INPUT, place->path, place->line,
                          "object \"%.100s\" a second time (first on line %d): each is accepted "
                          "once",
                          text->name, rows->line[number]);
        return;
    }
    rd_arena_add(reader->arena, rows->line, rows->line_count, place->line);
    rd_arena_add(reader->arena, rows->bytes, rows->byte_count, text->bytes);
    rd_arena_add(reader->arena, rows->first, rows->first_count, (uint32_t)first);
    bool good = read_sources(reader, rows, text);
    uint32_t to = rd_load_host(reader, *place, text->to);
    good = read_drop(reader, text, &drop) && good && to != RD_NO_NAME;
    if (good && stays(rows, first, to))
        rd_error_list_add(reader->errors, RD_ERROR_INPUT, place->path, place->line,
                          "object \"%.100s\" is to go to %.100s, which holds it: another host is "
                          "needed",
                          text->name, text->to);
    rd_arena_add(reader->arena, rows->to, rows->to_count, to);
    rd_arena_add(reader->arena, rows->drop, rows->drop_count, drop);
}
