/* redist recommend: which algorithm to use, how far it is from the least time at most, and why. */
#include "commands.h"

#include "algorithms/algorithm.h"
#include "algorithms/star/star.h"
#include "sim/base/clock.h"
#include "sim/base/number_text.h"
#include "sim/model/trace.h"
#include "sim/report/tables.h"
#include "sim/report/terminal.h"
#include "sim/run/trial.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LABEL_WIDTH = 10 }; /* "use       " */

struct arguments {
    struct rd_run_context_settings context;
    double within_s;
    double by_s; /* NAN: not asked */
};

static const struct rd_argument accepted[] = {
    {RD_SECONDS("within", "S", within_s,
                "Stop planning after S seconds of wall clock (default: 60)")},
    {RD_SECONDS("by", "T", by_s,
                "Answer instead: can all be done by T seconds? Of a star, draw deadlines")},
    {RD_END},
};

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml",
    .doc = "Plans with every algorithm that accepts the scenario, whatever its <run> elements say, "
           "and names the one with the shortest plan, how far it can be from the least time, what "
           "it moves, and why it is chosen; also one that is at most 1 % longer and moves less. "
           "Nothing is simulated. Algorithms made for the shape go first, searches last; planning "
           "ends where a plan is proved to be the shortest.\v"
           "Examples:\n"
           "  redist recommend scenarios/ring_two_way_unequal.xml\n"
           "  redist recommend scenarios/graph_torus.xml --within 5\n"
           "  redist recommend scenarios/star_table_1.xml --by 12\n",
    .argument = accepted,
    RD_SCENARIO_AT(context),
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

/* When the items that must be sent are with the master, the cheapest ways first. */
static char *arrivals_of(const struct rd_star *star, int64_t by, struct rd_arena *scratch)
{
    char *line = empty_line(scratch);
    uint32_t *cheapest = rd_star_by_up(star, scratch);
    int64_t date = 0;
    for (uint32_t i = 0; i < star->worker_count; i++)
        for (int64_t k = rd_star_capacity(star, cheapest[i], by); k < 0 && date <= by; k++) {
            date += star->up[cheapest[i]];
            mark(line, date, by, '>');
        }
    return line;
}

/* A line of the master, on which each item that must be sent is marked where it can be there at the
 * earliest, and a line of each worker, on which each item that it may receive is marked where it
 * must have come. Nothing where the instance is no star whose items are to be computed. */
