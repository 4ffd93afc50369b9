/* What the marks of a self-timed plan ask of its clock: does anything wait for room on shared
 * links, or share them? Without a shared link on its route a transfer's mark says nothing. */
#include "referee_state.h"

static const struct rd_shared_use *uses_of(const struct rd_referee *referee, size_t transfer,
                                           const struct rd_shared_use **ret_end)
{
    const struct rd_transfer *of = &referee->plan->transfer[transfer];
    if (of->to == RD_NO_HOST)
        return *ret_end = NULL;
    return rd_link_uses(referee->instance,
                        rd_link_between(&referee->instance->topology, of->from, of->to), ret_end);
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

/* The first transfer that shares, of each shared link; SIZE_MAX: none does. */
static const size_t *find_sharers(const struct rd_referee *referee)
{
    uint32_t count = referee->instance->shared->count;
    size_t *sharer = rd_take(referee->scratch, count, size_t);
    for (uint32_t i = 0; i < count; i++)
        sharer[i] = SIZE_MAX;
    const struct rd_shared_use *end;
    for (size_t i = referee->plan->transfer_count; i-- > 0;)
        if (rd_plan_room(referee->plan, i) == RD_ROOM_SHARE)
            for (const struct rd_shared_use *use = uses_of(referee, i, &end); use < end; use++)
                sharer[use->shared] = i;
    return sharer;
}

/* Is everything by bytes where nothing slows it down, and where it is known what it carries? */
static bool check_bytes(struct rd_referee *referee)
{
    const struct rd_plan *plan = referee->plan;
    const size_t *sharer = referee->shares ? find_sharers(referee) : NULL;
    const struct rd_shared_use *end;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_shared_use *use = uses_of(referee, i, &end);
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
    const struct rd_shared_use *end;
    if (!referee->instance->shared || plan->timing != RD_SELF_TIMED)
        return true;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        if (uses_of(referee, i, &end) == end)
            continue;
        enum rd_room room = rd_plan_room(plan, i);
        referee->keeps |= room != RD_ROOM_SHARE;
        referee->keeps_bytes |= room == RD_ROOM_BYTES;
        referee->shares |= room == RD_ROOM_SHARE;
    }
    return !referee->keeps_bytes || check_bytes(referee);
}
