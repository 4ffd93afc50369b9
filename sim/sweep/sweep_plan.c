#include "sweep_plan.h"

#include "record.h"

#include "sim/input/file_text.h"
#include "sim/report/result_values.h"
#include "sim/run/run_context_open.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int say(const struct rd_error_list *errors)
{
    rd_error_list_print(stderr, errors);
    return rd_error_list_exit_status(errors);
}

/* What a scenario reads from other files, but for its loads. */
static void add_files(struct rd_sha256 *sha256, const struct rd_scenario *scenario)
{
    if (scenario->edges_text)
        rd_sha256_add(sha256, scenario->edges_text, scenario->edges_text_size);
    if (scenario->platform_path)
        rd_sha256_add(sha256, scenario->platform_text, scenario->platform_text_size);
    for (size_t i = 0; scenario->platform_path && i < scenario->profile_file_count; i++)
        rd_sha256_add_text(sha256, scenario->profile_file[i].text);
}

static void add_objects(struct rd_sha256 *sha256, const struct rd_objects *objects)
{
    size_t count = objects->count;
    for (size_t i = 0; i < count; i++)
        rd_sha256_add_text(sha256, objects->name[i]);
    rd_sha256_add(sha256, objects->bytes, count * sizeof *objects->bytes);
    rd_sha256_add(sha256, objects->first, (count + 1) * sizeof *objects->first);
    rd_sha256_add(sha256, objects->source, objects->first[count] * sizeof *objects->source);
    rd_sha256_add(sha256, objects->to, count * sizeof *objects->to);
    rd_sha256_add(sha256, objects->drop, count * sizeof *objects->drop);
}

static void add_copies(struct rd_sha256 *sha256, const struct rd_copies *copies)
{
    size_t pieces = copies->piece_count;
    for (size_t i = 0; i < copies->count; i++)
        rd_sha256_add_text(sha256, copies->name[i]);
    if (copies->bytes)
        rd_sha256_add(sha256, copies->bytes, copies->count * sizeof *copies->bytes);
    rd_sha256_add(sha256, copies->piece, (copies->count + 1) * sizeof *copies->piece);
    rd_sha256_add(sha256, copies->items, pieces * sizeof *copies->items);
    rd_sha256_add(sha256, copies->held_first, (pieces + 1) * sizeof *copies->held_first);
    rd_sha256_add(sha256, copies->held, copies->held_first[pieces] * sizeof *copies->held);
    rd_sha256_add(sha256, copies->wanted_first, (pieces + 1) * sizeof *copies->wanted_first);
    rd_sha256_add(sha256, copies->wanted, copies->wanted_first[pieces] * sizeof *copies->wanted);
}

static void add_loads(struct rd_sha256 *sha256, const struct rd_instance *instance)
{
    if (instance->objects) {
        add_objects(sha256, instance->objects);
        return;
    }
    uint64_t entries = (uint64_t)instance->topology.host_count * instance->kind_count;
    rd_sha256_add(sha256, instance->load, entries * sizeof *instance->load);
    if (instance->target)
        rd_sha256_add(sha256, instance->target, entries * sizeof *instance->target);
    if (instance->copies)
        add_copies(sha256, instance->copies);
}

/* What is the same in all points: the scenario but for its <sweep>, what it reads from other files,
 * and which of its runs are asked for. */
static const char *hash_scenario(const struct rd_run_context *as_written, struct rd_arena *arena)
{
    const struct rd_run_context_settings *settings = &as_written->settings;
    const struct rd_scenario *scenario = &as_written->scenario;
    struct rd_sha256 sha256;
    rd_sha256_begin(&sha256);
    rd_sha256_add_text(&sha256,
                       rd_scenario_digest(settings->scenario_text, settings->scenario_size, arena));
    rd_sha256_add_text(&sha256, scenario->name);
    rd_sha256_add_text(&sha256, settings->algorithm ? settings->algorithm : "");
    add_files(&sha256, scenario);
    add_loads(&sha256, &scenario->instance);
    return rd_sha256_end_text(&sha256, rd_take(arena, RD_SHA256_TEXT_SIZE, char));
}

