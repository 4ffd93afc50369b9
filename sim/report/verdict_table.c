#include "verdict_table.h"

#include "results_database.h"

#include "sim/base/mean.h"
#include "sim/base/number_text.h"
#include "sim/csv/csv_text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The columns of a table, those that are needed first. */
enum {
    WHAT,
    MEASURE,
    STATISTIC,
    WHERE,
    FROM,
    BY,
    PUBLISHED,
    DIFFERS,
    IMPOSSIBLE,
    WHY,
    JUDGED_BY, /* a column for each way */
    COLUMNS = JUDGED_BY + RD_JUDGED_BY_COUNT
};

static const char *const column_name[COLUMNS] = {
    "what",    "measure",    "statistic", "where",    "from",        "by",         "published",
    "differs", "impossible", "why",       "accepted", "earlier-run", "independent"};

enum { LINE_LIMIT = 1000, BY_LIMIT = 16 };

/* What a query gives before what it groups by. */
enum { AT_VALUE, AT_LOW, AT_HIGH, AT_PUBLISHED, AT_GROUP };

static const char *const statistic_name[] = {"value",    "mean",  "each",  "least",
                                             "greatest", "total", "count", NULL};
enum statistic { VALUE, MEAN, EACH, LEAST, GREATEST, TOTAL, COUNT };

/* A line of the table. */
struct line {
    const char *cell[COLUMNS];
    int number;
    enum statistic statistic;
    enum rd_judged_by judged_by;
    sqlite3_stmt *query;
    size_t by_count;
    const char *by[BY_LIMIT]; /* [by_count] names */
};

/* Rows that agree in what they are grouped by. */
struct group {
    const char *key[BY_LIMIT];
    double low, high, published;
    struct rd_mean mean;
    double least, greatest, total;
};

struct judging {
    const char *path;
    sqlite3 *database;
    struct line *line; /* [line_count] */
    size_t line_count;
    size_t by_count; /* of all lines: columns of the data */
    const char *by[BY_LIMIT];
    FILE *data; /* or NULL */
    struct rd_checks *checks;
    struct rd_arena *arena;
};

/* --- the runs as tables of a database in memory ------------------------------------------------
 */

static bool refuse(const struct judging *judging, int line, struct rd_error *reterr)
{
    return rd_fail(reterr, RD_ERROR_INPUT, judging->path, line, "%s",
                   sqlite3_errmsg(judging->database));
}

static bool run_sql(const struct judging *judging, const char *sql, struct rd_error *reterr)
{
    return sqlite3_exec(judging->database, sql, NULL, NULL, NULL) == SQLITE_OK ||
           refuse(judging, 0, reterr);
}

/* A parameter that no column shows anyhow, as a name without "-". Returns: NULL, or the name. */
static const char *parameter_column(const char *parameter, struct rd_arena *arena)
{
    char *name = rd_arena_text(arena, parameter);
    for (char *c = name; *c; c++)
        *c = (char)(*c == '-' ? '_' : *c);
    return rd_stored_column(name) ? NULL : name;
}

static bool insert_rows(const struct judging *judging, const struct rd_results_table *results,
                        const char *values, struct rd_error *reterr)
{
    rd_sql_own(insert);
    const char *sql =
        rd_arena_print(judging->arena, "INSERT INTO every_run VALUES (%s NULL)", values);
    if (sqlite3_prepare_v2(judging->database, sql, -1, &insert, NULL) != SQLITE_OK)
        return refuse(judging, 0, reterr);
    const struct rd_columns stored = rd_columns_shown(RD_STORED);
    for (size_t row = 0; row < results->rows->count; row++) {
        const struct rd_result_row of = rd_packed_row(results->rows, row);
        rd_arena_borrow(judging->arena);
        int at = 1;
        for (size_t i = 0; i < stored.count; i++)
            rd_sql_bind(insert, at++, &of, stored.column[i]);
        for (size_t i = 0; i < results->parameter_count; i++)
            if (parameter_column(results->parameter[i], judging->arena))
                sqlite3_bind_text(insert, at++, rd_results_table_value(results, row, i), -1,
                                  SQLITE_STATIC);
        if (sqlite3_step(insert) != SQLITE_DONE || sqlite3_reset(insert) != SQLITE_OK)
            return refuse(judging, 0, reterr);
    }
    return true;
}

