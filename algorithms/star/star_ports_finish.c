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
#include "shares.h"

#include "algorithms/kernels/keyed_sort.h"
#include "algorithms/kernels/max_flow.h"
#include "sim/model/relay_certificate.h"
#include "sim/model/trace.h"

#include <inttypes.h>
#include <math.h>

/* The most arrivals and slots that are looked at, 2.1 GB of them with those of their sort, and
 * those of a flow. */
enum { EVENT_LIMIT = 1 << 26, EXCHANGE_LIMIT = 1 << 18 };

/* An arrival, or the latest start of a slot: its date, and the worker, with this bit if it is a
 * slot. So slots are behind arrivals of the same date. */
static const uint32_t SLOT = UINT32_C(1) << 31;

/* The problem at one date. */
struct trial {
    const struct rd_star *star;
    int64_t date;
    int64_t excess;
    int64_t *sent,
        *got; /* [worker_count] at first what it must send, and may get besides its own */
    struct rd_keyed *event; /* [count] by date */
    size_t count;
};

/* All that could be sent, and received by the end of the computations at rest. */
static double count_events(const struct rd_star *star)
{
    double events = (double)star->item_count, rest = (double)rd_star_time_at_rest(star);
    for (uint32_t worker = 0; worker < star->worker_count; worker++)
        events += floor(rest / (double)star->w[worker]);
    return events;
}

/* May workers send more than they must? */
static bool may_exchange(const struct rd_star *star)
{
    return count_events(star) <= EXCHANGE_LIMIT;
}

/* Lists arrivals and slots, which may be NULL. Returns: how many there are. */
static size_t list_events(const struct trial *trial, bool exchange, struct rd_keyed *event)
{
    const struct rd_star *star = trial->star;
    size_t count = 0;
    for (uint32_t i = 0; i < star->worker_count; i++) {
        int64_t sends = exchange ? star->load[i] : trial->sent[i];
        int64_t slots = exchange ? trial->date / star->w[i] : trial->got[i];
        int64_t start = trial->date;
        for (int64_t k = 1; k <= sends && k * star->up[i] < trial->date; k++, count++)
            if (event)
                event[count] = (struct rd_keyed){k * star->up[i], i};
        for (int64_t l = 1; l <= slots && (exchange || l <= trial->excess); l++, count++) {
            int64_t end = trial->date - l * star->w[i];
            start = (end < start ? end : start) - star->down[i];
            if (start <= 0)
                break;
            if (event)
                event[count] = (struct rd_keyed){start, i | SLOT};
        }
    }
    return count;
}

/* What each worker sends and gets by a maximum flow, in which it may send more than it must. */
static bool flow_passes(struct trial *trial, struct rd_arena *scratch)
{
    uint32_t m = trial->star->worker_count, source = m, sink = m + 1, first = m + 2;
    struct rd_flow flow =
        rd_flow_make(first + (uint32_t)trial->count, 2 * (uint32_t)trial->count + m, scratch);
    for (uint32_t i = 0; i < m; i++)
        rd_flow_add(&flow, trial->sent[i] > 0 ? source : i, trial->sent[i] > 0 ? i : sink,
                    trial->sent[i] + trial->got[i]);
    uint32_t *arc = rd_take(scratch, trial->count, uint32_t);
    for (uint32_t e = 0; e < trial->count; e++) {
        bool is_slot = trial->event[e].number & SLOT;
        uint32_t worker = trial->event[e].number & ~SLOT;
        if (e > 0)
            rd_flow_add(&flow, first + e - 1, first + e, (int64_t)trial->count);
        arc[e] = rd_flow_add(&flow, is_slot ? first + e : worker, is_slot ? worker : first + e, 1);
    }
    if (rd_flow_maximize(&flow, source, sink, scratch) < trial->excess)
        return false;
    for (uint32_t i = 0; i < m; i++)
        trial->sent[i] = trial->got[i] = 0;
    for (size_t e = 0; e < trial->count; e++)
        (trial->event[e].number & SLOT ? trial->got
                                       : trial->sent)[trial->event[e].number & ~SLOT] +=
            rd_flow_on(&flow, arc[e]);
    return true;
}

/* The same where nobody sends more: the last slots take the arrivals, the last ones first. */
static bool latest_pass(struct trial *trial)
{
    int64_t slots = 0, arrivals = 0;
    for (uint32_t i = 0; i < trial->star->worker_count; i++)
        trial->got[i] = 0;
    for (size_t e = trial->count; e-- > 0;)
        if (!(trial->event[e].number & SLOT) && ++arrivals > slots)
            return false;
        else if (trial->event[e].number & SLOT && slots++ < trial->excess)
            trial->got[trial->event[e].number & ~SLOT]++;
    return arrivals == trial->excess;
}

