#include "csv_text.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>

void rd_csv_open(struct rd_csv *csv, const char *path, const char *text, size_t size)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    size_t mark_size = sizeof byte_order_mark - 1;
    if (size >= mark_size && memcmp(text, byte_order_mark, mark_size) == 0) {
        text += mark_size;
        size -= mark_size;
    }
    *csv = (struct rd_csv){.path = path, .next = text, .end = text + size, .next_line = 1};
    csv->line = 1;
}

static void count_line(struct rd_csv *csv)
{
    if (csv->next_line < INT_MAX)
        csv->next_line++;
}

/* Does a line end here: at LF, CRLF or the end of the text? */
static bool at_line_end(const struct rd_csv *csv)
{
    size_t left = (size_t)(csv->end - csv->next);
    return left == 0 || csv->next[0] == '\n' ||
           (left >= 2 && csv->next[0] == '\r' && csv->next[1] == '\n');
}

/* Steps over the line end that starts here. */
static void skip_line_end(struct rd_csv *csv)
{
    if (csv->next < csv->end && *csv->next == '\r')
        csv->next++;
    if (csv->next < csv->end) {
        csv->next++;
        count_line(csv);
    }
}

static enum rd_csv_line read_comment(struct rd_csv *csv)
{
    csv->next++;
    const char *first = csv->next;
    while (!at_line_end(csv))
        csv->next++;
    const char *last = csv->next;
    skip_line_end(csv);
    while (first < last && (*first == ' ' || *first == '\t'))
        first++;
    while (first < last && (last[-1] == ' ' || last[-1] == '\t'))
        last--;
    csv->field[0] = (struct rd_csv_field){.text = first, .length = (size_t)(last - first)};
    csv->field_count = 1;
    return RD_CSV_COMMENT;
}

/* Reads a quoted field; csv->next is behind the opening quote. */
static bool read_quoted(struct rd_csv *csv, struct rd_csv_field *field, struct rd_error *reterr)
{
    field->text = csv->next;
    field->quoted = true;
    while (csv->next < csv->end) {
        if (*csv->next == '\n')
            count_line(csv);
        bool is_quote = *csv->next == '"';
        csv->next++;
        if (!is_quote)
            continue;
        if (csv->next < csv->end && *csv->next == '"') {
            csv->next++;
            continue;
        }
        field->length = (size_t)(csv->next - 1 - field->text);
        if (at_line_end(csv) || *csv->next == ',')
            return true;
        return rd_fail(reterr, RD_ERROR_INPUT, csv->path, csv->next_line,
                       "text behind a closing quote: a comma or the end of the line is accepted");
    }
    return rd_fail(reterr, RD_ERROR_INPUT, csv->path, csv->line,
                   "a quote is opened and not closed: a closing quote is needed");
}

static void read_plain(struct rd_csv *csv, struct rd_csv_field *field)
{
    field->text = csv->next;
    field->quoted = false;
    while (!at_line_end(csv) && *csv->next != ',')
        csv->next++;
    field->length = (size_t)(csv->next - field->text);
}

static enum rd_csv_line read_record(struct rd_csv *csv, struct rd_error *reterr)
{
    csv->field_count = 0;
    for (;;) {
        if (csv->field_count == RD_CSV_FIELD_LIMIT) {
            rd_fail(reterr, RD_ERROR_INPUT, csv->path, csv->line,
                    "more than %d fields: at most %d are accepted", RD_CSV_FIELD_LIMIT,
                    RD_CSV_FIELD_LIMIT);
            return RD_CSV_WRONG;
        }
        struct rd_csv_field *field = &csv->field[csv->field_count++];
        if (csv->next < csv->end && *csv->next == '"') {
            csv->next++;
            if (!read_quoted(csv, field, reterr))
                return RD_CSV_WRONG;
        } else {
            read_plain(csv, field);
        }
        if (at_line_end(csv))
            break;
        csv->next++; /* the comma */
    }
    skip_line_end(csv);
    return RD_CSV_RECORD;
}

/* What has been read is not read again. */
static void forget_behind(struct rd_csv *csv)
{
    enum { MANY_BYTES = 1 << 20 };
    if (!csv->spent || csv->next - csv->spent < MANY_BYTES)
        return;
    rd_arena_forget(csv->spent, (size_t)(csv->next - csv->spent));
    csv->spent = csv->next;
}

enum rd_csv_line rd_csv_read(struct rd_csv *csv, struct rd_error *reterr)
{
    forget_behind(csv);
    while (csv->next < csv->end && at_line_end(csv))
        skip_line_end(csv);
    csv->line = csv->next_line;
    if (csv->next == csv->end)
        return RD_CSV_END;
    return *csv->next == '#' ? read_comment(csv) : read_record(csv, reterr);
}

uint32_t rd_csv_find_name(const struct rd_csv_field *field, const struct rd_names *names,
                          struct rd_arena *scratch)
{
    bool is_plain = !field->quoted || !memchr(field->text, '"', field->length);
    if (is_plain || memchr(field->text, '\0', field->length))
        return rd_names_find_part(names, field->text, field->length);
    rd_arena_borrow(scratch);
    return rd_names_find(names, rd_csv_field_text(field, scratch));
}

