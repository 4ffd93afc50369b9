/* What the marks of a self-timed plan ask of its clock: does anything wait for room on shared
 * links, or share them? Without a shared link on its route a transfer's mark says nothing. */
#include "room_queues.h"

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

/* The first transfer that shares, of each shared link; SIZE_MAX: none does. */
static const size_t *find_sharers(const struct rd_referee *referee)
{
    uint32_t count = referee->instance->shared->count;
    size_t *sharer = rd_take(referee->scratch, count, size_t);
    for (uint32_t i = 0; i < count; i++)
        sharer[i] = SIZE_MAX;
    uint64_t link;
    const struct rd_shared_use *end;
    for (size_t i = referee->plan->transfer_count; i-- > 0;)
        if (rd_plan_room(referee->plan, i) == RD_ROOM_SHARE)
            for (const struct rd_shared_use *use = rd_room_uses(referee, i, &link, &end); use < end;
                 use++)
                sharer[use->shared] = i;
    return sharer;
}

/* Is everything by bytes where nothing slows it down, and where it is known what it carries? */
static bool check_bytes(struct rd_referee *referee)
{
    const struct rd_plan *plan = referee->plan;
    const size_t *sharer = referee->shares ? find_sharers(referee) : NULL;
    uint64_t link;
    const struct rd_shared_use *end;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_shared_use *use = rd_room_uses(referee, i, &link, &end);
        if (rd_plan_room(plan, i) != RD_ROOM_BYTES || use == end)
            continue;
        if (plan->transfer[i].messages == 0)
            return blame_bytes(referee, i, "as held");
        for (; sharer && use < end; use++)
            if (sharer[use->shared] != SIZE_MAX)
                return blame_bytes(referee, i,
                                   rd_arena_print(referee->scratch,
                                                  "and transfer %zu shares a link with it",
                                                  sharer[use->shared]));
    }
    return true;
}

bool rd_referee_marks(struct rd_referee *referee)
{
    const struct rd_plan *plan = referee->plan;
    uint64_t link;
    const struct rd_shared_use *end;
    if (!referee->instance->shared || plan->timing != RD_SELF_TIMED)
        return true;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        if (rd_room_uses(referee, i, &link, &end) == end)
            continue;
        enum rd_room room = rd_plan_room(plan, i);
        referee->keeps |= room != RD_ROOM_SHARE;
        referee->keeps_bytes |= room == RD_ROOM_BYTES;
        referee->shares |= room == RD_ROOM_SHARE;
    }
    if (referee->instance->objects && (referee->shares || referee->keeps_bytes))
        return rd_referee_fail(referee, RD_VIOLATION_TRANSFER, SIZE_MAX, RD_NO_HOST,
                               "objects that share links, or keep room by bytes: those that keep "
                               "are accepted");
    return !referee->keeps_bytes || check_bytes(referee);
}
