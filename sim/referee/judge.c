/* The judge: messages that have dates, as a run recorded them. Transfers by themselves first, then
 * what they used, in order of time. */
#include "copies.h"
#include "form.h"
#include "objects.h"
#include "parts.h"
#include "ports.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* One transfer of a trace, or one hop of a packet, from start_s to end_s. */
struct claim {
    double start_s;
    double end_s;
    uint64_t link; /* RD_NO_LINK: none */
    uint32_t transfer;
    uint32_t takes; /* its places; bits: a message leaves and arrives in one claim, a packet in its
                       first and in its last */
};

/* What is swept. */
struct claims {
    const struct rd_trace *trace;
    const struct claim *of_packets; /* [count], hop by hop; NULL: each transfer is one claim */
    size_t count;
};

/* The mark of all that is under way. */
enum { UNDER_WAY = 1 };

struct timeline {
    struct rd_referee *referee;
    const struct claims *claims;
    double tolerance_s;
    struct rd_places under_way;
    struct rd_object_places places; /* of objects */
};

/* Where claims end, or start, on their way through time. */
struct order {
    const struct timeline *timeline;
    bool ends;
    uint32_t *claim; /* [count] by date; NULL: as they are listed */
};

static struct claim claim_at(const struct timeline *timeline, uint32_t number)
{
    const struct claims *claims = timeline->claims;
    if (claims->of_packets)
        return claims->of_packets[number];
    const struct rd_timed_transfer *transfer = &claims->trace->transfer[number];
    bool works = transfer->to == RD_NO_HOST;
    return (struct claim){.start_s = transfer->start_s,
                          .end_s = transfer->end_s,
                          .link = works ? RD_NO_LINK
                                        : rd_link_between(&timeline->referee->instance->topology,
                                                          transfer->from, transfer->to),
                          .transfer = number,
                          .takes = works ? RD_TAKES_PROCESSOR
                                         : RD_TAKES_OUT | RD_TAKES_IN | RD_TAKES_LINK};
}

/* The date by which a claim is sorted. What ends late by no more than the tolerance is early. */
static double date_of(const struct order *order, uint32_t number)
{
    const struct claims *claims = order->timeline->claims;
    if (claims->of_packets)
        return order->ends ? claims->of_packets[number].end_s - order->timeline->tolerance_s
                           : claims->of_packets[number].start_s;
    return order->ends ? claims->trace->transfer[number].end_s - order->timeline->tolerance_s
                       : claims->trace->transfer[number].start_s;
}

static uint32_t at(const struct order *order, size_t place)
{
    return order->claim ? order->claim[place] : (uint32_t)place;
}

/* Sorts by date, and by number where dates are equal. In: claims by number; spare [count]. */
static void sort(const struct order *order, uint32_t *claim, uint32_t *spare, size_t count)
{
    size_t half = count / 2;
    if (count < 2)
        return;
    sort(order, claim, spare, half);
    sort(order, claim + half, spare, count - half);
    for (size_t i = 0; i < half; i++)
        spare[i] = claim[i];
    for (size_t left = 0, right = half, to = 0; left < half; to++)
        claim[to] = right < count && date_of(order, claim[right]) < date_of(order, spare[left])
                        ? claim[right++]
                        : spare[left++];
}

/* Often dates are in order already. */
static struct order open_order(const struct timeline *timeline, bool ends)
{
    struct rd_arena *scratch = timeline->referee->scratch;
    struct order order = {timeline, ends, NULL};
    uint32_t count = (uint32_t)timeline->claims->count, sorted = 1;
    while (sorted < count && date_of(&order, sorted - 1) <= date_of(&order, sorted))
        sorted++;
    if (sorted >= count)
        return order;
    uint32_t *claim = rd_take(scratch, count, uint32_t);
    for (uint32_t i = 0; i < count; i++)
        claim[i] = i;
    rd_arena_borrow(scratch);
    sort(&order, claim, rd_take(scratch, count, uint32_t), count);
    order.claim = claim;
    return order;
}

/* Is a claim too short to stand in anybody's way? */
static bool is_short(const struct timeline *timeline, const struct claim *claim)
{
    return claim->end_s - timeline->tolerance_s <= claim->start_s;
}

static bool blame(struct timeline *timeline, const struct claim *claim, uint32_t host,
                  const char *what)
{
    char label[RD_LABEL_SIZE];
    return rd_referee_fail(
        timeline->referee, timeline->referee->packets ? RD_VIOLATION_PACKET : RD_VIOLATION_PORT,
        claim->transfer, host, "transfer %" PRIu32 ": at %.10g s %s %s", claim->transfer,
        claim->start_s, rd_host_label(timeline->referee->instance, host, label), what);
}

