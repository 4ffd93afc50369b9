/* The referee's first pass: is each row well formed, and can the rows be executed one by one, each
 * whole? What this pass counts tells the next ones how little they must keep: only a host that
 * parts with more than its load needs the dates of what it receives. */
#include "judge.h"

#include <inttypes.h>

/* What is wrong with a row's round, hosts or kind; NULL if nothing is. */
static const char *wrong_names(const struct rd_judge *judge, const struct rd_row *row)
{
    struct rd_arena *arena = judge->scratch;
    if (row->round < judge->round_before)
        return rd_arena_print(arena,
                              "round %" PRIu32 " after round %" PRIu32 ": rows come by round",
                              row->round, judge->round_before);
    if (row->round >= judge->round_count)
        return rd_arena_print(
            arena, "round %" PRIu32 " of a plan of %" PRIu32 " rounds: rounds are counted from 0",
            row->round, judge->round_count);
    if (row->from >= judge->host_count)
        return rd_arena_print(arena, "sender %" PRIu32 ": hosts are 0 to %" PRIu32, row->from,
                              judge->host_count - 1);
    if (row->to >= judge->host_count && row->to != RD_NO_HOST)
        return rd_arena_print(arena, "receiver %" PRIu32 ": hosts are 0 to %" PRIu32, row->to,
                              judge->host_count - 1);
    if (row->kind != RD_CONTROL && (uint32_t)row->kind >= judge->kind_count)
        return rd_arena_print(arena,
                              "kind %" PRId32 ": kinds are 0 to %" PRIu32
                              ", and -1 for control words and plain work",
                              row->kind, judge->kind_count - 1);
    if (row->to == RD_NO_HOST && judge->packets)
        return "a computation: a plan of packets computes nothing";
    if (row->to == RD_NO_HOST && row->from == judge->no_work)
        return "a computation on the master: a star's master only relays";
    return NULL;
}

/* What is wrong with a row's amounts, short of being too large; NULL if nothing is. */
static const char *wrong_amounts(const struct rd_judge *judge, const struct rd_row *row)
{
    struct rd_arena *arena = judge->scratch;
    if (row->items < 0 || row->messages < 0)
        return rd_arena_print(arena,
                              "%" PRId64 " messages of %" PRId64 " items: amounts are 0 or more",
                              row->messages, row->items);
    if (row->kind == RD_CONTROL && row->messages == 0)
        return "as held, and holds nothing: at least 1 message is needed";
    if (row->kind == RD_CONTROL && row->to != RD_NO_HOST && row->items != 0)
        return rd_arena_print(arena, "a control word of %" PRId64 " items: it has 0", row->items);
    if (row->kind != RD_CONTROL && row->items == 0)
        return "a message of 0 items: at least 1 is needed";
    if (judge->packets && row->messages != 1)
        return rd_arena_print(arena, "%" PRId64 " messages in a packet: it is 1", row->messages);
    return NULL;
}

/* The verdict on a row that is not well formed. */
static bool blame_form(struct rd_judge *judge, size_t index)
{
    const struct rd_row *row = rd_plan_row(judge->plan, index);
    const char *wrong = wrong_names(judge, row);
    if (!wrong)
        wrong = wrong_amounts(judge, row);
    uint32_t host = row->from < judge->host_count ? row->from : RD_NO_HOST;
    if (wrong)
        return rd_judge_fail(judge, RD_VIOLATION_ROW, index, host, "row %zu: %s", index, wrong);
    int64_t messages = row->messages + (row->messages == 0), items;
    if (messages > RD_ITEM_LIMIT || __builtin_mul_overflow(row->items, messages, &items) ||
        items > RD_ITEM_LIMIT)
        return rd_judge_fail(judge, RD_VIOLATION_SIZE, index, host,
                             "row %zu: %" PRId64 " messages of %" PRId64
                             " items: at most 2^53 of each in all are supported",
                             index, messages, row->items);
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    return rd_judge_fail(judge, RD_VIOLATION_NEIGHBOUR, index, host,
                         "row %zu: %s sends to %s: no link joins them", index,
                         rd_host_label(judge->instance, row->from, from),
                         rd_host_label(judge->instance, row->to, to));
}

