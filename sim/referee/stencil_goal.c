/* A stencil: does every host compute its items in each iteration, after the words of their
 * neighbours have come, and does it send its own after it has computed them? */
#include "parts.h"

#include <inttypes.h>
#include <stdlib.h>

/* Whoever holds an item has computed it in every iteration. */
static void judge_work(struct rd_referee *referee)
{
    char label[RD_LABEL_SIZE];
    for (uint32_t host = 0; host < referee->host_count; host++) {
        int64_t items = 0, wanted;
        for (uint32_t kind = 0; kind < referee->kind_count; kind++)
            items += rd_finally_held(referee, host, kind);
        /* INT64_MAX may stand for more: what is not counted exactly is not reached. */
        if (!__builtin_mul_overflow(items, referee->instance->stencil_iterations, &wanted) &&
            wanted < INT64_MAX && referee->worked[host] == wanted)
            continue;
        rd_referee_miss(referee,
                        "%s does plain work on %" PRId64 " items: %" PRId64
                        " iterations of its %" PRId64 " items are wanted",
                        rd_host_label(referee->instance, host, label), referee->worked[host],
                        referee->instance->stencil_iterations, items);
        return;
    }
}

/* The words of a stencil from one host to another. */
struct halo {
    uint32_t from, to;
    int64_t words; /* of an iteration: items of `from` with a neighbour on `to` */
    int64_t begun; /* of all that were sent */
    int64_t come;
};