static bool blame_port(struct timeline *timeline, const struct claim *claim, uint32_t host,
                       const char *verb)
{
    char what[64];
    uint32_t window = rd_window_of(timeline->referee, host);
    if (window == 1)
        snprintf(what, sizeof what, "%s twice at a time", verb);
    else
        snprintf(what, sizeof what, "%s %" PRIu64 " times at a time at %" PRIu32 " ports", verb,
                 (uint64_t)window + 1, window);
    return blame(timeline, claim, host, what);
}

static bool blame_link(struct timeline *timeline, const struct claim *claim)
{
    uint32_t from = 0, to = 0;
    rd_link_ends(&timeline->referee->instance->topology, claim->link, &from, &to);
    char label[RD_LABEL_SIZE], what[RD_LABEL_SIZE + 64];
    snprintf(what, sizeof what, "sends to %s twice at a time",
             rd_host_label(timeline->referee->instance, to, label));
    return blame(timeline, claim, from, what);
}

/* Takes the items of a claim that starts. */
static bool part(struct timeline *timeline, const struct claim *claim,
                 const struct rd_timed_transfer *transfer)
{
    struct rd_referee *referee = timeline->referee;
    if (referee->instance->objects) {
        char when[64];
        snprintf(when, sizeof when, "at %.10g s ", claim->start_s);
        return rd_object_leaves(referee, &timeline->places, claim->transfer, when);
    }
    if (rd_is_named_kind(referee->instance->copies, transfer->kind))
        return rd_copies_leave(referee, claim->transfer, claim->start_s);
    int64_t *held = &referee->final[rd_inventory_index(referee, transfer->from, transfer->kind)];
    if (*held < transfer->items) {
        char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
        return rd_referee_fail(
            referee, RD_VIOLATION_NOT_HELD, claim->transfer, transfer->from,
            "transfer %" PRIu32 ": at %.10g s %s %s %" PRId64 " items%s and holds %" PRId64,
            claim->transfer, claim->start_s,
            rd_host_label(referee->instance, transfer->from, label), rd_transfer_verb(transfer->to),
            transfer->items, rd_of_kind(referee, transfer->kind, of_kind), *held);
    }
    *held -= transfer->items;
    return true;
}

static bool blame_place(struct timeline *timeline, const struct claim *claim,
                        const struct rd_timed_transfer *transfer, uint32_t lacks)
{
    bool packets = timeline->referee->packets;
    switch (lacks) {
    case RD_TAKES_PROCESSOR:
        return blame(timeline, claim, transfer->from, "computes twice at a time");
    case RD_TAKES_OUT:
        return blame_port(timeline, claim, transfer->from, packets ? "originates" : "sends");
    case RD_TAKES_IN:
        return blame_port(timeline, claim, transfer->to, packets ? "accepts" : "receives");
    case RD_TAKES_LINK: return blame_link(timeline, claim);
    default: return blame(timeline, claim, transfer->from, "sends while another is on the bus");
    }
}

static bool start(struct timeline *timeline, const struct claim *claim)
{
    struct rd_referee *referee = timeline->referee;
    const struct rd_timed_transfer *transfer = &timeline->claims->trace->transfer[claim->transfer];
    uint32_t lacks = is_short(timeline, claim)
                         ? 0
                         : rd_places_take(&timeline->under_way, UNDER_WAY, claim->takes,
                                          transfer->from, transfer->to, claim->link);
    if (lacks)
        return blame_place(timeline, claim, transfer, lacks);
    bool takes = transfer->kind >= 0 && (claim->takes & (RD_TAKES_OUT | RD_TAKES_PROCESSOR));
    if (takes && !part(timeline, claim, transfer))
        return false;
    /* Its end may have been passed. */
    if (referee->instance->objects && is_short(timeline, claim))
        rd_object_arrives(referee, &timeline->places, claim->transfer);
    return true;
}

static void end(struct timeline *timeline, const struct claim *claim)
{
    struct rd_referee *referee = timeline->referee;
    const struct rd_timed_transfer *transfer = &timeline->claims->trace->transfer[claim->transfer];
    if (referee->instance->objects && !is_short(timeline, claim))
        rd_object_arrives(referee, &timeline->places, claim->transfer);
    bool arrives = (claim->takes & RD_TAKES_IN) && transfer->kind >= 0;
    if (arrives && rd_is_named_kind(referee->instance->copies, transfer->kind))
        rd_copies_arrive(referee, claim->transfer);
    else if (arrives && !referee->instance->objects)
        referee->final[rd_inventory_index(referee, transfer->to, transfer->kind)] +=
            transfer->items;
    if (!is_short(timeline, claim))
        rd_places_give(&timeline->under_way, claim->takes, transfer->from, transfer->to,
                       claim->link);
}

