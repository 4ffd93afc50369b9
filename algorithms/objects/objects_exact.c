/* objects-exact: the shortest of all schedules of a few objects, by all lists, space included.
 * Source: our own; that lists are enough: order.h. */
#include "dispatch.h"
#include "load_bounds.h"

#include "algorithms/algorithm.h"
#include "sim/base/guard.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* All lists of a few objects, searched for the shortest schedule. */

enum { RD_EXHAUSTIVE_OBJECTS = 12 };

struct exhaustive_copies {
    bool complete; /* all lists were looked at, or cut because they cannot be better */
    bool stopped;  /* before that, since time was up */
    int64_t nodes; /* lists looked at */
    struct rd_copy_schedule schedule; /* makespan_s INFINITY: there is none better than best_s */
};

/* A message that was listed. */
struct listed {
    uint32_t object, way;
    double start_s, end_s;
};

struct search {
    const struct rd_object_list *copies;
    double best_s, bound_s;
    int64_t nodes, node_limit;
    bool stopped; /* time was up */
    struct listed list[RD_EXHAUSTIVE_OBJECTS];
    uint32_t listed;
    uint32_t left; /* bits of objects that are not listed */
    struct listed best[RD_EXHAUSTIVE_OBJECTS];
    bool found;
};

/* Dates that differ by rounding are one. */
static bool has_ended(const struct listed *listed, double at_s)
{
    return listed->end_s <= at_s * (1 + 1e-12);
}

static const struct rd_copy_way *way_of(const struct search *search, const struct listed *listed)
{
    return &search->copies->way[listed->way];
}

static uint32_t to_of(const struct search *search, const struct listed *listed)
{
    return search->copies->objects->to[listed->object];
}

/* What is taken of a shared link by what is under way at a date. */
static int64_t taken_at(const struct search *search, uint32_t shared, double at_s)
{
    int64_t taken = 0;
    const struct rd_shared_use *end;
    for (uint32_t i = 0; i < search->listed; i++) {
        const struct listed *listed = &search->list[i];
        uint64_t link = way_of(search, listed)->link;
        if (has_ended(listed, at_s))
            continue;
        for (const struct rd_shared_use *use = rd_link_uses(search->copies->instance, link, &end);
             use < end; use++)
            if (use->shared == shared)
                taken += rd_link_part(search->copies->instance, link, use);
    }
    return taken;
}

static bool has_room(const struct search *search, const struct listed *next, double at_s)
{
    const struct rd_instance *instance = search->copies->instance;
    uint64_t link = way_of(search, next)->link;
    const struct rd_shared_use *end, *use = rd_link_uses(instance, link, &end);
    for (; use < end; use++)
        if (taken_at(search, use->shared, at_s) + rd_link_part(instance, link, use) >
            RD_SHARED_ROOM)
            return false;
    return true;
}

static bool has_space(const struct search *search, const struct listed *next, double at_s)
{
    const struct rd_objects *objects = search->copies->objects;
    uint32_t host = to_of(search, next);
    int64_t space = rd_host_space(objects, host);
    if (space == RD_NO_SPACE_LIMIT)
        return true;
    for (uint32_t i = 0; i < search->listed; i++) {
        const struct listed *listed = &search->list[i];
        if (to_of(search, listed) == host)
            space -= objects->bytes[listed->object];
        if (has_ended(listed, at_s) &&
            rd_object_freed(objects, listed->object, way_of(search, listed)->from) == host)
            space += objects->bytes[listed->object];
    }
    return space >= objects->bytes[next->object];
}

