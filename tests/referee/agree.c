#include "agree.h"

#include "oracle.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *words_of_instance(const struct rd_instance *instance, struct rd_arena *arena)
{
    const struct rd_topology *topology = &instance->topology;
    char label[RD_LABEL_SIZE];
    char *text = rd_arena_print(arena,
                                "%s of %" PRIu32 " hosts, %sports %s, %" PRIu32
                                " kinds, item %g B, word %g B\nloads",
                                rd_shape_name(topology->shape), topology->host_count,
                                topology->direction == RD_ONE_WAY   ? "one-way, "
                                : topology->direction == RD_TWO_WAY ? "two-way, "
                                                                    : "",
                                rd_port_model_name(instance, label), instance->kind_count,
                                instance->item_bytes, instance->word_bytes);
    for (uint32_t kind = 0; instance->kind_bytes && kind < instance->kind_count; kind++)
        text = rd_arena_print(arena, "%s, of kind %" PRIu32 " %g B", text, kind,
                              instance->kind_bytes[kind]);
    for (uint32_t i = 0; i < topology->host_count * instance->kind_count; i++)
        text = rd_arena_print(arena, "%s%s%" PRId64, text, i % instance->kind_count ? "," : " ",
                              instance->load[i]);
    for (uint64_t link = 0; link < rd_link_count(topology); link++) {
        uint32_t from, to;
        struct rd_link_cost cost = rd_link_cost(instance, link);
        if (rd_link_ends(topology, link, &from, &to))
            text = rd_arena_print(arena, "%s\nlink %" PRIu32 ">%" PRIu32 ": %.17g s + B / %.17g",
                                  text, from, to, cost.latency_s, cost.bandwidth_bytes_per_s);
    }
    const struct rd_shared_links *shared = instance->shared;
    for (uint64_t link = 0; shared && link < rd_link_count(topology); link++)
        for (uint32_t i = shared->first[link]; i < shared->first[link + 1]; i++)
            text = rd_arena_print(arena, "%s\nlink %zu uses %" PRIu32 " %" PRIu32 " times of %.17g",
                                  text, (size_t)link, shared->use[i].shared, shared->use[i].times,
                                  shared->bandwidth_bytes_per_s[shared->use[i].shared]);
    if (instance->message_bytes > 0)
        text = rd_arena_print(arena, "%s\nmessage %g B", text, instance->message_bytes);
    for (uint32_t host = 0; instance->flops_per_item > 0 && host < topology->host_count; host++)
        text = rd_arena_print(arena, "%s\nhost %" PRIu32 " computes an item in %.17g s", text, host,
                              rd_compute_item_s(instance, host));
    return text;
}

const char *words_of_plan(const struct rd_plan *plan, struct rd_arena *arena)
{
    static const char *const timing[] = {"self-timed", "lock-step", "free"};
    char *text = rd_arena_print(arena, "%s, step %g s, %" PRIu32 " rounds", timing[plan->timing],
                                plan->step_s, plan->round_count);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *row = &plan->transfer[i];
        text = rd_arena_print(
            arena,
            "%s\n{%" PRIu32 ", %" PRIu32 ", %" PRId64 ", %" PRId32 ", %" PRId64 ", %" PRId64 "}",
            text, row->round, row->from, row->to == RD_NO_HOST ? -1 : (int64_t)row->to, row->kind,
            row->items, row->messages);
        if (plan->room)
            text = rd_arena_print(arena, "%s %s", text, rd_room_name(rd_plan_room(plan, i)));
        if (plan->block)
            text = rd_arena_print(arena, "%s block %d-%d", text, plan->block[i].first,
                                  plan->block[i].last);
    }
    return text;
}

const char *words_of_trace(const struct rd_trace *trace, struct rd_arena *arena)
{
    char *text = rd_arena_print(arena, "%zu rows", trace->transfer_count);
    for (size_t i = 0; i < trace->transfer_count; i++) {
        const struct rd_timed_transfer *row = &trace->transfer[i];
        text = rd_arena_print(
            arena, "%s\n{%.17g, %.17g, %" PRIu32 ", %" PRId64 ", %" PRId32 ", %" PRId64 "}", text,
            row->start_s, row->end_s, row->from, row->to == RD_NO_HOST ? -1 : (int64_t)row->to,
            row->kind, row->items);
    }
    return text;
}

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* By sender, receiver, kind and items, then by start: near-equal starts of different messages do
 * not change places. */
