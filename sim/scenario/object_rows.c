#include "object_rows.h"

#include "object_names.h"

#include <string.h>

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
    uint32_t drop;
    if (!reader->names_read)
        return;
    if (!rd_object_name_take(reader, &rows->names, rows->line, place, text->name))
        return;
    rd_arena_add(reader->arena, rows->line, rows->line_count, place->line);
    rd_arena_add(reader->arena, rows->bytes, rows->byte_count, text->bytes);
    rd_arena_add(reader->arena, rows->first, rows->first_count, (uint32_t)first);
    const char *what = rd_arena_print(reader->arena, "from of object \"%.100s\"", text->name);
    bool good = rd_load_hosts(reader, *place, what, text->from, &rows->source, &rows->source_count);
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
