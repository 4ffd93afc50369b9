#include "player.h"

#include "actors.h"
#include "barrier.h"
#include "conductor.h"
#include "deadlock.h"
#include "free_order.h"
#include "hosts.h"
#include "kept_actors.h"
#include "links.h"
#include "objects.h"
#include "pairs.h"
#include "precision.h"
#include "prepare.h"
#include "releases.h"
#include "replay_state.h"

#include "sim/base/clock.h"
#include "sim/base/groups.h"

#include <simgrid/engine.h>
#include <xbt/config.h>

#include <inttypes.h>
#include <malloc.h>
#include <unistd.h>

static struct rd_actor *add_actor(struct rd_replay_state *replay, struct rd_port_queue *queue,
                                  uint32_t host, void (*play)(struct rd_actor *))
{
    struct rd_actor *actor = &replay->actor[replay->actor_count++];
    *actor = (struct rd_actor){
        .replay = replay, .queue = queue, .host = host, .play = play, .idle = true};
    return actor;
}

/* A host that fails ends its actors, and the first of them says so. Those that SimGrid ends because
 * nothing can happen any more are on hosts that are well. */
static void at_exit(int failed, void *data)
{
    struct rd_actor *actor = data;
    if (failed && !sg_host_is_on(actor->replay->host[actor->host]))
        rd_replay_break(actor->replay,
                        (struct rd_failure){.kind = RD_FAILURE_HOST, .from = actor->host});
}

static void run_actor(RD_UNUSED int argument_count, RD_UNUSED char **argument)
{
    struct rd_actor *actor = sg_actor_self_get_data();
    if (!actor->replay->request->steady)
        sg_actor_on_exit(at_exit, actor);
    rd_actor_play(actor);
}

static void start_actor(struct rd_actor *actor, const char *name)
{
    sg_actor_t created = sg_actor_init(name, actor->replay->host[actor->host]);
    sg_actor_set_data(created, actor);
    sg_actor_start_(created, run_actor, 0, NULL);
}

/* Creates the actors of a queue. */
static void start_lane(struct rd_replay_state *replay, const struct rd_port_queues *queues,
                       uint32_t number, const char *name, void (*play)(struct rd_actor *))
{
    if (number >= queues->count)
        return;
    struct rd_port_queue *queue = &queues->queue[number];
    for (uint32_t i = 0; i < queue->width; i++)
        start_actor(add_actor(replay, queue, queue->host, play), name);
}

/* The queues of each host. */
static struct rd_groups group_by_host(struct rd_replay_state *replay,
                                      const struct rd_port_queues *queues)
{
    uint32_t *host = rd_take(&replay->arena, queues->count, uint32_t);
    for (uint32_t i = 0; i < queues->count; i++)
        host[i] = queues->queue[i].width > 0 ? queues->queue[i].host : RD_NO_GROUP;
    return rd_group(host, queues->count, replay->instance->topology.host_count, &replay->arena);
}

/* How many pairs play a host's queues, each one that sends and one that receives. */
static uint32_t pairs_at(const struct rd_groups *in, const struct rd_groups *out, uint32_t host)
{
    uint32_t ins = in->first[host + 1] - in->first[host];
    uint32_t outs = out->first[host + 1] - out->first[host];
    return ins > outs ? ins : outs;
}

static uint32_t pair_count(const struct rd_replay_state *replay, const struct rd_groups *in,
                           const struct rd_groups *out)
{
    uint32_t count = 0;
    for (uint32_t host = 0; host < replay->instance->topology.host_count; host++)
        count += pairs_at(in, out, host);
    return count;
}

/* A host's queue; one of nothing if there are not so many. */
static struct rd_port_queue *queue_at(const struct rd_port_queues *queues,
                                      const struct rd_groups *groups, uint32_t host, uint32_t i)
{
    static struct rd_port_queue nothing;
    uint32_t place = groups->first[host] + i;
    return place < groups->first[host + 1] ? &queues->queue[groups->member[place]] : &nothing;
}

