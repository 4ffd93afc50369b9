#include "ring_lp.h"

#include "sim/base/integers.h"

#include <float.h>
#include <math.h>

typedef rd_wide wide;

/* The time of a port, fall * (a - z)^+ + rise * (z - b)^+. */
struct load {
    size_t row;
    int64_t fall, rise; /* ticks */
    uint32_t fall_edge, rise_edge;
    int64_t falls_until, rises_from;
};

/* Where a row bounds z, and how its load changes there. */
struct end {
    double z, doubt;
    size_t row;        /* or NO_ROW: a link is of no use */
    double slope;      /* ticks for each item, above 0 */
    double fall, rise; /* parts of it, of these edges */
    uint32_t fall_edge, rise_edge;
};

struct ring {
    const struct rd_port_lp *problem;
    uint32_t n;
    const int64_t *sum;                 /* [n]: what the hosts up to each have too many */
    const uint32_t *forward, *backward; /* [n]: the links of each edge */
    int64_t until;
    struct end low, high;
    double surely_low, surely_high; /* the bounds, with all doubt that there is */
    bool is_close;
};

#define NO_ROW SIZE_MAX

bool rd_ring_is_simple(const struct rd_port_lp *problem)
{
    const struct rd_network *network = problem->network;
    const struct rd_topology *topology = &network->instance->topology;
    return topology->shape == RD_RING && topology->direction == RD_TWO_WAY &&
           network->host_count > 2 && network->shared_count == 0 && problem->commodity_count == 1 &&
           problem->target;
}

static struct ring read_ring(const struct rd_port_lp *problem, int64_t until,
                             struct rd_arena *arena)
{
    const struct rd_network *network = problem->network;
    uint32_t n = network->host_count;
    int64_t *sum = rd_take(arena, n, int64_t), items = 0;
    uint32_t *forward = rd_take(arena, n, uint32_t), *backward = rd_take(arena, n, uint32_t);
    for (uint32_t host = 0; host < n; host++) {
        items += problem->load[host] - problem->target[host];
        sum[host] = items;
    }
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t from = network->from[link], to = network->to[link];
        if (to == (from + 1) % n)
            forward[from] = link;
        else
            backward[to] = link;
    }
    return (struct ring){.problem = problem,
                         .n = n,
                         .sum = sum,
                         .forward = forward,
                         .backward = backward,
                         .until = until,
                         .low.z = -INFINITY,
                         .high.z = INFINITY,
                         .surely_low = -INFINITY,
                         .surely_high = INFINITY};
}

static void raise(struct ring *ring, const struct end *end)
{
    ring->surely_low = fmax(ring->surely_low, end->z + end->doubt);
    if (end->z - end->doubt > ring->low.z - ring->low.doubt)
        ring->low = *end;
}

static void lower(struct ring *ring, const struct end *end)
{
    ring->surely_high = fmin(ring->surely_high, end->z - end->doubt);
    if (end->z + end->doubt < ring->high.z + ring->high.doubt)
        ring->high = *end;
}

/* Bounds z by what a link carries: whole items, so nothing is rounded. */
static void bound_by_link(struct ring *ring, uint32_t edge, bool is_forward)
{
    const struct rd_port_lp *problem = ring->problem;
    uint32_t link = is_forward ? ring->forward[edge] : ring->backward[edge];
    const struct rd_port_row *row = &problem->row[problem->first_link + link];
    struct end end = {.z = (double)ring->sum[edge], .row = NO_ROW, .slope = 1};
    if (rd_link_is_usable(problem, link, 0, ring->until)) {
        if (row->unit == 0)
            return;
        double items = (double)rd_units_until(problem, row->head, row->unit, ring->until);
        end.row = problem->first_link + link;
        end.slope = (double)row->unit;
        end.z += is_forward ? -items : items;
    }
    *(is_forward ? &end.fall : &end.rise) = end.slope;
    *(is_forward ? &end.fall_edge : &end.rise_edge) = edge;
    if (is_forward)
        raise(ring, &end);
    else
        lower(ring, &end);
}

static int64_t positive(int64_t items)
{
    return items > 0 ? items : 0;
}

/* Do items of one or two costs keep a row busy for no longer than it can be? Exact. */
static bool row_fits(const struct ring *ring, size_t index, int64_t cost, int64_t items,
                     int64_t other_cost, int64_t other_items)
{
    const struct rd_port_row *row = &ring->problem->row[index];
    if (row->servers == 0 || row->unit == 0)
        return true;
    wide units = rd_units_until(ring->problem, row->head, row->unit, ring->until);
    return (wide)cost * items + (wide)other_cost * other_items <=
           (wide)row->servers * row->unit * units;
}

