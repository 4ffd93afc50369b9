#include "referee.h"

#include "sim/model/certificates/relabelling_certificate.h"
#include "copies.h"
#include "form.h"
#include "limits.h"
#include "objects.h"
#include "parts.h"
#include "room.h"

#include <inttypes.h>
#include <math.h>

const struct rd_referee_limits rd_referee_limits = {.single_steps = INT64_C(1) << 28,
                                                    .arrivals = UINT32_C(1) << 26,
                                                    .trace_transfers = RD_TRACE_TRANSFER_LIMIT,
                                                    .hops = (size_t)1 << 27};

/* What is wrong with a plan before any of its transfers; NULL if nothing is. */
static const char *wrong_plan(const struct rd_referee *referee, enum rd_violation *ret_violation)
{
    const struct rd_plan *plan = referee->plan;
    *ret_violation = RD_VIOLATION_TRANSFER;
    if (plan->timing != RD_SELF_TIMED && plan->timing != RD_LOCK_STEP &&
        plan->timing != RD_FREE_ORDER && !(plan->timing == RD_AS_RECORDED && plan->record))
        return rd_arena_print(referee->scratch,
                              "timing %d: self-timed, lock-step and free order are known",
                              (int)plan->timing);
    if (plan->timing == RD_LOCK_STEP && !(plan->step_s >= 0 && isfinite(plan->step_s)))
        return rd_arena_print(referee->scratch,
                              "a step of %g s: a finite number, 0 or more, is "
                              "needed",
                              plan->step_s);
    if (referee->instance->objects && plan->timing != RD_SELF_TIMED)
        return "objects in a plan of another timing: self-timed is accepted";
    *ret_violation = RD_VIOLATION_PACKET;
    if (plan->block && plan->timing != RD_LOCK_STEP)
        return "packets out of lock-step: packets cross a dimension a round";
    if (plan->block && referee->instance->port_model != RD_PIPELINED_PORTS)
        return "packets without pipelined ports: only there a message crosses several links";
    *ret_violation = RD_VIOLATION_SIZE;
    if (plan->transfer_count >= UINT32_MAX)
        return rd_arena_print(referee->scratch, "%zu transfers: fewer than 2^32 - 1 are supported",
                              plan->transfer_count);
    return NULL;
}

/* Before the first transfer. Returns: false, and the verdict, if the plan is wrong as a whole. */
static bool open_transfers(struct rd_referee *referee, const struct rd_plan *plan)
{
    referee->plan = plan;
    referee->packets = plan->block != NULL && plan->transfer_count > 0;
    enum rd_violation violation;
    const char *wrong = wrong_plan(referee, &violation);
    if (wrong)
        return rd_referee_fail(referee, violation, SIZE_MAX, RD_NO_HOST, "%s", wrong);
    referee->copies = rd_copy_ledger_open(referee);
    if (plan->timing != RD_LOCK_STEP)
        return true;
    if (referee->packets)
        referee->under_way = rd_packet_referee_open(referee);
    else
        referee->lock_step = rd_lock_step_referee_open(referee);
    return true;
}

static bool read_lock_step(struct rd_referee *referee)
{
    return referee->packets ? rd_packet_referee_read(referee->under_way)
                            : rd_lock_step_referee_read(referee->lock_step);
}

static bool close_lock_step(struct rd_referee *referee)
{
    return referee->packets ? rd_packet_referee_close(referee->under_way)
                            : rd_lock_step_referee_close(referee->lock_step);
}

static bool judge_plan(struct rd_referee *referee)
{
    if (referee->plan->timing == RD_LOCK_STEP)
        return read_lock_step(referee) && close_lock_step(referee);
    if (referee->plan->timing == RD_AS_RECORDED) {
        if (referee->trace)
            *referee->trace = *referee->plan->record;
        return rd_referee_trace_transfers(referee, referee->plan->record, true);
    }
    if (!(referee->instance->objects ? rd_referee_objects(referee) : rd_referee_order(referee)))
        return false;
    if (referee->plan->timing == RD_FREE_ORDER) {
        referee->makespan_s = NAN;
        return true;
    }
    if (!rd_referee_marks(referee))
        return false;
    return referee->multi_source || referee->shares ? rd_referee_by_time(referee)
                                                    : rd_referee_self_timed(referee);
}

