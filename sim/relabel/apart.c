#include "groups.h"

#include "algorithms/kernels/assignment.h"

#include <string.h>

struct search {
    const struct rd_placement *placement;
    const int64_t *cost; /* [n * n] by host */
    int64_t never;
    const struct rd_host_groups *groups;
    bool *shares; /* [n * n]: are two parts to have one item? */
    struct rd_arena *scratch;
    struct rd_apart best; /* host_of_part is where the best one is to be written */
    bool found;
};

static void note_items(struct search *search)
{
    uint32_t n = search->placement->host_count;
    for (size_t i = 0; i < search->placement->item_count; i++) {
        const struct rd_placed_item *item = &search->placement->item[i];
        for (uint32_t p = 0; p < item->part_count; p++)
            for (uint32_t q = 0; q < item->part_count; q++)
                if (p != q)
                    search->shares[(size_t)item->part[p] * n + item->part[q]] = true;
    }
}

/* Takes a group from a part; one that has one left takes that from all that share an item with it.
 * In: may [parts * groups]. Returns: false if some part has none left. */
static bool forbid(const struct search *search, bool *may, uint32_t part, uint32_t group)
{
    uint32_t n = search->placement->host_count, count = search->groups->count, left = 0, last = 0;
    bool *own = &may[(size_t)part * count];
    if (!own[group])
        return true;
    own[group] = false;
    for (uint32_t g = 0; g < count; g++) {
        left += own[g];
        last = own[g] ? g : last;
    }
    for (uint32_t q = 0; left == 1 && q < n; q++)
        if (search->shares[(size_t)part * n + q] && !forbid(search, may, q, last))
            return false;
    return left > 0;
}

/* Puts a part into a group: all that share an item with it stay out of it. */
static bool settle(const struct search *search, bool *may, uint32_t part, uint32_t group)
{
    uint32_t n = search->placement->host_count;
    for (uint32_t g = 0; g < search->groups->count; g++)
        if (g != group && !forbid(search, may, part, g))
            return false;
    for (uint32_t q = 0; q < n; q++)
        if (search->shares[(size_t)part * n + q] && !forbid(search, may, q, group))
            return false;
    return true;
}

/* A part that has another one of its items in its group; n: none has. */
static uint32_t find_crowded(const struct search *search, const uint32_t *host_of_part)
{
    uint32_t n = search->placement->host_count;
    const uint32_t *of_host = search->groups->of_host;
    for (uint32_t p = 0; p < n; p++)
        for (uint32_t q = 0; q < p; q++)
            if (search->shares[(size_t)p * n + q] &&
                of_host[host_of_part[p]] == of_host[host_of_part[q]])
                return p;
    return n;
}

/* The least assignment with the groups that parts may be in. Returns: its cost, `never` or more if
 * there is none. */
static int64_t assign(struct search *search, const bool *may, uint32_t *host_of_part)
{
    uint32_t n = search->placement->host_count;
    rd_arena_borrow(search->scratch);
    int64_t *matrix = rd_take(search->scratch, (size_t)n * n, int64_t);
    for (uint32_t host = 0; host < n; host++)
        for (uint32_t part = 0; part < n; part++) {
            size_t pair = (size_t)host * n + part;
            bool allowed =
                may[(size_t)part * search->groups->count + search->groups->of_host[host]];
            matrix[pair] = allowed ? search->cost[pair] : search->never;
        }
    rd_arena_own(own);
    struct rd_assignment found = rd_assign(n, matrix, &own, search->scratch);
    rd_assert(rd_assignment_is_proved(n, matrix, &found, search->scratch));
    for (uint32_t host = 0; host < n; host++)
        host_of_part[found.column_of_row[host]] = host;
    search->best.assignments++;
    return found.cost;
}

static void take(struct search *search, const uint32_t *host_of_part, int64_t cost)
{
    memcpy(search->best.host_of_part, host_of_part,
           search->placement->host_count * sizeof *host_of_part);
    search->best.cost = cost;
    search->found = true;
}

static void look(struct search *search, bool *may)
{
    uint32_t n = search->placement->host_count;
    size_t size = (size_t)n * search->groups->count * sizeof *may;
    rd_arena_borrow(search->scratch);
    uint32_t *host_of_part = rd_take(search->scratch, n, uint32_t);
    if (search->best.assignments == RD_APART_ASSIGNMENTS) {
        search->best.searched_all = false;
        return;
    }
    int64_t cost = assign(search, may, host_of_part);
    if (search->best.assignments == 1)
        search->best.bound = cost;
    if (cost >= search->never || (search->found && cost >= search->best.cost))
        return;
    uint32_t part = find_crowded(search, host_of_part);
    if (part == n) {
        take(search, host_of_part, cost);
        return;
    }
    uint32_t group = search->groups->of_host[host_of_part[part]];
    bool *other = rd_take(search->scratch, (size_t)n * search->groups->count, bool);
    memcpy(other, may, size);
    if (settle(search, other, part, group))
        look(search, other);
    memcpy(other, may, size);
    if (forbid(search, other, part, group))
        look(search, other);
}

/* The new placement as it is given, where it may be so; or its groups to groups, if they are alike:
 * so there is something, should the search not end. */
static void take_given(struct search *search, struct rd_arena *scratch)
{
    uint32_t n = search->placement->host_count, count = search->groups->count;
    rd_arena_borrow(scratch);
    uint32_t *same = rd_take(scratch, n, uint32_t), *size = rd_take(scratch, count, uint32_t);
    int64_t cost = 0;
    bool alike = true;
    for (uint32_t i = 0; i < n; i++) {
        same[i] = i;
        cost += search->cost[(size_t)i * n + i];
        size[search->groups->of_host[i]]++;
    }
    if (find_crowded(search, same) < n)
        return;
    take(search, same, cost);
    for (uint32_t group = 0; group < count; group++)
        alike = alike && size[group] == size[0];
    if (!alike)
        return;
    rd_arena_own(own);
    struct rd_nested nested =
        rd_nested_assign(n, search->cost, search->never, search->groups, &own, scratch);
    if (nested.cost < cost)
        take(search, nested.host_of_part, nested.cost);
}

struct rd_apart rd_apart_assign(const struct rd_placement *placement, const int64_t *cost,
                                int64_t never, const struct rd_host_groups *groups,
                                struct rd_arena *arena, struct rd_arena *scratch)
{
    uint32_t n = placement->host_count;
    struct search search = {
        .placement = placement,
        .cost = cost,
        .never = never,
        .groups = groups,
        .scratch = scratch,
        .best = {.host_of_part = rd_take(arena, n, uint32_t), .searched_all = true}};
    rd_arena_borrow(scratch);
    search.shares = rd_take(scratch, (size_t)n * n, bool);
    bool *may = rd_take(scratch, (size_t)n * groups->count, bool);
    memset(may, true, (size_t)n * groups->count * sizeof *may);
    note_items(&search);
    take_given(&search, scratch);
    look(&search, may);
    if (!search.found)
        search.best.host_of_part = NULL;
    if (search.found && search.best.searched_all)
        search.best.bound = search.best.cost;
    return search.best;
}
