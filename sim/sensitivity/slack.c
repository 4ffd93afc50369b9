#include "slack.h"

#include "sim/base/gcd.h"

/* The length of a path whose slower parts take so many times as long: constant + slope * factor. */
struct line {
    int64_t constant, slope;
};

/* A factor; denominator 0: beyond all numbers. */
struct factor {
    int64_t numerator, denominator;
};

/* Below 0, 0 or above 0 as one line is below, as high or above another at a factor; of equal ones
 * the steeper is above. */
static int compare(struct line a, struct line b, struct factor at)
{
    rd_wide constant = (rd_wide)(a.constant - b.constant) * at.denominator;
    rd_wide slope = (rd_wide)(a.slope - b.slope) * at.numerator;
    if (constant + slope != 0)
        return constant + slope < 0 ? -1 : 1;
    if (a.slope != b.slope)
        return a.slope < b.slope ? -1 : 1;
    return rd_order(a.constant, b.constant);
}

static struct line higher(struct line a, struct line b, struct factor at)
{
    return compare(a, b, at) >= 0 ? a : b;
}

/* How long an activity lasts at a factor, and just beyond. */
static struct line duration(const struct rd_plan_network *network, const bool *slower, size_t a,
                            struct factor at)
{
    struct line moves = {0, 0};
    for (uint32_t i = network->part_first[a]; i < network->part_first[a + 1]; i++) {
        const struct rd_activity_part *part = &network->part[i];
        bool slow = slower && slower[part->resource];
        struct line line = {slow ? 0 : part->units, slow ? part->units : 0};
        moves = higher(moves, line, at);
    }
    moves.constant += network->fixed[a];
    return moves;
}

/* The longest path at a factor, and just beyond. */
static struct line longest(const struct rd_plan_network *network, const bool *slower,
                           struct factor at, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct line *end = rd_take(scratch, network->count, struct line), last = {0, 0};
    for (size_t a = 0; a < network->count; a++) {
        struct line start = {0, 0}, lasts = duration(network, slower, a, at);
        for (uint32_t i = network->first[a]; i < network->first[a + 1]; i++)
            start = higher(start, end[network->before[i]], at);
        end[a] = (struct line){start.constant + lasts.constant, start.slope + lasts.slope};
        last = higher(last, end[a], at);
    }
    return last;
}

/* The factor at which a line that climbs meets the end. */
static struct factor meet(struct line line, int64_t end)
{
    int64_t numerator = end - line.constant;
    int64_t common = rd_gcd(numerator, line.slope);
    return (struct factor){numerator / common, line.slope / common};
}

static bool is_later(struct line line, int64_t end, struct factor at)
{
    return (rd_wide)line.constant * at.denominator + (rd_wide)line.slope * at.numerator >
           (rd_wide)end * at.denominator;
}

void rd_slack_find(const struct rd_plan_network *network, const bool *slower,
                   struct rd_arena *scratch, struct rd_slack *ret_slack)
{
    int64_t end = longest(network, NULL, (struct factor){1, 1}, scratch).constant;
    struct factor at = {1, 0};
    struct line line = longest(network, slower, at, scratch);
    *ret_slack = (struct rd_slack){.any = line.slope == 0, .numerator = 1};
    if (ret_slack->any)
        return;
    do {
        at = meet(line, end);
        line = longest(network, slower, at, scratch);
    } while (is_later(line, end, at));
    ret_slack->numerator = at.numerator;
    ret_slack->denominator = at.denominator;
    ret_slack->later = line.slope;
}

/* Corners that are being looked for. */
struct corners {
    const struct rd_plan_network *network;
    const bool *slower;
    struct rd_arena *arena;
    double low, high;
    double *factor; /* [count] */
    size_t count;
};

/* Those between two lines of the end, the left one less steep: where they meet, unless the end is
 * above them there. */
static void find_corners(struct corners *corners, struct line left, struct line right)
{
    if (left.slope >= right.slope)
        return;
    struct line steeper = {right.constant, right.slope - left.slope};
    struct factor at = meet(steeper, left.constant);
    struct line line = longest(corners->network, corners->slower, at, corners->arena);
    if (line.slope < right.slope) { /* where lines meet the steeper one counts */
        find_corners(corners, left, line);
        find_corners(corners, line, right);
        return;
    }
    double factor = (double)at.numerator / (double)at.denominator;
    if (factor > corners->low && factor < corners->high)
        rd_arena_add(corners->arena, corners->factor, corners->count, factor);
}

size_t rd_slack_corners(const struct rd_plan_network *network, const bool *slower, double low,
                        double high, struct rd_arena *arena, double **ret_factor)
{
    struct corners corners = {network, slower, arena, low, high, NULL, 0};
    struct line first = longest(network, slower, (struct factor){0, 1}, arena);
    find_corners(&corners, first, longest(network, slower, (struct factor){1, 0}, arena));
    *ret_factor = corners.factor;
    return corners.count;
}

struct rd_activity_dates rd_activity_dates_find(const struct rd_plan_network *network,
                                                struct rd_arena *arena)
{
    struct factor now = {1, 1};
    size_t count = network->count;
    struct rd_activity_dates dates = {rd_take(arena, count, int64_t),
                                      rd_take(arena, count, int64_t),
                                      rd_take(arena, count, int64_t)};
    int64_t *latest = rd_take(arena, count, int64_t), last = 0;
    for (size_t a = 0; a < count; a++) {
        for (uint32_t i = network->first[a]; i < network->first[a + 1]; i++)
            dates.start[a] = rd_greatest(dates.start[a], dates.end[network->before[i]]);
        dates.end[a] = dates.start[a] + duration(network, NULL, a, now).constant;
        last = rd_greatest(last, dates.end[a]);
    }
    for (size_t a = 0; a < count; a++)
        latest[a] = last;
    for (size_t a = count; a-- > 0;) {
        dates.slack[a] = latest[a] - dates.end[a];
        for (uint32_t i = network->first[a]; i < network->first[a + 1]; i++) {
            int64_t *before = &latest[network->before[i]];
            *before = rd_least(*before, dates.start[a] + dates.slack[a]);
        }
    }
    return dates;
}
