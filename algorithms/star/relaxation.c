#include "relaxation.h"

#include "deadlines.h"

enum { MOST_JOBS = 200000, MOST_STEPS = 2000000 };

static bool is_wanted(const struct rd_star *star, uint32_t worker, int64_t date,
                      int64_t most_expensive)
{
    int64_t room = rd_star_capacity(star, worker, date);
    return room > 0 || (star->up[worker] < most_expensive && star->w[worker] <= date);
}

/* The in-port: the excess, then the way of the last item to its end. And rooms for all of it. */
static bool ports_pass(const struct rd_star *star, int64_t date, int64_t most_expensive)
{
    int64_t excess = 0, rooms = 0, in = 0, last = INT64_MAX;
    for (uint32_t worker = 0; worker < star->worker_count; worker++) {
        int64_t room = rd_star_capacity(star, worker, date);
        if (room < 0) {
            excess -= room;
            in -= room * star->up[worker];
        } else {
            rooms += room;
        }
        int64_t way = star->down[worker] + star->w[worker];
        if (is_wanted(star, worker, date, most_expensive) && way < last)
            last = way;
    }
    return excess <= rooms && last <= date && in <= date - last;
}

/* How many of the jobs can arrive by their deadlines if the first starts at `start`. In: rank, the
 * place of each worker by its way down; kept [worker_count] of zeros, left so. */
static int64_t most_in_time(const struct rd_star *star, const struct rd_star_deadlines *jobs,
                            int64_t start, const uint32_t *by_down, const uint32_t *rank,
                            int64_t *kept)
{
    int64_t time = start, count = 0;
    uint32_t most_expensive = 0; /* the highest rank of those kept, or above it */
    for (size_t i = 0; i < jobs->count; i++) {
        uint32_t worker = jobs->at[i].number;
        kept[worker]++;
        count++;
        time += star->down[worker];
        most_expensive = rank[worker] > most_expensive ? rank[worker] : most_expensive;
        if (time <= jobs->at[i].key)
            continue;
        while (kept[by_down[most_expensive]] == 0)
            most_expensive--;
        kept[by_down[most_expensive]]--;
        count--;
        time -= star->down[by_down[most_expensive]];
    }
    for (uint32_t worker = 0; worker < star->worker_count; worker++)
        kept[worker] = 0;
    return count;
}

/* A_k for k = 1..count: the k cheapest sends. */
static int64_t *earliest_arrivals(const struct rd_star *star, int64_t date, int64_t most_expensive,
                                  int64_t count, const uint32_t *by_up, struct rd_arena *arena)
{
    int64_t *arrival = rd_take(arena, (size_t)count, int64_t);
    int64_t k = 0, time = 0;
    for (uint32_t i = 0; i < star->worker_count && k < count; i++) {
        uint32_t worker = by_up[i];
        int64_t room = rd_star_capacity(star, worker, date);
        int64_t sends = star->up[worker] < most_expensive ? star->load[worker]
                        : room < 0                        ? -room
                                                          : 0;
        for (; sends > 0 && k < count; sends--)
            arrival[k++] = time += star->up[worker];
    }
    rd_assert(k == count);
    return arrival;
}

static bool deadlines_pass(const struct rd_star *star, int64_t date, int64_t most_expensive,
                           int64_t excess, struct rd_arena *scratch)
{
    /* There is room for the excess, so it has as many deadlines. */
    if (rd_star_deadline_count(star, date, excess, 0) > MOST_JOBS)
        return true;
    struct rd_star_deadlines jobs = rd_star_deadlines_list(star, date, excess, 0, scratch);
    uint32_t *by_up = rd_star_by_up(star, scratch);
    uint32_t *by_down = rd_star_by_down(star, scratch);
    uint32_t *rank = rd_take(scratch, star->worker_count, uint32_t);
    for (uint32_t i = 0; i < star->worker_count; i++)
        rank[by_down[i]] = i;
    int64_t *kept = rd_take(scratch, star->worker_count, int64_t);
    int64_t *arrival = earliest_arrivals(star, date, most_expensive, excess, by_up, scratch);
    int64_t tries = MOST_STEPS / (int64_t)(jobs.count + star->worker_count);
    int64_t step = excess / (tries + 1) + 1;
    for (int64_t k = 1; k <= excess; k += step)
        if (most_in_time(star, &jobs, arrival[k - 1], by_down, rank, kept) < excess - k + 1)
            return false;
    return true;
}

/* Is the test for equal links the one to ask, which is exact? */
static bool is_exact(const struct rd_star *star, int64_t excess)
{
    return rd_star_links_are_equal(star) && star->up[0] > 0 && star->down[0] > 0 &&
           excess <= RD_STAR_ITEM_LIMIT;
}

struct rd_star rd_star_relaxation_part(const struct rd_star *star, int64_t date,
                                       struct rd_arena *arena)
{
    int64_t excess = rd_star_excess(star, date);
    if (excess == 0 || !is_exact(star, excess))
        return *star;
    uint32_t m = star->worker_count, *number;
    uint32_t *laden = rd_take(arena, (size_t)m + 1, uint32_t);
    rd_star_keep_laden(star, date, NULL, m, laden);
    return rd_star_equal_links_part(star, date, excess, laden, &number, arena);
}

bool rd_star_relaxation_passes(const struct rd_star *star, int64_t date, struct rd_arena *scratch)
{
    int64_t excess = rd_star_excess(star, date);
    if (excess == 0)
        return true;
    if (is_exact(star, excess))
        return rd_star_equal_links_feasible(star, date, scratch);
    int64_t most_expensive = rd_star_dearest_sender(star, date);
    if (!ports_pass(star, date, most_expensive))
        return false;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    bool passes = deadlines_pass(star, date, most_expensive, excess, scratch);
    rd_arena_rewind(scratch, mark);
    return passes;
}

bool rd_star_fluid_passes(const struct rd_star *star, int64_t date, const uint32_t *by_down)
{
    double time = (double)date * (1 + 1e-12), in = 0, excess = 0, out = 0;
    for (uint32_t worker = 0; worker < star->worker_count; worker++) {
        if (star->load[worker] * star->w[worker] <= date)
            continue;
        double over = (double)star->load[worker] - time / (double)star->w[worker];
        in += over > 0 ? over * (double)star->up[worker] : 0;
        excess += over > 0 ? over : 0;
    }
    double least_left = 1e-12 * (double)star->item_count; /* as good as nothing */
    for (uint32_t i = 0; i < star->worker_count && excess > least_left; i++) {
        uint32_t worker = by_down[i];
        double room = time / (double)star->w[worker] - (double)star->load[worker];
        if (room <= 0)
            continue;
        double taken = room < excess ? room : excess;
        out += taken * (double)star->down[worker];
        excess -= taken;
    }
    return in <= time && excess <= least_left && out <= time;
}
