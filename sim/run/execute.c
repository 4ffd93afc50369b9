#include "execute.h"

#include "hold_bounds.h"
#include "interrupt.h"
#include "room_marks.h"
#include "run_context_open.h"
#include "simulable.h"
#include "trace_difference.h"

#include "algorithms/kernels/order_words.h"
#include "algorithms/network/plan_in_time.h"
#include "sim/base/clock.h"
#include "sim/base/time_shares.h"
#include "sim/model/slowing.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A job under way. */
struct execution {
    struct rd_run_context *context;
    const struct rd_run_entry *entry;
    const struct rd_execute_settings *settings;
    struct rd_outcome *outcome;
    struct rd_result *result; /* the outcome's */
    struct rd_options options;
    struct rd_plan *plan;
    bool keeps_transfers;              /* of the plan */
    struct rd_streaming_referee audit; /* if it does not */
    struct rd_trace *trace;
    struct rd_verdict verdict;
};

/* Adds words to the result's message. */
#define say(run, ...) rd_result_say((run)->result, &(run)->context->arena, __VA_ARGS__)

/* Says why a run failed. */
#define fail(run, ...) rd_result_fail((run)->result, &(run)->context->arena, __VA_ARGS__)

/* What an error makes of a run. Returns: false if the program has to end. */
static bool take_error(struct execution *run, const struct rd_error *error, struct rd_error *reterr)
{
    if (error->code == RD_ERROR_INTERRUPTED || error->code == RD_ERROR_FILE) {
        if (reterr)
            *reterr = *error;
        return false;
    }
    say(run, "%s", error->message);
    run->result->status = error->code == RD_ERROR_REFUSED ? RD_STATUS_REFUSED : RD_STATUS_FAILED;
    return true;
}

const char *rd_alternative_words(struct rd_run_context *context,
                                 const struct rd_algorithm *algorithm)
{
    const struct rd_algorithm *other = rd_algorithm_alternative(
        algorithm, &context->instance, &context->run_arena, &context->scratch);
    if (!other)
        return "; no other algorithm accepts the scenario";
    return rd_arena_print(&context->arena, "; %s accepts the scenario%s", other->name,
                          other->guarantee == RD_EXACT ? ", if its search ends" : "");
}

/* What a refusal of the algorithm makes of a run, or another error. Returns: as take_error. */
static bool take_refusal(struct execution *run, struct rd_error *error, struct rd_error *reterr)
{
    if (!take_error(run, error, reterr))
        return false;
    struct rd_result *result = run->result;
    if (result->status == RD_STATUS_REFUSED && run->settings->want_alternative &&
        !rd_run_is_all(run->entry->run))
        result->message = rd_arena_print(&run->context->arena, "%s%s", result->message,
                                         rd_alternative_words(run->context, run->entry->algorithm));
    return true;
}

void rd_outcome_begin(struct rd_run_context *context, const struct rd_run_entry *entry,
                      struct rd_outcome *outcome)
{
    const struct rd_scenario_run *of = entry->run;
    char ports[RD_LABEL_SIZE];
    *outcome = (struct rd_outcome){.value_s = NAN, .achieved_s = NAN, .searched_s = NAN};
    struct rd_result *result = &outcome->result;
    *result = rd_result_none;
    result->scenario = context->scenario.name;
    result->algorithm = entry->algorithm->name;
    result->option = of->option;
    result->option_count = of->option_count;
    result->host_count = rd_computing_host_count(&context->instance.topology);
    result->status = RD_STATUS_OK;
    result->is_inapplicable = rd_run_entry_is_inapplicable(context, entry);
    result->message = "";
    result->goal_reached = false;
    result->promised_ratio = rd_algorithm_promised_ratio(entry->algorithm, &context->instance);
    result->kind_count = context->instance.kind_count;
    result->model = rd_run_context_model(context);
    result->ports = rd_arena_text(&context->arena, rd_port_model_name(&context->instance, ports));
    result->run_seed = (int64_t)of->seed;
    result->simgrid_version = rd_arena_text(&context->arena, rd_engine_version());
}