static int compare_messages(const void *left, const void *right)
{
    const struct rd_timed_transfer *a = left, *b = right;
    int order = ORDER(a->from, b->from);
    order = order ? order : ORDER(a->to, b->to);
    order = order ? order : ORDER(a->kind, b->kind);
    order = order ? order : ORDER(a->items, b->items);
    return order ? order : ORDER(a->start_s, b->start_s);
}

/* The j-th of a link, or of a processor. */
static int compare_places(const void *left, const void *right)
{
    const struct rd_timed_transfer *a = left, *b = right;
    int order = ORDER(a->from, b->from);
    order = order ? order : ORDER(a->to, b->to);
    return order ? order : ORDER(a->start_s, b->start_s);
}

static struct rd_timed_transfer *sorted_rows(const struct rd_trace *trace, struct rd_arena *arena,
                                             int (*compare)(const void *, const void *))
{
    struct rd_timed_transfer *row = rd_take(arena, trace->transfer_count, struct rd_timed_transfer);
    for (size_t i = 0; i < trace->transfer_count; i++)
        row[i] = trace->transfer[i];
    qsort(row, trace->transfer_count, sizeof *row, compare);
    return row;
}

double latest_by_s(const struct rd_trace *a, const struct rd_trace *b, struct rd_arena *scratch)
{
    if (a->transfer_count != b->transfer_count)
        return INFINITY;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    const struct rd_timed_transfer *of_a = sorted_rows(a, scratch, compare_places);
    const struct rd_timed_transfer *of_b = sorted_rows(b, scratch, compare_places);
    double latest_s = -INFINITY;
    for (size_t i = 0; i < a->transfer_count; i++) {
        if (of_a[i].from != of_b[i].from || of_a[i].to != of_b[i].to ||
            of_a[i].kind != of_b[i].kind || of_a[i].items != of_b[i].items)
            latest_s = INFINITY;
        latest_s = fmax(latest_s, of_a[i].end_s - of_b[i].end_s);
    }
    rd_arena_rewind(scratch, mark);
    return latest_s;
}

/* What is compared, and where the words about a difference go. */
struct comparison {
    const struct rd_instance *instance;
    struct rd_arena *arena;
    const struct rd_verdict *verdict;
    const struct oracle_verdict *oracle;
};

static const char *differ_in_legality(const struct comparison *c)
{
    unsigned bit = ORACLE_BIT(c->verdict->violation);
    if (c->oracle->wrong == 0 && c->verdict->violation != RD_LEGAL)
        return rd_arena_print(c->arena, "legal, but the referee says %s: %s",
                              rd_violation_name(c->verdict->violation), c->verdict->message);
    if (c->oracle->wrong != 0 && !(c->oracle->wrong & bit))
        return rd_arena_print(c->arena, "wrong (bits %#x), but the referee says %s: %s",
                              c->oracle->wrong, rd_violation_name(c->verdict->violation),
                              c->verdict->message);
    if (c->oracle->wrong != 0 && c->oracle->row != SIZE_MAX &&
        c->verdict->transfer != c->oracle->row)
        return rd_arena_print(c->arena, "transfer %zu is to blame, but the referee says %s",
                              c->oracle->row, c->verdict->message);
    if ((c->verdict->violation == RD_LEGAL) != (c->verdict->message[0] == '\0'))
        return rd_arena_print(c->arena, "%s with the message '%s'",
                              rd_violation_name(c->verdict->violation), c->verdict->message);
    return NULL;
}

static const char *differ_in_counts(const struct comparison *c)
{
    const struct rd_verdict *verdict = c->verdict;
    const struct oracle_verdict *oracle = c->oracle;
    size_t hosts = c->instance->topology.host_count;
    for (size_t i = 0; i < hosts * c->instance->kind_count; i++)
        if (verdict->final[i] != oracle->held[i])
            return rd_arena_print(c->arena, "load %zu ends as %" PRId64 ", not %" PRId64, i,
                                  oracle->held[i], verdict->final[i]);
    for (size_t host = 0; host < hosts; host++)
        if ((verdict->computed ? verdict->computed[host] : 0) != oracle->computed[host])
            return rd_arena_print(c->arena, "host %zu computes %" PRId64 " items", host,
                                  oracle->computed[host]);
    if (verdict->items_moved != oracle->items_moved)
        return rd_arena_print(c->arena, "%" PRId64 " items moved, not %" PRId64,
                              oracle->items_moved, verdict->items_moved);
    if (verdict->transfers != oracle->transfers)
        return rd_arena_print(c->arena, "%" PRId64 " transfers, not %" PRId64, oracle->transfers,
                              verdict->transfers);
    if (verdict->steps != oracle->steps)
        return rd_arena_print(c->arena, "%" PRId64 " steps, not %" PRId64, oracle->steps,
                              verdict->steps);
    /* Unsaid: whether a balance or a gathering from which items were computed away counts, and
     * whether a star's master, who is to hold nothing, is one of those that are balanced. */
    bool says = c->instance->goal == RD_REACH || c->instance->goal == RD_FINISH ||
                (c->instance->goal != RD_STENCIL && !verdict->computed &&
                 c->instance->topology.shape != RD_STAR);
    if (says && verdict->goal_reached != oracle->goal_reached)
        return rd_arena_print(c->arena, "the %s is %s; the referee: '%s'",
                              rd_goal_name(c->instance->goal),
                              oracle->goal_reached ? "reached" : "missed", verdict->goal_message);
    if (verdict->goal_reached != (verdict->goal_message[0] == '\0'))
        return rd_arena_print(c->arena, "goal message '%s'", verdict->goal_message);
    return NULL;
}

