#include "run_context_open.h"

#include "sim/base/clock.h"

#include <stdio.h>
#include <string.h>

struct rd_options rd_run_entry_options(const struct rd_run_entry *entry)
{
    return (struct rd_options){.spec = entry->algorithm->options,
                               .given = entry->run->option,
                               .given_count = entry->run->option_count,
                               .seed = entry->run->seed};
}

/* Checks options one by one, so that each error names its own line. */
static void check_options(const char *path, const struct rd_run_entry *entry,
                          struct rd_error_list *errors)
{
    const struct rd_scenario_run *run = entry->run;
    struct rd_options options = rd_run_entry_options(entry);
    struct rd_error error;
    for (size_t i = 0; i < run->option_count; i++) {
        options.given = &run->option[i];
        options.given_count = 1;
        if (!rd_options_check(&options, &error))
            rd_error_list_add(errors, RD_ERROR_INPUT, path, run->option_line[i], "%s: %s",
                              entry->algorithm->name, error.message);
    }
}

bool rd_run_is_all(const struct rd_scenario_run *run)
{
    return strcmp(run->algorithm, "all") == 0;
}

bool rd_run_entry_is_inapplicable(const struct rd_run_context *context,
                                  const struct rd_run_entry *entry)
{
    return rd_run_is_all(entry->run) &&
           (!rd_algorithm_suits(entry->algorithm, &context->instance) ||
            rd_algorithm_is_superseded(entry->algorithm, &context->instance));
}

bool rd_run_entry_is_wanted(const struct rd_run_context *context, const struct rd_run_entry *entry,
                            struct rd_error *reterr)
{
    if (!rd_run_is_all(entry->run) ||
        !rd_algorithm_is_superseded(entry->algorithm, &context->instance))
        return true;
    return rd_refuse(reterr,
                     "%s is better, and takes this scenario: a <run> of its own is accepted",
                     entry->algorithm->superseded_by);
}

/* What rd_scenario_read checks of each <run>: a name that is no algorithm's (with the nearest), and
 * options that the algorithm does not take. In: the run context. */
static void check_run(void *run_context, const struct rd_scenario_run *run,
                      struct rd_error_list *errors)
{
    struct rd_run_context *context = run_context;
    const char *path = context->settings.scenario_path;
    if (rd_run_is_all(run))
        return;
    struct rd_run_entry entry = {.run = run, .algorithm = rd_algorithm_named(run->algorithm)};
    if (entry.algorithm) {
        check_options(path, &entry, errors);
        return;
    }
    rd_error_list_add(errors, RD_ERROR_INPUT, path, run->line,
                      "algorithm \"%.100s\": what `redist list` names is accepted, or \"all\"%s",
                      run->algorithm, rd_algorithm_hint(run->algorithm, &context->arena));
}

static void add_job(struct rd_run_context *context, const struct rd_scenario_run *run,
                    const struct rd_algorithm *algorithm)
{
    const char *wanted = context->settings.algorithm;
    bool all_of_all = wanted && strcmp(wanted, "all") == 0 && rd_run_is_all(run);
    if (wanted && !all_of_all && strcmp(wanted, algorithm->name) != 0)
        return;
    rd_arena_add(&context->arena, context->entry, context->entry_count,
                 (struct rd_run_entry){.run = run, .algorithm = algorithm});
}

static void add_all(struct rd_run_context *context, const struct rd_scenario_run *run,
                    struct rd_error_list *errors)
{
    bool found = false;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        struct rd_run_entry entry = {.run = run, .algorithm = rd_algorithms[i]};
        if (!rd_algorithm_fits(entry.algorithm, &context->scenario.topology) ||
            !rd_algorithm_moves_the_same(entry.algorithm, context->scenario.instance.goal))
            continue;
        check_options(context->scenario.path, &entry, errors);
        add_job(context, run, entry.algorithm);
        found = true;
    }
    if (!found && !context->settings.runs_optional)
        rd_error_list_add(errors, RD_ERROR_INPUT, context->scenario.path, run->line,
                          "algorithm \"all\": no algorithm takes a %s",
                          rd_shape_name(context->scenario.topology.shape));
}

