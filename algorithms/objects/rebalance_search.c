/* Search for a rebalancing: repairs what is outside of the tolerance, sends home what may stay,
 * and begins again, from the start or from the best shaken. */
#include "rebalance_search.h"

#include "sim/base/rng.h"

#include <stdlib.h>

enum {
    STARTS = 60,      /* at the most */
    LOOKED_AT = 1000, /* objects of a host in one step */
    FULLEST = 20,     /* hosts that may give where one lacks */
    EMPTIEST = 40     /* hosts that may take */
};
#define NOBODY UINT32_MAX
#define WORK_LIMIT INT64_C(400000000)

struct search {
    struct rd_placement *now;
    const struct rd_placement_rules *rules;
    const struct rd_placed_objects *placed;
    struct rd_rng rng;
    double noise;
    int64_t work; /* what is left */
    /* Objects now at each host: a list forwards and backwards. */
    uint32_t *head, *next, *before;
    /* Objects by the host that held them at the start, the least first. */
    uint32_t *home_first, *home;
    bool *stuck;         /* [host_count]: nothing helps a host that is out */
    uint32_t *candidate; /* [EMPTIEST] */
};

/* --- lists of objects ------------------------------------------------------------------------- */

static void link_object(struct search *search, uint32_t object, uint32_t host)
{
    uint32_t next = search->head[host];
    search->next[object] = next;
    search->before[object] = NOBODY;
    if (next != NOBODY)
        search->before[next] = object;
    search->head[host] = object;
}

static void unlink_object(struct search *search, uint32_t object)
{
    uint32_t next = search->next[object], before = search->before[object];
    if (next != NOBODY)
        search->before[next] = before;
    if (before != NOBODY)
        search->next[before] = next;
    else
        search->head[search->now->host[object]] = next;
}

static void move(struct search *search, uint32_t object, uint32_t host)
{
    unlink_object(search, object);
    rd_placement_move(search->now, object, host);
    link_object(search, object, host);
}

/* In random order, so that the first of many are any. */
static void link_all(struct search *search, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    uint32_t *order = rd_rng_order(&search->rng, search->placed->count, scratch);
    for (uint32_t host = 0; host < search->placed->host_count; host++)
        search->head[host] = NOBODY;
    for (uint32_t i = 0; i < search->placed->count; i++)
        link_object(search, order[i], search->now->host[order[i]]);
}

/* --- what a move does ------------------------------------------------------------------------- */

/* By how much fewer bytes are outside when some go from one host to another; those that come the
 * other way are taken off. Below 0 where they do not fit. */
static int64_t gain_of(const struct search *search, uint32_t from, uint32_t to, int64_t bytes)
{
    const struct rd_placement_rules *rules = search->rules;
    const int64_t *load = search->now->load;
    if (load[to] + bytes > rules->room[to] || load[from] - bytes > rules->room[from])
        return INT64_MIN;
    return rd_bytes_outside(rules, from, load[from]) + rd_bytes_outside(rules, to, load[to]) -
           rd_bytes_outside(rules, from, load[from] - bytes) -
           rd_bytes_outside(rules, to, load[to] + bytes);
}

/* Bytes that move more in all when an object goes to another host. */
static int64_t cost_of(const struct search *search, uint32_t object, uint32_t host)
{
    uint32_t at = search->placed->at[object];
    return search->placed->bytes[object] * ((host != at) - (search->now->host[object] != at));
}

/* What changes places: one object, or two, of which one comes back. */
struct exchange {
    uint32_t object, to, back; /* `back` may be NOBODY */
    double rating;
    int64_t bytes;
};

/* Gain a byte that moves; what costs nothing comes first. */
static double rate(struct search *search, int64_t gain, int64_t cost, int64_t bytes)
{
    double price = cost > 0 ? (double)cost : 1e-3 * (double)bytes;
    double rating = (double)gain / price;
    return search->noise > 0 ? rating * (1 + search->noise * rd_rng_unit(&search->rng)) : rating;
}

static void offer(struct search *search, struct exchange *best, uint32_t object, uint32_t to,
                  uint32_t back)
{
    const int64_t *bytes = search->placed->bytes;
    uint32_t from = search->now->host[object];
    int64_t moves = bytes[object] - (back == NOBODY ? 0 : bytes[back]);
    int64_t gain = gain_of(search, from, to, moves);
    search->work--;
    if (gain <= 0)
        return;
    int64_t cost = cost_of(search, object, to) + (back == NOBODY ? 0 : cost_of(search, back, from));
    double rating = rate(search, gain, cost, bytes[object]);
    if (rating < best->rating || (rating == best->rating && bytes[object] <= best->bytes) ||
        !rd_placement_allows(search->now, object, to, back) ||
        (back != NOBODY && !rd_placement_allows(search->now, back, from, object)))
        return;
    *best = (struct exchange){object, to, back, rating, bytes[object]};
}

