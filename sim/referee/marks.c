/* What the marks of a self-timed plan ask of its clock: does anything wait for room on shared
 * links, or share them? Without a shared link on its route a transfer's mark says nothing. */
#include "referee_state.h"

static bool uses_shared(const struct rd_referee *referee, const struct rd_transfer *transfer)
{
    const struct rd_topology *topology = &referee->instance->topology;
    const struct rd_shared_use *end;
    return transfer->to != RD_NO_HOST &&
           rd_link_uses(referee->instance, rd_link_between(topology, transfer->from, transfer->to),
                        &end) != end;
}

static bool blame_bytes(struct rd_referee *referee, size_t transfer, const char *why)
{
    const struct rd_transfer *by_bytes = &referee->plan->transfer[transfer];
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    return rd_referee_fail(referee, RD_VIOLATION_TRANSFER, transfer, by_bytes->from,
                           "transfer %zu: %s sends to %s with room by bytes, %s: keep or share is "
                           "accepted",
                           transfer, rd_host_label(referee->instance, by_bytes->from, from),
                           rd_host_label(referee->instance, by_bytes->to, to), why);
}

bool rd_referee_marks(struct rd_referee *referee)
{
    const struct rd_plan *plan = referee->plan;
    if (!referee->instance->shared || plan->timing != RD_SELF_TIMED)
        return true;
    size_t by_bytes = SIZE_MAX, shares = SIZE_MAX;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        if (!uses_shared(referee, &plan->transfer[i]))
            continue;
        enum rd_room room = rd_plan_room(plan, i);
        referee->keeps |= room != RD_ROOM_SHARE;
        if (room == RD_ROOM_BYTES && by_bytes == SIZE_MAX)
            by_bytes = i;
        if (room == RD_ROOM_SHARE && shares == SIZE_MAX)
            shares = i;
    }
    referee->shares = shares != SIZE_MAX;
    if (by_bytes == SIZE_MAX)
        return true;
    if (referee->shares)
        return blame_bytes(
            referee, by_bytes,
            rd_arena_print(referee->scratch, "and transfer %zu shares links", shares));
    return !referee->multi_source ||
           blame_bytes(referee, by_bytes,
                       "and some host passes on items that come over several links");
}
