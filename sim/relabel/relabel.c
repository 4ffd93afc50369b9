#include "relabel.h"

#include "algorithms/kernels/assignment.h"
#include "algorithms/kernels/bottleneck.h"
#include "algorithms/kernels/max_flow.h"
#include "sim/base/integers.h"

const char *const rd_objective_names[] = {
    "none", "volume", "port", "volume-then-port", "port-then-volume", NULL};

static int64_t steps_of(int64_t amount, uint32_t ports)
{
    return (amount + ports - 1) / ports;
}

/* --- which host gets which part --- */

/* What pairs of a host and a part cost, [n * n] by host. */
struct costs {
    uint32_t n;
    int64_t *lacks; /* sizes that the host lacks of the part */
    int64_t *price; /* what that costs */
    int64_t *steps; /* of its busier port */
    int64_t never;  /* what a pair costs that is not allowed: more than all others together */
};

/* Adds what host and part have to do with an item. In: steps: what the host alone holds of what
 * others are to have. */
static void count_item(const struct rd_placed_item *item, struct costs *costs, int64_t *wanted,
                       int64_t *alone)
{
    for (uint32_t p = 0; p < item->part_count; p++)
        wanted[item->part[p]] += item->size;
    costs->never += item->size * (item->part_count + 1);
    for (uint32_t h = 0; h < item->holder_count; h++)
        for (uint32_t p = 0; p < item->part_count; p++) {
            size_t pair = (size_t)item->holder[h] * costs->n + item->part[p];
            costs->lacks[pair] -= item->size;
            if (item->holder_count == 1)
                costs->steps[pair] -= item->size;
        }
    if (item->holder_count == 1)
        alone[item->holder[0]] += item->size * item->part_count;
}

/* Sets prices, once it is known what hosts lack. */
static void price_pairs(const struct rd_placement *placement, const struct rd_host_groups *groups,
                        struct costs *costs, struct rd_arena *arena)
{
    size_t pairs = (size_t)costs->n * costs->n;
    costs->price = costs->lacks;
    if (!groups)
        return;
    int64_t *nearby = rd_take(arena, pairs, int64_t);
    costs->never *= rd_greatest(1, rd_greatest(groups->within, groups->between));
    costs->price = rd_take(arena, pairs, int64_t);
    rd_groups_count_nearby(placement, groups, nearby, arena);
    for (size_t i = 0; i < pairs; i++)
        costs->price[i] =
            groups->between * (costs->lacks[i] - nearby[i]) + groups->within * nearby[i];
}

static struct costs cost_pairs(const struct rd_placement *placement, const uint32_t *ports,
                               const struct rd_host_groups *groups, struct rd_arena *arena)
{
    uint32_t n = placement->host_count;
    struct costs costs = {.n = n,
                          .lacks = rd_take(arena, (size_t)n * n, int64_t),
                          .steps = rd_take(arena, (size_t)n * n, int64_t),
                          .never = 1};
    int64_t *wanted = rd_take(arena, n, int64_t), *alone = rd_take(arena, n, int64_t);
    for (size_t i = 0; i < placement->item_count; i++)
        count_item(&placement->item[i], &costs, wanted, alone);
    for (uint32_t host = 0; host < n; host++)
        for (uint32_t part = 0; part < n; part++) {
            size_t pair = (size_t)host * n + part;
            costs.lacks[pair] += wanted[part];
            costs.steps[pair] = steps_of(
                rd_greatest(costs.lacks[pair], costs.steps[pair] + alone[host]), ports[host]);
        }
    price_pairs(placement, groups, &costs, arena);
    for (uint32_t host = 0; host < n && placement->takes; host++)
        for (uint32_t part = 0; part < n && !placement->takes[host]; part++)
            if (part != host) {
                size_t pair = (size_t)host * n + part;
                costs.lacks[pair] = costs.price[pair] = costs.steps[pair] = costs.never;
            }
    return costs;
}

/* A cost matrix in which pairs that `limit` of the other refuses are not allowed. */
static int64_t *allowed(const struct costs *costs, const int64_t *cost, const int64_t *other,
                        int64_t limit, struct rd_arena *scratch)
{
    size_t pairs = (size_t)costs->n * costs->n;
    int64_t *matrix = rd_take(scratch, pairs, int64_t);
    for (size_t i = 0; i < pairs; i++)
        matrix[i] = other[i] > limit ? costs->never : cost[i];
    return matrix;
}

/* Takes a kernel's permutation of parts by host. */
static void take_mapping(struct rd_relabelling *result, uint32_t n, const uint32_t *part_of_host,
                         struct rd_arena *arena)
{
    uint32_t *host_of_part = rd_take(arena, n, uint32_t);
    for (uint32_t host = 0; host < n; host++)
        host_of_part[part_of_host[host]] = host;
    result->host_of_part = host_of_part;
}

