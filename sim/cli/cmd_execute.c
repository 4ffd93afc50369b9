/* redist execute: plans whose items really move, sent by MPI processes. */
#include "arguments.h"
#include "commands.h"
#include "result_rows.h"

#include "sim/base/number_text.h"
#include "sim/execute/execution.h"
#include "sim/execute/orders.h"
#include "sim/report/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct arguments {
    struct rd_run_context_settings context;
    struct rd_execution_settings execution;
};

static const struct rd_argument accepted[] = {
    {RD_TEXT("launcher", "COMMAND", execution.launcher,
             "Starts one process for each host, such as \"mpirun -n {n}\" (default: smpirun, which "
             "simulates MPI on the scenario's platform)")},
    {RD_TEXT("program", "FILE", execution.program,
             "What the processes run (default: as installed)")},
    {RD_SECONDS("time-limit", "S", execution.time_limit_s,
                "End an execution after S seconds of wall clock")},
    {RD_END},
};

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml",
    .doc =
        "Plans, simulates, and then executes each plan: one MPI process for each host sends real "
        "items, and every byte of them is verified at the end. Under SMPI, SimGrid's MPI, the time "
        "has to be that of the plan, or less where a plan in lock-step is played without "
        "barriers, and the order of messages is judged by the rules. Times of real machines are "
        "reported only. SMPI adds 16 bytes to each message: a scenario without message-bytes is "
        "planned with as many."
        "\v"
        "Examples:\n"
        "  redist execute scenarios/ring_two_way_unequal.xml\n"
        "  redist execute scenarios/switch_relabelling.xml --launcher \"mpirun -n {n}\"\n",
    .argument = accepted,
    .takes_scenario = true,
    .scenario_at = RD_AT(context),
};

enum column {
    ALGORITHM,
    STATUS,
    BOUND,
    PLANNED,
    SIMULATED,
    EXECUTED,
    RATIO,
    MESSAGES,
    VERIFIED,
    COLUMN_COUNT
};

static const struct rd_sheet_column columns[COLUMN_COUNT] = {
    [ALGORITHM] = {"algorithm", RD_IN_TABLE},
    [STATUS] = {"status", RD_IN_TABLE},
    [BOUND] = {"bound", RD_IN_TABLE | RD_RIGHT},
    [PLANNED] = {"planned", RD_IN_TABLE | RD_RIGHT},
    [SIMULATED] = {"simulated", RD_IN_TABLE | RD_RIGHT},
    [EXECUTED] = {"executed", RD_IN_TABLE | RD_RIGHT},
    [RATIO] = {"ratio", RD_IN_TABLE | RD_RIGHT},
    [MESSAGES] = {"messages", RD_IN_TABLE | RD_RIGHT},
    [VERIFIED] = {"verified", RD_IN_TABLE | RD_RIGHT},
};

/* All rows, as they are made. */
struct report {
    struct rd_run_context *context;
    const struct arguments *arguments;
    const char **cell;    /* [entry_count * COLUMN_COUNT] */
    const char **message; /* [entry_count] */
    size_t executed_count, failed_count;
};

static const char *seconds_text(double seconds, struct rd_arena *arena)
{
    char text[32];
    rd_time_text(seconds, text);
    return isnan(seconds) ? "-" : rd_arena_print(arena, "%s s", text);
}

/* Holds what SMPI did against the plan, or against the simulation where messages share links. */
static bool judge(struct report *report, const struct rd_outcome *outcome,
                  const struct rd_reports *reports, struct rd_error *reterr)
{
    const struct rd_plan *plan = outcome->plan;
    bool may_slow = report->context->instance.may_slow;
    double due_s = may_slow ? outcome->result.simulated_s : outcome->result.planned_s;
    struct rd_run_context *context = report->context;
    struct rd_verdict verdict;
    double executed_s = reports->executed_s;
    bool is_later = executed_s > due_s && !rd_times_agree(executed_s, due_s, due_s);
    bool is_earlier = executed_s < due_s && !rd_times_agree(executed_s, due_s, due_s);
    if (is_later || (is_earlier && plan->timing == RD_SELF_TIMED))
        return rd_fail(reterr, RD_ERROR_RUN, NULL, 0, "executed %.12g s, %s %.12g s", executed_s,
                       may_slow ? "simulated" : "planned", due_s);
    rd_referee_trace(&context->instance, &reports->trace, true, &context->run_arena,
                     &context->scratch, &verdict);
    return verdict.violation == RD_LEGAL ||
           rd_fail(reterr, RD_ERROR_RUN, NULL, 0, "executed: %s", verdict.message);
}