/* Tables: every_run, and run, of those that ended well. Beside the columns of the results there are
 * the parameters, and best_s: the shortest time at the point. */
static bool make_tables(const struct judging *judging, const struct rd_results_table *results,
                        struct rd_error *reterr)
{
    const struct rd_columns stored = rd_columns_shown(RD_STORED);
    const char *columns = "", *values = "";
    for (size_t i = 0; i < stored.count; i++) {
        columns = rd_arena_print(judging->arena, "%s\"%s\" %s,", columns, stored.column[i]->name,
                                 rd_sql_type(stored.column[i]));
        values = rd_arena_print(judging->arena, "%s?,", values);
    }
    for (size_t i = 0; i < results->parameter_count; i++) {
        const char *name = parameter_column(results->parameter[i], judging->arena);
        if (!name)
            continue;
        columns = rd_arena_print(judging->arena, "%s\"%s\" NUMERIC,", columns, name);
        values = rd_arena_print(judging->arena, "%s?,", values);
    }
    return run_sql(judging,
                   rd_arena_print(judging->arena,
                                  "CREATE TABLE every_run (%s best_s REAL);"
                                  "CREATE INDEX of_point ON every_run (point, algorithm);"
                                  "CREATE VIEW run AS SELECT *, coalesce(simulated_s, planned_s) "
                                  "AS time_s FROM every_run WHERE status = 'ok'",
                                  columns),
                   reterr) &&
           insert_rows(judging, results, values, reterr) &&
           run_sql(judging,
                   "UPDATE every_run SET best_s = (SELECT min(time_s) FROM run "
                   "WHERE run.point = every_run.point)",
                   reterr);
}

/* --- the table ---------------------------------------------------------------------------------
 */

/* "A", "A to B", "at least A", "at most B", "any" as two expressions. */
static void split_range(const char *range, struct rd_arena *arena, const char **ret_low,
                        const char **ret_high)
{
    static const char least[] = "at least ", most[] = "at most ";
    const char *to = strstr(range, " to ");
    *ret_low = *ret_high = range;
    if (strcmp(range, "any") == 0) {
        *ret_low = "-9e999";
        *ret_high = "9e999";
    } else if (strncmp(range, least, sizeof least - 1) == 0) {
        *ret_low = range + sizeof least - 1;
        *ret_high = "9e999";
    } else if (strncmp(range, most, sizeof most - 1) == 0) {
        *ret_low = "-9e999";
        *ret_high = range + sizeof most - 1;
    } else if (to) {
        *ret_low = rd_arena_print(arena, "%.*s", (int)(to - range), range);
        *ret_high = to + sizeof " to " - 1;
    }
}

static const char *given_or(const char *text, const char *other)
{
    return *text ? text : other;
}

/* A line whose statistic is "view" names a query, for the lines below. */
static bool make_view(const struct judging *judging, const struct line *line,
                      struct rd_error *reterr)
{
    const char *const *cell = line->cell, *rest;
    rd_sql_own(create);
    const char *sql = rd_arena_print(judging->arena, "CREATE VIEW \"%s\" AS SELECT %s FROM %s%s%s",
                                     cell[WHAT], cell[MEASURE], given_or(cell[FROM], "run"),
                                     *cell[WHERE] ? " WHERE " : "", cell[WHERE]);
    if (sqlite3_prepare_v2(judging->database, sql, -1, &create, &rest) != SQLITE_OK)
        return refuse(judging, line->number, reterr);
    return (!*rest && sqlite3_step(create) == SQLITE_DONE) ||
           rd_fail(reterr, RD_ERROR_INPUT, judging->path, line->number,
                   "the view \"%.100s\" cannot be made", cell[WHAT]);
}

/* Adds a line's groups to the columns of the data. */
static bool take_groups(struct judging *judging, struct line *line, struct rd_error *reterr)
{
    line->by_count = (size_t)sqlite3_column_count(line->query) - AT_GROUP;
    bool good = line->by_count <= BY_LIMIT;
    for (size_t i = 0; good && i < line->by_count; i++) {
        size_t known = 0;
        line->by[i] = rd_arena_print(judging->arena, "%s",
                                     sqlite3_column_name(line->query, (int)i + AT_GROUP));
        while (known < judging->by_count && strcmp(judging->by[known], line->by[i]) != 0)
            known++;
        good = known < BY_LIMIT;
        if (good && known == judging->by_count)
            judging->by[judging->by_count++] = line->by[i];
    }
    return good || rd_fail(reterr, RD_ERROR_INPUT, judging->path, line->number,
                           "more than %d columns to group by: that many are supported", BY_LIMIT);
}

