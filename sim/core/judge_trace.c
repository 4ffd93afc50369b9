/* Judges what a run recorded: rows by themselves first, then all of them in order of time. */
#include "judge_sweep.h"

#include <inttypes.h>
#include <math.h>

/* The rows of a trace as the rows of a plan of one round, so that both are held to the same form.
 */
static const struct rd_plan *rows_of(const struct rd_trace *trace, struct rd_arena *scratch)
{
    struct rd_plan *plan = rd_take(scratch, 1, struct rd_plan);
    *plan =
        (struct rd_plan){.round_count = 1, .row_count = trace->row_count, .block = trace->block};
    plan->row = rd_take(scratch, trace->row_count, struct rd_row);
    for (size_t i = 0; i < trace->row_count; i++)
        plan->row[i] = (struct rd_row){.from = trace->row[i].from,
                                       .to = trace->row[i].to,
                                       .kind = trace->row[i].kind,
                                       .items = trace->row[i].items,
                                       .messages = 1};
    return plan;
}

/* Is every row well formed, and are its dates numbers? Fills the sums and the makespan. */
static bool check_rows(struct rd_judge *judge, const struct rd_trace *trace)
{
    for (size_t i = 0; i < trace->row_count; i++) {
        const struct rd_row *row = &judge->plan->row[i];
        double start_s = trace->row[i].start_s, end_s = trace->row[i].end_s;
        int64_t items;
        if (!rd_row_is_well_formed(judge, row, &items))
            return rd_judge_form(judge, i);
        if (!isfinite(start_s) || !isfinite(end_s))
            return rd_judge_fail(judge, RD_VIOLATION_ROW, i, row->from,
                                 "row %zu: from %g s to %g s: dates are finite numbers", i, start_s,
                                 end_s);
        if (judge->packets)
            items *= __builtin_popcount(row->from ^ row->to);
        if (!rd_judge_sum(judge, row, items))
            return rd_judge_too_much(judge, i);
        judge->makespan_s = rd_later(judge->makespan_s, end_s);
    }
    return true;
}

static uint32_t hop_count(const struct rd_judge *judge, size_t index)
{
    return judge->packets ? rd_block_length(judge->plan->block[index]) : 1;
}

static bool blame_duration(struct rd_judge *judge, size_t index, double lasts_s, double cost_s)
{
    const struct rd_row *row = &judge->plan->row[index];
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE], what[RD_LABEL_SIZE + 16] = "computes";
    if (row->to != RD_NO_HOST)
        snprintf(what, sizeof what, "sends to %s", rd_host_label(judge->instance, row->to, to));
    return rd_judge_fail(judge, RD_VIOLATION_TIME, index, row->from,
                         "row %zu: %s %s for %.10g s: it takes %.10g s", index,
                         rd_host_label(judge->instance, row->from, from), what, lasts_s, cost_s);
}

/* The cost of the dearest hop of a packet. */
static double dearest_hop_s(const struct rd_judge *judge, size_t index)
{
    const struct rd_row *row = &judge->plan->row[index];
    struct rd_block block = judge->plan->block[index];
    uint32_t at = row->from;
    double dearest_s = 0;
    for (uint32_t k = 0; k < rd_block_length(block); k++) {
        uint32_t bit = UINT32_C(1) << rd_block_dimension(block, k);
        if (!((row->from ^ row->to) & bit))
            continue;
        uint64_t link = rd_link_between(&judge->instance->topology, at, at ^ bit);
        dearest_s = rd_later(dearest_s, rd_message_s(judge->instance, row, link, row->items));
        at ^= bit;
    }
    return dearest_s;
}

/* Does a row start in time, end after its start, and last as long as its link or processor takes?
 * The rounds of a packet may be longer than its hops. */
static bool check_times(struct rd_judge *judge, const struct rd_trace *trace, size_t index,
                        bool exact_costs)
{
    const struct rd_row *row = &judge->plan->row[index];
    double start_s = trace->row[index].start_s, lasts_s = trace->row[index].end_s - start_s;
    double tolerance_s = RD_TIME_TOLERANCE * judge->makespan_s;
    if (start_s < -tolerance_s || lasts_s < -tolerance_s)
        return rd_judge_fail(judge, RD_VIOLATION_TIME, index, row->from,
                             "row %zu: from %.10g s to %.10g s: time starts at 0 and goes on",
                             index, start_s, trace->row[index].end_s);
    if (!exact_costs)
        return true;
    if (judge->packets) {
        double cost_s = dearest_hop_s(judge, index) * hop_count(judge, index);
        if (lasts_s >= cost_s - tolerance_s)
            return true;
        return blame_duration(judge, index, lasts_s, cost_s);
    }
    uint64_t link =
        row->to == RD_NO_HOST ? 0 : rd_link_between(&judge->instance->topology, row->from, row->to);
    double cost_s = rd_message_s(judge->instance, row, link, row->items);
    bool slowed = row->to != RD_NO_HOST && rd_may_slow(judge->instance, link) && lasts_s > cost_s;
    if (slowed || fabs(lasts_s - cost_s) <= tolerance_s)
        return true;
    return blame_duration(judge, index, lasts_s, cost_s);
}