static void open_sweep(struct timeline *timeline, struct rd_referee *referee)
{
    size_t hosts = referee->host_count, entries = hosts * referee->kind_count;
    const struct rd_objects *objects = referee->instance->objects;
    rd_places_open(&timeline->under_way, referee, true);
    if (objects) {
        rd_object_places_open(&timeline->places, referee);
        return;
    }
    referee->final = rd_take(referee->arena, entries, int64_t);
    for (size_t i = 0; i < entries; i++)
        referee->final[i] = referee->instance->load[i];
}

/* Sweeps claims in order of time. What ends no more than tolerance_s after another starts has ended
 * before it: its ports are free, its items are there. Fills referee->final. Returns: false, and the
 * verdict on the earliest claim to blame. Cost: O(claims), or O(claims log claims) and 8 bytes each
 * where dates are not in order. */
static bool sweep(struct rd_referee *referee, const struct claims *claims, double tolerance_s)
{
    struct timeline timeline = {.referee = referee, .claims = claims, .tolerance_s = tolerance_s};
    open_sweep(&timeline, referee);
    struct order starts = open_order(&timeline, false), ends = open_order(&timeline, true);
    size_t ended = 0;
    for (size_t i = 0; i < claims->count; i++) {
        struct claim starting = claim_at(&timeline, at(&starts, i));
        for (; ended < claims->count && date_of(&ends, at(&ends, ended)) <= starting.start_s;
             ended++) {
            struct claim ending = claim_at(&timeline, at(&ends, ended));
            end(&timeline, &ending);
        }
        if (!start(&timeline, &starting))
            return false;
    }
    for (; ended < claims->count; ended++) {
        struct claim ending = claim_at(&timeline, at(&ends, ended));
        end(&timeline, &ending);
    }
    return true;
}

/* A transfer of a trace as one of a plan of one round, so that both are held to the same form. */
static struct rd_transfer transfer_of(const struct rd_timed_transfer *row)
{
    return (struct rd_transfer){
        .from = row->from, .to = row->to, .kind = row->kind, .items = row->items, .messages = 1};
}

/* Gives the plan the transfers of the trace, for whoever reads them there. */
static void list_transfers(struct rd_referee *referee, const struct rd_trace *trace)
{
    struct rd_plan *plan = rd_take(referee->scratch, 1, struct rd_plan);
    *plan = *referee->plan;
    plan->transfer = rd_take(referee->scratch, trace->transfer_count, struct rd_transfer);
    for (size_t i = 0; i < trace->transfer_count; i++)
        plan->transfer[i] = transfer_of(&trace->transfer[i]);
    plan->first_item = trace->first_item;
    referee->plan = plan;
}

/* Is every transfer well formed, and are its dates numbers? Fills the sums and the makespan. */
static bool check_transfers(struct rd_referee *referee, const struct rd_trace *trace)
{
    for (size_t i = 0; i < trace->transfer_count; i++) {
        struct rd_transfer transfer = transfer_of(&trace->transfer[i]);
        double start_s = trace->transfer[i].start_s, end_s = trace->transfer[i].end_s;
        int64_t items;
        if (!rd_transfer_is_well_formed(referee, &transfer, &items)) {
            list_transfers(referee, trace);
            return rd_referee_form(referee, i);
        }
        if (referee->instance->objects && !rd_object_has_form(referee, i))
            return false;
        if (referee->copies && !rd_copies_have_form(referee, i))
            return false;
        if (!isfinite(start_s) || !isfinite(end_s))
            return rd_referee_fail(referee, RD_VIOLATION_TRANSFER, i, transfer.from,
                                   "transfer %zu: from %g s to %g s: dates are finite numbers", i,
                                   start_s, end_s);
        if (referee->packets)
            items *= __builtin_popcount(transfer.from ^ transfer.to);
        if (!rd_referee_sum(referee, &transfer, items))
            return rd_referee_too_much(referee, i);
        referee->makespan_s = rd_latest_of(referee->makespan_s, end_s);
    }
    return true;
}

static uint32_t hop_count(const struct rd_referee *referee, size_t index)
{
    return referee->packets ? rd_dimension_range_length(referee->plan->block[index]) : 1;
}