static void carry_out(struct search *search, const struct exchange *best)
{
    uint32_t from = search->now->host[best->object];
    move(search, best->object, best->to);
    if (best->back != NOBODY)
        move(search, best->back, from);
}

/* --- hosts ------------------------------------------------------------------------------------ */

/* The host that is farthest out and not stuck; NOBODY: none. */
static uint32_t farthest(const struct search *search)
{
    uint32_t best = NOBODY;
    int64_t most = 0;
    for (uint32_t host = 0; host < search->placed->host_count; host++) {
        int64_t out = rd_bytes_outside(search->rules, host, search->now->load[host]);
        if (out > most && !search->stuck[host]) {
            most = out;
            best = host;
        }
    }
    return best;
}

/* The hosts with most room up to `high`, or most to give above `low`: up to so many, the best
 * first. Returns: their number. */
static uint32_t find_partners(struct search *search, uint32_t of, bool takers, uint32_t most)
{
    const struct rd_placement_rules *rules = search->rules;
    const int64_t *load = search->now->load;
    uint32_t count = 0;
#define WORTH(host) (takers ? rules->high[host] - load[host] : load[host] - rules->low[host])
    for (uint32_t host = 0; host < search->placed->host_count; host++) {
        if (host == of || (count == most && WORTH(host) <= WORTH(search->candidate[most - 1])))
            continue;
        uint32_t at = count < most ? count++ : most - 1;
        for (; at > 0 && WORTH(search->candidate[at - 1]) < WORTH(host); at--)
            search->candidate[at] = search->candidate[at - 1];
        search->candidate[at] = host;
    }
#undef WORTH
    search->work -= search->placed->host_count;
    return count;
}

/* The best move of one object off a host to one of the candidates, or to it from one of them. */
static struct exchange best_move(struct search *search, uint32_t host, bool gives, uint32_t count)
{
    struct exchange best = {.object = NOBODY, .rating = 0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = search->candidate[i], looked_at = 0;
        for (uint32_t object = search->head[gives ? host : other];
             object != NOBODY && looked_at < LOOKED_AT; object = search->next[object], looked_at++)
            offer(search, &best, object, gives ? other : host, NOBODY);
    }
    return best;
}

struct sized {
    int64_t bytes;
    uint32_t object;
};

static int compare_sized(const void *left, const void *right)
{
    const struct sized *a = left, *b = right;
    if (a->bytes != b->bytes)
        return a->bytes < b->bytes ? -1 : 1;
    return (a->object > b->object) - (a->object < b->object);
}

static uint32_t sort_objects(const struct search *search, uint32_t host, struct sized *sized)
{
    uint32_t count = 0;
    for (uint32_t object = search->head[host]; object != NOBODY && count < LOOKED_AT;
         object = search->next[object])
        sized[count++] = (struct sized){search->placed->bytes[object], object};
    qsort(sized, count, sizeof *sized, compare_sized);
    return count;
}

/* The best exchange of an object of `from` with a smaller one of `to`: for each the two partners
 * whose difference is nearest to what is to be moved. */
static void offer_pairs(struct search *search, struct exchange *best, uint32_t from, uint32_t to,
                        struct sized *sized)
{
    const int64_t *load = search->now->load;
    const struct rd_placement_rules *rules = search->rules;
    int64_t over = load[from] - rules->high[from], lacks = rules->low[to] - load[to];
    int64_t wanted = over > lacks ? over : lacks;
    uint32_t count = sort_objects(search, to, sized), looked_at = 0;
    search->work -= 10 * count;
    for (uint32_t object = search->head[from];
         object != NOBODY && looked_at < LOOKED_AT && count > 0;
         object = search->next[object], looked_at++) {
        int64_t partner = search->placed->bytes[object] - wanted;
        uint32_t low = 0, high = count;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (sized[middle].bytes >= partner)
                high = middle;
            else
                low = middle + 1;
        }
        if (low < count)
            offer(search, best, object, to, sized[low].object);
        if (low > 0)
            offer(search, best, object, to, sized[low - 1].object);
    }
}