/* Executes the plan of a run. Returns: false if it was refused, or failed. */
static bool execute(struct report *report, const struct rd_outcome *outcome,
                    struct rd_reports *ret_reports, struct rd_error *reterr)
{
    struct rd_run_context *context = report->context;
    const struct rd_execution_settings *settings = &report->arguments->execution;
    struct rd_verdict verdict;
    if (!rd_orders_check(&context->instance, outcome->plan, reterr))
        return false;
    rd_referee_plan(&context->instance, outcome->plan, &context->run_arena, &context->scratch, NULL,
                    &verdict);
    rd_assert(verdict.violation == RD_LEGAL); /* as it was when it was planned */
    return rd_execution_run(settings, &context->instance, outcome->plan, verdict.final,
                            &context->run_arena, &context->scratch, ret_reports, reterr) &&
           (settings->launcher || judge(report, outcome, ret_reports, reterr));
}

static bool take_row(void *context, size_t entry, const struct rd_outcome *outcome,
                     struct rd_error *reterr)
{
    struct report *report = context;
    struct rd_arena *arena = &report->context->arena;
    const struct rd_result *result = &outcome->result;
    const char **cell = report->cell + entry * COLUMN_COUNT;
    struct rd_reports reports = {.executed_s = NAN};
    struct rd_error error;
    char ratio[RD_NUMBER_SIZE];
    for (int i = 0; i < COLUMN_COUNT; i++)
        cell[i] = "-";
    cell[ALGORITHM] = result->algorithm;
    cell[STATUS] = rd_status_name(result->status);
    report->message[entry] = result->status == RD_STATUS_OK ? "" : result->message;
    if (result->bound_known)
        cell[BOUND] = seconds_text(result->bound.seconds, arena);
    if (!outcome->plan || result->status != RD_STATUS_OK) {
        report->failed_count += result->status == RD_STATUS_FAILED;
        return true;
    }
    cell[PLANNED] = seconds_text(result->planned_s, arena);
    cell[SIMULATED] = seconds_text(result->simulated_s, arena);
    if (!execute(report, outcome, &reports, &error)) {
        if (error.code == RD_ERROR_INTERRUPTED || error.code == RD_ERROR_USAGE) {
            *reterr = error;
            return false;
        }
        bool refused = error.code == RD_ERROR_REFUSED;
        cell[STATUS] = rd_status_name(refused ? RD_STATUS_REFUSED : RD_STATUS_FAILED);
        report->message[entry] = rd_arena_print(arena, "%s", error.message);
        report->failed_count += !refused;
        return true;
    }
    report->executed_count++;
    cell[EXECUTED] = seconds_text(reports.executed_s, arena);
    if (result->bound_known && result->bound.seconds > 0 &&
        !report->arguments->execution.launcher) /* the bound is of the scenario's platform */
        cell[RATIO] = rd_arena_print(
            arena, "%s", rd_number_text(reports.executed_s / result->bound.seconds, 5, ratio));
    cell[MESSAGES] = rd_arena_print(arena, "%zu", reports.trace.transfer_count);
    cell[VERIFIED] = rd_arena_print(arena, "%" PRId64, reports.item_count);
    return true;
}

/* The program of the processes, where it is built or where it is installed. */
static const char *find_program(const struct arguments *arguments, char path[RD_PATH_SIZE])
{
    const char *name = arguments->execution.launcher ? "redist-mpi" : "redist-smpi.so";
    if (arguments->execution.program)
        return arguments->execution.program;
    ssize_t length = readlink("/proc/self/exe", path, RD_PATH_SIZE / 2);
    char *slash = length > 0 ? memrchr(path, '/', (size_t)length) : NULL;
    if (slash) {
        snprintf(slash + 1, RD_PATH_SIZE / 2 - 1, "execute/%s", name);
        if (access(path, R_OK) == 0)
            return path;
    }
    snprintf(path, RD_PATH_SIZE, "%s/%s", REDIST_PROGRAMS, name);
    return access(path, R_OK) == 0 ? path : NULL;
}