/* What depends on the instance alone. */
static struct rd_referee open_referee(const struct rd_referee_limits *limits,
                                      const struct rd_instance *instance, struct rd_arena *arena,
                                      struct rd_arena *scratch, struct rd_verdict *verdict)
{
    *verdict = (struct rd_verdict){
        .transfer = SIZE_MAX, .host = RD_NO_HOST, .steps = -1, .token_steps = -1};
    struct rd_referee referee = {.limits = limits,
                                 .instance = instance,
                                 .arena = arena,
                                 .scratch = scratch,
                                 .verdict = verdict};
    referee.host_count = instance->topology.host_count;
    referee.kind_count = instance->kind_count;
    referee.window = instance->port_model == RD_PIPELINED_PORTS ? 1 : instance->port_count;
    referee.no_work = rd_relay_host(&instance->topology);
    referee.one_bus = instance->topology.shape == RD_BUS;
    referee.one_a_link = !(instance->objects && instance->objects->many_a_pair);
    referee.steps = referee.token_steps = -1;
    if (instance->goal == RD_STENCIL)
        referee.worked = rd_take(arena, referee.host_count, int64_t);
    return referee;
}

/* Fills what a verdict says of a legal plan or trace. */
static void close_judge(struct rd_referee *referee)
{
    struct rd_verdict *verdict = referee->verdict;
    verdict->makespan_s = referee->makespan_s;
    rd_copies_close(referee);
    verdict->useless = referee->useless;
    verdict->most_held = referee->most_held;
    verdict->final = referee->final;
    verdict->placement = referee->placement;
    verdict->computed = referee->computed;
    verdict->items_moved = referee->items_moved;
    verdict->transfers = referee->transfers;
    verdict->steps = referee->steps;
    verdict->token_steps = referee->token_steps;
    rd_referee_goal(referee);
}

/* A plan that claims more than to be legal has to prove it. */
static bool judge_certificate(struct rd_referee *referee)
{
    const struct rd_certificate *certificate = referee->plan->certificate;
    struct rd_error error;
    if (certificate && referee->plan->first_transfer > 0)
        return rd_referee_fail(
            referee, RD_VIOLATION_CERTIFICATE, SIZE_MAX, RD_NO_HOST,
            "a certificate of a plan whose transfers were not stored: they are needed to check it");
    if (!certificate ||
        (rd_certificate_check(referee->instance, certificate, referee->scratch, &error) &&
         rd_certificate_fits_plan(referee->instance, referee->plan, certificate, referee->scratch,
                                  &error)))
        return true;
    return rd_referee_fail(referee, RD_VIOLATION_CERTIFICATE, SIZE_MAX, RD_NO_HOST, "%s",
                           error.message);
}

/* What remains once all transfers are judged. Returns: is the plan legal? */
static bool conclude(struct rd_referee *referee, bool legal)
{
    if (legal && !isfinite(referee->makespan_s) && referee->plan->timing != RD_FREE_ORDER)
        legal = rd_referee_fail(referee, RD_VIOLATION_SIZE, SIZE_MAX, RD_NO_HOST,
                                "the plan ends at infinity: beyond the largest number");
    legal = legal && judge_certificate(referee);
    if (legal)
        close_judge(referee);
    return legal;
}

void rd_referee_plan_within(const struct rd_referee_limits *limits,
                            const struct rd_instance *instance, const struct rd_plan *plan,
                            struct rd_arena *arena, struct rd_arena *scratch,
                            struct rd_trace *ret_trace, struct rd_verdict *ret_verdict)
{
    rd_assert(arena != scratch && plan->first_transfer == 0);
    struct rd_trace trace = {0};
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_referee referee = open_referee(limits, instance, arena, scratch, ret_verdict);
    referee.round_count = plan->round_count;
    referee.trace = ret_trace && plan->timing != RD_FREE_ORDER ? &trace : NULL;
    bool legal = conclude(&referee, open_transfers(&referee, plan) && judge_plan(&referee));
    if (legal && referee.trace)
        rd_trace_sort(&trace, scratch);
    if (ret_trace)
        *ret_trace = legal ? trace : (struct rd_trace){0};
    rd_arena_rewind(scratch, mark);
}

void rd_referee_plan(const struct rd_instance *instance, const struct rd_plan *plan,
                     struct rd_arena *arena, struct rd_arena *scratch, struct rd_trace *ret_trace,
                     struct rd_verdict *ret_verdict)
{
    rd_referee_plan_within(&rd_referee_limits, instance, plan, arena, scratch, ret_trace,
                           ret_verdict);
}

struct rd_plan_cost rd_referee_own_plan(const struct rd_instance *instance,
                                        const struct rd_plan *plan, struct rd_arena *arena,
                                        struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(arena), scratch_mark = rd_arena_mark(scratch);
    struct rd_plan whole = *plan;
    struct rd_verdict verdict;
    rd_plan_compute_rest(&whole, instance, arena, scratch);
    rd_referee_plan(instance, &whole, arena, scratch, NULL, &verdict);
    rd_arena_rewind(scratch, scratch_mark);
    rd_arena_rewind(arena, mark);
    if (verdict.violation == RD_VIOLATION_SIZE)
        return (struct rd_plan_cost){INFINITY, INT64_MAX, INT64_MAX};
    rd_assert(verdict.violation == RD_LEGAL && verdict.goal_reached);
    return (struct rd_plan_cost){verdict.makespan_s, verdict.items_moved, verdict.transfers};
}

