/* Stars whose master has several ports, and that compute.
 *
 *     arrivals   up_i  2 up_i  ..  of worker i        T - w_j - down_j   slots of worker j, from
 * the \      \                            /                 last back: the l-th ends by master ---
 * time --- time --- time -                  T - l w_j, and before the one behind it starts
 *
 * With a port for every worker each link works alone. All can end by T if and only if the items
 * that overloaded workers must send flow from arrivals to slots that start no earlier, where a
 * worker that sends more than it must gets as much back: a maximum flow, whose least cut is why an
 * earlier end is impossible. (Of a worker the first arrivals and the last slots are as good as any;
 * nothing received is sent on, for it could have stayed at the master.) The k-th arrival goes to
 * the k-th slot. With fewer ports the same is a bound, and dates from there on are tried: the flow
 * of a date says who sends and receives, in the order of dates, or the cheapest links up first; the
 * shortest plan is kept, also of the heuristics for one port.
 * Where arrivals and slots are too many, nobody sends more than it must: a heuristic.
 * Hypotheses: links on which an item takes more than 0 s. */
#include "bounds.h"
#include "heuristic.h"
#include "links_alone.h"
#include "port_queues.h"

#include <math.h>

/* The least date by which all can end over links that each work alone, and its moves; or, if nobody
 * sends more than it must, by which they can then. */
static int64_t find_date(const struct rd_star *star, bool exchange, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_star_moves *ret_moves)
{
    int64_t cut, low = rd_star_least_date_alone(star, scratch, &cut) - 1,
                 high = rd_star_time_at_rest(star);
    *ret_moves = (struct rd_star_moves){0};
    for (int64_t date = low + 1; high - low > 1; date = low + (high - low) / 2) {
        struct rd_arena_mark mark = rd_arena_mark(scratch);
        struct rd_star_moves moves;
        bool passes = rd_star_try_alone(star, date, exchange, scratch, &moves);
        rd_assert(passes || !exchange); /* a maximum flow is a least cut */
        if (passes)
            *ret_moves = rd_star_moves_copy(&moves, arena);
        *(passes ? &high : &low) = date;
        rd_arena_rewind(scratch, mark);
    }
    return high;
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_star_alone_accepts(instance, reterr);
}

/* --- plans --- */

/* The moves of a date, in the order of dates and with the cheapest links up first. Returns: does
 * one of the plans end by then? */
static bool try_ports(struct rd_star_shortest *search, const struct rd_star *star, int64_t date,
                      const uint32_t *by_up)
{
    struct rd_star_moves moves;
    struct rd_arena_mark mark = rd_arena_mark(search->scratch);
    bool passes =
        rd_star_try_alone(star, date, rd_star_may_exchange(star), search->scratch, &moves);
    if (passes) {
        double end_s = rd_star_keep_shorter(search, star, &moves);
        int64_t *sends = rd_take(search->scratch, star->worker_count, int64_t);
        for (int64_t k = 0; k < moves.count; k++)
            sends[moves.sender[k]]++;
        rd_star_list_senders(star, by_up, sends, moves.sender, NULL);
        end_s = fmin(end_s, rd_star_keep_shorter(search, star, &moves));
        passes = end_s <= (double)date * star->unit_s * (1 + 1e-9);
    }
    rd_arena_rewind(search->scratch, mark);
    return passes;
}

static void try_dates(struct rd_star_shortest *search, const struct rd_star *star, int64_t low)
{
    const uint32_t *by_up = rd_star_by_up(star, search->scratch);
    int64_t high = rd_star_time_at_rest(star);
    low--;
    while (high - low > 1 + star->grain) {
        int64_t middle = low + (high - low) / 2;
        if (try_ports(search, star, middle, by_up))
            high = middle;
        else
            low = middle;
    }
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_star star = rd_star_read(instance, scratch);
    struct rd_star_shortest search = {instance, arena, scratch, INFINITY, {0}};
    struct rd_star_moves moves = {0};
    rd_star_keep_shorter(&search, &star, &moves);
    int64_t date = find_date(&star, rd_star_may_exchange(&star), scratch, arena, &moves);
    rd_star_keep_shorter(&search, &star, &moves);
    if (!rd_star_links_are_alone(instance)) {
        try_dates(&search, &star, date);
        if (rd_star_heuristic_accepts(instance, options, NULL)) {
            moves = rd_star_portfolio(&star, true, scratch, arena).moves;
            rd_star_keep_shorter(&search, &star, &moves);
        }
    }
    *ret_plan = search.plan;
    return true;
}

static bool promises(const struct rd_instance *instance)
{
    if (instance->topology.shape != RD_STAR || !rd_star_links_are_alone(instance) ||
        !rd_star_accepts_precisely(instance, "the optimum", NULL))
        return false;
    rd_arena_own(work);
    struct rd_star star = rd_star_read(instance, &work);
    return rd_star_may_exchange(&star);
}

const struct rd_algorithm star_ports_finish = {
    .name = "star-ports-finish",
    .summary = "a master of several ports, workers that compute: arrivals flow to latest starts",
    .source = "none: our own",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_FINISH),
    .guarantee = RD_OPTIMAL,
    .promises = promises,
    .accepts = accepts,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan,
};
