#include "sim/cli/relabel/host_groups.h"

#include "sim/base/integers.h"
#include "sim/base/names.h"
#include "sim/base/number_text.h"
#include "sim/csv/csv_text.h"
#include "sim/input/file_text.h"

#include <inttypes.h>
#include <string.h>

#define GROUPS_BYTES_LIMIT ((size_t)16 << 20)

enum column { COLUMN_HOST, COLUMN_GROUP, COLUMN_COUNT };

/* A file that is being read. */
struct reading {
    const struct rd_placement *placement;
    struct rd_csv csv;
    struct rd_csv_columns columns;
    struct rd_names names;
    uint32_t *of_host; /* [hosts]; RD_NO_NAME: none yet */
    struct rd_arena *arena;
};

static bool read_record(struct reading *reading, struct rd_error *reterr)
{
    const struct rd_csv *csv = &reading->csv;
    if (!rd_csv_check_count(csv, &reading->columns, reterr))
        return false;
    struct rd_csv_field host = rd_csv_unmarked(&csv->field[reading->columns.at[COLUMN_HOST]]);
    struct rd_csv_field group = rd_csv_unmarked(&csv->field[reading->columns.at[COLUMN_GROUP]]);
    const char *host_name = rd_csv_field_text(&host, reading->arena);
    const char *group_name = rd_csv_field_text(&group, reading->arena);
    uint32_t number = rd_placement_host(reading->placement, host_name, strlen(host_name));
    if (number == reading->placement->host_count)
        return rd_csv_fail_field(csv, "host", &host, reterr,
                                 reading->placement->host_name
                                     ? "it is no host of the placement"
                                     : "hosts are numbers from 0 to %" PRIu32,
                                 reading->placement->host_count - 1);
    if (reading->of_host[number] != RD_NO_NAME)
        return rd_csv_fail_field(csv, "host", &host, reterr,
                                 "it is in a group already: once is accepted");
    if (!*group_name)
        return rd_csv_fail_field(csv, "group", &group, reterr, "a name is needed");
    rd_names_add(&reading->names, reading->arena, group_name, &reading->of_host[number]);
    return true;
}

static bool read_file(struct reading *reading, const char *path, struct rd_error *reterr)
{
    static const char *const name[] = {"host", "group"};
    struct rd_error error;
    const char *text;
    size_t size;
    if (!rd_file_text(path, GROUPS_BYTES_LIMIT, reading->arena, &text, &size, &error))
        return rd_fail(reterr, error.code, path, 0, "%s", error.message);
    reading->columns =
        (struct rd_csv_columns){.name = name, .count = COLUMN_COUNT, .needed = COLUMN_COUNT};
    rd_csv_open(&reading->csv, path, text, size);
    enum rd_csv_line line;
    while ((line = rd_csv_next(&reading->csv, &reading->columns, reterr)) == RD_CSV_RECORD)
        if (!read_record(reading, reterr))
            return false;
    return line == RD_CSV_END;
}

static bool check_all_there(const struct reading *reading, const char *path,
                            struct rd_error *reterr)
{
    const struct rd_placement *placement = reading->placement;
    for (uint32_t host = 0; host < placement->host_count; host++) {
        char name[RD_NUMBER_SIZE];
        snprintf(name, sizeof name, "%" PRIu32, host);
        if (reading->of_host[host] == RD_NO_NAME)
            return rd_fail(reterr, RD_ERROR_INPUT, path, 0,
                           "host %.100s is in no group: a line for each host is needed",
                           placement->host_name ? placement->host_name[host] : name);
    }
    return true;
}

/* Parts of a group fit into any other one only if all are alike. */
static bool check_sizes(const struct reading *reading, const char *path, struct rd_error *reterr)
{
    uint32_t n = reading->placement->host_count, count = reading->names.count;
    uint32_t *size = rd_take(reading->arena, count, uint32_t);
    for (uint32_t host = 0; host < n; host++)
        size[reading->of_host[host]]++;
    for (uint32_t group = 1; group < count; group++)
        if (size[group] != size[0])
            return rd_fail(reterr, RD_ERROR_INPUT, path, 0,
                           "group %.100s has %" PRIu32 " hosts and group %.100s %" PRIu32
                           ": --together takes groups of one size",
                           reading->names.name[0], size[0], reading->names.name[group],
                           size[group]);
    return true;
}

