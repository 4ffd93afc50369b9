#include "star.h"

#include "algorithms/kernels/common_unit.h"
#include "sim/base/keyed_sort.h"
#include "sim/base/integers.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

uint32_t rd_star_width(const struct rd_instance *instance)
{
    uint32_t m = instance->topology.host_count - 1, ports = rd_host_ports(instance, m);
    return ports < m ? ports : m;
}

bool rd_star_accepts_one_kind(const struct rd_instance *instance, const char *what,
                              struct rd_error *reterr)
{
    uint32_t master = instance->topology.host_count - 1;
    char label[RD_LABEL_SIZE];
    if (instance->kind_count != 1)
        return rd_refuse(reterr, "%" PRIu32 " kinds of items: %s is for one kind",
                         instance->kind_count, what);
    if (rd_load(instance, master, 0) != 0)
        return rd_refuse(
            reterr, "the master, %s, holds %" PRId64 " items: %s takes a master that holds none",
            rd_host_label(instance, master, label), rd_load(instance, master, 0), what);
    return true;
}

static bool accepts_link(const struct rd_instance *instance, uint32_t worker, const char *what,
                         struct rd_error *reterr)
{
    char label[RD_LABEL_SIZE];
    if (rd_star_item_s(instance, worker, true) == 0 || rd_star_item_s(instance, worker, false) == 0)
        return rd_refuse(reterr,
                         "an item takes no time between %s and the master: %s needs more than 0 s",
                         rd_host_label(instance, worker, label), what);
    return true;
}

bool rd_star_accepts(const struct rd_instance *instance, const char *what, struct rd_error *reterr)
{
    uint32_t m = instance->topology.host_count - 1;
    if (!rd_star_accepts_one_kind(instance, what, reterr))
        return false;
    for (uint32_t worker = 0; worker < m; worker++)
        if (!accepts_link(instance, worker, what, reterr))
            return false;
    int64_t items = rd_item_count(instance, 0);
    if (items > RD_STAR_ITEM_LIMIT)
        return rd_refuse(reterr, "%" PRId64 " items: %s takes up to %d", items, what,
                         RD_STAR_ITEM_LIMIT);
    return rd_star_accepts_times(instance, what, reterr);
}

static double time_at_rest_s(const struct rd_instance *instance)
{
    double rest_s = 0;
    for (uint32_t worker = 0; worker + 1 < instance->topology.host_count; worker++)
        rest_s = fmax(rest_s,
                      (double)rd_load(instance, worker, 0) * rd_compute_item_s(instance, worker));
    return rest_s;
}

bool rd_star_accepts_times(const struct rd_instance *instance, const char *what,
                           struct rd_error *reterr)
{
    return isfinite(8 * (double)RD_ITEM_LIMIT * time_at_rest_s(instance)) ||
           rd_refuse(
               reterr,
               "computing all items takes %.10g s where they are: %s cannot add up such times",
               time_at_rest_s(instance), what);
}

/* Gives costs that all count as one the least of them. Returns: the greatest. */
static double level(double *cost_s, uint32_t count)
{
    double least_s = cost_s[0], most_s = cost_s[0];
    bool same = true;
    for (uint32_t i = 1; i < count; i++) {
        same = same && rd_same_cost(cost_s[i], cost_s[0]);
        least_s = fmin(least_s, cost_s[i]);
        most_s = fmax(most_s, cost_s[i]);
    }
    for (uint32_t i = 0; i < count && same; i++)
        cost_s[i] = least_s;
    return most_s;
}

int64_t rd_star_least(const int64_t *cost, uint32_t count)
{
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < count; i++)
        least = rd_least(least, cost[i]);
    return least;
}

/* An end that no plan beats: all workers compute all the time, and something moves or nothing. */
static int64_t least_end(const struct rd_star *star, uint32_t links)
{
    int64_t rest = rd_star_time_at_rest(star), computation = rd_star_computation_bound(star);
    int64_t way = rd_star_least(star->up, links) + rd_star_least(star->down, links) +
                  rd_star_least(star->w, star->worker_count);
    int64_t either = way < rest ? way : rest;
    return either > computation ? either : computation;
}

