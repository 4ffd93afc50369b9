#include "laws.h"

#include "sim/csv/csv_text.h"
#include "sim/base/number_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool breach_say(struct breach *breach, const char *format, ...)
{
    va_list arguments;
    if (breach->words[0])
        return false;
    va_start(arguments, format);
    vsnprintf(breach->words, sizeof breach->words, format, arguments);
    va_end(arguments);
    return false;
}

bool laws_agree(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return a == b || fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static bool is_above(double a, double b)
{
    return a > b && !laws_agree(a, b);
}

double laws_number(const json_t *row, const char *key)
{
    const json_t *value = json_object_get(row, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *text(const json_t *row, const char *key)
{
    const char *value = json_string_value(json_object_get(row, key));
    return value ? value : "";
}

static bool is(const json_t *row, const char *key, const char *word)
{
    return strcmp(text(row, key), word) == 0;
}

/* What a row took: simulated, or planned if nothing was simulated. */
static double time_of(const json_t *row)
{
    double simulated_s = laws_number(row, "simulated_s");
    return isnan(simulated_s) ? laws_number(row, "planned_s") : simulated_s;
}

/* Are the schedules of two rows in one class of which their bounds speak? */
static bool share_a_class(const json_t *row, const json_t *other)
{
    const char *schedule_class = text(row, "bound_among");
    return schedule_class[0] && strcmp(schedule_class, text(other, "bound_among")) == 0;
}

static bool hold_times(const struct world *world, const json_t *row, struct breach *breach)
{
    const char *name = text(row, "algorithm");
    double bound_s = laws_number(row, "bound_s"), planned_s = laws_number(row, "planned_s");
    double simulated_s = laws_number(row, "simulated_s"), ratio = laws_number(row, "ratio");
    /* A bound may price a shared link, which plans need not keep to: there runs are held to it. */
    double held_s = !world_shares(world)                                       ? planned_s
                    : strcmp(world->model, "exact") == 0 && !world->profile[0] ? simulated_s
                                                                               : NAN;
    if (is_above(bound_s, held_s))
        return breach_say(breach, "%s: bound %.17g above the time %.17g", name, bound_s, held_s);
    if (is_above(laws_number(row, "class_bound_s"), held_s))
        return breach_say(breach, "%s: class bound above the time %.17g", name, held_s);
    if (world_is_plain(world) && !isnan(planned_s) && !isnan(simulated_s) &&
        !laws_agree(planned_s, simulated_s))
        return breach_say(breach, "%s: planned %.17g, simulated %.17g", name, planned_s,
                          simulated_s);
    if (strcmp(world->model, "exact") == 0 && world->profile[0] == 0 &&
        is_above(planned_s, simulated_s))
        return breach_say(breach, "%s: simulated %.17g before planned %.17g", name, simulated_s,
                          planned_s);
    if (isnan(time_of(row)) || !(time_of(row) >= 0) || isinf(time_of(row)))
        return breach_say(breach, "%s: no time", name);
    if (bound_s > 0 ? !laws_agree(ratio, time_of(row) / bound_s) : !isnan(ratio))
        return breach_say(breach, "%s: ratio %.17g", name, ratio);
    /* Where no link costs anything a byte, a profile varies nothing. */
    if (!is(row, "model", "exact") && !is(row, "optimal", "unknown"))
        return breach_say(breach, "%s: optimal where no theory applies", name);
    return true;
}

/* Items of a kind on a host at the end. */
static int64_t final_of(const json_t *final, uint32_t host, uint32_t kind)
{
    return json_integer_value(json_array_get(json_array_get(final, host), kind));
}

static bool hold_kind(const struct world *world, const json_t *final, uint32_t kind,
                      struct breach *breach)
{
    int64_t before = 0, after = 0, most = 0, least = INT64_MAX, reached = 0, homes = 0;
    for (uint32_t host = 0; host < world->workers; host++) {
        int64_t items = final_of(final, host, kind);
        before += world->load[host * world->kinds + kind];
        after += items;
        most = items > most ? items : most;
        least = items < least ? items : least;
        homes += items > 0;
        reached += items == world->after[host * world->kinds + kind];
    }
    bool computes = strcmp(world->goal, "finish") == 0;
    if (after != (computes ? 0 : before))
        return breach_say(breach, "kind %" PRIu32 ": %" PRId64 " items, then %" PRId64, kind,
                          before, after);
    int64_t error = world->error > 0 ? world->error : before % world->workers != 0;
    if (strcmp(world->goal, "balance") == 0 && world->error == 0 && most - least > error)
        return breach_say(breach, "kind %" PRIu32 ": from %" PRId64 " to %" PRId64, kind, least,
                          most);
    if (strcmp(world->goal, "balance") == 0 && world->error > 0 &&
        most - least > (error > 1 ? error : 1))
        return breach_say(breach, "kind %" PRIu32 ": error %" PRId64, kind, most - least);
    if (strcmp(world->goal, "gather") == 0 && homes > 1)
        return breach_say(breach, "kind %" PRIu32 " is on %" PRId64 " hosts", kind, homes);
    if (strcmp(world->goal, "after") == 0 && reached != world->workers)
        return breach_say(breach, "kind %" PRIu32 " misses its loads", kind);
    return true;
}

static bool hold_final(const struct world *world, const json_t *row, struct breach *breach)
{
    const json_t *final = json_object_get(row, "final");
    uint32_t hosts = (uint32_t)json_array_size(final);
    if (hosts != world->topology.host_count && hosts != world->workers)
        return breach_say(breach, "%s: %" PRIu32 " final loads", text(row, "algorithm"), hosts);
    for (uint32_t kind = 0; kind < world->kinds; kind++)
        if (!hold_kind(world, final, kind, breach))
            return false;
    if (strcmp(world->goal, "gather") != 0)
        return true;
    for (uint32_t host = 0; host < world->workers; host++) {
        int kinds = 0;
        for (uint32_t kind = 0; kind < world->kinds; kind++)
            kinds += final_of(final, host, kind) > 0;
        if (kinds > 1)
            return breach_say(breach, "host %" PRIu32 " has %d kinds", host, kinds);
    }
    return true;
}

/* Under tcp, at bandwidths of some bytes a second and less, SimGrid's solver may stop, or give a
 * message nothing; redist says so. */
static bool solver_stopped(const json_t *row)
{
    return strstr(text(row, "message"), "The Impossible Did Happen") != NULL ||
           strstr(text(row, "message"), "is under way and never ends") != NULL;
}

/* SimGrid is given no slower links; costs that are doubled may come to be among them. */
static bool is_too_slow(const json_t *row)
{
    return strstr(text(row, "message"), "for which SimGrid's counts are too coarse") != NULL;
}

bool laws_hold_of_rows(const struct world *world, const json_t *rows, struct breach *breach)
{
    size_t i;
    const json_t *row;
    json_array_foreach(rows, i, row)
    {
        if (is(row, "status", "refused")) {
            if (!text(row, "message")[0])
                return breach_say(breach, "%s refuses without a word", text(row, "algorithm"));
            continue;
        }
        if (strcmp(world->model, "tcp") == 0 && solver_stopped(row))
            continue;
        if (!is(row, "status", "ok"))
            return breach_say(breach, "%s: %s: %.300s", text(row, "algorithm"), text(row, "status"),
                              text(row, "message"));
        if (!json_is_true(json_object_get(row, "goal_reached")))
            return breach_say(breach, "%s misses its goal", text(row, "algorithm"));
        if (!hold_times(world, row, breach) || !hold_final(world, row, breach))
            return false;
    }
    return true;
}

bool laws_hold_between(const json_t *rows, const json_t *others, double scale,
                       struct breach *breach)
{
    size_t i, j;
    const json_t *row, *other;
    json_array_foreach(rows, i, row) json_array_foreach(others, j, other)
    {
        if (!is(row, "status", "ok") || !is(other, "status", "ok"))
            continue;
        double bound_s = scale * laws_number(row, "bound_s"), other_s = time_of(other);
        double own_s = scale * time_of(row);
        if (is_above(bound_s, other_s))
            return breach_say(breach, "%s: bound %.17g, and %s takes %.17g", text(row, "algorithm"),
                              bound_s, text(other, "algorithm"), other_s);
        if (is(row, "optimal", "proved") && is_above(own_s, other_s))
            return breach_say(breach, "%s: proved %.17g, and %s takes %.17g",
                              text(row, "algorithm"), own_s, text(other, "algorithm"), other_s);
        if (is(other, "optimal", "proved") && is(row, "optimal", "proved") &&
            !laws_agree(own_s, other_s))
            return breach_say(breach, "%s proves %.17g and %s %.17g", text(row, "algorithm"), own_s,
                              text(other, "algorithm"), other_s);
        if (!share_a_class(row, other))
            continue;
        double class_s = scale * laws_number(row, "class_bound_s");
        if (is_above(class_s, other_s) ||
            (is(row, "optimal", "proved*") && is_above(own_s, other_s)))
            return breach_say(breach, "%s: %.17g in its class, bound %.17g, and %s takes %.17g",
                              text(row, "algorithm"), own_s, class_s, text(other, "algorithm"),
                              other_s);
    }
    return true;
}

/* Members of a row that are seconds, and those that are not. */
static const char *const second_keys[] = {"bound_s", "class_bound_s", "planned_s", "simulated_s"};
static const char *const number_keys[] = {"items_moved", "transfers", "steps", "hosts"};
static const char *const text_keys[] = {"algorithm", "status", "bound_name", "bound_among",
                                        "class_bound_name"};

enum { SECOND_KEYS = 4, NUMBER_KEYS = 4, TEXT_KEYS = 5 };

/* The search for its whole prices ends this near to the best ones (port_bound.c). */
#define PORT_BOUND_GAP 1e-5

static bool is_same_row(const json_t *row, const json_t *other, double scale, bool simulated,
                        struct breach *breach)
{
    const char *name = text(row, "algorithm");
    if (is(row, "model", "tcp") && solver_stopped(row) != solver_stopped(other))
        return true;
    simulated = simulated && is_too_slow(row) == is_too_slow(other);
    for (size_t k = 0; k < SECOND_KEYS; k++) {
        double a = scale * laws_number(row, second_keys[k]);
        double b = laws_number(other, second_keys[k]);
        if (scale != 1 && strcmp(second_keys[k], "bound_s") == 0 &&
            is(row, "bound_name", "port bound") && fabs(a - b) <= PORT_BOUND_GAP * fmax(a, b))
            continue;
        if ((simulated || strcmp(second_keys[k], "simulated_s") != 0) && !laws_agree(a, b))
            return breach_say(breach, "%s: %s %.17g, and then %.17g", name, second_keys[k], a, b);
    }
    for (size_t k = 0; k < NUMBER_KEYS; k++)
        if (!laws_agree(laws_number(row, number_keys[k]), laws_number(other, number_keys[k])))
            return breach_say(breach, "%s: other %s", name, number_keys[k]);
    for (size_t k = 0; k < TEXT_KEYS; k++)
        if (strcmp(text(row, text_keys[k]), text(other, text_keys[k])) != 0)
            return breach_say(breach, "%s: %s %s, and then %s", name, text_keys[k],
                              text(row, text_keys[k]), text(other, text_keys[k]));
    return !simulated || strcmp(text(row, "optimal"), text(other, "optimal")) == 0 ||
           breach_say(breach, "%s: optimal %s, and then %s", name, text(row, "optimal"),
                      text(other, "optimal"));
}

static bool are_as_many(const json_t *rows, const json_t *others, struct breach *breach)
{
    return json_array_size(rows) == json_array_size(others) ||
           breach_say(breach, "%zu rows, and then %zu", json_array_size(rows),
                      json_array_size(others));
}

bool laws_same_rows(const json_t *rows, const json_t *others, double scale, bool simulated,
                    struct breach *breach)
{
    bool same = are_as_many(rows, others, breach);
    for (size_t i = 0; same && i < json_array_size(rows); i++)
        same = is_same_row(json_array_get(rows, i), json_array_get(others, i), scale, simulated,
                           breach);
    return same;
}

bool laws_same_plans(const json_t *rows, const json_t *plans, struct breach *breach)
{
    bool same = are_as_many(rows, plans, breach);
    for (size_t i = 0; same && i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i), *plan = json_array_get(plans, i);
        bool needs_simgrid = !is(row, "status", "ok") && is(plan, "status", "ok");
        /* In free order only the simulation knows what it came to. */
        bool is_free = json_is_null(json_object_get(plan, "planned_s"));
        same = needs_simgrid || is_free || is_same_row(row, plan, 1, false, breach);
    }
    return same;
}

/* Is a number of seconds in some line that starts with a name, of the table or of its words? */
static bool is_in_line(const char *table, const char *name, double seconds)
{
    char digits[RD_NUMBER_SIZE], cell[RD_NUMBER_SIZE + 4], line[1024];
    snprintf(cell, sizeof cell, " %s s", rd_number_text(seconds, 10, digits));
    size_t length = strlen(name);
    for (const char *at = table; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, name, length) != 0 || (at[length] != ' ' && at[length] != ':'))
            continue;
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        if (strstr(line, cell))
            return true;
    }
    return false;
}

