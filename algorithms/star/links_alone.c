#include "links_alone.h"

#include "bounds.h"
#include "port_queues.h"

#include "sim/base/keyed_sort.h"
#include "algorithms/kernels/max_flow.h"

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

bool rd_star_may_exchange(const struct rd_star *star)
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

bool rd_star_try_alone(const struct rd_star *star, int64_t date, bool exchange,
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

int64_t rd_star_least_date_alone(const struct rd_star *star, struct rd_arena *scratch,
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

bool rd_star_alone_accepts(const struct rd_instance *instance, struct rd_error *reterr)
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

bool rd_star_links_are_alone(const struct rd_instance *instance)
{
    return rd_star_width(instance) == instance->topology.host_count - 1;
}
