#include "copy_rows.h"

#include "sim/base/groups.h"

#include <string.h>

/* Names begin with a letter, so that none is a number, and need no quotes in any output. */
static bool is_kind_name(const char *name)
{
    static const char others[] = "._-/:[]";
    bool good = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z');
    size_t length = strlen(name);
    for (size_t i = 0; i < length && good; i++)
        good = (name[i] >= 'a' && name[i] <= 'z') || (name[i] >= 'A' && name[i] <= 'Z') ||
               (name[i] >= '0' && name[i] <= '9') || strchr(others, name[i]);
    return good && length <= 100;
}

static bool read_kind(struct rd_reader *reader, struct rd_copy_rows *rows,
                      const struct rd_copy_text *text, uint32_t *ret_kind)
{
    if (!is_kind_name(text->kind))
        return rd_error_list_add(reader->errors, RD_ERROR_INPUT, text->place.path, text->place.line,
                                 "kind \"%.100s\": a letter, and up to 99 letters, digits and "
                                 "._-/:[] behind it, are accepted",
                                 text->kind);
    *ret_kind = rd_names_find(&rows->kinds, text->kind);
    if (*ret_kind == RD_NO_NAME) {
        *ret_kind = rows->kinds.count;
        rd_names_add(&rows->kinds, reader->arena, text->kind, ret_kind);
    }
    return true;
}

void rd_copy_rows_add(struct rd_reader *reader, struct rd_copy_rows *rows,
                      const struct rd_copy_text *text)
{
    struct rd_copy_row row = {.items = text->items};
    const struct rd_load_place *place = &text->place;
    if (!reader->names_read)
        return;
    if (rows->count >= RD_PIECE_LIMIT || rows->host_count >= RD_PIECE_HOST_LIMIT) {
        rd_error_list_add(reader->errors, RD_ERROR_INPUT, place->path, place->line,
                          "more than %u pieces, or %u hosts of pieces: at most so many are "
                          "supported",
                          RD_PIECE_LIMIT, RD_PIECE_HOST_LIMIT);
        return;
    }
    if (row.items > RD_ITEM_LIMIT - rows->items) {
        rd_error_list_add(reader->errors, RD_ERROR_INPUT, place->path, place->line,
                          "more than 2^53 items in all: at most 2^53 are supported");
        return;
    }
    rows->items += row.items;
    row.held = (uint32_t)rows->host_count;
    bool good = read_kind(reader, rows, text, &row.kind) &&
                rd_listed_hosts(reader, *place, "held", text->held, &rows->host, &rows->host_count);
    row.held_count = (uint32_t)rows->host_count - row.held;
    row.wanted = (uint32_t)rows->host_count;
    good = good &&
           rd_listed_hosts(reader, *place, "wanted", text->wanted, &rows->host, &rows->host_count);
    row.wanted_count = (uint32_t)rows->host_count - row.wanted;
    if (good)
        rd_arena_add(reader->arena, rows->row, rows->count, row);
}

/* Puts lists of hosts one behind the other. */
static void copy_hosts(uint32_t *ret_hosts, uint32_t *ret_first, const uint32_t *host,
                       uint32_t count)
{
    if (count > 0)
        memcpy(ret_hosts + ret_first[0], host, count * sizeof *host);
    ret_first[1] = ret_first[0] + count;
}

struct rd_copies *rd_copy_rows_arrange(const struct rd_copy_rows *rows, uint32_t first_kind,
                                       struct rd_arena *arena)
{
    struct rd_copies *copies = rd_take(arena, 1, struct rd_copies);
    uint32_t *kind = rd_take(arena, rows->count, uint32_t);
    size_t held_count = 0, wanted_count = 0;
    for (size_t i = 0; i < rows->count; i++) {
        kind[i] = rows->row[i].kind;
        held_count += rows->row[i].held_count;
        wanted_count += rows->row[i].wanted_count;
    }
    struct rd_groups by_kind = rd_group(kind, rows->count, rows->kinds.count, arena);
    int64_t *first_item = rd_take(arena, rows->count, int64_t);
    int64_t *items = rd_take(arena, rows->count, int64_t);
    uint32_t *held_first = rd_take(arena, rows->count + 1, uint32_t);
    uint32_t *wanted_first = rd_take(arena, rows->count + 1, uint32_t);
    uint32_t *held = rd_take(arena, held_count, uint32_t);
    uint32_t *wanted = rd_take(arena, wanted_count, uint32_t);
    for (size_t i = 0; i < rows->count; i++) {
        const struct rd_copy_row *row = &rows->row[by_kind.member[i]];
        bool follows = i > 0 && rows->row[by_kind.member[i - 1]].kind == row->kind;
        items[i] = row->items;
        first_item[i] = follows ? first_item[i - 1] + items[i - 1] : 0;
        copy_hosts(held, &held_first[i], rows->host + row->held, row->held_count);
        copy_hosts(wanted, &wanted_first[i], rows->host + row->wanted, row->wanted_count);
    }
    *copies = (struct rd_copies){.first_kind = first_kind,
                                 .count = rows->kinds.count,
                                 .name = rows->kinds.name,
                                 .piece_count = (uint32_t)rows->count,
                                 .piece = by_kind.first,
                                 .first_item = first_item,
                                 .items = items,
                                 .held_first = held_first,
                                 .held = held,
                                 .wanted_first = wanted_first,
                                 .wanted = wanted};
    return copies;
}