/* Creates the actors that send and receive for the hosts. */
static void start_pairs(struct rd_replay_state *replay, const struct rd_groups *in,
                        const struct rd_groups *out)
{
    for (uint32_t host = 0; host < replay->instance->topology.host_count; host++)
        for (uint32_t i = 0; i < pairs_at(in, out, host); i++) {
            struct rd_actor *receiver =
                add_actor(replay, queue_at(&replay->receiving, in, host, i), host, rd_run_pair);
            add_actor(replay, queue_at(&replay->sending, out, host, i), host, NULL);
            if (replay->request->keeps_actors && i == 0)
                rd_kept_actor_play(receiver);
            else
                start_actor(receiver, "ports");
        }
}

/* SimGrid wants stacks of zeros. The C library clears what it had in store, and does not touch what
 * it asks the system for: where it keeps no store, only the end of a stack that is used takes
 * memory. A few stacks are cleared sooner than they are asked for. */
static void take_untouched_memory(bool untouched)
{
    enum { USUAL_STORE_BYTES = 128 * 1024 };
    static bool was_untouched;
    if (untouched != was_untouched) /* each call merges all that is free */
        mallopt(M_TOP_PAD, untouched ? 0 : USUAL_STORE_BYTES);
    was_untouched = untouched;
}

static uint32_t width_of(const struct rd_port_queues *queues)
{
    uint32_t width = 0;
    for (uint32_t i = 0; i < queues->count; i++)
        width += queues->queue[i].width;
    return width;
}

static void start_actors(struct rd_replay_state *replay)
{
    enum { FEW_ACTORS = 100 };
    const struct rd_port_queues *in = &replay->receiving, *out = &replay->sending;
    uint32_t most = replay->computing.count;
    most = in->count > most ? in->count : most;
    most = out->count > most ? out->count : most;
    struct rd_groups in_at = {0}, out_at = {0};
    if (replay->in_pairs) {
        in_at = group_by_host(replay, in);
        out_at = group_by_host(replay, out);
    }
    uint32_t ports =
        replay->in_pairs ? pair_count(replay, &in_at, &out_at) : width_of(in) + width_of(out);
    uint32_t others = width_of(&replay->computing) + 1;
    replay->actor =
        rd_take(&replay->arena, ports * (1 + replay->in_pairs) + others, struct rd_actor);
    bool free_order = replay->free_order != NULL;
    take_untouched_memory(ports + others > FEW_ACTORS);
    /* In free order what is sent meets who expects it. */
    for (uint32_t i = 0; free_order && i < replay->receiving.count; i++)
        start_lane(replay, &replay->receiving, i, "receive", rd_run_expect_queue);
    /* They run in this order: who sends runs next to who receives from a neighbour, and finds in
     * the caches what that one has touched. */
    if (replay->in_pairs)
        start_pairs(replay, &in_at, &out_at);
    for (uint32_t i = 0; i < most; i++) {
        if (!replay->in_pairs && !free_order)
            start_lane(replay, &replay->receiving, i, "receive",
                       replay->combined ? rd_run_combined_queue : rd_run_receive_queue);
        if (!replay->in_pairs)
            start_lane(replay, &replay->sending, i, "send",
                       free_order ? rd_run_post_queue : rd_run_send_queue);
        start_lane(replay, &replay->computing, i, "compute", rd_run_compute_queue);
    }
    if (replay->lock_step) {
        replay->coordinator = add_actor(replay, NULL, 0, rd_run_coordinator);
        start_actor(replay->coordinator, "gate");
    }
    take_untouched_memory(false);
}

/* Fills the accounts that the request asks for. */
static void give_back(struct rd_replay_state *replay)
{
    struct rd_simulate_request *request = replay->request;
    const struct rd_instance *instance = replay->instance;
    size_t count = (size_t)instance->topology.host_count * instance->kind_count;
    if (instance->objects)
        rd_objects_give_back(replay, request->placement);
    for (size_t i = 0; i < count && !instance->objects; i++)
        request->final[i] = replay->held[i] - replay->parted[i];
    request->makespan_s = replay->end_s;
    request->message_count = replay->message_count;
}

