/* Sets of hosts whose ports are combined: a message between two of them takes a place of both. */
#include "load_bounds.h"

#include <string.h>

enum { FEW_HOSTS = 10, SOME_HOSTS = 64 };

struct sets {
    const struct rd_object_list *copies;
    bool *member;  /* [host_count] */
    double *job_s; /* [count] */
    struct rd_load_bound best;
    bool *best_member;
};

/* Does an object move within the set, whatever its source? */
static bool stays_within(const struct sets *sets, uint32_t object)
{
    const struct rd_object_list *copies = sets->copies;
    bool within = sets->member[copies->objects->to[object]];
    for (uint32_t i = copies->objects->first[object]; i < copies->objects->first[object + 1]; i++)
        within = within && sets->member[copies->way[i].from];
    return within;
}

/* Each move takes two of the places that the hosts of a set have together. */
static void look_at(struct sets *sets)
{
    const struct rd_object_list *copies = sets->copies;
    uint64_t places = 0;
    uint32_t jobs = 0;
    for (uint32_t host = 0; host < copies->host_count; host++)
        places += sets->member[host] ? rd_copy_ports(copies, host, copies->count) : 0;
    for (uint32_t object = 0; object < copies->count; object++)
        if (stays_within(sets, object))
            sets->job_s[jobs++] = copies->shortest_s[object];
    uint32_t k = (uint32_t)(places / 2 < jobs ? places / 2 : jobs);
    if (k == 0)
        return;
    struct rd_load_bound found = {.place = RD_LOAD_HOSTS, .at_a_time = k};
    found.seconds = rd_machines_bound_s(sets->job_s, jobs, k, &found.messages, &found.chained);
    if (!(found.seconds > sets->best.seconds))
        return;
    sets->best = found;
    memcpy(sets->best_member, sets->member, copies->host_count * sizeof *sets->member);
}

static void try_all(struct sets *sets)
{
    uint32_t hosts = sets->copies->host_count;
    for (uint32_t set = 1; set < UINT32_C(1) << hosts; set++) {
        for (uint32_t host = 0; host < hosts; host++)
            sets->member[host] = set >> host & 1;
        if (__builtin_popcount(set) >= 3)
            look_at(sets);
    }
}

/* Three hosts, where what moves among them is more than what was found so far. */
static void try_three(struct sets *sets, struct rd_arena *scratch)
{
    const struct rd_object_list *copies = sets->copies;
    uint32_t n = copies->host_count;
    rd_arena_borrow(scratch);
    double *between_s = rd_take(scratch, (size_t)n * n, double);
    for (uint32_t object = 0; object < copies->count; object++) {
        const struct rd_copy_way *way = rd_only_way(copies, object);
        uint32_t to = copies->objects->to[object];
        if (!way)
            continue;
        between_s[way->from * n + to] += way->duration_s;
        between_s[to * n + way->from] += way->duration_s;
    }
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = a + 1; b < n; b++)
            for (uint32_t c = b + 1; c < n; c++) {
                uint64_t places = (uint64_t)rd_copy_ports(copies, a, copies->count) +
                                  rd_copy_ports(copies, b, copies->count) +
                                  rd_copy_ports(copies, c, copies->count);
                double sum_s = between_s[a * n + b] + between_s[b * n + c] + between_s[a * n + c];
                if (!(sum_s > sets->best.seconds * (double)(places / 2)))
                    continue;
                memset(sets->member, 0, n * sizeof *sets->member);
                sets->member[a] = sets->member[b] = sets->member[c] = true;
                look_at(sets);
            }
}

struct rd_load_bound rd_odd_set_bound(const struct rd_object_list *copies, struct rd_arena *arena,
                                      struct rd_arena *scratch)
{
    struct sets sets = {.copies = copies, .best = {.place = RD_LOAD_HOSTS}};
    if (!copies->objects->combined_ports || copies->instance->port_count == UINT32_MAX)
        return sets.best;
    sets.best_member = rd_take(arena, copies->host_count, bool);
    rd_arena_borrow(scratch);
    sets.member = rd_take(scratch, copies->host_count, bool);
    sets.job_s = rd_take(scratch, copies->count, double);
    memset(sets.member, true, copies->host_count * sizeof *sets.member);
    look_at(&sets);
    if (copies->host_count <= FEW_HOSTS)
        try_all(&sets);
    else if (copies->host_count <= SOME_HOSTS)
        try_three(&sets, scratch);
    sets.best.seconds = rd_rounded_up_s(copies, sets.best.seconds);
    sets.best.member = sets.best_member;
    return sets.best;
}
