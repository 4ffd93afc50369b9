#include "deadlines.h"

#include <math.h>

#include "sim/base/integers.h"

/* The number of worker's deadlines not before `least`. */
static int64_t count_of(const struct rd_star *star, uint32_t worker, int64_t date, int64_t most,
                        int64_t least)
{
    int64_t span = date - least, w = star->w[worker], load = star->load[worker];
    if (span < w) /* this, and what follows, saves most divisions */
        return 0;
    int64_t count = span < 2 * w ? 1 : span / w;
    if ((load + count) * w > date)
        count = rd_greatest(date / w - load, 0);
    return rd_least(count, most);
}

int64_t rd_star_deadline_count(const struct rd_star *star, int64_t date, int64_t most,
                               int64_t least)
{
    int64_t count = 0;
    for (uint32_t worker = 0; worker < star->worker_count; worker++)
        count += count_of(star, worker, date, most, least);
    return count;
}

static size_t fill(const struct rd_star *star, int64_t date, int64_t most, int64_t least,
                   struct rd_keyed *ret_at)
{
    size_t count = 0;
    for (uint32_t worker = 0; worker < star->worker_count; worker++) {
        int64_t of_worker = count_of(star, worker, date, most, least);
        for (int64_t l = of_worker; l >= 1; l--)
            ret_at[count++] = (struct rd_keyed){date - l * star->w[worker], worker};
    }
    return count;
}

struct rd_star_deadlines rd_star_deadlines_list(const struct rd_star *star, int64_t date,
                                                int64_t most, int64_t least, struct rd_arena *arena)
{
    struct rd_star_deadlines list;
    list.count = (size_t)rd_star_deadline_count(star, date, most, least);
    list.at = rd_take(arena, list.count, struct rd_keyed);
    fill(star, date, most, least, list.at);
    rd_sort_keyed(list.at, list.count, arena);
    return list;
}

bool rd_star_has_deadlines(const struct rd_star *star, int64_t date, int64_t count, int64_t least)
{
    int64_t found = 0;
    for (uint32_t worker = 0; worker < star->worker_count && found < count; worker++)
        found += count_of(star, worker, date, count, least);
    return found >= count;
}

/* The latest date such that `count` deadlines are not before it; before the first
 * item can have come, if there is none. */
static int64_t date_of_latest(const struct rd_star *star, int64_t date, int64_t count)
{
    int64_t low = star->up[0] + star->down[0] - 1;
    int64_t high = date - rd_star_least(star->w, star->worker_count) + 1; /* too few there */
    for (int64_t step = 1; high - low > step; step *= 2) {
        if (rd_star_has_deadlines(star, date, count, high - step)) {
            low = high - step;
            break;
        }
        high -= step;
    }
    low++;
    RD_FIND_FIRST(low, high, least, !rd_star_has_deadlines(star, date, count, least));
    return high - 1;
}

/* How many workers take no longer than that for an item: by the sign of a difference, so that
 * compilers count several at once. */
static int64_t count_quick(const struct rd_star *star, int64_t span)
{
    uint64_t quick = 0;
    for (uint32_t worker = 0; worker < star->worker_count; worker++)
        quick += (uint64_t)(star->w[worker] - span - 1) >> 63;
    return (int64_t)quick;
}

/* A span in which about so many workers compute an item, by some of them. */
static int64_t guess_span(const struct rd_star *star, int64_t count, struct rd_arena *arena)
{
    enum { EVERY = 64 };
    uint32_t samples = (star->worker_count - 1) / EVERY + 1;
    struct rd_keyed *sample = rd_take(arena, samples, struct rd_keyed);
    for (uint32_t i = 0; i < samples; i++)
        sample[i] = (struct rd_keyed){star->w[i * EVERY], i};
    rd_sort_keyed(sample, samples, arena);
    return sample[rd_least(count / EVERY, samples - 1)].key;
}

uint32_t rd_star_keep_laden(const struct rd_star *star, int64_t date, const uint32_t *worker,
                            uint32_t count, uint32_t *ret_worker)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t own = worker ? worker[i] : i;
        ret_worker[kept] = own;
        kept += star->load[own] * star->w[own] > date;
    }
    ret_worker[kept] = RD_NO_HOST;
    return kept;
}

