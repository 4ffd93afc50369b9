#include "objects.h"

/* Messages whose end gives bytes to a host, in the order of the plan, and the bytes of those that
 * have ended, as a tree of sums. */
struct giving {
    uint32_t count;
    int64_t *tree; /* [count + 1] */
};

struct rd_object_replay {
    uint32_t *at; /* [objects]: the host that has it alone; RD_NO_HOST: its sources;
                     RD_DROP_SOURCE: nobody, it is under way */
    /* Where some host's space is limited; else NULL. */
    struct giving *giving; /* [host_count] */
    int64_t *lacks;        /* [transfer_count] bytes that must have been given before it starts */
    uint32_t *before; /* [transfer_count] messages listed before it that give to its receiver */
    uint32_t *place;  /* [transfer_count] among those that give to the host it gives to */
};

static int64_t bytes_of(const struct rd_replay_state *replay, const struct rd_transfer *transfer)
{
    return replay->instance->objects->bytes[transfer->kind];
}

/* The host with limited space that a message's end gives bytes to, or RD_NO_HOST. */
static uint32_t given_to(const struct rd_replay_state *replay, const struct rd_transfer *transfer)
{
    const struct rd_objects *objects = replay->instance->objects;
    uint32_t host = rd_object_freed(objects, (uint32_t)transfer->kind, transfer->from);
    bool limited = host != RD_NO_HOST && rd_host_space(objects, host) != RD_NO_SPACE_LIMIT;
    return limited ? host : RD_NO_HOST;
}

static void prepare_space(struct rd_replay_state *replay, struct rd_object_replay *of)
{
    const struct rd_plan *plan = replay->plan;
    uint32_t host_count = replay->instance->topology.host_count;
    int64_t *taken = rd_take(&replay->arena, host_count, int64_t);
    of->giving = rd_take(&replay->arena, host_count, struct giving);
    of->lacks = rd_take(&replay->arena, plan->transfer_count, int64_t);
    of->before = rd_take(&replay->arena, plan->transfer_count, uint32_t);
    of->place = rd_take(&replay->arena, plan->transfer_count, uint32_t);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        int64_t space = rd_host_space(replay->instance->objects, transfer->to);
        uint32_t host = given_to(replay, transfer);
        taken[transfer->to] += bytes_of(replay, transfer);
        if (space != RD_NO_SPACE_LIMIT)
            of->lacks[i] = taken[transfer->to] - space;
        of->before[i] = of->giving[transfer->to].count;
        if (host != RD_NO_HOST)
            of->place[i] = of->giving[host].count++;
    }
    for (uint32_t host = 0; host < host_count; host++)
        of->giving[host].tree =
            rd_take(&replay->arena, (size_t)of->giving[host].count + 1, int64_t);
}

void rd_prepare_objects(struct rd_replay_state *replay)
{
    const struct rd_objects *objects = replay->instance->objects;
    struct rd_object_replay *of = rd_take(&replay->arena, 1, struct rd_object_replay);
    of->at = rd_take(&replay->arena, objects->count, uint32_t);
    for (uint32_t object = 0; object < objects->count; object++)
        of->at[object] = RD_NO_HOST;
    if (objects->space_bytes)
        prepare_space(replay, of);
    replay->objects = of;
}

/* The bytes that the first `count` messages have given which give to a host. */
static int64_t given(const struct giving *giving, uint32_t count)
{
    int64_t sum = 0;
    for (uint32_t i = count; i > 0; i &= i - 1)
        sum += giving->tree[i];
    return sum;
}

static void give(struct giving *giving, uint32_t place, int64_t bytes)
{
    for (uint32_t i = place + 1; i <= giving->count; i += i & -i)
        giving->tree[i] += bytes;
}

bool rd_object_may_start(const struct rd_replay_state *replay, uint32_t index)
{
    const struct rd_object_replay *of = replay->objects;
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    uint32_t at = of->at[transfer->kind];
    bool held = at == RD_NO_HOST ? rd_object_has_source(replay->instance->objects,
                                                        (uint32_t)transfer->kind, transfer->from)
                                 : at == transfer->from;
    return held && (!of->lacks || of->lacks[index] <= 0 ||
                    given(&of->giving[transfer->to], of->before[index]) >= of->lacks[index]);
}

void rd_object_starts(struct rd_replay_state *replay, const struct rd_transfer *transfer)
{
    replay->objects->at[transfer->kind] = RD_DROP_SOURCE;
}

void rd_object_ends(struct rd_replay_state *replay, const struct rd_transfer *transfer)
{
    struct rd_object_replay *of = replay->objects;
    of->at[transfer->kind] = transfer->to;
    uint32_t host = of->giving ? given_to(replay, transfer) : RD_NO_HOST;
    if (host != RD_NO_HOST)
        give(&of->giving[host], of->place[transfer - replay->plan->transfer],
             bytes_of(replay, transfer));
}

bool rd_objects_have_limits(const struct rd_replay_state *replay)
{
    return replay->objects && replay->objects->giving;
}

void rd_objects_give_back(const struct rd_replay_state *replay, uint32_t *placement)
{
    const struct rd_objects *objects = replay->instance->objects;
    for (uint32_t object = 0; object < objects->count; object++)
        placement[object] = replay->objects->at[object];
}
