/* Who waits for whom, in words. From the first unfinished transfer go to what it waits for: if it
 * is not first in a window, to that window's first unfinished transfer; if its host is short of
 * items, to the host's next reception of that kind. A transfer comes back, and with it the cycle.
 */
#include "queues.h"

#include <inttypes.h>

/* The first unfinished transfer of each queue. */
struct firsts {
    uint32_t *out, *in, *heard; /* [host_count] */
    uint32_t *link;             /* [links], by transfer + 1; 0: none */
    uint32_t *brought;          /* [host_count * kind_count], receptions */
    uint32_t bus;
    uint32_t any;
};

static uint32_t *take_firsts(struct rd_arena *scratch, size_t count)
{
    uint32_t *first = rd_take(scratch, count, uint32_t);
    for (size_t i = 0; i < count; i++)
        first[i] = RD_NO_TRANSFER;
    return first;
}

static struct firsts find_firsts(const struct rd_queues *queues)
{
    const struct rd_referee *referee = queues->referee;
    size_t hosts = referee->host_count;
    struct firsts firsts = {.bus = RD_NO_TRANSFER, .any = RD_NO_TRANSFER};
    firsts.out = take_firsts(referee->scratch, hosts);
    firsts.in = take_firsts(referee->scratch, hosts);
    firsts.heard = take_firsts(referee->scratch, hosts);
    firsts.brought = take_firsts(referee->scratch, hosts * referee->kind_count);
    firsts.link = rd_take(referee->scratch, rd_link_count(&referee->instance->topology), uint32_t);
    for (uint32_t i = (uint32_t)referee->plan->transfer_count; i-- > 0;) {
        const struct rd_transfer *transfer = &referee->plan->transfer[i];
        if (queues->transfer[i].left == 0)
            continue;
        firsts.any = i;
        firsts.heard[transfer->to == RD_NO_HOST ? transfer->from : transfer->to] = i;
        if (transfer->to == RD_NO_HOST)
            continue;
        firsts.link[rd_link_between(&referee->instance->topology, transfer->from, transfer->to)] =
            i + 1;
        firsts.out[transfer->from] = i;
        firsts.in[transfer->to] = i;
        firsts.bus = i;
        if (transfer->kind >= 0)
            firsts.brought[rd_inventory_index(referee, transfer->to, transfer->kind)] = i;
    }
    return firsts;
}

/* What a transfer waits for: another transfer, and the words for it. */
static uint32_t waits_for(const struct rd_queues *queues, const struct firsts *firsts,
                          uint32_t index, char text[64])
{
    const struct rd_topology *topology = &queues->referee->instance->topology;
    const struct rd_transfer *transfer = &queues->referee->plan->transfer[index];
    uint8_t waits = queues->transfer[index].waits;
    if (waits & RD_WAITS_FOR_OUT) {
        snprintf(text, 64, "the out-port of %" PRIu32, transfer->from);
        return firsts->out[transfer->from];
    }
    if (waits & RD_WAITS_FOR_IN) {
        snprintf(text, 64, "the in-port of %" PRIu32, transfer->to);
        return firsts->in[transfer->to];
    }
    if (waits & RD_WAITS_FOR_LINK) {
        rd_assert(transfer->to != RD_NO_HOST); /* who waits for a computation waits for the first */
        snprintf(text, 64, "its link");
        return firsts->link[rd_link_between(topology, transfer->from, transfer->to)] - 1;
    }
    if (waits & RD_WAITS_FOR_BUS) {
        snprintf(text, 64, "the bus");
        return firsts->bus;
    }
    if (waits & RD_WAITS_FOR_ROUND) {
        snprintf(text, 64, "an earlier round at %" PRIu32, transfer->from);
        return firsts->heard[transfer->from];
    }
    rd_assert(waits & RD_WAITS_FOR_ITEMS);
    snprintf(text, 64, "items at %" PRIu32, transfer->from);
    return firsts->brought[rd_inventory_index(queues->referee, transfer->from, transfer->kind)];
}

/* A transfer on the cycle that the walk from a transfer ends in. */
static uint32_t transfer_on_cycle(const struct rd_queues *queues, const struct firsts *firsts,
                                  uint32_t first)
{
    bool *seen = rd_take(queues->referee->scratch, queues->referee->plan->transfer_count, bool);
    char text[64];
    uint32_t index = first;
    while (!seen[index]) {
        seen[index] = true;
        index = waits_for(queues, firsts, index, text);
        rd_assert(index != RD_NO_TRANSFER);
    }
    return index;
}

bool rd_blame_deadlock(const struct rd_queues *queues)
{
    struct rd_referee *referee = queues->referee;
    struct firsts firsts = find_firsts(queues);
    uint32_t first = transfer_on_cycle(queues, &firsts, firsts.any), index = first;
    enum { NAMED = 16 };
    char message[NAMED * 128], text[64];
    size_t length = 0, count = 0;
    do {
        const struct rd_transfer *transfer = &referee->plan->transfer[index];
        uint32_t next = waits_for(queues, &firsts, index, text);
        if (count < NAMED) {
            length += (size_t)snprintf(message + length, sizeof message - length, "%s%" PRIu32,
                                       count ? " -> " : "", transfer->from);
            if (transfer->to == RD_NO_HOST)
                length += (size_t)snprintf(message + length, sizeof message - length, " computes");
            else
                length += (size_t)snprintf(message + length, sizeof message - length, ">%" PRIu32,
                                           transfer->to);
            length +=
                (size_t)snprintf(message + length, sizeof message - length, " waits for %s", text);
        }
        count++;
        index = next;
    } while (index != first);
    if (count > NAMED)
        snprintf(message + length, sizeof message - length, " -> %zu more", count - NAMED);
    return rd_referee_fail(referee, RD_VIOLATION_DEADLOCK, first,
                           referee->plan->transfer[first].from, "deadlock: %s", message);
}