/* Says what is wrong. Returns: the exit status. */
static int complain(enum rd_error_code code, const char *path, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static int complain(enum rd_error_code code, const char *path, int line, const char *format, ...)
{
    struct rd_error error;
    va_list arguments;
    va_start(arguments, format);
    rd_vfail(&error, code, path, line, format, arguments);
    va_end(arguments);
    rd_error_print(stderr, &error);
    return rd_error_exit_status(code);
}

/* Rows travel in messages, which end somewhere. */
static int check_options(const struct rd_run_context *context, struct rd_arena *arena)
{
    for (size_t entry = 0; entry < context->entry_count; entry++)
        if (strlen(rd_record_options(&context->entry[entry], arena)) > RD_RECORD_OPTIONS_LIMIT) {
            return complain(RD_ERROR_INPUT, context->scenario.path, context->entry[entry].run->line,
                            "options of more than %d bytes: a sweep supports no more",
                            RD_RECORD_OPTIONS_LIMIT);
        }
    return 0;
}

/* The same of parameters. In: points, the longest value of each of them. */
static int check_parameters(const struct rd_sweep_plan *plan, struct rd_arena *arena)
{
    const struct rd_scenario *scenario = &plan->as_written.scenario;
    size_t bytes = 0;
    for (size_t i = 0; i < plan->points.vary_count; i++) {
        const struct rd_vary *vary = &plan->points.vary[i];
        size_t longest = 0;
        for (size_t value = 0; value < vary->value_count; value++) {
            rd_arena_borrow(arena);
            struct rd_option plain;
            const struct rd_case one = rd_vary_case(vary, value, &plain);
            size_t length = strlen(rd_parameters_text(one.set, one.set_count, arena));
            longest = length > longest ? length : longest;
        }
        bytes += longest;
    }
    if (bytes <= RD_RECORD_PARAMETERS_LIMIT)
        return 0;
    struct rd_error error;
    rd_fail(&error, RD_ERROR_INPUT, scenario->path, scenario->sweep.line,
            "parameters of more than %d bytes together: a sweep supports no more",
            RD_RECORD_PARAMETERS_LIMIT);
    rd_error_print(stderr, &error);
    return rd_error_exit_status(error.code);
}

/* Reads the scenario with a point's parameters. */
static int read_point(const struct rd_sweep_plan *plan, int64_t number,
                      struct rd_run_context *context)
{
    struct rd_run_context_settings settings = plan->settings;
    struct rd_error_list errors;
    struct rd_arena arena;
    struct rd_point point;
    rd_arena_open(&arena, 0);
    rd_points_at(&plan->points, number, &arena, &point);
    settings.plans_only = !point.simulate;
    settings.set_count = point.set_count;
    memcpy(settings.set, point.set, point.set_count * sizeof *point.set);
    rd_run_context_read(&settings, context, &errors);
    context->settings.set_count = 0; /* which the arena holds */
    rd_arena_close(&arena);
    return errors.count > 0 ? say(&errors) : 0;
}

/* Each value beside the first values of the other parameters. What only their meeting makes wrong
 * becomes failed rows. Files that are varied become a part of the scenario's hash. */
static int check_values(struct rd_sweep_plan *plan, struct rd_arena *arena)
{
    struct rd_points *points = &plan->points;
    int64_t stride = points->repeat_count > 0 ? points->repeat_count : 1;
    int status = 0;
    struct rd_sha256 sha256;
    rd_sha256_begin(&sha256);
    rd_sha256_add_text(&sha256, points->scenario_hash);
    bool files_vary = false;
    for (size_t i = points->vary_count; i-- > 0;) {
        const struct rd_vary *vary = &points->vary[i];
        bool loads = rd_vary_sets(vary, "load-file");
        bool files = loads || rd_vary_sets(vary, "platform-file") || rd_vary_sets(vary, "edges");
        files_vary = files_vary || files;
        for (size_t value = !files; status == 0 && value < vary->value_count; value++) {
            struct rd_run_context context;
            status = read_point(plan, (int64_t)value * stride, &context);
            if (status == 0 && files)
                add_files(&sha256, &context.scenario);
            if (status == 0 && loads)
                add_loads(&sha256, &context.scenario.instance);
            rd_run_context_close(&context);
        }
        stride *= (int64_t)vary->value_count;
    }
    if (files_vary)
        points->scenario_hash =
            rd_sha256_end_text(&sha256, rd_take(arena, RD_SHA256_TEXT_SIZE, char));
    return status;
}

static int check_set(const struct rd_run_context_settings *given)
{
    for (size_t i = 0; i < given->set_count; i++) {
        const struct rd_option *set = &given->set[i];
        if (strcmp(set->name, "simulate") == 0 && strcmp(set->value, "yes") != 0 &&
            strcmp(set->value, "no") != 0) {
            return complain(RD_ERROR_USAGE, NULL, 0, "--set simulate=%s: yes or no is accepted",
                            set->value);
        }
        for (size_t earlier = 0; earlier < i; earlier++)
            if (strcmp(given->set[earlier].name, given->set[i].name) == 0) {
                return complain(RD_ERROR_USAGE, NULL, 0,
                                "--set %s: given twice: each parameter is accepted once",
                                given->set[i].name);
            }
    }
    return 0;
}

/* Reads the scenario as it is written, which tells the points. */
static int read_as_written(struct rd_sweep_plan *plan, const struct rd_run_context_settings *given,
                           int64_t repeat_count, struct rd_arena *arena)
{
    struct rd_error_list errors;
    rd_run_context_read(&plan->settings, &plan->as_written, &errors);
    int status = errors.count > 0 ? say(&errors) : check_options(&plan->as_written, arena);
    if (status != 0)
        return status;
    struct rd_sweep *sweep = &plan->as_written.scenario.sweep;
    if (sweep->line == 0 && given->set_count == 0) {
        return complain(RD_ERROR_INPUT, given->scenario_path, 0,
                        "<scenario> without <sweep>: one is needed");
    }
    if (repeat_count > 0)
        sweep->repeat_count = repeat_count;
    rd_points_open(sweep, given->set, given->set_count, hash_scenario(&plan->as_written, arena),
                   arena, &plan->points);
    if (plan->points.count > RD_SWEEP_LIMIT) {
        fprintf(stderr,
                "redist: --repeat: a sweep of more than %" PRId64 " points: that many are "
                "supported\n",
                RD_SWEEP_LIMIT);
        return rd_error_exit_status(RD_ERROR_USAGE);
    }
    return check_set(given);
}

int rd_sweep_plan_make(const struct rd_run_context_settings *settings, int64_t repeat_count,
                       struct rd_arena *arena, struct rd_sweep_plan *ret_plan)
{
    struct rd_error error;
    *ret_plan = (struct rd_sweep_plan){.settings = *settings};
    ret_plan->settings.set_count = 0;
    ret_plan->settings.ignore_expectations = true;
    if (!settings->scenario_text && !rd_file_text(settings->scenario_path, RD_SCENARIO_BYTES_LIMIT,
                                                  arena, &ret_plan->settings.scenario_text,
                                                  &ret_plan->settings.scenario_size, &error)) {
        rd_error_print(stderr, &error);
        return rd_error_exit_status(error.code);
    }
    int status = read_as_written(ret_plan, settings, repeat_count, arena);
    if (status == 0)
        status = check_parameters(ret_plan, arena);
    if (status == 0)
        status = read_point(ret_plan, 0, &ret_plan->base);
    return status == 0 ? check_values(ret_plan, arena) : status;
}

void rd_sweep_plan_close(struct rd_sweep_plan *plan)
{
    rd_run_context_close(&plan->base);
    rd_run_context_close(&plan->as_written);
}
