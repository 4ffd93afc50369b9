#include "squares.h"

#include <math.h>

static uint32_t dimensions_of(const struct rd_squares *squares)
{
    return squares->instance->topology.dimension_count;
}

static size_t edge_of(const struct rd_squares *squares, uint32_t host, uint32_t i)
{
    return (size_t)host * dimensions_of(squares) + i;
}

/* Puts items of a link, below 0: takes some back, on its places. */
static void load_link(struct rd_squares *squares, uint32_t from, uint32_t i, int64_t items)
{
    if (items == 0)
        return;
    uint32_t to = from ^ UINT32_C(1) << i;
    const struct rd_instance *instance = squares->instance;
    double seconds = (double)items * rd_item_s(instance, from, to);
    if (squares->link_s)
        squares->link_s[edge_of(squares, from, i)] += seconds;
    squares->out_s[from] += seconds / rd_host_ports(instance, from);
    squares->in_s[to] += seconds / rd_host_ports(instance, to);
}

/* Sends items of a kind across an edge, from a host on either side, or takes them back. */
static void send(struct rd_squares *squares, uint32_t from, uint32_t i, uint32_t kind,
                 int64_t items)
{
    uint32_t low = from & ~(UINT32_C(1) << i), high = from | UINT32_C(1) << i;
    int64_t *across =
        &squares->across[edge_of(squares, low, i) * squares->instance->kind_count + kind];
    int64_t before = *across, after = before + (from == low ? items : -items);
    *across = after;
    load_link(squares, low, i, (after > 0 ? after : 0) - (before > 0 ? before : 0));
    load_link(squares, high, i, (after < 0 ? -after : 0) - (before < 0 ? -before : 0));
}

struct rd_squares rd_squares_of(const struct rd_instance *instance, const struct rd_plan *plan,
                                const int64_t *least, const int64_t *most, struct rd_arena *arena)
{
    uint32_t p = instance->topology.host_count, d = instance->topology.dimension_count;
    size_t entries = (size_t)p * instance->kind_count;
    struct rd_squares squares = {
        .instance = instance,
        .across = rd_take(arena, entries * d, int64_t),
        .final = rd_take(arena, entries, int64_t),
        .least = least,
        .most = most,
        .out_s = rd_take(arena, p, double),
        .in_s = rd_take(arena, p, double),
        .link_s =
            instance->port_model == RD_ONE_PORT ? NULL : rd_take(arena, (size_t)p * d, double),
    };
    for (size_t i = 0; i < entries; i++)
        squares.final[i] = instance->load[i];
    for (size_t row = 0; row < plan->transfer_count; row++) {
        struct rd_transfer moved = plan->transfer[row];
        int64_t items = moved.items * moved.messages;
        uint32_t kind = (uint32_t)moved.kind;
        send(&squares, moved.from, (uint32_t)__builtin_ctz(moved.from ^ moved.to), kind, items);
        squares.final[(size_t)moved.from * instance->kind_count + kind] -= items;
        squares.final[(size_t)moved.to * instance->kind_count + kind] += items;
    }
    return squares;
}

double rd_squares_load_s(const struct rd_squares *squares)
{
    double most_s = 0;
    uint32_t p = squares->instance->topology.host_count;
    for (uint32_t host = 0; host < p; host++)
        most_s = fmax(most_s, fmax(squares->out_s[host], squares->in_s[host]));
    for (size_t link = 0; squares->link_s && link < (size_t)p * dimensions_of(squares); link++)
        most_s = fmax(most_s, squares->link_s[link]);
    return most_s;
}

/* A way round a square, or along one or two of its edges: host[k] is joined to host[k + 1] by
 * dimension[k]. */
struct way {
    uint32_t count; /* edges: 4, or 1 or 2 */
    uint32_t host[4];
    uint32_t dimension[4];
};

/* How loads are weighed: by (load * scale)^(2^doublings). */
struct measure {
    double scale;
    int doublings;
};

static double power(double load_s, struct measure measure)
{
    double x = load_s * measure.scale;
    for (int i = 0; i < measure.doublings; i++)
        x *= x;
    return x;
}

