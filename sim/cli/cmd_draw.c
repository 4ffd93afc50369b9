/* redist draw: a Gantt chart of a trace. */
#include "commands.h"
#include "picture_file.h"

#include "sim/csv/trace_csv.h"
#include "sim/input/file_text.h"
#include "sim/model/critical_path.h"
#include "sim/model/slowing.h"
#include "sim/report/gantt/gantt.h"
#include "sim/report/gantt/gantt_window.h"
#include "sim/run/best_bound.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct arguments {
    const char *trace;
    const char *scenario; /* or NULL */
    const char *out;
    bool no_critical_path;
    double from_s, to_s; /* 0: from the start, to the end */
};

static const struct rd_argument accepted[] = {
    {RD_NEEDED(NULL, "TRACE.csv", trace, "")},
    {RD_NEEDED("out", "FILE", out,
               "FILE.svg, or - for standard output; FILE.pdf or FILE.png, by librsvg's "
               "rsvg-convert")},
    {RD_TEXT("scenario", "SCENARIO.xml", scenario,
             "Hosts in the order of this scenario, its best bound as a line, the bottleneck "
             "marked, the critical path outlined, and what others slow on a shared link hatched")},
    {RD_FLAG("no-critical-path", no_critical_path, "Without the critical path")},
    {RD_SECONDS("from", "S", from_s, "Only what is under way after S seconds (default: all)")},
    {RD_SECONDS("to", "S", to_s, "Only what is under way before S seconds (default: all)")},
    {RD_END},
};

static const struct rd_verb verb = {
    .argument = accepted,
    .args_doc = "TRACE.csv",
    .doc = "Draws a trace as a Gantt chart: hosts down, time across, what each sends, receives and "
           "computes. With its scenario, also the bound, its bottleneck and the critical path. Of "
           "more than 200000 messages and computations it draws how busy hosts are.\v"
           "Examples:\n"
           "  redist run scenarios/ring_two_way_equal.xml --trace traces\n"
           "  redist draw traces/ring_two_way_equal.ring-two-way-equal.csv \\\n"
           "      --scenario scenarios/ring_two_way_equal.xml --out chart.svg\n"
           "  redist draw traces/large.csv --from 10 --to 12 --out part.svg\n",
};

static bool write_chart(FILE *out, const void *context, struct rd_error *reterr)
{
    return rd_gantt_write(out, context, reterr);
}

/* Is a part of time asked for? */
static bool is_part(const struct arguments *arguments)
{
    return arguments->from_s > 0 || arguments->to_s > 0;
}

/* Ticks of a part that is narrower than this share of its end would have too many digits. */
static const double least_part = 1e-6;

/* Leaves what is under way in the part of time that is asked for. */
static bool cut(struct rd_gantt *gantt, const struct arguments *arguments, struct rd_arena *arena,
                struct rd_error *reterr)
{
    double from_s = arguments->from_s, end_s = 0;
    for (size_t i = 0; i < gantt->trace->transfer_count; i++)
        end_s = fmax(end_s, gantt->trace->transfer[i].end_s);
    double to_s = arguments->to_s > 0 ? arguments->to_s : end_s;
    if (to_s - from_s < least_part * to_s || (from_s > 0 && from_s >= end_s))
        return rd_wrong(reterr,
                        "a chart from %g s to %g s of a trace that ends at %g s: a part of time "
                        "before the end is accepted, of at least a millionth of its own end",
                        from_s, to_s, end_s);
    rd_gantt_cut(gantt, from_s, to_s, arena);
    return true;
}

/* Adds what the scenario knows: names, the bound, and what makes the makespan. */
static void add_scenario(struct rd_gantt *gantt, struct rd_run_context *context,
                         const struct arguments *arguments, struct rd_bound *bound,
                         struct rd_arena *arena)
{
    struct rd_critical_transfer *link;
    gantt->host_name = context->scenario.host_name;
    gantt->host_count = context->instance.topology.host_count;
    gantt->bound = rd_run_context_best_bound(context, bound) ? bound : NULL;
    if (rd_gantt_is_dense(gantt->trace) && !is_part(arguments))
        return;
    gantt->slowed = rd_slowed_rows(&context->instance, gantt->trace, arena);
    if (arguments->no_critical_path)
        return;
    gantt->critical_path_count =
        rd_critical_path_of_trace(&context->instance, gantt->trace, arena, &link);
    gantt->critical_path = link;
}

/* In: run context NULL: host names from the trace, no bound. */
static bool draw(const struct arguments *arguments, struct rd_run_context *context,
                 struct rd_arena *arena, struct rd_error *reterr)
{
    const char *text;
    size_t size;
    struct rd_trace trace;
    struct rd_bound bound;
    struct rd_gantt gantt = {.title = basename(arguments->trace), .trace = &trace};
    enum rd_picture_form form;
    if (!rd_picture_form(arguments->out, false, &form, reterr) ||
        !rd_file_text(arguments->trace, RD_SCHEDULE_BYTES_LIMIT, arena, &text, &size, reterr) ||
        !rd_trace_read_csv(arguments->trace, text, size, context ? &context->instance : NULL, arena,
                           &trace, &gantt.host_name, &gantt.host_count, reterr))
        return false;
    rd_trace_sort(&trace, arena);
    gantt.kind_count = rd_trace_kind_count(&trace);
    gantt.instance = context ? &context->instance : NULL;
    if (context)
        add_scenario(&gantt, context, arguments, &bound, arena);
    if (is_part(arguments) && !cut(&gantt, arguments, arena, reterr))
        return false;
    return rd_write_picture(arguments->out, form, write_chart, &gantt, reterr);
}

/* In: run context NULL: as above. */
static int draw_one(struct rd_run_context *context, const void *arguments)
{
    struct rd_error error;
    rd_arena_own(arena);
    return draw(arguments, context, &arena, &error) ? 0 : rd_give_up(&error);
}

int rd_cmd_draw(int argc, char **argv)
{
    struct arguments arguments = {0};
    rd_verb_parse(&verb, argc, argv, &arguments);
    struct rd_run_context_settings settings = {.scenario_path = arguments.scenario,
                                               .runs_optional = true};
    return arguments.scenario ? rd_with_run_context(&settings, draw_one, &arguments)
                              : draw_one(NULL, &arguments);
}