/* Rounds costs down to a unit in which no sum of one way up, one way down and one computation for
 * each item exceeds 2^61. A power of 2: so dividing by it loses nothing. In: the costs of ways up,
 * ways down, and workers. */
static void round_down(double *cost_s, uint32_t links, double rest_s, int64_t *cost,
                       struct rd_star *star)
{
    enum { DIGITS = 60 };
    uint32_t m = star->worker_count, ways = 2 * links;
    for (uint32_t i = 0; i < ways + m; i++)
        cost_s[i] = rest_s > 0 ? fmin(cost_s[i], 2 * rest_s) : 0;
    double most_s = level(cost_s, links) + level(cost_s + links, links) + level(cost_s + ways, m);
    most_s = fmax(most_s * (double)star->item_count, ldexp(DBL_MIN, DIGITS));
    star->unit_s = ldexp(1, ilogb(most_s) - DIGITS);
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < ways + m; i++) {
        cost[i] = (int64_t)(cost_s[i] / star->unit_s);
        if (cost[i] == 0 && (cost_s[i] > 0 || i >= ways)) {
            cost[i] = 1;
            star->lifted = 3 * star->item_count;
        }
        least = cost[i] > 0 && cost[i] < least ? cost[i] : least;
    }
    int64_t end = least_end(star, links);
    star->grain = end >> 32;
    star->precise = least >> 31 > 0 || 3 * (double)star->item_count <= 3e-10 * (double)end;
}

/* Whose costs are read: so many ways up, as many ways down, and all workers. */
struct reader {
    const struct rd_instance *instance;
    uint32_t links;
};

static void read_costs(const void *context, uint32_t first, uint32_t count, double *ret_cost_s)
{
    const struct reader *reader = context;
    const struct rd_instance *instance = reader->instance;
    uint32_t links = reader->links, i = 0;
    for (; i < count && first + i < 2 * links; i++)
        ret_cost_s[i] = rd_star_item_s(instance, (first + i) % links, first + i < links);
    double flops = instance->speed_flops_per_s ? instance->flops_per_item : 0;
    for (; i < count; i++)
        ret_cost_s[i] = flops > 0 ? flops / instance->speed_flops_per_s[first + i - 2 * links] : 0;
}

/* The least of the costs: the fastest worker has that of computing. */
static double least_cost_s(const struct reader *reader)
{
    const struct rd_instance *instance = reader->instance;
    enum { LANES = 4 }; /* that do not wait for each other */
    double most[LANES] = {0}, least_s = INFINITY;
    for (uint32_t i = 0; i < reader->links; i++)
        least_s = fmin(least_s,
                       fmin(rd_star_item_s(instance, i, true), rd_star_item_s(instance, i, false)));
    if (instance->flops_per_item == 0 || !instance->speed_flops_per_s)
        return 0;
    const double *speed = instance->speed_flops_per_s;
    uint32_t count = instance->topology.host_count - 1, host = 0;
    for (; host + LANES <= count; host += LANES)
        for (uint32_t lane = 0; lane < LANES; lane++)
            most[lane] = speed[host + lane] > most[lane] ? speed[host + lane] : most[lane];
    for (; host < count; host++)
        most[0] = fmax(most[0], speed[host]);
    double fastest = fmax(fmax(most[0], most[1]), fmax(most[2], most[3]));
    return fmin(least_s, instance->flops_per_item / fastest);
}