static bool blame_duration(struct rd_referee *referee, const struct rd_transfer *transfer,
                           size_t index, double lasts_s, double cost_s)
{
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE], what[RD_LABEL_SIZE + 16] = "computes";
    if (transfer->to != RD_NO_HOST)
        snprintf(what, sizeof what, "sends to %s",
                 rd_host_label(referee->instance, transfer->to, to));
    return rd_referee_fail(referee, RD_VIOLATION_TIME, index, transfer->from,
                           "transfer %zu: %s %s for %.10g s: it takes %.10g s", index,
                           rd_host_label(referee->instance, transfer->from, from), what, lasts_s,
                           cost_s);
}

/* A round of a packet: the link that it crosses in it and what that costs; RD_NO_LINK and nothing
 * if it waits, or if costs are another model's. */
struct hop {
    uint64_t link;
    double cost_s;
};

enum { MOST_HOPS = 32 };

/* The rounds of a packet, one for each dimension of its block. Returns: how many they are. */
static uint32_t hops_of(const struct rd_referee *referee, size_t index, bool exact_costs,
                        struct hop ret_hop[MOST_HOPS])
{
    const struct rd_transfer *transfer = &referee->plan->transfer[index];
    uint32_t at = transfer->from, count = hop_count(referee, index);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t bit = UINT32_C(1) << rd_dimension_range_at(referee->plan->block[index], k);
        ret_hop[k] = (struct hop){RD_NO_LINK, 0};
        if (!((transfer->from ^ transfer->to) & bit))
            continue;
        uint64_t link = rd_link_between(&referee->instance->topology, at, at ^ bit);
        ret_hop[k].link = link;
        if (exact_costs)
            ret_hop[k].cost_s = rd_message_s(referee->instance, transfer, link, transfer->items);
        at ^= bit;
    }
    return count;
}

static double sum_of(const struct hop *hop, uint32_t count)
{
    double sum_s = 0;
    for (uint32_t k = 0; k < count; k++)
        sum_s += hop[k].cost_s;
    return sum_s;
}

/* What every hop of the packets of several dimensions costs; NAN if they differ, or if a packet of
 * one dimension costs more: rounds need not be equally long then. */
static double common_hop_s(const struct rd_referee *referee, size_t packet_count)
{
    double common_s = NAN, dearest_s = 0;
    struct hop hop[MOST_HOPS];
    for (size_t i = 0; i < packet_count; i++) {
        uint32_t count = hops_of(referee, i, true, hop);
        for (uint32_t k = 0; k < count; k++) {
            dearest_s = rd_latest_of(dearest_s, hop[k].cost_s);
            if (count == 1 || hop[k].link == RD_NO_LINK)
                continue;
            if (isnan(common_s))
                common_s = hop[k].cost_s;
            if (!rd_same_cost(common_s, hop[k].cost_s))
                return NAN;
        }
    }
    return rd_same_cost(common_s, rd_latest_of(dearest_s, common_s)) ? common_s : NAN;
}

/* Does a transfer start in time, end after its start, and last as long as its link or processor
 * takes? A packet may wait, and its rounds may be longer than its hops. */
static bool check_times(struct rd_referee *referee, const struct rd_trace *trace, size_t index,
                        bool exact_costs)
{
    struct rd_transfer transfer = transfer_of(&trace->transfer[index]);
    double start_s = trace->transfer[index].start_s,
           lasts_s = trace->transfer[index].end_s - start_s;
    double tolerance_s = referee->tolerance_s;
    if (start_s < -tolerance_s || lasts_s < -tolerance_s)
        return rd_referee_fail(
            referee, RD_VIOLATION_TIME, index, transfer.from,
            "transfer %zu: from %.10g s to %.10g s: times start at 0 and increase", index, start_s,
            trace->transfer[index].end_s);
    if (!exact_costs)
        return true;
    if (referee->packets) {
        struct hop hop[MOST_HOPS];
        double cost_s = sum_of(hop, hops_of(referee, index, true, hop));
        if (lasts_s >= cost_s - tolerance_s)
            return true;
        return blame_duration(referee, &transfer, index, lasts_s, cost_s);
    }
    uint64_t link = transfer.to == RD_NO_HOST
                        ? 0
                        : rd_link_between(&referee->instance->topology, transfer.from, transfer.to);
    double cost_s = rd_message_s(referee->instance, &transfer, link, transfer.items);
    bool slowed = transfer.to != RD_NO_HOST && !referee->instance->objects &&
                  rd_may_slow(referee->instance, link) && lasts_s > cost_s;
    if (slowed || fabs(lasts_s - cost_s) <= tolerance_s)
        return true;
    return blame_duration(referee, &transfer, index, lasts_s, cost_s);
}

