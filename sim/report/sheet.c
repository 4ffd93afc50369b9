#include "sheet.h"

#include "terminal.h"
#include "utf8.h"

#include "sim/base/error.h"
#include "sim/base/number_text.h"
#include "sim/csv/csv_text.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { COLUMN_LIMIT = 64, GAP = 2, BELOW_AT = 4 };

/* The row of the headings. */
static const size_t headings = SIZE_MAX;

const char *const rd_format_names[] = {"table", "json", "csv", "markdown", "latex", NULL};

struct rd_sheet rd_sheet_open(const struct rd_sheet_column *column, size_t column_count,
                              struct rd_arena *arena)
{
    return (struct rd_sheet){.column = column, .column_count = column_count, .arena = arena};
}

void rd_sheet_text(struct rd_sheet *sheet, const char *text)
{
    rd_arena_add(sheet->arena, sheet->cell, sheet->cell_count, text);
}

void rd_sheet_add(struct rd_sheet *sheet, const char *const *text, size_t count)
{
    for (size_t i = 0; i < count; i++)
        rd_sheet_text(sheet, text[i]);
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
        rd_sheet_text(sheet, rd_arena_text(sheet->arena, rd_number_shortest(value, digits)));
    else
        rd_sheet_text(sheet, NULL);
}

