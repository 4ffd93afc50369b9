#include "load_rows.h"

#include "sim/base/integers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint32_t rd_load_host(struct rd_reader *reader, struct rd_load_place place, const char *name)
{
    uint32_t host = rd_listed_host(reader, place, name);
    if (host == RD_NO_NAME || host < reader->loaded_host_count)
        return host;
    rd_error_list_add(reader->errors, RD_ERROR_INPUT, place.path, place.line,
                      "host \"%.100s\" is the star's master: it holds nothing", name);
    return RD_NO_NAME;
}

uint32_t rd_listed_host(struct rd_reader *reader, struct rd_load_place place, const char *name)
{
    char accepted[RD_NAMES_ACCEPTED_SIZE];
    const struct rd_names *names = &reader->host_names;
    if (!reader->names_read)
        return RD_NO_NAME;
    uint32_t host = rd_names_find(names, name);
    if (host == RD_NO_NAME)
        rd_error_list_add(reader->errors, RD_ERROR_INPUT, place.path, place.line,
                          "host \"%.100s\" is not in the topology: %s", name,
                          reader->errors->count < RD_ERROR_LIST_LIMIT
                              ? rd_names_accepted(names, name, accepted)
                              : "");
    return host;
}

static int compare_hosts(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return rd_order(*a, *b);
}

/* A list of hosts with a single name is read without a list. */
static bool is_plain(const char *list)
{
    return !strpbrk(list, " \t\n[]'\"");
}

/* The number of a listed host, as rd_listed_host and rd_load_host find it. */
typedef uint32_t find_host(struct rd_reader *reader, struct rd_load_place place, const char *name);

static bool read_hosts(struct rd_reader *reader, struct rd_load_place place, const char *what,
                       const char *list, find_host *find, uint32_t **host, size_t *host_count)
{
    struct rd_names names = {.name = &list, .count = 1};
    struct rd_error error;
    size_t first = *host_count;
    if (!is_plain(list)) {
        names = (struct rd_names){0};
        if (!rd_names_read(list, RD_HOST_LIMIT, reader->arena, &names, &error))
            return rd_error_list_add(reader->errors, RD_ERROR_INPUT, place.path, place.line,
                                     "%s: %.500s", what, error.message);
    }
    bool good = true;
    for (uint32_t i = 0; i < names.count; i++) {
        uint32_t number = find(reader, place, names.name[i]);
        good = good && number != RD_NO_NAME;
        if (number != RD_NO_NAME)
            rd_arena_add(reader->arena, *host, *host_count, number);
    }
    if (*host_count > first)
        qsort(*host + first, *host_count - first, sizeof **host, compare_hosts);
    return good;
}

void rd_load_host_number(struct rd_reader *reader, const xmlNode *element, const char *attribute,
                         int *line, int64_t *number)
{
    int64_t given = 0;
    rd_read_element(reader, element, NULL);
    const char *name = rd_read_text(reader, element, "host");
    struct rd_load_place place = {reader->path, rd_xml_line(element)};
    uint32_t host = name ? rd_load_host(reader, place, name) : RD_NO_NAME;
    if (!rd_read_integer(reader, element, attribute, &given) || host == RD_NO_NAME)
        return;
    if (line[host] > 0) {
        rd_read_fail(reader, element,
                     "%s of host \"%.100s\" a second time (first on line %d): each is accepted "
                     "once",
                     (const char *)element->name, name, line[host]);
        return;
    }
    line[host] = place.line;
    number[host] = given;
}

bool rd_listed_hosts(struct rd_reader *reader, struct rd_load_place place, const char *what,
                     const char *list, uint32_t **host, size_t *host_count)
{
    return read_hosts(reader, place, what, list, rd_listed_host, host, host_count);
}

bool rd_load_hosts(struct rd_reader *reader, struct rd_load_place place, const char *what,
                   const char *list, uint32_t **host, size_t *host_count)
{
    return read_hosts(reader, place, what, list, rd_load_host, host, host_count);
}

const char *rd_host_list(struct rd_reader *reader, const uint32_t *host, uint32_t count)
{
    struct rd_text text = {.arena = reader->arena};
    for (uint32_t i = 0; i < count; i++)
        rd_text_add(&text, i > 0 ? " \"" : "\"", reader->host_names.name[host[i]], "\"", NULL);
    return text.text ? text.text : "";
}

RD_ORDERED_BY(compare_rows, struct rd_load_row, host, kind, line)