/* May a message start at a date, besides what is under way? */
static bool may_start(const struct search *search, const struct listed *next, double at_s)
{
    const struct rd_objects *objects = search->copies->objects;
    uint32_t from = way_of(search, next)->from, to = to_of(search, next);
    uint32_t at_from = 0, at_to = 0;
    bool combined = objects->combined_ports,
         bus = search->copies->instance->topology.shape == RD_BUS;
    for (uint32_t i = 0; i < search->listed; i++) {
        const struct listed *listed = &search->list[i];
        uint32_t its_from = way_of(search, listed)->from, its_to = to_of(search, listed);
        if (has_ended(listed, at_s))
            continue;
        if (bus || (its_from == from && its_to == to && !objects->many_a_pair))
            return false;
        at_from += its_from == from || (combined && its_to == from);
        at_to += its_to == to || (combined && its_from == to);
    }
    return at_from < rd_copy_ports(search->copies, from, UINT32_MAX) &&
           at_to < rd_copy_ports(search->copies, to, UINT32_MAX) && has_room(search, next, at_s) &&
           has_space(search, next, at_s);
}

/* The first date, from the last start on, at which a message may start; INFINITY: none. */
static double first_date_s(const struct search *search, const struct listed *next)
{
    double at_s = search->listed > 0 ? search->list[search->listed - 1].start_s : 0;
    while (!may_start(search, next, at_s)) {
        double next_s = INFINITY;
        for (uint32_t i = 0; i < search->listed; i++)
            if (!has_ended(&search->list[i], at_s))
                next_s = fmin(next_s, search->list[i].end_s);
        if (isinf(next_s))
            return INFINITY;
        at_s = next_s;
    }
    return at_s;
}

/* Can what is left not end before best_s? By what each port has left from the last start on, and by
 * its own length. */
static bool is_hopeless(const struct search *search)
{
    const struct rd_object_list *copies = search->copies;
    double from_s = search->listed > 0 ? search->list[search->listed - 1].start_s : 0;
    for (uint32_t a = 0; a < copies->count; a++) {
        if (!(search->left & 1U << a))
            continue;
        uint32_t host = copies->objects->to[a];
        double left_s = 0;
        for (uint32_t b = 0; b < copies->count; b++)
            if ((search->left & 1U << b) && copies->objects->to[b] == host)
                left_s += copies->shortest_s[b];
        for (uint32_t i = 0; i < search->listed; i++)
            if (to_of(search, &search->list[i]) == host)
                left_s += fmax(0, search->list[i].end_s - from_s);
        left_s /= rd_copy_ports(copies, host, copies->count);
        if (from_s + fmax(left_s, copies->shortest_s[a]) >= search->best_s * (1 - 1e-12))
            return true;
    }
    return false;
}

static void keep(struct search *search)
{
    double end_s = 0;
    for (uint32_t i = 0; i < search->listed; i++)
        end_s = fmax(end_s, search->list[i].end_s);
    if (end_s >= search->best_s * (1 - 1e-12))
        return;
    search->best_s = end_s;
    search->found = true;
    memcpy(search->best, search->list, search->listed * sizeof *search->list);
}

static bool is_over(struct search *search)
{
    search->stopped |= rd_time_is_up();
    return search->stopped || search->nodes > search->node_limit ||
           search->best_s <= search->bound_s * (1 + 1e-9);
}

static void extend(struct search *search);

/* Lists an object next, by one of its ways. */
static void list_next(struct search *search, uint32_t object, uint32_t way)
{
    struct listed next = {.object = object, .way = way};
    double start_s = first_date_s(search, &next);
    next.start_s = start_s;
    next.end_s = start_s + search->copies->way[way].duration_s;
    if (!(next.end_s < search->best_s * (1 - 1e-12)))
        return;
    const struct listed *last = search->listed > 0 ? &search->list[search->listed - 1] : NULL;
    if (last && last->start_s == start_s && last->object > object)
        return;
    search->list[search->listed++] = next;
    search->left ^= 1U << object;
    extend(search);
    search->left ^= 1U << object;
    search->listed--;
}

static void extend(struct search *search)
{
    const struct rd_object_list *copies = search->copies;
    search->nodes++;
    if (search->left == 0) {
        keep(search);
        return;
    }
    if (is_hopeless(search))
        return;
    for (uint32_t object = 0; object < copies->count && !is_over(search); object++)
        for (uint32_t i = copies->objects->first[object];
             (search->left & 1U << object) && i < copies->objects->first[object + 1]; i++)
            if (isfinite(copies->way[i].duration_s))
                list_next(search, object, i);
}

