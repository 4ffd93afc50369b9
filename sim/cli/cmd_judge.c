/* redist judge: any schedule against the rules, whoever wrote it. */
#include "commands.h"

#include "sim/base/number_text.h"
#include "sim/base/time_limit.h"
#include "sim/base/time_shares.h"
#include "sim/csv/plan_csv.h"
#include "sim/csv/trace_csv.h"
#include "sim/input/file_text.h"
#include "sim/referee/referee.h"
#include "sim/run/best_bound.h"
#include "sim/run/execute.h"
#include "sim/run/interrupt.h"
#include "sim/run/simulable.h"
#include "sim/run/trace_difference.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

struct arguments {
    struct rd_run_context_settings context;
    const char *schedule;
    double tolerance_s;
    double within_s; /* 0: no limit */
    bool simulate;
};

static error_t take_schedule(struct argp_state *state, void *given, const char *option, char *text)
{
    struct arguments *arguments = given;
    (void)option;
    return rd_take_second(state, text, arguments->context.scenario_path, &arguments->schedule);
}

static void finish(struct argp_state *state, void *given)
{
    const struct arguments *arguments = given;
    rd_need_argument(state, arguments->context.scenario_path, "SCENARIO.xml");
    rd_need_argument(state, arguments->schedule, "TRACE.csv or PLAN.csv");
}

static const struct rd_argument accepted[] = {
    {RD_SECONDS("tolerance", "SECONDS", tolerance_s,
                "By how much durations of a trace, and the distance of two of its dates, may be "
                "off (default: 1e-9 of its end)")},
    {RD_FLAG("simulate", simulate, "Plays the plan on SimGrid, too, and compares every message")},
    {RD_TEXT("bound", "NAME", context.bound,
             "Compare with this bound alone, however dear it is (redist list bounds)")},
    {RD_SECONDS("within", "S", within_s,
                "Stop bounding after S seconds of wall clock, with the best bound so far (Ctrl-C: "
                "at once); the verdict takes the time that it takes")},
    {RD_OWN(NULL, "TRACE.csv", take_schedule, "")},
    {RD_END},
};

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml TRACE.csv\nSCENARIO.xml PLAN.csv",
    .doc = "Judges a schedule, also one that another program made: whether it is legal, whether it "
           "reaches the goal, and how its time compares with the best known bound.\v"
           "A trace has times (header start_s,end_s,from,to,kind,items); a plan has an order "
           "(header round,from,to,kind,items,messages). Where dates were rounded, the trace needs "
           "--tolerance.\n"
           "\n"
           "Examples:\n"
           "  redist judge scenarios/ring_two_way_equal.xml my_plan.csv --simulate\n"
           "  redist judge scenarios/ring_two_way_equal.xml mine.csv --tolerance 0.001\n",
    .argument = accepted,
    RD_SCENARIO_AT(context),
    .finish = finish,
};

/* What is to be judged, and its verdict. */
struct judgement {
    struct rd_run_context *context;
    const struct arguments *arguments;
    bool is_trace;
    struct rd_plan plan;
    struct rd_verdict verdict;
    double rounded_off_s;          /* by how much a trace's dates may be short in all */
    const char *why_no_time;       /* of a plan whose makespan is NAN */
    const char *why_not_simulated; /* if it was to be */
    double simulated_s;            /* NAN if it was not */
    struct rd_trace planned;       /* of a plan with a time that is to be simulated */
    const char *difference;        /* what SimGrid did otherwise; NULL: nothing */
};

/* Are there shared links, and more of them than are known? */
static bool has_unknown_shared(const struct rd_instance *instance)
{
    return instance->may_slow && !instance->shared;
}

