#include "star_reference.h"

#include <string.h>

/* Who sends and who receives, in order; and when the items reach the master. */
struct moves {
    int count;
    int sender[REFERENCE_ITEMS];
    int receiver[REFERENCE_ITEMS];
    int64_t arrival[REFERENCE_ITEMS];
};

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* A_k = A_(k-1) + up, B_k = max(B_(k-1), A_k) + down; a worker computes what it keeps, then what it
 * gets as it comes. */
static int64_t end_of(const struct star_reference *star, const struct moves *moves)
{
    int64_t end[REFERENCE_WORKERS], last = 0, a = 0, b = 0;
    for (int i = 0; i < star->worker_count; i++)
        end[i] = star->load[i] * star->w[i];
    for (int k = 0; k < moves->count; k++)
        end[moves->sender[k]] -= star->w[moves->sender[k]];
    for (int k = 0; k < moves->count; k++) {
        int to = moves->receiver[k];
        a += star->up[moves->sender[k]];
        b = larger(b, a) + star->down[to];
        end[to] = larger(end[to], b) + star->w[to];
    }
    for (int i = 0; i < star->worker_count; i++)
        last = larger(last, end[i]);
    return last;
}

static int64_t end_at_rest(const struct star_reference *star)
{
    return end_of(star, &(struct moves){0});
}

/* Lists the senders by the cost of their way up, of equal ones the first. */
static struct moves by_way_up(const struct star_reference *star, const int64_t *sends)
{
    struct moves moves = {0};
    bool taken[REFERENCE_WORKERS] = {0};
    int64_t time = 0;
    for (int turn = 0; turn < star->worker_count; turn++) {
        int next = -1;
        for (int i = 0; i < star->worker_count; i++)
            if (!taken[i] && (next < 0 || star->up[i] < star->up[next]))
                next = i;
        taken[next] = true;
        for (int64_t left = sends[next]; left > 0; left--) {
            moves.sender[moves.count] = next;
            moves.arrival[moves.count++] = time += star->up[next];
        }
    }
    return moves;
}

/* BBA: who ends last sends to who ends first with one item more. */
static struct moves bba(const struct star_reference *star)
{
    struct moves moves = {0};
    int64_t end[REFERENCE_WORKERS], left[REFERENCE_WORKERS], in = 0, out = 0;
    for (int i = 0; i < star->worker_count; i++) {
        end[i] = star->load[i] * star->w[i];
        left[i] = star->load[i];
    }
    for (;;) {
        int from = 0, to = -1;
        for (int i = 1; i < star->worker_count; i++)
            if (end[i] > end[from] || (end[i] == end[from] && star->up[i] < star->up[from]))
                from = i;
        int64_t best[3] = {0}, came = 0;
        for (int i = 0; i < star->worker_count; i++) {
            int64_t comes = larger(in + star->up[from], out) + star->down[i];
            int64_t order[3] = {larger(end[i], comes) + star->w[i], end[i], star->down[i]};
            bool first = order[0] < best[0] ||
                         (order[0] == best[0] &&
                          (order[1] < best[1] || (order[1] == best[1] && order[2] < best[2])));
            if (i == from || (to >= 0 && !first))
                continue;
            memcpy(best, order, sizeof best);
            to = i;
            came = comes;
        }
        if (to < 0 || end[from] <= best[0] || left[from] == 0)
            return moves;
        moves.sender[moves.count] = from;
        moves.receiver[moves.count++] = to;
        in += star->up[from];
        out = came;
        end[from] -= star->w[from];
        left[from]--;
        end[to] = best[0];
    }
}

/* How many items more a worker could compute by a date; below 0: has too many. */
static int64_t room(const struct star_reference *star, int worker, int64_t date)
{
    return date / star->w[worker] - star->load[worker];
}

