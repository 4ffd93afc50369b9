/* redist execute: plans whose items really move, sent by MPI processes. */
#include "commands.h"
#include "execute_collectives.h"
#include "result_files.h"
#include "result_rows.h"

#include "sim/base/number_text.h"
#include "sim/execute/execution.h"
#include "sim/execute/orders.h"
#include "sim/report/output_file.h"
#include "sim/report/sheet.h"
#include "sim/run/run_context_open.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct arguments {
    struct rd_run_context_settings context;
    struct rd_execution_settings execution;
    const char *baseline;
    const char *trace_folder; /* or NULL */
    enum rd_format format;
    double within_s; /* 0: no limit */
};

/* MPI's collective operations, by all algorithms, or by those that are named behind a colon. */
static const char collective[] = "collective";

static error_t take_baseline(struct argp_state *state, void *arguments, const char *option,
                             char *text)
{
    size_t length = strlen(collective);
    bool is_collective = strncmp(text, collective, length) == 0 &&
                         (!text[length] || (text[length] == ':' && text[length + 1]));
    if (!is_collective && strcmp(text, "alltoallv") != 0 && strcmp(text, "post-all") != 0)
        argp_error(state, "%s %s: alltoallv, post-all, collective or collective:NAME is accepted",
                   option, text);
    ((struct arguments *)arguments)->baseline = text;
    return 0;
}

static const struct rd_argument accepted[] = {
    {RD_TEXT("launcher", "COMMAND", execution.launcher,
             "Starts one process for each host, such as \"mpirun -n {n}\" (default: smpirun, which "
             "simulates MPI on the scenario's platform)")},
    {RD_TEXT("program", "FILE", execution.program,
             "What the processes run (default: as installed)")},
    {RD_SECONDS("time-limit", "S", execution.time_limit_s,
                "End an execution after S seconds of wall clock")},
    {RD_OWN("baseline", "NAME", take_baseline,
            "Also move the items without a plan, by MPI_Alltoallv (alltoallv), or by posting all "
            "messages at once (post-all): each host sends what has to leave it to where it "
            "belongs in the end. Or make copies that are a pattern by a collective operation of "
            "MPI: by every algorithm that SMPI has for it (collective), by some "
            "(collective:NAME,NAME), or by an MPI's own choice")},
    {RD_TEXT("trace", "DIR", trace_folder,
             "Write what was executed of each plan to DIR/SCENARIO.ALGORITHM.csv")},
    {RD_FORMAT(format)},
    {RD_WITHIN(within_s)},
    {RD_END},
};

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml",
    .doc =
        "Plans, simulates, and then executes each plan: one MPI process for each host sends "
        "real items, and every byte of them is verified at the end. Under SMPI, SimGrid's MPI, "
        "the time has to be that of the plan, or less where a plan in lock-step is played "
        "without barriers, and the order of messages is judged by the rules. Where messages wait "
        "for room on shared links, short words tell the processes the order: the plan with its "
        "words is what is planned and simulated, and a line says what they cost. Times of real "
        "machines are reported only. SMPI adds 16 bytes to each message: a scenario without "
        "message-bytes is planned with as many.\v"
        "Examples:\n"
        "  redist execute scenarios/ring_two_way_unequal.xml\n"
        "  redist execute scenarios/copies_broadcast.xml --baseline collective\n"
        "  redist execute scenarios/switch_relabelling.xml --launcher \"mpirun -n {n}\"\n",
    .argument = accepted,
    RD_SCENARIO_AT(context),
};

/* Each time twice: for people, and as a number of seconds for programs. */
#define TIME(heading, key)                                                                         \
    {heading, RD_IN_TABLE | RD_RIGHT},                                                             \
    {                                                                                              \
        key, RD_IN_DATA | RD_RAW                                                                   \
    }

