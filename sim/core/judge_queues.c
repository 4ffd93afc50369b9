#include "judge_queues.h"

/* Strikes one thing off what a row waits for. */
static void clear_wait(struct rd_queues *queues, uint32_t index, uint8_t wait)
{
    struct rd_queued *queued = &queues->row[index];
    queued->waits &= (uint8_t)~wait;
    if (queued->waits == 0)
        queues->ready[queues->ready_count++] = index;
}

static const struct rd_row *row_at(const struct rd_queues *queues, uint32_t index)
{
    return &queues->judge->plan->row[index];
}

/* How many places of a window a row takes. Nobody knows how many messages an as-held row will be,
 * until its last is cut: up to then it takes them all. */
static int64_t places(const struct rd_queues *queues, uint32_t index, int64_t width)
{
    int64_t messages = row_at(queues, index)->messages;
    return messages ? messages : width;
}

/* The queue that a kind of wait names. */
static uint32_t *next_in_window(struct rd_queued *queued, uint8_t wait)
{
    return wait == RD_WAITS_FOR_OUT  ? &queued->next_out
           : wait == RD_WAITS_FOR_IN ? &queued->next_in
                                     : &queued->next_bus;
}

/* Lets through the rows that are now among the first of a window. */
static void admit(struct rd_queues *queues, struct rd_window *window, uint8_t wait)
{
    int64_t width = wait == RD_WAITS_FOR_BUS ? 1 : queues->judge->window;
    while (window->first != RD_NO_ROW && window->ahead < width) {
        uint32_t index = window->first;
        window->first = *next_in_window(&queues->row[index], wait);
        window->ahead += places(queues, index, width);
        clear_wait(queues, index, wait);
    }
}

/* `count` messages of a row leave its windows, or its last is known. */
static void leave_windows(struct rd_queues *queues, uint32_t index, int64_t from_ports,
                          int64_t from_bus)
{
    const struct rd_row *row = row_at(queues, index);
    if (row->to == RD_NO_HOST)
        return;
    if (queues->out) {
        queues->out[row->from].ahead -= from_ports;
        admit(queues, &queues->out[row->from], RD_WAITS_FOR_OUT);
        queues->in[row->to].ahead -= from_ports;
        admit(queues, &queues->in[row->to], RD_WAITS_FOR_IN);
    }
    if (queues->bus) {
        queues->bus->ahead -= from_bus;
        admit(queues, queues->bus, RD_WAITS_FOR_BUS);
    }
}

static int64_t row_items(const struct rd_row *row)
{
    return row->items * (row->messages ? row->messages : 1);
}

/* Lets through the rows whose items are there: all those before stock->first wholly; of that one,
 * the next message. */
static void supply(struct rd_queues *queues, struct rd_queue_stock *stock)
{
    while (stock->first != RD_NO_ROW) {
        uint32_t index = stock->first;
        struct rd_queued *queued = &queues->row[index];
        if ((queued->waits & RD_WAITS_FOR_ITEMS) && queued->need <= stock->held)
            clear_wait(queues, index, RD_WAITS_FOR_ITEMS);
        if (queued->need_all > stock->held)
            return;
        stock->first = queued->next_stock;
    }
}

/* Lets through the rows whose host has heard all of earlier rounds. */
static void tell(struct rd_queues *queues, struct rd_hearing *hearing)
{
    while (hearing->group != RD_NO_ROW && queues->group[hearing->group].rows_left == 0)
        hearing->group = queues->group[hearing->group].next;
    uint32_t round = hearing->group == RD_NO_ROW ? UINT32_MAX : queues->group[hearing->group].round;
    while (hearing->acting != RD_NO_ROW && row_at(queues, hearing->acting)->round <= round) {
        uint32_t index = hearing->acting;
        hearing->acting = queues->row[index].next_acting;
        clear_wait(queues, index, RD_WAITS_FOR_ROUND);
    }
}

static struct rd_queue_stock *stock_of(const struct rd_queues *queues, uint32_t host, int32_t kind)
{
    return &queues->stock[rd_stock_index(queues->judge, host, kind)];
}

int64_t rd_queues_there(const struct rd_queues *queues, uint32_t index)
{
    const struct rd_row *row = row_at(queues, index);
    const struct rd_queued *queued = &queues->row[index];
    if (row->kind == RD_CONTROL)
        return queued->left;
    int64_t more = stock_of(queues, row->from, row->kind)->held - queued->need;
    int64_t there = 1 + (row->messages ? more / row->items : more);
    return there < queued->left ? there : queued->left;
}