/* What must leave by a date, cheapest ways up first. */
static struct moves excess(const struct star_reference *star, int64_t date)
{
    int64_t sends[REFERENCE_WORKERS] = {0};
    for (int i = 0; i < star->worker_count; i++)
        sends[i] = larger(0, -room(star, i, date));
    return by_way_up(star, sends);
}

/* Backward filling: false if it fails. */
static bool fill(const struct star_reference *star, int64_t date, const int64_t *most,
                 bool cheapest_first, bool lax, struct moves *moves)
{
    int64_t got[REFERENCE_WORKERS] = {0}, time = date;
    for (int k = moves->count - 1; k >= 0; k--) {
        int best = -1;
        int64_t best_start = 0;
        for (int i = 0; i < star->worker_count; i++) {
            int64_t start = smaller(time, date - (got[i] + 1) * star->w[i]) - star->down[i];
            bool late = start < moves->arrival[k], best_late = best_start < moves->arrival[k];
            bool better = start > best_start ||
                          (start == best_start && best >= 0 && star->down[i] < star->down[best]);
            if (cheapest_first && best >= 0)
                better = late != best_late                   ? best_late
                         : star->down[i] != star->down[best] ? star->down[i] < star->down[best]
                                                             : start > best_start;
            if (got[i] >= most[i] || (best >= 0 && !better))
                continue;
            best = i;
            best_start = start;
        }
        if (best < 0 || best_start < (lax ? 0 : moves->arrival[k]))
            return false;
        moves->receiver[k] = best;
        got[best]++;
        time = best_start;
    }
    return true;
}

struct deadline {
    int64_t date;
    int worker;
    bool kept;
};

struct sigma {
    int count; /* listed, by date, then by worker */
    int kept;
    struct deadline at[REFERENCE_WORKERS * REFERENCE_ITEMS];
};

static bool is_before(const struct deadline *a, const struct deadline *b)
{
    return a->date < b->date || (a->date == b->date && a->worker < b->worker);
}

/* MBA's sigma for a date: false for "no". */
static bool mba(const struct star_reference *star, int64_t date, const struct moves *moves,
                struct sigma *sigma)
{
    *sigma = (struct sigma){0};
    for (int i = 0; i < star->worker_count; i++) {
        int64_t q = room(star, i, date);
        if (q < 0 && date < -q * star->up[i])
            return false;
        for (int64_t l = 1; l <= smaller(q, moves->count); l++) {
            struct deadline deadline = {date - l * star->w[i], i, false};
            int place = sigma->count++;
            for (; place > 0 && is_before(&deadline, &sigma->at[place - 1]); place--)
                sigma->at[place] = sigma->at[place - 1];
            sigma->at[place] = deadline;
        }
    }
    int64_t time = moves->count > 0 ? star->up[moves->sender[0]] : 0;
    for (int d = 0; d < sigma->count; d++) {
        sigma->at[d].kept = true;
        sigma->kept++;
        time += star->down[sigma->at[d].worker];
        if (time <= sigma->at[d].date)
            continue;
        int most_expensive = -1; /* the last of the most expensive */
        for (int e = 0; e <= d; e++)
            if (sigma->at[e].kept &&
                (most_expensive < 0 ||
                 star->down[sigma->at[e].worker] >= star->down[sigma->at[most_expensive].worker]))
                most_expensive = e;
        sigma->at[most_expensive].kept = false;
        sigma->kept--;
        time -= star->down[sigma->at[most_expensive].worker];
    }
    return sigma->kept >= moves->count;
}

/* Drops what is kept beyond N: always the most expensive, of these the earliest. */
static void keep_cheapest(const struct star_reference *star, int count, struct sigma *sigma)
{
    for (; sigma->kept > count; sigma->kept--) {
        struct deadline *worst = NULL;
        for (int d = 0; d < sigma->count; d++) {
            struct deadline *at = &sigma->at[d];
            if (!at->kept)
                continue;
            int64_t more = worst ? star->down[at->worker] - star->down[worst->worker] : 1;
            if (more > 0 || (more == 0 && (at->date < worst->date || (at->date == worst->date &&
                                                                      at->worker > worst->worker))))
                worst = at;
        }
        worst->kept = false;
    }
}

