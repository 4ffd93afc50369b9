/* Loads to reach on a star whose links have latency: messages of many items.
 *
 *     workers --> [in-port: one after the other] --> master --> [out-port] --> workers
 *
 * The in-port never waits; a message leaves once all its items have come. Chunks: senders by
 * increasing latency / chunk + cost of an item, receivers by decreasing, all in messages of one
 * size, for sizes from coarse to fine. Lending: a worker whose links are quick sends an item or two
 * more, first, and gets them back last, so that the out-port starts early and the in-port ends
 * late. Then descent: messages are split, joined, made larger and smaller, take another turn, items
 * are lent, for as long as that gains.
 * Hypotheses: one kind; a master that holds nothing before and after. Source: none, our own;
 * docs/star.md, "Messages of many items". */
#include "chunks.h"
#include "port_queues.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/certify.h"
#include "sim/base/integers.h"
#include "sim/model/trace.h"

#include <math.h>
#include <string.h>

/* What all schedules that are tried may cost together: so much, and so much a worker. */
enum { WORK = 1 << 24, WORKER_WORK = 512 };

enum { LOAN_ITEMS = 2 }; /* that a descent starts with */

struct schedule {
    struct rd_star_messages queue[RD_STAR_SIDES];
    double makespan_s;
};

/* Where the master is before a message leaves it. */
struct state {
    size_t come;  /* messages that have been waited for */
    int64_t held; /* their items that have not left */
    double in_s, out_s;
};

struct search {
    const struct rd_instance *instance;
    struct rd_star_chunks chunks;
    uint32_t worker_count;
    int64_t work_left;
    double least_s; /* no schedule is shorter: find_least */
    struct schedule best;
    struct schedule trial;
    struct state *before; /* [messages out of the best], once it is timed */
    size_t before_capacity;
    bool is_timed;
    struct rd_arena *scratch;
};

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    if (!rd_star_queues_accepts(instance, "a plan of messages of many items", reterr))
        return false;
    return rd_has_latency(instance) ||
           rd_refuse(reterr, "links without latency: messages of one item are as good there "
                             "(star-order)");
}

static void copy_queue(struct search *search, const struct rd_star_messages *from,
                       struct rd_star_messages *to)
{
    rd_star_messages_reserve(to, from->count, search->scratch);
    to->count = from->count;
    if (from->count > 0)
        memcpy(to->message, from->message, from->count * sizeof *from->message);
}

static void swap_schedules(struct schedule *a, struct schedule *b)
{
    struct schedule kept = *a;
    *a = *b;
    *b = kept;
}

/* Lets a message leave. */
static void pass_on(const struct search *search, const struct rd_star_messages *in,
                    struct rd_star_message out, struct state *state)
{
    for (; state->held < out.items; state->come++) {
        state->held += in->message[state->come].items;
        state->in_s += rd_star_message_s(search->instance, RD_STAR_IN, in->message[state->come]);
    }
    state->held -= out.items;
    state->out_s = (state->in_s > state->out_s ? state->in_s : state->out_s) +
                   rd_star_message_s(search->instance, RD_STAR_OUT, out);
}

static void note_better(struct search *search, double makespan_s)
{
    search->best.makespan_s = makespan_s;
    search->is_timed = false;
    if (makespan_s <= search->least_s)
        search->work_left = 0;
}

/* Times the trial. Returns: is it better than the best so far, which it then is? */
static bool try(struct search *search)
{
    const struct rd_star_messages *in = &search->trial.queue[RD_STAR_IN],
                                  *out = &search->trial.queue[RD_STAR_OUT];
    double give_up_s = search->best.makespan_s * (1 - RD_TIME_TOLERANCE);
    struct state state = {0};
    search->work_left -= (int64_t)(in->count + out->count);
    if (search->work_left < 0 && isfinite(search->best.makespan_s))
        return false;
    for (size_t i = 0; i < out->count && state.out_s < give_up_s; i++)
        pass_on(search, in, out->message[i], &state);
    if (state.out_s >= give_up_s)
        return false;
    swap_schedules(&search->trial, &search->best);
    note_better(search, state.out_s);
    return true;
}

/* --- changes of the best --- */

/* A queue of the trial that differs from the best's: from `first` on, and from `end` on no more,
 * but for the number of messages before. */
struct region {
    enum rd_star_side side;
    size_t first, end;
};

static void time_best(struct search *search)
{
    const struct rd_star_messages *out = &search->best.queue[RD_STAR_OUT];
    struct state state = {0};
    if (out->count > search->before_capacity) {
        search->before_capacity = 2 * out->count;
        search->before = rd_take(search->scratch, search->before_capacity, struct state);
    }
    for (size_t i = 0; i < out->count; i++) {
        search->before[i] = state;
        pass_on(search, &search->best.queue[RD_STAR_IN], out->message[i], &state);
    }
    search->is_timed = true;
}

