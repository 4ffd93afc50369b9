#include "local_search.h"

#include "blocks.h"

#include "sim/base/guard.h"
#include "sim/base/integers.h"

#include <math.h>
#include <string.h>

enum { START_COUNT = 6, LONGEST_RUN = 8 };
static const uint32_t run_lengths[] = {1, 2, 3, 5, 8};
enum { RUN_LENGTHS = sizeof run_lengths / sizeof *run_lengths };

/* Steps that finding the starts may take. */
static const double start_limit = 1 << 30;

/* The best starts, best first. */
struct starts {
    uint32_t count;
    uint32_t *owner[START_COUNT]; /* each [item_count] */
    double total_s[START_COUNT];
};

struct search {
    struct rd_stencil_target target;
    double total_s;     /* of the target */
    int64_t moves;      /* that may still be looked at */
    uint32_t *first_of; /* [host_count] while hosts are swapped: an item of each, or item_count.. */
    uint32_t *next_item; /* [item_count] ..and behind an item the next one of its host */
};

/* Enters a start among the best; one that is there already is left out. */
static void offer(struct starts *starts, struct rd_stencil_target *target, const uint32_t *owner)
{
    size_t bytes = target->stencil->item_count * sizeof *owner;
    rd_stencil_give_all(target, owner);
    double total_s = rd_stencil_s(target->stencil, rd_stencil_cost_of(target));
    uint32_t place = 0;
    for (; place < starts->count && starts->total_s[place] <= total_s; place++)
        if (memcmp(starts->owner[place], owner, bytes) == 0)
            return;
    if (place == START_COUNT)
        return;
    uint32_t last = starts->count < START_COUNT ? starts->count++ : START_COUNT - 1;
    uint32_t *room = starts->owner[last];
    for (; last > place; last--) {
        starts->owner[last] = starts->owner[last - 1];
        starts->total_s[last] = starts->total_s[last - 1];
    }
    starts->owner[place] = room;
    starts->total_s[place] = total_s;
    memcpy(room, owner, bytes);
}

/* Rotations of k blocks that differ. */
static uint32_t rotations(const struct rd_stencil *stencil, uint32_t k)
{
    return (stencil->item_count + k - 1) / k;
}

/* Every how many-th rotation is tried. */
static uint32_t rotation_step(const struct rd_stencil *stencil)
{
    double count = 0, p = stencil->host_count;
    for (uint32_t k = 1; k <= stencil->host_count; k++)
        count += rotations(stencil, k);
    return (uint32_t)ceil(count * (4 * p * p + stencil->item_count) / start_limit);
}

/* Of each host, how many items it holds at the start, in all, in a block, and in any block. */
struct holdings {
    int64_t *in_all, *in_block, *most_in_block; /* [host_count] */
};

/* The least that k blocks at a rotation take to get there: each block has to receive what its host
 * does not hold, each host has to send what is not in its block. */
static int64_t least_redistribution(const struct rd_stencil *stencil, uint32_t k, uint32_t rotation,
                                    const struct holdings *holdings)
{
    uint64_t n = stencil->item_count;
    int64_t received = 0, most_received = 0, sent = 0, most_sent = 0;
    memset(holdings->most_in_block, 0, stencil->host_count * sizeof *holdings->most_in_block);
    for (uint64_t block = 0, first = 0, end; block < k; block++, first = end) {
        int64_t most = 0;
        end = ((block + 1) * n + k - 1) / k;
        for (uint64_t i = first; i < end; i++) {
            uint32_t home = stencil->home[(i + rotation) % n];
            int64_t held = ++holdings->in_block[home];
            most = rd_greatest(most, held);
            holdings->most_in_block[home] = rd_greatest(holdings->most_in_block[home], held);
        }
        for (uint64_t i = first; i < end; i++)
            holdings->in_block[stencil->home[(i + rotation) % n]] = 0;
        int64_t missing = (int64_t)(end - first) - most;
        received += missing;
        most_received = rd_greatest(most_received, missing);
    }
    for (uint32_t host = 0; host < stencil->host_count; host++) {
        int64_t leaving = holdings->in_all[host] - holdings->most_in_block[host];
        sent += leaving;
        most_sent = rd_greatest(most_sent, leaving);
    }
    return stencil->metric == RD_VOLUME_METRIC ? rd_greatest(received, sent)
                                               : rd_greatest(most_received, most_sent);
}

