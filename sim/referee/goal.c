/* Does what is held at the end reach the goal? */
#include "referee_state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

static void miss(struct rd_referee *referee, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void miss(struct rd_referee *referee, const char *format, ...)
{
    struct rd_verdict *verdict = referee->verdict;
    verdict->goal_reached = false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(verdict->goal_message, sizeof verdict->goal_message, format, arguments);
    va_end(arguments);
}

static int64_t held(const struct rd_referee *referee, uint32_t host, uint32_t kind)
{
    return referee->final[(size_t)host * referee->kind_count + kind];
}

/* Hosts that keep items: all, but for a star's master. */
static uint32_t keeper_count(const struct rd_referee *referee)
{
    return referee->no_work == RD_NO_HOST ? referee->host_count : referee->no_work;
}

static void judge_master(struct rd_referee *referee)
{
    char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    for (uint32_t kind = 0; kind < referee->kind_count; kind++) {
        int64_t items = held(referee, referee->no_work, kind);
        if (items != 0) {
            miss(referee, "the master, %s, ends with %" PRId64 " items%s and keeps none",
                 rd_host_label(referee->instance, referee->no_work, label), items,
                 rd_of_kind(referee, (int32_t)kind, of_kind));
            return;
        }
    }
}

static void judge_reach(struct rd_referee *referee)
{
    char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    for (uint32_t host = 0; host < referee->host_count; host++) {
        for (uint32_t kind = 0; kind < referee->kind_count; kind++) {
            int64_t wanted = rd_target(referee->instance, host, kind);
            if (held(referee, host, kind) == wanted)
                continue;
            miss(referee, "%s ends with %" PRId64 " items%s: %" PRId64 " are wanted",
                 rd_host_label(referee->instance, host, label), held(referee, host, kind),
                 rd_of_kind(referee, (int32_t)kind, of_kind), wanted);
            return;
        }
    }
}

/* One kind: hosts that do not divide its items may differ by one. Returns: is it balanced? */
static bool judge_balance_of(struct rd_referee *referee, uint32_t kind)
{
    uint32_t hosts = keeper_count(referee), most = 0, least = 0;
    int64_t sum = 0;
    for (uint32_t host = 0; host < hosts; host++) {
        sum += held(referee, host, kind);
        if (held(referee, host, kind) > held(referee, most, kind))
            most = host;
        if (held(referee, host, kind) < held(referee, least, kind))
            least = host;
    }
    int64_t allowed = referee->instance->balance_error;
    if (allowed < 1 && sum % hosts != 0)
        allowed = 1;
    if (held(referee, most, kind) - held(referee, least, kind) <= allowed)
        return true;
    char rich[RD_LABEL_SIZE], poor[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    miss(referee,
         "%s ends with %" PRId64 " items%s and %s with %" PRId64 ": at most %" PRId64
         " apart is wanted",
         rd_host_label(referee->instance, most, rich), held(referee, most, kind),
         rd_of_kind(referee, (int32_t)kind, of_kind), rd_host_label(referee->instance, least, poor),
         held(referee, least, kind), allowed);
    return false;
}

static void judge_balance(struct rd_referee *referee)
{
    for (uint32_t kind = 0; kind < referee->kind_count; kind++)
        if (!judge_balance_of(referee, kind))
            return;
}

/* Each kind whole on one host, and no host with two. A kind without items lies nowhere. */
static void judge_gather(struct rd_referee *referee)
{
    uint32_t *home = rd_take(referee->scratch, referee->kind_count, uint32_t);
    for (uint32_t kind = 0; kind < referee->kind_count; kind++)
        home[kind] = RD_NO_HOST;
    char one[RD_LABEL_SIZE], other[RD_LABEL_SIZE];
    for (uint32_t host = 0; host < referee->host_count; host++) {
        uint32_t kind_here = UINT32_MAX;
        for (uint32_t kind = 0; kind < referee->kind_count; kind++) {
            if (held(referee, host, kind) == 0)
                continue;
            if (home[kind] != RD_NO_HOST) {
                miss(referee, "kind %" PRIu32 " ends on %s and on %s: one host is wanted", kind,
                     rd_host_label(referee->instance, home[kind], one),
                     rd_host_label(referee->instance, host, other));
                return;
            }
            if (kind_here != UINT32_MAX) {
                miss(referee,
                     "%s ends with kinds %" PRIu32 " and %" PRIu32 ": one kind a host is wanted",
                     rd_host_label(referee->instance, host, one), kind_here, kind);
                return;
            }
            home[kind] = host;
            kind_here = kind;
        }
    }
}

static void judge_finish(struct rd_referee *referee)
{
    char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    for (uint32_t host = 0; host < referee->host_count; host++) {
        for (uint32_t kind = 0; kind < referee->kind_count; kind++) {
            if (held(referee, host, kind) == 0)
                continue;
            miss(referee, "%s ends with %" PRId64 " items%s that are not computed",
                 rd_host_label(referee->instance, host, label), held(referee, host, kind),
                 rd_of_kind(referee, (int32_t)kind, of_kind));
            return;
        }
    }
}

/* Unless the goal is to finish, items only move: one that is computed away is lost. Transfers keep
 * the count by themselves, so that nothing else can be. */
static void judge_losses(struct rd_referee *referee)
{
    char label[RD_LABEL_SIZE];
    uint32_t host = 0;
    if (!referee->computed) /* else somebody computed something */
        return;
    while (referee->computed[host] == 0)
        host++;
    miss(referee, "%s computes %" PRId64 " items away: this goal wants them kept",
         rd_host_label(referee->instance, host, label), referee->computed[host]);
}

/* Whoever holds an item has computed it in every iteration. */
static void judge_work(struct rd_referee *referee)
{
    char label[RD_LABEL_SIZE];
    for (uint32_t host = 0; host < referee->host_count; host++) {
        int64_t items = 0, wanted;
        for (uint32_t kind = 0; kind < referee->kind_count; kind++)
            items += held(referee, host, kind);
        /* INT64_MAX may stand for more: what is not counted exactly is not reached. */
        if (!__builtin_mul_overflow(items, referee->instance->stencil_iterations, &wanted) &&
            wanted < INT64_MAX && referee->worked[host] == wanted)
            continue;
        miss(referee,
             "%s does plain work on %" PRId64 " items: %" PRId64 " iterations of its %" PRId64
             " items are wanted",
             rd_host_label(referee->instance, host, label), referee->worked[host],
             referee->instance->stencil_iterations, items);
        return;
    }
}

/* The words of a stencil from one host to another. */
struct halo {
    uint32_t from, to;
    int64_t words; /* of an iteration: items of `from` with a neighbour on `to` */
    int64_t sent;  /* in all */
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
            if (held(referee, host, kind) == 0)
                continue;
            if (held(referee, host, kind) != 1 || owner[kind] != RD_NO_HOST)
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
            halo[count++] = (struct halo){owner[item], left, 1, 0};
        if (right != owner[item] && right != left)
            halo[count++] = (struct halo){owner[item], right, 1, 0};
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

/* In every iteration a host sends a word for each of its items to each other host that has a
 * neighbour of it. Only where all hosts are neighbours: elsewhere words may go by way of others. */
static void judge_words(struct rd_referee *referee)
{
    enum rd_shape shape = referee->instance->topology.shape;
    const uint32_t *owner = shape == RD_SWITCH || shape == RD_BUS ? find_owners(referee) : NULL;
    if (!owner)
        return;
    struct halo *halo = rd_take(referee->scratch, 2 * (size_t)referee->kind_count, struct halo);
    size_t count = find_halos(referee, owner, halo);
    for (size_t i = 0; count > 0 && i < referee->plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &referee->plan->transfer[i];
        if (transfer->kind != RD_CONTROL || transfer->to == RD_NO_HOST)
            continue;
        struct halo key = {transfer->from, transfer->to, 0, 0};
        struct halo *found = bsearch(&key, halo, count, sizeof *halo, by_pair);
        if (found)
            found->sent += transfer->messages; /* all together at most RD_SUM_LIMIT */
    }
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    int64_t iterations = referee->instance->stencil_iterations;
    for (size_t i = 0; i < count; i++) {
        /* No more words than items of the host, whose work in all iterations was counted. */
        if (halo[i].sent >= halo[i].words * iterations)
            continue;
        miss(referee,
             "%s sends %s %" PRId64 " words: %" PRId64 " iterations of %" PRId64 " are wanted",
             rd_host_label(referee->instance, halo[i].from, from),
             rd_host_label(referee->instance, halo[i].to, to), halo[i].sent, iterations,
             halo[i].words);
        return;
    }
}

void rd_referee_goal(struct rd_referee *referee)
{
    referee->verdict->goal_reached = true;
    if (referee->no_work != RD_NO_HOST)
        judge_master(referee);
    if (referee->verdict->goal_reached && referee->instance->goal != RD_FINISH)
        judge_losses(referee);
    if (!referee->verdict->goal_reached)
        return;
    switch (referee->instance->goal) {
    case RD_REACH: judge_reach(referee); return;
    case RD_BALANCE: judge_balance(referee); return;
    case RD_GATHER: judge_gather(referee); return;
    case RD_FINISH: judge_finish(referee); return;
    case RD_STENCIL: break;
    }
    judge_work(referee);
    if (referee->verdict->goal_reached)
        judge_words(referee);
}