struct rd_star rd_star_equal_links_part(const struct rd_star *star, int64_t date, int64_t count,
                                        const uint32_t *laden, uint32_t **ret_worker,
                                        struct rd_arena *arena)
{
    uint32_t m = star->worker_count;
    int64_t span = guess_span(star, count, arena);
    while (span < date && count_quick(star, span) < count)
        span = span < date / 2 ? span + span / 4 + 1 : date;
    uint32_t *number = rd_take(arena, (size_t)m + 1, uint32_t), kept;
    struct rd_star part = *star;
    part.one_link = true;
    for (;; span = span < date / 2 ? 2 * span : date) {
        kept = 0;
        uint32_t worker = 0;
        for (const uint32_t *next = laden; worker < m; next++) {
            for (uint32_t end = *next < m ? *next : m; worker < end; worker++) {
                number[kept] = worker;
                kept += star->w[worker] <= span;
            }
            if (worker < m)
                number[kept++] = worker++;
        }
        int64_t *w = rd_take(arena, kept, int64_t), *load = rd_take(arena, kept, int64_t);
        for (uint32_t i = 0; i < kept; i++) {
            w[i] = star->w[number[i]];
            load[i] = star->load[number[i]];
        }
        part.w = w, part.load = load, part.worker_count = kept;
        *ret_worker = number;
        if (span >= date || rd_star_has_deadlines(&part, date, count, date - span))
            return part;
    }
}

bool rd_star_equal_links_feasible(const struct rd_star *star, int64_t date,
                                  struct rd_arena *scratch)
{
    int64_t count = rd_star_excess(star, date);
    if (count == 0)
        return true;
    /* The k-th item has come by shorter + k * longer: the longer way is never idle. */
    int64_t up = star->up[0], down = star->down[0];
    int64_t longer = up > down ? up : down, shorter = up + down - longer;
    if (date < shorter || (date - shorter) / longer < count)
        return false;
    int64_t least = date_of_latest(star, date, count);
    if (least < up + down)
        return false;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    size_t listed = (size_t)rd_star_deadline_count(star, date, count, least);
    struct rd_keyed *at = rd_take(scratch, listed, struct rd_keyed);
    fill(star, date, count, least, at);
    /* By how many items can have come: the k-th last item must find a deadline left. */
    int64_t *in_slot = rd_take(scratch, (size_t)count + 1, int64_t);
    for (size_t i = 0; i < listed; i++) {
        int64_t slot = (at[i].key - shorter) / longer;
        in_slot[slot > count ? count : slot]++;
    }
    int64_t not_before = 0, slot = count;
    for (; slot >= 1; slot--) {
        not_before += in_slot[slot];
        if (not_before < count + 1 - slot)
            break;
    }
    rd_arena_rewind(scratch, mark);
    return slot < 1;
}

struct rd_star_moves rd_star_equal_links_moves(const struct rd_star *part, const uint32_t *number,
                                               int64_t date, struct rd_arena *arena)
{
    int64_t count = rd_star_excess(part, date);
    struct rd_star_moves moves = rd_star_moves_make(count, arena);
    if (count == 0)
        return moves;
    int64_t least = date_of_latest(part, date, count);
    struct rd_star_deadlines list = rd_star_deadlines_list(part, date, count, least, arena);
    rd_assert(list.count >= (size_t)count);
    for (int64_t i = 0; i < count; i++)
        moves.receiver[i] = number[list.at[list.count - (size_t)count + (size_t)i].number];
    int64_t k = 0;
    for (uint32_t worker = 0; worker < part->worker_count; worker++)
        for (int64_t room = rd_star_capacity(part, worker, date); room < 0; room++)
            moves.sender[k++] = number[worker];
    return moves;
}

bool rd_star_demand_find(const struct rd_instance *instance, double by_s, struct rd_arena *arena,
                         struct rd_star_demand *ret_demand)
{
    struct rd_error error;
    if (instance->topology.shape != RD_STAR || instance->goal != RD_FINISH ||
        !rd_star_accepts(instance, "this picture", &error))
        return false;
    struct rd_star star = rd_star_read(instance, arena);
    /* A date that is a whole number of units is one, though the division may round it down. */
    int64_t date = (int64_t)fmin(floor(by_s / star.unit_s * (1 + 1e-12)), 0x1p60);
    uint32_t *cheapest = rd_star_by_up(&star, arena);
    struct rd_star_arrivals *arrivals = rd_take(arena, star.worker_count, struct rd_star_arrivals);
    int64_t last = 0; /* when the master has received what was listed */
    for (uint32_t i = 0; i < star.worker_count; i++) {
        int64_t up = star.up[cheapest[i]], must = -rd_star_capacity(&star, cheapest[i], date);
        if (must <= 0)
            continue;
        int64_t count = rd_least(must, (date - last) / up);
        arrivals[i] = (struct rd_star_arrivals){last + up, up, count};
        last += count * up;
        if (count < must)
            break;
    }
    *ret_demand = (struct rd_star_demand){star, date, rd_star_excess(&star, date), arrivals};
    return true;
}
