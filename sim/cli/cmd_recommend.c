/* redist recommend: which algorithm to use, how far it is from the least time at most, and why. */
#include "commands.h"
#include "result_files.h"
#include "sim/cli/sensitivity/write_robust.h"

#include "algorithms/star/deadlines.h"
#include "sim/base/number_text.h"
#include "sim/model/trace.h"
#include "sim/report/tables.h"
#include "sim/report/terminal.h"
#include "sim/run/job_queue.h"
#include "sim/run/piece_sizes.h"
#include "sim/run/survey.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LABEL_WIDTH = 10 }; /* "use       " */

struct arguments {
    struct rd_run_context_settings context;
    double within_s;
    double by_s; /* NAN: not asked */
    int64_t job_count;
    int64_t robust;          /* -1: not asked */
    const char *slower_path; /* or NULL */
    const char *out;         /* or NULL */
    bool dates;
};

static const struct rd_argument accepted[] = {
    {RD_SECONDS("within", "S", within_s,
                "Stop planning after S seconds of wall clock (default: 60)")},
    {RD_INTEGER("jobs", "N", job_count, 1, RD_JOBS_LIMIT,
                "Number of plans that are made at a time (default: 1)")},
    {RD_SECONDS("by", "T", by_s,
                "Answer instead: can all be done by T seconds? Of a star, draw deadlines")},
    {RD_INTEGER("robust", "G", robust, 0, 1000,
                "Answer instead: which plan ends the soonest in its worst case, if up to G of the "
                "links that <slower> names are slow?")},
    {RD_TEXT("slower", "FILE", slower_path,
             "With --robust: a CSV with the columns link and factor, in the place of <slower>")},
    {RD_TEXT("out", "PLAN.csv", out,
             "Write the plan that is named (with --by: that ends by then), as redist plan --out")},
    {RD_FLAG("dates", dates, "With --out: as a trace, as redist plan --dates")},
    {RD_END},
};

static void check(struct argp_state *state, void *given)
{
    const struct arguments *arguments = given;
    if (arguments->slower_path && arguments->robust < 0)
        argp_error(state, "--slower: it is for --robust");
    if (arguments->job_count > 1 && arguments->robust >= 0)
        argp_error(state, "--jobs and --robust: one of them is accepted");
    if (arguments->robust >= 0 && !isnan(arguments->by_s))
        argp_error(state, "--by and --robust: one of them is accepted");
    if (arguments->dates && !arguments->out)
        argp_error(state, "--dates: it is for --out");
}

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml",
    .doc =
        "Plans with every algorithm that accepts the scenario, whatever its <run> elements say, "
        "and names the one with the shortest plan, how far it can be from the least time, what "
        "it moves, and why it is chosen; also one that is at most 1 % longer and moves less; and "
        "the best size of items of generated copies, of some that are tried. "
        "Nothing is simulated. Algorithms made for the shape go first, searches last; planning "
        "ends where a plan is proved to be the shortest.\v"
        "Examples:\n"
        "  redist recommend scenarios/ring_two_way_unequal.xml\n"
        "  redist recommend scenarios/graph_torus.xml --within 5 --out plan.csv\n"
        "  redist recommend scenarios/star_table_1.xml --by 12\n",
    .argument = accepted,
    RD_SCENARIO_AT(context),
    .finish = check,
};

/* --- "can all end by T?" on a star, drawn ----------------------------------------------------- */

enum { WIDTH = 48 };

/* A line from 0 to T, without marks. */
static char *empty_line(struct rd_arena *scratch)
{
    char *line = rd_take(scratch, WIDTH + 1, char);
    memset(line, '.', WIDTH);
    return line;
}

/* Dates are marked in the part of the line that ends with them. */
static void mark(char *line, int64_t date, int64_t by, char with)
{
    if (date < 0 || date > by || by == 0)
        return;
    int place = (int)ceil((double)date * WIDTH / (double)by) - 1;
    line[place < 0 ? 0 : place] = with;
}

/* When the items that must be sent are with the master. */
static char *arrivals_of(const struct rd_star_demand *demand, struct rd_arena *scratch)
{
    char *line = empty_line(scratch);
    for (uint32_t i = 0; i < demand->star.worker_count; i++)
        for (int64_t k = 0; k < demand->arrivals[i].count; k++)
            mark(line, demand->arrivals[i].first + k * demand->arrivals[i].every, demand->date,
                 '>');
    return line;
}

/* A line of the master, on which each item that must be sent is marked where it can be there at the
 * earliest, and a line of each worker, on which each item that it may receive is marked where it
 * must have come. Nothing where the instance is no star whose items are to be computed. */
