#include "schedule.h"

#include "algorithms/kernels/port_colouring.h"
#include "algorithms/network/planner.h"
#include "algorithms/network/rooms.h"
#include "switch.h"

#include "sim/base/large_pages.h"
#include "sim/referee/referee.h"

#include <string.h>

const struct rd_option_spec rd_switch_options[] = {
    {"schedule", "colouring|compact|list|caterpillar|caterpillar-serial|pairwise|all-at-once",
     "colouring",
     "the schedule; the default colouring becomes list where link costs differ, or with several "
     "ports and latencies, and the shorter of list and compact with one port and latencies"},
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

/* Appends `items` of a transfer, one a message or all in one. */
static void add_run(struct writer *writer, uint32_t edge, int64_t items, bool one_by_one)
{
    const struct rd_multi_edge *ends = &writer->transfers->edge[edge];
    rd_transfers_add(writer->transfers, writer->arena, writer->plan,
                     (struct rd_transfer){.from = ends->row,
                                          .to = ends->column,
                                          .items = one_by_one ? 1 : items,
                                          .messages = one_by_one ? items : 1});
}

static struct rd_edge_colouring colour_ports(struct writer *writer)
{
    uint32_t *width = rd_switch_widths(writer->transfers->instance, writer->scratch);
    return rd_port_colour(&writer->graph, width, writer->scratch, writer->arena);
}

/* Runs are listed by first colour; as long as links cost alike, nobody waits for a port. With
 * several ports each is one message: one by one they would hold the places of others. */
static void write_colouring(struct writer *writer, bool one_by_one)
{
    bool one_port = rd_switch_is_one_port(writer->transfers->instance);
    one_by_one = one_by_one && one_port;
    struct rd_edge_colouring colouring =
        !one_port    ? colour_ports(writer)
        : one_by_one ? rd_edge_colour(&writer->graph, writer->scratch, writer->arena)
                     : rd_edge_colour_compact(&writer->graph, writer->scratch, writer->arena);
    rd_plan_reserve(writer->plan, writer->arena, colouring.run_count);
    rd_large_pages_for(writer->plan->transfer,
                       colouring.run_count * sizeof *writer->plan->transfer);
    for (size_t i = 0; i < colouring.run_count; i++)
        add_run(writer, colouring.run[i].edge, colouring.run[i].count, one_by_one);
}

/* Every host posts to its neighbours in turn, starting with the next. */
static void write_all_at_once(struct writer *writer)
{
    uint32_t hosts = writer->graph.n;
    writer->plan->timing = RD_FREE_ORDER;
    for (uint32_t host = 0; host < hosts; host++)
        for (uint32_t distance = 1; distance < hosts; distance++)
            rd_transfers_add_message(writer->transfers, 0, host, (host + distance) % hosts,
                                     writer->arena, writer->plan);
}

static void write_in_turn(struct writer *writer, bool one_by_one)
{
    for (size_t i = 0; i < writer->graph.edge_count; i++)
        add_run(writer, (uint32_t)i, writer->graph.edge[i].count, one_by_one);
}

static bool write_plan(struct writer *writer, const char *schedule, struct rd_error *reterr)
{
    const struct rd_transfers *transfers = writer->transfers;
    if (strcmp(schedule, "all-at-once") == 0)
        write_all_at_once(writer);
    else if (transfers->instance->topology.shape == RD_BUS)
        write_in_turn(writer, strcmp(schedule, "colouring") == 0);
    else if (strcmp(schedule, "colouring") == 0)
        write_colouring(writer, true);
    else if (strcmp(schedule, "compact") == 0)
        write_colouring(writer, false);
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

static bool schedule_by(const struct rd_transfers *transfers, const char *schedule,
                        struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                        struct rd_error *reterr)
{
    const struct rd_topology *topology = &transfers->instance->topology;
    rd_assert(topology->shape == RD_SWITCH || topology->shape == RD_BUS);
    rd_arena_borrow(scratch);
    struct writer writer = {
        .transfers = transfers,
        .graph = {topology->host_count, transfers->count, transfers->edge},
        .arena = arena,
        .scratch = scratch,
        .plan = ret_plan,
    };
    return transfers->count == 0 || write_plan(&writer, schedule, reterr);
}

/* Where links are shared: what has colours keeps to them, and nobody waits; of other plans the
 * order is improved, and messages may share. */
static bool share_links(const struct rd_instance *instance, const struct rd_options *options,
                        struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan,
                        struct rd_error *reterr)
{
    const struct rd_room_settings settings = {
        .work_items = 20000, .seed = 1, .executable = options->executable};
    struct rd_network network;
    bool coloured = rd_switch_promises_time(instance);
    plan->keeps_shared = instance->shared && coloured;
    if (!instance->shared || coloured || plan->transfer_count == 0 || rd_network_is_large(instance))
        return true;
    rd_arena_borrow(scratch);
    if (!rd_network_read(instance, scratch, scratch, &network, reterr))
        return false;
    struct rd_room_search search = rd_room_search_open(&network, &settings, arena);
    rd_room_search_plan(&search, plan, scratch);
    rd_room_search_moves(&search, scratch);
    *plan = (struct rd_plan){.reader = plan->reader};
    rd_room_search_write(&search, arena, scratch, plan);
    return true;
}

/* Where a message has latency: the shorter of one message a pair and of the runs of a colouring. */
static bool schedule_shorter(const struct rd_transfers *transfers, struct rd_arena *arena,
                             struct rd_arena *scratch, struct rd_plan *ret_plan,
                             struct rd_error *reterr)
{
    const struct rd_instance *instance = transfers->instance;
    struct rd_plan listed = *ret_plan;
    if (!schedule_by(transfers, "compact", arena, scratch, ret_plan, reterr))
        return false;
    if (schedule_by(transfers, "list", arena, scratch, &listed, NULL) &&
        rd_referee_makespan_s(instance, &listed, arena, scratch) <
            rd_referee_makespan_s(instance, ret_plan, arena, scratch))
        *ret_plan = listed;
    return true;
}

bool rd_switch_schedule(const struct rd_instance *instance, const uint32_t *host_of_kind,
                        const struct rd_options *options, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_plan *ret_plan, struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    struct rd_transfers transfers = rd_transfers_read(instance, host_of_kind, scratch);
    const char *schedule = rd_option_text(options, "schedule");
    bool chosen = rd_option_given(options, "schedule") || strcmp(schedule, "colouring") != 0 ||
                  rd_switch_counts_steps(instance);
    bool alike = rd_costs_are_equal(instance) && rd_switch_is_one_port(instance);
    bool planned = chosen  ? schedule_by(&transfers, schedule, arena, scratch, ret_plan, reterr)
                   : alike ? schedule_shorter(&transfers, arena, scratch, ret_plan, reterr)
                           : schedule_by(&transfers, "list", arena, scratch, ret_plan, reterr);
    return planned && (rd_option_given(options, "schedule") ||
                       share_links(instance, options, arena, scratch, ret_plan, reterr));
}

bool rd_switch_schedule_transfers(const struct rd_transfers *transfers,
                                  const struct rd_options *options, struct rd_arena *arena,
                                  struct rd_arena *scratch, struct rd_plan *ret_plan,
                                  struct rd_error *reterr)
{
    const char *schedule = rd_switch_counts_steps(transfers->instance) ? "colouring" : "list";
    return schedule_by(transfers, schedule, arena, scratch, ret_plan, reterr) &&
           share_links(transfers->instance, options, arena, scratch, ret_plan, reterr);
}