static void begin(struct execution *run)
{
    struct rd_run_context *context = run->context;
    rd_arena_close(&context->run_arena);
    run->options = rd_run_entry_options(run->entry);
    run->options.executable = run->settings->order_by_words;
    run->plan = rd_take(&context->run_arena, 1, struct rd_plan);
    run->trace = rd_take(&context->run_arena, 1, struct rd_trace);
    rd_outcome_begin(context, run->entry, run->outcome);
}

/* Is anything simulated? */
static bool simulates(const struct execution *run)
{
    return run->settings->simulate && run->context->engine;
}

/* The planner's counters, for as long as the run context. */
static void keep_counters(struct execution *run)
{
    struct rd_arena *arena = &run->context->arena;
    struct rd_counter *counter = rd_take(arena, run->plan->counter_count, struct rd_counter);
    for (size_t i = 0; i < run->plan->counter_count; i++)
        counter[i] = (struct rd_counter){rd_arena_text(arena, run->plan->counter[i].name),
                                         run->plan->counter[i].value};
    run->result->counter = counter;
    run->result->counter_count = run->plan->counter_count;
}

/* The entry's plan; with a limit, the best that there is in time. */
static bool plan_in_time(struct execution *run, struct rd_error *reterr)
{
    struct rd_run_context *context = run->context;
    const struct rd_algorithm *algorithm = run->entry->algorithm;
    if (!run->settings->limit)
        return algorithm->plan(algorithm, &context->instance, &run->options, &context->run_arena,
                               &context->scratch, run->plan, reterr);
    struct rd_time_limit limit = rd_time_limit_share(run->settings->limit, RD_SHARE_OF_PLANNING);
    struct rd_plan_in_time how;
    if (!rd_plan_in_time(algorithm, &context->instance, &run->options, &limit, true,
                         &context->run_arena, &context->scratch, run->plan, &how, reterr))
        return false;
    run->outcome->by = how.by;
    run->outcome->is_early = how.is_early;
    if (how.is_early) /* its promise is of what it plans to the end */
        run->result->promised_ratio = NAN;
    run->keeps_transfers |= how.is_early && !run->plan->reader;
    return true;
}

static bool make_plan(struct execution *run, struct rd_error *reterr)
{
    struct rd_run_context *context = run->context;
    struct rd_error error;
    if (!run->keeps_transfers)
        rd_streaming_referee_open(&run->audit, &context->instance, &context->run_arena, run->plan);
    struct rd_arena_mark mark = rd_arena_mark(&context->scratch);
    double start_s = rd_now_s();
    bool planned = plan_in_time(run, &error);
    run->result->plan_ms = 1e3 * (rd_now_s() - start_s);
    rd_arena_rewind(&context->scratch, mark);
    if (!planned)
        return take_refusal(run, &error, reterr);
    keep_counters(run);
    rd_plan_compute_rest(run->plan, &context->instance, &context->run_arena, &context->scratch);
    if (context->scenario.varies)
        rd_plan_split_items(run->plan, &context->instance);
    if (run->plan->note)
        say(run, "%s", run->plan->note);
    run->outcome->plan = run->plan;
    return true;
}

/* Loads that were held at the end, for the run context, if outputs show them. */
static void keep_final(struct execution *run, const int64_t *final)
{
    const struct rd_instance *instance = &run->context->instance;
    if (instance->objects)
        return;
    uint64_t count = (uint64_t)instance->topology.host_count * instance->kind_count;
    if (count > RD_FINAL_LIMIT)
        return;
    int64_t *kept = rd_arena_copy(&run->context->arena, final, count, sizeof *kept);
    run->result->final = kept;
}

static void hold_goal(struct execution *run, const struct rd_verdict *verdict)
{
    run->result->goal_reached = verdict->goal_reached;
    if (!verdict->goal_reached)
        fail(run, "the goal is not reached: %s", verdict->goal_message);
}

/* Is the plan's time the one that the network gives, also on links that routes share? */
static bool is_timed(const struct execution *run)
{
    const struct rd_instance *instance = &run->context->instance;
    return !instance->may_slow || (instance->shared && run->plan->timing == RD_SELF_TIMED);
}