bool rd_judge_form(struct rd_judge *judge, size_t first)
{
    const struct rd_plan *plan = judge->plan;
    for (size_t i = first; i < plan->first_row + plan->row_count; i++) {
        const struct rd_row *row = rd_plan_row(plan, i);
        int64_t items;
        if (!rd_row_is_well_formed(judge, row, &items))
            return blame_form(judge, i);
        judge->round_before = row->round;
    }
    return true;
}

bool rd_judge_too_much(struct rd_judge *judge, size_t row)
{
    return rd_judge_fail(judge, RD_VIOLATION_SIZE, row, RD_NO_HOST,
                         "row %zu: more than 2^62 items or messages in all: not judged", row);
}

/* Who supplies a stock: nobody yet, one host, or several. */
#define NO_SUPPLIER UINT32_MAX
#define SEVERAL_SUPPLIERS (UINT32_MAX - 1)

static uint32_t *open_suppliers(const struct rd_judge *judge, size_t entries)
{
    uint32_t *supplier = rd_take(judge->scratch, entries, uint32_t);
    for (size_t i = 0; i < entries; i++)
        supplier[i] = NO_SUPPLIER;
    return supplier;
}

/* Reads off the stocks what the clock must keep, and what is held at the end. */
static void close_rows(struct rd_judge *judge, size_t entries, const uint32_t *supplier)
{
    judge->final = rd_take(judge->arena, entries, int64_t);
    for (size_t i = 0; i < entries; i++) {
        judge->final[i] = judge->stock[i].held;
        if (judge->stock[i].own_left >= 0)
            continue;
        judge->passes_on = true;
        if (supplier && supplier[i] == SEVERAL_SUPPLIERS)
            judge->pooled = true;
    }
    const struct rd_plan *plan = judge->plan;
    judge->has_rounds =
        plan->row_count > 0 && plan->row[0].round != plan->row[plan->row_count - 1].round;
}

bool rd_judge_rows(struct rd_judge *judge)
{
    const struct rd_plan *plan = judge->plan;
    size_t entries = (size_t)judge->host_count * judge->kind_count;
    struct rd_stock *stock = rd_take(judge->scratch, entries, struct rd_stock);
    judge->stock = stock;
    for (size_t i = 0; i < entries; i++)
        stock[i] = (struct rd_stock){judge->instance->load[i], judge->instance->load[i]};
    /* Where the in-port is one queue, what arrives comes in plan order, whoever sends it. */
    bool ordered = judge->window == 1 || judge->one_bus;
    uint32_t *supplier = ordered ? NULL : open_suppliers(judge, entries);
    for (size_t i = 0; i < plan->row_count; i++) {
        const struct rd_row *row = &plan->row[i];
        int64_t items;
        if (!rd_row_is_well_formed(judge, row, &items))
            return blame_form(judge, i);
        judge->round_before = row->round;
        if (!rd_judge_sum(judge, row, items))
            return rd_judge_too_much(judge, i);
        if (row->kind == RD_CONTROL)
            continue;
        judge->as_held |= row->messages == 0;
        struct rd_stock *from = &stock[rd_stock_index(judge, row->from, row->kind)];
        if (from->held < items)
            return rd_judge_explain(judge, i);
        from->held -= items;
        from->own_left -= items;
        if (row->to == RD_NO_HOST)
            continue;
        size_t to = rd_stock_index(judge, row->to, row->kind);
        stock[to].held += items;
        if (supplier && supplier[to] != row->from)
            supplier[to] = supplier[to] == NO_SUPPLIER ? row->from : SEVERAL_SUPPLIERS;
    }
    close_rows(judge, entries, supplier);
    return true;
}
