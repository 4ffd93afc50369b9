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

RD_ORDERED_BY(compare_rows, struct rd_load_row, host, kind, line)

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
    bool wanted = reader->scenario->instance.goal == RD_REACH;
    bool good = true;
    for (size_t i = 0; i < rows->count && reader->goal_read; i++)
        if ((rows->row[i].after != RD_NO_AFTER) != wanted)
            good = rd_error_list_add(
                reader->errors, RD_ERROR_INPUT, rows->path, rows->row[i].line, "%s",
                wanted ? "a load without after: with goal reach=\"after\" each load needs one"
                       : "a load with after: accepted with goal reach=\"after\" only");
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
    uint32_t kind_count = 1;
    for (size_t i = 0; i < rows->count; i++)
        if (rows->row[i].kind >= kind_count)
            kind_count = rows->row[i].kind + 1;
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
    int64_t *target =
        instance->goal == RD_REACH ? rd_take(reader->arena, entry_count, int64_t) : NULL;
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
