/* Does what is held at the end reach the goal? */
#include "judge.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

static void miss(struct rd_judge *judge, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void miss(struct rd_judge *judge, const char *format, ...)
{
    struct rd_verdict *verdict = judge->verdict;
    verdict->goal_reached = false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(verdict->goal_message, sizeof verdict->goal_message, format, arguments);
    va_end(arguments);
}

static int64_t held(const struct rd_judge *judge, uint32_t host, uint32_t kind)
{
    return judge->final[(size_t)host * judge->kind_count + kind];
}

/* Hosts that keep items: all, but for a star's master. */
static uint32_t keeper_count(const struct rd_judge *judge)
{
    return judge->no_work == RD_NO_HOST ? judge->host_count : judge->no_work;
}

static void judge_master(struct rd_judge *judge)
{
    char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    for (uint32_t kind = 0; kind < judge->kind_count; kind++) {
        int64_t items = held(judge, judge->no_work, kind);
        if (items != 0) {
            miss(judge, "the master, %s, ends with %" PRId64 " items%s and keeps none",
                 rd_host_label(judge->instance, judge->no_work, label), items,
                 rd_of_kind(judge, (int32_t)kind, of_kind));
            return;
        }
    }
}

static void judge_reach(struct rd_judge *judge)
{
    char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    for (uint32_t host = 0; host < judge->host_count; host++) {
        for (uint32_t kind = 0; kind < judge->kind_count; kind++) {
            int64_t wanted = rd_target(judge->instance, host, kind);
            if (held(judge, host, kind) == wanted)
                continue;
            miss(judge, "%s ends with %" PRId64 " items%s: %" PRId64 " are wanted",
                 rd_host_label(judge->instance, host, label), held(judge, host, kind),
                 rd_of_kind(judge, (int32_t)kind, of_kind), wanted);
            return;
        }
    }
}

/* One kind: hosts that do not divide its items may differ by one. Returns: is it balanced? */
static bool judge_balance_of(struct rd_judge *judge, uint32_t kind)
{
    uint32_t hosts = keeper_count(judge), most = 0, least = 0;
    int64_t sum = 0;
    for (uint32_t host = 0; host < hosts; host++) {
        sum += held(judge, host, kind);
        if (held(judge, host, kind) > held(judge, most, kind))
            most = host;
        if (held(judge, host, kind) < held(judge, least, kind))
            least = host;
    }
    int64_t allowed = judge->instance->balance_error;
    if (allowed < 1 && sum % hosts != 0)
        allowed = 1;
    if (held(judge, most, kind) - held(judge, least, kind) <= allowed)
        return true;
    char rich[RD_LABEL_SIZE], poor[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    miss(judge,
         "%s ends with %" PRId64 " items%s and %s with %" PRId64 ": at most %" PRId64
         " apart is wanted",
         rd_host_label(judge->instance, most, rich), held(judge, most, kind),
         rd_of_kind(judge, (int32_t)kind, of_kind), rd_host_label(judge->instance, least, poor),
         held(judge, least, kind), allowed);
    return false;
}

static void judge_balance(struct rd_judge *judge)
{
    for (uint32_t kind = 0; kind < judge->kind_count; kind++)
        if (!judge_balance_of(judge, kind))
            return;
}

/* Each kind whole on one host, and no host with two. A kind without items lies nowhere. */
static void judge_gather(struct rd_judge *judge)
{
    uint32_t *home = rd_take(judge->scratch, judge->kind_count, uint32_t);
    for (uint32_t kind = 0; kind < judge->kind_count; kind++)
        home[kind] = RD_NO_HOST;
    char one[RD_LABEL_SIZE], other[RD_LABEL_SIZE];
    for (uint32_t host = 0; host < judge->host_count; host++) {
        uint32_t kind_here = UINT32_MAX;
        for (uint32_t kind = 0; kind < judge->kind_count; kind++) {
            if (held(judge, host, kind) == 0)
                continue;
            if (home[kind] != RD_NO_HOST) {
                miss(judge, "kind %" PRIu32 " ends on %s and on %s: one host is wanted", kind,
                     rd_host_label(judge->instance, home[kind], one),
                     rd_host_label(judge->instance, host, other));
                return;
            }
            if (kind_here != UINT32_MAX) {
                miss(judge,
                     "%s ends with kinds %" PRIu32 " and %" PRIu32 ": one kind a host is wanted",
                     rd_host_label(judge->instance, host, one), kind_here, kind);
                return;
            }
            home[kind] = host;
            kind_here = kind;
        }
    }
}

static void judge_finish(struct rd_judge *judge)
{
    char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    for (uint32_t host = 0; host < judge->host_count; host++) {
        for (uint32_t kind = 0; kind < judge->kind_count; kind++) {
            if (held(judge, host, kind) == 0)
                continue;
            miss(judge, "%s ends with %" PRId64 " items%s that nobody computed",
                 rd_host_label(judge->instance, host, label), held(judge, host, kind),
                 rd_of_kind(judge, (int32_t)kind, of_kind));
            return;
        }
    }
}

/* Unless the goal is to finish, items only move: one that is computed away is lost. Rows keep the
 * count by themselves, so that nothing else can be. */
static void judge_losses(struct rd_judge *judge)
{
    char label[RD_LABEL_SIZE];
    uint32_t host = 0;
    if (!judge->computed) /* else somebody computed something */
        return;
    while (judge->computed[host] == 0)
        host++;
    miss(judge, "%s computes %" PRId64 " items away: this goal wants them kept",
         rd_host_label(judge->instance, host, label), judge->computed[host]);
}

/* Whoever holds an item has computed it in every iteration. */
static void judge_work(struct rd_judge *judge)
{
    char label[RD_LABEL_SIZE];
    for (uint32_t host = 0; host < judge->host_count; host++) {
        int64_t items = 0, wanted;
        for (uint32_t kind = 0; kind < judge->kind_count; kind++)
            items += held(judge, host, kind);
        /* INT64_MAX may stand for more: what is not counted exactly is not reached. */
        if (!__builtin_mul_overflow(items, judge->instance->stencil_iterations, &wanted) &&
            wanted < INT64_MAX && judge->worked[host] == wanted)
            continue;
        miss(judge,
             "%s does plain work on %" PRId64 " items: %" PRId64 " iterations of its %" PRId64
             " items are wanted",
             rd_host_label(judge->instance, host, label), judge->worked[host],
             judge->instance->stencil_iterations, items);
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
static uint32_t *find_owners(const struct rd_judge *judge)
{
    uint32_t *owner = rd_take(judge->scratch, judge->kind_count, uint32_t);
    for (uint32_t kind = 0; kind < judge->kind_count; kind++)
        owner[kind] = RD_NO_HOST;
    for (uint32_t host = 0; host < judge->host_count; host++)
        for (uint32_t kind = 0; kind < judge->kind_count; kind++) {
            if (held(judge, host, kind) == 0)
                continue;
            if (held(judge, host, kind) != 1 || owner[kind] != RD_NO_HOST)
                return NULL;
            owner[kind] = host;
        }
    for (uint32_t kind = 0; kind < judge->kind_count; kind++)
        if (owner[kind] == RD_NO_HOST)
            return NULL;
    return owner;
}

/* The pairs of hosts that have to talk, sorted. An item with both neighbours on one host is one
 * word. Returns: how many. */
static size_t find_halos(const struct rd_judge *judge, const uint32_t *owner, struct halo *halo)
{
    uint32_t n = judge->kind_count;
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
static void judge_words(struct rd_judge *judge)
{
    enum rd_shape shape = judge->instance->topology.shape;
    const uint32_t *owner = shape == RD_SWITCH || shape == RD_BUS ? find_owners(judge) : NULL;
    if (!owner)
        return;
    struct halo *halo = rd_take(judge->scratch, 2 * (size_t)judge->kind_count, struct halo);
    size_t count = find_halos(judge, owner, halo);
    for (size_t i = 0; count > 0 && i < judge->plan->row_count; i++) {
        const struct rd_row *row = &judge->plan->row[i];
        if (row->kind != RD_CONTROL || row->to == RD_NO_HOST)
            continue;
        struct halo key = {row->from, row->to, 0, 0};
        struct halo *found = bsearch(&key, halo, count, sizeof *halo, by_pair);
        if (found)
            found->sent += row->messages; /* all together at most RD_SUM_LIMIT */
    }
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    int64_t iterations = judge->instance->stencil_iterations;
    for (size_t i = 0; i < count; i++) {
        /* No more words than items of the host, whose work in all iterations was counted. */
        if (halo[i].sent >= halo[i].words * iterations)
            continue;
        miss(judge,
             "%s sends %s %" PRId64 " words: %" PRId64 " iterations of %" PRId64 " are wanted",
             rd_host_label(judge->instance, halo[i].from, from),
             rd_host_label(judge->instance, halo[i].to, to), halo[i].sent, iterations,
             halo[i].words);
        return;
    }
}

void rd_judge_goal(struct rd_judge *judge)
{
    judge->verdict->goal_reached = true;
    if (judge->no_work != RD_NO_HOST)
        judge_master(judge);
    if (judge->verdict->goal_reached && judge->instance->goal != RD_FINISH)
        judge_losses(judge);
    if (!judge->verdict->goal_reached)
        return;
    switch (judge->instance->goal) {
    case RD_REACH: judge_reach(judge); return;
    case RD_BALANCE: judge_balance(judge); return;
    case RD_GATHER: judge_gather(judge); return;
    case RD_FINISH: judge_finish(judge); return;
    case RD_STENCIL: break;
    }
    judge_work(judge);
    if (judge->verdict->goal_reached)
        judge_words(judge);
}