/* A settings.algorithm that no run is of. */
static void refuse_wanted(struct rd_run_context *context, bool has_all,
                          struct rd_error_list *errors)
{
    const char *wanted = context->settings.algorithm, *path = context->scenario.path;
    bool is_known = rd_algorithm_named(wanted) || strcmp(wanted, "all") == 0;
    if (!is_known)
        rd_error_list_add(errors, RD_ERROR_USAGE, NULL, 0, "--algorithm %.100s: there is none%s",
                          wanted, rd_algorithm_hint(wanted, &context->arena));
    else if (has_all)
        rd_error_list_add(errors, RD_ERROR_USAGE, NULL, 0,
                          "--algorithm %s: it is none of \"all\" in %s, which is about a %s and "
                          "the goal \"%s\"",
                          wanted, path, rd_shape_name(context->scenario.topology.shape),
                          rd_goal_name(context->scenario.instance.goal));
    else
        rd_error_list_add(errors, RD_ERROR_USAGE, NULL, 0,
                          "--algorithm %s: no <run> of %s names it: one that does, or "
                          "algorithm=\"all\", is accepted",
                          wanted, path);
}

void rd_run_list_fill(struct rd_run_context *context, struct rd_error_list *errors)
{
    bool has_all = false;
    for (size_t i = 0; i < context->scenario.run_count; i++) {
        const struct rd_scenario_run *run = &context->scenario.run[i];
        has_all = has_all || rd_run_is_all(run);
        if (rd_run_is_all(run))
            add_all(context, run, errors);
        else
            add_job(context, run, rd_algorithm_named(run->algorithm));
    }
    if (context->settings.algorithm && context->entry_count == 0 && errors->count == 0)
        refuse_wanted(context, has_all, errors);
}

/* The bound that is to count alone. */
static void find_bound(struct rd_run_context *context, struct rd_error_list *errors)
{
    const char *name = context->settings.bound;
    const struct rd_problem_bound *bound = rd_problem_bound_named(name);
    const struct rd_problem_bound *nearest = bound ? NULL : rd_problem_bound_nearest(name);
    context->only_bound = bound;
    if (bound && bound->claimed)
        rd_error_list_add(errors, RD_ERROR_USAGE, NULL, 0,
                          "--bound %s: it is only claimed, and wrong: one that holds is accepted",
                          name);
    else if (!bound)
        rd_error_list_add(errors, RD_ERROR_USAGE, NULL, 0,
                          "--bound %.100s: what `redist list bounds` names is accepted%s%s%s", name,
                          nearest ? " (did you mean \"" : "", nearest ? nearest->name : "",
                          nearest ? "\"?)" : "");
}

bool rd_run_context_read(const struct rd_run_context_settings *settings,
                         struct rd_run_context *context, struct rd_error_list *errors)
{
    *context = (struct rd_run_context){.settings = *settings, .opened_s = rd_now_s()};
    rd_arena_open(&context->arena, 0);
    rd_arena_open(&context->run_arena, 0);
    rd_arena_open(&context->scratch, 0);
    *errors = (struct rd_error_list){.arena = &context->arena};
    const char *wanted = settings->algorithm;
    bool is_known = wanted && (rd_algorithm_named(wanted) || strcmp(wanted, "all") == 0);
    struct rd_scenario_settings reading = {.ret_known = &context->scenario,
                                           .set = context->settings.set,
                                           .set_count = context->settings.set_count,
                                           .allowed_folder = settings->allowed_folder,
                                           .kept = settings->kept,
                                           .check_run = check_run,
                                           .check_context = context,
                                           .runs_optional = settings->runs_optional || wanted,
                                           .only_algorithm = is_known ? wanted : NULL,
                                           .places_objects = settings->places_objects,
                                           .plans_only = settings->plans_only,
                                           .tells_of_switches = settings->tells_of_switches,
                                           .alone_folder = settings->alone_folder,
                                           .alone_without_expect = settings->ignore_expectations};
    bool read = settings->scenario_text
                    ? rd_scenario_read_text(settings->scenario_path, settings->scenario_text,
                                            settings->scenario_size, &reading, &context->arena,
                                            &context->scenario, errors)
                    : rd_scenario_read(settings->scenario_path, &reading, &context->arena,
                                       &context->scenario, errors);
    if (read)
        rd_run_list_fill(context, errors);
    if (settings->bound)
        find_bound(context, errors);
    return read;
}

int rd_run_context_open(const struct rd_run_context_settings *settings,
                        struct rd_run_context *context)
{
    struct rd_error_list errors;
    /* Whoever fixes a scenario wants to see all that is wrong: algorithms' names, too. */
    if (rd_run_context_read(settings, context, &errors))
        rd_run_context_load(context, &errors);
    if (errors.count == 0)
        return 0;
    rd_error_list_print(stderr, &errors);
    return rd_error_list_exit_status(&errors);
}
