#include "conductor.h"

#include "sim/engine/simgrid/actor_pool.h"
#include "sim/engine/simgrid/library.h"
#include "sim/online/online.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct conductor;

/* Where one actor waits to be woken: with semaphores runs take an eighth longer. */
struct gate {
    sg_actor_t asleep; /* or NULL */
    bool open;
};

/* A link or a processor: it carries one thing at a time. */
struct carrier {
    struct conductor *conductor;
    struct rd_activity *load;     /* NULL: nothing will come any more */
    struct gate loaded, expected; /* for who sends or computes, and for who receives */
    sg_mailbox_t mailbox;         /* of a link; NULL: a processor */
    struct carrier *next;         /* of all */
};

/* A host that handlers run on. */
struct host {
    struct conductor *conductor;
    uint32_t number;
    struct gate told; /* something */
};

struct ended {
    struct rd_activity **activity; /* [count] */
    size_t count, capacity;
};

struct conductor {
    struct rd_online_clock clock; /* its first member */
    struct rd_replay_state *replay;
    struct rd_online online;
    struct host *host;                          /* [host_count] */
    struct carrier **link_carrier, **processor; /* NULL until they are used */
    struct carrier *carrier;                    /* all */
    struct ended ended, spare;                  /* at this date; room for the next */
    struct rd_activity *timer;                  /* those that run, a list by date */
    bool waits;                                 /* for something to end, or for hosts to act */
    sg_sem_t called;                            /* while it waits */
    uint32_t acting;                            /* hosts */
    bool is_over;                               /* the run */
    struct rd_arena trace_arena;
};

/* Other actors have small stacks, on which nothing prints. */
static const char stack_setting[] = "contexts/stack-size";
enum { PRINTING_STACK_KIB = 16 };

/* How often a message is sent before its link counts as broken for good. */
enum { ATTEMPT_LIMIT = 10000 };

double rd_conductor_precision_s(const struct rd_replay_state *replay)
{
    double planned_s = replay->request->planned_s;
    return planned_s > 0 ? RD_ONE_DATE * planned_s : replay->precision_s;
}

/* An actor that is woken before it sleeps does not. SimGrid takes calls in the order in which
 * actors make them. */
static void wait_at(struct gate *gate)
{
    while (!gate->open) {
        gate->asleep = rd_simgrid.sg_actor_self();
        rd_simgrid.sg_actor_suspend(gate->asleep);
    }
    gate->open = false;
}

static void wake(struct gate *gate)
{
    sg_actor_t asleep = gate->asleep;
    gate->open = true;
    gate->asleep = NULL;
    if (asleep)
        rd_simgrid.sg_actor_resume(asleep);
}

static void note_end(struct conductor *conductor, struct rd_activity *activity)
{
    struct ended *ended = &conductor->ended;
    ended->activity = rd_arena_room(&conductor->replay->arena, ended->activity, ended->count,
                                    &ended->capacity, sizeof *ended->activity);
    ended->activity[ended->count++] = activity;
}

static void call(struct conductor *conductor)
{
    if (conductor->waits)
        rd_simgrid.sg_sem_release(conductor->called);
    conductor->waits = false;
}

static void report_end(struct conductor *conductor, struct rd_activity *activity)
{
    note_end(conductor, activity);
    call(conductor);
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
    if (attempts == ATTEMPT_LIMIT || !rd_simgrid.sg_host_is_on(replay->host[act->from]) ||
        !rd_simgrid.sg_host_is_on(replay->host[act->to]))
        stop_at(carrier->conductor, carrier->load);
    double nominal_s = rd_message_duration_s(
        rd_link_cost(replay->instance,
                     rd_link_between(&replay->instance->topology, act->from, act->to)),
        rd_content_bytes(replay->instance, act->kind, act->items));
    rd_simgrid.sg_actor_sleep_for(nominal_s > 0 ? nominal_s : 1);
}

static struct rd_activity *next_load(struct carrier *carrier, struct gate *gate)
{
    wait_at(gate);
    return carrier->load;
}