/* "WITHIN,BETWEEN". Sums of costs have to be exact. */
static bool read_prices(const char *text, const struct rd_placements *placements,
                        struct rd_host_groups *groups, struct rd_error *reterr)
{
    const char *comma = text ? strchr(text, ',') : NULL;
    groups->within = groups->between = 1;
    if (!text)
        return true;
    if (!comma ||
        !rd_integer_parse(text, (size_t)(comma - text), 0, RD_PRICE_LIMIT, &groups->within) ||
        !rd_integer_parse(comma + 1, strlen(comma + 1), 0, RD_PRICE_LIMIT, &groups->between))
        return rd_fail(reterr, RD_ERROR_USAGE, NULL, 0,
                       "--prices %s: WITHIN,BETWEEN, integers from 0 to %d, is accepted", text,
                       RD_PRICE_LIMIT);
    int64_t price = rd_greatest(groups->within, groups->between);
    for (size_t k = 0; k < placements->count; k++) {
        const struct rd_placement *placement = &placements->placement[k];
        double most = 1;
        for (size_t i = 0; i < placement->item_count; i++)
            most += (double)placement->item[i].size * (placement->item[i].part_count + 1);
        if (most * (double)price * placement->host_count > 0x1p53)
            return rd_fail(reterr, RD_ERROR_USAGE, NULL, 0,
                           "--prices %s: too high for these sizes: all of them at the higher one, "
                           "times the hosts, have to be below 2^53",
                           text);
    }
    return true;
}

bool rd_host_groups_read(const struct rd_groups_request *request,
                         const struct rd_placements *placements, struct rd_arena *arena,
                         struct rd_host_groups *ret_groups, struct rd_error *reterr)
{
    uint32_t n = placements->placement->host_count;
    struct reading reading = {
        .placement = placements->placement, .of_host = rd_take(arena, n, uint32_t), .arena = arena};
    struct rd_host_groups groups = {.together = request->together, .apart = request->apart};
    for (uint32_t host = 0; host < n; host++)
        reading.of_host[host] = RD_NO_NAME;
    if (!read_file(&reading, request->path, reterr) ||
        !check_all_there(&reading, request->path, reterr) ||
        (request->together && !check_sizes(&reading, request->path, reterr)) ||
        !read_prices(request->prices, placements, &groups, reterr))
        return false;
    groups.count = reading.names.count;
    groups.of_host = reading.of_host;
    groups.name = reading.names.name;
    *ret_groups = groups;
    return true;
}

/* --- replicas in one group -------------------------------------------------------------------- */

static bool has_replicas(const struct rd_placements *placements)
{
    for (size_t k = 0; k < placements->count; k++)
        for (size_t i = 0; i < placements->placement[k].item_count; i++)
            if (placements->placement[k].item[i].part_count > 1)
                return true;
    return false;
}

bool rd_host_groups_are_apart(const struct rd_placements *placements,
                              const struct rd_relabelling *relabelling,
                              const struct rd_host_groups *groups, struct rd_arena *scratch,
                              struct rd_error *reterr)
{
    uint32_t n = placements->placement->host_count;
    rd_arena_borrow(scratch);
    uint32_t *same = rd_take(scratch, n, uint32_t);
    for (uint32_t i = 0; i < n; i++)
        same[i] = i;
    for (size_t k = 0; k < placements->count; k++) {
        const struct rd_apart *apart = relabelling[k].apart;
        if (!apart || apart->host_of_part)
            continue;
        struct rd_crowded given =
            rd_groups_crowded(&placements->placement[k], same, groups, scratch);
        return rd_refuse(reterr,
                         "--apart: %s: as given, %zu item%s two replicas in one group%s%.200s",
                         apart->searched_all ? "no relabelling does that, all were tried"
                                             : "none was found that does, and not all were tried",
                         given.count, given.count == 1 ? " has" : "s have",
                         given.first ? ", the first is " : "", given.first ? given.first : "");
    }
    return true;
}

static void tell(FILE *out, const char *what, const struct rd_crowded *crowded)
{
    if (crowded->count == 0)
        fprintf(out, "  %s: none\n", what);
    else
        fprintf(out, "  %s: %zu%s%.200s\n", what, crowded->count,
                crowded->first ? ", the first is " : "", crowded->first ? crowded->first : "");
}

void rd_host_groups_tell_crowded(FILE *out, const struct rd_placements *placements,
                                 const struct rd_relabelling *relabelling,
                                 const struct rd_host_groups *groups, struct rd_arena *scratch)
{
    static const char *const what[] = {"as it is", "as given", "relabelled"};
    uint32_t n = placements->placement->host_count;
    if (!has_replicas(placements))
        return;
    rd_arena_borrow(scratch);
    uint32_t *same = rd_take(scratch, n, uint32_t);
    for (uint32_t i = 0; i < n; i++)
        same[i] = i;
    fprintf(out, "items with two replicas in one group\n");
    for (int way = 0; way < 3; way++) {
        struct rd_crowded all = {0};
        for (size_t k = 0; k < placements->count; k++) {
            const uint32_t *host_of_part = way == 0   ? NULL
                                           : way == 1 ? same
                                                      : relabelling[k].host_of_part;
            struct rd_crowded crowded =
                rd_groups_crowded(&placements->placement[k], host_of_part, groups, scratch);
            all.first = all.count > 0 ? all.first : crowded.first;
            all.count += crowded.count;
        }
        tell(out, what[way], &all);
    }
}
