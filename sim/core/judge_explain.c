/* Why a plan cannot run whose rows cannot be executed one by one: a host parts with more than it
 * ever holds; or rows wait for each other in a cycle; or they would all run, and are only listed
 * badly. Which of the last two it is depends on no date, so the queues run without a clock. */
#include "judge_queues.h"

#include <inttypes.h>

/* The plain facts of a row that is short of items when the rows before it are executed whole. */
static bool blame_row(struct rd_judge *judge, enum rd_violation violation, size_t index,
                      const char *remedy)
{
    const struct rd_row *row = &judge->plan->row[index];
    char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    return rd_judge_fail(
        judge, violation, index, row->from,
        "row %zu: %s %s %" PRId64 " items%s and holds %" PRId64 " after the rows before it%s",
        index, rd_host_label(judge->instance, row->from, label), rd_row_verb(row->to),
        row->items * (row->messages + (row->messages == 0)), rd_of_kind(judge, row->kind, of_kind),
        judge->stock[rd_stock_index(judge, row->from, row->kind)].held, remedy);
}

/* It would finish: names the row that brings what is missing. */
static bool blame_order(struct rd_judge *judge, size_t index)
{
    const struct rd_plan *plan = judge->plan;
    const struct rd_row *short_of = &plan->row[index];
    size_t i = index + 1;
    rd_assert(i < plan->row_count);
    while (plan->row[i].to != short_of->from || plan->row[i].kind != short_of->kind) {
        i++;
        rd_assert(i < plan->row_count); /* it has its items from somewhere */
    }
    char remedy[64];
    snprintf(remedy, sizeof remedy, ": row %zu brings some and goes first", i);
    return blame_row(judge, RD_VIOLATION_ORDER, index, remedy);
}

/* What each host ever holds of each kind, and what it parts with. */
struct whole {
    int64_t held;
    int64_t parted;
};

/* The first row with which a host parts with more of a kind than `limit`. */
static size_t first_beyond(const struct rd_judge *judge, size_t stock, int64_t limit)
{
    int64_t parted = 0;
    for (size_t i = 0;; i++) {
        rd_assert(i < judge->plan->row_count);
        const struct rd_row *row = &judge->plan->row[i];
        if (row->kind < 0 || rd_stock_index(judge, row->from, row->kind) != stock)
            continue;
        parted += row->items * (row->messages + (row->messages == 0));
        if (parted > limit)
            return i;
    }
}

/* Counts, in no order: does some host part with more than it ever holds? Returns: false, and the
 * verdict, if so. */
static bool count_whole(struct rd_judge *judge)
{
    size_t entries = (size_t)judge->host_count * judge->kind_count;
    struct whole *whole = rd_take(judge->scratch, entries, struct whole);
    for (size_t i = 0; i < entries; i++)
        whole[i].held = judge->instance->load[i];
    int64_t sum = 0;
    for (size_t i = 0; i < judge->plan->row_count; i++) {
        const struct rd_row *row = &judge->plan->row[i];
        if (row->kind < 0)
            continue;
        int64_t items = row->items * (row->messages + (row->messages == 0));
        sum += items;
        if (sum > RD_SUM_LIMIT)
            return rd_judge_too_much(judge, i);
        whole[rd_stock_index(judge, row->from, row->kind)].parted += items;
        if (row->to != RD_NO_HOST)
            whole[rd_stock_index(judge, row->to, row->kind)].held += items;
    }
    for (size_t i = 0; i < entries; i++) {
        if (whole[i].parted <= whole[i].held)
            continue;
        uint32_t host = (uint32_t)(i / judge->kind_count);
        char label[RD_LABEL_SIZE];
        return rd_judge_fail(judge, RD_VIOLATION_MORE_THAN_EVER_HELD,
                             first_beyond(judge, i, whole[i].held), host,
                             "%s parts with %" PRId64 " items of kind %zu and never holds more "
                             "than %" PRId64,
                             rd_host_label(judge->instance, host, label), whole[i].parted,
                             i % judge->kind_count, whole[i].held);
    }
    return true;
}

/* Runs the queues without a clock, as many messages at a time as have their items, until nothing is
 * ready or the steps are used up. */
static void run_queues(struct rd_queues *queues)
{
    const struct rd_plan *plan = queues->judge->plan;
    size_t steps = 16 * plan->row_count + ((size_t)1 << 20);
    while (queues->ready_count > 0 && steps-- > 0) {
        uint32_t index = queues->ready[--queues->ready_count];
        int64_t there = rd_queues_there(queues, index);
        if (plan->row[index].messages == 0) {
            rd_queues_cut(queues, index, there);
            rd_queues_end(queues, index, 1, there);
        } else {
            rd_queues_end(queues, index, there, plan->row[index].items);
        }
    }
}

bool rd_judge_explain(struct rd_judge *judge, size_t row)
{
    if (!rd_judge_form(judge, row + 1) || !count_whole(judge))
        return false;
    struct rd_queues queues;
    rd_queues_open(&queues, judge, judge->plan->timing == RD_FREE_ORDER);
    run_queues(&queues);
    if (queues.ready_count > 0) /* too long to tell which */
        return blame_row(judge, RD_VIOLATION_NOT_HELD, row, "");
    return queues.rows_left > 0 ? rd_blame_deadlock(&queues) : blame_order(judge, row);
}