/* Looks for a schedule shorter than best_s, space included.
 * A schedule is a list: each message starts at the first date, not before the one listed before it,
 * at which ports, pair, shared links and space allow. None is lost: docs/model.md. Lists are cut
 * where what is left at a port lasts until best_s, and at bound_s nothing better is looked for. Of
 * messages that start together, only one order is tried.
 * In: at most RD_EXHAUSTIVE_OBJECTS objects, each of which takes time. Result from the arena.
 * Cost: O(objects^2) a node. */
static struct exhaustive_copies exhaust_copies(const struct rd_object_list *copies, double best_s,
                                               double bound_s, int64_t node_limit,
                                               struct rd_arena *arena, struct rd_arena *scratch)
{
    rd_assert(copies->count <= RD_EXHAUSTIVE_OBJECTS);
    rd_arena_borrow(scratch);
    struct search *search = rd_take(scratch, 1, struct search);
    *search = (struct search){.copies = copies,
                              .best_s = best_s,
                              .bound_s = bound_s,
                              .node_limit = node_limit,
                              .left = (1U << copies->count) - 1};
    extend(search);
    struct exhaustive_copies result = {.complete = !search->stopped && search->nodes <= node_limit,
                                       .stopped = search->stopped,
                                       .nodes = search->nodes,
                                       .schedule.makespan_s = INFINITY};
    if (!search->found)
        return result;
    uint32_t *way = rd_take(arena, copies->count, uint32_t);
    result.schedule = (struct rd_copy_schedule){.way = way,
                                                .start_s = rd_take(arena, copies->count, double),
                                                .order = rd_take(arena, copies->count, uint32_t),
                                                .makespan_s = search->best_s};
    for (uint32_t i = 0; i < copies->count; i++) {
        const struct listed *listed = &search->best[i];
        way[listed->object] = listed->way;
        result.schedule.start_s[listed->object] = listed->start_s;
        result.schedule.order[i] = listed->object;
    }
    return result;
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    if (rd_objects_stop(instance->objects))
        return rd_refuse(reterr, "objects may stop at other hosts: relay=\"no\" and "
                                 "staging=\"no\" are accepted");
    return instance->objects->count <= RD_EXHAUSTIVE_OBJECTS ||
           rd_refuse(reterr, "%" PRIu32 " objects: at most %d are accepted",
                     instance->objects->count, RD_EXHAUSTIVE_OBJECTS);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_object_list copies;
    if (!rd_object_list_read(instance, scratch, &copies, reterr))
        return false;
    for (uint32_t object = 0; object < copies.count; object++)
        if (!(copies.shortest_s[object] > 0))
            return rd_refuse(reterr, "an object that takes no time: more than 0 s is accepted");
    int64_t limit = rd_option_integer(options, "nodes") * 1000;
    double bound_s = rd_load_bound(&copies, scratch).seconds;
    struct exhaustive_copies found =
        exhaust_copies(&copies, INFINITY, bound_s, limit, arena, scratch);
    rd_plan_count(ret_plan, arena, "lists", (double)found.nodes);
    if (!found.complete && !(found.stopped && isfinite(found.schedule.makespan_s)))
        return rd_refuse(reterr,
                         "the search was cut after %" PRId64
                         " lists: fewer objects, or more nodes, are needed",
                         limit);
    if (isinf(found.schedule.makespan_s))
        return rd_refuse(reterr, "there is no order: all were tried, and in each some object waits "
                                 "for space that others would give up behind it");
    rd_plan_copies(&copies, &found.schedule, arena, ret_plan);
    ret_plan->searched_all = found.complete;
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"nodes", "integer 1 1000000", "4000", "thousands of lists that are looked at, at the most"},
    {0},
};

const struct rd_algorithm objects_exact = {
    .name = "objects-exact",
    .summary = "a few objects: the shortest of all schedules, by all lists",
    .source = "none: our own",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_PLACE),
    .guarantee = RD_EXACT,
    .options = option_specs,
    .accepts = accepts,
    .plan = plan,
};