/* What a line accepts, and by what. */
static bool find_range(const struct judging *judging, struct line *line, const char **ret_low,
                       const char **ret_high, struct rd_error *reterr)
{
    const char *range = "";
    for (int by = 0; by < RD_JUDGED_BY_COUNT; by++) {
        const char *cell = line->cell[JUDGED_BY + by];
        if (*cell && *range)
            return rd_fail(reterr, RD_ERROR_INPUT, judging->path, line->number,
                           "a range in two of the columns accepted, earlier-run and independent: "
                           "one is accepted");
        if (*cell) {
            range = cell;
            line->judged_by = (enum rd_judged_by)by;
        }
    }
    if (line->statistic == EACH && line->judged_by != RD_BY_LAW)
        return rd_fail(reterr, RD_ERROR_INPUT, judging->path, line->number,
                       "statistic \"each\" with an earlier or another run: a law, in the column "
                       "accepted, is accepted");
    split_range(given_or(range, "NULL"), judging->arena, ret_low, ret_high);
    return true;
}

static bool prepare_line(struct judging *judging, struct line *line, struct rd_error *reterr)
{
    const char *low = NULL, *high = NULL, *const *cell = line->cell;
    int statistic = 0;
    if (strcmp(cell[STATISTIC], "view") == 0)
        return make_view(judging, line, reterr);
    while (statistic_name[statistic] && strcmp(statistic_name[statistic], cell[STATISTIC]) != 0)
        statistic++;
    if (!statistic_name[statistic])
        return rd_fail(reterr, RD_ERROR_INPUT, judging->path, line->number,
                       "statistic \"%.40s\": value, mean, each, least, greatest, total, count or "
                       "view is accepted",
                       cell[STATISTIC]);
    line->statistic = (enum statistic)statistic;
    if (*cell[DIFFERS] && *cell[IMPOSSIBLE])
        return rd_fail(reterr, RD_ERROR_INPUT, judging->path, line->number,
                       "a reason in both of the columns differs and impossible: one is accepted");
    if (!find_range(judging, line, &low, &high, reterr))
        return false;
    const char *sql = rd_arena_print(judging->arena, "SELECT (%s), (%s), (%s), (%s)%s%s FROM %s",
                                     cell[MEASURE], low, high, given_or(cell[PUBLISHED], "NULL"),
                                     *cell[BY] ? ", " : "", cell[BY], given_or(cell[FROM], "run"));
    if (*cell[WHERE])
        sql = rd_arena_print(judging->arena, "%s WHERE %s", sql, cell[WHERE]);
    const char *rest;
    if (sqlite3_prepare_v2(judging->database, sql, -1, &line->query, &rest) != SQLITE_OK)
        return refuse(judging, line->number, reterr);
    if (*rest || sqlite3_column_count(line->query) < AT_GROUP)
        return rd_fail(reterr, RD_ERROR_INPUT, judging->path, line->number,
                       "an expression that ends its query: one expression a cell is accepted");
    if (!take_groups(judging, line, reterr))
        return false;
    for (size_t i = 0; i < line->by_count; i++)
        sql = rd_arena_print(judging->arena, "%s%s %zu", sql, i == 0 ? " ORDER BY" : ",",
                             i + 1 + AT_GROUP);
    sqlite3_finalize(line->query);
    return sqlite3_prepare_v2(judging->database, sql, -1, &line->query, NULL) == SQLITE_OK ||
           refuse(judging, line->number, reterr);
}

