/* redist explain: what makes the bound, and what makes the makespan. */
#include "arguments.h"
#include "explain_prices.h"
#include "result_rows.h"
#include "commands.h"

#include "sim/model/certificate.h"
#include "sim/model/critical_path.h"
#include "sim/base/number_text.h"
#include "sim/report/sheet.h"
#include "sim/report/terminal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* A longer chain is shown by its two ends, unless --full. */
enum { SHOWN_END = 20 };

struct arguments {
    struct rd_run_context_settings context;
    bool full;
};

static const struct rd_argument accepted[] = {
    {RD_FLAG("full", full, "Show the whole critical path, however long")},
    {RD_END},
};

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml",
    .doc =
        "Explains, for each algorithm, why the bound holds and where its bottleneck is (a slice, "
        "a port, a cut), and lists the critical path: the transfers that determine the makespan, "
        "each of which waits for the one before it."
        "\v"
        "Examples:\n"
        "  redist explain scenarios/ring_two_way_equal.xml\n"
        "  redist explain scenarios/ring_two_way_equal.xml \\\n"
        "      --algorithm ring-shorter-way --full\n",
    .argument = accepted,
    .takes_scenario = true,
    .scenario_at = RD_AT(context),
};

/* What moves, or is computed. */
static const char *load_text(const struct rd_instance *instance,
                             const struct rd_timed_transfer *transfer, struct rd_arena *arena)
{
    if (transfer->kind == RD_CONTROL)
        return transfer->to == RD_NO_HOST ? "work" : "a control word";
    const char *items = transfer->items == 1 ? "item" : "items";
    if (instance->kind_count == 1)
        return rd_arena_print(arena, "%" PRId64 " %s", transfer->items, items);
    return rd_arena_print(arena, "%" PRId64 " %s of kind %" PRId32, transfer->items, items,
                          transfer->kind);
}

/* `count` transfers of the critical path, from `first` on. */
static void write_path(const struct rd_instance *instance, const struct rd_trace *trace,
                       const struct rd_critical_transfer *path, size_t first, size_t count,
                       struct rd_arena *arena)
{
    static const struct rd_sheet_column column[] = {{"no", RD_IN_TABLE | RD_RIGHT},
                                                    {"start", RD_IN_TABLE | RD_RIGHT},
                                                    {"end", RD_IN_TABLE | RD_RIGHT},
                                                    {"from", RD_IN_TABLE},
                                                    {"to", RD_IN_TABLE},
                                                    {"what", RD_IN_TABLE},
                                                    {"reason", RD_IN_TABLE}};
    struct rd_sheet sheet = rd_sheet_open(column, sizeof column / sizeof *column, arena);
    for (size_t i = first; i < first + count; i++) {
        const struct rd_timed_transfer *transfer = &trace->transfer[path[i].transfer];
        char text[RD_LABEL_SIZE];
        rd_sheet_print(&sheet, "%zu", i + 1);
        rd_sheet_print(&sheet, "%s", rd_time_text(transfer->start_s, text));
        rd_sheet_print(&sheet, "%s", rd_time_text(transfer->end_s, text));
        rd_sheet_print(&sheet, "%s", rd_host_name(instance, transfer->from, text));
        rd_sheet_print(&sheet, "%s",
                       transfer->to == RD_NO_HOST ? "computes"
                                                  : rd_host_name(instance, transfer->to, text));
        rd_sheet_text(&sheet, load_text(instance, transfer, arena));
        /* What it waits for: the one before it, or nothing. */
        const char *reason = rd_critical_reason_name(path[i].reason);
        rd_sheet_text(&sheet, i == 0 ? reason : rd_arena_print(arena, "%s %zu", reason, i));
    }
    rd_sheet_write(stdout, RD_FORMAT_TABLE, &sheet);
}

static void print_critical_path(struct rd_run_context *context, const struct rd_trace *trace,
                                bool full)
{
    struct rd_arena *arena = &context->run_arena;
    const struct rd_instance *instance = &context->instance;
    struct rd_critical_transfer *path;
    size_t count = rd_critical_path_of_trace(instance, trace, arena, &path);
    if (count == 0) {
        printf("critical path: empty, nothing moves\n");
        return;
    }
    rd_terminal_write_line(
        stdout, rd_arena_print(arena,
                               "critical path: %zu of %zu transfers and computations, each waiting "
                               "for the one before",
                               count, trace->transfer_count));
    if (full || count <= 2 * SHOWN_END + 1) {
        write_path(instance, trace, path, 0, count, arena);
        return;
    }
    write_path(instance, trace, path, 0, SHOWN_END, arena);
    printf("... %zu more (--full shows them) ...\n", count - 2 * SHOWN_END);
    write_path(instance, trace, path, count - SHOWN_END, SHOWN_END, arena);
}

/* Whether a schedule is known to reach a bound: a theorem's, or the plan at hand. */
static const char *tightness_words(const struct rd_bound *bound, bool holds, double planned_s)
{
    if (!holds)
        return "This bound is known to be wrong.";
    if (bound->tight)
        return "A schedule reaches it.";
    return rd_times_agree(planned_s, bound->seconds, planned_s)
               ? "The plan reaches it."
               : "Whether a schedule reaches it is open.";
}