/* The claims of a packet: equal parts of its time, one for each dimension of its block. If costs
 * are another model's nobody knows when it passed from one hop to the next: then it leaves and
 * arrives, and takes no time of what lies between. */
static void claim_hops(const struct rd_judge *judge, const struct rd_trace *trace, uint32_t index,
                       bool exact_costs, struct rd_claim *claim)
{
    const struct rd_row *row = &judge->plan->row[index];
    struct rd_block block = judge->plan->block[index];
    uint32_t at = row->from, hops = rd_block_length(block);
    double start_s = trace->row[index].start_s, lasts_s = trace->row[index].end_s - start_s;
    bool timed = exact_costs || hops == 1;
    for (uint32_t k = 0; k < hops; k++) {
        uint32_t bit = UINT32_C(1) << rd_block_dimension(block, k);
        uint32_t begun = timed ? k : k == hops - 1 ? hops : 0;
        uint32_t ended = timed ? k + 1 : begun;
        claim[k] = (struct rd_claim){.start_s = start_s + lasts_s * begun / hops,
                                     .end_s = start_s + lasts_s * ended / hops,
                                     .link = RD_NO_LINK,
                                     .row = index,
                                     .does = (k == 0 ? RD_LEAVES : 0u) |
                                             (k == hops - 1 ? RD_ARRIVES : 0u)};
        if (!((row->from ^ row->to) & bit))
            continue;
        claim[k].link = rd_link_between(&judge->instance->topology, at, at ^ bit);
        at ^= bit;
    }
}

static void claim_row(const struct rd_judge *judge, const struct rd_trace *trace, uint32_t index,
                      struct rd_claim *claim)
{
    const struct rd_row *row = &judge->plan->row[index];
    bool works = row->to == RD_NO_HOST;
    *claim = (struct rd_claim){
        .start_s = trace->row[index].start_s,
        .end_s = trace->row[index].end_s,
        .link =
            works ? RD_NO_LINK : rd_link_between(&judge->instance->topology, row->from, row->to),
        .row = index,
        .does = works ? RD_WORKS : RD_LEAVES | RD_ARRIVES};
}

bool rd_judge_rows_of_trace(struct rd_judge *judge, const struct rd_trace *trace, bool exact_costs)
{
    if (judge->packets && judge->instance->port_model != RD_PIPELINED_PORTS)
        return rd_judge_fail(judge, RD_VIOLATION_PACKET, SIZE_MAX, RD_NO_HOST,
                             "packets without pipelined ports: only there a message crosses "
                             "several links");
    if (trace->row_count > RD_TRACE_ROW_LIMIT)
        return rd_judge_fail(judge, RD_VIOLATION_SIZE, SIZE_MAX, RD_NO_HOST,
                             "a trace of %zu rows: at most %d are judged", trace->row_count,
                             RD_TRACE_ROW_LIMIT);
    judge->plan = rows_of(trace, judge->scratch);
    judge->round_count = judge->plan->round_count;
    if (!check_rows(judge, trace))
        return false;
    size_t claim_count = 0;
    for (size_t i = 0; i < trace->row_count; i++) {
        if ((judge->packets && !rd_judge_block(judge, i)) ||
            !check_times(judge, trace, i, exact_costs))
            return false;
        claim_count += hop_count(judge, i);
    }
    if (claim_count > judge->limits->hops)
        return rd_judge_fail(judge, RD_VIOLATION_SIZE, SIZE_MAX, RD_NO_HOST,
                             "packets of %zu hops in all: at most %zu are judged", claim_count,
                             judge->limits->hops);
    struct rd_claim *claim = rd_take(judge->scratch, claim_count, struct rd_claim), *next = claim;
    for (uint32_t i = 0; i < trace->row_count; i++) {
        if (judge->packets)
            claim_hops(judge, trace, i, exact_costs, next);
        else
            claim_row(judge, trace, i, next);
        next += hop_count(judge, i);
    }
    return rd_judge_sweep(judge, claim, claim_count, RD_TIME_TOLERANCE * judge->makespan_s);
}