/* The last message out of the best before which no more than so many have been waited for. */
static size_t last_before(const struct search *search, size_t come)
{
    size_t low = 0, high = search->best.queue[RD_STAR_OUT].count;
    RD_FIND_FIRST(low, high, i, search->before[i].come > come);
    return low - 1;
}

/* Behind the region, where all that follows is the same, is the trial as late as the best, or
 * later? Then it does not end before it, since sums of rounded numbers keep their order. In: more,
 * by how many messages its queue is longer, modulo 2^64; i, the message out of the trial that is
 * next. */
static bool is_late(const struct search *search, const struct region *region, size_t more, size_t i,
                    const struct state *state)
{
    bool out = region->side == RD_STAR_OUT;
    if ((out ? i : state->come) < region->end)
        return false;
    const struct state *best = &search->before[out ? i - more : i];
    return best->come == (out ? state->come : state->come - more) && best->held == state->held &&
           best->in_s <= state->in_s && best->out_s <= state->out_s;
}

/* The same as `try` of the best with another queue on one side. */
static bool try_region(struct search *search, struct region region)
{
    struct rd_star_messages *changed = &search->trial.queue[region.side];
    struct rd_star_messages *queue = &search->best.queue[region.side];
    const struct rd_star_messages *in =
        region.side == RD_STAR_IN ? changed : &search->best.queue[RD_STAR_IN];
    const struct rd_star_messages *out =
        region.side == RD_STAR_OUT ? changed : &search->best.queue[RD_STAR_OUT];
    double give_up_s = search->best.makespan_s * (1 - RD_TIME_TOLERANCE);
    search->work_left -= (int64_t)(in->count + out->count);
    if (search->work_left < 0)
        return false;
    if (!search->is_timed)
        time_best(search);
    size_t i = region.side == RD_STAR_OUT ? region.first : last_before(search, region.first);
    struct state state = search->before[i];
    for (; i < out->count && state.out_s < give_up_s; i++) {
        if (is_late(search, &region, changed->count - queue->count, i, &state))
            return false;
        pass_on(search, in, out->message[i], &state);
    }
    if (state.out_s >= give_up_s)
        return false;
    struct rd_star_messages kept = *changed;
    *changed = *queue;
    *queue = kept;
    note_better(search, state.out_s);
    return true;
}

/* --- descent --- */

/* The next message of the same worker; count if there is none. */
static size_t next_of(const struct rd_star_messages *queue, size_t i)
{
    size_t next = i + 1;
    while (next < queue->count && queue->message[next].worker != queue->message[i].worker)
        next++;
    return next;
}

static void insert(struct search *search, struct rd_star_messages *queue, size_t at,
                   struct rd_star_message message)
{
    rd_star_messages_reserve(queue, queue->count + 1, search->scratch);
    memmove(&queue->message[at + 1], &queue->message[at],
            (queue->count++ - at) * sizeof *queue->message);
    queue->message[at] = message;
}

static struct rd_star_message withdraw(struct rd_star_messages *queue, size_t at)
{
    struct rd_star_message message = queue->message[at];
    memmove(&queue->message[at], &queue->message[at + 1],
            (--queue->count - at) * sizeof *queue->message);
    return message;
}

/* What may become of a message: another turn; two messages, of about equal size, or an item in the
 * first, or in the last; one with the worker's next, in its own place or in that one's; an item
 * more or fewer, in exchange with that one. */
enum change {
    NEXT,
    FIRST,
    LAST,
    HALVES,
    ONE_FIRST,
    ONE_LAST,
    JOIN_HERE,
    JOIN_THERE,
    ONE_MORE,
    ONE_FEWER,
    CHANGES
};

/* In: next, the next message of the same worker. Returns: is it possible? Then where the queue
 * differs. */
static bool apply(struct search *search, struct rd_star_messages *queue, size_t i, size_t next,
                  enum change change, struct region *region)
{
    struct rd_star_message *message = queue->message, own = message[i];
    size_t last = queue->count - 1;
    region->first = change == FIRST ? 0 : i;
    region->end = change == FIRST        ? i + 1
                  : change == LAST       ? last + 1
                  : change < JOIN_HERE   ? i + 2
                  : change <= JOIN_THERE ? next
                                         : next + 1;
    switch (change) {
    case NEXT:
    case FIRST:
    case LAST:
        withdraw(queue, i);
        insert(search, queue, change == NEXT ? i + 1 : change == FIRST ? 0 : last, own);
        return true;
    case HALVES:
    case ONE_FIRST:
    case ONE_LAST:
        message[i].items = change == HALVES      ? own.items / 2
                           : change == ONE_FIRST ? 1
                                                 : own.items - 1;
        own.items -= message[i].items;
        insert(search, queue, i + 1, own);
        return true;
    case JOIN_HERE: message[i].items += withdraw(queue, next).items; return true;
    case JOIN_THERE:
        message[next].items += own.items;
        withdraw(queue, i);
        return true;
    default:
        message[i].items += change == ONE_MORE ? 1 : -1;
        message[next].items -= change == ONE_MORE ? 1 : -1;
        return message[i].items > 0 && message[next].items > 0;
    }
}

