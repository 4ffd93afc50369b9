/* All runs as data: a JSON text inside the page, from which its program shows a part at a time. */
#include "page_parts.h"

#include "tables.h"
#include "utf8.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A JSON text, in which nothing can end the element that it stands in. */
static void put_string(FILE *out, const char *text)
{
    putc('"', out);
    for (const char *at = text; *at; at++) {
        unsigned char byte = (unsigned char)*at;
        bool escaped = byte < 0x20 || strchr("\"\\<>&", byte);
        if (escaped)
            fprintf(out, "\\u%04x", byte);
        else
            putc(byte, out);
    }
    putc('"', out);
}

/* Columns that a row shows itself; parameters stand before them. */
static const char *const own_columns[] = {"repetition",  "algorithm",    "bound, s", "bound name",
                                          "planned, s",  "simulated, s", "ratio",    "items moved",
                                          "token steps", "verdict",      "why"};

enum { OWN_COLUMN_COUNT = sizeof own_columns / sizeof *own_columns };

static const char *verdict_of(const struct rd_result_row *row, struct rd_arena *arena)
{
    if (strcmp(row->status, "ok") != 0)
        return row->status;
    if (row->optimal && strcmp(row->optimal, "proved") == 0)
        return row->proved_by ? rd_arena_print(arena, "ok, optimal by %s", row->proved_by)
                              : "ok, optimal";
    if (row->optimal && strcmp(row->optimal, "proved*") == 0 && row->bound_among)
        return rd_arena_print(arena, "ok, optimal among %s schedules", row->bound_among);
    if (row->optimal && strcmp(row->optimal, "no") == 0)
        return "ok, not optimal";
    return "ok";
}

static const char *time_of(double seconds, struct rd_arena *arena)
{
    char text[RD_NUMBER_SIZE];
    return isfinite(seconds) ? rd_arena_text(arena, rd_time_text(seconds, text)) : "";
}

static const char *count_of(int64_t count, struct rd_arena *arena)
{
    return count == RD_NO_INTEGER ? "" : rd_arena_print(arena, "%" PRId64, count);
}

static void fill_own(const struct rd_result_row *row, struct rd_arena *arena,
                     const char *cell[OWN_COLUMN_COUNT])
{
    char text[RD_NUMBER_SIZE];
    bool ended_well = strcmp(row->status, "ok") == 0;
    cell[0] = count_of(row->repetition, arena);
    cell[1] = *row->options ? rd_arena_print(arena, "%s (%s)", row->algorithm, row->options)
                            : row->algorithm;
    cell[2] = time_of(row->bound_s, arena);
    cell[3] = row->bound_name ? row->bound_name : "";
    cell[4] = time_of(row->planned_s, arena);
    cell[5] = time_of(row->simulated_s, arena);
    cell[6] = isfinite(row->ratio) ? rd_arena_text(arena, rd_factor_text(row->ratio, 6, text)) : "";
    cell[7] = ended_well ? count_of(row->items_moved, arena) : "";
    cell[8] = count_of(row->token_steps, arena);
    cell[9] = verdict_of(row, arena);
    cell[10] = row->message ? row->message : "";
}

static void put_cells(FILE *out, const char *const *cell, size_t count, struct rd_arena *arena)
{
    for (size_t i = 0; i < count; i++) {
        putc(i == 0 ? '[' : ',', out);
        put_string(out, rd_utf8_clean(cell[i] ? cell[i] : "", arena));
    }
    putc(']', out);
}

void rd_page_runs(FILE *out, const struct rd_results_table *table, struct rd_arena *arena)
{
    size_t count = table->parameter_count + OWN_COLUMN_COUNT;
    const char **cell = rd_take(arena, count, const char *);
    memcpy(cell, table->parameter, table->parameter_count * sizeof *cell);
    memcpy(cell + table->parameter_count, own_columns, sizeof own_columns);
    fputs("\n<script type=\"application/json\" id=\"runs-data\">{\"columns\":", out);
    put_cells(out, cell, count, arena);
    fputs(",\"rows\":[\n", out);
    for (size_t i = 0; i < table->row_count && !ferror(out); i++) {
        rd_arena_borrow(arena);
        memcpy(cell, table->value + i * table->parameter_count,
               table->parameter_count * sizeof *cell);
        fill_own(table->row[i], arena, cell + table->parameter_count);
        fputs(i > 0 ? ",\n" : "", out);
        put_cells(out, cell, count, arena);
    }
    fputs("\n]}</script>", out);
}