bool laws_shown(const json_t *rows, const char *table, struct breach *breach)
{
    size_t i;
    const json_t *row;
    json_array_foreach(rows, i, row)
    {
        const char *name = text(row, "algorithm");
        if (!is(row, "status", "ok"))
            continue;
        for (size_t k = 0; k < SECOND_KEYS; k++) {
            double seconds = laws_number(row, second_keys[k]);
            if (!isnan(seconds) && !is_in_line(table, name, seconds))
                return breach_say(breach, "%s: the table does not show %s %.17g", name,
                                  second_keys[k], seconds);
        }
    }
    return true;
}

/* A record's number; NaN if it is empty. */
static double field_number(const struct rd_csv_field *field)
{
    double value = NAN;
    (void)rd_number_parse(field->text, field->length, &value);
    return value;
}

static bool hold_cell(const json_t *row, const char *key, const char *cell, struct breach *breach)
{
    const json_t *value = json_object_get(row, key);
    bool same = json_is_string(value)    ? strcmp(json_string_value(value), cell) == 0
                : json_is_boolean(value) ? strcmp(json_is_true(value) ? "true" : "false", cell) == 0
                : json_is_object(value)  ? true
                                         : false;
    double number = field_number(&(struct rd_csv_field){.text = cell, .length = strlen(cell)});
    if (json_is_number(value))
        same = json_number_value(value) == number;
    if (json_is_null(value))
        same = !cell[0];
    return same || breach_say(breach, "%s: CSV has %s '%s'", text(row, "algorithm"), key, cell);
}

