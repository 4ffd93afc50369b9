#include "page_files.h"

#include "sim/csv/csv_text.h"
#include "sim/csv/trace_csv.h"
#include "sim/input/file_text.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The most bytes of a file that goes into a page. */
static const size_t byte_limit = (size_t)64 << 20;

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

static int by_text(const void *one, const void *other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

static bool fail_file(const char *path, struct rd_error *reterr)
{
    return rd_fail(reterr, RD_ERROR_FILE, path, 0,
                   "%s: a file or folder that can be read is "
                   "needed",
                   strerror(errno));
}

/* The names in a folder, hidden ones left out, sorted. */
static bool list_folder(const char *folder, struct rd_arena *arena, const char ***ret_name,
                        size_t *ret_count, struct rd_error *reterr)
{
    DIR *directory = opendir(folder);
    if (!directory)
        return fail_file(folder, reterr);
    const char **name = rd_take(arena, RD_PAGE_FILE_LIMIT, const char *);
    size_t count = 0;
    const struct dirent *entry;
    bool fits = true;
    while (fits && (entry = readdir(directory))) {
        if (entry->d_name[0] == '.')
            continue;
        fits = count < RD_PAGE_FILE_LIMIT;
        if (fits)
            name[count++] = rd_arena_text(arena, entry->d_name);
    }
    closedir(directory);
    if (!fits)
        return rd_fail(reterr, RD_ERROR_INPUT, folder, 0,
                       "more than %d files: at most as many are supported", RD_PAGE_FILE_LIMIT);
    qsort(name, count, sizeof *name, by_text);
    *ret_name = name;
    *ret_count = count;
    return true;
}

static bool read_file(const char *path, struct rd_arena *arena, const char **ret_text,
                      size_t *ret_size, struct rd_error *reterr)
{
    struct rd_error error;
    if (rd_file_text(path, byte_limit, arena, ret_text, ret_size, &error))
        return true;
    return rd_fail(reterr, error.code, path, 0, "%s", error.message);
}

/* --- traces ----------------------------------------------------------------------------------- */

static bool read_trace(const char *path, const char *name, struct rd_arena *arena,
                       struct rd_page_gantt *ret_gantt, struct rd_error *reterr)
{
    const char *text;
    size_t size;
    struct rd_trace *trace = rd_take(arena, 1, struct rd_trace);
    struct rd_gantt gantt = {.title = name, .trace = trace, .kind_count = 1};
    if (!read_file(path, arena, &text, &size, reterr) ||
        !rd_trace_read_csv(path, text, size, NULL, arena, trace, &gantt.host_name,
                           &gantt.host_count, reterr))
        return false;
    gantt.kind_count = rd_trace_kind_count(trace);
    *ret_gantt = (struct rd_page_gantt){.heading = name, .facts = "A trace.", .gantt = gantt};
    return true;
}

bool rd_page_read_traces(const char *path, struct rd_arena *arena, struct rd_page_gantt **ret_gantt,
                         size_t *ret_count, struct rd_error *reterr)
{
    struct stat status;
    const char **name;
    size_t name_count, count = 0;
    if (stat(path, &status) != 0)
        return fail_file(path, reterr);
    if (!S_ISDIR(status.st_mode)) {
        const char *slash = strrchr(path, '/');
        *ret_gantt = rd_take(arena, 1, struct rd_page_gantt);
        *ret_count = 1;
        return read_trace(path, slash ? slash + 1 : path, arena, *ret_gantt, reterr);
    }
    if (!list_folder(path, arena, &name, &name_count, reterr))
        return false;
    struct rd_page_gantt *gantt = rd_take(arena, name_count, struct rd_page_gantt);
    for (size_t i = 0; i < name_count; i++)
        if (ends_with(name[i], ".csv") && !read_trace(rd_arena_print(arena, "%s/%s", path, name[i]),
                                                      name[i], arena, &gantt[count++], reterr))
            return false;
    if (count == 0)
        return rd_fail(reterr, RD_ERROR_INPUT, path, 0, "no trace: a file *.csv is needed");
    *ret_gantt = gantt;
    *ret_count = count;
    return true;
}

/* --- figures ---------------------------------------------------------------------------------- */

/* A field as text of its own, doubled quotes made one. */
static const char *field_text(const struct rd_csv_field *field, struct rd_arena *arena)
{
    char *text = rd_arena_print(arena, "%.*s", (int)field->length, field->text);
    if (!field->quoted)
        return text;
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (from[0] == '"' && from[1] == '"')
            from++;
        *to++ = *from;
    }
    *to = '\0';
    return text;
}

