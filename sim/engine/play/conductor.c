#include "conductor.h"

#include "sim/engine/simgrid/actor_pool.h"
#include "sim/online/online.h"

#include <simgrid/actor.h>
#include <simgrid/comm.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/semaphore.h>
#include <xbt/config.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct conductor;

/* A link or a processor: it carries one thing at a time. */
struct carrier {
    struct conductor *conductor;
    struct rd_activity *load;  /* NULL: nothing will come any more */
    sg_sem_t loaded, expected; /* for who sends or computes, and for who receives */
    sg_mailbox_t mailbox;      /* of a link; NULL: a processor */
    struct carrier *next;      /* of all */
};

struct conductor {
    struct rd_online_clock clock; /* its first member */
    struct rd_replay_state *replay;
    struct rd_online online;
    sg_sem_t called;                            /* something has ended */
    struct carrier **link_carrier, **processor; /* NULL until they are used */
    struct carrier *carrier;                    /* all */
    struct rd_activity **ended;                 /* [ended_count] at this date */
    size_t ended_count, ended_capacity;
    struct rd_activity *timer; /* those that run, a list by date */
    struct rd_arena trace_arena;
};

/* Handlers run on it, and may plan; other actors have small stacks. */
static const char stack_setting[] = "contexts/stack-size";
enum { CONDUCTOR_STACK_KIB = 8192 };

/* How often a message is sent before its link counts as broken for good. */
enum { ATTEMPT_LIMIT = 10000 };

double rd_conductor_precision_s(const struct rd_replay_state *replay)
{
    double planned_s = replay->request->planned_s;
    return planned_s > 0 ? RD_ONE_DATE * planned_s : replay->precision_s;
}

static void note_end(struct conductor *conductor, struct rd_activity *activity)
{
    conductor->ended =
        rd_arena_room(&conductor->replay->arena, conductor->ended, conductor->ended_count,
                      &conductor->ended_capacity, sizeof *conductor->ended);
    conductor->ended[conductor->ended_count++] = activity;
}

static void report_end(struct conductor *conductor, struct rd_activity *activity)
{
    note_end(conductor, activity);
    sg_sem_release(conductor->called);
}

static _Noreturn void stop_at(struct conductor *conductor, const struct rd_activity *activity)
{
    struct rd_transfer transfer = {.from = activity->act.from, .to = activity->act.to};
    rd_replay_break_at_transfer(conductor->replay, &transfer);
}

/* A message was lost, because its link failed: waits until it is sent again, for as long as it
 * takes there nominally, or a second where that is nothing. */
static void wait_to_send_again(const struct carrier *carrier, int attempts)
{
    const struct rd_replay_state *replay = carrier->conductor->replay;
    const struct rd_act *act = &carrier->load->act;
    if (attempts == ATTEMPT_LIMIT || !sg_host_is_on(replay->host[act->from]) ||
        !sg_host_is_on(replay->host[act->to]))
        stop_at(carrier->conductor, carrier->load);
    double nominal_s = rd_message_duration_s(
        rd_link_cost(replay->instance,
                     rd_link_between(&replay->instance->topology, act->from, act->to)),
        rd_content_bytes(replay->instance, act->kind, act->items));
    sg_actor_sleep_for(nominal_s > 0 ? nominal_s : 1);
}

static struct rd_activity *next_load(struct carrier *carrier, sg_sem_t semaphore)
{
    sg_sem_acquire(semaphore);
    return carrier->load;
}

static void send_loads(RD_UNUSED int argument_count, RD_UNUSED char **argument)
{
    struct carrier *carrier = sg_actor_self_get_data();
    struct rd_activity *load;
    while ((load = next_load(carrier, carrier->loaded))) {
        struct rd_transfer transfer = {.kind = load->act.kind};
        long bytes = rd_message_bytes(carrier->conductor->replay, &transfer, load->act.items);
        for (int attempts = 1;
             sg_comm_wait(sg_mailbox_put_init(carrier->mailbox, load, bytes)) != SG_OK; attempts++)
            wait_to_send_again(carrier, attempts);
    }
}

static void receive_loads(RD_UNUSED int argument_count, RD_UNUSED char **argument)
{
    struct carrier *carrier = sg_actor_self_get_data();
    while (next_load(carrier, carrier->expected)) {
        void *received;
        do
            received = NULL; /* and again if it was lost: only its sender gives up */
        while (sg_comm_wait(sg_mailbox_get_async(carrier->mailbox, &received)) != SG_OK);
        report_end(carrier->conductor, received);
    }
}

static void compute_loads(RD_UNUSED int argument_count, RD_UNUSED char **argument)
{
    struct carrier *carrier = sg_actor_self_get_data();
    struct rd_activity *load;
    while ((load = next_load(carrier, carrier->loaded))) {
        double flops =
            (double)load->act.items * carrier->conductor->replay->instance->flops_per_item;
        if (flops > 0)
            sg_actor_execute(flops);
        report_end(carrier->conductor, load);
    }
}

static void start_actor(const struct conductor *conductor, void *data, uint32_t host,
                        const char *name, xbt_main_func_t code)
{
    sg_actor_t actor = sg_actor_init(name, conductor->replay->host[host]);
    sg_actor_set_data(actor, data);
    sg_actor_start_(actor, code, 0, NULL);
}

static struct carrier *new_carrier(struct conductor *conductor)
{
    struct carrier *carrier =
        rd_make(&conductor->replay->arena, struct carrier, .conductor = conductor,
                .loaded = sg_sem_init(0), .expected = sg_sem_init(0), .next = conductor->carrier);
    conductor->carrier = carrier;
    return carrier;
}

