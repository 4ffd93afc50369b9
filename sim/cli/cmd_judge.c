/* redist judge: any schedule against the rules, whoever wrote it. */
#include "arguments.h"
#include "sim/run/best_bound.h"
#include "commands.h"

#include "sim/base/number_text.h"
#include "sim/csv/plan_csv.h"
#include "sim/referee/referee.h"
#include "sim/csv/trace_csv.h"
#include "sim/scenario/file_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

struct arguments {
    struct rd_run_context_settings context;
    const char *schedule;
};

static error_t take_schedule(struct argp_state *state, void *given, const char *option, char *text)
{
    struct arguments *arguments = given;
    (void)option;
    if (!arguments->context.scenario_path)
        return ARGP_ERR_UNKNOWN; /* the scenario's, which comes first */
    rd_take_only(state, text, &arguments->schedule);
    return 0;
}

static void finish(struct argp_state *state, void *given)
{
    const struct arguments *arguments = given;
    rd_need_argument(state, arguments->context.scenario_path, "SCENARIO.xml");
    rd_need_argument(state, arguments->schedule, "TRACE.csv or PLAN.csv");
}

static const struct rd_argument accepted[] = {
    {RD_OWN(NULL, "TRACE.csv", take_schedule, "")},
    {RD_END},
};

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml TRACE.csv\nSCENARIO.xml PLAN.csv",
    .doc = "Judges a schedule, also one that another program made: whether it is legal, whether it "
           "reaches the goal, and how its time compares with the best known bound."
           "\v"
           "A trace has times (header start_s,end_s,from,to,kind,items); a plan has an order "
           "(header round,from,to,kind,items,messages).\n"
           "\n"
           "Examples:\n"
           "  redist judge scenarios/ring_two_way_equal.xml my_plan.csv\n"
           "  redist judge scenarios/ring_two_way_equal.xml traces/mine.csv\n",
    .argument = accepted,
    .takes_scenario = true,
    .scenario_at = RD_AT(context),
    .finish = finish,
};

/* What is to be judged, and its verdict. */
struct judgement {
    struct rd_run_context *context;
    const char *path;
    bool is_trace, keeps_shared;
    struct rd_verdict verdict;
};

static bool judge_trace(struct judgement *judgement, const char *text, size_t size,
                        struct rd_error *reterr)
{
    struct rd_run_context *context = judgement->context;
    struct rd_trace trace;
    if (!rd_trace_read_csv(judgement->path, text, size, &context->instance, &context->arena, &trace,
                           NULL, NULL, reterr))
        return false;
    rd_referee_trace(&context->instance, &trace, rd_scenario_is_exact(&context->scenario),
                     &context->arena, &context->scratch, &judgement->verdict);
    return true;
}

static bool judge_plan(struct judgement *judgement, const char *text, size_t size,
                       struct rd_error *reterr)
{
    struct rd_run_context *context = judgement->context;
    struct rd_plan plan;
    if (!rd_plan_read_csv(judgement->path, text, size, &context->instance, &context->arena, &plan,
                          reterr))
        return false;
    rd_plan_compute_rest(&plan, &context->instance, &context->arena, &context->scratch);
    judgement->keeps_shared = plan.keeps_shared;
    rd_referee_plan(&context->instance, &plan, &context->arena, &context->scratch, NULL,
                    &judgement->verdict);
    return true;
}

static bool hear(struct judgement *judgement, struct rd_error *reterr)
{
    const char *text;
    size_t size;
    if (!rd_file_text(judgement->path, RD_SCHEDULE_BYTES_LIMIT, &judgement->context->arena, &text,
                      &size, reterr))
        return false;
    judgement->is_trace = rd_csv_is_trace(text, size);
    return judgement->is_trace ? judge_trace(judgement, text, size, reterr)
                               : judge_plan(judgement, text, size, reterr);
}

/* How a legal schedule that reaches the goal compares with a bound. Returns: false if it shows the
 * bound to be wrong. */
static bool compare(double time_s, const struct rd_bound *bound, struct rd_arena *arena,
                    const char **ret_words)
{
    char ratio[RD_NUMBER_SIZE];
    bool equal = rd_times_agree(bound->seconds, time_s, time_s);
    bool below = !equal && time_s < bound->seconds;
    if (equal)
        *ret_words = "reached, so the schedule is optimal";
    else if (below)
        *ret_words = "a legal schedule is shorter, so the bound is wrong";
    else if (bound->seconds > 0)
        *ret_words = rd_arena_print(arena, "the time is %s times the bound",
                                    rd_limit_text(time_s / bound->seconds, 6, ratio));
    else
        *ret_words = "the time is above the bound";
    return !below;
}

/* The time against the best bound, in words. Returns: false if the bound is wrong. */
static bool print_bound(struct judgement *judgement)
{
    struct rd_bound bound;
    char seconds[RD_NUMBER_SIZE];
    const struct rd_verdict *verdict = &judgement->verdict;
    if (!rd_run_context_bound(judgement->context, NULL, &bound, NULL)) {
        printf("bound      none known\n");
        return true;
    }
    printf("bound      %s s (%s)", rd_time_text(bound.seconds, seconds), bound.name);
    const char *words = NULL;
    bool holds = true;
    /* Only what reaches the goal in the exact model's time can be compared. */
    if (verdict->goal_reached && !isnan(verdict->makespan_s) &&
        rd_scenario_is_exact(&judgement->context->scenario))
        holds = compare(verdict->makespan_s, &bound, &judgement->context->arena, &words);
    if (!holds && !judgement->keeps_shared &&
        rd_bound_prices_shared_links(&bound, &judgement->context->instance)) {
        holds = true;
        words = "shared links do not carry it in less; its time takes messages to be alone";
    }
    printf("%s%s\n", words ? ": " : "", words ? words : "");
    return holds;
}

static int report(struct judgement *judgement)
{
    const struct rd_verdict *verdict = &judgement->verdict;
    const char *what = judgement->is_trace ? "trace" : "plan";
    if (verdict->violation != RD_LEGAL) {
        printf("%-9s  not legal (%s): %s\n", what, rd_violation_name(verdict->violation),
               verdict->message);
        return rd_error_exit_status(RD_ERROR_RUN);
    }
    char time[RD_NUMBER_SIZE];
    printf("%-9s  legal\n", what);
    if (verdict->goal_reached)
        printf("goal       reached\n");
    else
        printf("goal       not reached: %s\n", verdict->goal_message);
    if (isnan(verdict->makespan_s))
        printf("time       none: in free order the network decides\n");
    else
        printf("time       %s s\n", rd_time_text(verdict->makespan_s, time));
    bool bound_holds = print_bound(judgement);
    printf("moved      %" PRId64 " item-hops, %" PRId64 " messages\n", verdict->items_moved,
           verdict->transfers);
    bool fine = verdict->goal_reached && bound_holds;
    return rd_error_exit_status(fine ? RD_ERROR_NONE : RD_ERROR_RUN);
}

static int judge(struct rd_run_context *context, const void *given)
{
    const struct arguments *arguments = given;
    struct judgement judgement = {.context = context, .path = arguments->schedule};
    struct rd_error error;
    return hear(&judgement, &error) ? report(&judgement) : rd_give_up(&error);
}

int rd_cmd_judge(int argc, char **argv)
{
    struct arguments arguments = {.context.runs_optional = true};
    rd_verb_parse(&verb, argc, argv, &arguments);
    return rd_with_run_context(&arguments.context, judge, &arguments);
}
