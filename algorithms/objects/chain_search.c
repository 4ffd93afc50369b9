#include "chain_search.h"

#include "sim/base/guard.h"
#include "sim/base/integers.h"
#include "sim/base/rng.h"
#include "sim/referee/referee.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A message, and the date by which it is listed. */
struct trip {
    double date_s;
    uint32_t object, from, to;
};

/* The messages of a plan, by date. */
struct trips {
    size_t count, capacity;
    struct trip *trip;
    double end_s;
};

struct search {
    const struct rd_instance *instance;
    const struct rd_multicast *multicast;
    struct rd_rng rng;
    struct trips best, tried;
    double *near_s;    /* [hosts] from the nearest source */
    uint32_t *came_by; /* [hosts] the link of the shortest way */
    bool *reached;     /* [hosts] */
    struct rd_arena *arena, *scratch;
};

static void make_room(struct search *search, struct trips *trips, size_t count)
{
    if (count <= trips->capacity)
        return;
    struct trip *more = rd_take(search->arena, 2 * count, struct trip);
    if (trips->count > 0)
        memcpy(more, trips->trip, trips->count * sizeof *more);
    trips->trip = more;
    trips->capacity = 2 * count;
}

static void add(struct search *search, struct trips *trips, struct trip trip)
{
    make_room(search, trips, trips->count + 1);
    trips->trip[trips->count++] = trip;
}

RD_ORDERED_BY(by_date, struct trip, date_s, object)

/* What the referee makes of messages listed by date: their starts, and the end. */
static void judge(struct search *search, struct trips *trips)
{
    rd_arena_own(own);
    struct rd_plan plan = {.timing = RD_SELF_TIMED, .keeps_shared = true};
    struct rd_trace trace = {0};
    struct rd_verdict verdict;
    qsort(trips->trip, trips->count, sizeof *trips->trip, by_date);
    for (size_t i = 0; i < trips->count; i++) {
        const struct trip *trip = &trips->trip[i];
        rd_plan_add(&plan, &own,
                    (struct rd_transfer){.from = trip->from,
                                         .to = trip->to,
                                         .kind = (int32_t)trip->object,
                                         .items = 1,
                                         .messages = 1});
    }
    rd_referee_plan(search->instance, &plan, &own, search->scratch, &trace, &verdict);
    rd_assert(verdict.violation == RD_LEGAL && trace.transfer_count == trips->count);
    for (size_t i = 0; i < trips->count; i++) {
        const struct rd_timed_transfer *of = &trace.transfer[i];
        trips->trip[i] = (struct trip){of->start_s, (uint32_t)of->kind, of->from, of->to};
    }
    qsort(trips->trip, trips->count, sizeof *trips->trip, by_date);
    trips->end_s = verdict.makespan_s;
}

static double lasts_s(const struct search *search, uint32_t object, uint32_t link)
{
    return rd_multicast_message_s(search->multicast, search->multicast->piece[object].length, link,
                                  1);
}

/* The hosts' shortest ways from the sources of an object, where each link takes what it does, times
 * e^-spread .. e^spread. */
static void find_ways(struct search *search, uint32_t object, double spread)
{
    const struct rd_network *network = &search->multicast->network;
    const struct rd_multicast_piece *piece = &search->multicast->piece[object];
    uint32_t hosts = network->host_count;
    for (uint32_t host = 0; host < hosts; host++) {
        search->near_s[host] = INFINITY;
        search->reached[host] = false;
    }
    for (uint32_t i = 0; i < piece->holder_count; i++)
        search->near_s[piece->holder[i]] = 0;
    for (uint32_t step = 0; step < hosts; step++) {
        uint32_t next = hosts;
        for (uint32_t host = 0; host < hosts; host++)
            if (!search->reached[host] && isfinite(search->near_s[host]) &&
                (next == hosts || search->near_s[host] < search->near_s[next]))
                next = host;
        if (next == hosts)
            return;
        search->reached[next] = true;
        for (uint32_t link = network->out_first[next]; link < network->out_first[next + 1];
             link++) {
            double factor = exp(spread * (2 * rd_rng_unit(&search->rng) - 1));
            double there_s = search->near_s[next] + lasts_s(search, object, link) * factor;
            if (there_s >= search->near_s[network->to[link]])
                continue;
            search->near_s[network->to[link]] = there_s;
            search->came_by[network->to[link]] = link;
        }
    }
}