static const struct rd_sheet_column columns[] = {
    {"algorithm", RD_IN_ALL},
    {"status", RD_IN_ALL},
    {"message", RD_IN_DATA},
    TIME("bound", "bound_s"),
    TIME("planned", "planned_s"),
    TIME("simulated", "simulated_s"),
    TIME("executed", "executed_s"),
    {"ratio", RD_IN_TABLE | RD_RIGHT},
    {"ratio", RD_IN_DATA | RD_RAW},
    {"messages", RD_IN_ALL | RD_RIGHT | RD_RAW},
    {"verified", RD_IN_ALL | RD_RIGHT | RD_RAW},
    {"words", RD_IN_DATA | RD_RAW},
    {"without_words_s", RD_IN_DATA | RD_RAW},
    /* The last ones only with --baseline. */
    TIME("baseline", "baseline_s"),
    {"baseline ratio", RD_IN_TABLE | RD_RIGHT},
    {"baseline_ratio", RD_IN_DATA | RD_RAW},
};
enum { BASELINE_COLUMNS = 4, COLUMN_COUNT = sizeof columns / sizeof *columns, MESSAGE = 2 };

/* All rows, as they are made. */
struct report {
    struct rd_run_context *context;
    const struct arguments *arguments;
    struct rd_sheet sheet;
    size_t executed_count, failed_count;
};

/* What was executed of a run; NAN: nothing. */
struct executed {
    double seconds, baseline_s;
    struct rd_trace trace;
    int64_t item_count;
};

static void add_time(struct rd_sheet *sheet, double seconds)
{
    char text[32];
    rd_time_text(seconds, text);
    rd_sheet_text(sheet, isnan(seconds) ? NULL : rd_arena_print(sheet->arena, "%s s", text));
    rd_sheet_number(sheet, seconds);
}

/* In: text_of, rd_number_text or rd_factor_text. */
static void add_ratio(struct rd_sheet *sheet, double ratio,
                      const char *(*text_of)(double, int, char[RD_NUMBER_SIZE]))
{
    char text[RD_NUMBER_SIZE];
    rd_sheet_text(sheet,
                  isfinite(ratio) ? rd_arena_text(sheet->arena, text_of(ratio, 5, text)) : NULL);
    rd_sheet_number(sheet, ratio);
}

static void add_row(struct report *report, const struct rd_result *result, const char *status,
                    const char *message, const struct executed *executed)
{
    const struct arguments *arguments = report->arguments;
    struct rd_sheet *sheet = &report->sheet;
    bool is_executed = !isnan(executed->seconds);
    double bound_s = result->bound_known ? result->bound.seconds : NAN;
    /* The bound is of the scenario's platform. */
    bool is_bounded = bound_s > 0 && !arguments->execution.launcher;
    rd_sheet_texts(sheet, result->algorithm, status, message);
    add_time(sheet, bound_s);
    add_time(sheet, result->planned_s);
    add_time(sheet, result->simulated_s);
    add_time(sheet, executed->seconds);
    add_ratio(sheet, is_bounded ? executed->seconds / bound_s : NAN, rd_factor_text);
    rd_sheet_count(sheet, (int64_t)executed->trace.transfer_count, is_executed);
    rd_sheet_count(sheet, executed->item_count, is_executed);
    rd_sheet_count(sheet, result->words, result->words >= 0);
    rd_sheet_number(sheet, result->without_words_s);
    if (!arguments->baseline)
        return;
    add_time(sheet, executed->baseline_s);
    add_ratio(sheet, executed->baseline_s / executed->seconds, rd_number_text);
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
        return rd_failed(reterr, "executed %.12g s, %s %.12g s", executed_s,
                         may_slow ? "simulated" : "planned", due_s);
    rd_referee_trace(&context->instance, &reports->trace, true, &context->run_arena,
                     &context->scratch, &verdict);
    return verdict.violation == RD_LEGAL || rd_failed(reterr, "executed: %s", verdict.message);
}

