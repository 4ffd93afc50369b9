#include "dispatch.h"

#include "safe_order.h"

#include "sim/base/groups.h"

#include <math.h>
#include <stdlib.h>

/* A number with its key, in a heap: the greatest key first, of equal ones the least number. */
struct keyed {
    double key;
    uint32_t number;
};

struct heap {
    struct keyed *item; /* room for all */
    uint32_t count;
};

static bool comes_before(struct keyed a, struct keyed b)
{
    return a.key > b.key || (a.key == b.key && a.number < b.number);
}

static void push(struct heap *heap, struct keyed item)
{
    uint32_t hole = heap->count++;
    while (hole > 0 && comes_before(item, heap->item[(hole - 1) / 2])) {
        heap->item[hole] = heap->item[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap->item[hole] = item;
}

static struct keyed pop(struct heap *heap)
{
    struct keyed first = heap->item[0], last = heap->item[--heap->count];
    uint32_t hole = 0, child;
    while ((child = 2 * hole + 1) < heap->count) {
        child += child + 1 < heap->count && comes_before(heap->item[child + 1], heap->item[child]);
        if (!comes_before(heap->item[child], last))
            break;
        heap->item[hole] = heap->item[child];
        hole = child;
    }
    heap->item[hole] = last;
    return first;
}

/* All objects that go from one host to another, in the order of the rule. */
struct pair {
    uint32_t from, to;
    uint32_t next, end; /* of the list of all objects: nothing before has not started */
    uint32_t under_way;
    bool is_candidate;
    bool lacks_room; /* it waits for a shared link */
    uint64_t link;
};

/* Pairs that wait for room on a shared link. */
struct waiting {
    uint32_t *pair;
    uint32_t count;
};

/* The pairs of a host; those with nothing left are dropped when they are met. */
struct host_pairs {
    uint32_t *pair;
    uint32_t count;
};

struct port {
    uint32_t free; /* places */
    double ports;  /* how many places there are */
    double left_s; /* of what has not started */
};

struct dispatch {
    const struct rd_object_list *copies;
    const struct rd_dispatch_rule *rule;
    const uint32_t *way;
    uint32_t *object;           /* [count] by pair */
    uint32_t *pair_of;          /* [count] by object */
    bool *has_started;          /* [count] by object */
    struct rd_safe_order *safe; /* where space is limited; else NULL */
    struct pair *pair;
    uint32_t pair_count;
    struct host_pairs *out, *in;     /* [host_count] */
    struct port *out_port, *in_port; /* [host_count]; the same where ports are combined */
    int64_t *taken;                  /* [shared links]; NULL if there are none */
    struct waiting *waiting;         /* likewise */
    struct heap candidate, end;      /* pairs by urgency; objects by end, the first first */
    uint32_t *changed;               /* [changed_count] hosts that have places again */
    bool *is_changed;
    uint32_t changed_count;
    bool bus; /* one message at a time in the whole network */
    uint32_t under_way;
    double now_s;
    struct rd_copy_schedule schedule;
    uint32_t started;
    struct rd_arena *scratch;
};

static double duration_of(const struct dispatch *dispatch, uint32_t object)
{
    return dispatch->copies->way[dispatch->way[object]].duration_s;
}

static uint32_t sender_of(const struct dispatch *dispatch, uint32_t object)
{
    const struct rd_object_list *copies = dispatch->copies;
    return copies->backwards ? copies->objects->to[object]
                             : copies->way[dispatch->way[object]].from;
}

static uint32_t receiver_of(const struct dispatch *dispatch, uint32_t object)
{
    const struct rd_object_list *copies = dispatch->copies;
    return copies->backwards ? copies->way[dispatch->way[object]].from
                             : copies->objects->to[object];
}

static double weight_of(const struct dispatch *dispatch, uint32_t object)
{
    const double *weight_s = dispatch->rule->weight_s;
    return weight_s ? weight_s[object] : duration_of(dispatch, object);
}

/* --- what there is ---------------------------------------------------------------------------- */

/* An object with what its place among all is decided by. */
struct place {
    uint64_t pair;
    double key;
    uint32_t object;
};

static int by_place(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    if (a->key != b->key)
        return a->key > b->key ? -1 : 1;
    return (a->object > b->object) - (a->object < b->object);
}

static void make_pairs(struct dispatch *dispatch)
{
    const struct rd_object_list *copies = dispatch->copies;
    struct place *place = rd_take(dispatch->scratch, copies->count, struct place);
    for (uint32_t object = 0; object < copies->count; object++) {
        uint64_t from = sender_of(dispatch, object), to = receiver_of(dispatch, object);
        double key = dispatch->rule->by == RD_BY_RANK ? -dispatch->rule->rank[object]
                                                      : weight_of(dispatch, object);
        place[object] = (struct place){from << 32 | to, key, object};
    }
    qsort(place, copies->count, sizeof *place, by_place);
    dispatch->object = rd_take(dispatch->scratch, copies->count, uint32_t);
    dispatch->pair_of = rd_take(dispatch->scratch, copies->count, uint32_t);
    dispatch->has_started = rd_take(dispatch->scratch, copies->count, bool);
    dispatch->pair = rd_take(dispatch->scratch, copies->count, struct pair);
    for (uint32_t i = 0; i < copies->count; i++) {
        dispatch->object[i] = place[i].object;
        if (i == 0 || place[i].pair != place[i - 1].pair)
            dispatch->pair[dispatch->pair_count++] =
                (struct pair){.from = (uint32_t)(place[i].pair >> 32),
                              .to = (uint32_t)place[i].pair,
                              .next = i,
                              .link = copies->way[dispatch->way[place[i].object]].link};
        dispatch->pair[dispatch->pair_count - 1].end = i + 1;
        dispatch->pair_of[place[i].object] = dispatch->pair_count - 1;
    }
}

/* The pairs of each host, by one of their ends. */
static struct host_pairs *pairs_by(struct dispatch *dispatch, bool receives)
{
    uint32_t host_count = dispatch->copies->host_count;
    uint32_t *host = rd_take(dispatch->scratch, dispatch->pair_count, uint32_t);
    for (uint32_t i = 0; i < dispatch->pair_count; i++)
        host[i] = receives ? dispatch->pair[i].to : dispatch->pair[i].from;
    struct rd_groups groups = rd_group(host, dispatch->pair_count, host_count, dispatch->scratch);
    struct host_pairs *pairs = rd_take(dispatch->scratch, host_count, struct host_pairs);
    for (uint32_t i = 0; i < host_count; i++)
        pairs[i] = (struct host_pairs){groups.member + groups.first[i],
                                       groups.first[i + 1] - groups.first[i]};
    return pairs;
}

static struct port *make_ports(struct dispatch *dispatch)
{
    const struct rd_object_list *copies = dispatch->copies;
    struct port *port = rd_take(dispatch->scratch, copies->host_count, struct port);
    for (uint32_t host = 0; host < copies->host_count; host++) {
        port[host].free = rd_copy_ports(copies, host, copies->count);
        port[host].ports = port[host].free;
    }
    return port;
}

static void make_shared(struct dispatch *dispatch)
{
    const struct rd_instance *instance = dispatch->copies->instance;
    const struct rd_shared_use *end;
    if (!instance->shared)
        return;
    uint32_t *uses = rd_take(dispatch->scratch, instance->shared->count, uint32_t);
    dispatch->taken = rd_take(dispatch->scratch, instance->shared->count, int64_t);
    dispatch->waiting = rd_take(dispatch->scratch, instance->shared->count, struct waiting);
    for (uint32_t i = 0; i < dispatch->pair_count; i++)
        for (const struct rd_shared_use *use = rd_link_uses(instance, dispatch->pair[i].link, &end);
             use < end; use++)
            uses[use->shared]++;
    for (uint32_t i = 0; i < instance->shared->count; i++)
        dispatch->waiting[i].pair = rd_take(dispatch->scratch, uses[i], uint32_t);
}

static void change(struct dispatch *dispatch, uint32_t host)
{
    if (!dispatch->is_changed[host])
        dispatch->changed[dispatch->changed_count++] = host;
    dispatch->is_changed[host] = true;
}

static void open(struct dispatch *dispatch, struct rd_arena *arena)
{
    const struct rd_object_list *copies = dispatch->copies;
    struct rd_arena *scratch = dispatch->scratch;
    make_pairs(dispatch);
    dispatch->out = pairs_by(dispatch, false);
    dispatch->in = pairs_by(dispatch, true);
    dispatch->out_port = make_ports(dispatch);
    dispatch->in_port = copies->objects->combined_ports ? dispatch->out_port : make_ports(dispatch);
    for (uint32_t object = 0; object < copies->count; object++) {
        double weight_s = weight_of(dispatch, object);
        dispatch->out_port[sender_of(dispatch, object)].left_s += weight_s;
        dispatch->in_port[receiver_of(dispatch, object)].left_s += weight_s;
    }
    make_shared(dispatch);
    dispatch->candidate.item = rd_take(scratch, dispatch->pair_count, struct keyed);
    dispatch->end.item = rd_take(scratch, copies->count, struct keyed);
    dispatch->changed = rd_take(scratch, copies->host_count, uint32_t);
    dispatch->is_changed = rd_take(scratch, copies->host_count, bool);
    for (uint32_t host = 0; host < copies->host_count; host++)
        change(dispatch, host);
    dispatch->schedule = (struct rd_copy_schedule){
        .way = dispatch->way,
        .start_s = rd_take(arena, copies->count, double),
        .order = rd_take(arena, copies->count, uint32_t),
    };
}

/* --- what may start --------------------------------------------------------------------------- */

/* Is there room on the shared links of a pair? Where there is not, it waits for the first. */
static bool has_room(struct dispatch *dispatch, uint32_t number)
{
    const struct rd_instance *instance = dispatch->copies->instance;
    struct pair *pair = &dispatch->pair[number];
    const struct rd_shared_use *end, *use = rd_link_uses(instance, pair->link, &end);
    for (; use < end; use++) {
        if (dispatch->taken[use->shared] + rd_link_part(instance, pair->link, use) <=
            RD_SHARED_ROOM)
            continue;
        struct waiting *waiting = &dispatch->waiting[use->shared];
        if (!pair->lacks_room)
            waiting->pair[waiting->count++] = number;
        pair->lacks_room = true;
        return false;
    }
    return true;
}

/* Do ports, the pair and shared links take a message of a pair? */
static bool is_free(struct dispatch *dispatch, uint32_t number)
{
    const struct pair *pair = &dispatch->pair[number];
    return pair->next < pair->end && !(dispatch->bus && dispatch->under_way > 0) &&
           dispatch->out_port[pair->from].free > 0 && dispatch->in_port[pair->to].free > 0 &&
           (pair->under_way == 0 || dispatch->copies->objects->many_a_pair) &&
           has_room(dispatch, number);
}

/* The first object of a pair that may start; RD_NO_HOST: none. */
static uint32_t startable(struct dispatch *dispatch, uint32_t number)
{
    const struct pair *pair = &dispatch->pair[number];
    if (!is_free(dispatch, number))
        return RD_NO_HOST;
    if (!dispatch->safe)
        return dispatch->object[pair->next];
    for (uint32_t i = pair->next; i < pair->end; i++)
        if (!dispatch->has_started[dispatch->object[i]] &&
            rd_safe_order_allows(dispatch->safe, dispatch->object[i]))
            return dispatch->object[i];
    return RD_NO_HOST;
}

/* How urgent an object is. */
static double urgency(const struct dispatch *dispatch, uint32_t object)
{
    const struct pair *pair = &dispatch->pair[dispatch->pair_of[object]];
    const struct rd_dispatch_rule *rule = dispatch->rule;
    if (rule->by == RD_BY_RANK)
        return -rule->rank[object];
    if (rule->by == RD_BY_LENGTH)
        return weight_of(dispatch, object);
    const struct port *out = &dispatch->out_port[pair->from], *in = &dispatch->in_port[pair->to];
    double out_s = out->left_s / out->ports, in_s = in->left_s / in->ports;
    return fmax(out_s, in_s) + rule->lambda * (out_s + in_s);
}

static void consider(struct dispatch *dispatch, uint32_t number)
{
    struct pair *pair = &dispatch->pair[number];
    uint32_t object = pair->is_candidate ? RD_NO_HOST : startable(dispatch, number);
    if (object == RD_NO_HOST)
        return;
    pair->is_candidate = true;
    push(&dispatch->candidate, (struct keyed){urgency(dispatch, object), number});
}

static void consider_all(struct dispatch *dispatch, struct host_pairs *pairs)
{
    for (uint32_t i = 0; i < pairs->count;) {
        const struct pair *pair = &dispatch->pair[pairs->pair[i]];
        if (pair->next == pair->end) {
            pairs->pair[i] = pairs->pair[--pairs->count];
            continue;
        }
        consider(dispatch, pairs->pair[i]);
        i++;
    }
}

static void find_candidates(struct dispatch *dispatch)
{
    for (uint32_t i = 0; i < dispatch->changed_count; i++) {
        uint32_t host = dispatch->changed[i];
        dispatch->is_changed[host] = false;
        if (dispatch->out_port[host].free > 0)
            consider_all(dispatch, &dispatch->out[host]);
        if (dispatch->in_port[host].free > 0)
            consider_all(dispatch, &dispatch->in[host]);
    }
    dispatch->changed_count = 0;
}

/* --- what starts and ends --------------------------------------------------------------------- */

static void take_room(struct dispatch *dispatch, const struct pair *pair, int sign)
{
    const struct rd_instance *instance = dispatch->copies->instance;
    const struct rd_shared_use *end, *use = rd_link_uses(instance, pair->link, &end);
    for (; use < end; use++)
        dispatch->taken[use->shared] += sign * rd_link_part(instance, pair->link, use);
}

static void start(struct dispatch *dispatch, uint32_t object)
{
    uint32_t number = dispatch->pair_of[object];
    struct pair *pair = &dispatch->pair[number];
    struct port *out = &dispatch->out_port[pair->from], *in = &dispatch->in_port[pair->to];
    double end_s = dispatch->now_s + duration_of(dispatch, object);
    dispatch->has_started[object] = true;
    while (pair->next < pair->end && dispatch->has_started[dispatch->object[pair->next]])
        pair->next++;
    if (dispatch->safe)
        rd_safe_order_start(dispatch->safe, object);
    out->free--;
    in->free--;
    out->left_s -= weight_of(dispatch, object);
    in->left_s -= weight_of(dispatch, object);
    pair->under_way++;
    dispatch->under_way++;
    take_room(dispatch, pair, 1);
    dispatch->schedule.start_s[object] = dispatch->now_s;
    dispatch->schedule.order[dispatch->started++] = object;
    dispatch->schedule.makespan_s = fmax(dispatch->schedule.makespan_s, end_s);
    push(&dispatch->end, (struct keyed){-end_s, object});
}

/* Pairs that waited for room on a shared link may have it now. */
static void let_in(struct dispatch *dispatch, const struct pair *left)
{
    const struct rd_shared_use *end,
        *use = rd_link_uses(dispatch->copies->instance, left->link, &end);
    for (; use < end; use++) {
        struct waiting *waiting = &dispatch->waiting[use->shared];
        uint32_t count = waiting->count;
        waiting->count = 0;
        for (uint32_t i = 0; i < count; i++) {
            dispatch->pair[waiting->pair[i]].lacks_room = false;
            consider(dispatch, waiting->pair[i]);
        }
    }
}

/* A message ends. */
static void end(struct dispatch *dispatch, uint32_t object)
{
    struct pair *pair = &dispatch->pair[dispatch->pair_of[object]];
    pair->under_way--;
    dispatch->under_way--;
    dispatch->out_port[pair->from].free++;
    dispatch->in_port[pair->to].free++;
    take_room(dispatch, pair, -1);
    change(dispatch, pair->from);
    change(dispatch, pair->to);
    if (!dispatch->safe)
        return;
    rd_safe_order_end(dispatch->safe, object);
    uint32_t host = rd_gives_space(dispatch->copies, object, dispatch->way[object]);
    if (host != RD_NO_HOST)
        change(dispatch, host);
}

/* All that ends at the next date does; dates that differ by rounding are one. */
static void end_some(struct dispatch *dispatch)
{
    struct heap *heap = &dispatch->end;
    double until_s = -heap->item[0].key * (1 + 1e-12);
    rd_arena_borrow(dispatch->scratch);
    uint32_t *ended = rd_take(dispatch->scratch, heap->count, uint32_t), count = 0;
    while (heap->count > 0 && -heap->item[0].key <= until_s) {
        struct keyed last = pop(heap);
        dispatch->now_s = -last.key;
        end(dispatch, last.number);
        ended[count++] = last.number;
    }
    for (uint32_t host = 0; dispatch->bus && host < dispatch->copies->host_count; host++)
        change(dispatch, host);
    for (uint32_t i = 0; i < count; i++)
        let_in(dispatch, &dispatch->pair[dispatch->pair_of[ended[i]]]);
}

/* Starts what may start, the most urgent first. Urgencies only fall, so that one that has fallen
 * is put back. */
static void start_some(struct dispatch *dispatch)
{
    find_candidates(dispatch);
    while (dispatch->candidate.count > 0) {
        struct keyed first = pop(&dispatch->candidate);
        struct pair *pair = &dispatch->pair[first.number];
        pair->is_candidate = false;
        uint32_t object = startable(dispatch, first.number);
        if (object != RD_NO_HOST && urgency(dispatch, object) == first.key)
            start(dispatch, object);
        if (object != RD_NO_HOST)
            consider(dispatch, first.number);
    }
    /* All that is safe waits for nothing that ends: the order says what fits. */
    if (dispatch->safe && dispatch->under_way == 0 && dispatch->started < dispatch->copies->count)
        start(dispatch, rd_safe_order_first(dispatch->safe));
}

struct rd_copy_schedule rd_dispatch(const struct rd_object_list *copies, const uint32_t *way,
                                    const struct rd_dispatch_rule *rule, struct rd_arena *arena,
                                    struct rd_arena *scratch)
{
    struct dispatch dispatch = {.copies = copies, .rule = rule, .way = way, .scratch = scratch};
    rd_assert(arena != scratch);
    rd_arena_borrow(scratch);
    dispatch.bus = copies->instance->topology.shape == RD_BUS;
    open(&dispatch, arena);
    if (copies->objects->space_bytes && !copies->backwards) {
        rd_assert(rule->order);
        dispatch.safe = rd_safe_order_open(copies, way, rule->order, scratch);
    }
    start_some(&dispatch);
    while (dispatch.end.count > 0) {
        end_some(&dispatch);
        start_some(&dispatch);
    }
    rd_assert(dispatch.started == copies->count);
    return dispatch.schedule;
}

void rd_plan_copies(const struct rd_object_list *copies, const struct rd_copy_schedule *schedule,
                    struct rd_arena *arena, struct rd_plan *ret_plan)
{
    ret_plan->timing = RD_SELF_TIMED;
    ret_plan->keeps_shared = true;
    rd_plan_reserve(ret_plan, arena, copies->count);
    for (uint32_t i = 0; i < copies->count; i++) {
        uint32_t object = schedule->order[i];
        rd_plan_add(ret_plan, arena,
                    (struct rd_transfer){.from = copies->way[schedule->way[object]].from,
                                         .to = copies->objects->to[object],
                                         .kind = (int32_t)object,
                                         .items = 1,
                                         .messages = 1});
    }
}
