/* Who waits for whom, in words. From the first unfinished row go to what it waits for: if it is not
 * first in a window, to that window's first unfinished row; if its host is short of items, to the
 * host's next reception of that kind. A row comes back, and with it the cycle. */
#include "judge_queues.h"

#include <inttypes.h>

/* The first unfinished row of each queue. */
struct firsts {
    uint32_t *out, *in, *heard; /* [host_count] */
    uint32_t *link;             /* [links], by row + 1; 0: none */
    uint32_t *brought;          /* [host_count * kind_count], receptions */
    uint32_t bus;
    uint32_t any;
};

static uint32_t *take_firsts(struct rd_arena *scratch, size_t count)
{
    uint32_t *first = rd_take(scratch, count, uint32_t);
    for (size_t i = 0; i < count; i++)
        first[i] = RD_NO_ROW;
    return first;
}

static struct firsts find_firsts(const struct rd_queues *queues)
{
    const struct rd_judge *judge = queues->judge;
    size_t hosts = judge->host_count;
    struct firsts firsts = {.bus = RD_NO_ROW, .any = RD_NO_ROW};
    firsts.out = take_firsts(judge->scratch, hosts);
    firsts.in = take_firsts(judge->scratch, hosts);
    firsts.heard = take_firsts(judge->scratch, hosts);
    firsts.brought = take_firsts(judge->scratch, hosts * judge->kind_count);
    firsts.link = rd_take(judge->scratch, rd_link_count(&judge->instance->topology), uint32_t);
    for (uint32_t i = (uint32_t)judge->plan->row_count; i-- > 0;) {
        const struct rd_row *row = &judge->plan->row[i];
        if (queues->row[i].left == 0)
            continue;
        firsts.any = i;
        firsts.heard[row->to == RD_NO_HOST ? row->from : row->to] = i;
        if (row->to == RD_NO_HOST)
            continue;
        firsts.link[rd_link_between(&judge->instance->topology, row->from, row->to)] = i + 1;
        firsts.out[row->from] = i;
        firsts.in[row->to] = i;
        firsts.bus = i;
        if (row->kind >= 0)
            firsts.brought[rd_stock_index(judge, row->to, row->kind)] = i;
    }
    return firsts;
}

/* What a row waits for: another row, and the words for it. */
static uint32_t waits_for(const struct rd_queues *queues, const struct firsts *firsts,
                          uint32_t index, char text[64])
{
    const struct rd_topology *topology = &queues->judge->instance->topology;
    const struct rd_row *row = &queues->judge->plan->row[index];
    uint8_t waits = queues->row[index].waits;
    if (waits & RD_WAITS_FOR_OUT) {
        snprintf(text, 64, "the out-port of %" PRIu32, row->from);
        return firsts->out[row->from];
    }
    if (waits & RD_WAITS_FOR_IN) {
        snprintf(text, 64, "the in-port of %" PRIu32, row->to);
        return firsts->in[row->to];
    }
    if (waits & RD_WAITS_FOR_LINK) {
        rd_assert(row->to != RD_NO_HOST); /* who waits for a computation waits for the first */
        snprintf(text, 64, "its link");
        return firsts->link[rd_link_between(topology, row->from, row->to)] - 1;
    }
    if (waits & RD_WAITS_FOR_BUS) {
        snprintf(text, 64, "the bus");
        return firsts->bus;
    }
    if (waits & RD_WAITS_FOR_ROUND) {
        snprintf(text, 64, "an earlier round at %" PRIu32, row->from);
        return firsts->heard[row->from];
    }
    rd_assert(waits & RD_WAITS_FOR_ITEMS);
    snprintf(text, 64, "items at %" PRIu32, row->from);
    return firsts->brought[rd_stock_index(queues->judge, row->from, row->kind)];
}

/* A row on the cycle that the walk from a row ends in. */
static uint32_t row_on_cycle(const struct rd_queues *queues, const struct firsts *firsts,
                             uint32_t first)
{
    bool *seen = rd_take(queues->judge->scratch, queues->judge->plan->row_count, bool);
    char text[64];
    uint32_t index = first;
    while (!seen[index]) {
        seen[index] = true;
        index = waits_for(queues, firsts, index, text);
        rd_assert(index != RD_NO_ROW);
    }
    return index;
}

bool rd_blame_deadlock(const struct rd_queues *queues)
{
    struct rd_judge *judge = queues->judge;
    struct firsts firsts = find_firsts(queues);
    uint32_t first = row_on_cycle(queues, &firsts, firsts.any), index = first;
    enum { NAMED = 16 };
    char message[NAMED * 128], text[64];
    size_t length = 0, count = 0;
    do {
        const struct rd_row *row = &judge->plan->row[index];
        uint32_t next = waits_for(queues, &firsts, index, text);
        if (count < NAMED) {
            length += (size_t)snprintf(message + length, sizeof message - length, "%s%" PRIu32,
                                       count ? " -> " : "", row->from);
            if (row->to == RD_NO_HOST)
                length += (size_t)snprintf(message + length, sizeof message - length, " computes");
            else
                length += (size_t)snprintf(message + length, sizeof message - length, ">%" PRIu32,
                                           row->to);
            length +=
                (size_t)snprintf(message + length, sizeof message - length, " waits for %s", text);
        }
        count++;
        index = next;
    } while (index != first);
    if (count > NAMED)
        snprintf(message + length, sizeof message - length, " -> %zu more", count - NAMED);
    return rd_judge_fail(judge, RD_VIOLATION_DEADLOCK, first, judge->plan->row[first].from,
                         "deadlock: %s", message);
}