static void draw_star_deadlines(FILE *out, const struct rd_instance *instance, double by_s,
                                struct rd_arena *scratch)
{
    struct rd_star_demand demand;
    if (!rd_star_demand_find(instance, by_s, scratch, &demand))
        return;
    const struct rd_star *star = &demand.star;
    static const struct rd_sheet_column column[] = {{"host", RD_IN_TABLE},
                                                    {"holds", RD_IN_TABLE | RD_RIGHT},
                                                    {"sends", RD_IN_TABLE | RD_RIGHT},
                                                    {"takes", RD_IN_TABLE | RD_RIGHT},
                                                    {"from 0 to T", RD_IN_TABLE}};
    struct rd_sheet sheet = rd_sheet_open(column, sizeof column / sizeof *column, scratch);
    for (uint32_t host = 0; host <= star->worker_count; host++) {
        rd_sheet_print(&sheet, "%s", rd_label(instance, host));
        if (host == star->worker_count) { /* the master */
            for (int i = 0; i < 3; i++)
                rd_sheet_text(&sheet, "");
            rd_sheet_text(&sheet, arrivals_of(&demand, scratch));
            continue;
        }
        int64_t room = rd_star_capacity(star, host, demand.date);
        char *line = empty_line(scratch);
        for (int64_t l = 1; l <= room && l <= demand.excess; l++)
            mark(line, demand.date - l * star->w[host], demand.date, '|');
        rd_sheet_integer(&sheet, star->load[host]);
        rd_sheet_count(&sheet, -room, room < 0);
        rd_sheet_count(&sheet, room, room > 0);
        rd_sheet_text(&sheet, line);
    }
    char text[RD_NUMBER_SIZE];
    fprintf(out,
            "\nT = %s s. SENDS: items that a host cannot compute by T; TAKES: items that it has "
            "time for\nbesides its own; | an item must have come, > an item can be at the "
            "master\n\n",
            rd_time_text(by_s, text));
    rd_sheet_write(out, RD_FORMAT_TABLE, &sheet);
}

/* --- the answer in words ---------------------------------------------------------------------- */

static void write_distance(FILE *out, const struct rd_survey *survey)
{
    const struct rd_trial *best = &survey->best_trial, *bound = &survey->bound;
    char bound_s[RD_NUMBER_SIZE], ratio[RD_NUMBER_SIZE];
    if (!isnan(best->searched_s)) {
        fprintf(out, "distance  none: all schedules were searched, and no legal one is shorter\n");
        return;
    }
    if (isnan(bound->bound_s)) {
        fprintf(out, "distance  unknown: no bound of all legal schedules is known\n");
        return;
    }
    rd_time_text(bound->bound_s, bound_s);
    const char *by = bound->bound_certified ? ", with a certificate" : "";
    if (!best->is_timed)
        fprintf(out,
                "distance  unknown: messages slow each other down; no legal schedule takes less "
                "than %s s (%s%s)\n",
                bound_s, bound->bound_name, by);
    else if (rd_survey_is_optimal(survey))
        fprintf(out, "distance  none: no legal schedule takes less than %s s (%s%s)\n", bound_s,
                bound->bound_name, by);
    else if (bound->bound_s > 0)
        fprintf(out,
                "distance  at most %s times the least time: no legal schedule takes less than %s s "
                "(%s%s)\n",
                rd_limit_text(best->planned_s / bound->bound_s, 5, ratio), bound_s,
                bound->bound_name, by);
    else
        fprintf(out, "distance  unknown: the greatest bound is 0 s (%s)\n", bound->bound_name);
}

/* Items are counted on each link. */
static void write_moves(FILE *out, const struct rd_survey *survey)
{
    const struct rd_trial *best = &survey->best_trial;
    const struct rd_surveyed *least = rd_survey_least_moving(survey, INFINITY);
    fprintf(out, "moves     %" PRId64 " item%s over links, in %" PRId64 " message%s",
            best->items_moved, best->items_moved == 1 ? "" : "s", best->messages,
            best->messages == 1 ? "" : "s");
    if (least->items_moved < best->items_moved)
        fprintf(out, "; the fewest of all plans made: %" PRId64 " (%s)", least->items_moved,
                least->algorithm->name);
    else if (survey->made_count > 1)
        fprintf(out, "; no plan that was made moves fewer");
    fprintf(out, "\n");
}