/* Offers k blocks at every rotation that is tried, but for those that cannot be among the best. */
static void offer_blocks(struct starts *starts, struct rd_stencil_target *target, uint32_t k,
                         uint32_t step, const struct holdings *holdings, uint32_t *owner,
                         struct rd_arena *scratch)
{
    const struct rd_stencil *stencil = target->stencil;
    rd_stencil_blocks(stencil, k, 0, owner);
    rd_stencil_give_all(target, owner);
    /* An iteration takes the same wherever the blocks are. */
    struct rd_stencil_cost iterations = rd_stencil_cost_of(target);
    iterations.communications -= rd_stencil_redistribution(target);
    for (uint32_t rotation = 0; rotation < rotations(stencil, k); rotation += step) {
        struct rd_stencil_cost least = iterations;
        least.communications += least_redistribution(stencil, k, rotation, holdings);
        if (starts->count == START_COUNT &&
            rd_stencil_s(stencil, least) >= starts->total_s[START_COUNT - 1])
            continue;
        rd_stencil_blocks(stencil, k, rotation, owner);
        rd_stencil_map(stencil, owner, owner, scratch);
        offer(starts, target, owner);
    }
}

static void find_starts(const struct rd_stencil *stencil, struct rd_stencil_target *target,
                        struct starts *starts, struct rd_arena *scratch)
{
    uint32_t p = stencil->host_count, *owner = rd_take(scratch, stencil->item_count, uint32_t);
    struct holdings holdings = {rd_take(scratch, p, int64_t), rd_take(scratch, p, int64_t),
                                rd_take(scratch, p, int64_t)};
    for (uint32_t i = 0; i < START_COUNT; i++)
        starts->owner[i] = rd_take(scratch, stencil->item_count, uint32_t);
    offer(starts, target, stencil->home);
    memcpy(holdings.in_all, target->load, p * sizeof *holdings.in_all);
    uint32_t richest = 0;
    for (uint32_t host = 1; host < p; host++)
        if (holdings.in_all[host] > holdings.in_all[richest])
            richest = host;
    for (uint32_t item = 0; item < stencil->item_count; item++)
        owner[item] = richest;
    offer(starts, target, owner);
    uint32_t step = rotation_step(stencil);
    for (uint32_t k = 1; k <= p; k++)
        offer_blocks(starts, target, k, step, &holdings, owner, scratch);
}

/* Counts a move that has been made. Returns: is the target better now? */
static bool improves(struct search *search)
{
    search->moves = rd_time_is_up() ? 0 : search->moves - 1;
    return rd_stencil_costs_less(&search->target, &search->total_s);
}

/* Gives a run other owners, if that is better. In: count <= LONGEST_RUN. */
static bool try_run(struct search *search, uint32_t first, uint32_t count, const uint32_t *owner)
{
    uint32_t n = search->target.stencil->item_count, before[LONGEST_RUN];
    bool same = true;
    for (uint32_t i = 0; i < count; i++) {
        before[i] = search->target.owner[(first + i) % n];
        same = same && before[i] == owner[i];
    }
    if (same)
        return false;
    rd_stencil_give(&search->target, first, count, owner);
    if (improves(search))
        return true;
    rd_stencil_give(&search->target, first, count, before);
    return false;
}

static bool try_host(struct search *search, uint32_t first, uint32_t count, uint32_t host)
{
    uint32_t owner[LONGEST_RUN];
    for (uint32_t i = 0; i < count; i++)
        owner[i] = host;
    return try_run(search, first, count, owner);
}

/* Runs to the owners of the two items beside them, and back home. */
static bool try_runs(struct search *search)
{
    const struct rd_stencil *stencil = search->target.stencil;
    uint32_t n = stencil->item_count;
    bool better = false;
    for (uint32_t i = 0; i < RUN_LENGTHS && run_lengths[i] <= n; i++) {
        uint32_t length = run_lengths[i], home[LONGEST_RUN];
        for (uint32_t first = 0; first < n && search->moves > 0; first++) {
            const uint32_t *owner = search->target.owner;
            better |= try_host(search, first, length, owner[(first + n - 1) % n]);
            better |= try_host(search, first, length, owner[(first + length) % n]);
            for (uint32_t item = 0; item < length; item++)
                home[item] = stencil->home[(first + item) % n];
            better |= try_run(search, first, length, home);
        }
    }
    return better;
}