static int by_pair(const void *left, const void *right)
{
    const struct halo *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

/* Where each item of the ring ends, item d being kind d; NULL if kinds are not items. */
static uint32_t *find_owners(const struct rd_referee *referee)
{
    uint32_t *owner = rd_take(referee->scratch, referee->kind_count, uint32_t);
    for (uint32_t kind = 0; kind < referee->kind_count; kind++)
        owner[kind] = RD_NO_HOST;
    for (uint32_t host = 0; host < referee->host_count; host++)
        for (uint32_t kind = 0; kind < referee->kind_count; kind++) {
            if (rd_finally_held(referee, host, kind) == 0)
                continue;
            if (rd_finally_held(referee, host, kind) != 1 || owner[kind] != RD_NO_HOST)
                return NULL;
            owner[kind] = host;
        }
    for (uint32_t kind = 0; kind < referee->kind_count; kind++)
        if (owner[kind] == RD_NO_HOST)
            return NULL;
    return owner;
}

/* The pairs of hosts that have to talk, sorted. An item with both neighbours on one host is one
 * word. Returns: how many. */
static size_t find_halos(const struct rd_referee *referee, const uint32_t *owner, struct halo *halo)
{
    uint32_t n = referee->kind_count;
    size_t count = 0, pairs = 0;
    for (uint32_t item = 0; item < n; item++) {
        uint32_t left = owner[(item + n - 1) % n], right = owner[(item + 1) % n];
        if (left != owner[item])
            halo[count++] = (struct halo){owner[item], left, 1, 0, 0};
        if (right != owner[item] && right != left)
            halo[count++] = (struct halo){owner[item], right, 1, 0, 0};
    }
    qsort(halo, count, sizeof *halo, by_pair);
    for (size_t i = 0; i < count; i++) {
        if (pairs > 0 && by_pair(&halo[pairs - 1], &halo[i]) == 0)
            halo[pairs - 1].words++;
        else
            halo[pairs++] = halo[i];
    }
    return pairs;
}

/* What the hosts have done by some time. */
struct progress {
    struct rd_referee *referee;
    struct halo *halo; /* [halo_count], by sender */
    size_t halo_count;
    size_t *incoming; /* [halo_count] the same by receiver: places in halo */
    size_t *first_in; /* [host_count + 1] of a host's in `incoming` */
    int64_t *inner;   /* [host_count] of its items, those that may be computed before words come */
    int64_t *items;   /* [host_count] that it holds at the end */
    int64_t *begun;   /* [host_count] plain work that was begun */
    int64_t *worked;  /* [host_count] plain work that has ended */
    int64_t *moves;   /* [host_count] items still to come */
};

static struct halo *halo_of(const struct progress *progress, const struct rd_transfer *transfer)
{
    struct halo key = {transfer->from, transfer->to, 0, 0, 0};
    return bsearch(&key, progress->halo, progress->halo_count, sizeof key, by_pair);
}

static bool is_work(const struct rd_transfer *transfer)
{
    return transfer->kind == RD_CONTROL && transfer->to == RD_NO_HOST;
}

/* Adds a transfer's items to what its receiver has still to receive, or takes them off. */
static void count_moves(const struct progress *progress, const struct rd_transfer *transfer,
                        int sign)
{
    if (transfer->kind == RD_CONTROL || transfer->to == RD_NO_HOST)
        return;
    int64_t items = transfer->items * (transfer->messages > 0 ? transfer->messages : 1);
    progress->moves[transfer->to] += sign * items;
}

static void end_transfer(const struct progress *progress, const struct rd_transfer *transfer)
{
    if (is_work(transfer)) {
        progress->worked[transfer->from] += transfer->items * transfer->messages;
        return;
    }
    count_moves(progress, transfer, -1);
    struct halo *halo = transfer->kind == RD_CONTROL ? halo_of(progress, transfer) : NULL;
    if (halo)
        halo->come += transfer->messages;
}

/* Where a transfer stands, in words: "round 3", or "at 2.5 s" in a trace. */
static const char *place_of(const struct progress *progress, size_t index, char text[64])
{
    const struct rd_trace *dates = progress->referee->dates;
    if (dates)
        snprintf(text, 64, "at %.10g s", dates->transfer[index].start_s);
    else
        snprintf(text, 64, "round %" PRIu32, progress->referee->plan->transfer[index].round);
    return text;
}

/* Has all come that the work of an iteration needs? */
static bool may_work(const struct progress *progress, size_t index, int64_t iteration)
{
    uint32_t host = progress->referee->plan->transfer[index].from;
    for (size_t i = progress->first_in[host]; i < progress->first_in[host + 1]; i++) {
        const struct halo *halo = &progress->halo[progress->incoming[i]];
        if (halo->come >= halo->words * iteration)
            continue;
        char to[RD_LABEL_SIZE], from[RD_LABEL_SIZE], place[64];
        rd_referee_miss(progress->referee,
                        "%s: %s computes in iteration %" PRId64 " and has %" PRId64 " of %" PRId64
                        " words of %s",
                        place_of(progress, index, place),
                        rd_host_label(progress->referee->instance, host, to), iteration, halo->come,
                        halo->words * iteration,
                        rd_host_label(progress->referee->instance, halo->from, from));
        return false;
    }
    return true;
}

/* Work, or a word, begins: in time? Words above those of all iterations are free. */
static bool begin_transfer(const struct progress *progress, size_t index)
{
    struct rd_referee *referee = progress->referee;
    const struct rd_transfer *transfer = &referee->plan->transfer[index];
    uint32_t host = transfer->from;
    struct halo *halo =
        transfer->kind == RD_CONTROL && !is_work(transfer) ? halo_of(progress, transfer) : NULL;
    if (!is_work(transfer) &&
        (!halo || halo->begun >= halo->words * referee->instance->stencil_iterations))
        return true;
    char label[RD_LABEL_SIZE], place[64];
    if (progress->moves[host] > 0) {
        rd_referee_miss(referee, "%s: %s begins to iterate before its items have moved",
                        place_of(progress, index, place),
                        rd_host_label(referee->instance, host, label));
        return false;
    }
    if (is_work(transfer)) {
        progress->begun[host] += transfer->items * transfer->messages;
        int64_t begun = progress->begun[host], items = progress->items[host];
        if (begun == 0)
            return true;
        int64_t before = (begun - 1) / items; /* whole iterations */
        return may_work(progress, index, before + (begun - before * items > progress->inner[host]));
    }
    halo->begun += transfer->messages;
    int64_t iteration = (halo->begun - 1) / halo->words + 1;
    if (iteration > referee->instance->stencil_iterations)
        iteration = referee->instance->stencil_iterations;
    if (progress->worked[host] >= (iteration - 1) * progress->items[host])
        return true;
    rd_referee_miss(referee,
                    "%s: %s sends a word of iteration %" PRId64 " and has not computed all of "
                    "iteration %" PRId64,
                    place_of(progress, index, place), rd_host_label(referee->instance, host, label),
                    iteration, iteration - 1);
    return false;
}

/* Has one transfer ended before another begins? Rounds of a plan are causal dependencies. */
static bool ends_before(const struct rd_referee *referee, size_t ended, size_t begins)
{
    const struct rd_trace *dates = referee->dates;
    if (!dates)
        return referee->plan->transfer[ended].round < referee->plan->transfer[begins].round;
    return dates->transfer[ended].end_s <= dates->transfer[begins].start_s + referee->tolerance_s;
}

/* A transfer of a trace and a date of it. */
struct date {
    double s;
    size_t index;
};

static int by_date(const void *left, const void *right)
{
    const struct date *a = left, *b = right;
    if (a->s != b->s)
        return a->s < b->s ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* The transfers by their starts, or ends: as they are listed in a plan. */
static struct date *order_of(const struct rd_referee *referee, bool ends)
{
    size_t count = referee->plan->transfer_count;
    struct date *date = rd_take(referee->scratch, count, struct date);
    for (size_t i = 0; i < count; i++) {
        date[i].index = i;
        if (referee->dates)
            date[i].s =
                ends ? referee->dates->transfer[i].end_s : referee->dates->transfer[i].start_s;
    }
    if (referee->dates)
        qsort(date, count, sizeof *date, by_date);
    return date;
}

/* Goes through starts, and before each through the ends that precede it. */
static void judge_order(const struct progress *progress)
{
    struct rd_referee *referee = progress->referee;
    size_t count = referee->plan->transfer_count, ended = 0;
    struct date *start = order_of(referee, false), *end = order_of(referee, true);
    for (size_t i = 0; i < count; i++)
        count_moves(progress, &referee->plan->transfer[i], 1);
    for (size_t i = 0; i < count; i++) {
        for (; ended < count && ends_before(referee, end[ended].index, start[i].index); ended++)
            end_transfer(progress, &referee->plan->transfer[end[ended].index]);
        if (!begin_transfer(progress, start[i].index))
            return;
    }
}

/* Have enough words been sent in all? */
static bool judge_words(const struct progress *progress)
{
    struct rd_referee *referee = progress->referee;
    int64_t iterations = referee->instance->stencil_iterations;
    for (size_t i = 0; progress->halo_count > 0 && i < referee->plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &referee->plan->transfer[i];
        struct halo *found = transfer->kind == RD_CONTROL && transfer->to != RD_NO_HOST
                                 ? halo_of(progress, transfer)
                                 : NULL;
        if (found)
            found->come += transfer->messages; /* all together at most RD_SUM_LIMIT */
    }
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    for (size_t i = 0; i < progress->halo_count; i++) {
        struct halo *halo = &progress->halo[i];
        /* No more words than items of the host, whose work in all iterations was counted. */
        if (halo->come < halo->words * iterations) {
            rd_referee_miss(referee,
                            "%s sends %s %" PRId64 " words: %" PRId64 " iterations of %" PRId64
                            " are wanted",
                            rd_host_label(referee->instance, halo->from, from),
                            rd_host_label(referee->instance, halo->to, to), halo->come, iterations,
                            halo->words);
            return false;
        }
        halo->come = 0;
    }
    return true;
}

static struct progress open_progress(struct rd_referee *referee, const uint32_t *owner)
{
    uint32_t hosts = referee->host_count;
    struct rd_arena *scratch = referee->scratch;
    struct progress progress = {.referee = referee};
    progress.halo = rd_take(scratch, 2 * (size_t)referee->kind_count, struct halo);
    progress.halo_count = find_halos(referee, owner, progress.halo);
    progress.incoming = rd_take(scratch, progress.halo_count, size_t);
    progress.first_in = rd_take(scratch, (size_t)hosts + 2, size_t);
    for (size_t i = 0; i < progress.halo_count; i++)
        progress.first_in[progress.halo[i].to + 2]++;
    for (uint32_t host = 0; host < hosts; host++)
        progress.first_in[host + 2] += progress.first_in[host + 1];
    for (size_t i = 0; i < progress.halo_count; i++)
        progress.incoming[progress.first_in[progress.halo[i].to + 1]++] = i;
    progress.items = rd_take(scratch, hosts, int64_t);
    for (uint32_t item = 0; item < referee->kind_count; item++)
        progress.items[owner[item]]++;
    progress.inner = rd_take(scratch, hosts, int64_t);
    uint32_t n = referee->kind_count;
    for (uint32_t item = 0; referee->instance->stencil_overlap && item < n; item++)
        progress.inner[owner[item]] +=
            owner[(item + 1) % n] == owner[item] && owner[(item + n - 1) % n] == owner[item];
    progress.begun = rd_take(scratch, hosts, int64_t);
    progress.worked = rd_take(scratch, hosts, int64_t);
    progress.moves = rd_take(scratch, hosts, int64_t);
    return progress;
}

void rd_referee_stencil(struct rd_referee *referee)
{
    judge_work(referee);
    /* Elsewhere words may go by way of other hosts. */
    enum rd_shape shape = referee->instance->topology.shape;
    const uint32_t *owner =
        referee->verdict->goal_reached && (shape == RD_SWITCH || shape == RD_BUS)
            ? find_owners(referee)
            : NULL;
    if (!owner)
        return;
    struct progress progress = open_progress(referee, owner);
    if (judge_words(&progress))
        judge_order(&progress);
}