/* The first N that are kept receive, in the order of their deadlines. */
static void receive_kept(const struct sigma *sigma, struct moves *moves)
{
    for (int d = 0, k = 0; d < sigma->count && k < moves->count; d++)
        if (sigma->at[d].kept)
            moves->receiver[k++] = sigma->at[d].worker;
}

/* What a heuristic tries at a date. Returns: the end of its last try, INT64_MAX if it has none;
 * *best becomes the least end seen. */
typedef int64_t attempt(const struct star_reference *star, int64_t date, int64_t *best);

static int64_t seen(int64_t end, int64_t *best)
{
    *best = smaller(*best, end);
    return end;
}

static int64_t try_mba(const struct star_reference *star, int64_t date, int64_t *best)
{
    struct moves moves = excess(star, date);
    struct sigma sigma;
    if (!mba(star, date, &moves, &sigma))
        return INT64_MAX;
    keep_cheapest(star, moves.count, &sigma);
    receive_kept(&sigma, &moves);
    return seen(end_of(star, &moves), best);
}

static int64_t try_reordered(const struct star_reference *star, int64_t date, int64_t *best)
{
    int64_t least = try_mba(star, date, best), most[REFERENCE_WORKERS] = {0};
    if (least == INT64_MAX)
        return least;
    struct moves moves = excess(star, date);
    struct sigma sigma;
    mba(star, date, &moves, &sigma);
    keep_cheapest(star, moves.count, &sigma);
    for (int d = 0; d < sigma.count; d++)
        most[sigma.at[d].worker] += sigma.at[d].kept;
    for (int rule = 0; rule < 2; rule++)
        if (fill(star, date, most, rule == 1, true, &moves))
            least = smaller(least, seen(end_of(star, &moves), best));
    return least;
}

/* R-BSA in which one worker sends `extra` items more than it must, and may get them back. */
static int64_t try_chain(const struct star_reference *star, int64_t date, int chained,
                         int64_t extra, int64_t *best)
{
    int64_t sends[REFERENCE_WORKERS] = {0}, most[REFERENCE_WORKERS] = {0};
    for (int i = 0; i < star->worker_count; i++) {
        sends[i] = larger(0, -room(star, i, date)) + (i == chained ? extra : 0);
        most[i] = larger(0, room(star, i, date)) + (i == chained ? extra : 0);
    }
    if (sends[chained] > star->load[chained])
        return INT64_MAX;
    struct moves moves = by_way_up(star, sends);
    return fill(star, date, most, false, false, &moves) ? seen(end_of(star, &moves), best)
                                                        : INT64_MAX;
}

static int64_t try_rbsa(const struct star_reference *star, int64_t date, int64_t *best)
{
    return try_chain(star, date, 0, 0, best);
}

/* Where it fails: one of the three cheapest ways up below the most expensive that must be used. */
static int64_t try_chains(const struct star_reference *star, int64_t date, int64_t *best)
{
    static const int64_t extra[] = {1, 2, 3, 4, 6};
    int64_t end = try_rbsa(star, date, best), most_expensive = 0;
    bool tried[REFERENCE_WORKERS] = {0};
    for (int i = 0; i < star->worker_count; i++)
        if (room(star, i, date) < 0)
            most_expensive = larger(most_expensive, star->up[i]);
    for (int turn = 0; turn < 3 && end > date; turn++) {
        int next = -1;
        for (int i = 0; i < star->worker_count; i++)
            if (!tried[i] && star->up[i] < most_expensive && star->load[i] > 0 &&
                (next < 0 || star->up[i] < star->up[next]))
                next = i;
        if (next < 0)
            break;
        tried[next] = true;
        for (int e = 0; e < 5 && end > date; e++)
            end = try_chain(star, date, next, extra[e], best);
    }
    return end;
}