/* A CSV file as a table of texts; its header gives the columns. */
static bool read_table(const char *path, struct rd_arena *arena, struct rd_sheet *ret_sheet,
                       struct rd_error *reterr)
{
    const char *text;
    size_t size;
    struct rd_csv csv;
    enum rd_csv_line line;
    struct rd_sheet_column *column = rd_take(arena, RD_CSV_FIELD_LIMIT, struct rd_sheet_column);
    struct rd_sheet sheet = {0};
    if (!read_file(path, arena, &text, &size, reterr))
        return false;
    rd_csv_open(&csv, path, text, size);
    while ((line = rd_csv_read(&csv, reterr)) == RD_CSV_RECORD || line == RD_CSV_COMMENT) {
        if (line == RD_CSV_COMMENT)
            continue;
        if (sheet.column_count > 0 && csv.field_count != sheet.column_count)
            return rd_fail(reterr, RD_ERROR_INPUT, path, csv.line, "%zu fields: %zu are needed",
                           csv.field_count, sheet.column_count);
        for (size_t i = 0; i < csv.field_count; i++) {
            const char *field = field_text(&csv.field[i], arena);
            if (sheet.column_count == 0)
                column[i] = (struct rd_sheet_column){field, RD_IN_TABLE | RD_AS_IT_IS};
            else
                rd_sheet_text(&sheet, field);
        }
        if (sheet.column_count == 0)
            sheet = rd_sheet_open(column, csv.field_count, arena);
    }
    *ret_sheet = sheet;
    return line == RD_CSV_END;
}

/* A name without its ending of four letters. */
static const char *stem_of(const char *name, struct rd_arena *arena)
{
    size_t length = strlen(name) - strlen(".svg");
    char *stem = rd_take(arena, length + 1, char);
    memcpy(stem, name, length);
    return stem;
}

static bool is_there(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

/* In: the figure's name without its ending. */
static bool read_figure(const char *folder, const char *stem, bool is_svg, struct rd_arena *arena,
                        struct rd_page_figure *figure, struct rd_error *reterr)
{
    const char *path = rd_arena_print(arena, "%s/%s.%s", folder, stem, is_svg ? "svg" : "png");
    const char *verdicts = rd_arena_print(arena, "%s/%s.verdicts.csv", folder, stem);
    *figure =
        (struct rd_page_figure){.name = stem, .media_type = is_svg ? "image/svg+xml" : "image/png"};
    if (!read_file(path, arena, &figure->bytes, &figure->size, reterr))
        return false;
    if (!is_there(verdicts))
        return true;
    struct rd_sheet *table = rd_take(arena, 1, struct rd_sheet);
    figure->verdicts = table;
    return read_table(verdicts, arena, table, reterr);
}

bool rd_page_read_figures(const char *folder, struct rd_arena *arena,
                          struct rd_page_figure **ret_figure, size_t *ret_count,
                          struct rd_error *reterr)
{
    const char **name;
    size_t name_count, count = 0;
    if (!list_folder(folder, arena, &name, &name_count, reterr))
        return false;
    struct rd_page_figure *figure = rd_take(arena, name_count, struct rd_page_figure);
    for (size_t i = 0; i < name_count; i++) {
        bool is_svg = ends_with(name[i], ".svg");
        if (!is_svg && !ends_with(name[i], ".png"))
            continue;
        const char *stem = stem_of(name[i], arena);
        if (!is_svg && is_there(rd_arena_print(arena, "%s/%s.svg", folder, stem)))
            continue;
        if (!read_figure(folder, stem, is_svg, arena, &figure[count++], reterr))
            return false;
    }
    if (count == 0)
        return rd_fail(reterr, RD_ERROR_INPUT, folder, 0,
                       "no figure: a file *.svg or *.png is needed");
    *ret_figure = figure;
    *ret_count = count;
    return true;
}
