/* Why a plan cannot run whose rows cannot be executed one by one. */
#include "judge.h"

#include <inttypes.h>

/* The plain facts of a row that is short of items when the rows before it are executed whole. */
static bool blame_row(struct rd_judge *judge, size_t index)
{
    const struct rd_row *row = &judge->plan->row[index];
    char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    return rd_judge_fail(
        judge, RD_VIOLATION_ORDER, index, row->from,
        "row %zu: %s %s %" PRId64 " items%s and holds %" PRId64 " after the rows before it", index,
        rd_host_label(judge->instance, row->from, label), rd_row_verb(row->to),
        row->items * (row->messages + (row->messages == 0)), rd_of_kind(judge, row->kind, of_kind),
        judge->stock[rd_stock_index(judge, row->from, row->kind)].held);
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
    for (size_t i = 0; i < judge->plan->row_count; i++) {
        const struct rd_row *row = &judge->plan->row[i];
        if (row->kind < 0 || rd_stock_index(judge, row->from, row->kind) != stock)
            continue;
        parted += row->items * (row->messages + (row->messages == 0));
        if (parted > limit)
            return i;
    }
    rd_assert(!"a host that parts with too much in no row");
    return SIZE_MAX;
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

bool rd_judge_explain(struct rd_judge *judge, size_t row)
{
    return rd_judge_form(judge, row + 1) && count_whole(judge) && blame_row(judge, row);
}