static bool judge_trace(struct judgement *judgement, const char *text, size_t size,
                        struct rd_error *reterr)
{
    struct rd_run_context *context = judgement->context;
    struct rd_trace trace;
    if (judgement->arguments->simulate)
        return rd_fail(reterr, RD_ERROR_INPUT, judgement->arguments->schedule, 0,
                       "a trace, which has dates: --simulate takes a plan");
    if (!rd_trace_take_csv(judgement->arguments->schedule, text, size, &context->instance,
                           &context->arena, &trace, reterr))
        return false;
    rd_referee_rounded_trace(&context->instance, &trace, rd_scenario_is_exact(&context->scenario),
                             judgement->arguments->tolerance_s, &context->arena, &context->scratch,
                             &judgement->verdict);
    /* Each row may be too short, and may start before what it waits for has ended. */
    judgement->rounded_off_s =
        2 * RD_TIME_TOLERANCE * judgement->verdict.makespan_s * (double)trace.transfer_count;
    return true;
}

/* Does the network carry the messages of a lock-step plan in the time that they take alone? */
static bool is_carried(struct judgement *judgement, const struct rd_trace *planned)
{
    struct rd_run_context *context = judgement->context;
    struct rd_verdict verdict;
    rd_referee_trace(&context->instance, planned, true, &context->arena, &context->scratch,
                     &verdict);
    return verdict.violation == RD_LEGAL;
}

/* A plan has no dates: messages of a self-timed one wait for room on shared links, or slow each
 * other down, as their marks say. Those of a round start together. */
static void judge_timing(struct judgement *judgement)
{
    struct rd_run_context *context = judgement->context;
    struct rd_instance *instance = &context->instance;
    struct rd_plan *plan = &judgement->plan;
    struct rd_verdict *verdict = &judgement->verdict;
    bool looks = instance->shared && plan->timing == RD_LOCK_STEP;
    bool traces = looks || (judgement->arguments->simulate && plan->timing != RD_FREE_ORDER);
    rd_referee_plan(instance, plan, &context->arena, &context->scratch,
                    traces ? &judgement->planned : NULL, verdict);
    if (verdict->violation != RD_LEGAL)
        return;
    if (plan->timing == RD_FREE_ORDER) {
        judgement->why_no_time = "in free order the network decides";
    } else if (has_unknown_shared(instance) ||
               (looks && !is_carried(judgement, &judgement->planned))) {
        judgement->why_no_time =
            "messages slow each other down on shared links, and the network decides";
        verdict->makespan_s = NAN;
    }
}

static bool simulate(struct judgement *judgement, struct rd_error *reterr)
{
    struct rd_run_context *context = judgement->context;
    struct rd_engine *engine;
    struct rd_simulation simulation;
    judgement->why_not_simulated = rd_why_not_simulated(context, &judgement->plan);
    if (judgement->why_not_simulated)
        return true;
    bool compares =
        !isnan(judgement->verdict.makespan_s) && rd_scenario_is_exact(&context->scenario);
    if (rd_run_context_engine(context, judgement->plan.timing, &engine, reterr) &&
        rd_engine_simulate(engine, &context->instance, &judgement->plan, compares,
                           &context->run_arena, &simulation, reterr)) {
        judgement->simulated_s = simulation.makespan_s;
        if (compares)
            judgement->difference =
                rd_trace_difference(&context->instance, &judgement->planned, &simulation.trace,
                                    &context->arena, &context->scratch);
        return true;
    }
    judgement->why_not_simulated = rd_arena_text(&context->arena, reterr->message);
    return reterr->code == RD_ERROR_REFUSED;
}

static bool judge_plan(struct judgement *judgement, const char *text, size_t size,
                       struct rd_error *reterr)
{
    struct rd_run_context *context = judgement->context;
    if (judgement->arguments->tolerance_s > 0)
        return rd_fail(reterr, RD_ERROR_INPUT, judgement->arguments->schedule, 0,
                       "a plan, which has no dates: --tolerance takes a trace");
    if (!rd_plan_take_csv(judgement->arguments->schedule, text, size, &context->instance,
                          &context->arena, &judgement->plan, reterr))
        return false;
    rd_plan_compute_rest(&judgement->plan, &context->instance, &context->arena, &context->scratch);
    judge_timing(judgement);
    return !judgement->arguments->simulate || judgement->verdict.violation != RD_LEGAL ||
           simulate(judgement, reterr);
}

