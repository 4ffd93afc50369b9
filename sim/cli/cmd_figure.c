/* redist figure: a figure or table of a paper, made again and judged. */
#include "sim/report/output_file.h"
#include "sim/figures/figure_jobs.h"
#include "sim/figures/figure_manifest.h"
#include "commands.h"

#include "sim/figures/figure.h"
#include "sim/figures/publish.h"
#include "sim/report/terminal.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct arguments {
    const char *name[RD_FIGURE_LIMIT]; /* [name_count], or "all" */
    size_t name_count;
    const struct rd_figure *figure[RD_FIGURE_LIMIT]; /* [figure_count] */
    size_t figure_count;
    const char *folder;
    bool full, only_missing;
    int64_t job_count; /* 0: as many as there are processors */
};

static const struct rd_progress on_terminal = {.on_terminal = true};

static void show_progress(const char *doing)
{
    rd_progress_write(&on_terminal, "%s", doing);
}

static unsigned processor_count(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > RD_FIGURE_JOBS_LIMIT ? RD_FIGURE_JOBS_LIMIT : (unsigned)count;
}

/* Makes, publishes and judges one figure. Returns: false on an error, with *reterr. */
static bool make_figure(const struct rd_figure *figure, const struct arguments *arguments,
                        size_t *not_met, struct rd_error *reterr)
{
    rd_arena_own(arena);
    bool watched = isatty(STDERR_FILENO);
    struct rd_figure_settings settings = {
        .full = arguments->full,
        .progress = watched ? show_progress : NULL,
        .folder = arguments->folder,
        .goes_on = arguments->only_missing,
        .worker_count = (int)(arguments->job_count ? arguments->job_count : processor_count())};
    struct rd_figure_data data;
    rd_figure_open(&data, &arena);
    struct rd_figure_outcome outcome = {.made = false};
    rd_figure_complete(figure, &settings, &data, &outcome);
    if (watched)
        rd_progress_clear(&on_terminal);
    bool made = outcome.made;
    if (made) {
        *not_met = outcome.not_met;
        made = rd_figure_print_verdicts(stdout, figure, &data) || ferror(stdout);
    } else {
        *reterr = outcome.error;
    }
    rd_figure_close(&data);
    return made;
}

static error_t take_name(struct argp_state *state, void *given, const char *option, char *text)
{
    struct arguments *arguments = given;
    (void)option;
    if (arguments->name_count == RD_FIGURE_LIMIT)
        rd_refuse_argument(state, text);
    arguments->name[arguments->name_count++] = text;
    return 0;
}

static void finish(struct argp_state *state, void *given)
{
    const struct arguments *arguments = given;
    rd_need_argument(state, arguments->name[0], "NAME");
}

static const struct rd_argument accepted[] = {
    {RD_OWN(NULL, "NAME", take_name, "")},
    {RD_TEXT("out", "DIR", folder, "Output folder (default: figures)")},
    {RD_FLAG("full", full, "The sizes of the papers, where the default ones are smaller")},
    {RD_FLAG("only-missing", only_missing,
             "Make those only that DIR lacks, or has of other versions, settings or inputs, with "
             "other data, or with a value that was not met")},
    {RD_INTEGER(
        "jobs", "N", job_count, 1, RD_FIGURE_JOBS_LIMIT,
        "Figures, or parts of one, made at the same time (default: the number of processors)")},
    {RD_END},
};

static const struct rd_verb verb = {
    .argument = accepted,
    .finish = finish,
    .args_doc = "NAME...|all",
    .doc = "Reproduces a figure or table of a paper: writes DIR/NAME.csv (data), NAME.gp (what "
           "draws it: change it for another style, or for LaTeX), NAME.svg, NAME.png and NAME.pdf "
           "(pictures) and NAME.verdicts.csv, and prints a verdict on every value; of a figure "
           "that is a sweep also NAME.db, its results. DIR/NAME.manifest.json has the versions, "
           "the settings and the SHA-256 of every file. Several figures are made in parallel; then "
           "DIR/manifest.json has them all. What was interrupted goes on with --only-missing.\v"
           "Exit status 1 if a value is outside its accepted interval.\n\n"
           "Examples:\n"
           "  redist list figures\n"
           "  redist figure lau-table1\n"
           "  redist figure all --out pictures --only-missing\n",
};

/* The nearest name to one that is no figure. */
static int unknown_figure(const char *name)
{
    const char *names[256];
    size_t count = 0;
    for (; rd_figures[count]; count++) {
        rd_assert(count < sizeof names / sizeof *names);
        names[count] = rd_figures[count]->name;
    }
    const char *nearest = rd_nearest_name(name, names, count);
    return rd_complain(
        RD_ERROR_USAGE, "redist: unknown figure \"%s\"%s%s%s: redist list figures lists all", name,
        nearest ? " (did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?)" : "");
}