static const char *differ_in_makespan(const struct comparison *c)
{
    double mine_s = c->oracle->makespan_s, its_s = c->verdict->makespan_s;
    if (isnan(mine_s) && isnan(its_s))
        return NULL;
    if (fabs(mine_s - its_s) <= RD_TIME_TOLERANCE * mine_s)
        return NULL;
    return rd_arena_print(c->arena, "makespan %.17g, not %.17g", mine_s, its_s);
}

static const char *differ_in_messages(const struct comparison *c, const struct rd_trace *its)
{
    struct rd_trace mine = {0};
    for (size_t i = 0; i < c->oracle->message_count; i++) {
        const struct oracle_message *message = &c->oracle->message[i];
        rd_trace_add(&mine, c->arena,
                     (struct rd_timed_transfer){message->start_s, message->end_s, message->from,
                                                message->to, message->kind, message->items});
    }
    if (mine.transfer_count != its->transfer_count)
        return rd_arena_print(c->arena, "%zu messages, not %zu", mine.transfer_count,
                              its->transfer_count);
    const struct rd_timed_transfer *of_mine = sorted_rows(&mine, c->arena, compare_messages);
    const struct rd_timed_transfer *of_its = sorted_rows(its, c->arena, compare_messages);
    double tolerance_s = RD_TIME_TOLERANCE * c->oracle->makespan_s;
    for (size_t i = 0; i < mine.transfer_count; i++) {
        const struct rd_timed_transfer *a = &of_mine[i], *b = &of_its[i];
        if (a->from != b->from || a->to != b->to || a->kind != b->kind || a->items != b->items ||
            !(fabs(a->start_s - b->start_s) <= tolerance_s) ||
            !(fabs(a->end_s - b->end_s) <= tolerance_s))
            return rd_arena_print(c->arena, "the messages should be %s\nand are %s",
                                  words_of_trace(&mine, c->arena), words_of_trace(its, c->arena));
    }
    return NULL;
}

static bool is_sorted(const struct rd_trace *trace)
{
    for (size_t i = 1; i < trace->transfer_count; i++)
        if (trace->transfer[i].start_s < trace->transfer[i - 1].start_s)
            return false;
    return true;
}

/* Does a row name a round that the plan does not have? Who judges it in parts hears of its rounds
 * at the end. */
static bool outlives(const struct rd_plan *plan)
{
    for (size_t i = 0; i < plan->transfer_count; i++) {
        uint32_t length = plan->block ? rd_dimension_range_length(plan->block[i]) : 1;
        if (plan->transfer[i].round >= plan->round_count ||
            length > plan->round_count - plan->transfer[i].round)
            return true;
    }
    return false;
}

/* Judges a lock-step plan `part` rows at a time. */
static struct rd_verdict judge_in_parts(const struct rd_instance *instance,
                                        const struct rd_plan *plan, size_t part,
                                        struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_streaming_referee audit;
    struct rd_verdict verdict;
    struct rd_plan rest = *plan;
    rd_streaming_referee_open(&audit, instance, arena, &rest);
    while (plan->transfer_count - rest.first_transfer > part) {
        rest.transfer_count = part;
        audit.reader.read(&audit.reader, &rest);
        rest.first_transfer += part;
        rest.transfer += part;
        if (rest.block)
            rest.block += part;
    }
    rest.transfer_count = plan->transfer_count - rest.first_transfer;
    rd_streaming_referee_close(&audit, &rest, scratch, &verdict);
    return verdict;
}

static bool same_numbers(const int64_t *a, const int64_t *b, size_t count)
{
    return !a || !b ? a == b : memcmp(a, b, count * sizeof *a) == 0;
}