/* A plan that is hardly longer, and moves less. */
static void write_rival(FILE *out, const struct rd_survey *survey)
{
    char planned_s[RD_NUMBER_SIZE], percent[RD_NUMBER_SIZE];
    const struct rd_trial *best = &survey->best_trial;
    const struct rd_surveyed *rival = rd_survey_rival(survey);
    if (!rival)
        return;
    fprintf(out, "or        %s: %s s, ", rival->algorithm->name,
            rd_time_text(rival->planned_s, planned_s));
    fprintf(out, "%s %% longer",
            rd_limit_text(100 * (rival->planned_s / best->planned_s - 1), 2, percent));
    fprintf(out, ", moves %" PRId64 ": %" PRId64 " fewer\n", rival->items_moved,
            best->items_moved - rival->items_moved);
}

static void write_reason(FILE *out, const struct rd_survey *survey)
{
    char other_s[RD_NUMBER_SIZE], plan_ms[RD_NUMBER_SIZE], all_s[RD_NUMBER_SIZE];
    fprintf(out, "why       ");
    if (survey->second)
        fprintf(out, "the shortest of %zu plans (%s: %s s)", survey->made_count,
                survey->second->name, rd_time_text(survey->second_trial.planned_s, other_s));
    else
        fprintf(out, "the only plan that was made");
    fprintf(out, ", planned in %s ms",
            rd_time_text(round(survey->best_trial.plan_ms * 1000) / 1000, plan_ms));
    fprintf(out, ", all plans in %s s", rd_number_text(survey->spent_s, 2, all_s));
    if (rd_survey_is_optimal(survey))
        fprintf(out, "; no other can be shorter");
    if (*survey->unfinished)
        fprintf(out, "; not tried to the end: %s", survey->unfinished);
    if (!survey->best_trial.is_timed)
        fprintf(out, "; %s: `redist run` says how much messages slow each other down",
                survey->context->costs.shared);
    else if (survey->second && !survey->second_trial.is_timed)
        fprintf(out, "; in that one messages slow each other down");
    fprintf(out, "\n");
}

/* Of how many bytes an item should be. */
static void write_sizes(FILE *out, const struct rd_piece_sizes *sizes)
{
    char best_s[RD_NUMBER_SIZE], own_s[RD_NUMBER_SIZE];
    const struct rd_piece_size *best = &sizes->best, *own = &sizes->own;
    if (sizes->tried_count < 2)
        return;
    fprintf(out, "pieces    ");
    if (best->bytes == own->bytes)
        fprintf(out, "piece-bytes %" PRId64 ", the scenario's, is", own->bytes);
    else
        fprintf(out, "piece-bytes %" PRId64 ": %s s (%s), and %s s with the scenario's %" PRId64,
                best->bytes, rd_time_text(best->planned_s, best_s), best->by->name,
                rd_time_text(own->planned_s, own_s), own->bytes);
    fprintf(out, "%s the best of %zu sizes\n", best->bytes == own->bytes ? "" : ";",
            sizes->tried_count);
}

/* Plans and bounds are of nominal costs in the exact model. */
static void write_limits(FILE *out, const struct rd_survey *survey)
{
    const char *model = rd_run_context_model(survey->context);
    if (strcmp(model, "exact") != 0)
        fprintf(
            out,
            "limits    this holds for the exact model and nominal bandwidths, and the scenario's "
            "model is %s:\n          `redist run` says how long the plan takes there\n",
            model);
}

/* "Can all be done by T?" */
static void write_decision(FILE *out, const struct rd_survey *survey)
{
    char planned_s[RD_NUMBER_SIZE] = "", bound_s[RD_NUMBER_SIZE];
    if (survey->best)
        rd_time_text(survey->best_trial.planned_s, planned_s);
    const struct rd_trial *bound = &survey->bound;
    if (rd_survey_is_early(survey))
        fprintf(out, "yes       the plan of %s ends at %s s\n", survey->best->name, planned_s);
    else if (rd_survey_is_too_early(survey) && bound->bound_s > survey->by_s)
        fprintf(out, "no        no legal schedule takes less than %s s (%s%s)\n",
                rd_time_text(bound->bound_s, bound_s), bound->bound_name,
                bound->bound_certified ? ", with a certificate" : "");
    else if (rd_survey_is_too_early(survey))
        fprintf(out, "no        all schedules were searched by %s: the shortest takes %s s\n",
                survey->best->name, planned_s);
    else if (survey->best)
        fprintf(out,
                "open      the shortest plan takes %s s (%s), and nothing proves that none is "
                "shorter%s%s\n",
                planned_s, survey->best->name,
                *survey->unfinished ? "; not tried to the end: " : "", survey->unfinished);
    else
        fprintf(out, "open      no plan was made%s%s\n",
                *survey->unfinished ? "; not tried to the end: " : "", survey->unfinished);
}

