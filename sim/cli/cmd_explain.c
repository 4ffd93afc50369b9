/* redist explain: what makes the bound, and what makes the makespan. */
#include "arguments.h"
#include "result_rows.h"
#include "verbs.h"

#include "sim/model/certificate.h"
#include "sim/model/critical_path.h"
#include "sim/base/number_text.h"
#include "sim/report/text_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* A longer chain is shown by its two ends, unless --full. */
enum { SHOWN_END = 20 };

enum { KEY_FULL = RD_KEY_OWN };

struct arguments {
    struct rd_run_context_settings context;
    bool full;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    (void)argument;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &arguments->context; return 0;
    case KEY_FULL: arguments->full = true; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"full", KEY_FULL, NULL, 0, "Show chains whole, however long", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "SCENARIO.xml",
    .doc = "Says in words, for each algorithm, what makes the bound (a slice, a port, a cut) and "
           "which chain of transfers makes the makespan: each starts when the one before lets it."
           "\v"
           "Examples:\n"
           "  redist explain scenarios/ring_two_way_equal.xml\n"
           "  redist explain scenarios/ring_two_way_equal.xml \\\n"
           "      --algorithm ring-shorter-way --full\n",
    .children = rd_scenario_arguments,
};

/* "h3", or the number of a host without a name. */
static const char *host_text(const struct rd_instance *instance, uint32_t host,
                             struct rd_arena *arena)
{
    if (host == RD_NO_HOST)
        return "";
    if (instance->host_name && host < instance->topology.host_count)
        return instance->host_name[host];
    return rd_arena_print(arena, "%" PRIu32, host);
}

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

enum { CHAIN_COLUMN_COUNT = 7 };

/* What a link had to wait for: the one before it, unless nothing. */
static const char *reason_text(const struct rd_critical_transfer *link, size_t number,
                               struct rd_arena *arena)
{
    const char *reason = rd_critical_reason_name(link->reason);
    return number == 1 ? reason : rd_arena_print(arena, "%s %zu", reason, number - 1);
}

/* In: number, of the link in the chain, from 1. */
static void fill_link(const struct rd_instance *instance, const struct rd_trace *trace,
                      const struct rd_critical_transfer *link, size_t number,
                      struct rd_arena *arena, const char *cell[CHAIN_COLUMN_COUNT])
{
    const struct rd_timed_transfer *transfer = &trace->transfer[link->transfer];
    char time[RD_NUMBER_SIZE];
    cell[0] = rd_arena_print(arena, "%zu", number);
    cell[1] = rd_arena_print(arena, "%s", rd_time_text(transfer->start_s, time));
    cell[2] = rd_arena_print(arena, "%s", rd_time_text(transfer->end_s, time));
    cell[3] = host_text(instance, transfer->from, arena);
    cell[4] = transfer->to == RD_NO_HOST ? "computes" : host_text(instance, transfer->to, arena);
    cell[5] = load_text(instance, transfer, arena);
    cell[6] = reason_text(link, number, arena);
}

/* The chain's links from `first` on, `count` of them. */
static void write_links(const struct rd_instance *instance, const struct rd_trace *trace,
                        const struct rd_critical_transfer *link, size_t first, size_t count,
                        struct rd_arena *arena)
{
    static const struct rd_text_column column[CHAIN_COLUMN_COUNT] = {
        {"LINK", true}, {"START", true}, {"END", true},      {"FROM", false},
        {"TO", false},  {"WHAT", false}, {"WHY THEN", false}};
    const char **cell = rd_take(arena, count * CHAIN_COLUMN_COUNT, const char *);
    for (size_t i = 0; i < count; i++)
        fill_link(instance, trace, &link[first + i], first + i + 1, arena,
                  cell + i * CHAIN_COLUMN_COUNT);
    rd_text_table_write(stdout, &(struct rd_text_table){.column = column,
                                                        .column_count = CHAIN_COLUMN_COUNT,
                                                        .cell = cell,
                                                        .row_count = count});
}

