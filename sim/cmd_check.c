/* redist check: explains a scenario, and which algorithms accept it. */
#include "arguments.h"
#include "describe.h"
#include "execute.h"
#include "verbs.h"

#include "sim/core/referee.h"
#include "sim/report/text_table.h"

#include <stdio.h>

static error_t parse(int key, char *argument, struct argp_state *state)
{
    (void)argument;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = state->input;
    return 0;
}

static const struct argp argp = {
    .parser = parse,
    .args_doc = "SCENARIO.xml",
    .doc = "Validates a scenario and says what it means: hosts, costs, loads, goal, and for each "
           "algorithm of its shape whether it accepts the scenario or which hypothesis fails. All "
           "errors are found in one pass."
           "\v"
           "Examples:\n"
           "  redist check scenarios/ring_two_way_equal.xml\n"
           "  redist check scenarios/ring_two_way_equal.xml --set ports=all\n",
    .children = rd_scenario_arguments,
};

/* Options as the scenario gives them to the algorithm's first run; its defaults if it has none. */
static struct rd_options options_for(const struct rd_session *session,
                                     const struct rd_algorithm *algorithm)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    for (size_t i = 0; i < session->job_count; i++)
        if (session->job[i].algorithm == algorithm) {
            options.given = session->job[i].run->option;
            options.given_count = session->job[i].run->option_count;
            options.seed = session->job[i].run->seed;
            break;
        }
    return options;
}

/* What a plan's rows are is of no matter here. */
static void forget(struct rd_plan_reader *reader, const struct rd_plan *plan)
{
    (void)reader, (void)plan;
}

/* Some hypotheses show only in planning, so that is tried; a search for the optimum is not, since
 * it may take long and refuse only for that. */
static bool accepts(struct rd_session *session, const struct rd_algorithm *algorithm,
                    struct rd_error *reterr)
{
    struct rd_options options = options_for(session, algorithm);
    if (!rd_runs_accept(session, algorithm, &options, reterr))
        return false;
    if (algorithm->guarantee == RD_EXACT)
        return true;
    struct rd_arena_mark job_mark = rd_arena_mark(&session->job_arena);
    struct rd_arena_mark mark = rd_arena_mark(&session->scratch);
    struct rd_plan_reader nobody = {forget, RD_AUDIT_ROWS};
    struct rd_plan plan = {.reader = &nobody};
    bool planned = algorithm->plan(&session->instance, &options, &session->job_arena,
                                   &session->scratch, &plan, reterr);
    rd_arena_rewind(&session->scratch, mark);
    rd_arena_rewind(&session->job_arena, job_mark);
    return planned;
}

static const char *answer(struct rd_session *session, const struct rd_algorithm *algorithm)
{
    struct rd_error error;
    if (accepts(session, algorithm, &error))
        return algorithm->guarantee == RD_EXACT ? "accepts, if the search ends" : "accepts";
    return rd_arena_print(&session->arena, "refuses: %s", error.message);
}

static void write_algorithms(struct rd_session *session)
{
    static const struct rd_text_column column[] = {
        {"ALGORITHM", false}, {"GUARANTEE", false}, {"ANSWER", false}};
    enum { COLUMN_COUNT = sizeof column / sizeof *column };
    const char **cell = rd_take(&session->arena, rd_algorithm_count * COLUMN_COUNT, const char *);
    size_t row_count = 0;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        if (!rd_algorithm_takes_shape(algorithm, session->instance.topology.shape))
            continue;
        const char **row = cell + row_count++ * COLUMN_COUNT;
        row[0] = algorithm->name;
        row[1] = rd_guarantee_name(rd_algorithm_guarantee(algorithm, &session->instance));
        row[2] = answer(session, algorithm);
    }
    if (row_count == 0)
        printf("no algorithm is made for this shape\n");
    else
        rd_text_table_write(stdout, &(struct rd_text_table){column, COLUMN_COUNT, cell, row_count});
}

int rd_cmd_check(int argc, char **argv)
{
    struct rd_session_settings settings = {.runs_optional = true};
    struct rd_session session;
    rd_parse_arguments(&argp, argc, argv, &settings);
    int status = rd_session_open(&settings, &session);
    if (status == 0) {
        rd_describe_session(stdout, &session);
        putchar('\n');
        write_algorithms(&session);
    }
    rd_session_close(&session);
    return status;
}