/* What was found. */
struct answer {
    struct rd_survey survey;
    struct rd_piece_sizes sizes;
};

/* All that is said in words. */
static void write_answer(FILE *out, const void *what)
{
    const struct answer *answer = what;
    const struct rd_survey *survey = &answer->survey;
    char planned_s[RD_NUMBER_SIZE];
    if (!isnan(survey->by_s)) {
        write_decision(out, survey);
    } else {
        fprintf(out, "use       %s: %s s\n", survey->best->name,
                rd_time_text(survey->best_trial.planned_s, planned_s));
        write_distance(out, survey);
        write_moves(out, survey);
        write_rival(out, survey);
        write_reason(out, survey);
        write_sizes(out, &answer->sizes);
    }
    write_limits(out, survey);
}

/* --- whose turn it is ------------------------------------------------------------------------- */

static const struct rd_progress on_terminal = {.on_terminal = true};

static void show_turn(const char *algorithm, size_t made_count)
{
    rd_progress_write(&on_terminal, "planning by %s; %zu plan%s so far", algorithm, made_count,
                      made_count == 1 ? "" : "s");
}

/* Plans, with a line on a terminal that says by whom. */
static bool survey_all(struct rd_run_context *context, const struct arguments *arguments,
                       struct answer *ret_answer, struct rd_error *reterr)
{
    bool watched = isatty(STDERR_FILENO);
    struct rd_survey_question question = {.within_s = arguments->within_s,
                                          .by_s = arguments->by_s,
                                          .job_count = (size_t)arguments->job_count,
                                          .watch = watched ? show_turn : NULL};
    ret_answer->sizes.tried_count = 0;
    bool done = isnan(question.by_s)
                    ? rd_piece_sizes_run(context, &question, &ret_answer->survey,
                                         &ret_answer->sizes, reterr)
                    : rd_survey_run(context, &question, &ret_answer->survey, reterr);
    if (watched)
        rd_progress_clear(&on_terminal);
    return done;
}

/* Writes the plan that is named, which was made in another process, and so is made once more.
 * Returns: the exit status. */
static int write_named_plan(struct rd_run_context *context, const struct rd_survey *survey,
                            const struct arguments *arguments)
{
    const char *path = arguments->out;
    struct rd_error error;
    struct rd_outcome outcome;
    if (!isnan(survey->by_s) && !rd_survey_is_early(survey))
        return rd_complain(RD_ERROR_REFUSED, "%s: not written: there is no plan that ends by then",
                           path);
    if (!rd_trial_plan(context, survey->best, &outcome, &error))
        return rd_give_up(&error);
    if (!outcome.plan)
        return rd_complain(RD_ERROR_RUN, "%s: not written: %s has no plan to keep: %s", path,
                           survey->best->name, outcome.result.message);
    return rd_write_schedule_file(path, context, outcome.plan, arguments->dates, &error)
               ? 0
               : rd_give_up(&error);
}

static int recommend(struct rd_run_context *context, const void *given)
{
    const struct arguments *arguments = given;
    struct rd_error error;
    struct answer answer;
    if (arguments->robust >= 0) {
        struct rd_robust_request request = {.most = arguments->robust,
                                            .slower_path = arguments->slower_path,
                                            .out_path = arguments->out,
                                            .dated = arguments->dates,
                                            .within_s = arguments->within_s};
        return rd_recommend_robust(context, &request);
    }
    if (!survey_all(context, arguments, &answer, &error))
        return rd_give_up(&error);
    const struct rd_survey *survey = &answer.survey;
    if (isnan(survey->by_s) && !survey->best) {
        fprintf(stderr, "redist: no algorithm planned this scenario%s%s: `redist check` says why\n",
                *survey->unfinished ? "; not tried to the end: " : "", survey->unfinished);
        return rd_error_exit_status(RD_ERROR_REFUSED);
    }
    bool alone = arguments->out && strcmp(arguments->out, "-") == 0;
    rd_terminal_fold(alone ? stderr : stdout, LABEL_WIDTH, write_answer, &answer);
    if (!isnan(survey->by_s) && !alone)
        draw_star_deadlines(stdout, &context->instance, survey->by_s, &context->run_arena);
    return arguments->out ? write_named_plan(context, survey, arguments) : 0;
}

int rd_cmd_recommend(int argc, char **argv)
{
    struct arguments arguments = {
        .context.runs_optional = true, .within_s = 60, .by_s = NAN, .job_count = 1, .robust = -1};
    rd_verb_parse(&verb, argc, argv, &arguments);
    arguments.context.plans_only = arguments.robust < 0; /* slow links have names */
    return rd_with_run_context(&arguments.context, recommend, &arguments);
}
