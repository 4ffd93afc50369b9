#include "csv_transfer.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <string.h>

struct rd_csv_rows rd_csv_rows_open(const char *path, const char *text, size_t size,
                                    const char *const *column_name, size_t column_count,
                                    size_t needed, size_t from, const struct rd_instance *instance,
                                    struct rd_arena *arena)
{
    struct rd_csv_rows rows = {
        .columns = {.name = column_name, .count = column_count, .needed = needed},
        .instance = instance,
        .from = from,
        .first = needed,
    };
    rd_csv_open(&rows.csv, path, text, size);
    rd_csv_hosts_open(&rows.hosts, instance, arena);
    uint32_t number;
    for (uint32_t kind = 0; instance && kind < instance->kind_count; kind++) {
        const char *name = rd_kind_name(instance, kind);
        if (name && rd_names_add(&rows.kinds, arena, name, &number) && number == 0)
            rows.first_named = kind;
    }
    return rows;
}

size_t rd_csv_most_rows(const struct rd_csv_rows *rows)
{
    size_t lines = 1;
    const char *end = rows->csv.end;
    for (const char *next = rows->csv.next; (next = memchr(next, '\n', (size_t)(end - next)));
         next++)
        lines++;
    /* A row has a letter at least for each column, which ends it. */
    size_t most = (size_t)(end - rows->csv.next) / rows->columns.needed + 1;
    return lines < most ? lines : most;
}

/* The kind of a record: the name of an object or of a named kind, else a number. */
static bool read_kind(struct rd_csv_rows *rows, const struct rd_csv_field *written,
                      int32_t *ret_kind, struct rd_error *reterr)
{
    int64_t last_kind = rows->instance ? (int64_t)rows->instance->kind_count - 1 : INT32_MAX;
    int64_t kind;
    if (rows->kinds.count == 0) { /* names are read with their scenario */
        if (!rd_csv_integer(&rows->csv, "kind", written, RD_CONTROL, last_kind, &kind, reterr))
            return false;
        *ret_kind = (int32_t)kind;
        return true;
    }
    const struct rd_csv_field field = rd_csv_unmarked(written);
    uint32_t name = rd_csv_find_name(&field, &rows->kinds, rows->hosts.arena);
    bool objects = rows->instance->objects;
    bool counted = !objects && name == RD_NO_NAME &&
                   rd_integer_parse(field.text, field.length, RD_CONTROL,
                                    (int64_t)rows->first_named - 1, &kind);
    *ret_kind = (int32_t)(counted ? kind : (int64_t)rows->first_named + name);
    return counted || name != RD_NO_NAME ||
           rd_csv_fail_field(&rows->csv, "kind", &field, reterr,
                             objects ? "the name of an object is accepted"
                                     : "the name of a named kind, or -1 to %" PRId64
                                       ", is accepted",
                             (int64_t)rows->first_named - 1);
}

/* The first item of a record: nothing, or a number. */
static bool read_first_item(struct rd_csv_rows *rows, int64_t *ret_first_item,
                            struct rd_error *reterr)
{
    *ret_first_item = RD_NO_ITEM;
    if (rows->columns.at[rows->first] == SIZE_MAX)
        return true;
    const struct rd_csv_field *field = rd_csv_field_at(rows, rows->first);
    return field->length == 0 ||
           rd_csv_integer(&rows->csv, "first", field, 0, RD_ITEM_LIMIT - 1, ret_first_item, reterr);
}

bool rd_csv_read_transfer(struct rd_csv_rows *rows, struct rd_csv_transfer *ret_transfer,
                          struct rd_error *reterr)
{
    const struct rd_csv *csv = &rows->csv;
    size_t from = rows->from, to = from + 1, kind_at = from + 2, items = from + 3;
    size_t block = rows->columns.count - 1;
    struct rd_csv_transfer transfer = {.is_packet = rows->columns.at[block] != SIZE_MAX};
    if (!rd_csv_host(csv, "from", rd_csv_field_at(rows, from), false, &rows->hosts, &transfer.from,
                     reterr) ||
        !rd_csv_host(csv, "to", rd_csv_field_at(rows, to), true, &rows->hosts, &transfer.to,
                     reterr) ||
        !read_kind(rows, rd_csv_field_at(rows, kind_at), &transfer.kind, reterr) ||
        !rd_csv_integer(csv, "items", rd_csv_field_at(rows, items), 0, RD_ITEM_LIMIT,
                        &transfer.items, reterr) ||
        !read_first_item(rows, &transfer.first_item, reterr) ||
        (transfer.is_packet &&
         !rd_csv_dimension_range(csv, rd_csv_field_at(rows, block),
                                 rd_csv_last_dimension(rows->instance), &transfer.block, reterr)))
        return false;
    *ret_transfer = transfer;
    return true;
}

bool rd_csv_write_transfer(FILE *out, const struct rd_instance *instance, uint32_t from,
                           uint32_t to, int32_t kind, const int64_t *first_item, int64_t items)
{
    const char *name = kind >= 0 ? rd_kind_name(instance, (uint32_t)kind) : NULL;
    bool has_first = first_item && *first_item != RD_NO_ITEM;
    return rd_csv_write_host(out, instance, from) && putc(',', out) >= 0 &&
           rd_csv_write_host(out, instance, to) && putc(',', out) >= 0 &&
           (name ? rd_csv_write_name(out, name) : fprintf(out, "%" PRId32, kind) >= 0) &&
           (!first_item || putc(',', out) >= 0) &&
           (!has_first || fprintf(out, "%" PRId64, *first_item) >= 0) &&
           fprintf(out, ",%" PRId64, items) >= 0;
}

bool rd_csv_write_row_end(FILE *out, const struct rd_dimension_range *block)
{
    if (block && fprintf(out, ",%u-%u", block->first, block->last) < 0)
        return false;
    return putc('\n', out) >= 0;
}
