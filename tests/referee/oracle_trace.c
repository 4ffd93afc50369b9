/* Traces, row by row against all others: stocks, ports, durations. */
#include "oracle.h"

#include <math.h>

static bool is_message(const struct rd_trace_row *row)
{
    return row->to != RD_NO_HOST;
}

static unsigned wrong_row(const struct rd_instance *instance, const struct rd_trace_row *row,
                          double tolerance_s)
{
    uint32_t host_count = instance->topology.host_count;
    if (row->from >= host_count || (is_message(row) && row->to >= host_count) ||
        row->kind < RD_CONTROL || row->kind >= (int64_t)instance->kind_count || row->items < 0 ||
        row->items > RD_ITEM_LIMIT)
        return ORACLE_BIT(RD_VIOLATION_ROW) | ORACLE_BIT(RD_VIOLATION_SIZE) |
               ORACLE_BIT(RD_VIOLATION_NOT_HELD) | ORACLE_BIT(RD_VIOLATION_MORE_THAN_EVER_HELD);
    if (!is_message(row) && instance->topology.shape == RD_STAR && row->from == host_count - 1)
        return ORACLE_BIT(RD_VIOLATION_ROW);
    if (is_message(row) && row->from == row->to)
        return ORACLE_BIT(RD_VIOLATION_ROW) | ORACLE_BIT(RD_VIOLATION_NEIGHBOUR);
    if (is_message(row) && rd_link_between(&instance->topology, row->from, row->to) == RD_NO_LINK)
        return ORACLE_BIT(RD_VIOLATION_NEIGHBOUR);
    double cost_s = oracle_duration_s(instance, row->from, row->to, row->kind, row->items);
    double off_s = row->end_s - row->start_s - cost_s;
    if (!(row->start_s >= -tolerance_s) || !(fabs(off_s) <= tolerance_s))
        return ORACLE_BIT(RD_VIOLATION_TIME) | ORACLE_BIT(RD_VIOLATION_ROW);
    return 0;
}

/* What the definition leaves open: messages of nothing or that take no time, words with items. */
static bool row_is_unsaid(const struct rd_instance *instance, const struct rd_trace_row *row,
                          double tolerance_s)
{
    if (row->kind == RD_CONTROL && is_message(row) && row->items != 0)
        return true;
    if (!is_message(row) && instance->flops_per_item == 0)
        return true;
    return (row->kind != RD_CONTROL && row->items == 0) ||
           row->end_s - row->start_s <= 100 * tolerance_s;
}

/* load + arrived - departed - started computing when row i starts, itself included. */
static bool is_held(const struct rd_instance *instance, const struct rd_trace *trace, size_t i,
                    double tolerance_s)
{
    const struct rd_trace_row *row = &trace->row[i];
    if (row->kind == RD_CONTROL)
        return true;
    int64_t items = rd_load(instance, row->from, (uint32_t)row->kind);
    for (size_t j = 0; j < trace->row_count; j++) {
        const struct rd_trace_row *other = &trace->row[j];
        if (other->kind != row->kind)
            continue;
        if (other->to == row->from && other->end_s <= row->start_s + tolerance_s)
            items += other->items;
        if (other->from == row->from && other->start_s <= row->start_s)
            items -= other->items;
    }
    return items >= 0;
}

/* What is under way when row i starts, and shares what it occupies. */
static bool has_its_ports(const struct rd_instance *instance, const struct rd_trace *trace,
                          size_t i, double tolerance_s)
{
    const struct rd_trace_row *row = &trace->row[i];
    struct oracle_crowd crowd = {.from = row->from, .to = row->to};
    for (size_t j = 0; j < trace->row_count; j++) {
        const struct rd_trace_row *other = &trace->row[j];
        if (other->start_s <= row->start_s && other->end_s > row->start_s + tolerance_s)
            oracle_crowd_add(&crowd, other->from, other->to, 1);
    }
    return oracle_crowd_fits(instance, &crowd);
}

static void count_up(const struct rd_instance *instance, const struct rd_trace *trace,
                     struct rd_arena *arena, struct oracle_verdict *verdict)
{
    verdict->held = oracle_copy_of_load(arena, instance);
    verdict->computed = rd_take(arena, instance->topology.host_count, int64_t);
    for (size_t i = 0; i < trace->row_count; i++) {
        const struct rd_trace_row *row = &trace->row[i];
        int64_t items = row->kind == RD_CONTROL ? 0 : row->items;
        oracle_move(instance, verdict->held, row->from, row->to, row->kind, items);
        verdict->transfers += is_message(row);
        verdict->items_moved += is_message(row) ? items : 0;
        verdict->computed[row->from] += is_message(row) ? 0 : items;
    }
    verdict->goal_reached = oracle_goal_is_reached(instance, verdict->held);
}

void oracle_judge_trace(const struct rd_instance *instance, const struct rd_trace *trace,
                        struct rd_arena *arena, struct oracle_verdict *ret_verdict)
{
    struct oracle_verdict verdict = {.steps = -1, .unsaid = trace->block != NULL};
    for (size_t i = 0; i < trace->row_count; i++)
        if (trace->row[i].end_s > verdict.makespan_s)
            verdict.makespan_s = trace->row[i].end_s;
    if (isinf(verdict.makespan_s))
        verdict.wrong |= ORACLE_BIT(RD_VIOLATION_TIME) | ORACLE_BIT(RD_VIOLATION_ROW);
    double tolerance_s = RD_TIME_TOLERANCE * verdict.makespan_s;
    for (size_t i = 0; i < trace->row_count; i++) {
        unsigned row_wrong = wrong_row(instance, &trace->row[i], tolerance_s);
        bool unsaid = row_is_unsaid(instance, &trace->row[i], tolerance_s);
        verdict.wrong |= row_wrong;
        if (row_wrong && unsaid) /* it may as well be refused for meaning nothing */
            verdict.wrong |= ORACLE_BIT(RD_VIOLATION_ROW);
        if (!row_wrong && unsaid)
            verdict.unsaid = true;
    }
    bool rows_are_sound = !verdict.wrong && !verdict.unsaid;
    for (size_t i = 0; rows_are_sound && i < trace->row_count; i++) {
        if (!is_held(instance, trace, i, tolerance_s))
            verdict.wrong |=
                ORACLE_BIT(RD_VIOLATION_NOT_HELD) | ORACLE_BIT(RD_VIOLATION_MORE_THAN_EVER_HELD);
        if (!has_its_ports(instance, trace, i, tolerance_s))
            verdict.wrong |= ORACLE_BIT(RD_VIOLATION_PORT);
    }
    if (!verdict.wrong && !verdict.unsaid)
        count_up(instance, trace, arena, &verdict);
    *ret_verdict = verdict;
}
