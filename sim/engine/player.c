#include "player.h"

#include "actors.h"
#include "deadlock.h"
#include "free_order.h"
#include "gate.h"
#include "hosts.h"
#include "precision.h"
#include "prepare.h"
#include "stage.h"

#include <simgrid/engine.h>
#include <xbt/config.h>

#include <inttypes.h>
#include <time.h>
#include <unistd.h>

/* The instance and the plan of a request, with pointers that mean something in this process.
 * host_name is left NULL. */
static void read_request(struct rd_simulate_request *request, struct rd_instance *ret_instance,
                         struct rd_plan *ret_plan)
{
    *ret_instance = request->instance;
    ret_instance->link_cost = rd_at(request, request->link_cost_offset);
    ret_instance->load = rd_at(request, request->load_offset);
    ret_instance->speed_flops_per_s = NULL;
    ret_instance->target = NULL;
    ret_instance->host_name = NULL;
    *ret_plan = request->plan;
    ret_plan->row = rd_at(request, request->row_offset);
    ret_plan->block = request->block_offset ? rd_at(request, request->block_offset) : NULL;
}

/* Creates an actor on a host. */
static struct rd_actor *start_actor(struct rd_stage *stage, struct rd_lane *lane, uint32_t host,
                                    const char *name, xbt_main_func_t code)
{
    struct rd_actor *actor = &stage->actor[stage->actor_count++];
    *actor = (struct rd_actor){.stage = stage, .lane = lane, .host = host, .idle = true};
    sg_actor_t created = sg_actor_init(name, stage->host[host]);
    sg_actor_set_data(created, actor);
    sg_actor_start_(created, code, 0, NULL);
    return actor;
}

static void start_lanes(struct rd_stage *stage, struct rd_lanes *lanes, const char *name,
                        xbt_main_func_t code)
{
    for (uint32_t i = 0; i < lanes->count; i++)
        for (uint32_t j = 0; j < lanes->lane[i].width; j++)
            start_actor(stage, &lanes->lane[i], lanes->lane[i].host, name, code);
}

static void start_actors(struct rd_stage *stage)
{
    struct rd_lanes *all[] = {&stage->receiving, &stage->sending, &stage->computing};
    uint32_t count = 1;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (uint32_t j = 0; j < all[i]->count; j++)
            count += all[i]->lane[j].width;
    stage->actor = rd_take(&stage->arena, count, struct rd_actor);
    bool free_order = stage->free_order != NULL;
    start_lanes(stage, &stage->receiving, "receive", free_order ? rd_expect_lane : rd_receive_lane);
    start_lanes(stage, &stage->sending, "send", free_order ? rd_post_lane : rd_send_lane);
    start_lanes(stage, &stage->computing, "compute", rd_compute_lane);
    if (stage->lock_step)
        stage->keeper = start_actor(stage, NULL, 0, "gate", rd_keep_gate);
}

/* Fills the accounts that the request asks for. */
static void give_back(struct rd_stage *stage)
{
    struct rd_simulate_request *request = stage->request;
    const struct rd_instance *instance = stage->instance;
    int64_t *final = rd_at(request, request->final_offset);
    size_t count = (size_t)instance->topology.host_count * instance->kind_count;
    for (size_t i = 0; i < count; i++)
        final[i] = stage->held[i] - stage->parted[i];
    request->makespan_s = simgrid_get_clock() - stage->start_s;
    request->message_count = stage->message_count;
}

static double wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1000 + (double)now.tv_nsec * 1e-6;
}

static bool play(struct rd_stage *stage, struct rd_error *reterr)
{
    double start_ms = wall_ms();
    if (!rd_prepare_stage(stage, reterr))
        return false;
    if (stage->request->exact_dates)
        stage->precision_s = rd_precision_s(stage);
    if (stage->precision_s != RD_DEFAULT_PRECISION_S)
        sg_cfg_set_double("surf/precision", stage->precision_s);
    start_actors(stage);
    stage->start_s = simgrid_get_clock();
    simgrid_run();
    if (!rd_check_finished(stage, reterr))
        return false;
    stage->request->wall_ms = wall_ms() - start_ms;
    give_back(stage);
    return true;
}

static _Noreturn void refuse_memory(void *context, size_t wanted_bytes)
{
    rd_break(context,
             (struct rd_failure){.kind = RD_FAILURE_MEMORY, .amount = (int64_t)wanted_bytes});
}

void rd_serve_simulation(struct rd_simulate_request *request)
{
    static struct rd_stage stage;
    struct rd_instance instance;
    struct rd_plan plan;
    read_request(request, &instance, &plan);
    stage = (struct rd_stage){.instance = &instance, .plan = &plan, .request = request};
    rd_arena_open(&stage.arena, 0);
    stage.arena.refuse = refuse_memory;
    stage.arena.refuse_context = &stage;
    stage.precision_s = RD_DEFAULT_PRECISION_S;
    stage.bus = instance.topology.shape == RD_BUS;
    stage.lock_step = plan.timing == RD_LOCK_STEP;
    stage.trace = request->trace_offset ? rd_at(request, request->trace_offset) : NULL;
    uint32_t host_count = instance.topology.host_count;
    const char *const *name =
        rd_split_names(rd_at(request, request->head.names_offset), host_count, &stage.arena);
    instance.host_name = name;
    bool played =
        rd_find_hosts(name, host_count, &stage.arena, &stage.host, &request->head.error) &&
        play(&stage, &request->head.error);
    request->head.outcome = played ? RD_OUTCOME_DONE : RD_OUTCOME_FAILED;
    if (played)
        rd_arena_close(&stage.arena);
}

bool rd_fail_of_player(struct rd_simulate_request *request, struct rd_error *reterr)
{
    const struct rd_failure *failure = &request->head.failure;
    struct rd_instance instance;
    struct rd_plan plan;
    read_request(request, &instance, &plan);
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    instance.host_name = rd_split_names(rd_at(request, request->head.names_offset),
                                        instance.topology.host_count, &arena);
    switch (failure->kind) {
    case RD_FAILURE_LINK:
        rd_fail(reterr, RD_ERROR_RUN, NULL, 0, "the link from %s to %s failed at %.9g s",
                rd_host_label(&instance, failure->from, from),
                rd_host_label(&instance, failure->to, to), failure->time_s);
        break;
    case RD_FAILURE_HOST:
        rd_fail(reterr, RD_ERROR_RUN, NULL, 0, "%s failed at %.9g s",
                rd_host_label(&instance, failure->from, from), failure->time_s);
        break;
    case RD_FAILURE_NOT_HELD: {
        const struct rd_row *row = &plan.row[failure->row];
        rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                "round %" PRIu32 ": %s %s %" PRId64 " items and holds %" PRId64, row->round,
                rd_host_label(&instance, row->from, from),
                row->to == RD_NO_HOST ? "computes" : "sends",
                row->items * (row->messages + (row->messages == 0)), failure->amount);
        break;
    }
    case RD_FAILURE_OTHER_ROW:
        rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                "%s expected a message of row %zu and received one of row %" PRId64,
                rd_host_label(&instance, failure->to, to), failure->row, failure->amount);
        break;
    case RD_FAILURE_MESSAGE_LIMIT:
        rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                "more than %" PRId64 " messages: such a plan is judged, not simulated",
                failure->amount);
        break;
    case RD_FAILURE_MEMORY:
        rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                "the simulation ran out of memory: %" PRId64 " bytes more were needed",
                failure->amount);
        break;
    }
    rd_arena_close(&arena);
    return false;
}
