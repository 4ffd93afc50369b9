#include "options.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct rd_option_spec *spec_named(const struct rd_options *options, const char *name)
{
    for (const struct rd_option_spec *spec = options->spec; spec && spec->name; spec++)
        if (strcmp(spec->name, name) == 0)
            return spec;
    return NULL;
}

static bool text_is_integer(const char *text, int64_t *ret_value)
{
    return rd_integer_parse(text, strlen(text), INT64_MIN, INT64_MAX, ret_value);
}

static bool number_is_between(const char *text, const char *least_text, const char *most_text)
{
    double value, least, most;
    return rd_number_parse(text, strlen(text), &value) &&
           rd_number_parse(least_text, strlen(least_text), &least) &&
           rd_number_parse(most_text, strlen(most_text), &most) && value >= least && value <= most;
}

/* Is `value` one of the words that `a|b|c` lists? */
static bool word_is_listed(const char *words, const char *value)
{
    size_t length = strlen(value);
    for (const char *word = words; *word;) {
        size_t word_length = strcspn(word, "|");
        if (word_length == length && strncmp(word, value, length) == 0)
            return true;
        word += word_length + (word[word_length] == '|');
    }
    return false;
}

/* Reads "3 1, 2; 0 4 1". In: value, or NULL to count only; ret_rows, its numbers of rows and
 * columns. Returns: false for anything but rows of equal length, 1 at least, low to high. */
static bool scan_rows(const char *text, int64_t low, int64_t high, int64_t *value,
                      struct rd_integer_rows *ret_rows)
{
    static const char blanks[] = " \t\n\r,", ends[] = " \t\n\r,;";
    struct rd_integer_rows rows = {0};
    size_t in_row = 0, count = 0;
    for (const char *at = text + strspn(text, blanks); *at || in_row > 0;) {
        if (*at == ';' || !*at) {
            if (in_row == 0 || (rows.row_count > 0 && in_row != rows.column_count))
                return false;
            rows.column_count = in_row;
            rows.row_count++;
            in_row = 0;
            at += *at == ';';
        } else {
            size_t length = strcspn(at, ends);
            int64_t item;
            if (!rd_integer_parse(at, length, low, high, &item))
                return false;
            if (value)
                value[count++] = item;
            in_row++;
            at += length;
        }
        at += strspn(at, blanks);
    }
    *ret_rows = rows;
    return rows.row_count > 0;
}

static bool value_is_accepted(const char *accepted, const char *value)
{
    int64_t low, high, integer;
    if (sscanf(accepted, "integer %" SCNd64 " %" SCNd64, &low, &high) == 2)
        return text_is_integer(value, &integer) && integer >= low && integer <= high;
    char least[RD_NUMBER_SIZE], most[RD_NUMBER_SIZE];
    if (sscanf(accepted, "number %31s %31s", least, most) == 2)
        return number_is_between(value, least, most);
    struct rd_integer_rows rows;
    if (strcmp(accepted, "file") == 0)
        return true;
    if (strcmp(accepted, "host") == 0)
        return text_is_integer(value, &integer) && integer >= 0 && integer < UINT32_MAX;
    if (strcmp(accepted, "hosts") == 0)
        return strcmp(value, "all") == 0 || (scan_rows(value, 0, UINT32_MAX - 1, NULL, &rows) &&
                                             rows.row_count == 1 && !strchr(value, ';'));
    if (sscanf(accepted, "integers %" SCNd64 " %" SCNd64, &low, &high) == 2)
        return scan_rows(value, low, high, NULL, &rows) && rows.row_count == 1 &&
               !strchr(value, ';');
    if (sscanf(accepted, "rows %" SCNd64 " %" SCNd64, &low, &high) == 2)
        return scan_rows(value, low, high, NULL, &rows);
    return word_is_listed(accepted, value);
}

