#include "event_queue.h"

#include "sim/base/heap.h"

/* What has begun, as a heap: the first to end at the top. */
struct event {
    double end_s;
    struct rd_activity *activity;
};

struct event_queue {
    struct rd_online_clock clock; /* its first member */
    struct rd_online online;
    struct event *heap; /* [capacity] */
    size_t count, capacity;
};

static bool precedes(RD_UNUSED const struct event_queue *queue, struct event a, struct event b)
{
    return a.end_s < b.end_s;
}

RD_DEFINE_HEAP(struct event_queue, struct event, heap, count, precedes, RD_HEAP_PUT)

/* An activity begins: in the exact model its cost says when it ends. */
static void begin(struct rd_online_clock *clock, struct rd_activity *activity)
{
    struct event_queue *queue = (struct event_queue *)clock;
    const struct rd_instance *instance = queue->online.instance;
    const struct rd_act *act = &activity->act;
    double lasts_s = act->lasts_s;
    if (act->to != RD_NO_HOST) {
        uint64_t link = rd_link_between(&instance->topology, act->from, act->to);
        double bytes = rd_content_bytes(instance, act->kind, act->items);
        lasts_s = rd_message_duration_s(rd_link_cost(instance, link), bytes);
    } else if (!activity->is_timer) {
        lasts_s = (double)act->items * rd_compute_item_s(instance, act->from);
    }
    queue->heap = rd_arena_room(queue->online.arena, queue->heap, queue->count, &queue->capacity,
                                sizeof *queue->heap);
    rd_heap_rise(queue, queue->count++, (struct event){queue->online.now_s + lasts_s, activity});
}

static void act(struct rd_online_clock *clock, const uint32_t *host, uint32_t count)
{
    struct event_queue *queue = (struct event_queue *)clock;
    for (uint32_t i = 0; i < count; i++)
        rd_online_act(&queue->online, host[i]);
}

/* Takes all that ends at the next date. What rounding separates is one date. */
static double next_date(struct event_queue *queue, struct rd_activity **ended, size_t *ret_count)
{
    double now_s = queue->heap[0].end_s;
    *ret_count = 0;
    while (queue->count > 0 && queue->heap[0].end_s <= now_s * (1 + RD_ONE_DATE))
        ended[(*ret_count)++] = rd_heap_pop(queue).activity;
    return now_s;
}

bool rd_protocol_trace(const struct rd_instance *instance, const struct rd_protocol_run *run,
                       struct rd_arena *trace_arena, struct rd_arena *scratch,
                       struct rd_trace *ret_trace, struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    struct event_queue *queue = rd_take(scratch, 1, struct event_queue);
    struct rd_online *online = &queue->online;
    queue->clock = (struct rd_online_clock){begin, act};
    if (!rd_online_open(instance, run, RD_PROTOCOL_LIMIT, &queue->clock, scratch, trace_arena,
                        online, reterr))
        return false;
    struct rd_activity **ended = NULL;
    size_t capacity = 0;
    rd_online_begin(online);
    while (queue->count > 0 && !online->broken) {
        if (capacity < queue->count) {
            capacity = queue->capacity;
            ended = rd_take(scratch, capacity, struct rd_activity *);
        }
        size_t count;
        double now_s = next_date(queue, ended, &count);
        rd_online_step(online, now_s, ended, count);
    }
    *ret_trace = online->trace;
    return rd_online_close(online, reterr);
}

/* What is to be said of a run whose messages are control words for most of their time; or NULL.
 * O(messages). */
static const char *remark_on_words(const struct rd_trace *trace, struct rd_arena *arena)
{
    enum { MOST = 2 }; /* more than one part in two */
    double words_s = 0, all_s = 0;
    size_t words = 0, all = 0;
    for (size_t i = 0; i < trace->transfer_count; i++) {
        const struct rd_timed_transfer *row = &trace->transfer[i];
        bool is_word = row->kind == RD_CONTROL;
        if (row->to == RD_NO_HOST)
            continue;
        all_s += row->end_s - row->start_s;
        all++;
        words_s += is_word ? row->end_s - row->start_s : 0;
        words += is_word;
    }
    if (MOST * words_s <= all_s)
        return NULL;
    return rd_arena_print(arena,
                          "control words take %.3g %% of the time of its messages (%zu of %zu): "
                          "word-bytes says how long one is",
                          100 * words_s / all_s, words, all);
}

bool rd_protocol_plan(const struct rd_instance *instance, const struct rd_protocol_run *run,
                      struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                      struct rd_error *reterr)
{
    struct rd_trace *trace = rd_take(arena, 1, struct rd_trace);
    if (!rd_protocol_trace(instance, run, arena, scratch, trace, reterr))
        return false;
    rd_trace_sort(trace, scratch);
    rd_plan_of_trace(trace, arena, ret_plan);
    ret_plan->timing = RD_AS_RECORDED;
    ret_plan->record = trace;
    ret_plan->run = *run;
    ret_plan->note = remark_on_words(trace, arena);
    return true;
}
