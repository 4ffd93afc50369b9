#include "deadlines.h"

/* The number of worker's deadlines not before `least`. */
static int64_t count_of(const struct rd_star *star, uint32_t worker, int64_t date, int64_t most,
                        int64_t least)
{
    if (date - least < star->w[worker]) /* saves most divisions */
        return 0;
    int64_t room = rd_star_capacity(star, worker, date);
    if (room <= 0)
        return 0;
    int64_t by_date = (date - least) / star->w[worker];
    int64_t count = room < most ? room : most;
    return by_date < count ? by_date : count;
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

/* The latest date such that `count` deadlines are not before it; before the first
 * item can have come, if there is none. */
static int64_t date_of_latest(const struct rd_star *star, int64_t date, int64_t count)
{
    int64_t low = star->up[0] + star->down[0] - 1, high = date + 1; /* too few at high */
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (rd_star_deadline_count(star, date, count, middle) >= count)
            low = middle;
        else
            high = middle;
    }
    return low;
}

struct rd_star rd_star_equal_links_part(const struct rd_star *star, int64_t date,
                                        uint32_t **ret_worker, struct rd_arena *arena)
{
    uint32_t m = star->worker_count;
    int64_t count = rd_star_excess(star, date), span = 1;
    while (span < date && rd_star_deadline_count(star, date, count, date - span) < count)
        span = span < date / 2 ? 2 * span : date;
    int64_t *array = rd_take(arena, 4 * (size_t)m, int64_t);
    int64_t *up = array, *down = up + m, *w = down + m, *load = w + m;
    uint32_t *number = rd_take(arena, m, uint32_t);
    struct rd_star part = *star;
    part.up = up, part.down = down, part.w = w, part.load = load, part.worker_count = 0;
    for (uint32_t worker = 0; worker < m; worker++) {
        if (star->w[worker] > span && star->load[worker] * star->w[worker] <= date)
            continue;
        uint32_t i = part.worker_count++;
        up[i] = star->up[worker];
        down[i] = star->down[worker];
        w[i] = star->w[worker];
        load[i] = star->load[worker];
        number[i] = worker;
    }
    if (ret_worker)
        *ret_worker = number;
    return part;
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

struct rd_star_moves rd_star_equal_links_moves(const struct rd_star *star, int64_t date,
                                               struct rd_arena *arena, struct rd_arena *scratch)
{
    int64_t count = rd_star_excess(star, date);
    struct rd_star_moves moves = rd_star_moves_make(count, arena);
    if (count == 0)
        return moves;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    uint32_t *number;
    const struct rd_star part = rd_star_equal_links_part(star, date, &number, scratch);
    int64_t least = date_of_latest(&part, date, count);
    struct rd_star_deadlines list = rd_star_deadlines_list(&part, date, count, least, scratch);
    rd_assert(list.count >= (size_t)count);
    for (int64_t i = 0; i < count; i++)
        moves.receiver[i] = number[list.at[list.count - (size_t)count + (size_t)i].number];
    int64_t k = 0;
    for (uint32_t worker = 0; worker < part.worker_count; worker++)
        for (int64_t room = rd_star_capacity(&part, worker, date); room < 0; room++)
            moves.sender[k++] = number[worker];
    rd_arena_rewind(scratch, mark);
    return moves;
}