static int write_report(const struct report *report)
{
    struct rd_run_context *context = report->context;
    const char *launcher = report->arguments->execution.launcher;
    printf("%s: %" PRIu32 " hosts, executed by %s\n\n", context->scenario.name,
           context->instance.topology.host_count,
           launcher ? launcher : "SMPI, SimGrid's MPI, which adds 16 bytes to each message");
    rd_sheet_write(stdout, RD_FORMAT_TABLE,
                   &(struct rd_sheet){.column = columns,
                                      .column_count = COLUMN_COUNT,
                                      .cell = report->cell,
                                      .cell_count = context->entry_count * COLUMN_COUNT,
                                      .arena = &context->arena});
    printf("\n");
    for (size_t i = 0; i < context->entry_count; i++)
        if (*report->message[i])
            printf("%s: %s\n", report->cell[i * COLUMN_COUNT + ALGORITHM], report->message[i]);
    if (report->executed_count > 0)
        printf("%zu plan%s executed: every item is where it should be, each byte as it was%s\n",
               report->executed_count, report->executed_count == 1 ? "" : "s",
               launcher ? "; times are of this machine and are not judged" : "");
    bool none = report->executed_count == 0 && context->entry_count > 0;
    return rd_error_exit_status(report->failed_count > 0 || none ? RD_ERROR_RUN : RD_ERROR_NONE);
}

static int execute_all(struct rd_run_context *context, const struct arguments *arguments)
{
    struct report report = {
        .context = context,
        .arguments = arguments,
        .cell = rd_take(&context->arena, context->entry_count * COLUMN_COUNT, const char *),
        .message = rd_take(&context->arena, context->entry_count, const char *),
    };
    struct rd_result_rows_settings rows = {
        .execute = {.simulate = true, .want_plan = true}, .each = take_row, .context = &report};
    int status = rd_result_rows_run(context, &rows);
    if (status != 0 && status != rd_error_exit_status(RD_ERROR_RUN))
        return status;
    int own = write_report(&report);
    return status != 0 ? status : own;
}

/* What cannot be executed at all. Returns: the exit status, 0 for go on. */
static int check(const struct rd_run_context *context, const struct arguments *arguments)
{
    const struct rd_scenario *scenario = &context->scenario;
    const char *wrong = NULL;
    if (scenario->varies || scenario->tcp_model)
        wrong = "model \"exact\" and bandwidths that do not vary are accepted";
    else if (!arguments->execution.launcher && context->instance.message_bytes < RD_SMPI_BYTES)
        wrong = "SMPI adds 16 bytes to each message: message-bytes=\"16\" or more of <items> is "
                "accepted, or none at all";
    if (!wrong)
        return 0;
    fprintf(stderr, "%s: redist execute: %s\n", scenario->path, wrong);
    return rd_error_exit_status(RD_ERROR_REFUSED);
}

static int open_context(struct arguments *arguments, struct rd_run_context *context)
{
    int status = rd_run_context_open(&arguments->context, context);
    if (status != 0 || arguments->execution.launcher || context->instance.message_bytes > 0)
        return status;
    struct rd_run_context_settings *settings = &arguments->context;
    if (settings->set_count == RD_SET_LIMIT)
        return status;
    settings->set[settings->set_count++] = (struct rd_option){"message-bytes", "16"};
    rd_run_context_close(context);
    settings->ignore_expectations = true; /* which are about messages without these bytes */
    return rd_run_context_open(settings, context);
}

int rd_cmd_execute(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct rd_run_context context;
    char path[RD_PATH_SIZE];
    rd_verb_parse(&verb, argc, argv, &arguments);
    arguments.execution.program = find_program(&arguments, path);
    if (!arguments.execution.program) {
        fprintf(stderr,
                "redist: %s is not installed: redist was built without %s (docs/commands.md, "
                "execute)\n",
                arguments.execution.launcher ? "redist-mpi" : "redist-smpi",
                arguments.execution.launcher ? "an MPI" : "SMPI");
        return rd_error_exit_status(RD_ERROR_REFUSED);
    }
    int status = open_context(&arguments, &context);
    if (status == 0)
        status = check(&context, &arguments);
    arguments.execution.platform_text = context.scenario.platform_text;
    if (status == 0)
        status = execute_all(&context, &arguments);
    rd_run_context_close(&context);
    return status;
}
