#include "time_limit.h"

#include "clock.h"

#include <math.h>

/* From being asked to being cut off. */
static const double grace_s = 0.25;

struct rd_time_limit rd_time_limit_none(void)
{
    return (struct rd_time_limit){.end_s = INFINITY, .cut_s = INFINITY, .last_s = INFINITY};
}

struct rd_time_limit rd_time_limit_within(double seconds, double part, const int *asked)
{
    double now_s = rd_now_s();
    return (struct rd_time_limit){.end_s = now_s + part * seconds,
                                  .cut_s = now_s + seconds,
                                  .last_s = now_s + seconds,
                                  .asked = asked};
}

struct rd_time_limit rd_time_limit_share(const struct rd_time_limit *whole, double share)
{
    if (!whole)
        return rd_time_limit_none();
    struct rd_time_limit limit = *whole;
    double now_s = rd_now_s();
    limit.is_told = false;
    if (limit.end_s > now_s && limit.end_s < INFINITY)
        limit.end_s = now_s + share * (limit.end_s - now_s);
    if (limit.cut_s > now_s && limit.cut_s < INFINITY)
        limit.cut_s = fmax(limit.end_s, now_s + share * (limit.cut_s - now_s));
    return limit;
}

void rd_time_limit_put_off(struct rd_time_limit *limit, double seconds)
{
    if (!limit)
        return;
    limit->end_s += seconds;
    limit->cut_s += seconds;
    limit->last_s += seconds;
}

void rd_time_limit_tell(const struct rd_time_limit *limit, const void *about, double makespan_s)
{
    struct rd_watcher *watcher = limit->watcher;
    if (watcher && watcher->about == about)
        watcher->best_s = fmin(watcher->best_s, makespan_s);
}

/* Takes note of who asked, once. Returns: has anybody? */
static bool hear(struct rd_time_limit *limit)
{
    if (!limit->is_heard && limit->asked && __atomic_load_n(limit->asked, __ATOMIC_RELAXED)) {
        limit->is_heard = true;
        limit->cut_s = fmin(limit->cut_s, rd_now_s() + grace_s);
    }
    return limit->is_heard;
}

/* Lets whoever watches show something. */
static void let_watch(struct rd_time_limit *limit)
{
    struct rd_watcher *watcher = limit->watcher;
    double now_s = watcher ? rd_now_s() : 0;
    if (watcher && now_s >= watcher->next_s)
        watcher->show(watcher, now_s);
}

bool rd_time_limit_is_over(struct rd_time_limit *limit)
{
    let_watch(limit);
    bool is_over = hear(limit) || (limit->end_s < INFINITY && rd_now_s() >= limit->end_s);
    limit->is_told |= is_over;
    return is_over;
}

bool rd_time_limit_is_past(struct rd_time_limit *limit)
{
    let_watch(limit);
    hear(limit);
    return limit->cut_s < INFINITY && rd_now_s() >= limit->cut_s;
}
