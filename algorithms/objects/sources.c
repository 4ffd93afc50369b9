#include "sources.h"

#include <math.h>
#include <stdlib.h>

enum { PASS_LIMIT = 20 };

struct loads {
    const struct rd_object_list *copies;
    double *busy_s; /* [host_count]: of each sender, by place of its port */
    double *ports;  /* [host_count] */
};

struct ordered {
    bool chooses; /* it has several sources */
    double duration_s;
    uint32_t object;
};

static int longest_first(const void *left, const void *right)
{
    const struct ordered *a = left, *b = right;
    if (a->chooses != b->chooses)
        return a->chooses ? 1 : -1;
    if (a->duration_s != b->duration_s)
        return a->duration_s > b->duration_s ? -1 : 1;
    return (a->object > b->object) - (a->object < b->object);
}

/* How long a sender would be busy if it took a way, too. */
static double busy_with(const struct loads *loads, const struct rd_copy_way *way)
{
    return loads->busy_s[way->from] + way->duration_s / loads->ports[way->from];
}

/* The way of an object whose sender is then busy least; of equal ones the first. */
static uint32_t best_way(const struct loads *loads, uint32_t object)
{
    const struct rd_object_list *copies = loads->copies;
    uint32_t best = copies->objects->first[object];
    for (uint32_t i = best + 1; i < copies->objects->first[object + 1]; i++)
        if (busy_with(loads, &copies->way[i]) < busy_with(loads, &copies->way[best]))
            best = i;
    return best;
}

static void add(struct loads *loads, uint32_t way, double sign)
{
    const struct rd_copy_way *of = &loads->copies->way[way];
    loads->busy_s[of->from] += sign * of->duration_s / loads->ports[of->from];
}

/* Moves each object to where the busier of its two senders gets less busy. Returns: were there any?
 */
static bool move_some(struct loads *loads, const struct ordered *ordered, uint32_t *way)
{
    bool moved = false;
    for (uint32_t i = 0; i < loads->copies->count; i++) {
        uint32_t object = ordered[i].object, old = way[object];
        double before_s = loads->busy_s[loads->copies->way[old].from];
        add(loads, old, -1);
        way[object] = best_way(loads, object);
        if (way[object] != old &&
            !(busy_with(loads, &loads->copies->way[way[object]]) < before_s * (1 - 1e-12)))
            way[object] = old;
        moved = moved || way[object] != old;
        add(loads, way[object], 1);
    }
    return moved;
}

uint32_t *rd_choose_sources(const struct rd_object_list *copies, struct rd_arena *arena,
                            struct rd_arena *scratch)
{
    uint32_t *way = rd_take(arena, copies->count, uint32_t);
    rd_assert(arena != scratch);
    rd_arena_borrow(scratch);
    struct loads loads = {.copies = copies,
                          .busy_s = rd_take(scratch, copies->host_count, double),
                          .ports = rd_take(scratch, copies->host_count, double)};
    for (uint32_t host = 0; host < copies->host_count; host++)
        loads.ports[host] = rd_copy_ports(copies, host, copies->count);
    struct ordered *ordered = rd_take(scratch, copies->count, struct ordered);
    for (uint32_t object = 0; object < copies->count; object++) {
        ordered[object] =
            (struct ordered){!rd_only_way(copies, object), copies->shortest_s[object], object};
        if (copies->objects->combined_ports) /* where it goes is busy with it, too */
            loads.busy_s[copies->objects->to[object]] +=
                copies->shortest_s[object] / loads.ports[copies->objects->to[object]];
    }
    qsort(ordered, copies->count, sizeof *ordered, longest_first);
    for (uint32_t i = 0; i < copies->count; i++) {
        way[ordered[i].object] = best_way(&loads, ordered[i].object);
        add(&loads, way[ordered[i].object], 1);
    }
    for (int pass = 0; pass < PASS_LIMIT && move_some(&loads, ordered, way); pass++)
        continue;
    return way;
}