bool rd_csv_field_is(const struct rd_csv_field *field, const char *text)
{
    size_t i = 0;
    for (; i < field->length && *text; i++, text++) {
        if (field->text[i] != *text)
            return false;
        if (field->quoted && field->text[i] == '"')
            i++;
    }
    return i == field->length && !*text;
}

const char *rd_csv_show(const struct rd_csv_field *field, char shown[RD_CSV_SHOWN_SIZE])
{
    enum { MOST = 40 };
    size_t most = field->length <= MOST ? field->length : MOST;
    /* Never half a letter of more than one byte. */
    while (most > 0 && most < field->length && ((unsigned char)field->text[most] & 0xc0) == 0x80)
        most--;
    for (size_t i = 0; i < most; i++) {
        unsigned char c = (unsigned char)field->text[i];
        shown[i] = (char)(c < 0x20 || c == 0x7f ? '?' : c);
    }
    snprintf(shown + most, RD_CSV_SHOWN_SIZE - most, "%s", most < field->length ? "..." : "");
    return shown;
}

/* "start_s,end_s,from": the names first..last-1. */
static const char *join_names(const struct rd_csv_columns *columns, size_t count, char joined[256])
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length +=
            (size_t)snprintf(joined + length, 256 - length, "%s%s", i ? "," : "", columns->name[i]);
    return joined;
}

/* The place of a column's name. Returns: columns->count if there is none of that name. */
static size_t column_named(const struct rd_csv_columns *columns, const struct rd_csv_field *field)
{
    size_t column = 0;
    while (column < columns->count && !rd_csv_field_is(field, columns->name[column]))
        column++;
    return column;
}

bool rd_csv_take_header(const struct rd_csv *csv, struct rd_csv_columns *columns,
                        struct rd_error *reterr)
{
    char joined[256], shown[RD_CSV_SHOWN_SIZE];
    for (size_t i = 0; i < columns->count; i++)
        columns->at[i] = SIZE_MAX;
    for (size_t i = 0; i < csv->field_count; i++) {
        size_t column = column_named(columns, &csv->field[i]);
        if (column == columns->count)
            return rd_fail(reterr, RD_ERROR_INPUT, csv->path, csv->line,
                           "column \"%s\": %s are accepted", rd_csv_show(&csv->field[i], shown),
                           join_names(columns, columns->count, joined));
        if (columns->at[column] != SIZE_MAX)
            return rd_fail(reterr, RD_ERROR_INPUT, csv->path, csv->line,
                           "column \"%s\" is there twice: once is accepted", columns->name[column]);
        columns->at[column] = i;
    }
    for (size_t i = 0; i < columns->needed; i++)
        if (columns->at[i] == SIZE_MAX)
            return rd_fail(reterr, RD_ERROR_INPUT, csv->path, csv->line,
                           "no column \"%s\": %s are needed", columns->name[i],
                           join_names(columns, columns->needed, joined));
    columns->field_count = csv->field_count;
    return true;
}

bool rd_csv_check_count(const struct rd_csv *csv, const struct rd_csv_columns *columns,
                        struct rd_error *reterr)
{
    return csv->field_count == columns->field_count ||
           rd_fail(reterr, RD_ERROR_INPUT, csv->path, csv->line,
                   "%zu fields: %zu are needed, as in the header", csv->field_count,
                   columns->field_count);
}

bool rd_csv_fail_no_header(const struct rd_csv *csv, const struct rd_csv_columns *columns,
                           struct rd_error *reterr)
{
    char joined[256];
    return rd_fail(reterr, RD_ERROR_INPUT, csv->path, csv->line, "no header: %s is needed",
                   join_names(columns, columns->needed, joined));
}

enum rd_csv_line rd_csv_next(struct rd_csv *csv, struct rd_csv_columns *columns,
                             struct rd_error *reterr)
{
    for (;;) {
        enum rd_csv_line line = rd_csv_read(csv, reterr);
        if (line == RD_CSV_COMMENT)
            continue;
        if (columns->field_count > 0 || line == RD_CSV_WRONG)
            return line;
        if (!(line == RD_CSV_RECORD ? rd_csv_take_header(csv, columns, reterr)
                                    : rd_csv_fail_no_header(csv, columns, reterr)))
            return RD_CSV_WRONG;
    }
}

const char *rd_csv_field_text(const struct rd_csv_field *field, struct rd_arena *arena)
{
    char *text = rd_take(arena, field->length + 1, char);
    size_t length = 0;
    for (size_t i = 0; i < field->length; i++) {
        text[length++] = field->text[i];
        i += field->quoted && field->text[i] == '"';
    }
    return text;
}

