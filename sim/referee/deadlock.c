/* Who waits for whom, in words. From the first unfinished transfer go to what it waits for: if it
 * is not first in a window, to that window's first unfinished transfer; if its host is short of
 * items, to the host's next reception of that kind. A transfer comes back, and with it the cycle.
 */
#include "parts.h"
#include "queues.h"

/* The first unfinished transfer of each queue. */
struct firsts {
    uint32_t *out, *in, *received; /* [host_count] */
    uint32_t *link;                /* [links], by transfer + 1; 0: none */
    uint32_t *brought;             /* [host_count * kind_count], receptions */
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
    firsts.received = take_firsts(referee->scratch, hosts);
    firsts.brought = take_firsts(referee->scratch, hosts * referee->kind_count);
    firsts.link = rd_take(referee->scratch, rd_link_count(&referee->instance->topology), uint32_t);
    for (uint32_t i = (uint32_t)referee->plan->transfer_count; i-- > 0;) {
        const struct rd_transfer *transfer = &referee->plan->transfer[i];
        if (queues->waits[i] & RD_HAS_ENDED)
            continue;
        firsts.any = i;
        firsts.received[transfer->to == RD_NO_HOST ? transfer->from : transfer->to] = i;
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

enum { REASON_SIZE = RD_LABEL_SIZE + 32 };

/* What a transfer waits for: another transfer, and the reason in words. */
static uint32_t waits_for(const struct rd_queues *queues, const struct firsts *firsts,
                          uint32_t index, char text[REASON_SIZE])
{
    const struct rd_instance *instance = queues->referee->instance;
    char label[RD_LABEL_SIZE];
    const struct rd_transfer *transfer = &queues->referee->plan->transfer[index];
    uint16_t waits = queues->waits[index];
    if (waits & RD_WAITS_FOR_OUT) {
        snprintf(text, REASON_SIZE, "the out-port of %s",
                 rd_host_name(instance, transfer->from, label));
        return firsts->out[transfer->from];
    }
    if (waits & RD_WAITS_FOR_IN) {
        snprintf(text, REASON_SIZE, "the in-port of %s",
                 rd_host_name(instance, transfer->to, label));
        return firsts->in[transfer->to];
    }
    if (waits & RD_WAITS_FOR_LINK) {
        rd_assert(transfer->to != RD_NO_HOST); /* who waits for a computation waits for the first */
        snprintf(text, REASON_SIZE, "its link");
        return firsts->link[rd_link_between(&instance->topology, transfer->from, transfer->to)] - 1;
    }
    if (waits & RD_WAITS_FOR_BUS) {
        snprintf(text, REASON_SIZE, "the bus");
        return firsts->bus;
    }
    if (waits & RD_WAITS_FOR_ROUND) {
        snprintf(text, REASON_SIZE, "an earlier round at %s",
                 rd_host_name(instance, transfer->from, label));
        return firsts->received[transfer->from];
    }
    rd_assert(waits & RD_WAITS_FOR_ITEMS);
    snprintf(text, REASON_SIZE, "items at %s", rd_host_name(instance, transfer->from, label));
    return firsts->brought[rd_inventory_index(queues->referee, transfer->from, transfer->kind)];
}

/* A transfer on the cycle that the walk from a transfer ends in. */
static uint32_t transfer_on_cycle(const struct rd_queues *queues, const struct firsts *firsts,
                                  uint32_t first)
{
    bool *seen = rd_take(queues->referee->scratch, queues->referee->plan->transfer_count, bool);
    char text[REASON_SIZE];
    uint32_t index = first;
    while (!seen[index]) {
        seen[index] = true;
        index = waits_for(queues, firsts, index, text);
        rd_assert(index != RD_NO_TRANSFER);
    }
    return index;
}

bool rd_report_deadlock(const struct rd_queues *queues)
{
    struct rd_referee *referee = queues->referee;
    struct firsts firsts = find_firsts(queues);
    uint32_t first = transfer_on_cycle(queues, &firsts, firsts.any), index = first;
    enum { NAMED = 16 };
    const char *message = "";
    char text[REASON_SIZE], from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    size_t count = 0;
    do {
        const struct rd_transfer *transfer = &referee->plan->transfer[index];
        uint32_t next = waits_for(queues, &firsts, index, text);
        bool computes = transfer->to == RD_NO_HOST;
        if (count < NAMED)
            message = rd_arena_print(
                referee->scratch, "%s%s%s%s%s waits for %s", message, count ? " -> " : "",
                rd_host_name(referee->instance, transfer->from, from), computes ? " computes" : ">",
                computes ? "" : rd_host_name(referee->instance, transfer->to, to), text);
        count++;
        index = next;
    } while (index != first);
    if (count > NAMED)
        message = rd_arena_print(referee->scratch, "%s -> %zu more", message, count - NAMED);
    return rd_referee_fail(referee, RD_VIOLATION_DEADLOCK, first,
                           referee->plan->transfer[first].from, "deadlock: %s", message);
}