/* Least volume with steps up to a limit; then *ret_tight [n * n] is 0 where prices allow a pair. */
static void find_volume(const struct costs *costs, int64_t limit, struct rd_relabelling *result,
                        int64_t **ret_tight, struct rd_arena *arena, struct rd_arena *scratch)
{
    uint32_t n = costs->n;
    int64_t *matrix = allowed(costs, costs->price, costs->steps, limit, scratch);
    struct rd_assignment found = rd_assign(n, matrix, arena, scratch);
    rd_assert(rd_assignment_is_proved(n, matrix, &found, scratch));
    for (size_t i = 0; i < (size_t)n * n; i++)
        matrix[i] -= found.row_dual[i / n] + found.column_dual[i % n];
    *ret_tight = matrix;
    result->host_price = found.row_dual;
    result->part_price = found.column_dual;
    take_mapping(result, n, found.column_of_row, arena);
}

/* The least busy port. In: tight: only pairs where it is 0; NULL: all. */
static void find_port(const struct costs *costs, const int64_t *tight,
                      struct rd_relabelling *result, struct rd_arena *arena,
                      struct rd_arena *scratch)
{
    const int64_t *matrix = tight ? allowed(costs, costs->steps, tight, 0, scratch) : costs->steps;
    struct rd_bottleneck_assignment found = rd_bottleneck_assign(costs->n, matrix, arena, scratch);
    rd_assert(rd_bottleneck_assignment_is_proved(costs->n, matrix, &found, scratch));
    result->port_bound = found.value;
    result->hall_host = found.hall_row;
    result->hall_host_count = found.hall_row_count;
    take_mapping(result, costs->n, found.column_of_row, arena);
}

static void find_nested(const struct costs *costs, const struct rd_host_groups *groups,
                        struct rd_relabelling *result, struct rd_arena *arena,
                        struct rd_arena *scratch)
{
    struct rd_nested *nested = rd_take(arena, 1, struct rd_nested);
    *nested = rd_nested_assign(costs->n, costs->price, costs->never, groups, arena, scratch);
    result->nested = nested;
    result->host_of_part = nested->host_of_part;
}

static void find_apart(const struct rd_placement *placement, const struct costs *costs,
                       const struct rd_host_groups *groups, struct rd_relabelling *result,
                       struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_apart *apart = rd_take(arena, 1, struct rd_apart);
    *apart = rd_apart_assign(placement, costs->price, costs->never, groups, arena, scratch);
    result->apart = apart;
    if (apart->host_of_part)
        result->host_of_part = apart->host_of_part;
}

struct rd_relabelling rd_relabel(const struct rd_placement *placement, const uint32_t *ports,
                                 enum rd_objective objective, const struct rd_host_groups *groups,
                                 struct rd_arena *arena, struct rd_arena *scratch)
{
    uint32_t n = placement->host_count, *same = rd_take(arena, n, uint32_t);
    rd_arena_borrow(scratch);
    struct costs costs = cost_pairs(placement, ports, groups, scratch);
    bool together = groups && groups->together && objective != RD_RELABEL_NONE;
    bool apart = groups && groups->apart && objective != RD_RELABEL_NONE;
    rd_assert((!together && !apart) || objective == RD_RELABEL_VOLUME);
    struct rd_relabelling result = {.host_of_part = same};
    int64_t *tight = NULL, limit = costs.never - 1;
    for (uint32_t i = 0; i < n; i++)
        same[i] = i;
    bool port_first = objective == RD_RELABEL_PORT || objective == RD_RELABEL_PORT_THEN_VOLUME;
    if (port_first) {
        find_port(&costs, NULL, &result, arena, scratch);
        limit = result.port_bound;
    }
    if (together)
        find_nested(&costs, groups, &result, arena, scratch);
    else if (apart)
        find_apart(placement, &costs, groups, &result, arena, scratch);
    else if (objective != RD_RELABEL_NONE && objective != RD_RELABEL_PORT)
        find_volume(&costs, limit, &result, &tight, arena, scratch);
    if (objective == RD_RELABEL_VOLUME_THEN_PORT)
        find_port(&costs, tight, &result, arena, scratch);
    for (uint32_t part = 0; part < n; part++) {
        size_t pair = (size_t)result.host_of_part[part] * n + part;
        result.volume += costs.lacks[pair];
        result.cost += costs.price[pair];
    }
    return result;
}

/* --- what has to be copied --- */

/* The hosts that lack an item and are to have it, in the order of its parts. Returns: how many. */
static uint32_t list_receivers(const struct rd_placed_item *item, const uint32_t *host_of_part,
                               uint32_t *receiver)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < item->part_count; p++) {
        uint32_t host = host_of_part[item->part[p]];
        if (!rd_item_is_on(item, host))
            receiver[count++] = host;
    }
    return count;
}