/* Judges a plan of which all transfers are kept. Returns: whether its trace was asked for, and is
 * not too long. */
static bool judge_kept(struct execution *run)
{
    struct rd_run_context *context = run->context;
    bool traced =
        run->settings->want_trace && !simulates(run) && run->plan->timing != RD_FREE_ORDER;
    rd_referee_plan(&context->instance, run->plan, &context->run_arena, &context->scratch,
                    traced ? run->trace : NULL, &run->verdict);
    if (!traced || run->verdict.violation != RD_VIOLATION_SIZE)
        return traced;
    say(run, "no trace: %s", run->verdict.message);
    rd_referee_plan(&context->instance, run->plan, &context->run_arena, &context->scratch, NULL,
                    &run->verdict);
    return false;
}

/* What the referee's verdict says of the plan. Returns: whether it is legal. */
static bool take_verdict(struct execution *run)
{
    struct rd_result *result = run->result;
    if (run->verdict.violation != RD_LEGAL) {
        fail(run, "the plan is not legal: %s", run->verdict.message);
        return false;
    }
    result->items_moved = run->verdict.items_moved;
    result->transfers = run->verdict.transfers;
    result->steps = rd_known_count(run->verdict.steps);
    result->token_steps = rd_known_count(run->verdict.token_steps);
    if (run->context->instance.copies) {
        result->useless_items = run->verdict.useless;
        result->most_held_items = run->verdict.most_held;
    }
    return true;
}

/* Below what a search found no schedule: searches of all take messages to be alone, which none is
 * shorter for that shares links. */
static double searched_s(struct execution *run)
{
    struct rd_instance alone = run->context->instance;
    if (!run->plan->searched_all)
        return NAN;
    if (!alone.shared)
        return run->outcome->value_s;
    alone.shared = NULL;
    return rd_plan_ends_s(run->context, &alone, run->plan);
}

/* Returns: whether the plan is legal. */
static bool judge(struct execution *run)
{
    struct rd_run_context *context = run->context;
    bool planned_trace = false;
    rd_mark_room(context, run->plan);
    if (run->keeps_transfers)
        planned_trace = judge_kept(run);
    else
        rd_streaming_referee_close(&run->audit, run->plan, &context->scratch, &run->verdict);
    run->plan->reader = NULL; /* which ends with this run */
    if (!take_verdict(run))
        return false;
    struct rd_result *result = run->result;
    result->trace = planned_trace ? run->trace : NULL;
    if (run->plan->timing == RD_FREE_ORDER)
        return true; /* its clock and its loads are the trace's */
    keep_final(run, run->verdict.final);
    hold_goal(run, &run->verdict);
    result->planned_s = run->verdict.makespan_s;
    run->outcome->value_s = result->planned_s;
    run->outcome->is_timed = is_timed(run);
    run->outcome->searched_s = searched_s(run);
    return true;
}

/* Has the order on shared links told by words, and judges the plan with them. Returns: whether
 * there is a plan to go on with. */
static bool order_by_words(struct execution *run)
{
    struct rd_run_context *context = run->context;
    struct rd_result *result = run->result;
    struct rd_error error;
    if (!run->settings->order_by_words || !rd_can_take_words(&context->instance, run->plan))
        return true;
    result->without_words_s = result->planned_s;
    if (!rd_order_by_words(&context->instance, run->plan, &context->run_arena, &context->scratch,
                           run->plan, &result->words, &error)) {
        take_error(run, &error, NULL);
        return false;
    }
    rd_referee_plan(&context->instance, run->plan, &context->run_arena, &context->scratch, NULL,
                    &run->verdict);
    if (!take_verdict(run))
        return false;
    result->planned_s = run->outcome->value_s = run->verdict.makespan_s;
    run->outcome->is_timed = is_timed(run);
    run->outcome->searched_s = NAN;
    return true;
}