/* What the places of a way weigh. */
static double weigh(const struct rd_squares *squares, const struct way *way, struct measure measure)
{
    double sum = 0;
    for (uint32_t k = 0; k < way->count; k++) {
        uint32_t u = way->host[k], i = way->dimension[k], v = u ^ UINT32_C(1) << i;
        sum += power(squares->out_s[u], measure) + power(squares->in_s[u], measure);
        if (way->count < 4 && k + 1 == way->count)
            sum += power(squares->out_s[v], measure) + power(squares->in_s[v], measure);
        if (squares->link_s)
            sum += power(squares->link_s[edge_of(squares, u, i)], measure) +
                   power(squares->link_s[edge_of(squares, v, i)], measure);
    }
    return sum;
}

/* Sends items along the way. Returns: false if a final load would not be allowed; nothing is sent
 * then. */
static bool go(struct rd_squares *squares, const struct way *way, uint32_t kind, int64_t items)
{
    size_t kinds = squares->instance->kind_count;
    if (way->count < 4) {
        uint32_t last = way->count - 1;
        size_t u = way->host[0] * kinds + kind;
        size_t v = (way->host[last] ^ UINT32_C(1) << way->dimension[last]) * kinds + kind;
        int64_t at_u = squares->final[u] - items, at_v = squares->final[v] + items;
        if (at_u < squares->least[u] || at_u > squares->most[u] || at_v < squares->least[v] ||
            at_v > squares->most[v])
            return false;
        squares->final[u] = at_u;
        squares->final[v] = at_v;
    }
    for (uint32_t k = 0; k < way->count; k++)
        send(squares, way->host[k], way->dimension[k], kind, items);
    return true;
}

/* Sends 1, 2, 4, .. items along the way, one direction or the other, as long as it helps. */
static bool improve(struct rd_squares *squares, const struct way *way, struct measure measure)
{
    bool improved = false;
    for (uint32_t kind = 0; kind < squares->instance->kind_count; kind++) {
        double before = weigh(squares, way, measure);
        if (before < 1e-12)
            continue;
        for (int64_t sign = -1; sign <= 1; sign += 2)
            for (int64_t items = sign; go(squares, way, kind, items); items *= 2) {
                double after = weigh(squares, way, measure);
                if (!(after < before * (1 - 1e-9))) {
                    go(squares, way, kind, -items);
                    break;
                }
                before = after;
                improved = true;
            }
    }
    return improved;
}

static bool improve_at(struct rd_squares *squares, uint32_t host, struct measure measure)
{
    bool improved = false;
    uint32_t d = dimensions_of(squares);
    for (uint32_t i = 0; i < d; i++) {
        uint32_t u = UINT32_C(1) << i;
        if (host & u)
            continue;
        improved |= improve(squares, &(struct way){1, {host}, {i}}, measure);
        for (uint32_t j = i + 1; j < d; j++) {
            uint32_t v = UINT32_C(1) << j;
            if (host & v)
                continue;
            uint32_t corner[4] = {host, host ^ u, host ^ u ^ v, host ^ v};
            improved |= improve(
                squares,
                &(struct way){4, {corner[0], corner[1], corner[2], corner[3]}, {i, j, i, j}},
                measure);
            for (uint32_t k = 0; k < 4 && squares->instance->goal == RD_BALANCE; k++)
                improved |= improve(squares,
                                    &(struct way){2,
                                                  {corner[k], corner[(k + 1) % 4]},
                                                  {k % 2 == 0 ? i : j, k % 2 == 0 ? j : i}},
                                    measure);
        }
    }
    return improved;
}

void rd_squares_lighten(struct rd_squares *squares, uint32_t passes)
{
    /* Far from the least load a high power hardly sees what is not the busiest. */
    for (int doublings = 4; doublings <= 6; doublings += 2) {
        bool improved = true;
        for (uint32_t pass = 0; pass < passes && improved; pass++) {
            double most_s = rd_squares_load_s(squares);
            struct measure measure = {1 / most_s, doublings};
            improved = false;
            for (uint32_t host = 0; most_s > 0 && host < squares->instance->topology.host_count;
                 host++)
                improved |= improve_at(squares, host, measure);
        }
    }
}
