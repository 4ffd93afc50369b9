#include "sheet.h"

#include "terminal.h"
#include "utf8.h"

#include "sim/base/error.h"
#include "sim/base/number_text.h"
#include "sim/csv/csv_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { COLUMN_LIMIT = 64, GAP = 2 };

/* The row of the headings. */
static const size_t headings = SIZE_MAX;

bool rd_format_of_name(const char *name, enum rd_format *ret_format)
{
    static const char *const names[RD_FORMAT_COUNT] = {"table", "json", "csv", "markdown", "latex"};
    int format = 0;
    while (format < RD_FORMAT_COUNT && strcmp(name, names[format]) != 0)
        format++;
    if (format < RD_FORMAT_COUNT)
        *ret_format = (enum rd_format)format;
    return format < RD_FORMAT_COUNT;
}

struct rd_sheet rd_sheet_open(const struct rd_sheet_column *column, size_t column_count,
                              struct rd_arena *arena)
{
    return (struct rd_sheet){.column = column,
                             .column_count = column_count,
                             .cell = rd_take(arena, column_count, const char *),
                             .capacity = column_count,
                             .arena = arena};
}

void rd_sheet_text(struct rd_sheet *sheet, const char *text)
{
    if (sheet->cell_count == sheet->capacity) {
        size_t capacity = 2 * sheet->capacity;
        sheet->cell = rd_arena_grow(sheet->arena, sheet->cell, sheet->cell_count, capacity,
                                    sizeof *sheet->cell);
        sheet->capacity = capacity;
    }
    sheet->cell[sheet->cell_count++] = text;
}

void rd_sheet_print(struct rd_sheet *sheet, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    rd_sheet_text(sheet, rd_arena_vprint(sheet->arena, format, arguments));
    va_end(arguments);
}

void rd_sheet_number(struct rd_sheet *sheet, double value)
{
    char digits[RD_NUMBER_SIZE];
    if (isfinite(value))
        rd_sheet_print(sheet, "%s", rd_number_shortest(value, digits));
    else
        rd_sheet_text(sheet, NULL);
}

void rd_sheet_count(struct rd_sheet *sheet, int64_t value, bool known)
{
    rd_sheet_text(sheet, known ? rd_arena_print(sheet->arena, "%" PRId64, value) : NULL);
}

void rd_sheet_integer(struct rd_sheet *sheet, int64_t value)
{
    rd_sheet_count(sheet, value, true);
}

void rd_sheet_truth(struct rd_sheet *sheet, bool value)
{
    rd_sheet_text(sheet, value ? "true" : "false");
}

size_t rd_sheet_rows(const struct rd_sheet *sheet)
{
    if (sheet->cell_count == 0)
        return 0;
    rd_assert(sheet->cell_count % sheet->column_count == 0);
    return sheet->cell_count / sheet->column_count;
}