/* Bounds z by what a port takes. */
static void bound_by_port(struct ring *ring, const struct load *load)
{
    const struct rd_port_row *row = &ring->problem->row[load->row];
    double capacity = rd_row_capacity(ring->problem, load->row, ring->until);
    double fall = (double)load->fall, rise = (double)load->rise;
    double a = (double)load->falls_until, b = (double)load->rises_from;
    int64_t both = positive(load->falls_until - load->rises_from);
    double error = 8 * DBL_EPSILON * (capacity + fall * fabs(a) + rise * fabs(b));
    if (row->servers == 0)
        return;
    if (!row_fits(ring, load->row, rd_least(load->fall, load->rise), both, 0, 0)) {
        ring->is_close = true;
        return;
    }
    struct end end = {.row = load->row,
                      .fall = fall,
                      .rise = rise,
                      .fall_edge = load->fall_edge,
                      .rise_edge = load->rise_edge};
    if (fall > 0) {
        bool also_rises = !row_fits(ring, load->row, load->fall, both, 0, 0);
        struct end low = end;
        low.rise = also_rises ? rise : 0;
        low.slope = fall - low.rise;
        low.z = (fall * a - low.rise * b - capacity) / low.slope;
        low.doubt = error / low.slope;
        raise(ring, &low);
    }
    if (rise > 0) {
        bool also_falls = !row_fits(ring, load->row, load->rise, both, 0, 0);
        struct end high = end;
        high.fall = also_falls ? fall : 0;
        high.slope = rise - high.fall;
        high.z = (capacity + rise * b - high.fall * a) / high.slope;
        high.doubt = error / high.slope;
        lower(ring, &high);
    }
}

/* A host's ports: what flows forward over one edge and backward over the other. */
static void bound_by_host(struct ring *ring, uint32_t host)
{
    const struct rd_port_lp *problem = ring->problem;
    uint32_t before = host > 0 ? host - 1 : ring->n - 1;
    for (int receives = 0; receives < 2; receives++) {
        uint32_t ahead = receives ? before : host, behind = receives ? host : before;
        struct load load = {.row = host + (receives ? problem->first_receive : 0),
                            .fall = problem->item[ring->forward[ahead]],
                            .rise = problem->item[ring->backward[behind]],
                            .fall_edge = ahead,
                            .rise_edge = behind,
                            .falls_until = ring->sum[ahead],
                            .rises_from = ring->sum[behind]};
        bound_by_port(ring, &load);
    }
}

/* May a link carry so many items by the date? */
static bool link_fits(const struct ring *ring, uint32_t link, int64_t items)
{
    const struct rd_port_lp *problem = ring->problem;
    return items == 0 ||
           (rd_link_is_usable(problem, link, 0, ring->until) &&
            row_fits(ring, problem->first_link + link, problem->item[link], items, 0, 0));
}

/* Does a flow of whole items fit? Exact. */
static bool fits(const struct ring *ring, int64_t z)
{
    const struct rd_port_lp *problem = ring->problem;
    for (uint32_t host = 0; host < ring->n; host++) {
        uint32_t before = host > 0 ? host - 1 : ring->n - 1;
        int64_t behind = ring->sum[before] - z, ahead = ring->sum[host] - z;
        uint32_t to_next = ring->forward[host], from_next = ring->backward[host];
        uint32_t from_last = ring->forward[before], to_last = ring->backward[before];
        if (!link_fits(ring, to_next, positive(ahead)) ||
            !link_fits(ring, from_next, positive(-ahead)) ||
            !row_fits(ring, host, problem->item[to_next], positive(ahead), problem->item[to_last],
                      positive(-behind)) ||
            !row_fits(ring, problem->first_receive + host, problem->item[from_last],
                      positive(behind), problem->item[from_next], positive(-ahead)))
            return false;
    }
    return true;
}

/* A price that makes the row's load change by 1 an item; and what an item pays on its edges. */
static void add_price(const struct end *end, double *price, double *pays)
{
    if (end->row != NO_ROW)
        price[end->row] += 1 / end->slope;
    pays[end->fall_edge] += end->fall / end->slope;
    pays[end->rise_edge] -= end->rise / end->slope;
}

enum rd_ring_answer rd_ring_can_carry(const struct rd_port_lp *problem, int64_t until,
                                      struct rd_arena *arena, struct rd_real_prices *ret_prices)
{
    struct ring ring = read_ring(problem, until, arena);
    for (uint32_t edge = 0; edge < ring.n; edge++) {
        bound_by_link(&ring, edge, true);
        bound_by_link(&ring, edge, false);
        bound_by_host(&ring, edge);
    }
    if (ring.is_close)
        return RD_RING_CLOSE;
    if (ring.surely_low <= ring.surely_high)
        return RD_RING_CAN;
    if (ring.low.z - ring.low.doubt <= ring.high.z + ring.high.doubt)
        return fits(&ring, (int64_t)rint(ring.low.z)) ? RD_RING_CAN : RD_RING_CLOSE;
    double *price = rd_take(arena, problem->row_count, double);
    double *pays = rd_take(arena, ring.n, double), *potential = rd_take(arena, ring.n, double);
    add_price(&ring.low, price, pays);
    add_price(&ring.high, price, pays);
    for (uint32_t host = 1; host < ring.n; host++)
        potential[host] = potential[host - 1] - pays[host - 1];
    *ret_prices = rd_real_prices(problem, price, potential);
    return RD_RING_CANNOT;
}