static struct exchange best_pair(struct search *search, uint32_t host, bool gives, uint32_t count,
                                 struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct exchange best = {.object = NOBODY, .rating = 0};
    struct sized *sized = rd_take(scratch, LOOKED_AT, struct sized);
    for (uint32_t i = 0; i < count; i++)
        offer_pairs(search, &best, gives ? host : search->candidate[i],
                    gives ? search->candidate[i] : host, sized);
    return best;
}

/* Each step leaves fewer bytes outside; ends where none does. */
static void repair(struct search *search, struct rd_arena *scratch)
{
    for (uint32_t host = 0; host < search->placed->host_count; host++)
        search->stuck[host] = false;
    while (search->now->outside_bytes > 0 && search->work > 0) {
        uint32_t host = farthest(search);
        if (host == NOBODY)
            return;
        bool gives = search->now->load[host] > search->rules->high[host];
        uint32_t count = find_partners(search, host, gives, gives ? EMPTIEST : FULLEST);
        struct exchange best = best_move(search, host, gives, count);
        if (best.object == NOBODY)
            best = best_pair(search, host, gives, count, scratch);
        if (best.object == NOBODY) {
            search->stuck[host] = true;
            continue;
        }
        carry_out(search, &best);
        for (uint32_t other = 0; other < search->placed->host_count; other++)
            search->stuck[other] = false;
    }
}

/* --- fewer bytes ------------------------------------------------------------------------------ */

/* How many bytes more a host that an object has left may hold, and how many fewer the host that
 * has it. */
static int64_t slack_of(const struct search *search, uint32_t at, uint32_t host)
{
    int64_t more = search->rules->high[at] - search->now->load[at];
    int64_t fewer = search->now->load[host] - search->rules->low[host];
    return more < fewer ? more : fewer;
}

/* Puts the least object that will do, and is at home where this one was, in its place. */
static bool replace(struct search *search, uint32_t object)
{
    const int64_t *bytes = search->placed->bytes;
    uint32_t at = search->placed->at[object], host = search->now->host[object];
    int64_t slack = slack_of(search, at, host);
    if (slack <= 0 || bytes[object] == 0)
        return false;
    uint32_t low = search->home_first[at], high = search->home_first[at + 1], end = high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (bytes[search->home[middle]] >= bytes[object] - slack)
            high = middle;
        else
            low = middle + 1;
    }
    for (uint32_t i = low; i < end && bytes[search->home[i]] < bytes[object]; i++) {
        uint32_t other = search->home[i];
        search->work--;
        if (search->now->host[other] != at ||
            !rd_placement_allows(search->now, object, at, other) ||
            !rd_placement_allows(search->now, other, host, object))
            continue;
        move(search, object, at);
        move(search, other, host);
        return true;
    }
    return false;
}

/* Sends an object home, or a smaller one away in its place. */
static bool improve_object(struct search *search, uint32_t object)
{
    uint32_t at = search->placed->at[object], host = search->now->host[object];
    int64_t bytes = search->placed->bytes[object];
    if (host == at)
        return false;
    search->work--;
    if (bytes <= slack_of(search, at, host) &&
        rd_placement_allows(search->now, object, at, NOBODY)) {
        move(search, object, at);
        return bytes > 0;
    }
    return replace(search, object);
}

/* From the greatest to the least, of every host, until nothing helps. */
static void improve(struct search *search)
{
    bool improved = true;
    while (improved && search->work > 0) {
        improved = false;
        for (uint32_t i = search->placed->count; i-- > 0;)
            improved = improve_object(search, search->home[i]) || improved;
    }
}

/* --- starts ----------------------------------------------------------------------------------- */

/* Does an object share a rack with a larger one of its group, or with an earlier one as large? */
static bool must_part(const struct search *search, uint32_t object)
{
    const struct rd_placement_rules *rules = search->rules;
    const struct rd_placed_objects *placed = search->placed;
    uint32_t group = placed->group[object];
    for (uint32_t i = rules->first[group]; i < rules->first[group + 1]; i++) {
        uint32_t other = rules->member[i];
        if (other != object &&
            rd_same_rack(placed, search->now->host[object], search->now->host[other]) &&
            (placed->bytes[other] > placed->bytes[object] ||
             (placed->bytes[other] == placed->bytes[object] && other < object)))
            return true;
    }
    return false;
}

