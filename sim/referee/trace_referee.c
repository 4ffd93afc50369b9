/* Judges what a run recorded: transfers by themselves first, then all of them in order of time. */
#include "objects.h"
#include "timeline.h"

#include <inttypes.h>
#include <math.h>

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
                       uint32_t index, bool exact_costs, double common_s, struct rd_claim *claim)
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
        claim[k] = (struct rd_claim){.start_s = equal ? start_s + each_s * k : begun_s,
                                     .end_s = equal ? start_s + each_s * (k + 1) : ends_s,
                                     .link = hop[k].link,
                                     .transfer = index,
                                     .does = (first ? RD_LEAVES : 0u) | (last ? RD_ARRIVES : 0u)};
    }
}

/* The claims of packets, as they are listed. */
static const struct rd_claim *claim_packets(const struct rd_referee *referee,
                                            const struct rd_trace *trace, bool exact_costs,
                                            size_t claim_count)
{
    double common_s = exact_costs ? common_hop_s(referee, trace->transfer_count) : NAN;
    struct rd_claim *claim = rd_take(referee->scratch, claim_count, struct rd_claim), *next = claim;
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
    if (referee->packets || referee->instance->objects || referee->instance->goal == RD_STENCIL)
        list_transfers(referee, trace);
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
    struct rd_claims claims = {.trace = trace, .count = claim_count};
    if (referee->packets)
        claims.of_packets = claim_packets(referee, trace, exact_costs, claim_count);
    return rd_referee_timeline(referee, &claims, referee->tolerance_s);
}