static bool unknown_option(const struct rd_options *options, const char *name,
                           struct rd_error *reterr)
{
    const char *names[64];
    size_t count = 0;
    char list[512] = "";
    for (const struct rd_option_spec *spec = options->spec; spec && spec->name; spec++) {
        rd_assert(count < sizeof names / sizeof *names);
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", count ? ", " : "", spec->name);
        names[count++] = spec->name;
    }
    if (count == 0)
        return rd_wrong(reterr, "option \"%s\": no options are accepted", name);
    const char *nearest = rd_nearest_name(name, names, count);
    return rd_wrong(reterr, "option \"%s\": accepted are %s%s%s%s", name, list,
                    nearest ? " (did you mean \"" : "", nearest ? nearest : "",
                    nearest ? "\"?)" : "");
}

bool rd_options_check(const struct rd_options *options, struct rd_error *reterr)
{
    for (size_t i = 0; i < options->given_count; i++) {
        const struct rd_option *given = &options->given[i];
        const struct rd_option_spec *spec = spec_named(options, given->name);
        if (!spec)
            return unknown_option(options, given->name, reterr);
        if (!value_is_accepted(spec->accepted, given->value))
            return rd_wrong(reterr, "option %s=\"%.200s\": %s is accepted", given->name,
                            given->value, spec->accepted);
        for (size_t earlier = 0; earlier < i; earlier++)
            if (strcmp(options->given[earlier].name, given->name) == 0)
                return rd_wrong(reterr, "option %s is given twice: once is accepted", given->name);
    }
    return true;
}

const char *rd_option_given(const struct rd_options *options, const char *name)
{
    for (size_t i = 0; i < options->given_count; i++)
        if (strcmp(options->given[i].name, name) == 0)
            return options->given[i].value;
    return NULL;
}

const char *rd_option_text(const struct rd_options *options, const char *name)
{
    const char *given = rd_option_given(options, name);
    if (given)
        return given;
    const struct rd_option_spec *spec = spec_named(options, name);
    rd_assert(spec);
    return spec->value;
}

int64_t rd_option_integer(const struct rd_options *options, const char *name)
{
    int64_t value;
    bool well_formed = text_is_integer(rd_option_text(options, name), &value);
    rd_assert(well_formed);
    return value;
}

double rd_option_number(const struct rd_options *options, const char *name)
{
    double value;
    const char *text = rd_option_text(options, name);
    bool well_formed = rd_number_parse(text, strlen(text), &value);
    rd_assert(well_formed);
    return value;
}

struct rd_integer_rows rd_option_rows(const struct rd_options *options, const char *name,
                                      struct rd_arena *arena)
{
    struct rd_integer_rows rows, again;
    const char *text = rd_option_text(options, name);
    bool well_formed = scan_rows(text, INT64_MIN, INT64_MAX, NULL, &rows);
    rd_assert(well_formed);
    rows.value = rd_take(arena, rows.row_count * rows.column_count, int64_t);
    well_formed = scan_rows(text, INT64_MIN, INT64_MAX, rows.value, &again);
    rd_assert(well_formed);
    return rows;
}

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters left out, added, changed, or swapped with their neighbour. */
static size_t edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 64 };
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST)
        return SIZE_MAX;
    size_t rows[3][LONGEST + 1]; /* this one, the one before, the one before that */
    size_t *row = rows[0], *before = rows[1], *second = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *oldest = second;
        second = before;
        before = row;
        row = oldest;
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least_of(before[j - 1] + (a[i - 1] != b[j - 1]),
                              least_of(before[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least_of(row[j], second[j - 2] + 1);
        }
    }
    return row[b_length];
}

const char *rd_nearest_name(const char *wanted, const char *const *names, size_t count)
{
    const char *nearest = NULL;
    size_t least = strlen(wanted) / 3 + 1;
    for (size_t i = 0; i < count; i++) {
        size_t distance = edit_distance(wanted, names[i]);
        if (distance < least) {
            least = distance;
            nearest = names[i];
        }
    }
    return nearest;
}