static void print_chain(struct rd_run_context *context, const struct rd_trace *trace, bool full)
{
    struct rd_arena *arena = &context->run_arena;
    const struct rd_instance *instance = &context->instance;
    struct rd_critical_transfer *link;
    size_t count = rd_critical_path_of_trace(instance, trace, arena, &link);
    if (count == 0) {
        printf("chain: nothing moves\n");
        return;
    }
    printf("chain: %zu of %zu transfers and computations make the makespan, one after the other\n",
           count, trace->transfer_count);
    if (full || count <= 2 * SHOWN_END + 1) {
        write_links(instance, trace, link, 0, count, arena);
        return;
    }
    write_links(instance, trace, link, 0, SHOWN_END, arena);
    printf("... %zu more (--full shows them) ...\n", count - 2 * SHOWN_END);
    write_links(instance, trace, link, count - SHOWN_END, SHOWN_END, arena);
}

/* What a theorem says of the bound being reached. */
static const char *reached_words(const struct rd_outcome *outcome)
{
    if (!outcome->bound_holds)
        return "This statement is known to be wrong.";
    return outcome->result.bound.tight ? "Some schedule takes just that."
                                       : "Whether some schedule takes just that is not known.";
}

static void print_bound(const struct rd_outcome *outcome, struct rd_arena *arena)
{
    const struct rd_result *result = &outcome->result;
    char time[RD_NUMBER_SIZE];
    if (!result->bound_known) {
        printf("bound: none is known\n");
        return;
    }
    printf("bound: %s s (%s): %s %s\n", rd_time_text(result->bound.seconds, time),
           rd_bound_words(&result->bound, arena), result->bound.why, reached_words(outcome));
    if (outcome->bound_holds && result->bound_bottleneck)
        printf("rests on: %s\n", result->bound_bottleneck);
}

/* What the plan shows for itself, and the referee has checked if the plan is legal. */
static void print_certificate(const struct rd_outcome *outcome)
{
    const struct rd_certificate *certificate = outcome->plan ? outcome->plan->certificate : NULL;
    if (certificate && certificate->words)
        printf("certificate: %s\n", certificate->words);
}

static void print_plan(const struct rd_result *result)
{
    char time[RD_NUMBER_SIZE], ratio[RD_NUMBER_SIZE];
    printf("plan: %s s", rd_time_text(result->planned_s, time));
    if (!result->bound_known)
        printf("\n");
    else if (rd_times_agree(result->planned_s, result->bound.seconds, result->planned_s))
        printf(", the bound\n");
    else if (isnan(result->ratio))
        printf(", above the bound\n");
    else
        printf(", %s times the bound\n", rd_number_text(result->ratio, 6, ratio));
}

struct explanation {
    struct rd_run_context *context;
    bool full;
    size_t told, aside; /* rows so far */
};

static bool explain_row(void *context, size_t entry, const struct rd_outcome *outcome,
                        struct rd_error *reterr)
{
    struct explanation *explanation = context;
    const struct rd_result *result = &outcome->result;
    (void)entry, (void)reterr;
    if (result->is_inapplicable) {
        explanation->aside++;
        return true;
    }
    printf("%s%s\n", explanation->told++ > 0 ? "\n" : "", result->algorithm);
    if (result->status == RD_STATUS_REFUSED) {
        printf("refused: %s\n", result->message);
        return true;
    }
    print_bound(outcome, &explanation->context->arena);
    print_certificate(outcome);
    if (result->trace) {
        print_plan(result);
        if (explanation->context->instance.may_slow)
            printf("shared: %s: messages that meet there slow each other down, and the plan does "
                   "not see it; a simulation may be later, the bound holds\n",
                   explanation->context->costs.shared);
        print_chain(explanation->context, result->trace, explanation->full);
    } else if (result->status == RD_STATUS_OK) {
        printf("plan: no time: in free order the network decides\n");
    }
    if (result->status == RD_STATUS_FAILED)
        printf("failed: %s\n", result->message);
    return true;
}

int rd_cmd_explain(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct rd_run_context context;
    rd_parse_arguments(&argp, argc, argv, &arguments);
    int status = rd_run_context_open(&arguments.context, &context);
    if (status == 0) {
        struct explanation explanation = {.context = &context, .full = arguments.full};
        struct rd_result_rows_settings settings = {
            .execute = {.simulate = false, .want_trace = true},
            .each = explain_row,
            .context = &explanation};
        status = rd_result_rows_run(&context, &settings);
        if (explanation.aside > 0)
            printf("%s%s\n", explanation.told > 0 ? "\n" : "",
                   rd_hidden_words(explanation.aside, &context.arena));
    }
    rd_run_context_close(&context);
    return status;
}