static bool play_transfers(struct rd_replay_state *replay, struct rd_error *reterr)
{
    start_actors(replay);
    rd_actors_run();
    if (!rd_check_finished(replay, reterr))
        return false;
    give_back(replay);
    return true;
}

static bool play(struct rd_replay_state *replay, struct rd_error *reterr)
{
    double start_s = rd_now_s();
    bool decides = replay->plan->timing == RD_AS_RECORDED;
    if (!decides && !rd_prepare_replay(replay, reterr))
        return false;
    if (replay->request->exact_dates)
        replay->precision_s = decides ? rd_conductor_precision_s(replay) : rd_precision_s(replay);
    sg_cfg_set_double(rd_precision_setting, replay->precision_s);
    sg_cfg_set_double(rd_bandwidth_precision_setting, rd_bandwidth_precision(replay));
    bool played = decides ? rd_conduct(replay, reterr) : play_transfers(replay, reterr);
    replay->request->wall_ms = 1e3 * (rd_now_s() - start_s);
    return played;
}

static _Noreturn void refuse_memory(void *context, size_t wanted_bytes)
{
    rd_replay_break(
        context, (struct rd_failure){.kind = RD_FAILURE_MEMORY, .amount = (int64_t)wanted_bytes});
}

void rd_serve_simulation(struct rd_simulate_request *request)
{
    static struct rd_replay_state replay = {.arena = RD_ARENA_OPEN};
    const struct rd_instance *instance = &request->instance;
    if (request->text)
        rd_links_set(request->text);
    rd_clock_restart();
    replay = (struct rd_replay_state){
        .instance = instance, .plan = &request->plan, .request = request, .arena = replay.arena};
    replay.arena.refuse = refuse_memory;
    replay.arena.refuse_context = &replay;
    replay.precision_s = RD_DEFAULT_PRECISION_S;
    replay.bus = instance->topology.shape == RD_BUS;
    replay.lock_step = request->plan.timing == RD_LOCK_STEP;
    bool played = rd_find_hosts(instance->host_name, instance->topology.host_count, &replay.arena,
                                &replay.host, &request->head.error) &&
                  play(&replay, &request->head.error);
    request->head.outcome = played ? RD_OUTCOME_DONE : RD_OUTCOME_FAILED;
    if (played && request->keeps_actors)
        rd_arena_rewind(&replay.arena, (struct rd_arena_mark){0});
}

bool rd_fail_of_player(struct rd_simulate_request *request, struct rd_error *reterr)
{
    const struct rd_failure *failure = &request->head.failure;
    const struct rd_instance *instance = &request->instance;
    switch (failure->kind) {
    case RD_FAILURE_LINK:
        rd_failed(reterr, "the link from %s to %s failed at %.9g s",
                  rd_label(instance, failure->from), rd_label(instance, failure->to),
                  failure->time_s);
        break;
    case RD_FAILURE_HOST:
        rd_failed(reterr, "%s failed at %.9g s", rd_label(instance, failure->from),
                  failure->time_s);
        break;
    case RD_FAILURE_NOT_HELD: {
        const struct rd_transfer *transfer = &request->plan.transfer[failure->transfer];
        rd_failed(reterr, "round %" PRIu32 ": %s %s %" PRId64 " items and holds %" PRId64,
                  transfer->round, rd_label(instance, transfer->from),
                  transfer->to == RD_NO_HOST ? "computes" : "sends",
                  transfer->items * (transfer->messages + (transfer->messages == 0)),
                  failure->amount);
        break;
    }
    case RD_FAILURE_OTHER_TRANSFER:
        rd_failed(reterr,
                  "%s expected a message of transfer %zu and received one of transfer %" PRId64,
                  rd_label(instance, failure->to), failure->transfer, failure->amount);
        break;
    case RD_FAILURE_MESSAGE_LIMIT:
        rd_refuse(reterr, "more than %" PRId64 " messages: such a plan is judged, not simulated",
                  failure->amount);
        break;
    case RD_FAILURE_MEMORY:
        rd_failed(reterr, "the simulation ran out of memory: %" PRId64 " bytes more were needed",
                  failure->amount);
        break;
    }
    return false;
}