static bool change_message(struct search *search, enum rd_star_side side, size_t i)
{
    const struct rd_star_messages *queue = &search->best.queue[side];
    size_t next = next_of(queue, i), last = queue->count - 1;
    for (int change = 0; change < CHANGES; change++) {
        struct region region = {.side = side};
        if ((change <= LAST && i == (change == FIRST ? 0 : last)) ||
            (change >= HALVES && change <= ONE_LAST && queue->message[i].items == 1) ||
            (change >= JOIN_HERE && next > last))
            continue;
        copy_queue(search, queue, &search->trial.queue[side]);
        if (apply(search, &search->trial.queue[side], i, next, change, &region) &&
            try_region(search, region))
            return true;
    }
    return false;
}

/* The worker's first message into the master, or last out of it; count if there is none. */
static size_t outermost(const struct rd_star_messages *queue, enum rd_star_side side,
                        uint32_t worker)
{
    size_t found = queue->count;
    for (size_t i = 0; i < queue->count && (side == RD_STAR_OUT || found == queue->count); i++)
        found = queue->message[i].worker == worker ? i : found;
    return found;
}

/* A worker lends an item more, or, if `items` is -1, fewer. In: alone, whether it goes in messages
 * of its own, first into the master and last out of it. */
static bool change_loan(struct search *search, uint32_t worker, int64_t items, bool alone)
{
    int64_t sent = items;
    for (size_t i = 0; i < search->best.queue[RD_STAR_IN].count; i++) {
        struct rd_star_message message = search->best.queue[RD_STAR_IN].message[i];
        sent += message.worker == worker ? message.items : 0;
    }
    if (sent > rd_load(search->instance, worker, 0))
        return false;
    for (int side = 0; side < RD_STAR_SIDES; side++) {
        struct rd_star_messages *queue = &search->trial.queue[side];
        copy_queue(search, &search->best.queue[side], queue);
        size_t at = outermost(queue, side, worker);
        if (alone)
            insert(search, queue, side == RD_STAR_IN ? 0 : queue->count,
                   (struct rd_star_message){worker, items});
        else if (at == queue->count)
            return false;
        else if ((queue->message[at].items += items) == 0)
            withdraw(queue, at);
    }
    return try(search);
}

static void descend(struct search *search)
{
    bool better = true;
    while (better && search->work_left > 0) {
        better = false;
        for (int side = 0; side < RD_STAR_SIDES; side++)
            for (size_t i = 0; i < search->best.queue[side].count && search->work_left > 0; i++)
                better |= change_message(search, side, i);
        for (uint32_t worker = 0; worker < search->worker_count && search->work_left > 0; worker++)
            better |= change_loan(search, worker, 1, true) ||
                      change_loan(search, worker, 1, false) ||
                      change_loan(search, worker, -1, false);
    }
}

/* Chunks of all sizes in all turns. In: kept, NULL, or where the best that a descent from each of
 * them leads to is kept. */
static void try_starts(struct search *search, struct rd_star_loan loan, struct schedule *kept)
{
    for (int start = 0; start < RD_STAR_TURNS << RD_STAR_SIDES; start++)
        for (int64_t size = search->chunks.most; size > 0 && search->work_left > 0;
             size -= (size + 2) / 3) {
            if (kept)
                search->best.makespan_s = INFINITY;
            search->work_left -= RD_STAR_SIDES * (int64_t)search->worker_count;
            rd_star_chunks_list(&search->chunks,
                                &(struct rd_star_start){
                                    .turns = start >> RD_STAR_SIDES,
                                    .smaller_first = {start & 1, start >> 1 & 1},
                                    .size = size,
                                    .loan = loan,
                                },
                                search->trial.queue);
            try(search);
            if (!kept)
                continue;
            descend(search);
            if (search->best.makespan_s < kept->makespan_s)
                swap_schedules(&search->best, kept);
        }
}

/* The best chunks without a loan, and a descent from them; then descents from all chunks, with
 * loans. */