static bool hear(struct judgement *judgement, struct rd_error *reterr)
{
    const char *text, *path = judgement->arguments->schedule;
    size_t size;
    if (!rd_file_text(path, RD_SCHEDULE_BYTES_LIMIT, &judgement->context->arena, &text, &size,
                      reterr) ||
        !rd_csv_tell_schedule(path, text, size, &judgement->is_trace, reterr))
        return false;
    return judgement->is_trace ? judge_trace(judgement, text, size, reterr)
                               : judge_plan(judgement, text, size, reterr);
}

/* How a legal schedule that reaches the goal compares with a bound. Returns: false if it cannot be.
 */
static bool compare(const struct judgement *judgement, const struct rd_bound *bound,
                    const char **ret_words)
{
    char ratio[RD_NUMBER_SIZE];
    double time_s = judgement->verdict.makespan_s;
    double tolerance_s = judgement->arguments->tolerance_s;
    bool equal = rd_times_agree(bound->seconds, time_s, time_s) ||
                 fabs(time_s - bound->seconds) <= tolerance_s;
    bool below = !equal && time_s < bound->seconds;
    if (equal)
        *ret_words = tolerance_s > 0 ? "reached within the tolerance"
                                     : "reached, so the schedule is optimal";
    else if (below && tolerance_s > 0)
        *ret_words = "no schedule is so much shorter, so the dates are off by more";
    else if (below && bound->seconds - time_s <= judgement->rounded_off_s)
        *ret_words = "no schedule is shorter: dates that are short by 1e-9 of the time add up";
    else if (below)
        *ret_words = "a legal schedule is shorter, so the bound is wrong";
    else if (bound->seconds > 0)
        *ret_words = rd_arena_print(&judgement->context->arena, "the time is %s times the bound",
                                    rd_factor_text(time_s / bound->seconds, 6, ratio));
    else
        *ret_words = "the time is above the bound";
    return !below;
}

/* The best bound, as far as it is found in the time that there is.
 * Returns: false if none is; *ret_early, that time was up. */
static bool find_bound(struct judgement *judgement, struct rd_bound *ret_bound, bool *ret_early)
{
    struct rd_run_context *context = judgement->context;
    double within_s = judgement->arguments->within_s;
    struct rd_time_limit limit = rd_time_limit_within(within_s > 0 ? within_s : INFINITY,
                                                      RD_PART_OF_RUN, rd_interrupt_asked());
    rd_run_context_bounds(context)->limit = &limit;
    rd_interrupt_soften(limit.asked);
    bool found = rd_run_context_best_bound(context, ret_bound);
    rd_interrupt_soften(NULL);
    rd_run_context_bounds(context)->limit = NULL;
    *ret_early = rd_time_limit_is_over(&limit);
    return found;
}

/* The time against the best bound, in words. Returns: false if there can be no such time. */
static bool print_bound(struct judgement *judgement)
{
    struct rd_bound bound;
    char seconds[RD_NUMBER_SIZE];
    const struct rd_verdict *verdict = &judgement->verdict;
    bool early;
    if (!find_bound(judgement, &bound, &early)) {
        printf("bound      none %s\n", early ? "found in that time" : "known");
        return true;
    }
    printf("bound      %s s (%s)", rd_time_text(bound.seconds, seconds), bound.name);
    const char *words = NULL;
    bool holds = true;
    /* Only what reaches the goal in the exact model's time can be compared. */
    if (verdict->goal_reached && !isnan(verdict->makespan_s) &&
        rd_scenario_is_exact(&judgement->context->scenario))
        holds = compare(judgement, &bound, &words);
    printf("%s%s%s\n", words ? ": " : "", words ? words : "",
           early && !(bound.seconds >= verdict->makespan_s) &&
                   !rd_times_agree(bound.seconds, verdict->makespan_s, verdict->makespan_s)
               ? "; time was up, and more may be provable"
               : "");
    return holds;
}