static bool read_load(struct rd_reader *reader, const xmlNode *element, struct rd_load_row *row)
{
    int64_t kind = 0;
    rd_read_element(reader, element, NULL);
    const char *host = rd_read_text(reader, element, "host");
    struct rd_load_place place = {reader->path, row->line};
    if (host)
        row->host = rd_load_host(reader, place, host);
    bool good = rd_read_integer(reader, element, "kind", &kind);
    good = rd_read_integer(reader, element, "items", &row->items) && good;
    good = rd_read_integer(reader, element, "after", &row->after) && good;
    row->kind = (uint32_t)kind;
    return good && row->host != RD_NO_NAME;
}

void rd_load_rows_read_elements(struct rd_reader *reader, const xmlNode *loads,
                                struct rd_load_rows *rows)
{
    rd_xml_each (node, loads->children, "load") {
        struct rd_load_row row = {
            .host = RD_NO_NAME, .line = rd_xml_line(node), .after = RD_NO_AFTER};
        if (read_load(reader, node, &row))
            rd_arena_add(reader->arena, rows->row, rows->count, row);
    }
}

/* Reports entries listed twice. In: sorted rows. */
static bool check_twins(struct rd_reader *reader, const struct rd_load_rows *rows)
{
    bool good = true;
    for (size_t i = 1; i < rows->count; i++) {
        const struct rd_load_row *first = &rows->row[i - 1], *second = &rows->row[i];
        if (first->host == second->host && first->kind == second->kind)
            good =
                rd_error_list_add(reader->errors, RD_ERROR_INPUT, rows->path, second->line,
                                  "host \"%.100s\" and kind %" PRIu32
                                  " a second time (first on line %d): each is accepted once",
                                  reader->host_names.name[second->host], second->kind, first->line);
    }
    return good;
}

/* Final loads are wanted for one goal, on every row, and for no other. */
static bool check_after(struct rd_reader *reader, const struct rd_load_rows *rows)
{
    enum rd_goal goal = reader->scenario->instance.goal;
    bool wanted = goal == RD_REACH || goal == RD_COPIES;
    bool good = true;
    for (size_t i = 0; i < rows->count && reader->goal_read; i++)
        if ((rows->row[i].after != RD_NO_AFTER) != wanted)
            good = rd_error_list_add(
                reader->errors, RD_ERROR_INPUT, rows->path, rows->row[i].line,
                wanted ? "a load without after: with goal reach=\"%s\" each load needs one"
                       : "a load with after: accepted with goal reach=\"after\" or \"copies\" "
                         "only",
                rd_goal_name(goal));
    return good;
}

bool rd_load_entries_fit(struct rd_reader *reader, const xmlNode *element, uint32_t kind_count)
{
    uint32_t host_count = reader->scenario->instance.topology.host_count;
    if ((uint64_t)host_count * kind_count <= RD_LOAD_ENTRY_LIMIT)
        return true;
    return rd_read_fail(reader, element,
                        "%" PRIu32 " kinds on %" PRIu32 " hosts: at most %" PRIu64
                        " hosts times kinds are supported",
                        kind_count, host_count, RD_LOAD_ENTRY_LIMIT);
}

void rd_load_rows_apply(struct rd_reader *reader, struct rd_load_rows *rows, const xmlNode *element)
{
    struct rd_instance *instance = &reader->scenario->instance;
    uint32_t kind_count = rows->named_kinds > 0 ? 0 : 1;
    for (size_t i = 0; i < rows->count; i++)
        if (rows->row[i].kind >= kind_count)
            kind_count = rows->row[i].kind + 1;
    kind_count += rows->named_kinds;
    instance->kind_count = kind_count;
    if (!check_after(reader, rows) || !reader->topology_read || !reader->goal_read)
        return;
    if (!rd_load_entries_fit(reader, element, kind_count))
        return;
    if (rows->count > 0)
        qsort(rows->row, rows->count, sizeof *rows->row, compare_rows);
    if (!check_twins(reader, rows))
        return;
    size_t entry_count = (size_t)instance->topology.host_count * kind_count;
    int64_t *load = rd_take(reader->arena, entry_count, int64_t);
    bool has_target = instance->goal == RD_REACH || instance->goal == RD_COPIES;
    int64_t *target = has_target ? rd_take(reader->arena, entry_count, int64_t) : NULL;
    for (size_t i = 0; i < rows->count; i++) {
        const struct rd_load_row *row = &rows->row[i];
        uint64_t entry = (uint64_t)row->host * kind_count + row->kind;
        load[entry] = row->items;
        if (target)
            target[entry] = row->after;
    }
    instance->load = load;
    instance->target = target;
}