/* Can all end by a date, over links that each work alone? Returns: the moves in *ret_moves if so.
 */
static bool try_date(const struct rd_star *star, int64_t date, bool exchange,
                     struct rd_arena *scratch, struct rd_star_moves *ret_moves)
{
    struct trial trial = {.star = star,
                          .date = date,
                          .sent = rd_take(scratch, star->worker_count, int64_t),
                          .got = rd_take(scratch, star->worker_count, int64_t)};
    trial.excess = rd_star_rooms(star, date, trial.sent, trial.got);
    trial.count = list_events(&trial, exchange, NULL);
    trial.event = rd_take(scratch, trial.count, struct rd_keyed);
    list_events(&trial, exchange, trial.event);
    rd_sort_keyed(trial.event, trial.count, scratch);
    if (!(exchange ? flow_passes(&trial, scratch) : latest_pass(&trial)))
        return false;
    *ret_moves = rd_star_moves_make(star->item_count, scratch);
    int64_t in = 0, out = 0;
    for (size_t e = 0; e < trial.count; e++) /* the first arrivals of each worker */
        if (!(trial.event[e].number & SLOT) && trial.sent[trial.event[e].number]-- > 0)
            ret_moves->sender[in++] = trial.event[e].number;
    for (size_t e = trial.count; e-- > 0;) /* its last slots, backwards */
        if (trial.event[e].number & SLOT && trial.got[trial.event[e].number & ~SLOT]-- > 0)
            ret_moves->receiver[in - ++out] = trial.event[e].number & ~SLOT;
    rd_assert(in == out);
    ret_moves->count = in;
    return true;
}

/* Is some end too early? The least cut of the flow of all events: a date, up to which arrivals are
 * cut, and behind which slots are; and of each worker the lesser of its two cuts
 * (relay_certificate.h). Returns: whether; the first such date in *ret_cut. O(events log). */
static bool is_too_early(const struct rd_star *star, int64_t date, struct rd_arena *scratch,
                         int64_t *ret_cut)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct trial trial = {.star = star, .date = date};
    trial.count = list_events(&trial, true, NULL);
    trial.event = rd_take(scratch, trial.count, struct rd_keyed);
    list_events(&trial, true, trial.event);
    int64_t *stays = rd_take(scratch, star->worker_count, int64_t), lacking = 0;
    int64_t *slots = rd_take(scratch, star->worker_count, int64_t);
    for (size_t e = 0; e < trial.count; e++)
        slots[trial.event[e].number & ~SLOT] += trial.event[e].number >> 31;
    for (uint32_t i = 0; i < star->worker_count; i++) {
        stays[i] = star->load[i] - date / star->w[i];
        lacking += stays[i] > -slots[i] ? stays[i] : -slots[i];
    }
    rd_sort_keyed(trial.event, trial.count, scratch);
    *ret_cut = 0;
    for (size_t e = 0; e < trial.count && lacking <= 0;) {
        *ret_cut = trial.event[e].key;
        for (; e < trial.count && trial.event[e].key == *ret_cut; e++) {
            uint32_t i = trial.event[e].number & ~SLOT;
            if (trial.event[e].number & SLOT)
                lacking += stays[i] < 1 - slots[i], slots[i]--;
            else
                lacking -= stays[i] > -slots[i], stays[i]--;
        }
    }
    rd_arena_rewind(scratch, mark);
    return lacking > 0;
}

/* The least date by which all can end over links that each work alone, and the cut of the date
 * before. */
static int64_t find_least_date(const struct rd_star *star, struct rd_arena *scratch,
                               int64_t *ret_cut)
{
    int64_t low = rd_star_computation_bound(star) - 1, high = rd_star_time_at_rest(star), cut;
    *ret_cut = 0;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (is_too_early(star, middle, scratch, &cut)) {
            low = middle;
            *ret_cut = cut;
        } else {
            high = middle;
        }
    }
    return high;
}

/* The least date by which all can end over links that each work alone, and its moves; or, if nobody
 * sends more than it must, by which they can then. */
