/* R-BSA, and R-BSA with chains: backward filling of whatever room there is. */
#include "heuristic.h"

enum { CHAINED_WORKERS = 3 };

/* Tries one way to send. Returns: its end, INT64_MAX if the filling fails. */
static int64_t fill(const struct rd_star *star, int64_t date, const uint32_t *by_up,
                    const int64_t *sends, const int64_t *most, struct rd_star_found *found,
                    struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_star_trial trial = rd_star_trial_make(star, date, by_up, sends, scratch);
    if (!rd_star_fill(&trial, most, RD_LATEST_START, false, scratch))
        return INT64_MAX;
    int64_t *end = rd_take(scratch, star->worker_count, int64_t);
    return rd_star_found_better(star, found, &trial.moves, end, arena);
}

/* What each worker must send, and may receive, at a date. */
static void set_rooms(const struct rd_star *star, int64_t date, int64_t *sends, int64_t *most)
{
    for (uint32_t worker = 0; worker < star->worker_count; worker++) {
        int64_t room = rd_star_capacity(star, worker, date);
        sends[worker] = room < 0 ? -room : 0;
        most[worker] = room > 0 ? room : 0;
    }
}

int64_t rd_star_attempt_rbsa(const struct rd_star *star, int64_t date, const uint32_t *by_up,
                             struct rd_star_found *found, struct rd_arena *arena,
                             struct rd_arena *scratch)
{
    int64_t *sends = rd_take(scratch, star->worker_count, int64_t);
    int64_t *most = rd_take(scratch, star->worker_count, int64_t);
    set_rooms(star, date, sends, most);
    return fill(star, date, by_up, sends, most, found, arena, scratch);
}

int64_t rd_star_attempt_chains(const struct rd_star *star, int64_t date, const uint32_t *by_up,
                               struct rd_star_found *found, struct rd_arena *arena,
                               struct rd_arena *scratch)
{
    static const int64_t extra[] = {1, 2, 3, 4, 6};
    int64_t *sends = rd_take(scratch, star->worker_count, int64_t);
    int64_t *most = rd_take(scratch, star->worker_count, int64_t);
    set_rooms(star, date, sends, most);
    int64_t most_expensive = 0;
    for (uint32_t worker = 0; worker < star->worker_count; worker++)
        if (sends[worker] > 0 && star->up[worker] > most_expensive)
            most_expensive = star->up[worker];
    int64_t end = fill(star, date, by_up, sends, most, found, arena, scratch);
    uint32_t tried = 0;
    for (uint32_t i = 0; i < star->worker_count && tried < CHAINED_WORKERS && end > date; i++) {
        uint32_t worker = by_up[i];
        if (star->up[worker] >= most_expensive || star->load[worker] == 0)
            continue;
        tried++;
        int64_t least = sends[worker], rooms = most[worker];
        for (size_t e = 0; e < sizeof extra / sizeof *extra && end > date; e++) {
            if (least + extra[e] > star->load[worker])
                break;
            sends[worker] = least + extra[e];
            most[worker] = rooms + extra[e];
            end = fill(star, date, by_up, sends, most, found, arena, scratch);
        }
        sends[worker] = least;
        most[worker] = rooms;
    }
    return end;
}
