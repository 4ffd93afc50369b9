#include "trace_csv.h"

#include "csv_hosts.h"
#include "csv_text.h"
#include "number_text.h"

#include <inttypes.h>
#include <string.h>

enum { START, END, FROM, TO, KIND, ITEMS, BLOCK, COLUMN_COUNT };
static const char *const column_name[COLUMN_COUNT] = {"start_s", "end_s", "from", "to",
                                                      "kind",    "items", "block"};

bool rd_trace_write_csv(FILE *out, const struct rd_instance *instance, const struct rd_trace *trace)
{
    if (fprintf(out, "start_s,end_s,from,to,kind,items%s\n", trace->block ? ",block" : "") < 0)
        return false;
    for (size_t i = 0; i < trace->row_count; i++) {
        const struct rd_trace_row *row = &trace->row[i];
        char start[RD_NUMBER_SIZE], end[RD_NUMBER_SIZE];
        if (fprintf(out, "%s,%s,", rd_number_text(row->start_s, 17, start),
                    rd_number_text(row->end_s, 17, end)) < 0 ||
            !rd_csv_write_host(out, instance, row->from) || putc(',', out) < 0 ||
            !rd_csv_write_host(out, instance, row->to) ||
            fprintf(out, ",%" PRId32 ",%" PRId64, row->kind, row->items) < 0)
            return false;
        if (trace->block && fprintf(out, ",%u-%u", trace->block[i].first, trace->block[i].last) < 0)
            return false;
        if (putc('\n', out) < 0)
            return false;
    }
    return true;
}

struct reader {
    struct rd_csv csv;
    struct rd_csv_columns columns;
    struct rd_csv_hosts hosts;
    const struct rd_instance *instance;
    struct rd_arena *arena;
    struct rd_trace trace;
};

static const struct rd_csv_field *field_at(const struct reader *reader, int column)
{
    return &reader->csv.field[reader->columns.at[column]];
}

static bool read_row(struct reader *reader, struct rd_error *reterr)
{
    const struct rd_csv *csv = &reader->csv;
    int64_t last_kind =
        reader->instance ? (int64_t)reader->instance->kind_count - 1 : (int64_t)INT32_MAX;
    struct rd_trace_row row;
    int64_t kind;
    if (!rd_csv_check_count(csv, &reader->columns, reterr) ||
        !rd_csv_seconds(csv, "start_s", field_at(reader, START), &row.start_s, reterr) ||
        !rd_csv_seconds(csv, "end_s", field_at(reader, END), &row.end_s, reterr) ||
        !rd_csv_host(csv, "from", field_at(reader, FROM), false, &reader->hosts, &row.from,
                     reterr) ||
        !rd_csv_host(csv, "to", field_at(reader, TO), true, &reader->hosts, &row.to, reterr) ||
        !rd_csv_integer(csv, "kind", field_at(reader, KIND), RD_CONTROL, last_kind, &kind,
                        reterr) ||
        !rd_csv_integer(csv, "items", field_at(reader, ITEMS), 0, RD_ITEM_LIMIT, &row.items,
                        reterr))
        return false;
    row.kind = (int32_t)kind;
    if (reader->columns.at[BLOCK] == SIZE_MAX) {
        rd_trace_add(&reader->trace, reader->arena, row);
        return true;
    }
    struct rd_block block;
    if (!rd_csv_block(csv, field_at(reader, BLOCK), rd_csv_last_dimension(reader->instance), &block,
                      reterr))
        return false;
    rd_trace_add_packet(&reader->trace, reader->arena, row, block);
    return true;
}

bool rd_trace_read_csv(const char *path, const char *text, size_t size,
                       const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_trace *ret_trace, const char *const **ret_host_name,
                       uint32_t *ret_host_count, struct rd_error *reterr)
{
    rd_assert(instance || (ret_host_name && ret_host_count));
    struct reader reader = {
        .columns = {.name = column_name, .count = COLUMN_COUNT, .needed = BLOCK},
        .instance = instance,
        .arena = arena,
    };
    rd_csv_open(&reader.csv, path, text, size);
    rd_csv_hosts_open(&reader.hosts, instance, arena);
    bool has_header = false;
    enum rd_csv_line line;
    while ((line = rd_csv_read(&reader.csv, reterr)) != RD_CSV_END) {
        if (line == RD_CSV_WRONG)
            return false;
        if (line == RD_CSV_COMMENT)
            continue;
        if (!(has_header ? read_row(&reader, reterr)
                         : rd_csv_take_header(&reader.csv, &reader.columns, reterr)))
            return false;
        has_header = true;
    }
    if (!has_header)
        return rd_csv_fail_no_header(&reader.csv, &reader.columns, reterr);
    *ret_trace = reader.trace;
    if (ret_host_name)
        *ret_host_name = reader.hosts.name;
    if (ret_host_count)
        *ret_host_count = instance ? instance->topology.host_count : reader.hosts.name_count;
    return true;
}

bool rd_csv_is_trace(const char *text, size_t size)
{
    struct rd_csv csv;
    rd_csv_open(&csv, NULL, text, size);
    enum rd_csv_line line;
    do
        line = rd_csv_read(&csv, NULL);
    while (line == RD_CSV_COMMENT);
    for (size_t i = 0; line == RD_CSV_RECORD && i < csv.field_count; i++)
        if (rd_csv_field_is(&csv.field[i], column_name[START]))
            return true;
    return false;
}
