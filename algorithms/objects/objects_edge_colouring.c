/* objects-edge-colouring: objects of one size over links that are alike, in rounds: in each a host
 * sends and receives as many as it has ports, and a pair of hosts carries one. As few rounds as the
 * busiest port and the busiest pair need are enough, so the plan is optimal.
 * Source: Koenig (1916); de Werra, "Balanced schedules", INFOR 9 (1971) 230-237, for several ports;
 * for migrations Hall et al., "On algorithms for efficient data migration", SODA (2001). */
#include "dispatch.h"
#include "sources.h"

#include "algorithms/algorithm.h"
#include "algorithms/kernels/port_colouring.h"

#include <math.h>
#include <stdlib.h>

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    const struct rd_objects *objects = instance->objects;
    if (objects->relays || objects->space_bytes)
        return rd_refuse(reterr, "objects that may be relayed, or a limited space: neither is "
                                 "accepted");
    if (objects->combined_ports || objects->many_a_pair)
        return rd_refuse(reterr, "combined=\"yes\" or pair=\"many\": ports of their own, and one "
                                 "message a pair, are accepted");
    if (instance->shared)
        return rd_refuse(reterr, "messages may ask shared links for too much: links that carry all "
                                 "that ports ask for are accepted");
    if (!rd_costs_are_equal(instance))
        return rd_refuse(reterr, "links differ: links that are alike are accepted");
    if (instance->topology.host_count > RD_MULTIGRAPH_ROW_LIMIT)
        return rd_refuse(reterr, "more than %d hosts: at most so many are accepted",
                         RD_MULTIGRAPH_ROW_LIMIT);
    for (uint32_t object = 1; object < objects->count; object++)
        if (objects->bytes[object] != objects->bytes[0])
            return rd_refuse(reterr, "objects of %lld and of %lld bytes: one size is accepted",
                             (long long)objects->bytes[0], (long long)objects->bytes[object]);
    return true;
}

/* Objects by the pair of hosts that they go between. */
struct placed {
    uint64_t pair;
    uint32_t object;
};

static int by_pair(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    return (a->object > b->object) - (a->object < b->object);
}

/* The objects of each colour, one after the other: the schedule, by rounds. */
static struct rd_copy_schedule rounds_of(const struct rd_object_list *copies, const uint32_t *way,
                                         const struct rd_edge_colouring *colouring,
                                         const struct placed *placed, uint32_t *next,
                                         struct rd_arena *arena)
{
    struct rd_copy_schedule schedule = {.way = way,
                                        .start_s = rd_take(arena, copies->count, double),
                                        .order = rd_take(arena, copies->count, uint32_t)};
    uint32_t listed = 0;
    for (size_t i = 0; i < colouring->run_count; i++) {
        const struct rd_colour_run *run = &colouring->run[i];
        for (int64_t j = 0; j < run->count; j++) {
            uint32_t object = placed[next[run->edge]++].object;
            schedule.start_s[object] = (double)(run->first + j);
            schedule.order[listed++] = object;
        }
    }
    rd_assert(listed == copies->count);
    return schedule;
}

struct started {
    double start_s;
    uint32_t object;
};

static int by_start(const void *left, const void *right)
{
    const struct started *a = left, *b = right;
    if (a->start_s != b->start_s)
        return a->start_s < b->start_s ? -1 : 1;
    return (a->object > b->object) - (a->object < b->object);
}

static void sort_by_start(struct rd_copy_schedule *schedule, uint32_t count,
                          struct rd_arena *scratch)
{
    struct started *started = rd_take(scratch, count, struct started);
    for (uint32_t i = 0; i < count; i++)
        started[i] = (struct started){schedule->start_s[i], i};
    qsort(started, count, sizeof *started, by_start);
    for (uint32_t i = 0; i < count; i++)
        schedule->order[i] = started[i].object;
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_object_list copies;
    if (!rd_object_list_read(instance, scratch, &copies, reterr))
        return false;
    const uint32_t *way = rd_choose_sources(&copies, arena, scratch);
    struct placed *placed = rd_take(scratch, copies.count, struct placed);
    struct rd_multi_edge *edge = rd_take(scratch, copies.count, struct rd_multi_edge);
    uint32_t *next = rd_take(scratch, copies.count, uint32_t), edge_count = 0;
    for (uint32_t object = 0; object < copies.count; object++)
        placed[object] = (struct placed){
            (uint64_t)copies.way[way[object]].from << 32 | copies.objects->to[object], object};
    qsort(placed, copies.count, sizeof *placed, by_pair);
    for (uint32_t i = 0; i < copies.count; i++) {
        if (i == 0 || placed[i].pair != placed[i - 1].pair) {
            next[edge_count] = i;
            edge[edge_count++] = (struct rd_multi_edge){.row = (uint32_t)(placed[i].pair >> 32),
                                                        .column = (uint32_t)placed[i].pair};
        }
        edge[edge_count - 1].count++;
    }
    uint32_t *ports = rd_take(scratch, copies.host_count, uint32_t);
    for (uint32_t host = 0; host < copies.host_count; host++)
        ports[host] = rd_copy_ports(&copies, host, copies.count);
    struct rd_multigraph graph = {copies.host_count, edge_count, edge};
    struct rd_edge_colouring colouring = rd_port_colour(&graph, ports, arena, scratch);
    struct rd_copy_schedule schedule = rounds_of(&copies, way, &colouring, placed, next, arena);
    sort_by_start(&schedule, copies.count, scratch);
    rd_plan_copies(&copies, &schedule, arena, ret_plan);
    return true;
}

/* With several sources the choice may be bad. On a bus one goes at a time in any order. */
static bool promises(const struct rd_instance *instance)
{
    return instance->objects->first[instance->objects->count] == instance->objects->count;
}

const struct rd_algorithm objects_edge_colouring = {
    .name = "objects-edge-colouring",
    .summary = "objects of one size: rounds by edge colouring, as few as there can be",
    .source = "none: our own; Koenig (1916), de Werra (1971) for the colouring",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_PLACE),
    .guarantee = RD_OPTIMAL,
    .promises = promises,
    .accepts = accepts,
    .plan = plan,
};