/* The cells of the next record of a CSV, which are cut off in place. Returns: how many. */
static size_t split(char **at, char **cell, size_t most)
{
    size_t count = 0;
    char *next = *at, *end;
    while (count < most) {
        bool quoted = *next == '"';
        char *write = cell[count++] = quoted ? ++next : next;
        for (; *next && (quoted || (*next != ',' && *next != '\n')); next++) {
            if (*next == '"' && next[1] != '"')
                break;
            next += *next == '"';
            *write++ = *next;
        }
        next += quoted;
        end = next;
        bool more = *end == ',';
        next = *end ? end + 1 : end;
        *write = '\0';
        if (!more)
            break;
    }
    *at = next;
    return count;
}

bool laws_same_csv(const json_t *rows, const char *csv, struct breach *breach)
{
    enum { MOST_CELLS = 64 };
    char *copy = strdup(csv), *at = copy, *head[MOST_CELLS], *cell[MOST_CELLS];
    size_t columns = split(&at, head, MOST_CELLS), i;
    bool same = true;
    const json_t *row;
    json_array_foreach(rows, i, row)
    {
        size_t cells = split(&at, cell, MOST_CELLS);
        if (same && cells != columns)
            same = breach_say(breach, "%zu columns, and %zu cells", columns, cells);
        for (size_t k = 0; k < columns && same; k++)
            same = hold_cell(row, head[k], cell[k], breach);
    }
    if (same && *at)
        same = breach_say(breach, "more CSV: %.40s", at);
    free(copy);
    return same;
}
