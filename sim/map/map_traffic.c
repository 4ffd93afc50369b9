#include "map_traffic.h"

#include <math.h>
#include <stdlib.h>

/* --- loads --------------------------------------------------------------------------------- */

/* Items of named kinds: each holder has all of a piece. */
static void take_copies(struct rd_map *map, const struct rd_copies *copies)
{
    for (uint32_t piece = 0; piece < copies->piece_count; piece++)
        for (uint32_t k = copies->held_first[piece]; k < copies->held_first[piece + 1]; k++)
            map->node[map->place_of[copies->held[k]]].before += (double)copies->items[piece];
}

static void take_loads(struct rd_map *map)
{
    const struct rd_instance *instance = map->instance;
    const struct rd_objects *objects = instance->objects;
    for (uint32_t host = 0; !objects && host < instance->topology.host_count; host++)
        for (uint32_t kind = 0; kind < instance->kind_count; kind++)
            map->node[map->place_of[host]].before += (double)rd_load(instance, host, kind);
    for (uint32_t i = 0; objects && i < objects->count; i++)
        for (uint32_t k = objects->first[i]; k < objects->first[i + 1]; k++)
            map->node[map->place_of[objects->source[k]]].before += (double)objects->bytes[i];
    if (instance->copies)
        take_copies(map, instance->copies);
    for (uint32_t place = 0; place < map->place_count; place++)
        map->node[place].after = map->node[place].before;
}

struct rd_map_move rd_map_move_of(const struct rd_map *map, size_t row)
{
    const struct rd_instance *instance = map->instance;
    const struct rd_timed_transfer *transfer = &map->trace->transfer[row];
    struct rd_map_move move = {.giver = RD_MAP_NONE, .leaves_s = transfer->start_s};
    if (transfer->to == RD_NO_HOST || transfer->kind == RD_CONTROL)
        return move;
    uint32_t giver = transfer->from;
    move.amount = (double)transfer->items;
    if (rd_is_named_kind(instance->copies, transfer->kind))
        giver = RD_NO_HOST;  /* who sends keeps a copy */
    if (instance->objects) { /* bytes are given up when they have arrived */
        giver = rd_object_freed(instance->objects, (uint32_t)transfer->kind, transfer->from);
        move.amount = (double)instance->objects->bytes[transfer->kind];
        move.leaves_s = transfer->end_s;
    }
    if (giver != RD_NO_HOST)
        move.giver = map->place_of[giver];
    return move;
}

/* What is computed stays where it is: its results do. */
static void move_loads(struct rd_map *map)
{
    for (size_t i = 0; i < map->trace->transfer_count; i++) {
        struct rd_map_move move = rd_map_move_of(map, i);
        if (move.amount > 0)
            map->node[map->place_of[map->trace->transfer[i].to]].after += move.amount;
        if (move.giver != RD_MAP_NONE)
            map->node[move.giver].after -= move.amount;
    }
}

static void take_targets(struct rd_map *map)
{
    const struct rd_instance *instance = map->instance;
    for (uint32_t place = 0; place < map->place_count; place++)
        map->node[place].after = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        for (uint32_t kind = 0; kind < instance->kind_count; kind++)
            map->node[map->place_of[host]].after += (double)rd_target(instance, host, kind);
}

/* --- lines that are busy ------------------------------------------------------------------- */

/* From a date on, a line is in use by so much more, or less. */
struct change {
    uint32_t line;
    double time_s, part;
};

struct changes {
    struct change *change;
    size_t count;
    struct rd_arena *arena;
};

static void use_line(struct changes *changes, uint32_t line, double start_s, double end_s,
                     double part)
{
    if (line == RD_MAP_NONE || end_s <= start_s)
        return;
    rd_arena_add(changes->arena, changes->change, changes->count,
                 (struct change){.line = line, .time_s = start_s, .part = part});
    rd_arena_add(changes->arena, changes->change, changes->count,
                 (struct change){.line = line, .time_s = end_s, .part = -part});
}

/* Lines that are links: each hop of a packet takes the same part of its time. */
static void use_links(const struct rd_map *map, const struct rd_timed_transfer *row,
                      const struct rd_dimension_range *block, struct changes *changes)
{
    uint32_t node[RD_MAP_WAY_LIMIT], count = rd_map_way(map, row, block, node);
    double hop_s = (row->end_s - row->start_s) / fmax(1, count - 1);
    for (uint32_t i = 0; i + 1 < count; i++) {
        uint32_t line = rd_map_line_between(map, node[i], node[i + 1]);
        double start_s = row->start_s + i * hop_s;
        if (line != RD_MAP_NONE)
            use_line(changes, line, start_s, start_s + hop_s, 1.0 / map->line[line].link_count);
    }
}