void rd_queues_cut(struct rd_queues *queues, uint32_t index, int64_t items)
{
    struct rd_queued *queued = &queues->row[index];
    queued->left -= items;
    queued->need += items;
    if (queued->left > 0)
        return;
    queued->last_cut = true;
    leave_windows(queues, index, (int64_t)queues->judge->window - 1, 0);
}

/* What follows a row of which no message is left. */
static void finish(struct rd_queues *queues, uint32_t index)
{
    const struct rd_row *row = row_at(queues, index);
    const struct rd_queued *queued = &queues->row[index];
    queues->rows_left--;
    if (queued->next_link != RD_NO_ROW)
        clear_wait(queues, queued->next_link, RD_WAITS_FOR_LINK);
    if (!queues->hearing)
        return;
    queues->group[queued->group].rows_left--;
    tell(queues, &queues->hearing[row->to == RD_NO_HOST ? row->from : row->to]);
}

void rd_queues_end(struct rd_queues *queues, uint32_t index, int64_t count, int64_t items)
{
    const struct rd_row *row = row_at(queues, index);
    struct rd_queued *queued = &queues->row[index];
    if (row->messages) {
        queued->left -= count;
        queued->need += count * items;
    }
    if (row->kind >= 0 && row->to != RD_NO_HOST) {
        struct rd_queue_stock *stock = stock_of(queues, row->to, row->kind);
        stock->held += count * items;
        supply(queues, stock);
    }
    if (row->messages || queued->last_cut)
        leave_windows(queues, index, count, count);
    if (queued->left == 0) {
        finish(queues, index);
        return;
    }
    if (row->kind >= 0 && queued->need > stock_of(queues, row->from, row->kind)->held)
        queued->waits |= RD_WAITS_FOR_ITEMS;
    else
        queues->ready[queues->ready_count++] = index;
}

/* Appends a row to the end of one of its queues. */
static void append(uint32_t *first, uint32_t *last, uint32_t *next_of_last, uint32_t index)
{
    if (*last == RD_NO_ROW)
        *first = index;
    else
        *next_of_last = index;
    *last = index;
}

static void append_to_window(struct rd_queues *queues, struct rd_window *window, uint8_t wait,
                             uint32_t index)
{
    uint32_t *next =
        window->last == RD_NO_ROW ? NULL : next_in_window(&queues->row[window->last], wait);
    append(&window->first, &window->last, next, index);
    queues->row[index].waits |= wait;
}

/* Enters a row among what its receiver hears, and what its sender must know. */
static void append_to_hearing(struct rd_queues *queues, uint32_t index, uint32_t *group_count)
{
    const struct rd_row *row = row_at(queues, index);
    struct rd_hearing *hearing = &queues->hearing[row->to == RD_NO_HOST ? row->from : row->to];
    uint32_t last = hearing->last_group;
    if (last == RD_NO_ROW || queues->group[last].round != row->round) {
        uint32_t group = (*group_count)++;
        queues->group[group] = (struct rd_group){0, row->round, RD_NO_ROW};
        append(&hearing->group, &hearing->last_group,
               last == RD_NO_ROW ? NULL : &queues->group[last].next, group);
    }
    queues->row[index].group = hearing->last_group;
    queues->group[hearing->last_group].rows_left++;
    hearing = &queues->hearing[row->from];
    append(&hearing->acting, &hearing->last_acting,
           hearing->last_acting == RD_NO_ROW ? NULL
                                             : &queues->row[hearing->last_acting].next_acting,
           index);
    queues->row[index].waits |= RD_WAITS_FOR_ROUND;
}