void rd_sheet_count(struct rd_sheet *sheet, int64_t value, bool known)
{
    char digits[RD_WIDE_SIZE];
    const char *text = !known      ? NULL
                       : value < 0 ? rd_wide_text(value, digits)
                                   : rd_whole_text((uint64_t)value, digits);
    rd_sheet_text(sheet, text ? rd_arena_text(sheet->arena, text) : NULL);
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
    char *capitals = rd_arena_text(sheet->arena, sheet->column[column].key);
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

/* Columns of a text table that stand side by side: those that name the row, and some of the rest.
 */
struct block {
    const size_t *width; /* of all columns */
    size_t first, end;   /* of the rest */
    bool below;          /* does the last, a text, stand below its row where there is no room? */
    bool alone;          /* does the name of a row have a line of its own? */
    struct rd_terminal terminal;
};

static bool stands_in_block(const struct rd_sheet *sheet, size_t column, const struct block *block)
{
    return stands_in(sheet, column, RD_IN_TABLE) &&
           (column <= sheet->naming || (column >= block->first && column < block->end));
}

static void print_below(FILE *lines, const void *text)
{
    fprintf(lines, "%*s", BELOW_AT, "");
    rd_print_shown(lines, text);
    putc('\n', lines);
}

static void write_cell(FILE *out, const char *text, const char *colour)
{
    if (*colour)
        fprintf(out, "\033[%sm", colour);
    rd_print_shown(out, text);
    fputs(*colour ? "\033[0m" : "", out);
}

static void write_aligned(FILE *out, const struct rd_sheet *sheet, size_t row,
                          const struct block *block)
{
    size_t owed = 0;  /* spaces to write if anything follows them */
    size_t start = 0; /* where a column starts */
    const char *below = NULL;
    for (size_t i = 0; i < block->end; i++) {
        if (!stands_in_block(sheet, i, block))
            continue;
        const char *text = shown_at(sheet, row, i);
        if (i == 0 && block->alone) {
            rd_print_shown(out, text);
            putc('\n', out);
            owed = start = BELOW_AT;
            continue;
        }
        bool coloured =
            block->terminal.colours && row != headings && stands_in(sheet, i, RD_COLOURED);
        size_t wide = rd_utf8_width(text), padding = block->width[i] - wide;
        bool is_last = i + 1 == block->end;
        if (is_last && block->below && start + wide > block->terminal.width) {
            below = text;
            break;
        }
        owed += stands_in(sheet, i, RD_RIGHT) ? padding : 0;
        if (*text) {
            fprintf(out, "%*s", (int)owed, "");
            write_cell(out, text, coloured ? colour_of(text) : "");
            owed = 0;
        }
        owed += GAP + (stands_in(sheet, i, RD_RIGHT) ? 0 : padding);
        start += block->width[i] + GAP;
    }
    putc('\n', out);
    if (below)
        rd_terminal_fold(out, BELOW_AT, print_below, below);
}

/* The widest cell of a column, or its heading. */
static size_t widest(const struct rd_sheet *sheet, size_t column)
{
    size_t width = rd_utf8_width(shown_at(sheet, headings, column));
    for (size_t row = 0; row < rd_sheet_rows(sheet); row++) {
        size_t wide = rd_utf8_width(shown_at(sheet, row, column));
        width = wide > width ? wide : width;
    }
    return width;
}

/* The columns from `first` on that fit beside those that name the row, one at least. A last text
 * that does not fit is of them all the same. */
static struct block lay_out(const struct rd_sheet *sheet, const size_t *width, size_t first,
                            size_t column_end, struct rd_terminal terminal, bool alone)
{
    struct block block = {width, first, first, false, alone, terminal};
    size_t used = 0;
    for (size_t i = 0; i < column_end; i++) {
        if (!stands_in(sheet, i, RD_IN_TABLE) || (i > sheet->naming && i < first))
            continue;
        used += (used > 0 ? GAP : 0) + (alone && i == 0 ? BELOW_AT - GAP : width[i]);
        bool fits = used <= terminal.width, is_text = !stands_in(sheet, i, RD_RIGHT);
        if (i <= sheet->naming)
            continue;
        if (!fits && block.end > first && (i + 1 < column_end || !is_text))
            break;
        block.below = !fits && is_text;
        block.end = i + 1;
        if (!fits)
            break;
    }
    return block;
}

static void write_text(FILE *out, const struct rd_sheet *sheet)
{
    rd_assert(sheet->column_count <= COLUMN_LIMIT);
    size_t end = sheet->column_count, next = sheet->naming + 1;
    while (end > 0 && !stands_in(sheet, end - 1, RD_IN_TABLE))
        end--;
    size_t width[COLUMN_LIMIT] = {0};
    for (size_t i = 0; i < end; i++)
        width[i] = stands_in(sheet, i, RD_IN_TABLE) ? widest(sheet, i) : 0;
    struct rd_terminal terminal = rd_terminal_of(out);
    struct block whole = lay_out(sheet, width, next, end, terminal, false);
    bool alone = sheet->naming == 0 && whole.end < end && width[0] > terminal.width / 2;
    do {
        struct block block = lay_out(sheet, width, next, end, terminal, alone);
        fputs(next > sheet->naming + 1 ? "\n" : "", out);
        write_aligned(out, sheet, headings, &block);
        for (size_t row = 0; row < rd_sheet_rows(sheet); row++)
            write_aligned(out, sheet, row, &block);
        next = block.end;
    } while (next < end);
}

/* A letter that means nothing to LaTeX, or to a table of Markdown. */
static void write_letter(FILE *out, enum rd_format format, char letter)
{
    if (format == RD_FORMAT_MARKDOWN)
        fprintf(out, letter == '|' ? "\\%c" : "%c",
                letter == '\n' || letter == '\r' ? ' ' : letter);
    else if (strchr("&%$#_{}", letter))
        fprintf(out, "\\%c", letter);
    else if (letter == '\\')
        fputs("\\textbackslash{}", out);
    else if (strchr("~^<>|", letter))
        fprintf(out, letter == '~' || letter == '^' ? "\\%c{}" : "$%c$", letter);
    else
        putc(letter, out);
}

/* A text that may come from anywhere: what would command a terminal is '?', line ends apart. */
static void write_escaped(FILE *out, enum rd_format format, const char *text)
{
    for (const char *c = text; *c; c++) {
        size_t command = *c == '\n' || *c == '\r' ? 0 : rd_command_length(c);
        write_letter(out, format, command > 0 ? '?' : *c);
        c += command > 0 ? command - 1 : 0;
    }
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
    bool is_first = true;
    for (size_t i = 0; i < sheet->column_count; i++) {
        if (!stands_in(sheet, i, RD_IN_CSV))
            continue;
        const char *text = row == headings ? sheet->column[i].key : cell_at(sheet, row, i);
        if (!is_first)
            putc_unlocked(',', out);
        is_first = false;
        if (text)
            rd_csv_write_foreign(out, text);
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
