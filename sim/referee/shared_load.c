#include "parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A message on a shared link. */
struct load {
    double from_s, to_s; /* its latency has passed, it has arrived */
    double work_s;       /* how long the link is busy with its bytes, if it carries nothing else */
    double part;         /* of the link, all the time; 0: others may have slowed it */
    uint32_t transfer;
};

/* The messages on one shared link. */
struct loads {
    struct rd_referee *referee;
    uint32_t shared;
    size_t count;
    const struct load *by_start, *by_end; /* [count], the same in two orders */
};

/* Where a shared link carries too much. */
struct excess {
    double from_s, to_s;
    double times; /* of what it carries in that time */
    uint32_t transfer, other;
};

static int compare(double a_s, double b_s, uint32_t a, uint32_t b)
{
    if (a_s != b_s)
        return a_s < b_s ? -1 : 1;
    return (a > b) - (a < b);
}

static int compare_starts(const void *left, const void *right)
{
    const struct load *a = left, *b = right;
    return compare(a->from_s, b->from_s, a->transfer, b->transfer);
}

static int compare_ends(const void *left, const void *right)
{
    const struct load *a = left, *b = right;
    return compare(a->to_s, b->to_s, a->transfer, b->transfer);
}

static bool blame(const struct loads *loads, const struct excess *excess)
{
    const struct rd_instance *instance = loads->referee->instance;
    const char *const *name = instance->shared->name;
    const struct rd_timed_transfer *transfer = loads->referee->dates->transfer;
    const struct rd_timed_transfer *one = &transfer[excess->transfer],
                                   *other = &transfer[excess->other];
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE], other_from[RD_LABEL_SIZE], other_to[RD_LABEL_SIZE],
        number[16];
    snprintf(number, sizeof number, "%" PRIu32, loads->shared);
    return rd_referee_fail(
        loads->referee, RD_VIOLATION_PORT, excess->transfer, one->from,
        "transfer %" PRIu32 ": %s sends to %s besides transfer %" PRIu32
        ", %s to %s: from %.10g s to %.10g s messages take %.4g times what the shared link '%s' "
        "carries",
        excess->transfer, rd_host_label(instance, one->from, from),
        rd_host_label(instance, one->to, to), excess->other,
        rd_host_label(instance, other->from, other_from),
        rd_host_label(instance, other->to, other_to), excess->from_s, excess->to_s, excess->times,
        name ? name[loads->shared] : number);
}

/* The last of the first `count` messages to start that takes its part all the time and is under way
 * at a date. Returns: its place, and one; 0 if there is none. */
static size_t find_under_way(const struct loads *loads, size_t count, double at_s)
{
    while (count > 0 &&
           !(loads->by_start[count - 1].part > 0 && loads->by_start[count - 1].to_s > at_s))
        count--;
    return count;
}

/* Names the last two of the messages that take too much together. */
static bool blame_at_date(const struct loads *loads, size_t started, double at_s, double until_s,
                          double taken)
{
    size_t last = find_under_way(loads, started, at_s), other = 0;
    if (last > 0)
        other = find_under_way(loads, last - 1, at_s);
    return other == 0 ||
           blame(loads, &(struct excess){at_s, until_s, taken, loads->by_start[last - 1].transfer,
                                         loads->by_start[other - 1].transfer});
}

/* Do the messages that last as long as alone ever take more than there is? Dates may be off: in d
 * seconds by the clock they are surely together for d less the tolerance, and each may have rested
 * for twice the tolerance of that. */
static bool fits_at_each_date(const struct loads *loads)
{
    double tolerance_s = loads->referee->tolerance_s, taken = 0;
    for (size_t started = 0, ended = 0; started < loads->count;) {
        double at_s;
        if (ended < started && loads->by_end[ended].to_s <= loads->by_start[started].from_s) {
            at_s = loads->by_end[ended].to_s;
            taken -= loads->by_end[ended++].part;
        } else {
            at_s = loads->by_start[started].from_s;
            taken += loads->by_start[started++].part;
        }
        double until_s = loads->by_end[ended].to_s;
        if (started < loads->count)
            until_s = fmin(until_s, loads->by_start[started].from_s);
        double together_s = until_s - at_s - tolerance_s;
        if (together_s > 0 && taken * (together_s - 2 * tolerance_s) > together_s &&
            !blame_at_date(loads, started, at_s, until_s, taken))
            return false;
    }
    return true;
}

/* Messages by their end, a binary tree: of each half, what the messages in it that were added work,
 * and the most by which the work up to one of them passes its end. */
struct tree {
    size_t leaves; /* a power of two */
    double *work_s, *excess_s;
};

static void add(struct tree *tree, size_t leaf, const struct load *load)
{
    size_t node = tree->leaves + leaf;
    tree->work_s[node] = load->work_s;
    tree->excess_s[node] = load->work_s - load->to_s;
    while (node /= 2) {
        tree->work_s[node] = tree->work_s[2 * node] + tree->work_s[2 * node + 1];
        tree->excess_s[node] =
            fmax(tree->excess_s[2 * node], tree->work_s[2 * node] + tree->excess_s[2 * node + 1]);
    }
}

/* The message to whose end there is the most work too much. */
static size_t worst_leaf(const struct tree *tree)
{
    size_t node = 1;
    while (node < tree->leaves)
        node = 2 * node +
               (tree->excess_s[2 * node] < tree->work_s[2 * node] + tree->excess_s[2 * node + 1]);
    return node - tree->leaves;
}