/* Executes the plan of a run, and its baseline. Returns: false if it was refused, or failed. */
static bool execute(struct report *report, const struct rd_outcome *outcome,
                    struct executed *ret_executed, struct rd_error *reterr)
{
    struct rd_run_context *context = report->context;
    const struct arguments *arguments = report->arguments;
    const struct rd_execution_settings *settings = &arguments->execution;
    const struct rd_instance *instance = &context->instance;
    struct rd_arena *arena = &context->run_arena, *scratch = &context->scratch;
    struct rd_reports reports, direct = {.executed_s = NAN};
    struct rd_verdict verdict;
    if (!rd_orders_check(instance, outcome->plan, scratch, reterr))
        return false;
    rd_referee_plan(instance, outcome->plan, arena, scratch, NULL, &verdict);
    rd_assert(verdict.violation == RD_LEGAL); /* as it was when it was planned */
    if (!rd_execution_run(settings, instance, outcome->plan, verdict.final, NULL, arena, scratch,
                          &reports, reterr) ||
        (!settings->launcher && !judge(report, outcome, &reports, reterr)) ||
        (arguments->baseline &&
         !rd_execution_run(settings, instance, outcome->plan, verdict.final, arguments->baseline,
                           arena, scratch, &direct, reterr)))
        return false;
    *ret_executed =
        (struct executed){reports.executed_s, direct.executed_s, reports.trace, reports.item_count};
    return true;
}

/* What words there are, and what they cost. */
static void tell_words(const struct report *report, const struct rd_result *result,
                       struct rd_text *text)
{
    bool one = result->words == 1;
    char time[32];
    rd_time_text(result->without_words_s, time);
    rd_text_print(text, "%s", text->size > 0 ? "; " : "");
    if (result->words == 0)
        rd_text_print(text, "no word is needed: hosts see the order on shared links");
    else
        rd_text_print(text,
                      "%" PRId64 " word%s of %.0f bytes tell%s the order on shared links: planned "
                      "%s s without %s",
                      result->words, one ? "" : "s", report->context->instance.word_bytes,
                      one ? "s" : "", time, one ? "it" : "them");
}

/* Says why a baseline ends before the bound, which is about messages by the rules of plans. */
static void tell_baseline(const struct report *report, const struct rd_result *result,
                          double baseline_s, struct rd_text *text)
{
    const struct rd_instance *instance = &report->context->instance;
    double bound_s = result->bound_known ? result->bound.seconds : 0;
    char time[32], bound[32], ports[RD_LABEL_SIZE];
    if (!(baseline_s < bound_s) || rd_times_agree(baseline_s, bound_s, bound_s))
        return;
    rd_time_text(baseline_s, time);
    rd_time_text(bound_s, bound);
    rd_text_print(text,
                  "%sthe baseline, %s s, ends before the bound, %s s, whose rules do not bind it: "
                  "it sends ",
                  text->size > 0 ? "; " : "", time, bound);
    if (instance->port_model != RD_ALL_PORTS)
        rd_text_print(text, "to all hosts at once, which ports=\"%s\" forbids, and ",
                      rd_port_model_name(instance, ports));
    rd_text_print(text, "items of several kinds in one message%s",
                  report->arguments->execution.launcher
                      ? "; besides, the time is this machine's, and the bound that of the "
                        "scenario's platform"
                      : "");
}

/* Writes the trace of what was executed, if that is wanted. */
static bool write_trace(const struct report *report, size_t entry, const struct rd_result *result,
                        struct executed *executed, struct rd_error *reterr)
{
    struct rd_result traced = *result;
    const char *folder = report->arguments->trace_folder;
    traced.trace = &executed->trace;
    if (!folder)
        return true;
    rd_trace_sort(&executed->trace, &report->context->scratch);
    return rd_write_result_trace(report->context, entry, folder, &traced, reterr);
}