static bool try_items(struct search *search)
{
    const struct rd_stencil *stencil = search->target.stencil;
    bool better = false;
    for (uint32_t item = 0; item < stencil->item_count; item++)
        for (uint32_t host = 0; host < stencil->host_count && search->moves > 0; host++)
            better |= try_host(search, item, 1, host);
    return better;
}

static void give_items(struct search *search, uint32_t from, uint32_t to)
{
    uint32_t n = search->target.stencil->item_count;
    for (uint32_t item = search->first_of[from]; item < n; item = search->next_item[item])
        rd_stencil_give(&search->target, item, 1, &to);
}

/* Two hosts swap all their items; doing it again undoes it. */
static void swap_hosts(struct search *search, uint32_t a, uint32_t b)
{
    uint32_t first_of_a = search->first_of[a];
    give_items(search, a, b);
    give_items(search, b, a);
    search->first_of[a] = search->first_of[b];
    search->first_of[b] = first_of_a;
}

static bool try_host_swaps(struct search *search)
{
    const struct rd_stencil *stencil = search->target.stencil;
    bool better = false;
    for (uint32_t host = 0; host < stencil->host_count; host++)
        search->first_of[host] = stencil->item_count;
    for (uint32_t item = 0; item < stencil->item_count; item++) {
        uint32_t *first = &search->first_of[search->target.owner[item]];
        search->next_item[item] = *first;
        *first = item;
    }
    for (uint32_t a = 0; a < stencil->host_count; a++)
        for (uint32_t b = a + 1; b < stencil->host_count && search->moves > 0; b++) {
            swap_hosts(search, a, b);
            if (improves(search))
                better = true;
            else
                swap_hosts(search, a, b);
        }
    return better;
}

static bool try_item_swaps(struct search *search)
{
    uint32_t n = search->target.stencil->item_count;
    const uint32_t *owner = search->target.owner;
    bool better = false;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = a + 1; b < n && search->moves > 0; b++) {
            uint32_t of_a = owner[a], of_b = owner[b];
            if (of_a == of_b)
                continue;
            rd_stencil_give(&search->target, a, 1, &of_b);
            rd_stencil_give(&search->target, b, 1, &of_a);
            if (improves(search)) {
                better = true;
                continue;
            }
            rd_stencil_give(&search->target, a, 1, &of_a);
            rd_stencil_give(&search->target, b, 1, &of_b);
        }
    return better;
}

static void improve(struct search *search)
{
    while (search->moves > 0) {
        if (try_runs(search) || try_items(search) || try_host_swaps(search))
            continue;
        if (!try_item_swaps(search))
            break;
    }
}

struct rd_stencil_cost rd_stencil_search(const struct rd_stencil *stencil, int64_t moves,
                                         uint32_t *owner, struct rd_arena *scratch)
{
    rd_assert(stencil->host_count <= RD_STENCIL_SEARCH_HOSTS &&
              stencil->item_count <= RD_STENCIL_SEARCH_ITEMS);
    rd_arena_borrow(scratch);
    struct search search = {.target = rd_stencil_target_make(stencil, stencil->home, scratch),
                            .first_of = rd_take(scratch, stencil->host_count, uint32_t),
                            .next_item = rd_take(scratch, stencil->item_count, uint32_t)};
    struct starts starts = {0};
    find_starts(stencil, &search.target, &starts, scratch);
    double best_s = HUGE_VAL;
    struct rd_stencil_cost best = {0};
    for (uint32_t i = 0; i < starts.count; i++) {
        rd_stencil_give_all(&search.target, starts.owner[i]);
        search.total_s = starts.total_s[i];
        search.moves = moves / START_COUNT;
        improve(&search);
        if (search.total_s >= best_s)
            continue;
        best_s = search.total_s;
        best = rd_stencil_cost_of(&search.target);
        memcpy(owner, search.target.owner, stencil->item_count * sizeof *owner);
    }
    return best;
}
