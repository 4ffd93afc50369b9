#include "load_bounds.h"

#include "sim/base/groups.h"

#include <math.h>
#include <stdlib.h>

static int falling(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a < b) - (a > b);
}

double rd_machines_bound_s(double *job_s, uint32_t count, uint32_t k, uint32_t *ret_messages,
                           uint32_t *ret_chained)
{
    double sum_s = 0, bound_s;
    if (count > 0)
        qsort(job_s, count, sizeof *job_s, falling);
    for (uint32_t i = 0; i < count; i++)
        sum_s += job_s[i];
    bound_s = sum_s / k;
    *ret_messages = count;
    *ret_chained = 0;
    if (k == 1)
        return bound_s;
    for (uint64_t t = 0; t * k + 1 <= count; t++) {
        double chain_s = 0;
        for (uint64_t i = t * k - t; i <= t * k; i++)
            chain_s += job_s[i];
        if (chain_s <= bound_s)
            continue;
        bound_s = chain_s;
        *ret_messages = (uint32_t)(t * k + 1);
        *ret_chained = (uint32_t)(t + 1);
    }
    return bound_s;
}

struct rd_load_bound rd_longest_object_bound(const struct rd_object_list *copies)
{
    struct rd_load_bound best = {.place = RD_LOAD_OBJECT, .messages = 1};
    for (uint32_t object = 0; object < copies->count; object++)
        if (copies->shortest_s[object] > best.seconds) {
            best.seconds = copies->shortest_s[object];
            best.object = object;
        }
    return best;
}

/* Bounds of many places of one kind, each with the jobs that pass it. */
static void hold(struct rd_load_bound *best, struct rd_load_bound found)
{
    if (found.seconds > best->seconds)
        *best = found;
}

/* The jobs of a group of objects. */
static struct rd_load_bound group_bound(const struct rd_object_list *copies,
                                        const struct rd_groups *groups, uint32_t group, uint32_t k,
                                        double *job_s)
{
    uint32_t count = 0;
    struct rd_load_bound found = {.at_a_time = k};
    for (uint32_t i = groups->first[group]; i < groups->first[group + 1]; i++)
        job_s[count++] = copies->shortest_s[groups->member[i]];
    found.seconds = rd_machines_bound_s(job_s, count, k, &found.messages, &found.chained);
    return found;
}

/* All messages on a bus; where ports are combined, all at the ports of a host. */
static uint32_t group_of_port(const struct rd_object_list *copies, uint32_t host, bool receives)
{
    if (copies->instance->topology.shape == RD_BUS)
        return 0;
    return host + (receives && !copies->objects->combined_ports ? copies->host_count : 0);
}

struct rd_groups rd_port_groups(const struct rd_object_list *copies, struct rd_arena *scratch)
{
    bool bus = copies->instance->topology.shape == RD_BUS;
    uint32_t *group = rd_take(scratch, 2 * (size_t)copies->count, uint32_t);
    for (uint32_t object = 0; object < copies->count; object++) {
        const struct rd_copy_way *way = rd_only_way(copies, object);
        group[object] = way && !bus ? group_of_port(copies, way->from, false) : RD_NO_GROUP;
        group[copies->count + object] = group_of_port(copies, copies->objects->to[object], true);
    }
    struct rd_groups groups =
        rd_group(group, 2 * (size_t)copies->count, 2 * (size_t)copies->host_count, scratch);
    for (uint32_t i = 0; i < groups.first[2 * copies->host_count]; i++)
        groups.member[i] %= copies->count;
    return groups;
}

struct rd_load_bound rd_port_load_bound(const struct rd_object_list *copies,
                                        struct rd_arena *scratch)
{
    struct rd_load_bound best = {.place = RD_LOAD_PORT};
    bool bus = copies->instance->topology.shape == RD_BUS;
    if (copies->instance->port_count == UINT32_MAX && !bus)
        return best;
    rd_arena_borrow(scratch);
    struct rd_groups groups = rd_port_groups(copies, scratch);
    double *job_s = rd_take(scratch, 2 * (size_t)copies->count, double);
    for (uint32_t i = 0; i < 2 * copies->host_count; i++) {
        uint32_t host = i % copies->host_count;
        struct rd_load_bound found =
            group_bound(copies, &groups, i, rd_copy_ports(copies, host, copies->count), job_s);
        found.place = RD_LOAD_PORT;
        found.host = host;
        found.receives = i >= copies->host_count;
        hold(&best, found);
    }
    return best;
}

/* An object that goes by one pair of hosts. */
struct paired {
    uint64_t pair;
    double duration_s;
};

static int by_pair(const void *left, const void *right)
{
    const struct paired *a = left, *b = right;
    return (a->pair > b->pair) - (a->pair < b->pair);
}

struct rd_load_bound rd_pair_load_bound(const struct rd_object_list *copies,
                                        struct rd_arena *scratch)
{
    struct rd_load_bound best = {.place = RD_LOAD_PAIR};
    uint32_t count = 0;
    if (copies->objects->many_a_pair)
        return best;
    rd_arena_borrow(scratch);
    struct paired *paired = rd_take(scratch, copies->count, struct paired);
    for (uint32_t object = 0; object < copies->count; object++) {
        const struct rd_copy_way *way = rd_only_way(copies, object);
        if (way)
            paired[count++] = (struct paired){
                (uint64_t)way->from << 32 | copies->objects->to[object], way->duration_s};
    }
    if (count > 0)
        qsort(paired, count, sizeof *paired, by_pair);
    for (uint32_t i = 0, end; i < count; i = end) {
        struct rd_load_bound found = {.place = RD_LOAD_PAIR,
                                      .from = (uint32_t)(paired[i].pair >> 32),
                                      .to = (uint32_t)paired[i].pair,
                                      .at_a_time = 1};
        for (end = i; end < count && paired[end].pair == paired[i].pair; end++)
            found.seconds += paired[end].duration_s;
        found.messages = end - i;
        hold(&best, found);
    }
    return best;
}

