/* redist map: a network, what lies where, and how busy it is. */
#include "sim/run/best_bound.h"
#include "commands.h"
#include "picture_file.h"

#include "sim/csv/plan_csv.h"
#include "sim/csv/trace_csv.h"
#include "sim/referee/referee.h"
#include "sim/input/file_text.h"
#include "sim/map/map_make.h"
#include "sim/run/network_names.h"

#include <string.h>

struct arguments {
    struct rd_run_context_settings context;
    const char *schedule; /* or NULL */
    const char *out;
};

static error_t take_schedule(struct argp_state *state, void *given, const char *option, char *text)
{
    struct arguments *arguments = given;
    (void)option;
    return rd_take_second(state, text, arguments->context.scenario_path, &arguments->schedule);
}

static const struct rd_argument accepted[] = {
    {RD_NEEDED("out", "FILE", out,
               "FILE.svg, or - for standard output; FILE.html, where what moves is seen over time; "
               "FILE.pdf or FILE.png, by librsvg's rsvg-convert")},
    {RD_OWN(NULL, "TRACE.csv", take_schedule, "")},
    {RD_END},
};

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml\nSCENARIO.xml TRACE.csv\nSCENARIO.xml PLAN.csv",
    .doc = "Draws the network of a scenario: hosts by its shape, what each holds at the start and "
           "at the end, links as wide as their bandwidth, in colours of how long a schedule uses "
           "them, and the bottleneck outlined. Above 300 hosts, groups of hosts are drawn.\v"
           "Examples:\n"
           "  redist map scenarios/graph_torus.xml --out network.svg\n"
           "  redist plan scenarios/graph_torus.xml --algorithm network-planner \\\n"
           "      --out plan.csv\n"
           "  redist map scenarios/graph_torus.xml plan.csv --out busy.svg\n"
           "  redist map scenarios/graph_torus.xml plan.csv --out moving.html\n",
    .argument = accepted,
    RD_SCENARIO_AT(context),
};

/* The schedule of a map, with its dates. */
static bool read_trace(struct rd_run_context *context, const char *path, const char *text,
                       size_t size, struct rd_trace *trace, struct rd_verdict *verdict,
                       struct rd_error *reterr)
{
    if (!rd_trace_take_csv(path, text, size, &context->instance, &context->arena, trace, reterr))
        return false;
    rd_trace_sort(trace, &context->scratch);
    rd_referee_trace(&context->instance, trace, rd_scenario_is_exact(&context->scenario),
                     &context->arena, &context->scratch, verdict);
    return true;
}

static bool read_plan(struct rd_run_context *context, const char *path, const char *text,
                      size_t size, struct rd_trace *trace, struct rd_verdict *verdict,
                      struct rd_error *reterr)
{
    struct rd_plan plan;
    if (!rd_plan_take_csv(path, text, size, &context->instance, &context->arena, &plan, reterr))
        return false;
    if (plan.timing == RD_FREE_ORDER)
        return rd_fail(reterr, RD_ERROR_INPUT, path, 0,
                       "a plan in free order has no dates: a trace of it has (redist run --trace)");
    rd_plan_compute_rest(&plan, &context->instance, &context->arena, &context->scratch);
    rd_referee_plan(&context->instance, &plan, &context->arena, &context->scratch, trace, verdict);
    return true;
}

static bool read_schedule(struct rd_run_context *context, const char *path, struct rd_trace *trace,
                          struct rd_error *reterr)
{
    const char *text;
    size_t size;
    bool is_trace;
    struct rd_verdict verdict;
    if (!rd_file_text(path, RD_SCHEDULE_BYTES_LIMIT, &context->arena, &text, &size, reterr) ||
        !rd_csv_tell_schedule(path, text, size, &is_trace, reterr) ||
        !(is_trace ? read_trace : read_plan)(context, path, text, size, trace, &verdict, reterr))
        return false;
    return verdict.violation == RD_LEGAL ||
           rd_fail(reterr, RD_ERROR_RUN, path, 0, "not legal (%s): %s: redist judge says more",
                   rd_violation_name(verdict.violation), verdict.message);
}

static int draw(struct rd_run_context *context, const void *given)
{
    const struct arguments *arguments = given;
    struct rd_error error;
    struct rd_trace trace = {0};
    struct rd_bound bound;
    enum rd_picture_form form;
    const char *text, *schedule = arguments->schedule;
    struct rd_network_names names;
    if (!rd_network_names_of(context, &names, &error))
        return rd_give_up(&error);
    struct rd_map_source map = {.title = context->scenario.name,
                                .instance = &context->instance,
                                .zone = names.zone,
                                .routes = names.routes};
    if (schedule) {
        map.trace = &trace;
        map.title =
            rd_arena_print(&context->arena, "%s: %s", context->scenario.name, basename(schedule));
    }
    if (!rd_picture_form(arguments->out, true, &form, &error) ||
        (schedule && !read_schedule(context, schedule, &trace, &error)))
        return rd_give_up(&error);
    if (rd_run_context_best_bound(context, &bound))
        map.bound = &bound;
    bool done =
        (form == RD_PICTURE_HTML ? rd_map_page_text(&map, &context->arena, &text, &error)
                                 : rd_map_svg_text(&map, NULL, &context->arena, &text, &error)) &&
        rd_write_picture_text(arguments->out, form, text, &error);
    return done ? 0 : rd_give_up(&error);
}

int rd_cmd_map(int argc, char **argv)
{
    struct arguments arguments = {.context = {.runs_optional = true, .plans_only = true}};
    rd_verb_parse(&verb, argc, argv, &arguments);
    return rd_with_run_context(&arguments.context, draw, &arguments);
}