static struct tree open_tree(size_t count, struct rd_arena *scratch)
{
    struct tree tree = {.leaves = 1};
    while (tree.leaves < count)
        tree.leaves *= 2;
    tree.work_s = rd_take(scratch, 2 * tree.leaves, double);
    tree.excess_s = rd_take(scratch, 2 * tree.leaves, double);
    for (size_t i = 0; i < 2 * tree.leaves; i++)
        tree.excess_s[i] = -INFINITY;
    return tree;
}

/* Is there time for all that starts and ends within any stretch of it? In: place [transfers]. */
static bool fits_in_each_stretch(const struct loads *loads, size_t *place)
{
    const struct load *by_start = loads->by_start, *by_end = loads->by_end;
    struct tree tree = open_tree(loads->count, loads->referee->scratch);
    for (size_t i = 0; i < loads->count; i++)
        place[by_end[i].transfer] = i;
    for (size_t i = loads->count; i-- > 0;) {
        add(&tree, place[by_start[i].transfer], &by_start[i]);
        if (tree.excess_s[1] + by_start[i].from_s <= loads->referee->tolerance_s)
            continue;
        const struct load *last = &by_end[worst_leaf(&tree)];
        size_t other = i; /* the first of them that is not the last to end */
        while (by_start[other].transfer == last->transfer || by_start[other].to_s > last->to_s)
            other++;
        double lasts_s = last->to_s - by_start[i].from_s;
        double work_s = tree.excess_s[1] + last->to_s;
        return blame(loads, &(struct excess){by_start[i].from_s, last->to_s, work_s / lasts_s,
                                             last->transfer, by_start[other].transfer});
    }
    return true;
}

/* A message of the trace on one of its shared links. Returns: false if it takes nothing of it. */
static bool find_load(const struct rd_referee *referee, const struct rd_trace *trace, size_t i,
                      uint64_t link, const struct rd_shared_use *use, struct load *ret_load)
{
    const struct rd_instance *instance = referee->instance;
    const struct rd_timed_transfer *transfer = &trace->transfer[i];
    struct rd_link_cost cost = rd_link_cost(instance, link);
    double bytes = rd_content_bytes(instance, transfer->kind, transfer->items);
    double capacity = instance->shared->bandwidth_bytes_per_s[use->shared];
    double lasts_s = transfer->end_s - transfer->start_s;
    double from_s = transfer->start_s + cost.latency_s;
    bool slowed = lasts_s > rd_message_duration_s(cost, bytes) + referee->tolerance_s;
    *ret_load = (struct load){
        .from_s = from_s,
        .to_s = rd_latest_of(transfer->end_s, from_s),
        .work_s = bytes * use->times / capacity,
        .part = slowed ? 0 : (double)rd_link_part(instance, link, use) / (double)RD_SHARED_ROOM,
        .transfer = (uint32_t)i};
    return ret_load->work_s > 0;
}

/* Walks over all messages and their shared links. In: next [shared links]: where each link's next
 * message goes. Fills load, or counts where it is NULL. */
static void gather(const struct rd_referee *referee, const struct rd_trace *trace, size_t *next,
                   struct load *load)
{
    for (size_t i = 0; i < trace->transfer_count; i++) {
        const struct rd_timed_transfer *transfer = &trace->transfer[i];
        if (transfer->to == RD_NO_HOST)
            continue;
        uint64_t link = rd_link_between(&referee->instance->topology, transfer->from, transfer->to);
        const struct rd_shared_use *end, *use = rd_link_uses(referee->instance, link, &end);
        for (; use < end; use++) {
            struct load found;
            if (!find_load(referee, trace, i, link, use, &found))
                continue;
            if (load)
                load[next[use->shared]] = found;
            next[use->shared]++;
        }
    }
}

bool rd_referee_shared_load(struct rd_referee *referee, const struct rd_trace *trace)
{
    const struct rd_shared_links *shared = referee->instance->shared;
    if (!shared)
        return true;
    struct rd_arena *scratch = referee->scratch;
    size_t *end = rd_take(scratch, shared->count + 1, size_t);
    gather(referee, trace, end + 1, NULL);
    for (uint32_t i = 0; i < shared->count; i++)
        end[i + 1] += end[i];
    size_t total = end[shared->count];
    struct load *by_start = rd_take(scratch, total, struct load);
    size_t *place = rd_take(scratch, trace->transfer_count, size_t);
    gather(referee, trace, end, by_start); /* which moves each end to the next */
    bool fits = true;
    for (uint32_t i = 0; fits && i < shared->count; i++) {
        size_t first = i > 0 ? end[i - 1] : 0, count = end[i] - first;
        struct rd_arena_mark mark = rd_arena_mark(scratch);
        struct load *by_end = rd_take(scratch, count, struct load);
        struct loads loads = {referee, i, count, by_start + first, by_end};
        memcpy(by_end, by_start + first, count * sizeof *by_end);
        qsort(by_start + first, count, sizeof *by_start, compare_starts);
        qsort(by_end, count, sizeof *by_end, compare_ends);
        fits = fits_at_each_date(&loads) && fits_in_each_stretch(&loads, place);
        rd_arena_rewind(scratch, mark);
    }
    return fits;
}