/* The least that an object takes of a shared link, whatever its source: part times duration, the
 * part, and the duration; nothing if it can do without. */
struct demand {
    double work_s;
    int64_t part;
    double duration_s;
};

static struct demand demand_of_way(const struct rd_object_list *copies,
                                   const struct rd_copy_way *way, uint32_t shared)
{
    const struct rd_shared_use *end, *use = rd_link_uses(copies->instance, way->link, &end);
    while (use < end && use->shared != shared)
        use++;
    if (use == end)
        return (struct demand){0};
    int64_t part = rd_link_part(copies->instance, way->link, use);
    return (struct demand){(double)part / (double)RD_SHARED_ROOM * way->duration_s, part,
                           way->duration_s};
}

static struct demand demand_of(const struct rd_object_list *copies, uint32_t object,
                               uint32_t shared)
{
    struct demand least = {INFINITY, RD_SHARED_ROOM, INFINITY};
    for (uint32_t i = copies->objects->first[object]; i < copies->objects->first[object + 1]; i++) {
        const struct rd_copy_way *way = &copies->way[i];
        if (isinf(way->duration_s))
            continue;
        struct demand demand = demand_of_way(copies, way, shared);
        least.work_s = fmin(least.work_s, demand.work_s);
        least.duration_s = fmin(least.duration_s, demand.duration_s);
        least.part = demand.part < least.part ? demand.part : least.part;
    }
    return least;
}

/* Messages on one shared link. In: the objects that may cross it [count]; job_s [count]. */
static struct rd_load_bound shared_bound(const struct rd_object_list *copies, uint32_t shared,
                                         const uint32_t *object, uint32_t count, double *job_s)
{
    struct rd_load_bound best = {.place = RD_LOAD_SHARED, .shared = shared};
    double sum_s = 0, large_s = 0;
    int64_t least_part = RD_SHARED_ROOM;
    uint32_t jobs = 0, large = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct demand demand = demand_of(copies, object[i], shared);
        if (demand.part == 0)
            continue;
        sum_s += demand.work_s;
        job_s[jobs++] = demand.duration_s;
        least_part = demand.part < least_part ? demand.part : least_part;
        if (demand.part > RD_SHARED_ROOM / 2) {
            large_s += demand.duration_s;
            large++;
        }
    }
    if (jobs == 0)
        return best;
    struct rd_load_bound found = {.place = RD_LOAD_SHARED, .shared = shared};
    uint64_t at_a_time = (uint64_t)(RD_SHARED_ROOM / least_part);
    found.at_a_time = at_a_time < jobs ? (uint32_t)at_a_time : jobs;
    found.seconds =
        rd_machines_bound_s(job_s, jobs, found.at_a_time, &found.messages, &found.chained);
    hold(&best, (struct rd_load_bound){
                    .seconds = sum_s, .place = RD_LOAD_SHARED, .shared = shared, .messages = jobs});
    hold(&best, (struct rd_load_bound){.seconds = large_s,
                                       .place = RD_LOAD_SHARED,
                                       .shared = shared,
                                       .at_a_time = 1,
                                       .messages = large});
    hold(&best, found);
    return best;
}

struct rd_load_bound rd_shared_load_bound(const struct rd_object_list *copies,
                                          struct rd_arena *scratch)
{
    struct rd_load_bound best = {.place = RD_LOAD_SHARED};
    const struct rd_shared_links *shared = copies->instance->shared;
    if (!shared)
        return best;
    rd_arena_borrow(scratch);
    /* By the shared links of one way of each: an object that can do without one of them is told
     * apart by what it needs at least. */
    size_t use_count = 0;
    uint32_t *way = rd_shortest_ways(copies, scratch);
    const struct rd_shared_use *end;
    for (uint32_t object = 0; object < copies->count; object++) {
        const struct rd_shared_use *use =
            rd_link_uses(copies->instance, copies->way[way[object]].link, &end);
        use_count += (size_t)(end - use);
    }
    uint32_t *group = rd_take(scratch, use_count, uint32_t);
    uint32_t *of = rd_take(scratch, use_count, uint32_t), count = 0;
    for (uint32_t object = 0; object < copies->count; object++)
        for (const struct rd_shared_use *use =
                 rd_link_uses(copies->instance, copies->way[way[object]].link, &end);
             use < end; use++) {
            group[count] = use->shared;
            of[count++] = object;
        }
    struct rd_groups groups = rd_group(group, count, shared->count, scratch);
    for (uint32_t i = 0; i < count; i++)
        groups.member[i] = of[groups.member[i]];
    double *job_s = rd_take(scratch, copies->count, double);
    for (uint32_t i = 0; i < shared->count; i++)
        hold(&best, shared_bound(copies, i, groups.member + groups.first[i],
                                 groups.first[i + 1] - groups.first[i], job_s));
    return best;
}

double rd_rounded_up_s(const struct rd_object_list *copies, double bound_s)
{
    return copies->step_s > 0 && bound_s > 0
               ? ceil(bound_s / copies->step_s * (1 - 1e-12)) * copies->step_s
               : bound_s;
}

struct rd_load_bound rd_load_bound(const struct rd_object_list *copies, struct rd_arena *scratch)
{
    struct rd_load_bound best = rd_longest_object_bound(copies);
    hold(&best, rd_port_load_bound(copies, scratch));
    hold(&best, rd_pair_load_bound(copies, scratch));
    hold(&best, rd_shared_load_bound(copies, scratch));
    best.seconds = rd_rounded_up_s(copies, best.seconds);
    return best;
}