/* Sends an object another way, from some date on. */
static void reroute(struct search *search, uint32_t object)
{
    const struct rd_network *network = &search->multicast->network;
    static const double spread[] = {0, 1, 3, 3};
    struct trips *tried = &search->tried;
    size_t kept = 0;
    for (size_t i = 0; i < tried->count; i++)
        if (tried->trip[i].object != object)
            tried->trip[kept++] = tried->trip[i];
    tried->count = kept;
    find_ways(search, object, spread[rd_rng_below(&search->rng, 4)]);
    double begin_s = rd_rng_unit(&search->rng) * search->best.end_s;
    begin_s *= rd_rng_unit(&search->rng);
    double before_s = 0;
    for (uint32_t at = search->instance->objects->to[object]; search->near_s[at] > 0;) {
        uint32_t link = search->came_by[at];
        before_s += lasts_s(search, object, link);
        at = network->from[link];
        add(search, tried, (struct trip){-before_s, object, at, network->to[link]});
    }
    for (size_t i = kept; i < tried->count; i++)
        tried->trip[i].date_s += begin_s + before_s;
}

enum listing { ALL, FIRST_EARLIER, LAST_LATER, LISTINGS };

/* Lists messages of an object at other dates. */
static void list_anew(struct search *search, uint32_t object)
{
    struct trips *tried = &search->tried;
    enum listing which = (enum listing)rd_rng_below(&search->rng, LISTINGS);
    double by_s = search->best.end_s * rd_rng_unit(&search->rng) * rd_rng_unit(&search->rng);
    if (which == FIRST_EARLIER || (which == ALL && rd_rng_below(&search->rng, 2) == 0))
        by_s = -by_s;
    struct trip *last = NULL;
    for (size_t i = 0; i < tried->count; i++) {
        if (tried->trip[i].object != object)
            continue;
        if (which == ALL || (which == FIRST_EARLIER && !last))
            tried->trip[i].date_s += by_s;
        last = &tried->trip[i];
    }
    if (which == LAST_LATER)
        last->date_s += by_s;
}

/* Some object: half of the time one whose last message is among the last to start. */
static uint32_t choose(struct search *search)
{
    size_t count = search->best.count, late = count / 4 + 1;
    if (rd_rng_below(&search->rng, 2) == 0)
        return (uint32_t)rd_rng_below(&search->rng, search->instance->objects->count);
    return search->best.trip[count - 1 - rd_rng_below(&search->rng, late)].object;
}

static void try(struct search *search)
{
    make_room(search, &search->tried, search->best.count);
    search->tried.count = search->best.count;
    memcpy(search->tried.trip, search->best.trip, search->best.count * sizeof *search->best.trip);
    uint32_t object = choose(search);
    if (rd_rng_below(&search->rng, 2) == 0)
        reroute(search, object);
    else
        list_anew(search, object);
    judge(search, &search->tried);
    if (search->tried.end_s > search->best.end_s)
        return;
    struct trips swapped = search->best;
    search->best = search->tried;
    search->tried = swapped;
}

void rd_search_chains(const struct rd_instance *instance, const struct rd_multicast *multicast,
                      const struct rd_chain_effort *effort, double plan_s, struct rd_arena *arena,
                      struct rd_arena *scratch, struct rd_plan *plan)
{
    enum { MOST_PLANS = 4000 };
    rd_arena_own(own);
    uint32_t hosts = multicast->network.host_count;
    struct search search = {.instance = instance,
                            .multicast = multicast,
                            .rng = rd_rng_seeded(effort->seed, 1),
                            .near_s = rd_take(&own, hosts, double),
                            .came_by = rd_take(&own, hosts, uint32_t),
                            .reached = rd_take(&own, hosts, bool),
                            .arena = &own,
                            .scratch = scratch};
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *of = &plan->transfer[i];
        add(&search, &search.best, (struct trip){(double)i, (uint32_t)of->kind, of->from, of->to});
    }
    judge(&search, &search.best);
    int64_t left = effort->messages;
    for (int plans = 0; plans < MOST_PLANS && left > 0 && !rd_time_is_up() &&
                        search.best.end_s > effort->bound_s * (1 + 1e-9);
         plans++) {
        try(&search);
        left -= (int64_t)search.tried.count + multicast->network.link_count / 4;
    }
    if (search.best.end_s >= plan_s * (1 - 1e-9))
        return;
    *plan = (struct rd_plan){.timing = RD_SELF_TIMED, .keeps_shared = true};
    for (size_t i = 0; i < search.best.count; i++) {
        const struct trip *trip = &search.best.trip[i];
        rd_plan_add(plan, arena,
                    (struct rd_transfer){.from = trip->from,
                                         .to = trip->to,
                                         .kind = (int32_t)trip->object,
                                         .items = 1,
                                         .messages = 1});
    }
}