/* A port by itself: shared links say for themselves how much of them is in use. */
static void use_port(const struct rd_map *map, const struct rd_timed_transfer *row, bool receives,
                     struct changes *changes)
{
    uint32_t host = receives ? row->to : row->from;
    const struct rd_map_ports *ports = &map->hubs->ports[map->place_of[host]];
    uint32_t line = receives ? ports->in : ports->out;
    if (line == RD_MAP_NONE || map->line[line].is_shared)
        return;
    uint32_t depth = rd_host_ports(map->instance, host);
    double ports_each = depth == UINT32_MAX ? 1 : depth;
    use_line(changes, line, row->start_s, row->end_s,
             1 / (ports_each * map->line[line].link_count));
}

static void use_hubs(const struct rd_map *map, const struct rd_timed_transfer *row,
                     struct changes *changes)
{
    const struct rd_instance *instance = map->instance;
    const struct rd_map_hubs *hubs = map->hubs;
    uint32_t from = map->place_of[row->from], to = map->place_of[row->to];
    uint64_t link = rd_link_between(&instance->topology, row->from, row->to);
    if (from != to) {
        use_port(map, row, false, changes);
        use_port(map, row, true, changes);
    }
    use_line(changes, hubs->bus_line, row->start_s, row->end_s, 1);
    const struct rd_shared_use *end, *use = rd_link_uses(instance, link, &end);
    for (; hubs->shared_line && use < end; use++)
        use_line(changes, hubs->shared_line[use->shared], row->start_s, row->end_s,
                 (double)rd_link_part(instance, link, use) / (double)RD_SHARED_ROOM);
    for (uint32_t i = hubs->first_pair; i < map->line_count; i++)
        if (map->line[i].from == from && map->line[i].to == to)
            use_line(changes, i, row->start_s, row->end_s, 1);
}

static int by_line_and_time(const void *a, const void *b)
{
    const struct change *one = a, *other = b;
    if (one->line != other->line)
        return one->line < other->line ? -1 : 1;
    return one->time_s < other->time_s ? -1 : one->time_s > other->time_s;
}

/* The mean of what is in use, all of it at most, until the makespan. */
static void measure_use(struct rd_map *map, struct changes *changes)
{
    double in_use = 0;
    for (uint32_t i = 0; i < map->line_count; i++)
        map->line[i].busy = 0;
    if (changes->count > 0)
        qsort(changes->change, changes->count, sizeof *changes->change, by_line_and_time);
    for (size_t i = 0; i < changes->count; i++) {
        const struct change *change = &changes->change[i];
        in_use += change->part;
        if (i + 1 == changes->count || change[1].line != change->line)
            in_use = 0;
        else
            map->line[change->line].busy +=
                fmin(1, fmax(0, in_use)) * (change[1].time_s - change->time_s) / map->makespan_s;
    }
    for (uint32_t i = 0; i < map->line_count; i++)
        map->line[i].busy = fmin(1, map->line[i].busy);
}

static void take_use(struct rd_map *map, struct rd_arena *arena)
{
    struct changes changes = {.arena = arena};
    const struct rd_trace *trace = map->trace;
    for (size_t i = 0; i < trace->transfer_count; i++)
        map->makespan_s = fmax(map->makespan_s, trace->transfer[i].end_s);
    for (size_t i = 0; i < trace->transfer_count; i++) {
        if (trace->transfer[i].to == RD_NO_HOST)
            continue;
        if (map->hubs)
            use_hubs(map, &trace->transfer[i], &changes);
        else
            use_links(map, &trace->transfer[i], trace->block ? &trace->block[i] : NULL, &changes);
    }
    measure_use(map, &changes);
}

void rd_map_take_traffic(struct rd_map *map, struct rd_arena *arena)
{
    take_loads(map);
    map->knows_after = map->trace || map->instance->goal == RD_REACH;
    if (map->trace) {
        move_loads(map);
        take_use(map, arena);
    } else if (map->knows_after) {
        take_targets(map);
    }
}