static struct rd_star read_star(const struct rd_instance *instance, bool one_link,
                                struct rd_arena *arena)
{
    uint32_t m = instance->topology.host_count - 1, links = one_link ? 1 : m;
    uint32_t count = 2 * links + m;
    struct reader reader = {instance, links};
    int64_t *cost = rd_take(arena, count, int64_t);
    struct rd_star star = {
        .worker_count = m,
        .up = cost,
        .down = cost + links,
        .w = cost + 2 * links,
        .load = instance->load,
        .item_count = rd_item_count(instance, 0),
        .whole = rd_common_unit_read(read_costs, &reader, count, least_cost_s(&reader),
                                     RD_STAR_UNITS, cost),
        .precise = true,
        .one_link = one_link,
    };
    if (star.whole) {
        star.unit_s = rd_star_item_s(instance, 0, true) / (double)cost[0];
        return star;
    }
    double *cost_s = rd_take(arena, count, double);
    read_costs(&reader, 0, count, cost_s);
    round_down(cost_s, links, time_at_rest_s(instance), cost, &star);
    return star;
}

struct rd_star rd_star_read(const struct rd_instance *instance, struct rd_arena *arena)
{
    return read_star(instance, false, arena);
}

struct rd_star rd_star_read_compact(const struct rd_instance *instance, struct rd_arena *arena)
{
    return read_star(instance, instance->costs_equal, arena);
}

bool rd_star_accepts_precisely(const struct rd_instance *instance, const char *what,
                               struct rd_error *reterr)
{
    if (!rd_star_accepts(instance, what, reterr))
        return false;
    rd_arena_own(work);
    return rd_star_read(instance, &work).precise ||
           rd_refuse(reterr,
                     "items take times too far apart for %" PRId64
                     " of them to be added up to 1e-9 of the end: %s needs that",
                     rd_item_count(instance, 0), what);
}

static bool all_equal(const int64_t *cost, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (cost[i] != cost[0])
            return false;
    return true;
}

bool rd_star_links_are_equal(const struct rd_star *star)
{
    return star->one_link ||
           (all_equal(star->up, star->worker_count) && all_equal(star->down, star->worker_count));
}

int64_t rd_star_time_at_rest(const struct rd_star *star)
{
    int64_t last = 0;
    for (uint32_t worker = 0; worker < star->worker_count; worker++)
        if (star->load[worker] * star->w[worker] > last)
            last = star->load[worker] * star->w[worker];
    return last;
}

int64_t rd_star_excess(const struct rd_star *star, int64_t date)
{
    int64_t excess = 0;
    for (uint32_t worker = 0; worker < star->worker_count; worker++)
        if (star->load[worker] * star->w[worker] > date) /* saves most divisions */
            excess -= rd_star_capacity(star, worker, date);
    return excess;
}

int64_t rd_star_rooms(const struct rd_star *star, int64_t date, int64_t *sends, int64_t *most)
{
    int64_t excess = 0;
    for (uint32_t worker = 0; worker < star->worker_count; worker++) {
        int64_t room = rd_star_capacity(star, worker, date);
        if (sends)
            sends[worker] = room < 0 ? -room : 0;
        if (most)
            most[worker] = room > 0 ? room : 0;
        excess -= room < 0 ? room : 0;
    }
    return excess;
}

int64_t rd_star_dearest_sender(const struct rd_star *star, int64_t date)
{
    int64_t dearest = 0;
    for (uint32_t worker = 0; worker < star->worker_count; worker++)
        if (rd_star_capacity(star, worker, date) < 0 && star->up[worker] > dearest)
            dearest = star->up[worker];
    return dearest;
}

uint32_t *rd_star_by_up(const struct rd_star *star, struct rd_arena *arena)
{
    return rd_order_by_keys(star->up, NULL, star->worker_count, arena);
}

uint32_t *rd_star_by_down(const struct rd_star *star, struct rd_arena *arena)
{
    return rd_order_by_keys(star->down, NULL, star->worker_count, arena);
}

struct rd_star_moves rd_star_moves_make(int64_t count, struct rd_arena *arena)
{
    return (struct rd_star_moves){
        .count = count,
        .sender = rd_take(arena, (size_t)count, uint32_t),
        .receiver = rd_take(arena, (size_t)count, uint32_t),
    };
}

struct rd_star_moves rd_star_moves_copy(const struct rd_star_moves *moves, struct rd_arena *arena)
{
    struct rd_star_moves copy = rd_star_moves_make(moves->count, arena);
    if (moves->count > 0) {
        memcpy(copy.sender, moves->sender, (size_t)moves->count * sizeof *copy.sender);
        memcpy(copy.receiver, moves->receiver, (size_t)moves->count * sizeof *copy.receiver);
    }
    return copy;
}