static bool read_table(struct judging *judging, const char *text, size_t size,
                       struct rd_error *reterr)
{
    struct rd_csv csv;
    struct rd_csv_columns columns = {.name = column_name, .count = COLUMNS, .needed = WHERE};
    enum rd_csv_line kind;
    rd_csv_open(&csv, judging->path, text, size);
    judging->line = rd_take(judging->arena, LINE_LIMIT, struct line);
    while ((kind = rd_csv_next(&csv, &columns, reterr)) == RD_CSV_RECORD) {
        if (!rd_csv_check_count(&csv, &columns, reterr))
            return false;
        if (judging->line_count == LINE_LIMIT)
            return rd_fail(reterr, RD_ERROR_INPUT, judging->path, csv.line,
                           "more than %d lines: that many are supported", LINE_LIMIT);
        struct line *line = &judging->line[judging->line_count++];
        line->number = csv.line;
        for (size_t i = 0; i < COLUMNS; i++)
            line->cell[i] = columns.at[i] == SIZE_MAX
                                ? ""
                                : rd_csv_field_text(&csv.field[columns.at[i]], judging->arena);
        if (!prepare_line(judging, line, reterr))
            return false;
    }
    return kind == RD_CSV_END;
}

/* --- groups ------------------------------------------------------------------------------------
 */

/* What a query's row says in a column: numbers in the fewest digits. */
static const char *key_text(sqlite3_stmt *query, int column, struct rd_arena *arena)
{
    char number[RD_NUMBER_SIZE];
    if (sqlite3_column_type(query, column) == SQLITE_FLOAT)
        return rd_arena_text(arena,
                             rd_number_shortest(sqlite3_column_double(query, column), number));
    const unsigned char *text = sqlite3_column_text(query, column);
    return text ? rd_arena_text(arena, (const char *)text) : "";
}

/* A number of a row; NAN for none. */
static double number_at(sqlite3_stmt *query, int column)
{
    return sqlite3_column_type(query, column) == SQLITE_NULL ? NAN
                                                             : sqlite3_column_double(query, column);
}

static double measured_of(const struct group *group, enum statistic statistic)
{
    switch (statistic) {
    case VALUE:
    case MEAN:
    case EACH: return group->mean.mean;
    case LEAST: return group->least;
    case GREATEST: return group->greatest;
    case TOTAL: return group->total;
    case COUNT: break;
    }
    return (double)group->mean.count;
}

static void write_number(FILE *out, double value)
{
    char text[RD_NUMBER_SIZE];
    fprintf(out, ",%s", isfinite(value) ? rd_number_shortest(value, text) : "");
}

static void write_data(const struct judging *judging, const struct line *line,
                       const struct group *group, double measured, double half_width)
{
    FILE *out = judging->data;
    rd_csv_write_foreign(out, line->cell[WHAT]);
    for (size_t i = 0; i < judging->by_count; i++) {
        putc(',', out);
        for (size_t j = 0; j < line->by_count; j++)
            if (strcmp(judging->by[i], line->by[j]) == 0)
                rd_csv_write_foreign(out, group->key[j]);
    }
    fprintf(out, ",%" PRId64, group->mean.count);
    write_number(out, measured);
    write_number(out, half_width);
    write_number(out, group->least);
    write_number(out, group->greatest);
    write_number(out, group->low);
    write_number(out, group->high);
    write_number(out, group->published);
    putc('\n', out);
}

static bool end_group(const struct judging *judging, const struct line *line,
                      const struct group *group, struct rd_error *reterr)
{
    double measured = measured_of(group, line->statistic);
    bool is_mean = line->statistic == MEAN || line->statistic == EACH;
    double half_width = is_mean ? rd_mean_half_width(&group->mean) : 0;
    const char *what = rd_arena_text(judging->checks->arena, line->cell[WHAT]);
    for (size_t i = 0; i < line->by_count; i++)
        what = rd_arena_print(judging->checks->arena, "%s%s%s=%s", what, i == 0 ? ": " : ", ",
                              line->by[i], group->key[i]);
    if (group->mean.count == 0 && line->statistic != COUNT)
        return rd_fail(reterr, RD_ERROR_INPUT, judging->path, line->number,
                       "%.200s: no run has a value", what);
    double near = 1e-9 * fmax(fabs(group->least), fabs(group->greatest));
    if (line->statistic == VALUE && group->greatest - group->least > near)
        return rd_fail(reterr, RD_ERROR_INPUT, judging->path, line->number,
                       "%.200s: values from %.10g to %.10g, where statistic \"value\" needs one",
                       what, group->least, group->greatest);
    if (judging->data)
        write_data(judging, line, group, measured, half_width);
    if (isnan(group->low) && isnan(group->high) && isnan(group->published))
        return true;
    bool impossible = *line->cell[IMPOSSIBLE];
    const char *differs = line->cell[impossible ? IMPOSSIBLE : DIFFERS];
    struct rd_check check = {
        .what = what,
        .published = group->published,
        .measured = measured,
        .half_width = half_width,
        .low = isnan(group->low) ? -INFINITY : group->low,
        .high = isnan(group->high) ? INFINITY : group->high,
        .run_by_run = line->statistic == EACH,
        .least = group->least,
        .greatest = group->greatest,
        .by = line->judged_by,
        .why = rd_arena_text(judging->checks->arena, line->cell[WHY]),
        .impossible = impossible,
        .differs = *differs ? rd_arena_text(judging->checks->arena, differs) : NULL,
    };
    rd_checks_add(judging->checks, check);
    return true;
}