bool rd_plan_cost_is_less(const struct rd_plan_cost *cost, const struct rd_plan_cost *other)
{
    bool as_late =
        isfinite(cost->seconds) && rd_times_agree(cost->seconds, other->seconds, cost->seconds);
    if (!as_late)
        return cost->seconds < other->seconds;
    return cost->items_moved < other->items_moved ||
           (cost->items_moved == other->items_moved && cost->messages < other->messages);
}

double rd_referee_makespan_s(const struct rd_instance *instance, const struct rd_plan *plan,
                             struct rd_arena *arena, struct rd_arena *scratch)
{
    return rd_referee_own_plan(instance, plan, arena, scratch).seconds;
}

/* What an audit has come to. */
struct rd_streaming_state {
    struct rd_referee referee;
    struct rd_verdict verdict;
    bool legal; /* as far as transfers were read */
};

static struct rd_streaming_state *open_state(struct rd_streaming_referee *stream,
                                             const struct rd_plan *plan)
{
    struct rd_streaming_state *state = rd_take(stream->arena, 1, struct rd_streaming_state);
    state->referee = open_referee(&rd_referee_limits, stream->instance, stream->arena,
                                  stream->arena, &state->verdict);
    state->referee.round_count = UINT32_MAX;
    state->legal = open_transfers(&state->referee, plan);
    state->referee.first_fault_found = !state->legal;
    return state;
}

/* Judges the transfers that the plan holds now. */
static void read_transfers(struct rd_plan_reader *reader, const struct rd_plan *plan)
{
    struct rd_streaming_referee *stream =
        (struct rd_streaming_referee *)reader; /* its first member */
    if (!stream->state)
        stream->state = open_state(stream, plan);
    struct rd_referee *referee = &stream->state->referee;
    referee->plan = plan;
    if (stream->state->legal)
        stream->state->legal = read_lock_step(referee);
    else if (!referee->first_fault_found)
        referee->first_fault_found = !rd_referee_form(referee, plan->first_transfer);
}

void rd_streaming_referee_open(struct rd_streaming_referee *stream,
                               const struct rd_instance *instance, struct rd_arena *arena,
                               struct rd_plan *plan)
{
    *stream = (struct rd_streaming_referee){
        .reader = {read_transfers, RD_STREAM_TRANSFERS}, .instance = instance, .arena = arena};
    bool looks_back = instance->goal == RD_FINISH || instance->goal == RD_STENCIL;
    plan->reader = looks_back ? NULL : &stream->reader;
}

void rd_streaming_referee_close(struct rd_streaming_referee *stream, const struct rd_plan *plan,
                                struct rd_arena *scratch, struct rd_verdict *ret_verdict)
{
    struct rd_streaming_state *state = stream->state;
    if (!state) {
        rd_referee_plan(stream->instance, plan, stream->arena, scratch, NULL, ret_verdict);
        return;
    }
    struct rd_referee *referee = &state->referee;
    referee->round_count = plan->round_count;
    read_transfers(&stream->reader, plan);
    conclude(referee, state->legal && close_lock_step(referee));
    *ret_verdict = state->verdict;
}

void rd_referee_trace_within(const struct rd_referee_limits *limits,
                             const struct rd_instance *instance, const struct rd_trace *trace,
                             bool exact_costs, double tolerance_s, struct rd_arena *arena,
                             struct rd_arena *scratch, struct rd_verdict *ret_verdict)
{
    rd_assert(arena != scratch);
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_referee referee = open_referee(limits, instance, arena, scratch, ret_verdict);
    referee.packets = trace->block != NULL && trace->transfer_count > 0;
    referee.dates = trace;
    referee.tolerance_s = tolerance_s;
    if (rd_referee_trace_transfers(&referee, trace, exact_costs) &&
        (!exact_costs || rd_referee_shared_load(&referee, trace)))
        close_judge(&referee);
    rd_arena_rewind(scratch, mark);
}

void rd_referee_rounded_trace(const struct rd_instance *instance, const struct rd_trace *trace,
                              bool exact_costs, double tolerance_s, struct rd_arena *arena,
                              struct rd_arena *scratch, struct rd_verdict *ret_verdict)
{
    rd_referee_trace_within(&rd_referee_limits, instance, trace, exact_costs, tolerance_s, arena,
                            scratch, ret_verdict);
}

void rd_referee_trace(const struct rd_instance *instance, const struct rd_trace *trace,
                      bool exact_costs, struct rd_arena *arena, struct rd_arena *scratch,
                      struct rd_verdict *ret_verdict)
{
    rd_referee_rounded_trace(instance, trace, exact_costs, 0, arena, scratch, ret_verdict);
}