static bool take_row(void *context, size_t entry, const struct rd_outcome *outcome,
                     struct rd_error *reterr)
{
    struct report *report = context;
    const struct rd_result *result = &outcome->result;
    struct executed executed = {.seconds = NAN, .baseline_s = NAN};
    enum rd_status status = result->status;
    struct rd_text remarks = {.arena = report->sheet.arena};
    const char *message = result->message;
    struct rd_error error;
    if (outcome->plan && status == RD_STATUS_OK) {
        if (execute(report, outcome, &executed, &error)) {
            report->executed_count++;
            if (!write_trace(report, entry, result, &executed, reterr))
                return false;
        } else if (error.code == RD_ERROR_INTERRUPTED || error.code == RD_ERROR_USAGE) {
            *reterr = error;
            return false;
        } else {
            status = error.code == RD_ERROR_REFUSED ? RD_STATUS_REFUSED : RD_STATUS_FAILED;
            message = error.message;
        }
    }
    if (status == RD_STATUS_OK && outcome->is_early)
        rd_text_print(&remarks, "%s", result->message);
    if (status == RD_STATUS_OK && result->words >= 0)
        tell_words(report, result, &remarks);
    if (status == RD_STATUS_OK)
        tell_baseline(report, result, executed.baseline_s, &remarks);
    report->failed_count += status == RD_STATUS_FAILED;
    add_row(report, result, rd_status_name(status),
            status == RD_STATUS_OK ? remarks.text : rd_arena_text(report->sheet.arena, message),
            &executed);
    return true;
}

static void write_text(const struct report *report)
{
    const struct rd_run_context *context = report->context;
    const struct arguments *arguments = report->arguments;
    const struct rd_sheet *sheet = &report->sheet;
    const struct rd_objects *objects = context->instance.objects;
    const char *launcher = arguments->execution.launcher;
    printf("%s: %" PRIu32 " hosts, executed by ", context->scenario.name,
           context->instance.topology.host_count);
    rd_print_shown(stdout, launcher ? launcher
                                    : "SMPI, SimGrid's MPI, which adds 16 bytes to each message");
    putchar('\n');
    if (arguments->baseline)
        printf("baseline: the same items to the same hosts by %s: no rule of "
               "ports binds it, and it may end before the bound\n",
               strcmp(arguments->baseline, "alltoallv") == 0 ? "MPI_Alltoallv"
                                                             : "posting all messages at once");
    printf("\n");
    rd_sheet_write(stdout, RD_FORMAT_TABLE, sheet);
    printf("\n");
    const char *before = "";
    for (size_t row = 0; row < rd_sheet_rows(sheet); row++) {
        const char **cell = sheet->cell + row * sheet->column_count;
        if (!cell[MESSAGE])
            continue;
        printf("%s: ", cell[0]);
        rd_print_shown(stdout, strcmp(cell[MESSAGE], before) == 0 ? "the same" : cell[MESSAGE]);
        putchar('\n');
        before = cell[MESSAGE];
    }
    if (report->executed_count > 0)
        printf("%zu plan%s executed: every %s is where it should be, each byte as it was%s%s\n",
               report->executed_count, report->executed_count == 1 ? "" : "s",
               objects                    ? "object"
               : context->instance.copies ? "copy"
                                          : "item",
               objects && objects->space_bytes ? "; no host took more room than it had" : "",
               launcher ? "; times are of this machine and are not judged" : "");
}

static int execute_all(struct rd_run_context *context, const struct arguments *arguments)
{
    struct report report = {
        .context = context,
        .arguments = arguments,
        .sheet = rd_sheet_open(columns, COLUMN_COUNT - (arguments->baseline ? 0 : BASELINE_COLUMNS),
                               &context->arena),
    };
    struct rd_result_rows_settings rows = {
        .execute = {.simulate = true, .want_plan = true, .order_by_words = true},
        .within_s = arguments->within_s,
        .each = take_row,
        .context = &report};
    int status = rd_result_rows_run(context, &rows);
    if (status != 0 && status != rd_error_exit_status(RD_ERROR_RUN))
        return status;
    if (arguments->format == RD_FORMAT_TABLE)
        write_text(&report);
    else
        rd_sheet_write(stdout, arguments->format, &report.sheet);
    bool none = report.executed_count == 0 && context->entry_count > 0;
    return status != 0 || report.failed_count > 0 || none ? rd_error_exit_status(RD_ERROR_RUN) : 0;
}

