/* Allgather on machines with eight and sixteen processors a box: what the cuts of hosts bound, in
 * GB/s of all data, and how near plans come, by the number of pieces a processor has. Switches are
 * hosts that relay and store; all ports.
 *
 * Source: the networks are those of ForestColl (Zhao and others, 2024), whose bound by cuts is this
 * one. By hand: into one processor behind a switch of 300 GB/s and a network of 25, or into a box
 * with eight of these, or into two neighbours of a box without a switch, which six links of 50 GB/s
 * enter, has to come what is outside. */
#include "figure.h"
#include "planning.h"

#include "algorithms/bounds/found_bounds.h"
#include "algorithms/multicast/host_cuts.h"
#include "sim/generators/copy_patterns.h"
#include "sim/model/instance_check.h"

#include <inttypes.h>
#include <math.h>

enum { MOST_HOSTS = 80, MOST_EDGES = 1024, MOST_PIECES = 3, BOX_OF_16 = 16, BOX_OF_8 = 8 };

static const int64_t PIECE_BYTES = 1000000000;
static const int64_t piece_counts[MOST_PIECES] = {1, 16, 48};

/* A network: boxes of processors, and what its bound comes to by hand. */
struct machine {
    const char *name;
    uint32_t boxes, box; /* processors in each */
    double bound_gb_s;
    const char *why;
};

static const struct machine machines[] = {
    {"1 x 8 A100", 1, BOX_OF_8, 8. / 7 * 300, "7/8 of all enter a processor at 300 GB/s"},
    {"2 x 8 A100", 2, BOX_OF_8, 16. / 15 * 325, "15/16 of all enter a processor at 325 GB/s"},
    {"4 x 8 A100", 4, BOX_OF_8, 4. / 3 * 200, "3/4 of all enter a box at 200 GB/s"},
    {"1 x 16 MI250", 1, BOX_OF_16, 16. / 14 * 300, "14/16 of all enter two neighbours at 300 GB/s"},
    {"2 x 16 MI250", 2, BOX_OF_16, 32. / 30 * 332, "30/32 of all enter two neighbours at 332 GB/s"},
};

enum { MACHINES = sizeof machines / sizeof *machines };

/* Links of 50 GB/s between the processors of a box of sixteen, each pair once. */
static const struct {
    uint8_t a, b, links;
} neighbours[] = {
    {0, 1, 4},   {0, 4, 2},   {0, 8, 1},   {1, 5, 1},   {1, 9, 1},   {1, 10, 1},  {2, 3, 4},
    {2, 6, 1},   {2, 9, 1},   {2, 10, 1},  {3, 7, 2},   {3, 11, 1},  {4, 5, 4},   {4, 6, 1},
    {5, 6, 1},   {5, 7, 1},   {6, 7, 4},   {8, 9, 4},   {8, 12, 2},  {9, 13, 1},  {10, 11, 4},
    {10, 14, 1}, {11, 15, 2}, {12, 13, 4}, {12, 14, 1}, {13, 14, 1}, {13, 15, 1}, {14, 15, 4},
};

struct network {
    uint32_t hosts;
    size_t edge_count;
    struct rd_edge edge[MOST_EDGES];
    double gb_s[MOST_EDGES];
};

static void join(struct network *network, uint32_t a, uint32_t b, double gb_s)
{
    for (int way = 0; way < 2; way++) {
        rd_assert(network->edge_count < MOST_EDGES);
        network->edge[network->edge_count] =
            way == 0 ? (struct rd_edge){a, b} : (struct rd_edge){b, a};
        network->gb_s[network->edge_count++] = gb_s;
    }
}

/* Processors box by box, then the switches of boxes, then those between boxes: one for processors
 * of even numbers and one for the others, or one for all. */
static void build(const struct machine *machine, struct network *network)
{
    bool has_switch = machine->box == BOX_OF_8;
    uint32_t processors = machine->boxes * machine->box;
    uint32_t between = processors + (has_switch ? machine->boxes : 0);
    uint32_t ways = machine->boxes == 1 ? 0 : has_switch ? 2 : 1;
    *network = (struct network){.hosts = between + ways};
    rd_assert(network->hosts <= MOST_HOSTS);
    for (uint32_t i = 0; i < processors; i++) {
        if (has_switch)
            join(network, i, processors + i / machine->box, 300);
        if (ways > 0)
            join(network, i, between + i % ways, has_switch ? 25 : 16);
    }
    for (uint32_t box = 0; box < machine->boxes && !has_switch; box++)
        for (size_t i = 0; i < sizeof neighbours / sizeof *neighbours; i++)
            join(network, box * BOX_OF_16 + neighbours[i].a, box * BOX_OF_16 + neighbours[i].b,
                 50. * neighbours[i].links);
}

/* Every processor has so many pieces of a GB, and wants all. */
static const struct rd_copies *all_to_all(uint32_t hosts, uint32_t processors, int64_t pieces,
                                          struct rd_arena *arena, struct rd_error *reterr)
{
    struct rd_text among = {.arena = arena};
    for (uint32_t i = 0; i < processors; i++)
        rd_text_print(&among, "%" PRIu32 " ", i);
    const struct rd_option given[] = {
        {"bytes", rd_arena_print(arena, "%" PRId64, pieces * PIECE_BYTES)},
        {"piece-bytes", rd_arena_print(arena, "%" PRId64, PIECE_BYTES)},
        {"among", among.text}};
    const struct rd_options options = {.spec = rd_allgather_copies.attributes,
                                       .given = given,
                                       .given_count = sizeof given / sizeof *given};
    return rd_copies_generate(&rd_allgather_copies, hosts, &options, arena, reterr);
}