/* Copies by item: item i has copies first[i] .. first[i + 1] - 1, whose receivers are known. */
struct copies {
    const struct rd_placement *placement;
    const uint32_t *ports;
    size_t *first;
    struct rd_moves moves;
    size_t source_count; /* of all items */
};

static struct copies list_copies(const struct rd_placement *placement, const uint32_t *host_of_part,
                                 const uint32_t *ports, struct rd_arena *arena,
                                 struct rd_arena *scratch)
{
    struct copies copies = {
        placement, ports, rd_take(scratch, placement->item_count + 1, size_t), {0}, 0};
    uint32_t *receiver = rd_take(scratch, placement->host_count, uint32_t);
    for (size_t i = 0; i < placement->item_count; i++) {
        const struct rd_placed_item *item = &placement->item[i];
        uint32_t count = list_receivers(item, host_of_part, receiver);
        for (uint32_t r = 0; r < count; r++) {
            struct rd_move move = {item->holder[r % item->source_count], receiver[r], item};
            rd_arena_add(arena, copies.moves.move, copies.moves.count, move);
        }
        copies.first[i + 1] = copies.moves.count;
        copies.source_count += item->source_count;
    }
    return copies;
}

/* Can senders of at most so many steps give all copies? Then each copy's sender is set. */
static bool spread(struct copies *copies, int64_t steps, struct rd_arena *scratch)
{
    const struct rd_placement *placement = copies->placement;
    uint32_t n = placement->host_count, items = (uint32_t)placement->item_count;
    rd_arena_borrow(scratch);
    struct rd_flow flow =
        rd_flow_make(2 + n + items, 2 * (n + items + (uint32_t)copies->source_count), scratch);
    for (uint32_t host = 0; host < n; host++)
        rd_flow_add(&flow, 2 + host, 1, steps * copies->ports[host]);
    uint32_t arc = 2 * n;
    for (uint32_t i = 0; i < items; i++) {
        int64_t needed = (int64_t)(copies->first[i + 1] - copies->first[i]);
        rd_flow_add(&flow, 0, 2 + n + i, needed);
        for (uint32_t s = 0; s < placement->item[i].source_count; s++)
            rd_flow_add(&flow, 2 + n + i, 2 + placement->item[i].holder[s], needed);
    }
    bool enough = rd_flow_maximize(&flow, 0, 1, scratch) == (int64_t)copies->moves.count;
    for (uint32_t i = 0; i < items && enough; i++) {
        size_t next = copies->first[i];
        arc += 2;
        for (uint32_t s = 0; s < placement->item[i].source_count; s++, arc += 2)
            for (int64_t left = rd_flow_on(&flow, arc); left > 0; left--)
                copies->moves.move[next++].from = placement->item[i].holder[s];
    }
    return enough;
}

struct rd_moves rd_moves(const struct rd_placement *placement, const uint32_t *host_of_part,
                         const uint32_t *ports, bool turns, struct rd_arena *arena,
                         struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct copies copies = list_copies(placement, host_of_part, ports, arena, scratch);
    if (!turns && copies.source_count > placement->item_count) {
        int64_t low = 0, high = (int64_t)copies.moves.count;
        RD_FIND_FIRST(low, high, steps, spread(&copies, steps, scratch));
        rd_assert(spread(&copies, high, scratch));
    }
    return copies.moves;
}

int64_t rd_moves_busiest(const struct rd_moves *moves, uint32_t host_count, const uint32_t *ports,
                         struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    int64_t *sent = rd_take(scratch, host_count, int64_t), busiest = 0;
    int64_t *received = rd_take(scratch, host_count, int64_t);
    for (size_t i = 0; i < moves->count; i++) {
        sent[moves->move[i].from] += moves->move[i].item->size;
        received[moves->move[i].to] += moves->move[i].item->size;
    }
    for (uint32_t host = 0; host < host_count; host++)
        busiest =
            rd_greatest(busiest, steps_of(rd_greatest(sent[host], received[host]), ports[host]));
    return busiest;
}

int64_t rd_moves_between(const struct rd_moves *moves, const struct rd_host_groups *groups)
{
    int64_t volume = 0;
    for (size_t i = 0; i < moves->count; i++)
        if (groups->of_host[moves->move[i].from] != groups->of_host[moves->move[i].to])
            volume += moves->move[i].item->size;
    return volume;
}

int64_t rd_moves_volume(const struct rd_moves *moves)
{
    int64_t volume = 0;
    for (size_t i = 0; i < moves->count; i++)
        volume += moves->move[i].item->size;
    return volume;
}