/* The claims of a packet, one for each of its rounds: the part of it that is certain. In: common_s,
 * see common_hop_s.
 *
 * If it lasts at least that long for each of its rounds, they are equal parts of its time. Else
 * round k is at least as long as its hop, as all before and behind it are: it has begun when what
 * comes from it on just fits before the end, and has not ended when what comes up to it just fits
 * behind the start. The first begins at the start, the last ends at the end. */
static void claim_hops(const struct rd_referee *referee, const struct rd_trace *trace,
                       uint32_t index, bool exact_costs, double common_s, struct claim *claim)
{
    struct hop hop[MOST_HOPS];
    uint32_t hops = hops_of(referee, index, exact_costs, hop);
    double start_s = trace->transfer[index].start_s, end_s = trace->transfer[index].end_s;
    double each_s = (end_s - start_s) / hops;
    bool equal = each_s >= common_s - referee->tolerance_s / hops;
    double before_s = 0, left_s = sum_of(hop, hops);
    for (uint32_t k = 0; k < hops; k++) {
        bool first = k == 0, last = k == hops - 1;
        double begun_s = first ? start_s : end_s - left_s;
        before_s += hop[k].cost_s;
        left_s -= hop[k].cost_s;
        double ends_s = last ? end_s : rd_latest_of(begun_s, start_s + before_s);
        claim[k] = (struct claim){.start_s = equal ? start_s + each_s * k : begun_s,
                                  .end_s = equal ? start_s + each_s * (k + 1) : ends_s,
                                  .link = hop[k].link,
                                  .transfer = index,
                                  .takes = (first ? RD_TAKES_OUT : 0u) | (last ? RD_TAKES_IN : 0u) |
                                           (hop[k].link == RD_NO_LINK ? 0u : RD_TAKES_LINK)};
    }
}

/* The claims of packets, as they are listed. */
static const struct claim *claim_packets(const struct rd_referee *referee,
                                         const struct rd_trace *trace, bool exact_costs,
                                         size_t claim_count)
{
    double common_s = exact_costs ? common_hop_s(referee, trace->transfer_count) : NAN;
    struct claim *claim = rd_take(referee->scratch, claim_count, struct claim), *next = claim;
    for (uint32_t i = 0; i < trace->transfer_count; i++) {
        claim_hops(referee, trace, i, exact_costs, common_s, next);
        next += hop_count(referee, i);
    }
    return claim;
}

bool rd_referee_trace_transfers(struct rd_referee *referee, const struct rd_trace *trace,
                                bool exact_costs)
{
    if (referee->packets && referee->instance->port_model != RD_PIPELINED_PORTS)
        return rd_referee_fail(referee, RD_VIOLATION_PACKET, SIZE_MAX, RD_NO_HOST,
                               "packets without pipelined ports: only there a message crosses "
                               "several links");
    if (trace->transfer_count > RD_TRACE_TRANSFER_LIMIT)
        return rd_referee_fail(referee, RD_VIOLATION_SIZE, SIZE_MAX, RD_NO_HOST,
                               "a trace of %zu transfers: at most %d are judged",
                               trace->transfer_count, RD_TRACE_TRANSFER_LIMIT);
    struct rd_plan *plan = rd_take(referee->scratch, 1, struct rd_plan);
    *plan = (struct rd_plan){
        .round_count = 1, .transfer_count = trace->transfer_count, .block = trace->block};
    referee->plan = plan;
    referee->round_count = plan->round_count;
    if (referee->packets || referee->instance->objects || referee->instance->copies ||
        referee->instance->goal == RD_STENCIL)
        list_transfers(referee, trace);
    referee->copies = rd_copy_ledger_open(referee);
    if (!check_transfers(referee, trace))
        return false;
    referee->tolerance_s =
        rd_latest_of(referee->tolerance_s, RD_TIME_TOLERANCE * referee->makespan_s);
    size_t claim_count = 0;
    for (size_t i = 0; i < trace->transfer_count; i++) {
        if ((referee->packets && !rd_referee_dimension_range(referee, i)) ||
            !check_times(referee, trace, i, exact_costs))
            return false;
        claim_count += hop_count(referee, i);
    }
    if (claim_count > referee->limits->hops)
        return rd_referee_fail(referee, RD_VIOLATION_SIZE, SIZE_MAX, RD_NO_HOST,
                               "packets of %zu hops in all: at most %zu are judged", claim_count,
                               referee->limits->hops);
    struct claims claims = {.trace = trace, .count = claim_count};
    if (referee->packets)
        claims.of_packets = claim_packets(referee, trace, exact_costs, claim_count);
    return sweep(referee, &claims, referee->tolerance_s);
}