static void add_row(struct group *group, sqlite3_stmt *query)
{
    double value = number_at(query, AT_VALUE);
    if (isnan(value))
        return;
    rd_mean_add(&group->mean, value);
    group->least = fmin(group->least, value);
    group->greatest = fmax(group->greatest, value);
    group->total += value;
}

static struct group begin_group(const struct line *line, struct rd_arena *arena)
{
    struct group group = {.low = number_at(line->query, AT_LOW),
                          .high = number_at(line->query, AT_HIGH),
                          .published = number_at(line->query, AT_PUBLISHED),
                          .least = INFINITY,
                          .greatest = -INFINITY};
    for (size_t i = 0; i < line->by_count; i++)
        group.key[i] = key_text(line->query, (int)i + AT_GROUP, arena);
    return group;
}

static bool is_in_group(const struct line *line, const struct group *group, struct rd_arena *arena)
{
    for (size_t i = 0; i < line->by_count; i++)
        if (strcmp(group->key[i], key_text(line->query, (int)i + AT_GROUP, arena)) != 0)
            return false;
    return true;
}

static bool judge_line(const struct judging *judging, const struct line *line,
                       struct rd_error *reterr)
{
    struct group group;
    struct rd_arena_mark mark = rd_arena_mark(judging->arena);
    bool begun = false;
    int answer;
    while ((answer = sqlite3_step(line->query)) == SQLITE_ROW) {
        if (begun && !is_in_group(line, &group, judging->arena)) {
            if (!end_group(judging, line, &group, reterr))
                return false;
            begun = false;
        }
        if (!begun) {
            rd_arena_rewind(judging->arena, mark);
            group = begin_group(line, judging->arena);
            begun = true;
        }
        add_row(&group, line->query);
    }
    if (answer != SQLITE_DONE)
        return refuse(judging, line->number, reterr);
    if (!begun)
        return rd_fail(reterr, RD_ERROR_INPUT, judging->path, line->number,
                       "%.200s: no run matches", line->cell[WHAT]);
    return end_group(judging, line, &group, reterr);
}

static bool judge(struct judging *judging, const char *text, size_t size,
                  const struct rd_results_table *results, struct rd_error *reterr)
{
    bool good = make_tables(judging, results, reterr) && read_table(judging, text, size, reterr);
    if (good && judging->data) {
        fputs("what", judging->data);
        for (size_t i = 0; i < judging->by_count; i++)
            fprintf(judging->data, ",%s", judging->by[i]);
        fputs(",runs,measured,half_width,least,greatest,low,high,published\n", judging->data);
    }
    for (size_t i = 0; good && i < judging->line_count; i++)
        good = !judging->line[i].query || judge_line(judging, &judging->line[i], reterr);
    for (size_t i = 0; i < judging->line_count; i++)
        sqlite3_finalize(judging->line[i].query);
    if (good && judging->data && ferror(judging->data))
        return rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the data cannot be written: %s",
                       strerror(errno));
    return good;
}

bool rd_verdict_table_judge(const char *path, const char *text, size_t size,
                            const struct rd_results_table *results, FILE *data,
                            struct rd_checks *checks, struct rd_error *reterr)
{
    rd_arena_own(arena);
    struct judging judging = {.path = path, .data = data, .checks = checks, .arena = &arena};
    if (sqlite3_open(":memory:", &judging.database) != SQLITE_OK) {
        sqlite3_close(judging.database);
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "no memory for a table of results");
    }
    bool good = judge(&judging, text, size, results, reterr);
    sqlite3_close(judging.database);
    return good;
}