static bool open_instance(const struct machine *machine, int64_t pieces, struct rd_arena *arena,
                          struct rd_instance *ret_instance, struct rd_error *reterr)
{
    struct network *network = rd_take(arena, 1, struct network);
    struct rd_adjacency *adjacency = rd_take(arena, 1, struct rd_adjacency);
    build(machine, network);
    if (!rd_adjacency_make(network->hosts, network->edge, network->edge_count, arena, adjacency,
                           reterr))
        return false;
    struct rd_link_cost *cost = rd_take(arena, adjacency->link_count, struct rd_link_cost);
    for (size_t i = 0; i < network->edge_count; i++)
        cost[rd_adjacency_find(adjacency, network->edge[i].from, network->edge[i].to)]
            .bandwidth_bytes_per_s = network->gb_s[i] * 1e9;
    const struct rd_copies *copies =
        all_to_all(network->hosts, machine->boxes * machine->box, pieces, arena, reterr);
    if (!copies)
        return false;
    *ret_instance = (struct rd_instance){
        .topology = {.shape = RD_GRAPH, .host_count = network->hosts, .adjacency = adjacency},
        .port_model = RD_ALL_PORTS,
        .port_count = UINT32_MAX,
        .link_cost = cost,
        .item_bytes = PIECE_BYTES,
        .kind_count = 1,
        .load = rd_take(arena, network->hosts, int64_t),
        .goal = RD_COPIES,
        .target = rd_take(arena, network->hosts, int64_t),
        .copies = copies};
    return rd_instance_check(ret_instance, reterr);
}

/* What hosts are entered by at the least, as GB/s of all data. */
static bool find_cut(const struct rd_instance *instance, double all_gb, struct rd_arena *arena,
                     struct rd_arena *scratch, double *ret_gb_s, struct rd_error *reterr)
{
    struct rd_multicast multicast;
    rd_arena_borrow(scratch);
    if (!rd_multicast_read(instance, arena, scratch, &multicast, reterr))
        return false;
    *ret_gb_s = all_gb / rd_host_cut_find(&multicast, arena, scratch).seconds;
    return true;
}

static void judge(struct rd_figure_data *data, const struct machine *machine, int64_t pieces,
                  double cut_gb_s, double over_bound)
{
    struct rd_check bound = {
        .what = rd_arena_print(data->arena, "%s: bound by cuts, GB/s", machine->name),
        .published = NAN,
        .measured = cut_gb_s,
        .low = machine->bound_gb_s,
        .high = machine->bound_gb_s,
        .why = machine->why};
    struct rd_check plan = {.what = rd_arena_print(data->arena,
                                                   "%s, pieces %" PRId64 ": time over bound",
                                                   machine->name, pieces),
                            .published = NAN,
                            .measured = over_bound,
                            .low = 1,
                            .high = INFINITY,
                            .why = "bound <= planned"};
    if (pieces == piece_counts[0])
        rd_checks_add(&data->checks, bound);
    rd_checks_add(&data->checks, plan);
}

static bool measure(struct rd_figure_data *data, const struct machine *machine, int64_t pieces,
                    struct rd_error *reterr)
{
    struct rd_instance instance;
    struct rd_bound bound;
    struct rd_plan plan;
    struct rd_verdict verdict;
    struct rd_arena_mark mark = rd_arena_mark(&data->plans);
    double cut_gb_s, all_gb = (double)(machine->boxes * machine->box * pieces);
    if (!open_instance(machine, pieces, &data->plans, &instance, reterr) ||
        !find_cut(&instance, all_gb, &data->plans, &data->scratch, &cut_gb_s, reterr) ||
        !rd_best_bound(&instance, NULL, &data->plans, &data->scratch, &bound, reterr) ||
        !rd_figure_plan("copies-portfolio", &instance, &data->plans, &data->scratch, &plan,
                        &verdict, reterr))
        return false;
    double plan_gb_s = all_gb / verdict.makespan_s;
    rd_figure_row(data, "%s\t%" PRId64 "\t%.3f\t%.3f\t%.3f\t%.4f\t%.4f", machine->name, pieces,
                  cut_gb_s, all_gb / bound.seconds, plan_gb_s, cut_gb_s / plan_gb_s,
                  verdict.makespan_s / bound.seconds);
    judge(data, machine, pieces, cut_gb_s, verdict.makespan_s / bound.seconds);
    rd_arena_rewind(&data->plans, mark);
    return true;
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const column[] = {"machine",        "pieces",     "bound by cuts, GB/s",
                                         "bound, GB/s",    "plan, GB/s", "cuts over plan",
                                         "time over bound"};
    rd_figure_columns(data, column, sizeof column / sizeof *column);
    for (size_t i = 0; i < MACHINES; i++)
        for (int j = 0; j < MOST_PIECES; j++) {
            if (settings->progress)
                settings->progress(rd_arena_print(data->arena, "copies_topologies: %s, %" PRId64,
                                                  machines[i].name, piece_counts[j]));
            if (!measure(data, &machines[i], piece_counts[j], reterr))
                return false;
        }
    return true;
}

const struct rd_figure copies_topologies = {
    .name = "copies-topologies",
    .summary = "allgather on boxes of 8 and 16 processors: GB/s of plans beside what cuts allow",
    .source = "our own",
    .plot = "copies_topologies",
    .scenario = "copies_topologies",
    .make = make,
};
