#include "random_regular.h"

/* Joined hosts: a set of pairs, hashed, with open addressing. */
struct pairs {
    uint64_t *slot; /* [mask + 1], a pair + 1; 0: free */
    uint64_t mask;
};

static uint64_t key_of(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/* Where a pair stands, or would. */
static uint64_t *find_slot(const struct pairs *pairs, uint32_t a, uint32_t b)
{
    uint64_t key = key_of(a, b), place = key * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    while (pairs->slot[place & pairs->mask] && pairs->slot[place & pairs->mask] != key + 1)
        place++;
    return &pairs->slot[place & pairs->mask];
}

/* A graph that is being drawn. */
struct drawing {
    uint32_t host_count, degree;
    struct rd_rng *rng;
    uint32_t *free_end; /* [free_count], a host for each of its ends that is not joined */
    size_t free_count;
    struct pairs joined;
    struct rd_edge *edge; /* [edge_count], one direction of each */
    size_t edge_count;
};

static struct drawing open_drawing(uint32_t host_count, uint32_t degree, struct rd_rng *rng,
                                   struct rd_arena *arena)
{
    size_t ends = (size_t)host_count * degree, slots = 16;
    while (slots < 2 * ends)
        slots *= 2;
    return (struct drawing){.host_count = host_count,
                            .degree = degree,
                            .rng = rng,
                            .free_end = rd_take(arena, ends, uint32_t),
                            .joined = {rd_take(arena, slots, uint64_t), slots - 1},
                            .edge = rd_take(arena, ends / 2, struct rd_edge)};
}

static void begin(struct drawing *drawing)
{
    drawing->edge_count = drawing->free_count = 0;
    for (uint64_t i = 0; i <= drawing->joined.mask; i++)
        drawing->joined.slot[i] = 0;
    for (uint32_t host = 0; host < drawing->host_count; host++)
        for (uint32_t i = 0; i < drawing->degree; i++)
            drawing->free_end[drawing->free_count++] = host;
}

static bool may_join(const struct drawing *drawing, size_t i, size_t j)
{
    uint32_t a = drawing->free_end[i], b = drawing->free_end[j];
    return a != b && !*find_slot(&drawing->joined, a, b);
}

static void take_end(struct drawing *drawing, size_t i)
{
    drawing->free_end[i] = drawing->free_end[--drawing->free_count];
}

static void join(struct drawing *drawing, size_t i, size_t j)
{
    uint32_t a = drawing->free_end[i], b = drawing->free_end[j];
    *find_slot(&drawing->joined, a, b) = key_of(a, b) + 1;
    drawing->edge[drawing->edge_count++] = (struct rd_edge){a, b};
    take_end(drawing, i > j ? i : j);
    take_end(drawing, i > j ? j : i);
}

/* Is there no pair of ends that may be joined? */
static bool is_stuck(const struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->free_count; i++)
        for (size_t j = i + 1; j < drawing->free_count; j++)
            if (may_join(drawing, i, j))
                return false;
    return true;
}

/* Returns: false where ends are left that may not be joined. */
static bool draw(struct drawing *drawing)
{
    begin(drawing);
    for (size_t failed = 0; drawing->free_count > 0;) {
        size_t i = rd_rng_below(drawing->rng, drawing->free_count);
        size_t j = rd_rng_below(drawing->rng, drawing->free_count);
        if (may_join(drawing, i, j)) {
            join(drawing, i, j);
            failed = 0;
        } else if (++failed > drawing->free_count) {
            if (is_stuck(drawing))
                return false;
            failed = 0;
        }
    }
    return true;
}

static uint32_t root_of(uint32_t *parent, uint32_t host)
{
    while (parent[host] != host)
        host = parent[host] = parent[parent[host]];
    return host;
}

static bool is_connected(const struct drawing *drawing, struct rd_arena *arena)
{
    rd_arena_borrow(arena);
    uint32_t *parent = rd_take(arena, drawing->host_count, uint32_t);
    uint32_t parts = drawing->host_count;
    for (uint32_t host = 0; host < drawing->host_count; host++)
        parent[host] = host;
    for (size_t i = 0; i < drawing->edge_count; i++) {
        uint32_t a = root_of(parent, drawing->edge[i].from);
        uint32_t b = root_of(parent, drawing->edge[i].to);
        parts -= a != b;
        parent[a] = b;
    }
    return parts == 1;
}

/* A ring of all hosts. In: at least three. */
static void draw_ring(uint32_t host_count, struct rd_rng *rng, struct rd_arena *arena,
                      struct rd_edge *edge)
{
    const uint32_t *order = rd_rng_order(rng, host_count, arena);
    for (uint32_t i = 0; i < host_count; i++) {
        uint32_t next = order[i + 1 < host_count ? i + 1 : 0];
        *edge++ = (struct rd_edge){order[i], next};
        *edge++ = (struct rd_edge){next, order[i]};
    }
}

/* All pairs that are not joined. */
static void list_others(const struct drawing *drawing, struct rd_edge *edge)
{
    for (uint32_t from = 0; from < drawing->host_count; from++)
        for (uint32_t to = 0; to < drawing->host_count; to++)
            if (from != to && !*find_slot(&drawing->joined, from, to))
                *edge++ = (struct rd_edge){from, to};
}

static void list_joined(const struct drawing *drawing, struct rd_edge *edge)
{
    for (size_t i = 0; i < drawing->edge_count; i++) {
        *edge++ = drawing->edge[i];
        *edge++ = (struct rd_edge){drawing->edge[i].to, drawing->edge[i].from};
    }
}

const struct rd_edge *rd_random_regular(uint32_t host_count, uint32_t degree, struct rd_rng *rng,
                                        struct rd_arena *arena)
{
    struct rd_edge *edge = rd_take(arena, (size_t)host_count * degree, struct rd_edge);
    rd_arena_borrow(arena);
    if (degree == 2) {
        draw_ring(host_count, rng, arena, edge);
    } else if (2 * (uint64_t)degree >= host_count) {
        /* What is left out is drawn. Two hosts that are not joined have a neighbour in common. */
        struct drawing others = open_drawing(host_count, host_count - 1 - degree, rng, arena);
        while (!draw(&others))
            continue;
        list_others(&others, edge);
    } else if (degree > 0) {
        struct drawing drawing = open_drawing(host_count, degree, rng, arena);
        while (!draw(&drawing) || !is_connected(&drawing, arena))
            continue;
        list_joined(&drawing, edge);
    }
    return edge;
}