static struct carrier *carrier_of(struct conductor *conductor, const struct rd_act *act)
{
    bool computes = act->to == RD_NO_HOST;
    struct carrier **place = computes ? &conductor->processor[act->from]
                                      : &conductor->link_carrier[rd_adjacency_find(
                                            &conductor->online.adjacency, act->from, act->to)];
    if (*place)
        return *place;
    struct carrier *carrier = *place = new_carrier(conductor);
    if (computes) {
        start_actor(conductor, carrier, act->from, "compute", compute_loads);
        return carrier;
    }
    char name[32];
    snprintf(name, sizeof name, "%" PRIu32 ">%" PRIu32, act->from, act->to);
    carrier->mailbox = sg_mailbox_by_name(name);
    start_actor(conductor, carrier, act->to, "receive", receive_loads);
    start_actor(conductor, carrier, act->from, "send", send_loads);
    return carrier;
}

/* When a timer ends. */
static double timer_s(const struct rd_activity *timer)
{
    return timer->start_s + timer->act.lasts_s;
}

static void load(struct carrier *carrier, struct rd_activity *activity)
{
    carrier->load = activity;
    sg_sem_release(carrier->loaded);
    sg_sem_release(carrier->expected);
}

static void begin(struct rd_online_clock *clock, struct rd_activity *activity)
{
    struct conductor *conductor = (struct conductor *)clock;
    if (activity->is_timer) {
        struct rd_activity **place = &conductor->timer;
        while (*place && timer_s(*place) <= timer_s(activity))
            place = &(*place)->next;
        activity->next = *place;
        *place = activity;
        return;
    }
    load(carrier_of(conductor, &activity->act), activity);
}

/* Waits for the next date at which something has ended, and for all that ends at it. */
static void wait_for_date(struct conductor *conductor)
{
    double precision_s = conductor->replay->precision_s;
    double left_s = conductor->timer ? timer_s(conductor->timer) - simgrid_get_clock() : INFINITY;
    if (isinf(left_s))
        sg_sem_acquire(conductor->called);
    else if (left_s > precision_s)
        sg_sem_acquire_timeout(conductor->called, left_s);
    /* A message without bytes ends only when SimGrid looks at a date once more, as it does for a
     * computation without work. */
    sg_actor_execute(0);
    sg_actor_yield();
    while (!sg_sem_would_block(conductor->called))
        sg_sem_acquire(conductor->called);
    while (conductor->timer && timer_s(conductor->timer) - simgrid_get_clock() <= precision_s) {
        struct rd_activity *timer = conductor->timer;
        conductor->timer = timer->next;
        note_end(conductor, timer);
    }
}

static void conduct(RD_UNUSED int argument_count, RD_UNUSED char **argument)
{
    struct conductor *conductor = sg_actor_self_get_data();
    struct rd_online *online = &conductor->online;
    rd_online_begin(online);
    while (online->under_way > 0 && !online->broken) {
        wait_for_date(conductor);
        size_t count = conductor->ended_count;
        conductor->ended_count = 0;
        rd_online_step(online, simgrid_get_clock(), conductor->ended, count);
    }
    if (!online->broken)
        for (struct carrier *carrier = conductor->carrier; carrier; carrier = carrier->next)
            load(carrier, NULL);
}

/* Fills what the request asks for. */
static void give_back(struct conductor *conductor)
{
    struct rd_simulate_request *request = conductor->replay->request;
    const struct rd_online *online = &conductor->online;
    const struct rd_instance *instance = conductor->replay->instance;
    size_t accounts = (size_t)instance->topology.host_count * instance->kind_count;
    size_t count = online->trace.transfer_count;
    memcpy(request->final, online->held, accounts * sizeof *online->held);
    if (request->trace && count > 0)
        memcpy(request->trace, online->trace.transfer, count * sizeof *online->trace.transfer);
    request->trace_count = count;
    request->message_count = (int64_t)count;
    request->makespan_s = 0;
    for (size_t i = 0; i < count; i++)
        request->makespan_s = fmax(request->makespan_s, online->trace.transfer[i].end_s);
}

bool rd_conduct(struct rd_replay_state *replay, struct rd_error *reterr)
{
    struct conductor *conductor = rd_take(&replay->arena, 1, struct conductor);
    struct rd_online *online = &conductor->online;
    const struct rd_instance *instance = replay->instance;
    rd_arena_open(&conductor->trace_arena, 0);
    conductor->trace_arena.refuse = replay->arena.refuse;
    conductor->trace_arena.refuse_context = replay->arena.refuse_context;
    conductor->clock.begin = begin;
    conductor->replay = replay;
    conductor->called = sg_sem_init(0);
    if (!rd_online_open(instance, &replay->plan->run, RD_PROTOCOL_LIMIT, &conductor->clock,
                        &replay->arena, &conductor->trace_arena, online, reterr))
        return false;
    conductor->link_carrier =
        rd_take(&replay->arena, online->adjacency.link_count, struct carrier *);
    conductor->processor = rd_take(&replay->arena, instance->topology.host_count, struct carrier *);
    int stack_kib = sg_cfg_get_int(stack_setting);
    sg_cfg_set_int(stack_setting, CONDUCTOR_STACK_KIB);
    start_actor(conductor, conductor, 0, "conduct", conduct);
    sg_cfg_set_int(stack_setting, stack_kib);
    rd_actors_run();
    bool ended = rd_online_close(online, reterr);
    if (ended)
        give_back(conductor);
    rd_arena_close(&conductor->trace_arena);
    return ended;
}