/* Enters a row at the end of all its queues. last_on_link [links + hosts]. */
static void append_row(struct rd_queues *queues, uint32_t index, uint32_t *last_on_link,
                       int64_t *promised, uint32_t *group_count)
{
    const struct rd_judge *judge = queues->judge;
    const struct rd_row *row = row_at(queues, index);
    struct rd_queued *queued = &queues->row[index];
    queued->left = row->messages ? row->messages : row->items;
    queued->next_out = queued->next_in = queued->next_bus = queued->next_link = queued->next_stock =
        queued->next_acting = RD_NO_ROW;
    if (row->to != RD_NO_HOST && queues->out) {
        append_to_window(queues, &queues->out[row->from], RD_WAITS_FOR_OUT, index);
        append_to_window(queues, &queues->in[row->to], RD_WAITS_FOR_IN, index);
    }
    if (row->to != RD_NO_HOST && queues->bus)
        append_to_window(queues, queues->bus, RD_WAITS_FOR_BUS, index);
    if (last_on_link) {
        uint64_t link = row->to == RD_NO_HOST
                            ? rd_link_count(&judge->instance->topology) + row->from
                            : rd_link_between(&judge->instance->topology, row->from, row->to);
        if (last_on_link[link]) { /* 0 for none, so that it need not be filled */
            queues->row[last_on_link[link] - 1].next_link = index;
            queued->waits |= RD_WAITS_FOR_LINK;
        }
        last_on_link[link] = index + 1;
    }
    if (row->kind >= 0) {
        size_t entry = rd_stock_index(judge, row->from, row->kind);
        struct rd_queue_stock *stock = &queues->stock[entry];
        append(&stock->first, &stock->last,
               stock->last == RD_NO_ROW ? NULL : &queues->row[stock->last].next_stock, index);
        queued->need = promised[entry] + (row->messages ? row->items : 1);
        promised[entry] += row_items(row);
        queued->need_all = promised[entry];
        queued->waits |= RD_WAITS_FOR_ITEMS;
    }
    if (queues->hearing)
        append_to_hearing(queues, index, group_count);
    if (queued->waits == 0)
        queues->ready[queues->ready_count++] = index;
}

static struct rd_window *open_windows(struct rd_arena *scratch, size_t count)
{
    struct rd_window *window = rd_take(scratch, count, struct rd_window);
    for (size_t i = 0; i < count; i++)
        window[i] = (struct rd_window){RD_NO_ROW, RD_NO_ROW, 0};
    return window;
}

/* Takes the queues of a plan, all empty. */
static void take_queues(struct rd_queues *queues, bool free)
{
    const struct rd_judge *judge = queues->judge;
    struct rd_arena *scratch = judge->scratch;
    size_t rows = judge->plan->row_count, hosts = judge->host_count;
    queues->row = rd_take(scratch, rows, struct rd_queued);
    queues->ready = rd_take(scratch, rows, uint32_t);
    if (!free && judge->window != UINT32_MAX) {
        queues->out = open_windows(scratch, hosts);
        queues->in = open_windows(scratch, hosts);
    }
    if (!free && judge->one_bus)
        queues->bus = open_windows(scratch, 1);
    size_t entries = hosts * judge->kind_count;
    queues->stock = rd_take(scratch, entries, struct rd_queue_stock);
    for (size_t i = 0; i < entries; i++)
        queues->stock[i] = (struct rd_queue_stock){judge->instance->load[i], RD_NO_ROW, RD_NO_ROW};
    rd_assert(rows > 0);
    if (judge->plan->row[0].round == judge->plan->row[rows - 1].round)
        return;
    queues->group = rd_take(scratch, rows, struct rd_group);
    queues->hearing = rd_take(scratch, hosts, struct rd_hearing);
    for (size_t i = 0; i < hosts; i++)
        queues->hearing[i] = (struct rd_hearing){RD_NO_ROW, RD_NO_ROW, RD_NO_ROW, RD_NO_ROW};
}

void rd_queues_open(struct rd_queues *queues, struct rd_judge *judge, bool free)
{
    *queues = (struct rd_queues){.judge = judge, .rows_left = judge->plan->row_count};
    take_queues(queues, free);
    size_t hosts = judge->host_count, entries = hosts * judge->kind_count;
    int64_t *promised = rd_take(judge->scratch, entries, int64_t);
    uint64_t links = rd_link_count(&judge->instance->topology) + hosts;
    uint32_t *last_on_link = free ? NULL : rd_take(judge->scratch, links, uint32_t);
    uint32_t group_count = 0;
    for (uint32_t i = 0; i < judge->plan->row_count; i++)
        append_row(queues, i, last_on_link, promised, &group_count);
    for (size_t i = 0; i < entries; i++)
        supply(queues, &queues->stock[i]);
    for (size_t host = 0; host < hosts; host++) {
        if (queues->out)
            admit(queues, &queues->out[host], RD_WAITS_FOR_OUT);
        if (queues->in)
            admit(queues, &queues->in[host], RD_WAITS_FOR_IN);
        if (queues->hearing)
            tell(queues, &queues->hearing[host]);
    }
    if (queues->bus)
        admit(queues, queues->bus, RD_WAITS_FOR_BUS);
}
