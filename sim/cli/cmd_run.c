/* redist run: plan, judge, simulate, compare. */
#include "picture_file.h"
#include "result_files.h"
#include "result_rows.h"
#include "commands.h"

#include "sim/map/map_make.h"
#include "sim/run/network_names.h"
#include "sim/report/output_file.h"
#include "sim/report/tables.h"

#include <math.h>
#include <stdio.h>

struct arguments {
    struct rd_run_context_settings context;
    struct rd_results_style style;
    const char *trace_folder; /* or NULL */
    const char *gantt_folder; /* or NULL */
    const char *map_path;     /* or NULL */
    double within_s;          /* 0: no limit */
    int64_t job_count;
};

static const struct rd_argument accepted[] = {
    {RD_FORMAT(style.format)},
    {RD_FLAG("verbose", style.verbose,
             "Say in words how each run compares with its bound, not only the shortest")},
    {RD_TEXT("trace", "DIR", trace_folder,
             "Write the trace of each run to DIR/SCENARIO.ALGORITHM.csv")},
    {RD_TEXT("gantt", "DIR", gantt_folder,
             "Draw the trace of each run to DIR/SCENARIO.ALGORITHM.svg")},
    {RD_TEXT("map", "FILE", map_path,
             "Draw the network and what the shortest run does there, as redist map does, to "
             "FILE.svg, FILE.html, FILE.pdf or FILE.png")},
    {RD_SECONDS("time-limit", "S", context.time_limit_s,
                "End a simulation after S seconds of wall clock")},
    {RD_TEXT("bound", "NAME", context.bound,
             "Compare with this bound alone, however dear it is (redist list bounds)")},
    {RD_WITHIN(within_s)},
    {RD_JOBS(job_count)},
    {RD_END},
};

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml",
    .doc = "Plans with every algorithm that the scenario names, judges each plan, simulates it on "
           "SimGrid, and checks bound <= planned = simulated.\v"
           "Examples:\n"
           "  redist run scenarios/ring_one_way_unequal.xml\n"
           "  redist run scenarios/ring_two_way_equal.xml --format json\n"
           "  redist run scenarios/ring_two_way_equal.xml --gantt pictures --trace traces\n"
           "  redist run scenarios/ring_one_way_equal.xml --set model=tcp --ignore-expect\n",
    .argument = accepted,
    RD_SCENARIO_AT(context),
};

/* What each row leaves in the folders. */
struct row_files {
    struct rd_run_context *context;
    const struct arguments *arguments;
    bool lacks_picture; /* of a run that is too large for one, which was said */
    enum rd_picture_form map_form;
    const char *map; /* of the shortest run so far, which took mapped_s; NULL: there is none */
    double mapped_s;
};

/* Says why there is no picture. Returns: false if nothing else is to be done, either. */
static bool is_lacked(struct row_files *files, const struct rd_error *error)
{
    if (error->code != RD_ERROR_INPUT)
        return false;
    rd_error_print(stderr, error);
    return files->lacks_picture = true;
}

/* Draws a run that is shorter than all before: its trace is there only now. */
static bool draw_map(struct row_files *files, const struct rd_result *result,
                     struct rd_error *reterr)
{
    struct rd_arena *arena = &files->context->arena;
    double time_s = isnan(result->simulated_s) ? result->planned_s : result->simulated_s;
    if (!files->arguments->map_path || result->status != RD_STATUS_OK ||
        (files->map && !(time_s < files->mapped_s)))
        return true;
    struct rd_network_names names;
    if (!rd_network_names_of(files->context, &names, reterr))
        return false;
    struct rd_map_source source = {
        .zone = names.zone,
        .routes = names.routes,
        .title = rd_arena_print(arena, "%s: %s", result->scenario, result->algorithm),
        .instance = &files->context->instance,
        .bound = rd_result_own_bound(result),
        .trace = result->trace};
    files->mapped_s = time_s;
    return files->map_form == RD_PICTURE_HTML
               ? rd_map_page_text(&source, arena, &files->map, reterr)
               : rd_map_svg_text(&source, NULL, arena, &files->map, reterr);
}

/* Returns: the exit status. */
static int write_map(const struct row_files *files)
{
    struct rd_error error;
    const char *path = files->arguments->map_path;
    if (!path || (!files->map && files->lacks_picture))
        return 0;
    if (!files->map)
        return rd_complain(RD_ERROR_RUN, "%s: no map: no run has ended well", path);
    return rd_write_picture_text(path, files->map_form, files->map, &error) ? 0
                                                                            : rd_give_up(&error);
}

static bool take_row(void *context, size_t entry, const struct rd_outcome *outcome,
                     struct rd_error *reterr)
{
    struct row_files *files = context;
    const struct arguments *arguments = files->arguments;
    if (!outcome->result.trace)
        return true;
    if (arguments->trace_folder &&
        !rd_write_result_trace(files->context, entry, arguments->trace_folder, &outcome->result,
                               reterr))
        return false;
    bool drawn = draw_map(files, &outcome->result, reterr) || is_lacked(files, reterr);
    return drawn && (!arguments->gantt_folder ||
                     rd_write_result_gantt(files->context, entry, arguments->gantt_folder,
                                           &outcome->result, reterr) ||
                     is_lacked(files, reterr));
}

static int run(struct rd_run_context *context, const void *given)
{
    const struct arguments *arguments = given;
    struct rd_error error;
    struct row_files files = {.context = context, .arguments = arguments};
    bool want_trace = arguments->trace_folder || arguments->gantt_folder || arguments->map_path;
    struct rd_result_rows_settings settings = {
        .execute = {.simulate = true, .want_trace = want_trace},
        .within_s = arguments->within_s,
        .job_count = arguments->job_count,
        .each = take_row,
        .context = &files,
        .write_results = true,
        .style = arguments->style};
    if ((arguments->map_path &&
         !rd_picture_form(arguments->map_path, true, &files.map_form, &error)) ||
        (arguments->trace_folder && !rd_check_folder(arguments->trace_folder, &error)) ||
        (arguments->gantt_folder && !rd_check_folder(arguments->gantt_folder, &error)))
        return rd_give_up(&error);
    int status = rd_result_rows_run(context, &settings), map_status = write_map(&files);
    status = status == 0 ? map_status : status;
    return status == 0 && files.lacks_picture ? rd_error_exit_status(RD_ERROR_INPUT) : status;
}

int rd_cmd_run(int argc, char **argv)
{
    struct arguments arguments = {.style.format = RD_FORMAT_TABLE, .job_count = 1};
    rd_verb_parse(&verb, argc, argv, &arguments);
    return rd_with_run_context(&arguments.context, run, &arguments);
}
