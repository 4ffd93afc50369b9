#include "schedule.h"

#include "exchanges.h"
#include "list.h"

#include "algorithms/kernels/edge_colouring.h"

#include <string.h>

const struct rd_option_spec rd_switch_options[] = {
    {"schedule", "colouring|compact|list|caterpillar|caterpillar-serial|pairwise|all-at-once",
     "colouring",
     "who sends when; unless asked for by name, colouring is list where links cost unlike"},
    {NULL, NULL, NULL, NULL},
};

/* What plans are written from and into. */
struct writer {
    const struct rd_transfers *transfers;
    struct rd_multigraph graph;
    struct rd_arena *arena;
    struct rd_arena *scratch;
    struct rd_plan *plan;
};

static void add_edge(struct writer *writer, uint32_t edge, int64_t items, int64_t messages)
{
    const struct rd_multi_edge *ends = &writer->transfers->edge[edge];
    rd_transfers_add(
        writer->transfers, writer->arena, writer->plan,
        (struct rd_row){
            .from = ends->row, .to = ends->column, .items = items, .messages = messages});
}

/* Runs by first colour: as long as links cost alike, nobody waits for an item or a port. */
static void write_runs(struct writer *writer, bool one_by_one)
{
    struct rd_run_colouring colouring =
        rd_edge_colour_compact(&writer->graph, writer->scratch, writer->arena);
    for (size_t i = 0; i < colouring.run_count; i++) {
        const struct rd_colour_run *run = &colouring.run[i];
        add_edge(writer, run->edge, one_by_one ? 1 : run->count, one_by_one ? run->count : 1);
    }
}

/* One item a step; a pair's items of consecutive steps are one row, listed where it starts. */
static void write_units(struct writer *writer)
{
    struct rd_unit_colouring colouring =
        rd_edge_colour(&writer->graph, writer->scratch, writer->arena);
    size_t *row = rd_take(writer->scratch, writer->graph.edge_count, size_t);     /* the last one */
    uint32_t *end = rd_take(writer->scratch, writer->graph.edge_count, uint32_t); /* its end */
    for (uint32_t colour = 0; colour < colouring.colour_count; colour++)
        for (size_t i = colouring.first[colour]; i < colouring.first[colour + 1]; i++) {
            uint32_t edge = colouring.edge[i];
            if (colour > 0 && end[edge] == colour) {
                writer->plan->row[row[edge]].messages++;
            } else {
                row[edge] = writer->plan->row_count;
                add_edge(writer, edge, 1, 1);
            }
            end[edge] = colour + 1;
        }
}

static void write_colouring(struct writer *writer)
{
    if (rd_multigraph_size(&writer->graph) > RD_UNIT_COLOURING_LIMIT)
        write_runs(writer, true);
    else
        write_units(writer);
}

/* Every host posts to its neighbours in turn, starting with the next. */
static void write_all_at_once(struct writer *writer)
{
    uint32_t hosts = writer->graph.n;
    writer->plan->timing = RD_FREE_ORDER;
    for (uint32_t host = 0; host < hosts; host++)
        for (uint32_t distance = 1; distance < hosts; distance++) {
            uint32_t to = (host + distance) % hosts;
            rd_transfers_add(
                writer->transfers, writer->arena, writer->plan,
                (struct rd_row){.from = host,
                                .to = to,
                                .items = rd_transfers_items(writer->transfers, host, to),
                                .messages = 1});
        }
}

static void write_in_turn(struct writer *writer, bool one_by_one)
{
    for (size_t i = 0; i < writer->graph.edge_count; i++) {
        int64_t count = writer->graph.edge[i].count;
        add_edge(writer, (uint32_t)i, one_by_one ? 1 : count, one_by_one ? count : 1);
    }
}

/* Did the scenario name a schedule? */
static bool is_given(const struct rd_options *options)
{
    for (size_t i = 0; i < options->given_count; i++)
        if (strcmp(options->given[i].name, "schedule") == 0)
            return true;
    return false;
}

static bool write_plan(struct writer *writer, const char *schedule, struct rd_error *reterr)
{
    const struct rd_transfers *transfers = writer->transfers;
    if (strcmp(schedule, "all-at-once") == 0)
        write_all_at_once(writer);
    else if (transfers->instance->topology.shape == RD_BUS)
        write_in_turn(writer, strcmp(schedule, "colouring") == 0);
    else if (strcmp(schedule, "colouring") == 0)
        write_colouring(writer);
    else if (strcmp(schedule, "compact") == 0)
        write_runs(writer, false);
    else if (strcmp(schedule, "caterpillar") == 0)
        rd_exchange_caterpillar(transfers, writer->arena, writer->plan);
    else if (strcmp(schedule, "caterpillar-serial") == 0)
        rd_exchange_caterpillar_serial(transfers, writer->arena, writer->scratch, writer->plan);
    else if (strcmp(schedule, "pairwise") == 0)
        rd_exchange_pairwise(transfers, writer->arena, writer->plan);
    else
        return rd_switch_list(transfers, writer->arena, writer->scratch, writer->plan, reterr);
    return true;
}

bool rd_switch_schedule(const struct rd_instance *instance, const uint32_t *host_of_kind,
                        const struct rd_options *options, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_plan *ret_plan, struct rd_error *reterr)
{
    rd_assert(instance->topology.shape == RD_SWITCH || instance->topology.shape == RD_BUS);
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_transfers transfers = rd_transfers_read(instance, host_of_kind, scratch);
    struct writer writer = {
        .transfers = &transfers,
        .graph = {instance->topology.host_count, transfers.count, transfers.edge},
        .arena = arena,
        .scratch = scratch,
        .plan = ret_plan,
    };
    const char *schedule = rd_option_text(options, "schedule");
    if (strcmp(schedule, "colouring") == 0 && !is_given(options) && !rd_costs_are_equal(instance))
        schedule = "list";
    bool written = transfers.count == 0 || write_plan(&writer, schedule, reterr);
    rd_arena_rewind(scratch, mark);
    return written;
}