static void send_loads(RD_UNUSED int argument_count, RD_UNUSED char **argument)
{
    struct carrier *carrier = rd_simgrid.sg_actor_self_get_data();
    struct rd_activity *load;
    while ((load = next_load(carrier, &carrier->loaded))) {
        struct rd_transfer transfer = {.kind = load->act.kind};
        long bytes = rd_message_bytes(carrier->conductor->replay, &transfer, load->act.items);
        for (int attempts = 1; rd_simgrid.sg_comm_wait(rd_simgrid.sg_mailbox_put_init(
                                   carrier->mailbox, load, bytes)) != SG_OK;
             attempts++)
            wait_to_send_again(carrier, attempts);
    }
}

static void receive_loads(RD_UNUSED int argument_count, RD_UNUSED char **argument)
{
    struct carrier *carrier = rd_simgrid.sg_actor_self_get_data();
    while (next_load(carrier, &carrier->expected)) {
        void *received;
        do
            received = NULL; /* and again if it was lost: only its sender gives up */
        while (rd_simgrid.sg_comm_wait(
                   rd_simgrid.sg_mailbox_get_async(carrier->mailbox, &received)) != SG_OK);
        report_end(carrier->conductor, received);
    }
}

static void compute_loads(RD_UNUSED int argument_count, RD_UNUSED char **argument)
{
    struct carrier *carrier = rd_simgrid.sg_actor_self_get_data();
    struct rd_activity *load;
    while ((load = next_load(carrier, &carrier->loaded))) {
        double flops =
            (double)load->act.items * carrier->conductor->replay->instance->flops_per_item;
        if (flops > 0)
            rd_simgrid.sg_actor_execute(flops);
        report_end(carrier->conductor, load);
    }
}

/* A host that fails ends the run. */
static void at_exit(int failed, void *data)
{
    const struct host *host = data;
    struct rd_replay_state *replay = host->conductor->replay;
    if (failed && !rd_simgrid.sg_host_is_on(replay->host[host->number]))
        rd_replay_break(replay, (struct rd_failure){.kind = RD_FAILURE_HOST, .from = host->number});
}

static void run_handlers(RD_UNUSED int argument_count, RD_UNUSED char **argument)
{
    struct host *host = rd_simgrid.sg_actor_self_get_data();
    struct conductor *conductor = host->conductor;
    if (!conductor->replay->request->steady)
        rd_simgrid.sg_actor_on_exit(at_exit, host);
    for (wait_at(&host->told); !conductor->is_over; wait_at(&host->told)) {
        rd_online_act(&conductor->online, host->number);
        if (--conductor->acting == 0)
            call(conductor);
    }
}

static void start_actor(const struct conductor *conductor, void *data, uint32_t host,
                        const char *name, xbt_main_func_t code)
{
    sg_actor_t actor = rd_simgrid.sg_actor_init(name, conductor->replay->host[host]);
    rd_simgrid.sg_actor_set_data(actor, data);
    rd_simgrid.sg_actor_start_(actor, code, 0, NULL);
}