void rd_star_list_senders(const struct rd_star *star, const uint32_t *by_up, const int64_t *sends,
                          uint32_t *sender, int64_t *arrival)
{
    int64_t time = 0;
    for (uint32_t i = 0; i < star->worker_count; i++)
        for (int64_t left = sends[by_up[i]]; left > 0; left--) {
            time += star->up[by_up[i]];
            if (sender)
                *sender++ = by_up[i];
            if (arrival)
                *arrival++ = time;
        }
}

int64_t rd_star_makespan(const struct rd_star *star, const struct rd_star_moves *moves,
                         int64_t *end)
{
    for (uint32_t worker = 0; worker < star->worker_count; worker++)
        end[worker] = star->load[worker] * star->w[worker];
    for (int64_t k = 0; k < moves->count; k++)
        end[moves->sender[k]] -= star->w[moves->sender[k]];
    int64_t in = 0, out = 0;
    for (int64_t k = 0; k < moves->count; k++) {
        uint32_t receiver = moves->receiver[k];
        in += star->up[moves->sender[k]];
        out = (in > out ? in : out) + star->down[receiver];
        end[receiver] = (end[receiver] > out ? end[receiver] : out) + star->w[receiver];
    }
    int64_t last = out;
    for (uint32_t worker = 0; worker < star->worker_count; worker++)
        last = end[worker] > last ? end[worker] : last;
    return last;
}

/* Where the run of a worker's items ends. */
static int64_t end_of_run(const uint32_t *worker, int64_t first, int64_t count)
{
    int64_t next = first + 1;
    while (next < count && worker[next] == worker[first])
        next++;
    return next;
}

/* One transfer for each run of the same worker. */
static void add_port(const uint32_t *worker, int64_t count, uint32_t master, bool in,
                     struct rd_arena *arena, struct rd_plan *plan)
{
    for (int64_t first = 0, next; first < count; first = next) {
        next = end_of_run(worker, first, count);
        rd_plan_add(plan, arena,
                    (struct rd_transfer){.from = in ? worker[first] : master,
                                         .to = in ? master : worker[first],
                                         .items = 1,
                                         .messages = next - first});
    }
}

void rd_star_plan(const struct rd_star *star, const struct rd_star_moves *moves,
                  struct rd_arena *arena, struct rd_plan *plan)
{
    size_t rows = 0;
    for (int64_t k = 0; k < moves->count; k = end_of_run(moves->sender, k, moves->count))
        rows++;
    for (int64_t k = 0; k < moves->count; k = end_of_run(moves->receiver, k, moves->count))
        rows++;
    rd_plan_reserve(plan, arena, rows);
    add_port(moves->sender, moves->count, star->worker_count, true, arena, plan);
    add_port(moves->receiver, moves->count, star->worker_count, false, arena, plan);
}

/* Can workers compute all by a date, were links free? */
static bool computation_passes(const struct rd_star *star, int64_t date)
{
    int64_t left = star->item_count;
    for (uint32_t worker = 0; worker < star->worker_count && left > 0; worker++)
        left -= date / star->w[worker];
    return left <= 0;
}

int64_t rd_star_computation_bound(const struct rd_star *star)
{
    /* Workers compute as much together as if items could be divided, or up to one each less. */
    const double margin = 1e-8; /* for sums of rounded numbers */
    double rate = 0, items = (double)star->item_count;
    for (uint32_t worker = 0; worker < star->worker_count; worker++)
        rate += 1 / (double)star->w[worker];
    int64_t low = (int64_t)(items / rate * (1 - margin));
    int64_t high = rd_star_time_at_rest(star);
    double enough = (items + star->worker_count) / rate * (1 + margin);
    if (enough < (double)high)
        high = (int64_t)enough + 1;
    RD_FIND_FIRST(low, high, date, computation_passes(star, date));
    return high;
}
