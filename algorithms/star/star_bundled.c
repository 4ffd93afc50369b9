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
#include "algorithms/algorithm.h"

#include "shares.h"

#include "algorithms/kernels/keyed_sort.h"
#include "algorithms/network/bounds.h"
#include "sim/base/integers.h"
#include "sim/model/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What all schedules that are tried may cost together: so much, and so much a worker. */
enum { WORK = 1 << 24, WORKER_WORK = 512 };

enum { LOAN_ITEMS = 2 }; /* that a descent starts with */

enum side { IN, OUT, SIDES };

struct message {
    uint32_t worker;
    int64_t items;
};

/* The messages of the master's ports, in turn. */
struct queue {
    struct message *message; /* [count] */
    size_t count, capacity;
};

struct schedule {
    struct queue queue[SIDES];
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
    uint32_t worker_count;
    int64_t work_left;
    double least_s; /* no schedule is shorter: find_least */
    struct schedule best;
    struct schedule trial;
    struct state *before; /* [messages out of the best], once it is timed */
    size_t before_capacity;
    bool is_timed;
    struct rd_keyed *turn; /* [worker_count + 1] to work in */
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

/* Room for so many messages. */
static void reserve(struct search *search, struct queue *queue, size_t capacity)
{
    if (capacity <= queue->capacity)
        return;
    struct message *message = rd_take(search->scratch, 2 * capacity, struct message);
    if (queue->count > 0)
        memcpy(message, queue->message, queue->count * sizeof *message);
    queue->message = message;
    queue->capacity = 2 * capacity;
}

static void copy_queue(struct search *search, const struct queue *from, struct queue *to)
{
    reserve(search, to, from->count);
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

static struct rd_link_cost cost_of(const struct search *search, enum side side, uint32_t worker)
{
    return rd_link_cost(search->instance, side == IN ? worker : search->worker_count + worker);
}

static double message_s(const struct search *search, enum side side, struct message message)
{
    return rd_message_duration_s(cost_of(search, side, message.worker),
                                 (double)message.items * search->instance->item_bytes);
}

/* Lets a message leave. */
static void pass_on(const struct search *search, const struct queue *in, struct message out,
                    struct state *state)
{
    for (; state->held < out.items; state->come++) {
        state->held += in->message[state->come].items;
        state->in_s += message_s(search, IN, in->message[state->come]);
    }
    state->held -= out.items;
    state->out_s =
        (state->in_s > state->out_s ? state->in_s : state->out_s) + message_s(search, OUT, out);
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
    const struct queue *in = &search->trial.queue[IN], *out = &search->trial.queue[OUT];
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
    enum side side;
    size_t first, end;
};

static void time_best(struct search *search)
{
    const struct queue *out = &search->best.queue[OUT];
    struct state state = {0};
    if (out->count > search->before_capacity) {
        search->before_capacity = 2 * out->count;
        search->before = rd_take(search->scratch, search->before_capacity, struct state);
    }
    for (size_t i = 0; i < out->count; i++) {
        search->before[i] = state;
        pass_on(search, &search->best.queue[IN], out->message[i], &state);
    }
    search->is_timed = true;
}

/* The last message out of the best before which no more than so many have been waited for. */
static size_t last_before(const struct search *search, size_t come)
{
    size_t low = 0, high = search->best.queue[OUT].count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (search->before[middle].come <= come)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Behind the region, where all that follows is the same, is the trial as late as the best, or
 * later? Then it does not end before it, since sums of rounded numbers keep their order. In: more,
 * by how many messages its queue is longer, modulo 2^64; i, the message out of the trial that is
 * next. */
static bool is_late(const struct search *search, const struct region *region, size_t more, size_t i,
                    const struct state *state)
{
    bool out = region->side == OUT;
    if ((out ? i : state->come) < region->end)
        return false;
    const struct state *best = &search->before[out ? i - more : i];
    return best->come == (out ? state->come : state->come - more) && best->held == state->held &&
           best->in_s <= state->in_s && best->out_s <= state->out_s;
}

/* The same as `try` of the best with another queue on one side. */
static bool try_region(struct search *search, struct region region)
{
    struct queue *changed = &search->trial.queue[region.side];
    struct queue *queue = &search->best.queue[region.side];
    const struct queue *in = region.side == IN ? changed : &search->best.queue[IN];
    const struct queue *out = region.side == OUT ? changed : &search->best.queue[OUT];
    double give_up_s = search->best.makespan_s * (1 - RD_TIME_TOLERANCE);
    search->work_left -= (int64_t)(in->count + out->count);
    if (search->work_left < 0)
        return false;
    if (!search->is_timed)
        time_best(search);
    size_t i = region.side == OUT ? region.first : last_before(search, region.first);
    struct state state = search->before[i];
    for (; i < out->count && state.out_s < give_up_s; i++) {
        if (is_late(search, &region, changed->count - queue->count, i, &state))
            return false;
        pass_on(search, in, out->message[i], &state);
    }
    if (state.out_s >= give_up_s)
        return false;
    struct queue kept = *changed;
    *changed = *queue;
    *queue = kept;
    note_better(search, state.out_s);
    return true;
}

/* --- chunks --- */

/* In which turn workers come: first into the master, and last out of it, by what an item takes with
 * its share of the latency; by a message; by an item alone. */
enum turns { BY_SHARE, BY_MESSAGE, BY_ITEM, TURNS };

/* What a worker sends though it has not too many, and gets back. */
struct loan {
    uint32_t worker; /* RD_NO_HOST: none */
    int64_t items;
};

/* Items that go from a worker to the master, or from there to the worker. */
static int64_t items_of(const struct search *search, enum side side, uint32_t worker,
                        struct loan loan)
{
    int64_t over = rd_load(search->instance, worker, 0) - rd_target(search->instance, worker, 0);
    int64_t items = side == IN ? over : -over;
    return (items > 0 ? items : 0) + (worker == loan.worker ? loan.items : 0);
}

/* Adds messages that differ by an item at most. */
static void add_messages(struct queue *queue, uint32_t worker, int64_t items, int64_t size,
                         bool smaller_first)
{
    int64_t count = items <= size ? 1 : (items - 1) / size + 1; /* mostly it need not divide */
    int64_t each = count == 1 ? items : items / count, larger = items - each * count;
    for (int64_t i = 0; i < count; i++)
        queue->message[queue->count++] =
            (struct message){worker, each + (smaller_first ? i >= count - larger : i < larger)};
}

/* By what a worker comes in its turn. In: the size of its largest message. */
static double turn_s(const struct search *search, enum side side, enum turns turns,
                     struct message message)
{
    double takes_s = message_s(search, side, message);
    double without_s = takes_s - cost_of(search, side, message.worker).latency_s;
    return turns == BY_MESSAGE ? takes_s
                               : (turns == BY_SHARE ? takes_s : without_s) / (double)message.items;
}

/* What workers have too many, or too few, and a loan, in messages of up to a size. */
static void set_chunks(struct search *search, enum side side, int64_t size, struct loan loan,
                       int start)
{
    enum { AHEAD = 32 }; /* workers are in no order: their items are fetched so many turns ahead */
    struct queue *queue = &search->trial.queue[side];
    enum turns turns = start >> SIDES;
    size_t count = 0, messages = 0;
    struct rd_keyed *turn = search->turn;
    for (uint32_t worker = 0; worker < search->worker_count; worker++) {
        int64_t items = items_of(search, side, worker, loan);
        struct message first = {worker, items < size ? items : size};
        int64_t key = rd_cost_key(turn_s(search, side, turns, first));
        /* Without a branch: the next takes the place of a worker without items. */
        turn[count] = (struct rd_keyed){side == IN ? key : -key, worker};
        count += items > 0;
        messages += items <= size ? items > 0 : (size_t)((items - 1) / size + 1);
    }
    rd_sort_keyed(turn, count, search->scratch);
    reserve(search, queue, messages);
    queue->count = 0;
    search->work_left -= search->worker_count;
    for (size_t i = 0; i < count; i++) {
        uint32_t ahead = turn[i + AHEAD < count ? i + AHEAD : i].number;
        __builtin_prefetch(&search->instance->load[ahead]);
        __builtin_prefetch(&search->instance->target[ahead]);
        add_messages(queue, turn[i].number, items_of(search, side, turn[i].number, loan), size,
                     start >> side & 1);
    }
}

/* --- descent --- */

/* The next message of the same worker; count if there is none. */
static size_t next_of(const struct queue *queue, size_t i)
{
    size_t next = i + 1;
    while (next < queue->count && queue->message[next].worker != queue->message[i].worker)
        next++;
    return next;
}

static void insert(struct search *search, struct queue *queue, size_t at, struct message message)
{
    reserve(search, queue, queue->count + 1);
    memmove(&queue->message[at + 1], &queue->message[at],
            (queue->count++ - at) * sizeof *queue->message);
    queue->message[at] = message;
}

static struct message withdraw(struct queue *queue, size_t at)
{
    struct message message = queue->message[at];
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
static bool apply(struct search *search, struct queue *queue, size_t i, size_t next,
                  enum change change, struct region *region)
{
    struct message *message = queue->message, own = message[i];
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

static bool change_message(struct search *search, enum side side, size_t i)
{
    const struct queue *queue = &search->best.queue[side];
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
static size_t outermost(const struct queue *queue, enum side side, uint32_t worker)
{
    size_t found = queue->count;
    for (size_t i = 0; i < queue->count && (side == OUT || found == queue->count); i++)
        found = queue->message[i].worker == worker ? i : found;
    return found;
}

/* A worker lends an item more, or, if `items` is -1, fewer. In: alone, whether it goes in messages
 * of its own, first into the master and last out of it. */
static bool change_loan(struct search *search, uint32_t worker, int64_t items, bool alone)
{
    int64_t sent = items;
    for (size_t i = 0; i < search->best.queue[IN].count; i++) {
        struct message message = search->best.queue[IN].message[i];
        sent += message.worker == worker ? message.items : 0;
    }
    if (sent > rd_load(search->instance, worker, 0))
        return false;
    for (int side = 0; side < SIDES; side++) {
        struct queue *queue = &search->trial.queue[side];
        copy_queue(search, &search->best.queue[side], queue);
        size_t at = outermost(queue, side, worker);
        if (alone)
            insert(search, queue, side == IN ? 0 : queue->count, (struct message){worker, items});
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
        for (int side = 0; side < SIDES; side++)
            for (size_t i = 0; i < search->best.queue[side].count && search->work_left > 0; i++)
                better |= change_message(search, side, i);
        for (uint32_t worker = 0; worker < search->worker_count && search->work_left > 0; worker++)
            better |= change_loan(search, worker, 1, true) ||
                      change_loan(search, worker, 1, false) ||
                      change_loan(search, worker, -1, false);
    }
}

/* Chunks of all sizes in all turns. In: most, the items of the fullest link; kept, NULL, or where
 * the best that a descent from each of them leads to is kept. */
static void try_starts(struct search *search, int64_t most, struct loan loan, struct schedule *kept)
{
    for (int start = 0; start < TURNS << SIDES; start++)
        for (int64_t size = most; size > 0 && search->work_left > 0; size -= (size + 2) / 3) {
            if (kept)
                search->best.makespan_s = INFINITY;
            for (int side = 0; side < SIDES; side++)
                set_chunks(search, side, size, loan, start);
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
static void search_schedules(struct search *search, int64_t most, struct schedule *kept)
{
    const struct loan none = {.worker = RD_NO_HOST};
    try_starts(search, most, none, NULL);
    descend(search);
    swap_schedules(&search->best, kept);
    try_starts(search, most, none, kept);
    for (struct loan loan = {.items = 1}; loan.items <= LOAN_ITEMS; loan.items++)
        for (loan.worker = 0; loan.worker < search->worker_count && search->work_left > 0;
             loan.worker++)
            if (items_of(search, IN, loan.worker, loan) <=
                rd_load(search->instance, loan.worker, 0))
                try_starts(search, most, loan, kept);
}

/* Lists each message before those that wait for it. */
static void write_plan(const struct search *search, const struct schedule *schedule,
                       struct rd_arena *arena, struct rd_plan *plan)
{
    const struct queue *in = &schedule->queue[IN], *out = &schedule->queue[OUT];
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
    double sum_s[SIDES] = {0}, least_s[SIDES] = {INFINITY, INFINITY};
    int64_t items = rd_item_count(instance, 0);
    for (uint32_t worker = 0; worker < search->worker_count; worker++)
        for (int side = 0; side < SIDES; side++) {
            if ((worker == 0 || !instance->costs_equal) &&
                !is_exact(search, cost_of(search, side, worker), items))
                return 0;
            int64_t own = items_of(search, side, worker, (struct loan){.worker = RD_NO_HOST});
            double item_s = message_s(search, side, (struct message){worker, 1});
            double own_s = message_s(search, side, (struct message){worker, own});
            sum_s[side] += own > 0 ? own_s : 0;
            least_s[side] = item_s < least_s[side] ? item_s : least_s[side];
        }
    return fmax(sum_s[IN] + least_s[OUT], sum_s[OUT] + least_s[IN]);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    uint32_t m = instance->topology.host_count - 1;
    int64_t most = 0;
    struct search search = {.instance = instance,
                            .worker_count = m,
                            .work_left = WORK + WORKER_WORK * (int64_t)m,
                            .best.makespan_s = INFINITY,
                            .turn = rd_take(scratch, (size_t)m + 1, struct rd_keyed),
                            .scratch = scratch};
    for (uint32_t worker = 0; worker < m; worker++)
        most =
            rd_greatest(most, llabs(rd_load(instance, worker, 0) - rd_target(instance, worker, 0)));
    if (most == 0)
        return true;
    search.least_s = find_least(&search);
    struct schedule kept = {.makespan_s = INFINITY};
    search_schedules(&search, most, &kept);
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
    .bound = rd_network_bound,
    .plan = plan,
};