/* Moves those to the hosts with most room. Returns: the object that found none; NOBODY. */
static uint32_t part_groups(struct search *search)
{
    const struct rd_placed_objects *placed = search->placed;
    for (uint32_t object = 0; object < placed->count; object++) {
        if (placed->group[object] == RD_ALONE || !must_part(search, object))
            continue;
        uint32_t best = NOBODY;
        int64_t most = 0;
        for (uint32_t host = 0; host < placed->host_count; host++) {
            int64_t room = search->rules->high[host] - search->now->load[host];
            if ((best == NOBODY || room > most) && host != search->now->host[object] &&
                search->now->load[host] + placed->bytes[object] <= search->rules->room[host] &&
                rd_placement_allows(search->now, object, host, NOBODY)) {
                best = host;
                most = room;
            }
        }
        if (best == NOBODY)
            return object;
        move(search, object, best);
    }
    return NOBODY;
}

/* Sends an object to a host, if that may be. */
static void send(struct search *search, uint32_t object, uint32_t host)
{
    if (host != search->now->host[object] &&
        search->now->load[host] + search->placed->bytes[object] <= search->rules->room[host] &&
        rd_placement_allows(search->now, object, host, NOBODY))
        move(search, object, host);
}

/* Undoes some moves, and makes as many others at random: a few, or a tenth. */
static void shake(struct search *search, uint32_t moved)
{
    uint32_t count = search->placed->count, hosts = search->placed->host_count;
    double share = moved > 30 ? 0.1 : 3.0 / (moved + 1);
    for (uint32_t object = 0; object < count; object++)
        if (rd_rng_unit(&search->rng) < share)
            send(search, object, search->placed->at[object]);
    for (uint32_t i = 0; i < 1 + moved / 20; i++)
        send(search, (uint32_t)rd_rng_below(&search->rng, count),
             (uint32_t)rd_rng_below(&search->rng, hosts));
}

static uint32_t count_moved(const struct search *search)
{
    uint32_t count = 0;
    for (uint32_t object = 0; object < search->placed->count; object++)
        count += search->now->host[object] != search->placed->at[object];
    return count;
}

static void open(struct search *search, struct rd_arena *scratch)
{
    const struct rd_placed_objects *placed = search->placed;
    search->head = rd_take(scratch, placed->host_count, uint32_t);
    search->next = rd_take(scratch, placed->count, uint32_t);
    search->before = rd_take(scratch, placed->count, uint32_t);
    search->stuck = rd_take(scratch, placed->host_count, bool);
    search->candidate = rd_take(scratch, EMPTIEST, uint32_t);
    search->home_first = rd_take(scratch, placed->host_count + 1, uint32_t);
    search->home = rd_take(scratch, placed->count, uint32_t);
    struct sized *sized = rd_take(scratch, placed->count, struct sized);
    for (uint32_t object = 0; object < placed->count; object++) {
        sized[object] = (struct sized){placed->bytes[object], object};
        search->home_first[placed->at[object] + 1]++;
    }
    qsort(sized, placed->count, sizeof *sized, compare_sized);
    for (uint32_t host = 0; host < placed->host_count; host++)
        search->home_first[host + 1] += search->home_first[host];
    uint32_t *end = rd_arena_copy(scratch, search->home_first, placed->host_count, sizeof *end);
    for (uint32_t i = 0; i < placed->count; i++)
        search->home[end[placed->at[sized[i].object]]++] = sized[i].object;
}

bool rd_rebalance_search(struct rd_placement *placement, int64_t bound_bytes,
                         struct rd_arena *scratch, uint32_t *ret_object)
{
    rd_arena_borrow(scratch);
    struct rd_placement best = rd_placement_open(placement->rules, scratch);
    struct search search = {.now = placement,
                            .rules = placement->rules,
                            .placed = placement->rules->placed,
                            .rng = rd_rng_seeded(1, 0),
                            .work = WORK_LIMIT};
    open(&search, scratch);
    for (int start = 0; start < STARTS && (start == 0 || search.work > 0); start++) {
        bool anew = start < 2 || start % 4 == 0;
        search.noise = start == 0 ? 0 : start % 3 == 0 ? 0.1 : 1;
        if (anew)
            rd_placement_reset(placement);
        else
            rd_placement_copy(placement, &best);
        link_all(&search, scratch);
        uint32_t object = anew ? part_groups(&search) : NOBODY;
        if (object != NOBODY && start == 0) {
            *ret_object = object;
            return false;
        }
        if (start > 1 && object == NOBODY)
            shake(&search, count_moved(&search));
        if (object == NOBODY) {
            repair(&search, scratch);
            improve(&search);
        }
        if (start == 0 || (object == NOBODY && rd_placement_is_better(placement, &best)))
            rd_placement_copy(&best, placement);
        if (best.outside_bytes == 0 && best.moved_bytes <= bound_bytes)
            break;
    }
    rd_placement_copy(placement, &best);
    return true;
}