static bool baseline_is_collective(const struct arguments *arguments)
{
    return arguments->baseline && strncmp(arguments->baseline, collective, strlen(collective)) == 0;
}

/* What cannot be executed at all. Returns: the exit status, 0 for go on. */
static int check(const struct rd_run_context *context, const struct arguments *arguments)
{
    const struct rd_scenario *scenario = &context->scenario;
    const char *wrong = NULL;
    if (scenario->varies || scenario->tcp_model)
        wrong = "model \"exact\" and bandwidths that do not vary are accepted";
    else if (arguments->baseline && context->instance.objects)
        wrong = "--baseline: it is of items, and not of objects";
    else if (arguments->trace_folder && baseline_is_collective(arguments))
        wrong = "--trace: it is of plans, and not of --baseline collective";
    else if (arguments->baseline && context->instance.copies && !baseline_is_collective(arguments))
        wrong = "--baseline: of copies collective is accepted";
    else if (!arguments->execution.launcher && context->instance.message_bytes < RD_SMPI_BYTES)
        wrong = "SMPI adds 16 bytes to each message: message-bytes=\"16\" or more of <items> is "
                "accepted, or none at all";
    else if (!arguments->execution.launcher && arguments->baseline &&
             !baseline_is_collective(arguments) && context->instance.topology.shape != RD_SWITCH)
        wrong = "--baseline: under SMPI shape=\"switch\" is accepted, where every two hosts have a "
                "route";
    if (!wrong)
        return 0;
    return rd_complain(RD_ERROR_REFUSED, "%s: redist execute: %s", scenario->path, wrong);
}

static int call_collectives(struct rd_run_context *context, const struct arguments *arguments)
{
    const char *colon = strchr(arguments->baseline, ':');
    struct rd_execute_collectives settings = {.execution = &arguments->execution,
                                              .only = colon ? colon + 1 : NULL,
                                              .format = arguments->format,
                                              .within_s = arguments->within_s};
    return rd_execute_collectives(context, &settings);
}

/* Adds a setting for what the scenario does not give. */
static void settle(struct rd_run_context_settings *settings, const char *name, const char *value)
{
    if (settings->set_count < RD_SET_LIMIT)
        settings->set[settings->set_count++] = (struct rd_option){name, value};
}

static int open_context(struct arguments *arguments, struct rd_run_context *context)
{
    struct rd_run_context_settings *settings = &arguments->context;
    size_t given = settings->set_count;
    int status = rd_run_context_open(settings, context);
    if (status != 0)
        return status;
    if (!arguments->execution.launcher && context->instance.message_bytes == 0)
        settle(settings, "message-bytes", "16");
    if (context->instance.shared && !context->scenario.gives_word_bytes)
        settle(settings, "word-bytes", "0");
    if (settings->set_count == given) {
        if (context->instance.shared) /* they are about plans without words */
            context->settings.ignore_expectations = true;
        return 0;
    }
    rd_run_context_close(context);
    settings->ignore_expectations = true; /* which are about other messages */
    return rd_run_context_open(settings, context);
}

int rd_cmd_execute(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct rd_run_context context;
    struct rd_error error;
    char path[RD_PATH_SIZE];
    rd_verb_parse(&verb, argc, argv, &arguments);
    if ((arguments.trace_folder && !rd_check_folder(arguments.trace_folder, &error)) ||
        !rd_execution_find_program(&arguments.execution, path, &error))
        return rd_give_up(&error);
    int status = open_context(&arguments, &context);
    if (status == 0)
        status = check(&context, &arguments);
    arguments.execution.platform_text = context.scenario.platform_text;
    if (status == 0)
        status = baseline_is_collective(&arguments) ? call_collectives(&context, &arguments)
                                                    : execute_all(&context, &arguments);
    rd_run_context_close(&context);
    return status;
}