static bool same_verdict(const struct rd_instance *instance, const struct rd_verdict *a,
                         const struct rd_verdict *b)
{
    size_t hosts = instance->topology.host_count;
    if (a->violation != b->violation || a->transfer != b->transfer || a->host != b->host ||
        strcmp(a->message, b->message) != 0)
        return false;
    return a->violation != RD_LEGAL ||
           (a->makespan_s == b->makespan_s && a->goal_reached == b->goal_reached &&
            strcmp(a->goal_message, b->goal_message) == 0 &&
            same_numbers(a->final, b->final, hosts * instance->kind_count) &&
            same_numbers(a->computed, b->computed, hosts) && a->items_moved == b->items_moved &&
            a->transfers == b->transfers && a->steps == b->steps);
}

/* A lock-step plan judged row by row, and three rows at a time, against the whole. */
static const char *differ_in_parts(const struct rd_instance *instance, const struct rd_plan *plan,
                                   const struct rd_verdict *whole, struct rd_arena *arena,
                                   struct rd_arena *scratch)
{
    if (plan->timing != RD_LOCK_STEP || instance->goal == RD_STENCIL || plan->certificate)
        return NULL;
    bool only_legality = outlives(plan);
    for (size_t part = 1; part <= 3; part += 2) {
        struct rd_verdict verdict = judge_in_parts(instance, plan, part, arena, scratch);
        if (only_legality ? verdict.violation == RD_LEGAL
                          : !same_verdict(instance, whole, &verdict))
            return rd_arena_print(arena,
                                  "in parts of %zu: transfer %zu: \"%s\" \"%s\", and whole %zu: "
                                  "\"%s\" \"%s\"",
                                  part, verdict.transfer, verdict.message, verdict.goal_message,
                                  whole->transfer, whole->message, whole->goal_message);
    }
    return NULL;
}

const char *disagreement_on_plan(const struct rd_instance *instance, const struct rd_plan *plan,
                                 struct rd_arena *arena, struct rd_arena *scratch,
                                 struct agreement *ret_agreement)
{
    struct agreement agreement = {0};
    struct oracle_verdict oracle;
    oracle_judge_plan(instance, plan, arena, &oracle);
    size_t scratch_bytes = scratch->taken_bytes;
    bool timed = plan->timing != RD_FREE_ORDER;
    rd_referee_plan(instance, plan, arena, scratch, timed ? &agreement.trace : NULL,
                    &agreement.verdict);
    agreement.unsaid = oracle.unsaid;
    *ret_agreement = agreement;
    struct comparison c = {instance, arena, &agreement.verdict, &oracle};
    const char *differ = NULL;
    if (scratch->taken_bytes != scratch_bytes)
        differ = "scratch was not rewound";
    if (!differ)
        differ = differ_in_parts(instance, plan, &agreement.verdict, arena, scratch);
    if (!differ && !oracle.unsaid)
        differ = differ_in_legality(&c);
    if (!differ && !oracle.unsaid && !oracle.wrong) {
        differ = differ_in_makespan(&c);
        if (!differ && timed)
            differ = differ_in_messages(&c, &agreement.trace);
        if (!differ && !is_sorted(&agreement.trace))
            differ = "the trace is not sorted";
        if (!differ)
            differ = differ_in_counts(&c);
    }
    return !differ ? NULL
                   : rd_arena_print(arena, "%s\n%s\n%s", differ, words_of_instance(instance, arena),
                                    words_of_plan(plan, arena));
}

const char *disagreement_on_trace(const struct rd_instance *instance, const struct rd_trace *trace,
                                  struct rd_arena *arena, struct rd_arena *scratch,
                                  struct agreement *ret_agreement)
{
    struct agreement agreement = {.trace = *trace};
    struct oracle_verdict oracle;
    oracle_judge_trace(instance, trace, arena, &oracle);
    size_t scratch_bytes = scratch->taken_bytes;
    rd_referee_trace(instance, trace, true, arena, scratch, &agreement.verdict);
    agreement.unsaid = oracle.unsaid;
    *ret_agreement = agreement;
    struct comparison c = {instance, arena, &agreement.verdict, &oracle};
    const char *differ = NULL;
    if (scratch->taken_bytes != scratch_bytes)
        differ = "scratch was not rewound";
    if (!differ && !oracle.unsaid)
        differ = differ_in_legality(&c);
    if (!differ && !oracle.unsaid && !oracle.wrong)
        differ = differ_in_makespan(&c);
    if (!differ && !oracle.unsaid && !oracle.wrong)
        differ = differ_in_counts(&c);
    return !differ ? NULL
                   : rd_arena_print(arena, "%s\n%s\n%s", differ, words_of_instance(instance, arena),
                                    words_of_trace(trace, arena));
}