/* Each once, in the order in which they are first named. */
static void add_figure(struct arguments *arguments, const struct rd_figure *figure)
{
    for (size_t i = 0; i < arguments->figure_count; i++)
        if (arguments->figure[i] == figure)
            return;
    rd_assert(arguments->figure_count < RD_FIGURE_LIMIT);
    arguments->figure[arguments->figure_count++] = figure;
}

/* Of some figures those that are to be made. */
struct choice {
    const struct rd_figure *figure[RD_FIGURE_LIMIT]; /* [count] */
    size_t count;
    size_t at[RD_FIGURE_LIMIT]; /* [count], where they stand among all */
};

/* Leaves out those that are made, if that is asked for. Returns: an outcome for each figure. */
static bool choose(const struct arguments *arguments, struct choice *ret_choice,
                   struct rd_arena *arena, struct rd_figure_outcome **ret_outcome,
                   struct rd_error *reterr)
{
    struct rd_figure_outcome *outcome =
        rd_take(arena, arguments->figure_count, struct rd_figure_outcome);
    *ret_choice = (struct choice){.count = 0};
    for (size_t i = 0; i < arguments->figure_count; i++) {
        if (arguments->only_missing &&
            !rd_figure_is_made(arguments->folder, arguments->full, arguments->figure[i], arena,
                               &outcome[i], reterr))
            return false;
        if (outcome[i].made)
            continue;
        ret_choice->at[ret_choice->count] = i;
        ret_choice->figure[ret_choice->count++] = arguments->figure[i];
    }
    if (ret_choice->count < arguments->figure_count)
        fprintf(stderr, "%zu of %zu figures are there\n",
                arguments->figure_count - ret_choice->count, arguments->figure_count);
    *ret_outcome = outcome;
    return true;
}

/* Makes several figures. In: outcome of all figures, which those that are made get. */
static bool make_chosen(const struct arguments *arguments, const struct choice *choice,
                        struct rd_figure_outcome *outcome, struct rd_arena *arena,
                        struct rd_error *reterr)
{
    const struct rd_figure_settings settings = {.full = arguments->full,
                                                .folder = arguments->folder,
                                                .goes_on = arguments->only_missing,
                                                .worker_count = 1};
    const struct rd_figure_outcome *made;
    unsigned jobs = arguments->job_count ? (unsigned)arguments->job_count : processor_count();
    if (!rd_figure_jobs_run(choice->figure, choice->count, &settings, jobs, arena, &made, reterr))
        return false;
    for (size_t i = 0; i < choice->count; i++)
        outcome[choice->at[i]] = made[i];
    return true;
}

/* Several figures. Returns: the exit status. */
static int make_several(const struct arguments *arguments)
{
    struct choice choice;
    struct rd_figure_outcome *outcome;
    struct rd_error error;
    int status = 0;
    rd_arena_own(arena);
    if (!rd_make_folder(arguments->folder, &error) ||
        !choose(arguments, &choice, &arena, &outcome, &error) ||
        (choice.count > 0 && !make_chosen(arguments, &choice, outcome, &arena, &error)) ||
        !rd_figure_manifest_write(arguments->folder, "manifest.json", arguments->full,
                                  arguments->figure, outcome, arguments->figure_count, &arena,
                                  &error))
        return rd_give_up(&error);
    for (size_t i = 0; status == 0 && i < arguments->figure_count; i++)
        if (!outcome[i].made)
            status = rd_error_exit_status(outcome[i].error.code);
        else if (outcome[i].not_met > 0)
            status = 1;
    return status;
}

/* One figure, which is watched. Returns: the exit status. */
static int make_only(const struct arguments *arguments)
{
    struct choice choice;
    struct rd_figure_outcome *outcome;
    struct rd_error error;
    size_t not_met = 0;
    rd_arena_own(arena);
    if (rd_make_folder(arguments->folder, &error) &&
        choose(arguments, &choice, &arena, &outcome, &error) &&
        (choice.count == 0 || make_figure(choice.figure[0], arguments, &not_met, &error)))
        return not_met > 0;
    return rd_give_up(&error);
}

/* Finds the figures by their names. Returns: 0 or the exit status. */
static int find_figures(struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->name_count; i++) {
        const char *name = arguments->name[i];
        if (strcmp(name, "all") == 0)
            for (size_t j = 0; rd_figures[j]; j++)
                add_figure(arguments, rd_figures[j]);
        else if (rd_figure_named(name))
            add_figure(arguments, rd_figure_named(name));
        else
            return unknown_figure(name);
    }
    return 0;
}

int rd_cmd_figure(int argc, char **argv)
{
    struct arguments arguments = {.folder = "figures"};
    rd_verb_parse(&verb, argc, argv, &arguments);
    int status = find_figures(&arguments);
    if (status != 0)
        return status;
    return arguments.figure_count > 1 ? make_several(&arguments) : make_only(&arguments);
}