static void write_bounds(FILE *out, const struct rd_outcome *outcome)
{
    const struct rd_result *result = &outcome->result;
    const struct rd_bound *bound = &result->bound, *of_class = &result->class_bound;
    char time[RD_NUMBER_SIZE];
    if (result->bound_known)
        fprintf(out, "bound: %s s (%s): %s %s\n", rd_time_text(bound->seconds, time), bound->name,
                bound->why, tightness_words(bound, outcome->bound_holds, result->planned_s));
    else
        fprintf(out, "bound: none known\n");
    if (outcome->bound_holds && result->bound_bottleneck)
        fprintf(out, "bottleneck: %s\n", result->bound_bottleneck);
    if (result->class_bound_known)
        fprintf(out, "bound of %s schedules: %s s (%s): %s %s\n", of_class->schedule_class,
                rd_time_text(of_class->seconds, time), of_class->name, of_class->why,
                tightness_words(of_class, outcome->class_bound_holds, result->planned_s));
}

/* The certificate of the plan, which the referee has checked if the plan is legal. */
static void write_certificate(FILE *out, const struct rd_outcome *outcome)
{
    const struct rd_certificate *certificate = outcome->plan ? outcome->plan->certificate : NULL;
    if (certificate && certificate->words)
        fprintf(out, "certificate: %s\n", certificate->words);
}

static void write_plan(FILE *out, const struct rd_result *result)
{
    char time[RD_NUMBER_SIZE], ratio[RD_NUMBER_SIZE];
    fprintf(out, "plan: %s s", rd_time_text(result->planned_s, time));
    if (!result->bound_known)
        fprintf(out, "\n");
    else if (rd_times_agree(result->planned_s, result->bound.seconds, result->planned_s))
        fprintf(out, ", the bound\n");
    else if (isnan(result->ratio))
        fprintf(out, ", above the bound\n");
    else
        fprintf(out, ", %s times the bound\n", rd_factor_text(result->ratio, 6, ratio));
}

struct explanation {
    struct rd_run_context *context;
    bool full;
    size_t explained, hidden; /* results so far */
};

/* A run's outcome, for what is said of it in lines. */
struct told {
    const struct explanation *explanation;
    const struct rd_outcome *outcome;
};

/* All but the critical path. */
static void write_lines(FILE *out, const void *what)
{
    const struct told *told = what;
    const struct rd_outcome *outcome = told->outcome;
    const struct rd_result *result = &outcome->result;
    struct rd_run_context *context = told->explanation->context;
    if (result->status == RD_STATUS_REFUSED) {
        fprintf(out, "refused: %s\n", result->message);
        return;
    }
    write_bounds(out, outcome);
    if (result->bound_known && result->bound.certificate)
        rd_explain_prices(out, result->instance, &result->bound, told->explanation->full,
                          &context->run_arena);
    write_certificate(out, outcome);
    if (!isnan(result->planned_s))
        write_plan(out, result);
    else if (result->status == RD_STATUS_OK)
        fprintf(out, "plan: no time: in free order the network decides\n");
    if (!isnan(result->planned_s) && !result->trace && result->status == RD_STATUS_OK)
        fprintf(out, "critical path: %s\n", result->message);
    if (result->trace && !outcome->keeps_shared)
        fprintf(out,
                "shared: %s: messages that meet there slow each other down, which the plan "
                "ignores; a simulation may take longer, the bound holds\n",
                context->costs.shared);
    if (result->status == RD_STATUS_FAILED)
        fprintf(out, "failed: %s\n", result->message);
}

static bool explain_run(void *context, size_t entry, const struct rd_outcome *outcome,
                        struct rd_error *reterr)
{
    enum { INDENT = 4 };
    struct explanation *explanation = context;
    const struct rd_result *result = &outcome->result;
    (void)entry, (void)reterr;
    if (result->is_inapplicable) {
        explanation->hidden++;
        return true;
    }
    printf("%s%s\n", explanation->explained++ > 0 ? "\n" : "", result->algorithm);
    rd_terminal_fold(stdout, INDENT, write_lines, &(struct told){explanation, outcome});
    if (result->status != RD_STATUS_REFUSED && result->trace)
        print_critical_path(explanation->context, result->trace, explanation->full);
    return true;
}

static int explain(struct rd_run_context *context, const void *given)
{
    const struct arguments *arguments = given;
    struct explanation explanation = {.context = context, .full = arguments->full};
    struct rd_result_rows_settings settings = {.execute = {.simulate = false, .want_trace = true},
                                               .each = explain_run,
                                               .context = &explanation};
    int status = rd_result_rows_run(context, &settings);
    if (explanation.hidden > 0)
        printf("%s%s\n", explanation.explained > 0 ? "\n" : "",
               rd_hidden_words(explanation.hidden, &context->arena));
    return status;
}

int rd_cmd_explain(int argc, char **argv)
{
    struct arguments arguments = {0};
    rd_verb_parse(&verb, argc, argv, &arguments);
    return rd_with_run_context(&arguments.context, explain, &arguments);
}