/* Where two ways of counting leave different loads. */
static void compare_loads(struct execution *run, const int64_t *simulated, const int64_t *judged,
                          const char *by)
{
    const struct rd_instance *instance = &run->context->instance;
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        for (uint32_t kind = 0; kind < instance->kind_count; kind++) {
            uint64_t entry = (uint64_t)host * instance->kind_count + kind;
            if (simulated[entry] == judged[entry])
                continue;
            fail(run,
                 "%s ends with %" PRId64 " items of kind %" PRIu32
                 " in the simulation and with %" PRId64 " by %s",
                 rd_label(instance, host), simulated[entry], kind, judged[entry], by);
            return;
        }
}

/* The same of objects. */
static void compare_places(struct execution *run, const uint32_t *simulated, const uint32_t *judged,
                           const char *by)
{
    const struct rd_objects *objects = run->context->instance.objects;
    for (uint32_t object = 0; object < objects->count; object++)
        if (simulated[object] != judged[object]) {
            fail(run, "%s is elsewhere in the simulation than by %s",
                 rd_label_of_object(objects, object), by);
            return;
        }
}

/* Does the simulation leave on hosts what a verdict says? */
static void compare_ends(struct execution *run, const struct rd_simulation *simulation,
                         const struct rd_verdict *verdict, const char *by)
{
    if (run->context->instance.objects)
        compare_places(run, simulation->placement, verdict->placement, by);
    else
        compare_loads(run, simulation->final, verdict->final, by);
}

/* A protocol does the same in SimGrid as in the exact model, message by message, where messages
 * cost the same. */
static void compare_traces(struct execution *run, const struct rd_simulation *simulation)
{
    struct rd_run_context *context = run->context;
    const struct rd_trace *planned = run->plan->record, *simulated = &simulation->trace;
    if (!rd_scenario_is_exact(&context->scenario) || context->instance.may_slow)
        return;
    const char *difference = rd_trace_difference(&context->instance, planned, simulated,
                                                 &context->run_arena, &context->scratch);
    if (difference)
        fail(run, "%s", difference);
}

/* The referee on what SimGrid recorded. */
static void judge_simulation(struct execution *run, const struct rd_simulation *simulation)
{
    struct rd_run_context *context = run->context;
    struct rd_verdict of_trace;
    rd_referee_trace(&context->instance, &simulation->trace,
                     rd_scenario_is_exact(&context->scenario), &context->run_arena,
                     &context->scratch, &of_trace);
    if (of_trace.violation != RD_LEGAL) {
        fail(run, "SimGrid's trace is not legal: %s", of_trace.message);
        return;
    }
    compare_ends(run, simulation, &of_trace, "the referee of its trace");
    if (run->plan->timing == RD_AS_RECORDED)
        compare_traces(run, simulation);
    if (run->plan->timing == RD_FREE_ORDER || run->plan->timing == RD_AS_RECORDED)
        hold_goal(run, &of_trace);
    else
        compare_ends(run, simulation, &run->verdict, "the referee of the plan");
}

/* How many messages of a simulation lasted longer than alone, because others were on their links.
 * O(messages). */
static size_t count_slowed(const struct rd_instance *instance, const struct rd_trace *trace,
                           double makespan_s)
{
    size_t slowed = 0;
    for (size_t i = 0; i < trace->transfer_count; i++) {
        const struct rd_timed_transfer *transfer = &trace->transfer[i];
        if (transfer->to == RD_NO_HOST)
            continue;
        uint64_t link = rd_link_between(&instance->topology, transfer->from, transfer->to);
        slowed += link != RD_NO_LINK && rd_may_slow(instance, link) &&
                  rd_lost_s(instance, transfer) > RD_TIME_TOLERANCE * makespan_s;
    }
    return slowed;
}

