#include "player.h"

#include "actors.h"
#include "barrier.h"
#include "conductor.h"
#include "duplex_actors.h"
#include "free_order.h"
#include "objects.h"
#include "precision.h"
#include "prepare.h"
#include "replay_state.h"
#include "waits.h"

#include "sim/base/clock.h"
#include "sim/base/groups.h"
#include "sim/engine/simgrid/actor_pool.h"
#include "sim/engine/simgrid/hosts.h"
#include "sim/engine/simgrid/link_changes.h"
#include "sim/engine/simgrid/releases.h"
#include "sim/engine/simgrid/library.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* A run that stopped before its end: who waits for whom. */

enum reason {
    WAITS_FOR_OUT_PORT,
    WAITS_FOR_IN_PORT,
    WAITS_FOR_LINK,
    WAITS_FOR_BUS,
    WAITS_FOR_PROCESSOR,
    WAITS_FOR_ITEMS,
    WAITS_TO_KNOW,
    NEVER_ENDS
};

static const struct {
    const char *words;
    bool names_host;
} reason_words[] = {
    [WAITS_FOR_OUT_PORT] = {"waits for the out-port of ", true},
    [WAITS_FOR_IN_PORT] = {"waits for the in-port of ", true},
    [WAITS_FOR_LINK] = {"waits for its link", false},
    [WAITS_FOR_BUS] = {"waits for the bus", false},
    [WAITS_FOR_PROCESSOR] = {"waits for the processor of ", true},
    [WAITS_FOR_ITEMS] = {"waits for items at ", true},
    [WAITS_TO_KNOW] = {"waits for an earlier round at ", true},
    [NEVER_ENDS] = {"is under way and never ends", false},
};

/* Why a transfer has not ended, where, and which transfer must end before; SIZE_MAX if none does
 * it. */
struct wait {
    enum reason reason;
    uint32_t at;
    size_t other;
};

struct search {
    const struct rd_replay_state *replay;
    bool *ended;    /* [transfer_count] */
    bool *received; /* [transfer_count]: a receiver has come to it */
    const struct rd_actor *
        *taker; /* [transfer_count]: who is about to send or compute it, or NULL */
};

static bool draws_from(const struct rd_actor *actor, const struct rd_port_queues *queues)
{
    return actor->queue >= queues->queue && actor->queue < queues->queue + queues->count;
}

static void note_lanes(struct search *search, const struct rd_port_queues *queues)
{
    for (uint32_t i = 0; i < queues->count; i++)
        for (uint32_t j = 0; j < queues->queue[i].next; j++)
            search->ended[queues->queue[i].transfer[j]] = true;
}

/* Reads off the actors how far each transfer has come. */
static struct search open_search(struct rd_replay_state *replay)
{
    size_t transfer_count = replay->plan->transfer_count;
    struct search search = {.replay = replay};
    search.ended = rd_take(&replay->arena, transfer_count, bool);
    search.received = rd_take(&replay->arena, transfer_count, bool);
    search.taker = rd_take(&replay->arena, transfer_count, const struct rd_actor *);
    note_lanes(&search, &replay->receiving);
    note_lanes(&search, &replay->computing);
    for (uint32_t i = 0; i < replay->actor_count; i++) {
        const struct rd_actor *actor = &replay->actor[i];
        if (actor->idle)
            continue;
        if (!draws_from(actor, &replay->sending))
            search.ended[actor->transfer] = false;
        if (draws_from(actor, &replay->receiving))
            search.received[actor->transfer] = true;
        else if (!search.taker[actor->transfer] ||
                 search.taker[actor->transfer]->message > actor->message)
            search.taker[actor->transfer] = actor;
    }
    return search;
}

/* May a transfer be what another one waits for, for this reason? */
static bool may_delay(const struct rd_transfer *transfer, const struct rd_transfer *waiting,
                      enum reason reason)
{
    bool is_message = transfer->to != RD_NO_HOST;
    switch (reason) {
    case WAITS_FOR_OUT_PORT: return is_message && transfer->from == waiting->from;
    case WAITS_FOR_IN_PORT: return transfer->to == waiting->to;
    case WAITS_FOR_LINK:
    case WAITS_FOR_PROCESSOR: return transfer->to == waiting->to && transfer->from == waiting->from;
    case WAITS_FOR_BUS: return is_message;
    case WAITS_FOR_ITEMS: return transfer->to == waiting->from && transfer->kind == waiting->kind;
    case WAITS_TO_KNOW:
        return (is_message ? transfer->to : transfer->from) == waiting->from &&
               transfer->round < waiting->round;
    case NEVER_ENDS: break;
    }
    return false;
}

/* The first other transfer that has not ended and may be the reason. */
static struct wait wait_for(const struct search *search, size_t waiting, enum reason reason,
                            uint32_t at)
{
    const struct rd_plan *plan = search->replay->plan;
    struct wait wait = {reason, at, SIZE_MAX};
    for (size_t i = 0; i < plan->transfer_count && wait.other == SIZE_MAX; i++)
        if (i != waiting && !search->ended[i] &&
            may_delay(&plan->transfer[i], &plan->transfer[waiting], reason))
            wait.other = i;
    return wait;
}

