/* Does what is held at the end reach the goal? */
#include "copies.h"
#include "objects.h"
#include "parts.h"

#include <inttypes.h>

/* Hosts that keep items: all, but for a star's master. */
static uint32_t keeper_count(const struct rd_referee *referee)
{
    return referee->no_work == RD_NO_HOST ? referee->host_count : referee->no_work;
}

static void judge_master(struct rd_referee *referee)
{
    char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    for (uint32_t kind = 0; kind < rd_counted_kinds(referee->instance); kind++) {
        int64_t items = rd_finally_held(referee, referee->no_work, kind);
        if (items != 0) {
            rd_referee_miss(referee, "the master, %s, ends with %" PRId64 " items%s and keeps none",
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
        for (uint32_t kind = 0; kind < rd_counted_kinds(referee->instance); kind++) {
            int64_t wanted = rd_target(referee->instance, host, kind);
            if (rd_finally_held(referee, host, kind) == wanted)
                continue;
            rd_referee_miss(referee, "%s ends with %" PRId64 " items%s: %" PRId64 " are wanted",
                            rd_host_label(referee->instance, host, label),
                            rd_finally_held(referee, host, kind),
                            rd_of_kind(referee, (int32_t)kind, of_kind), wanted);
            return;
        }
    }
}

static void judge_copies(struct rd_referee *referee)
{
    rd_referee_copies_goal(referee);
    if (referee->verdict->goal_reached)
        judge_reach(referee);
}

/* One kind: hosts that do not divide its items may differ by one. Returns: is it balanced? */
static bool judge_balance_of(struct rd_referee *referee, uint32_t kind)
{
    uint32_t hosts = keeper_count(referee), most = 0, least = 0;
    int64_t sum = 0;
    for (uint32_t host = 0; host < hosts; host++) {
        sum += rd_finally_held(referee, host, kind);
        if (rd_finally_held(referee, host, kind) > rd_finally_held(referee, most, kind))
            most = host;
        if (rd_finally_held(referee, host, kind) < rd_finally_held(referee, least, kind))
            least = host;
    }
    int64_t allowed = referee->instance->balance_error;
    if (allowed < 1 && sum % hosts != 0)
        allowed = 1;
    if (rd_finally_held(referee, most, kind) - rd_finally_held(referee, least, kind) <= allowed)
        return true;
    char rich[RD_LABEL_SIZE], poor[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    rd_referee_miss(
        referee,
        "%s ends with %" PRId64 " items%s and %s with %" PRId64 ": at most %" PRId64
        " apart is wanted",
        rd_host_label(referee->instance, most, rich), rd_finally_held(referee, most, kind),
        rd_of_kind(referee, (int32_t)kind, of_kind), rd_host_label(referee->instance, least, poor),
        rd_finally_held(referee, least, kind), allowed);
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
            if (rd_finally_held(referee, host, kind) == 0)
                continue;
            if (home[kind] != RD_NO_HOST) {
                rd_referee_miss(referee,
                                "kind %" PRIu32 " ends on %s and on %s: one host is wanted", kind,
                                rd_host_label(referee->instance, home[kind], one),
                                rd_host_label(referee->instance, host, other));
                return;
            }
            if (kind_here != UINT32_MAX) {
                rd_referee_miss(referee,
                                "%s ends with kinds %" PRIu32 " and %" PRIu32
                                ": one kind a host is wanted",
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
            if (rd_finally_held(referee, host, kind) == 0)
                continue;
            rd_referee_miss(referee, "%s ends with %" PRId64 " items%s that are not computed",
                            rd_host_label(referee->instance, host, label),
                            rd_finally_held(referee, host, kind),
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
    rd_referee_miss(referee, "%s computes %" PRId64 " items away: this goal wants them kept",
                    rd_host_label(referee->instance, host, label), referee->computed[host]);
}

void rd_referee_goal(struct rd_referee *referee)
{
    referee->verdict->goal_reached = true;
    if (referee->no_work != RD_NO_HOST && referee->final)
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
    case RD_STENCIL: rd_referee_stencil(referee); return;
    case RD_PLACE: rd_referee_placement(referee); return;
    case RD_COPIES: judge_copies(referee); return;
    }
}