static void compare_clocks(struct execution *run, const struct rd_trace *trace)
{
    double planned_s = run->result->planned_s, simulated_s = run->result->simulated_s;
    const struct rd_scenario *scenario = &run->context->scenario;
    const struct rd_instance *instance = &run->context->instance;
    if (isnan(planned_s) || isnan(simulated_s))
        return;
    if (!rd_scenario_is_exact(scenario)) {
        if (planned_s > 0)
            say(run, "simulated%s%s: %.6g times the planned time",
                scenario->tcp_model ? " by tcp" : "",
                scenario->varies ? ", bandwidths varying" : "", simulated_s / planned_s);
        return;
    }
    size_t slowed = instance->may_slow ? count_slowed(instance, trace, simulated_s) : 0;
    if (is_timed(run) && slowed > 0 && !rd_plan_has_room(run->plan, RD_ROOM_SHARE))
        fail(run, "the plan keeps to shared links, and %zu of %zu messages slowed each other down",
             slowed, trace->transfer_count);
    if (rd_times_agree(planned_s, simulated_s, planned_s))
        return;
    /* A protocol whose messages are slowed decides otherwise, and may end sooner for it. */
    bool may_differ = simulated_s > planned_s || run->plan->timing == RD_AS_RECORDED;
    if (slowed > 0 && may_differ && !is_timed(run))
        say(run, "messages slowed each other down, %zu of %zu: %s", slowed, trace->transfer_count,
            run->context->costs.shared);
    else
        fail(run, "planned %.12g s and simulated %.12g s disagree", planned_s, simulated_s);
}

static bool simulate(struct execution *run, struct rd_error *reterr)
{
    struct rd_run_context *context = run->context;
    const char *why_not = rd_why_not_simulated(context, run->plan);
    if (why_not) {
        say(run, "planned and judged, not simulated: %s", why_not);
        return true;
    }
    struct rd_error error;
    struct rd_engine *engine;
    struct rd_simulation simulation;
    if (!rd_run_context_engine(context, run->plan->timing, &engine, &error) ||
        !rd_engine_simulate(engine, &context->instance, run->plan, true, &context->run_arena,
                            &simulation, &error))
        return take_error(run, &error, reterr);
    run->result->simulated_s = simulation.makespan_s;
    run->result->simulate_ms = simulation.wall_ms;
    if (run->settings->want_trace) {
        *run->trace = simulation.trace;
        run->result->trace = run->trace;
    }
    if (run->plan->timing == RD_FREE_ORDER || run->plan->timing == RD_AS_RECORDED)
        keep_final(run, simulation.final);
    if (run->plan->timing == RD_FREE_ORDER) {
        run->outcome->value_s = simulation.makespan_s;
    }
    compare_clocks(run, &simulation.trace);
    judge_simulation(run, &simulation);
    return true;
}

bool rd_execute_plan(struct rd_run_context *context, const struct rd_run_entry *entry,
                     const struct rd_execute_settings *settings, struct rd_outcome *outcome,
                     struct rd_error *reterr)
{
    struct execution run = {.context = context,
                            .entry = entry,
                            .settings = settings,
                            .outcome = outcome,
                            .result = &outcome->result};
    run.keeps_transfers = settings->want_plan || settings->want_trace || simulates(&run);
    struct rd_error error;
    begin(&run);
    struct rd_acceptance acceptance = {run.keeps_transfers, settings->simulate};
    if (!rd_run_entry_is_wanted(context, entry, &error) ||
        !rd_run_takes(context, entry->algorithm, &run.options, acceptance, &error))
        return take_refusal(&run, &error, reterr);
    outcome->by = entry->algorithm;
    rd_interrupt_soften(settings->limit ? settings->limit->asked : NULL);
    bool goes_on = make_plan(&run, reterr);
    rd_interrupt_soften(NULL);
    if (!goes_on)
        return false;
    outcome->result.schedule_class =
        rd_algorithm_class(outcome->by, &context->instance, outcome->plan);
    bool judged = outcome->plan && judge(&run) && order_by_words(&run);
    double start_s = rd_now_s();
    if (judged && settings->simulate && !simulate(&run, reterr))
        return false;
    outcome->simulation_s = rd_now_s() - start_s;
    if (judged)
        outcome->achieved_s = is_timed(&run) ? outcome->value_s : outcome->result.simulated_s;
    return true;
}

bool rd_execute(struct rd_run_context *context, const struct rd_run_entry *entry,
                const struct rd_execute_settings *settings, struct rd_outcome *outcome,
                struct rd_error *reterr)
{
    if (!rd_execute_plan(context, entry, settings, outcome, reterr))
        return false;
    rd_hold_bounds(context, entry, settings->limit, outcome);
    return true;
}