/* Does a message wait for a window? */
static bool waits_for_window(const struct search *search, size_t index, struct wait *ret_wait)
{
    const struct rd_transfer *transfer = &search->replay->plan->transfer[index];
    bool free = search->replay->free_order != NULL;
    const struct {
        bool reached;
        enum reason reason;
        uint32_t at;
    } window[] = {
        {search->taker[index] != NULL, WAITS_FOR_OUT_PORT, transfer->from},
        {search->received[index] || free, WAITS_FOR_IN_PORT, transfer->to},
        {free, WAITS_FOR_LINK, transfer->from},
        {free || !search->replay->bus, WAITS_FOR_BUS, transfer->from},
    };
    for (size_t i = 0; i < sizeof window / sizeof *window; i++) {
        if (window[i].reached)
            continue;
        *ret_wait = wait_for(search, index, window[i].reason, window[i].at);
        if (ret_wait->other < index)
            return true;
    }
    return false;
}

static struct wait find_wait(const struct search *search, size_t index)
{
    const struct rd_replay_state *replay = search->replay;
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    const struct rd_actor *taker = search->taker[index];
    struct wait wait;
    if (transfer->to != RD_NO_HOST && waits_for_window(search, index, &wait))
        return wait;
    if (!taker)
        return wait_for(search, index, WAITS_FOR_PROCESSOR, transfer->from);
    if (!replay->lock_step && transfer->kind >= 0 &&
        !rd_items_are_there(replay, (uint32_t)index, taker->needed_items))
        return wait_for(search, index, WAITS_FOR_ITEMS, transfer->from);
    wait = wait_for(search, index, WAITS_TO_KNOW, transfer->from);
    if (!replay->lock_step && replay->round_dependency && wait.other != SIZE_MAX)
        return wait;
    return (struct wait){NEVER_ENDS, transfer->from, SIZE_MAX};
}

/* Follows what waits for what until a transfer repeats, and prints that cycle; or, if there is no
 * cycle, all the transfers on the way. */
static const char *print_waits(const struct search *search, size_t first, struct rd_arena *arena)
{
    const struct rd_instance *instance = search->replay->instance;
    const struct rd_plan *plan = search->replay->plan;
    bool *seen = rd_take(arena, plan->transfer_count, bool);
    const char *text = "";
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE], at[RD_LABEL_SIZE];
    size_t start = first;
    while (start != SIZE_MAX && !seen[start]) {
        seen[start] = true;
        start = find_wait(search, start).other;
    }
    size_t index = start == SIZE_MAX ? first : start;
    do {
        struct wait wait = find_wait(search, index);
        const struct rd_transfer *transfer = &plan->transfer[index];
        bool computes = transfer->to == RD_NO_HOST;
        bool lacks = wait.reason == WAITS_FOR_ITEMS && wait.other == SIZE_MAX;
        text = rd_arena_print(
            arena, "%s%s%s%s%s %s%s%s", text, text[0] ? " -> " : "",
            rd_host_name(instance, transfer->from, from), computes ? "" : ">",
            computes ? " computes" : rd_host_name(instance, transfer->to, to),
            reason_words[wait.reason].words,
            reason_words[wait.reason].names_host ? rd_host_name(instance, wait.at, at) : "",
            lacks ? ", which no transfer brings" : "");
        index = wait.other;
    } while (index != SIZE_MAX && index != start && strlen(text) < RD_MESSAGE_SIZE);
    return text;
}

/* Has every transfer ended?
 * Errors: RD_ERROR_RUN: the cycle of transfers that wait for each other, from the first that has
 * not ended; or the transfer that never ends. Cost: O(actors); O(transfers) if not. */
static bool check_finished(struct rd_replay_state *replay, struct rd_error *reterr)
{
    bool finished = true;
    for (uint32_t i = 0; i < replay->actor_count && finished; i++)
        finished = replay->actor[i].idle;
    if (finished)
        return true;
    struct search search = open_search(replay);
    size_t first = 0;
    while (first < replay->plan->transfer_count && search.ended[first])
        first++;
    rd_assert(first < replay->plan->transfer_count);
    return rd_failed(reterr, "deadlock: %s", print_waits(&search, first, &replay->arena));
}

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
    if (failed && !rd_simgrid.sg_host_is_on(actor->replay->host[actor->host]))
        rd_replay_break(actor->replay,
                        (struct rd_failure){.kind = RD_FAILURE_HOST, .from = actor->host});
}

static void run_actor(RD_UNUSED int argument_count, RD_UNUSED char **argument)
{
    struct rd_actor *actor = rd_simgrid.sg_actor_self_get_data();
    if (!actor->replay->request->steady)
        rd_simgrid.sg_actor_on_exit(at_exit, actor);
    rd_actor_play(actor);
}

static void start_actor(struct rd_actor *actor, const char *name)
{
    sg_actor_t created = rd_simgrid.sg_actor_init(name, actor->replay->host[actor->host]);
    rd_simgrid.sg_actor_set_data(created, actor);
    rd_simgrid.sg_actor_start_(created, run_actor, 0, NULL);
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

static void play_pair(void *receiver)
{
    rd_actor_play(receiver);
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
                rd_actor_pool_play(replay->host[host], play_pair, receiver);
            else
                start_actor(receiver, "ports");
        }
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
    rd_actors_take_untouched_memory(ports + others);
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
    rd_actors_take_untouched_memory(0);
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
    if (!check_finished(replay, reterr))
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
    rd_simgrid.sg_cfg_set_double(rd_precision_setting, replay->precision_s);
    rd_simgrid.sg_cfg_set_double(rd_bandwidth_precision_setting, rd_bandwidth_precision(replay));
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