static int64_t find_date(const struct rd_star *star, bool exchange, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_star_moves *ret_moves)
{
    int64_t cut, low = find_least_date(star, scratch, &cut) - 1, high = rd_star_time_at_rest(star);
    *ret_moves = (struct rd_star_moves){0};
    for (int64_t date = low + 1; high - low > 1; date = low + (high - low) / 2) {
        struct rd_arena_mark mark = rd_arena_mark(scratch);
        struct rd_star_moves moves;
        bool passes = try_date(star, date, exchange, scratch, &moves);
        rd_assert(passes || !exchange); /* a maximum flow is a least cut */
        if (passes)
            *ret_moves = rd_star_moves_copy(&moves, arena);
        *(passes ? &high : &low) = date;
        rd_arena_rewind(scratch, mark);
    }
    return high;
}

/* The certificate of a date, if it is one of the bound. */
static void certify(const struct rd_instance *instance, const struct rd_star *star, int64_t date,
                    int64_t cut, struct rd_arena *arena, struct rd_bound *bound)
{
    /* Units are rounded: in ones a little smaller no cost loses a whole one. */
    for (int attempt = 0; attempt < 2 && !bound->relay; attempt++) {
        double tick_s = star->unit_s * (1 - 1e-12 * attempt), shown_s;
        struct rd_relay_certificate *relay = rd_take(arena, 1, struct rd_relay_certificate);
        *relay = (struct rd_relay_certificate){tick_s, date - star->lifted, cut,
                                               rd_bound_is_item_by_item(bound)};
        if (!rd_relay_certificate_check(instance, relay, &shown_s, NULL) ||
            !rd_times_agree(shown_s, bound->seconds, bound->seconds))
            continue;
        bound->seconds = fmin(bound->seconds, shown_s);
        bound->relay = relay;
    }
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    if (!rd_star_accepts(instance, "a plan for several ports", reterr))
        return false;
    rd_arena_own(work);
    struct rd_star star = rd_star_read(instance, &work);
    double events = count_events(&star);
    return events <= EVENT_LIMIT ||
           rd_refuse(reterr,
                     "%.3g items that could be sent or received: a plan for several ports takes up "
                     "to %d",
                     events, EVENT_LIMIT);
}

static bool is_alone(const struct rd_instance *instance)
{
    return rd_star_width(instance) == instance->topology.host_count - 1;
}

static bool bound(RD_BOUND_PARAMETERS)
{
    if (!accepts(instance, NULL, reterr))
        return false;
    struct rd_star star = rd_star_read(instance, scratch);
    int64_t computation = rd_star_computation_bound(&star), cut;
    int64_t date = find_least_date(&star, scratch, &cut);
    *ret_bound = (struct rd_bound){
        .seconds = fmax((double)(date - star.lifted) * star.unit_s, 0),
        .name = date > computation ? "links alone" : "computation",
        .tight = star.precise && is_alone(instance),
        .bottleneck = date > computation ? RD_BOTTLENECK_NONE : RD_BOTTLENECK_PROCESSORS,
        .schedule_class = rd_has_latency(instance) ? RD_ITEM_BY_ITEM : NULL,
    };
    ret_bound->why =
        date > computation
            ? rd_arena_print(arena,
                             "To end before %.10g s, %" PRId64
                             " items must leave overloaded workers, and links, each alone, cannot "
                             "bring all of them to others in time to be computed: a maximum flow "
                             "leaves some behind.",
                             ret_bound->seconds, rd_star_excess(&star, date - 1))
            : rd_arena_print(arena,
                             "Even if links were free, the workers could not compute %" PRId64
                             " items before %.10g s.",
                             star.item_count, ret_bound->seconds);
    if (date > computation)
        certify(instance, &star, date, cut, arena, ret_bound);
    return true;
}

/* --- plans --- */

/* The moves of a date, in the order of dates and with the cheapest links up first. Returns: does
 * one of the plans end by then? */
static bool try_ports(struct rd_star_shortest *search, const struct rd_star *star, int64_t date,
                      const uint32_t *by_up)
{
    struct rd_star_moves moves;
    struct rd_arena_mark mark = rd_arena_mark(search->scratch);
    bool passes = try_date(star, date, may_exchange(star), search->scratch, &moves);
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
    int64_t date = find_date(&star, may_exchange(&star), scratch, arena, &moves);
    rd_star_keep_shorter(&search, &star, &moves);
    if (!is_alone(instance)) {
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
    if (instance->topology.shape != RD_STAR || !is_alone(instance) ||
        !rd_star_accepts_precisely(instance, "the optimum", NULL))
        return false;
    rd_arena_own(work);
    struct rd_star star = rd_star_read(instance, &work);
    return may_exchange(&star);
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
    .bound = bound,
    .plan = plan,
};