static void draw_star_deadlines(FILE *out, const struct rd_instance *instance, double by_s,
                                struct rd_arena *scratch)
{
    struct rd_error error;
    if (instance->topology.shape != RD_STAR || instance->goal != RD_FINISH ||
        !rd_star_accepts(instance, "this picture", &error))
        return;
    struct rd_star star = rd_star_read(instance, scratch);
    /* A date that is a whole number of units is one, though the division may round it down. */
    int64_t by = (int64_t)fmin(floor(by_s / star.unit_s * (1 + 1e-12)), 0x1p60);
    static const struct rd_sheet_column column[] = {{"host", RD_IN_TABLE},
                                                    {"holds", RD_IN_TABLE | RD_RIGHT},
                                                    {"sends", RD_IN_TABLE | RD_RIGHT},
                                                    {"takes", RD_IN_TABLE | RD_RIGHT},
                                                    {"from 0 to T", RD_IN_TABLE}};
    struct rd_sheet sheet = rd_sheet_open(column, sizeof column / sizeof *column, scratch);
    int64_t excess = rd_star_excess(&star, by);
    for (uint32_t host = 0; host <= star.worker_count; host++) {
        rd_sheet_print(&sheet, "%s", rd_label(instance, host));
        if (host == star.worker_count) { /* the master */
            for (int i = 0; i < 3; i++)
                rd_sheet_text(&sheet, "");
            rd_sheet_text(&sheet, arrivals_of(&star, by, scratch));
            continue;
        }
        int64_t room = rd_star_capacity(&star, host, by);
        char *line = empty_line(scratch);
        for (int64_t l = 1; l <= room && l <= excess; l++)
            mark(line, by - l * star.w[host], by, '|');
        rd_sheet_integer(&sheet, star.load[host]);
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

/* --- plans, and the best of them -------------------------------------------------------------- */

/* A plan that was made. */
struct made {
    const struct rd_algorithm *algorithm;
    double planned_s;
    int64_t items_moved;
    bool is_timed;
};

/* What was found out so far. */
struct survey {
    struct rd_run_context *context;
    double end_s; /* of the clock: when planning has to end */
    double by_s;  /* of the question; NAN: not asked */
    const struct rd_algorithm *best, *second;
    struct rd_trial best_trial, second_trial;
    struct rd_trial bound; /* the one with the greatest bound */
    struct made *made;     /* [made_count] */
    size_t made_count;
    const char *unfinished; /* names, or "" */
};

/* Algorithms made for the shape, those for any network, searches: 0, 1, 2. */
static int turn_of(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    if (rd_algorithm_guarantee(algorithm, instance) == RD_EXACT)
        return 2;
    return algorithm->shape == RD_ANY_SHAPE;
}

static bool is_candidate(const struct survey *survey, const struct rd_algorithm *algorithm,
                         int turn)
{
    const struct rd_instance *instance = &survey->context->instance;
    struct rd_options defaults = {.spec = algorithm->options, .seed = 1};
    return algorithm->guarantee != RD_REFUTED && turn_of(algorithm, instance) == turn &&
           rd_algorithm_takes_shape(algorithm, instance->topology.shape) &&
           rd_runs_accept(survey->context, algorithm, &defaults, NULL);
}

/* Is the best plan known to be the shortest? */
static bool is_optimal(const struct survey *survey)
{
    return survey->best && survey->best_trial.is_timed &&
           (survey->best_trial.searched_all ||
            rd_times_agree(survey->best_trial.planned_s, survey->bound.bound_s,
                           survey->best_trial.planned_s));
}

/* How long a plan takes whose messages slow each other down only a simulation can tell.
 * In: other: NULL if there is none. */
static bool is_better(const struct rd_trial *trial, const struct rd_trial *other)
{
    if (!other || trial->is_timed != other->is_timed)
        return !other || trial->is_timed;
    /* Of equal plans the one of a search, which knows that it is the shortest. */
    return trial->planned_s < other->planned_s ||
           (trial->searched_all && trial->planned_s == other->planned_s);
}

/* Is some plan as short as the question asks? */
static bool is_early(const struct survey *survey)
{
    return survey->best && survey->best_trial.is_timed &&
           (survey->best_trial.planned_s <= survey->by_s ||
            rd_times_agree(survey->best_trial.planned_s, survey->by_s, survey->by_s));
}

/* Is it known that no schedule is? */
static bool is_too_early(const struct survey *survey)
{
    if (is_early(survey))
        return false;
    return (survey->bound.bound_s > survey->by_s &&
            !rd_times_agree(survey->bound.bound_s, survey->by_s, survey->by_s)) ||
           (!isnan(survey->by_s) && is_optimal(survey));
}

static bool is_settled(const struct survey *survey)
{
    return isnan(survey->by_s) ? is_optimal(survey) : is_early(survey) || is_too_early(survey);
}

static void take_trial(struct survey *survey, const struct rd_algorithm *algorithm,
                       const struct rd_trial *trial)
{
    if (!isnan(trial->bound_s) && !(trial->bound_s <= survey->bound.bound_s))
        survey->bound = *trial;
    if (trial->end == RD_TRIAL_STOPPED || trial->end == RD_TRIAL_FAILED)
        survey->unfinished =
            rd_arena_print(&survey->context->arena, "%s%s%s (%s)", survey->unfinished,
                           *survey->unfinished ? ", " : "", algorithm->name,
                           trial->end == RD_TRIAL_STOPPED ? "no time left" : trial->message);
    if (trial->end != RD_TRIAL_PLANNED || isnan(trial->planned_s))
        return;
    rd_arena_add(&survey->context->arena, survey->made, survey->made_count,
                 (struct made){algorithm, trial->planned_s, trial->items_moved, trial->is_timed});
    if (is_better(trial, survey->best ? &survey->best_trial : NULL)) {
        survey->second = survey->best;
        survey->second_trial = survey->best_trial;
        survey->best = algorithm;
        survey->best_trial = *trial;
    } else if (is_better(trial, survey->second ? &survey->second_trial : NULL)) {
        survey->second = algorithm;
        survey->second_trial = *trial;
    }
}

static bool plan_with_all(struct survey *survey, struct rd_error *reterr)
{
    enum { TURNS = 3 };
    for (int turn = 0; turn < TURNS; turn++)
        for (size_t i = 0; i < rd_algorithm_count && !is_settled(survey); i++) {
            struct rd_trial trial = {.end = RD_TRIAL_STOPPED, .planned_s = NAN, .bound_s = NAN};
            if (!is_candidate(survey, rd_algorithms[i], turn))
                continue;
            double left_s = survey->end_s - rd_now_s();
            if (left_s > 0 &&
                !rd_trial_run(survey->context, rd_algorithms[i], left_s, &trial, reterr))
                return false;
            take_trial(survey, rd_algorithms[i], &trial);
        }
    return true;
}

static void write_distance(FILE *out, const struct survey *survey)
{
    const struct rd_trial *best = &survey->best_trial, *bound = &survey->bound;
    char bound_s[RD_NUMBER_SIZE], ratio[RD_NUMBER_SIZE];
    if (best->searched_all) {
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
    else if (is_optimal(survey))
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

/* The plan that moves the fewest items, the shortest of several. In: factor, how many times as long
 * as the best it may be. Those whose messages slow each other down, so that nobody knows their
 * time, are left out unless it is INFINITY. Returns: NULL if there is none. */
static const struct made *least_moving(const struct survey *survey, double factor)
{
    const struct made *least = NULL;
    double limit_s = survey->best_trial.planned_s * factor;
    for (const struct made *made = survey->made; made < survey->made + survey->made_count; made++) {
        bool is_known = made->is_timed && survey->best_trial.is_timed;
        if (isfinite(factor) && !(is_known && made->planned_s <= limit_s))
            continue;
        if (!least || made->items_moved < least->items_moved ||
            (made->items_moved == least->items_moved && made->planned_s < least->planned_s))
            least = made;
    }
    return least;
}

/* Items are counted on each link. */
static void write_moves(FILE *out, const struct survey *survey)
{
    const struct rd_trial *best = &survey->best_trial;
    const struct made *least = least_moving(survey, INFINITY);
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
static void write_rival(FILE *out, const struct survey *survey)
{
    static const double hardly = 1.01;
    char planned_s[RD_NUMBER_SIZE], percent[RD_NUMBER_SIZE];
    const struct rd_trial *best = &survey->best_trial;
    const struct made *rival = least_moving(survey, hardly);
    if (!rival || rival->items_moved >= best->items_moved)
        return;
    fprintf(out, "or        %s: %s s, ", rival->algorithm->name,
            rd_time_text(rival->planned_s, planned_s));
    if (rd_times_agree(rival->planned_s, best->planned_s, best->planned_s))
        fprintf(out, "as long");
    else
        fprintf(out, "%s %% longer",
                rd_limit_text(100 * (rival->planned_s / best->planned_s - 1), 2, percent));
    fprintf(out, ", moves %" PRId64 ": %" PRId64 " fewer\n", rival->items_moved,
            best->items_moved - rival->items_moved);
}

static void write_reason(FILE *out, const struct survey *survey)
{
    char other_s[RD_NUMBER_SIZE], plan_ms[RD_NUMBER_SIZE];
    fprintf(out, "why       ");
    if (survey->second)
        fprintf(out, "the shortest of %zu plans (%s: %s s)", survey->made_count,
                survey->second->name, rd_time_text(survey->second_trial.planned_s, other_s));
    else
        fprintf(out, "the only plan that was made");
    fprintf(out, ", planned in %s ms",
            rd_time_text(round(survey->best_trial.plan_ms * 1000) / 1000, plan_ms));
    if (is_optimal(survey))
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

/* Plans and bounds are of nominal costs in the exact model. */
static void write_limits(FILE *out, const struct survey *survey)
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
static void write_decision(FILE *out, const struct survey *survey)
{
    char planned_s[RD_NUMBER_SIZE] = "", bound_s[RD_NUMBER_SIZE];
    if (survey->best)
        rd_time_text(survey->best_trial.planned_s, planned_s);
    const struct rd_trial *bound = &survey->bound;
    if (is_early(survey))
        fprintf(out, "yes       the plan of %s ends at %s s\n", survey->best->name, planned_s);
    else if (is_too_early(survey) && bound->bound_s > survey->by_s)
        fprintf(out, "no        no legal schedule takes less than %s s (%s%s)\n",
                rd_time_text(bound->bound_s, bound_s), bound->bound_name,
                bound->bound_certified ? ", with a certificate" : "");
    else if (is_too_early(survey))
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

/* All that is said in words. */
static void write_answer(FILE *out, const void *what)
{
    const struct survey *survey = what;
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
    }
    write_limits(out, survey);
}

static int recommend(struct rd_run_context *context, const void *given)
{
    const struct arguments *arguments = given;
    struct rd_error error;
    struct survey survey = {.context = context,
                            .end_s = rd_now_s() + arguments->within_s,
                            .by_s = arguments->by_s,
                            .bound = {.bound_s = NAN},
                            .unfinished = ""};
    if (!plan_with_all(&survey, &error))
        return rd_give_up(&error);
    if (isnan(survey.by_s) && !survey.best) {
        fprintf(stderr, "redist: no algorithm planned this scenario%s%s: `redist check` says why\n",
                *survey.unfinished ? "; not tried to the end: " : "", survey.unfinished);
        return rd_error_exit_status(RD_ERROR_REFUSED);
    }
    rd_terminal_fold(stdout, LABEL_WIDTH, write_answer, &survey);
    if (!isnan(survey.by_s))
        draw_star_deadlines(stdout, &context->instance, survey.by_s, &context->run_arena);
    return 0;
}

int rd_cmd_recommend(int argc, char **argv)
{
    struct arguments arguments = {.context.runs_optional = true, .within_s = 60, .by_s = NAN};
    rd_verb_parse(&verb, argc, argv, &arguments);
    return rd_with_run_context(&arguments.context, recommend, &arguments);
}