static void search_schedules(struct search *search, struct schedule *kept)
{
    const struct rd_star_loan none = {.worker = RD_NO_HOST};
    try_starts(search, none, NULL);
    descend(search);
    swap_schedules(&search->best, kept);
    try_starts(search, none, kept);
    for (struct rd_star_loan loan = {.items = 1}; loan.items <= LOAN_ITEMS; loan.items++)
        for (loan.worker = 0; loan.worker < search->worker_count && search->work_left > 0;
             loan.worker++)
            if (rd_star_items(search->instance, RD_STAR_IN, loan.worker, loan) <=
                rd_load(search->instance, loan.worker, 0))
                try_starts(search, loan, kept);
}

/* Lists each message before those that wait for it. */
static void write_plan(const struct search *search, const struct schedule *schedule,
                       struct rd_arena *arena, struct rd_plan *plan)
{
    const struct rd_star_messages *in = &schedule->queue[RD_STAR_IN],
                                  *out = &schedule->queue[RD_STAR_OUT];
    uint32_t master = search->worker_count;
    int64_t held = 0;
    size_t come = 0;
    rd_plan_reserve(plan, arena, in->count + out->count);
    for (size_t i = 0; i < out->count; i++) {
        for (; held < out->message[i].items; held += in->message[come++].items)
            rd_plan_add(plan, arena,
                        (struct rd_transfer){.from = in->message[come].worker,
                                             .to = master,
                                             .items = in->message[come].items,
                                             .messages = 1});
        held -= out->message[i].items;
        rd_plan_add(plan, arena,
                    (struct rd_transfer){.from = master,
                                         .to = out->message[i].worker,
                                         .items = out->message[i].items,
                                         .messages = 1});
    }
}

/* Are all sums of durations exact: whole numbers of 2^-20 s, of which a double holds so many? */
static bool is_exact(const struct search *search, struct rd_link_cost cost, int64_t items)
{
    static const double UNITS = 1 << 20, MOST_S = 1U << 31;
    double bytes = search->instance->item_bytes;
    double latency = UNITS * cost.latency_s, item_s = bytes / cost.bandwidth_bytes_per_s;
    int exponent;
    return latency == floor(latency) && UNITS * item_s == floor(UNITS * item_s) &&
           (item_s == 0 || frexp(cost.bandwidth_bytes_per_s, &exponent) == 0.5) &&
           2 * (double)items * (cost.latency_s + item_s) < MOST_S;
}

/* Each port takes a message for each worker, and waits for one of the other. Returns: what that
 * takes at least; 0 where sums are rounded. */
static double find_least(const struct search *search)
{
    const struct rd_instance *instance = search->instance;
    double sum_s[RD_STAR_SIDES] = {0}, least_s[RD_STAR_SIDES] = {INFINITY, INFINITY};
    const struct rd_star_loan none = {.worker = RD_NO_HOST};
    bool by_size = search->chunks.having[RD_STAR_IN];
    uint32_t count = by_size ? (uint32_t)search->chunks.most + 1 : search->worker_count;
    for (uint32_t i = 0; i < count; i++)
        for (int side = 0; side < RD_STAR_SIDES; side++) {
            struct rd_star_message own = {.worker = by_size ? 0 : i, .items = i};
            if (!is_exact(search, rd_star_cost(instance, side, own.worker), search->chunks.items))
                return 0;
            if (!by_size)
                own.items = rd_star_items(instance, side, i, none);
            double own_s = rd_star_message_s(instance, side, own);
            if (own.items > 0)
                sum_s[side] += own_s * (by_size ? (double)search->chunks.having[side][i] : 1);
            own.items = 1;
            least_s[side] = fmin(least_s[side], rd_star_message_s(instance, side, own));
        }
    return fmax(sum_s[RD_STAR_IN] + least_s[RD_STAR_OUT], sum_s[RD_STAR_OUT] + least_s[RD_STAR_IN]);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    rd_arena_borrow(scratch); /* first touched, memory may cost more than all the rest */
    uint32_t m = instance->topology.host_count - 1;
    struct search search = {.instance = instance,
                            .chunks = rd_star_chunks_make(instance, scratch),
                            .worker_count = m,
                            .work_left = WORK + WORKER_WORK * (int64_t)m,
                            .best.makespan_s = INFINITY,
                            .scratch = scratch};
    if (search.chunks.most == 0)
        return true;
    search.least_s = find_least(&search);
    struct schedule kept = {.makespan_s = INFINITY};
    search_schedules(&search, &kept);
    write_plan(&search, &kept, arena, ret_plan);
    return true;
}

const struct rd_algorithm star_bundled = {
    .name = "star-bundled",
    .summary = "links with latency: messages of many items, a few of them lent",
    .source = "none: our own",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_REACH),
    .guarantee = RD_HEURISTIC,
    .accepts = accepts,
    .asks_dear_bounds = rd_on_every_instance,
    .plan = plan,
};