/* What messages of a self-timed plan do there; "" if it has no marks. */
static const char *on_shared_links(const struct judgement *judgement)
{
    const struct rd_plan *plan = &judgement->plan;
    if (judgement->is_trace || !judgement->context->instance.shared ||
        plan->timing != RD_SELF_TIMED)
        return "";
    if (!rd_plan_has_room(plan, RD_ROOM_SHARE))
        return ": messages wait for room on shared links";
    return rd_plan_has_room(plan, RD_ROOM_KEEP)
               ? ": messages wait for room on shared links, or slow each other down"
               : ": messages slow each other down on shared links";
}

static void print_time(const struct judgement *judgement)
{
    char time[RD_NUMBER_SIZE];
    double makespan_s = judgement->verdict.makespan_s;
    if (isnan(makespan_s))
        printf("time       none: %s\n", judgement->why_no_time);
    else
        printf("time       %s s%s\n", rd_time_text(makespan_s, time), on_shared_links(judgement));
}

/* The time on SimGrid, if it was asked for. Returns: false if SimGrid did anything otherwise. */
static bool print_simulated(const struct judgement *judgement)
{
    char time[RD_NUMBER_SIZE];
    if (judgement->why_not_simulated)
        printf("simulated  no: %s\n", judgement->why_not_simulated);
    if (isnan(judgement->simulated_s))
        return true;
    const char *difference = judgement->difference;
    printf("simulated  %s s%s%s\n", rd_time_text(judgement->simulated_s, time),
           difference ? ": " : "", difference ? difference : "");
    return !difference;
}

static int report_violation(const struct judgement *judgement, const char *what)
{
    const struct rd_verdict *verdict = &judgement->verdict;
    bool rounded =
        verdict->violation == RD_VIOLATION_TIME && judgement->arguments->tolerance_s == 0;
    printf("%-9s  not legal (%s): %s%s\n", what, rd_violation_name(verdict->violation),
           verdict->message,
           rounded ? "; --tolerance accepts rounded dates, and a plan has none" : "");
    return rd_error_exit_status(RD_ERROR_RUN);
}

static int report(struct judgement *judgement)
{
    const struct rd_verdict *verdict = &judgement->verdict;
    const char *what = judgement->is_trace ? "trace" : "plan";
    if (verdict->violation != RD_LEGAL)
        return report_violation(judgement, what);
    bool unseen = judgement->is_trace && has_unknown_shared(&judgement->context->instance);
    printf("%-9s  legal%s\n", what, unseen ? "; shared links are too many to be looked at" : "");
    if (verdict->goal_reached)
        printf("goal       reached\n");
    else
        printf("goal       not reached: %s\n", verdict->goal_message);
    print_time(judgement);
    bool clocks_agree = print_simulated(judgement), bound_holds = print_bound(judgement);
    printf("moved      %" PRId64 " item-hops, %" PRId64 " messages\n", verdict->items_moved,
           verdict->transfers);
    if (judgement->context->instance.copies)
        printf("held       at most %" PRId64
               " items of named kinds on a host, if none are dropped\n",
               verdict->most_held);
    if (verdict->useless > 0)
        printf("useless    %" PRId64 " item%s came to hosts that have them anyway\n",
               verdict->useless, verdict->useless == 1 ? "" : "s");
    bool fine = verdict->goal_reached && clocks_agree && bound_holds;
    return rd_error_exit_status(fine ? RD_ERROR_NONE : RD_ERROR_RUN);
}

static int judge(struct rd_run_context *context, const void *given)
{
    struct judgement judgement = {.context = context, .arguments = given, .simulated_s = NAN};
    struct rd_error error;
    return hear(&judgement, &error) ? report(&judgement) : rd_give_up(&error);
}

int rd_cmd_judge(int argc, char **argv)
{
    struct arguments arguments = {.context.runs_optional = true};
    rd_verb_parse(&verb, argc, argv, &arguments);
    arguments.context.plans_only = !arguments.simulate;
    return rd_with_run_context(&arguments.context, judge, &arguments);
}