static struct carrier *carrier_of(struct conductor *conductor, const struct rd_act *act)
{
    bool computes = act->to == RD_NO_HOST;
    struct carrier **place = computes ? &conductor->processor[act->from]
                                      : &conductor->link_carrier[rd_adjacency_find(
                                            &conductor->online.adjacency, act->from, act->to)];
    if (*place)
        return *place;
    struct carrier *carrier = conductor->carrier = *place =
        rd_make(&conductor->replay->arena, struct carrier, .conductor = conductor,
                .next = conductor->carrier);
    if (computes) {
        start_actor(conductor, carrier, act->from, "compute", compute_loads);
        return carrier;
    }
    char name[32];
    snprintf(name, sizeof name, "%" PRIu32 ">%" PRIu32, act->from, act->to);
    carrier->mailbox = rd_simgrid.sg_mailbox_by_name(name);
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
    wake(&carrier->loaded);
    if (carrier->mailbox)
        wake(&carrier->expected);
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

static void act(struct rd_online_clock *clock, const uint32_t *host, uint32_t count)
{
    struct conductor *conductor = (struct conductor *)clock;
    conductor->acting = count;
    for (uint32_t i = 0; i < count; i++)
        wake(&conductor->host[host[i]].told);
    while (conductor->acting > 0) {
        conductor->waits = true;
        rd_simgrid.sg_sem_acquire(conductor->called);
    }
}

/* When the next timer ends, from now; INFINITY: there is none. */
static double timer_left_s(const struct conductor *conductor)
{
    return conductor->timer ? timer_s(conductor->timer) - rd_simgrid.simgrid_get_clock() : INFINITY;
}

/* Waits for the next date at which something has ended, and for all that ends at it. */
static void wait_for_date(struct conductor *conductor)
{
    double precision_s = conductor->replay->precision_s, left_s;
    while (conductor->ended.count == 0 && (left_s = timer_left_s(conductor)) > precision_s) {
        conductor->waits = true;
        if (isinf(left_s))
            rd_simgrid.sg_sem_acquire(conductor->called);
        else
            rd_simgrid.sg_sem_acquire_timeout(conductor->called, left_s);
        conductor->waits = false;
    }
    /* A message without bytes ends only when SimGrid looks at a date once more, as it does for a
     * computation without work. */
    rd_simgrid.sg_actor_execute(0);
    rd_simgrid.sg_actor_yield();
    while (timer_left_s(conductor) <= precision_s) {
        struct rd_activity *timer = conductor->timer;
        conductor->timer = timer->next;
        note_end(conductor, timer);
    }
}

/* Ends all actors. */
static void end_all(struct conductor *conductor)
{
    conductor->is_over = true;
    for (uint32_t i = 0; i < conductor->replay->instance->topology.host_count; i++)
        wake(&conductor->host[i].told);
    for (struct carrier *carrier = conductor->carrier; carrier; carrier = carrier->next)
        load(carrier, NULL);
}

static void conduct(RD_UNUSED int argument_count, RD_UNUSED char **argument)
{
    struct conductor *conductor = rd_simgrid.sg_actor_self_get_data();
    struct rd_online *online = &conductor->online;
    rd_online_begin(online);
    while (online->under_way > 0 && !online->broken) {
        wait_for_date(conductor);
        struct ended now = conductor->ended;
        conductor->ended = conductor->spare;
        conductor->spare = now;
        conductor->ended.count = 0;
        rd_online_step(online, rd_simgrid.simgrid_get_clock(), now.activity, now.count);
    }
    if (!online->broken)
        end_all(conductor);
}

/* Creates the actors that print: on which handlers run, and the conductor. */
static void start_actors(struct conductor *conductor)
{
    uint32_t host_count = conductor->replay->instance->topology.host_count;
    int usual_kib = rd_simgrid.sg_cfg_get_int(stack_setting);
    rd_simgrid.sg_cfg_set_int(stack_setting, usual_kib + PRINTING_STACK_KIB);
    start_actor(conductor, conductor, 0, "conduct", conduct);
    rd_simgrid.sg_cfg_set_int(stack_setting,
                              usual_kib + PRINTING_STACK_KIB +
                                  (int)(conductor->online.protocol->stack_bytes >> 10));
    conductor->host = rd_take(&conductor->replay->arena, host_count, struct host);
    rd_actors_take_untouched_memory(host_count);
    for (uint32_t i = 0; i < host_count; i++) {
        struct host *host = &conductor->host[i];
        *host = (struct host){.conductor = conductor, .number = i};
        start_actor(conductor, host, i, "host", run_handlers);
    }
    rd_actors_take_untouched_memory(0);
    rd_simgrid.sg_cfg_set_int(stack_setting, usual_kib);
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
    conductor->clock = (struct rd_online_clock){begin, act};
    conductor->replay = replay;
    conductor->called = rd_simgrid.sg_sem_init(0);
    if (!rd_online_open(instance, &replay->plan->run, RD_PROTOCOL_LIMIT, &conductor->clock,
                        &replay->arena, &conductor->trace_arena, online, reterr))
        return false;
    conductor->link_carrier =
        rd_take(&replay->arena, online->adjacency.link_count, struct carrier *);
    conductor->processor = rd_take(&replay->arena, instance->topology.host_count, struct carrier *);
    start_actors(conductor);
    rd_actors_run();
    bool ended = rd_online_close(online, reterr);
    if (ended)
        give_back(conductor);
    rd_arena_close(&conductor->trace_arena);
    return ended;
}