bool rd_csv_fail_field(const struct rd_csv *csv, const char *name, const struct rd_csv_field *field,
                       struct rd_error *reterr, const char *format, ...)
{
    char shown[RD_CSV_SHOWN_SIZE], accepted[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(accepted, sizeof accepted, format, arguments);
    va_end(arguments);
    return rd_fail(reterr, RD_ERROR_INPUT, csv->path, csv->line, "%s \"%s\": %s", name,
                   rd_csv_show(field, shown), accepted);
}

bool rd_csv_integer(const struct rd_csv *csv, const char *name, const struct rd_csv_field *field,
                    int64_t low, int64_t high, int64_t *ret_value, struct rd_error *reterr)
{
    return rd_integer_parse(field->text, field->length, low, high, ret_value) ||
           rd_csv_fail_field(csv, name, field, reterr,
                             "a whole number from %" PRId64 " to %" PRId64 " is accepted", low,
                             high);
}

bool rd_csv_seconds(const struct rd_csv *csv, const char *name, const struct rd_csv_field *field,
                    double *ret_seconds, struct rd_error *reterr)
{
    double seconds;
    if (!rd_number_parse(field->text, field->length, &seconds) || seconds < 0)
        return rd_csv_fail_field(csv, name, field, reterr,
                                 "0 or a number of seconds from %g to %g is accepted",
                                 RD_NUMBER_LEAST, RD_NUMBER_MOST);
    *ret_seconds = seconds;
    return true;
}

uint32_t rd_csv_last_dimension(const struct rd_instance *instance)
{
    if (!instance || instance->topology.dimension_count == 0)
        return UINT8_MAX;
    return instance->topology.dimension_count - 1;
}

bool rd_csv_dimension_range(const struct rd_csv *csv, const struct rd_csv_field *field,
                            uint32_t last, struct rd_dimension_range *ret_block,
                            struct rd_error *reterr)
{
    rd_assert(last <= UINT8_MAX);
    const char *dash = memchr(field->text, '-', field->length);
    size_t length = dash ? (size_t)(dash - field->text) : 0;
    int64_t from, to;
    if (!dash || !rd_integer_parse(field->text, length, 0, last, &from) ||
        !rd_integer_parse(dash + 1, field->length - length - 1, 0, last, &to))
        return rd_csv_fail_field(
            csv, "block", field, reterr,
            "two dimensions from 0 to %" PRIu32 ", as in 0-2 or 2-0, are accepted", last);
    *ret_block = (struct rd_dimension_range){.first = (uint8_t)from, .last = (uint8_t)to};
    return true;
}

/* Does a spreadsheet compute what begins so? A sign alone stands for nothing. */
static bool has_sign(char first, bool has_more)
{
    return has_more && (first == '=' || first == '+' || first == '-' || first == '@');
}

struct rd_csv_field rd_csv_unmarked(const struct rd_csv_field *field)
{
    struct rd_csv_field text = *field;
    if (text.length > 1 && text.text[0] == '\'' &&
        (text.text[1] == '\'' || has_sign(text.text[1], text.length > 2))) {
        text.text++;
        text.length--;
    }
    return text;
}

static const char *mark_of(const char *text)
{
    bool has_mark = *text == '\'';
    const char *rest = text + (has_mark ? 1 : 0);
    return (has_mark && *rest == '\'') || has_sign(rest[0], rest[0] && rest[1]) ? "'" : "";
}

/* The bytes of what would command a terminal here, a line end apart; mostly 0, and quickly so. */
static size_t command_length(const char *text)
{
    bool is_plain = *text >= ' ' && *text <= '~';
    return is_plain || *text == '\n' || *text == '\r' ? 0 : rd_command_length(text);
}

/* The letters of a text that is written as it is, as most are; SIZE_MAX for one that is not. */
static size_t plain_length(const char *text)
{
    const char *c = text;
    while (*c >= ' ' && *c <= '~' && *c != '"' && *c != ',')
        c++;
    bool is_plain = *c == '\0' && *text != '#';
    return is_plain ? (size_t)(c - text) : SIZE_MAX;
}

/* What would command a terminal becomes '?', line ends apart. */
static bool write_marked(FILE *out, const char *mark, const char *text)
{
    size_t length = *mark == '\0' ? plain_length(text) : SIZE_MAX;
    /* Without locks: one for each text would take half the time of an export. */
    if (length != SIZE_MAX)
        return fwrite_unlocked(text, 1, length, out) == length;
    bool quoted = text[0] == '#' || strpbrk(text, ",\"\r\n");
    if ((quoted && putc_unlocked('"', out) < 0) || fputs_unlocked(mark, out) < 0)
        return false;
    for (const char *c = text; *c; c++) {
        size_t command = command_length(c);
        if ((*c == '"' && putc_unlocked('"', out) < 0) ||
            putc_unlocked(command > 0 ? '?' : *c, out) < 0)
            return false;
        c += command > 0 ? command - 1 : 0;
    }
    return !quoted || putc_unlocked('"', out) >= 0;
}

bool rd_csv_write_name(FILE *out, const char *name)
{
    return write_marked(out, mark_of(name), name);
}

bool rd_csv_write_foreign(FILE *out, const char *text)
{
    double number;
    const char *mark = mark_of(text);
    bool is_number = *mark && rd_number_parse(text, strlen(text), &number);
    return write_marked(out, is_number ? "" : mark, text);
}
