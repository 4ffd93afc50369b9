#include "trace_csv.h"

#include "csv_transfer.h"
#include "sim/base/number_text.h"

#include <stdlib.h>
#include <string.h>

enum { START, END, FROM, FIRST = FROM + 4, BLOCK, COLUMN_COUNT };
static const char *const column_name[COLUMN_COUNT] = {"start_s", "end_s", "from",  "to",
                                                      "kind",    "items", "first", "block"};

bool rd_trace_write_csv(FILE *out, const struct rd_instance *instance, const struct rd_trace *trace)
{
    if (fprintf(out, "start_s,end_s,from,to,kind%s,items%s\n", trace->first_item ? ",first" : "",
                trace->block ? ",block" : "") < 0)
        return false;
    for (size_t i = 0; i < trace->transfer_count; i++) {
        const struct rd_timed_transfer *row = &trace->transfer[i];
        char start[RD_NUMBER_SIZE], end[RD_NUMBER_SIZE];
        if (fprintf(out, "%s,%s,", rd_number_text(row->start_s, 17, start),
                    rd_number_text(row->end_s, 17, end)) < 0 ||
            !rd_csv_write_transfer(out, instance, row->from, row->to, row->kind,
                                   trace->first_item ? &trace->first_item[i] : NULL, row->items) ||
            !rd_csv_write_row_end(out, trace->block ? &trace->block[i] : NULL))
            return false;
    }
    return true;
}

struct reader {
    struct rd_csv_rows rows;
    struct rd_arena *arena;
    struct rd_trace trace;
};

static bool read_row(struct reader *reader, struct rd_error *reterr)
{
    const struct rd_csv_rows *rows = &reader->rows;
    double start_s, end_s;
    struct rd_csv_transfer of;
    if (!rd_csv_check_count(&rows->csv, &rows->columns, reterr) ||
        !rd_csv_seconds(&rows->csv, "start_s", rd_csv_field_at(rows, START), &start_s, reterr) ||
        !rd_csv_seconds(&rows->csv, "end_s", rd_csv_field_at(rows, END), &end_s, reterr) ||
        !rd_csv_read_transfer(&reader->rows, &of, reterr))
        return false;
    struct rd_timed_transfer row = {start_s, end_s, of.from, of.to, of.kind, of.items};
    if (of.is_packet)
        rd_trace_add_packet(&reader->trace, reader->arena, row, of.block);
    else if (of.first_item != RD_NO_ITEM)
        rd_trace_add_copies(&reader->trace, reader->arena, row, of.first_item);
    else
        rd_trace_add(&reader->trace, reader->arena, row);
    return true;
}

static struct reader open_reader(const char *path, const char *text, size_t size,
                                 const struct rd_instance *instance, struct rd_arena *arena)
{
    return (struct reader){.rows = rd_csv_rows_open(path, text, size, column_name, COLUMN_COUNT,
                                                    FIRST, FROM, instance, arena),
                           .arena = arena};
}

static bool read_rows(struct reader *reader, struct rd_error *reterr)
{
    struct rd_csv_rows *rows = &reader->rows;
    rd_trace_reserve(&reader->trace, reader->arena, rd_csv_most_rows(rows));
    enum rd_csv_line line;
    while ((line = rd_csv_next(&rows->csv, &rows->columns, reterr)) == RD_CSV_RECORD)
        if (!read_row(reader, reterr))
            return false;
    return line == RD_CSV_END;
}

static int by_name(const void *one, const void *other)
{
    return strverscmp(*(const char *const *)one, *(const char *const *)other);
}

/* Numbers the hosts of a trace anew, in the order of their names. Returns: those. */
static const char *const *sort_hosts(const struct rd_names *names, struct rd_trace *trace,
                                     struct rd_arena *arena)
{
    if (names->count == 0)
        return NULL;
    const char **sorted = rd_arena_copy(arena, names->name, names->count, sizeof *sorted);
    uint32_t *number = rd_take(arena, names->count, uint32_t);
    qsort(sorted, names->count, sizeof *sorted, by_name);
    for (uint32_t host = 0; host < names->count; host++)
        number[rd_names_find(names, sorted[host])] = host;
    for (size_t i = 0; i < trace->transfer_count; i++) {
        struct rd_timed_transfer *row = &trace->transfer[i];
        row->from = number[row->from];
        row->to = row->to == RD_NO_HOST ? RD_NO_HOST : number[row->to];
    }
    return sorted;
}

bool rd_trace_read_csv(const char *path, const char *text, size_t size,
                       const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_trace *ret_trace, const char *const **ret_host_name,
                       uint32_t *ret_host_count, struct rd_error *reterr)
{
    rd_assert(instance || (ret_host_name && ret_host_count));
    struct reader reader = open_reader(path, text, size, instance, arena);
    if (!read_rows(&reader, reterr))
        return false;
    *ret_trace = reader.trace;
    if (ret_host_name)
        *ret_host_name =
            instance ? instance->host_name : sort_hosts(&reader.rows.hosts.names, ret_trace, arena);
    if (ret_host_count)
        *ret_host_count = instance ? instance->topology.host_count : reader.rows.hosts.names.count;
    return true;
}

bool rd_trace_take_csv(const char *path, const char *text, size_t size,
                       const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_trace *ret_trace, struct rd_error *reterr)
{
    struct reader reader = open_reader(path, text, size, instance, arena);
    reader.rows.csv.spent = text;
    if (!read_rows(&reader, reterr))
        return false;
    *ret_trace = reader.trace;
    return true;
}

/* Does the record just read have a field of one of two names? */
static bool has_field(const struct rd_csv *csv, const char *name, const char *other)
{
    for (size_t i = 0; i < csv->field_count; i++)
        if (rd_csv_field_is(&csv->field[i], name) || rd_csv_field_is(&csv->field[i], other))
            return true;
    return false;
}

bool rd_csv_tell_schedule(const char *path, const char *text, size_t size, bool *ret_is_trace,
                          struct rd_error *reterr)
{
    struct rd_csv csv;
    char shown[RD_CSV_SHOWN_SIZE] = "";
    rd_csv_open(&csv, path, text, size);
    enum rd_csv_line line;
    do
        line = rd_csv_read(&csv, reterr);
    while (line == RD_CSV_COMMENT);
    if (line == RD_CSV_WRONG)
        return false;
    bool has_header = line == RD_CSV_RECORD;
    bool is_trace = has_header && has_field(&csv, column_name[START], column_name[END]);
    if (is_trace || (has_header && has_field(&csv, "round", "messages"))) {
        *ret_is_trace = is_trace;
        return true;
    }
    if (has_header)
        rd_csv_show(&csv.field[0], shown);
    return rd_fail(reterr, RD_ERROR_INPUT, path, csv.line,
                   "%s%s%s: the header of a plan is round,from,to,kind,items,messages, that of a "
                   "trace start_s,end_s,from,to,kind,items",
                   has_header ? "a header that begins with \"" : "no header", shown,
                   has_header ? "\"" : "");
}
