#include "replay_state.h"
#include "sim/engine/simgrid/library.h"

#include <unistd.h>

_Noreturn void rd_replay_break(struct rd_replay_state *replay, struct rd_failure failure)
{
    struct rd_request *request = &replay->request->head;
    request->failure = failure;
    request->failure.time_s = rd_simgrid.simgrid_get_clock();
    request->outcome = RD_OUTCOME_BROKEN;
    _exit(0);
}

_Noreturn void rd_replay_break_at_transfer(struct rd_replay_state *replay,
                                           const struct rd_transfer *transfer)
{
    /* The link failed, unless one of the hosts did. */
    struct rd_failure failure = {
        .kind = RD_FAILURE_LINK, .from = transfer->from, .to = transfer->to};
    const uint32_t ends[] = {transfer->from, transfer->to};
    for (int i = 0; i < 2; i++)
        if (!rd_simgrid.sg_host_is_on(replay->host[ends[i]]))
            failure = (struct rd_failure){.kind = RD_FAILURE_HOST, .from = ends[i]};
    rd_replay_break(replay, failure);
}

bool rd_is_split(const struct rd_replay_state *replay, const struct rd_transfer *transfer)
{
    return transfer->messages == 0 && !replay->lock_step;
}

void rd_actor_sleep(struct rd_actor *actor)
{
    if (!actor->semaphore)
        actor->semaphore = rd_simgrid.sg_sem_init(0);
    actor->asleep = true;
    rd_simgrid.sg_sem_acquire(actor->semaphore);
}

void rd_actor_wake(struct rd_actor *actor)
{
    if (!actor->asleep)
        return;
    actor->asleep = false;
    rd_simgrid.sg_sem_release(actor->semaphore);
}

long rd_message_bytes(const struct rd_replay_state *replay, const struct rd_transfer *transfer,
                      int64_t items)
{
    const struct rd_instance *instance = replay->instance;
    return (long)(rd_content_bytes(instance, transfer->kind, items) + instance->message_bytes);
}