const char *rd_sheet_heading(const struct rd_sheet *sheet, size_t column)
{
    if (sheet->column[column].flags & RD_AS_IT_IS)
        return sheet->column[column].key;
    char *capitals = rd_arena_print(sheet->arena, "%s", sheet->column[column].key);
    for (char *c = capitals; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return capitals;
}

static bool stands_in(const struct rd_sheet *sheet, size_t column, unsigned where)
{
    return sheet->column[column].flags & where;
}

static const char *cell_at(const struct rd_sheet *sheet, size_t row, size_t column)
{
    return sheet->cell[row * sheet->column_count + column];
}

/* --- for people ------------------------------------------------------------------------------- */

/* What a table shows in a cell, or as a heading. */
static const char *shown_at(const struct rd_sheet *sheet, size_t row, size_t column)
{
    if (row == headings)
        return rd_sheet_heading(sheet, column);
    const char *cell = cell_at(sheet, row, column);
    return cell ? cell : "-";
}

/* The sequences that colour a word green, yellow or red; or "". */
static const char *colour_of(const char *word)
{
    static const char *const colour[][2] = {
        {"proved", "32"}, {"met", "32"}, {"refused", "33"}, {"failed", "31"}, {"NOT MET", "31;1"}};
    for (size_t i = 0; i < sizeof colour / sizeof *colour; i++)
        if (strcmp(word, colour[i][0]) == 0)
            return colour[i][1];
    return "";
}

/* How a text table is laid out. */
struct layout {
    size_t width[COLUMN_LIMIT];
    size_t columns; /* of all, the first that are shown */
    bool colours;
};

static void write_aligned(FILE *out, const struct rd_sheet *sheet, size_t row,
                          const struct layout *layout)
{
    size_t owed = 0; /* spaces to write if anything follows them */
    for (size_t i = 0; i < layout->columns; i++) {
        if (!stands_in(sheet, i, RD_IN_TABLE))
            continue;
        const char *text = shown_at(sheet, row, i);
        bool coloured = layout->colours && row != headings && stands_in(sheet, i, RD_COLOURED);
        const char *colour = coloured ? colour_of(text) : "";
        size_t padding = layout->width[i] - rd_utf8_width(text);
        owed += stands_in(sheet, i, RD_RIGHT) ? padding : 0;
        if (*text) {
            fprintf(out, "%*s", (int)owed, "");
            if (*colour)
                fprintf(out, "\033[%sm", colour);
            rd_print_shown(out, text);
            fputs(*colour ? "\033[0m" : "", out);
            owed = 0;
        }
        owed += GAP + (stands_in(sheet, i, RD_RIGHT) ? 0 : padding);
    }
    putc('\n', out);
}

/* Names the columns that the terminal was too narrow for, if there are such. */
static void write_left_out(FILE *out, const struct rd_sheet *sheet, size_t shown)
{
    const char *text = "A wider terminal, or another --format, shows";
    size_t left_out = 0;
    for (size_t i = shown; i < sheet->column_count; i++)
        if (stands_in(sheet, i, RD_IN_TABLE))
            text = rd_arena_print(sheet->arena, "%s%s %s", text, left_out++ > 0 ? "," : "",
                                  rd_sheet_heading(sheet, i));
    if (left_out > 0)
        rd_terminal_write_line(out, text);
}

static void write_text(FILE *out, const struct rd_sheet *sheet)
{
    rd_assert(sheet->column_count <= COLUMN_LIMIT);
    struct rd_terminal terminal = rd_terminal_of(out);
    struct layout layout = {.colours = terminal.colours};
    size_t rows = rd_sheet_rows(sheet), line_width = 0;
    for (size_t i = 0; i < sheet->column_count; i++) {
        if (!stands_in(sheet, i, RD_IN_TABLE))
            continue;
        for (size_t line = 0; line <= rows; line++) {
            size_t wide = rd_utf8_width(shown_at(sheet, line == rows ? headings : line, i));
            layout.width[i] = wide > layout.width[i] ? wide : layout.width[i];
        }
        line_width += (line_width > 0 ? GAP : 0) + layout.width[i];
        if (line_width <= terminal.width || layout.columns == 0)
            layout.columns = i + 1;
    }
    write_aligned(out, sheet, headings, &layout);
    for (size_t row = 0; row < rows; row++)
        write_aligned(out, sheet, row, &layout);
    write_left_out(out, sheet, layout.columns);
}

/* A text whose signs mean nothing to LaTeX, or to a table of Markdown. */
static void write_escaped(FILE *out, enum rd_format format, const char *text)
{
    for (const char *c = text; *c; c++)
        if (format == RD_FORMAT_MARKDOWN)
            fprintf(out, *c == '|' ? "\\%c" : "%c", *c == '\n' || *c == '\r' ? ' ' : *c);
        else if (strchr("&%$#_{}", *c))
            fprintf(out, "\\%c", *c);
        else if (*c == '\\')
            fputs("\\textbackslash{}", out);
        else if (strchr("~^<>|", *c))
            fprintf(out, *c == '~' || *c == '^' ? "\\%c{}" : "$%c$", *c);
        else
            putc(*c, out);
}

static void write_marked_up(FILE *out, enum rd_format format, const struct rd_sheet *sheet,
                            size_t row)
{
    bool is_latex = format == RD_FORMAT_LATEX;
    const char *between = is_latex ? "" : "| ";
    for (size_t i = 0; i < sheet->column_count; i++) {
        if (!stands_in(sheet, i, RD_IN_TABLE))
            continue;
        fputs(between, out);
        write_escaped(out, format,
                      row == headings ? sheet->column[i].key : shown_at(sheet, row, i));
        between = is_latex ? " & " : " | ";
    }
    fputs(is_latex ? " \\\\\n" : " |\n", out);
}

static void write_markup(FILE *out, enum rd_format format, const struct rd_sheet *sheet)
{
    bool is_latex = format == RD_FORMAT_LATEX;
    fputs(is_latex ? "\\begin{tabular}{" : "", out);
    for (size_t i = 0; is_latex && i < sheet->column_count; i++)
        if (stands_in(sheet, i, RD_IN_TABLE))
            putc(stands_in(sheet, i, RD_RIGHT) ? 'r' : 'l', out);
    fputs(is_latex ? "}\n\\toprule\n" : "", out);
    write_marked_up(out, format, sheet, headings);
    for (size_t i = 0; !is_latex && i < sheet->column_count; i++)
        if (stands_in(sheet, i, RD_IN_TABLE))
            fputs(stands_in(sheet, i, RD_RIGHT) ? "|---:" : "|---", out);
    fputs(is_latex ? "\\midrule\n" : "|\n", out);
    for (size_t row = 0; row < rd_sheet_rows(sheet); row++)
        write_marked_up(out, format, sheet, row);
    fputs(is_latex ? "\\bottomrule\n\\end{tabular}\n" : "", out);
}

/* --- for programs ----------------------------------------------------------------------------- */

static void write_csv_line(struct rd_sheet_stream *stream, const struct rd_sheet *sheet, size_t row)
{
    FILE *out = stream->json.out;
    const char *separator = "";
    for (size_t i = 0; i < sheet->column_count; i++) {
        if (!stands_in(sheet, i, RD_IN_CSV))
            continue;
        const char *text = row == headings ? sheet->column[i].key : cell_at(sheet, row, i);
        fputs(separator, out);
        rd_csv_write_field(out, text ? text : "");
        separator = ",";
    }
    putc('\n', out);
}

static void write_object(struct rd_sheet_stream *stream, const struct rd_sheet *sheet, size_t row)
{
    rd_json_object(&stream->json);
    for (size_t i = 0; i < sheet->column_count; i++) {
        const char *text = cell_at(sheet, row, i);
        if (!stands_in(sheet, i, RD_IN_JSON) || (!text && stands_in(sheet, i, RD_OPTIONAL)))
            continue;
        if (text && stands_in(sheet, i, RD_RAW))
            rd_json_raw(&stream->json, sheet->column[i].key, text);
        else
            rd_json_text(&stream->json, sheet->column[i].key, text);
    }
}

void rd_sheet_begin(struct rd_sheet_stream *stream, FILE *out, enum rd_format format,
                    const struct rd_sheet *sheet)
{
    *stream = (struct rd_sheet_stream){.format = format, .json = {.out = out}};
    if (format == RD_FORMAT_JSON)
        rd_json_begin(&stream->json, out, sheet->arena);
    else
        write_csv_line(stream, sheet, headings);
}

void rd_sheet_flush(struct rd_sheet_stream *stream, struct rd_sheet *sheet)
{
    /* What failed once is not tried for all rows that follow. */
    for (size_t row = 0; row < rd_sheet_rows(sheet) && !ferror(stream->json.out); row++)
        if (stream->format == RD_FORMAT_JSON)
            write_object(stream, sheet, row);
        else
            write_csv_line(stream, sheet, row);
    sheet->cell_count = 0;
}

bool rd_sheet_end(struct rd_sheet_stream *stream)
{
    return (stream->format != RD_FORMAT_JSON || rd_json_end(&stream->json)) &&
           !ferror(stream->json.out);
}

bool rd_sheet_write(FILE *out, enum rd_format format, const struct rd_sheet *sheet)
{
    if (format == RD_FORMAT_CSV || format == RD_FORMAT_JSON) {
        struct rd_sheet_stream stream;
        struct rd_sheet copy = *sheet;
        rd_sheet_begin(&stream, out, format, sheet);
        rd_sheet_flush(&stream, &copy);
        return rd_sheet_end(&stream);
    }
    if (format == RD_FORMAT_TABLE)
        write_text(out, sheet);
    else
        write_markup(out, format, sheet);
    return !ferror(out);
}