/* LP-guided: rooms dealt to the cheapest ways down first, of equal ones to the quickest. */
static int64_t try_lp(const struct star_reference *star, int64_t date, int64_t *best)
{
    struct moves moves = excess(star, date);
    int64_t cap[REFERENCE_WORKERS] = {0}, left = moves.count;
    bool dealt[REFERENCE_WORKERS] = {0};
    for (int turn = 0; turn < star->worker_count && left > 0; turn++) {
        int next = -1;
        for (int i = 0; i < star->worker_count; i++)
            if (!dealt[i] && (next < 0 || star->down[i] < star->down[next] ||
                              (star->down[i] == star->down[next] && star->w[i] < star->w[next])))
                next = i;
        dealt[next] = true;
        int64_t time = date - moves.arrival[0] - star->down[next];
        int64_t fits = smaller(room(star, next, date), time < 0 ? 0 : time / star->w[next]);
        cap[next] = larger(0, smaller(left, fits));
        left -= cap[next];
    }
    return fill(star, date, cap, false, true, &moves) ? seen(end_of(star, &moves), best)
                                                      : INT64_MAX;
}

/* The least T with sum floor(T / w_i) >= n. */
static int64_t computation_bound(const struct star_reference *star)
{
    for (int64_t date = 0;; date++) {
        int64_t missing = 0;
        for (int i = 0; i < star->worker_count; i++)
            missing += star->load[i] - date / star->w[i];
        if (missing <= 0)
            return date;
    }
}

/* Halves the dates from the computation bound to the end at rest; what ends by its date passes. */
static int64_t bisect(const struct star_reference *star, attempt *try)
{
    int64_t best = end_at_rest(star), low = computation_bound(star) - 1, high = best;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2, end = try(star, middle, &best);
        if (end <= middle)
            high = end;
        else
            low = middle;
    }
    return best;
}

/* Believes its yes; what it plans for the last of them may end later. */
static int64_t printed(const struct star_reference *star)
{
    int64_t low = computation_bound(star) - 1, high = end_at_rest(star);
    struct moves moves;
    struct sigma sigma;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        moves = excess(star, middle);
        if (mba(star, middle, &moves, &sigma))
            high = middle;
        else
            low = middle;
    }
    moves = excess(star, high);
    mba(star, high, &moves, &sigma);
    receive_kept(&sigma, &moves);
    return end_of(star, &moves);
}

static int64_t portfolio(const struct star_reference *star)
{
    struct moves moves = bba(star);
    int64_t sends[REFERENCE_WORKERS] = {0};
    for (int k = 0; k < moves.count; k++)
        sends[moves.sender[k]]++;
    struct moves sorted = by_way_up(star, sends);
    memcpy(sorted.receiver, moves.receiver, sizeof sorted.receiver);
    int64_t others = smaller(bisect(star, try_reordered), bisect(star, try_chains));
    return smaller(smaller(end_at_rest(star), end_of(star, &sorted)), others);
}

int64_t star_reference_end(const struct star_reference *star, const char *name)
{
    if (strcmp(name, "star-bba") == 0) {
        struct moves moves = bba(star);
        return end_of(star, &moves);
    }
    if (strcmp(name, "star-mba-printed") == 0)
        return printed(star);
    if (strcmp(name, "star-portfolio") == 0)
        return portfolio(star);
    static const struct {
        const char *name;
        attempt *try;
    } bisected[] = {{"star-mba-simulated", try_mba},
                    {"star-mba-reordered", try_reordered},
                    {"star-rbsa", try_rbsa},
                    {"star-lp-guided", try_lp}};
    for (int i = 0; i < 4; i++)
        if (strcmp(name, bisected[i].name) == 0)
            return bisect(star, bisected[i].try);
    return -1;
}
