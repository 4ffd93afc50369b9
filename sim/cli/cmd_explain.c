/* redist explain: what makes the bound, and what makes the makespan. */
#include "result_rows.h"
#include "commands.h"

#include "sim/model/certificates/charge.h"
#include "sim/model/certificates/object_certificate.h"
#include "sim/model/certificates/relabelling_certificate.h"
#include "sim/model/critical_path.h"
#include "sim/model/certificates/price_certificate.h"
#include "sim/model/slowing.h"
#include "sim/base/integers.h"
#include "sim/base/number_text.h"
#include "sim/report/sheet.h"
#include "sim/report/terminal.h"
#include "sim/run/best_bound.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* A longer chain is shown by its two ends, unless --full. */
enum { SHOWN_END = 20 };

struct arguments {
    struct rd_run_context_settings context;
    bool full;
    double within_s; /* 0: no limit */
};

static const struct rd_argument accepted[] = {
    {RD_FLAG("full", full, "Show the whole critical path, however long")},
    {RD_TEXT("bound", "NAME", context.bound,
             "Compare with this bound alone, however dear it is (redist list bounds)")},
    {RD_WITHIN(within_s)},
    {RD_END},
};

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml",
    .doc = "Explains, for each algorithm, why the bound holds and where its bottleneck is (a "
           "slice, a port, a cut), and lists the critical path: the transfers that determine the "
           "makespan, each of which waits for the one before it; and which messages share which "
           "links and slow each other down. At the end stands every bound of the problem.\v"
           "Examples:\n"
           "  redist explain scenarios/ring_two_way_equal.xml\n"
           "  redist explain scenarios/ring_two_way_equal.xml \\\n"
           "      --algorithm ring-shorter-way --full\n",
    .argument = accepted,
    RD_SCENARIO_AT(context),
};

/* --- the certificate of a bound, in words ---------------------------------------------------- */

enum { SHOWN = 12 };

/* A list under way: its title is printed with its first entry. */
struct list {
    FILE *out;
    const char *title;
    uint64_t count, limit;
};

static bool begin_entry(struct list *list)
{
    if (list->count++ >= list->limit)
        return false;
    fprintf(list->out, "%s", list->count == 1 ? list->title : ", ");
    return true;
}

static void end_list(const struct list *list)
{
    if (list->count > list->limit)
        fprintf(list->out, ", and %" PRIu64 " more (--full shows them)", list->count - list->limit);
    if (list->count > 0)
        fprintf(list->out, "\n");
}

static void list_hosts(const char *what, const struct rd_instance *instance, const int64_t *price,
                       struct list *list)
{
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        if (price[host] > 0 && begin_entry(list))
            fprintf(list->out, "%s of %s %" PRId64, what, rd_label(instance, host), price[host]);
}

static void list_prices(const struct rd_instance *instance,
                        const struct rd_price_certificate *certificate, struct list *list)
{
    list_hosts("send port", instance, certificate->send_price, list);
    list_hosts("receive port", instance, certificate->receive_price, list);
    list_hosts("processor", instance, certificate->processor_price, list);
    rd_each_link (link, &instance->topology)
        if (certificate->link_price[link.number] > 0 && begin_entry(list))
            fprintf(list->out, "link %s > %s %" PRId64, rd_label(instance, link.from),
                    rd_label(instance, link.to), certificate->link_price[link.number]);
    for (uint32_t i = 0; certificate->shared_price && i < instance->shared->count; i++)
        if (certificate->shared_price[i] > 0 && begin_entry(list))
            fprintf(list->out, "shared link '%s' %" PRId64, instance->shared->name[i],
                    certificate->shared_price[i]);
    if (certificate->bus_price > 0 && begin_entry(list))
        fprintf(list->out, "the bus %" PRId64, certificate->bus_price);
}

static void list_potentials(const struct rd_instance *instance,
                            const struct rd_price_certificate *certificate, struct list *list)
{
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        for (uint32_t i = 0; i < certificate->commodity_count; i++) {
            if (!begin_entry(list))
                continue;
            fprintf(list->out, "%s", rd_label(instance, host));
            if (certificate->commodity_count > 1)
                fprintf(list->out, " kind %" PRIu32, i);
            fprintf(list->out, " %" PRId64,
                    certificate->potential[(uint64_t)host * certificate->commodity_count + i]);
        }
}

static void explain_charge(FILE *out, const struct rd_instance *instance,
                           const struct rd_port_charge *charge, rd_wide ticks)
{
    char text[RD_WIDE_SIZE];
    fprintf(out, "fixed charges (%s)", rd_charged_reason_name(charge->reason));
    if (rd_charged_reason_has_port(charge->reason))
        fprintf(out, " of the %s port of %s", charge->receives ? "receive" : "send",
                rd_label(instance, charge->host));
    if (charge->reason == RD_CHARGED_SINGLE)
        fprintf(out, " of %s", rd_label(instance, charge->host));
    fprintf(out, ": %s ticks or more\n", rd_wide_text(ticks, text));
}

/* Does the certificate price other ports than the bound's own argument is about? */
static bool is_another_proof(const struct rd_instance *instance, const struct rd_bound *bound)
{
    const struct rd_price_certificate *certificate = bound->certificate;
    if (bound->bottleneck != RD_BOTTLENECK_PORTS || certificate->charge)
        return false;
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        if ((certificate->send_price[host] > 0) !=
                rd_bound_bottleneck_has_port(bound, host, false) ||
            (certificate->receive_price[host] > 0) !=
                rd_bound_bottleneck_has_port(bound, host, true))
            return true;
    return false;
}

/* Prints the prices, the potentials, and what is needed against what is offered: all of them, or
 * the first of many. Nothing of a certificate that is false: its run has failed and says why. */
static void explain_prices(FILE *out, const struct rd_instance *of_bound,
                           const struct rd_bound *bound, bool full, struct rd_arena *arena)
{
    struct rd_instance priced = rd_priced_instance(of_bound, arena);
    const struct rd_instance *instance = &priced;
    const struct rd_price_certificate *certificate = bound->certificate;
    struct rd_price_verdict verdict;
    struct list prices = {out, "prices of a tick: ", 0, full ? UINT64_MAX : SHOWN};
    struct list potentials = {out, "potentials of an item: ", 0, full ? UINT64_MAX : SHOWN};
    char tick[RD_NUMBER_SIZE], end[RD_NUMBER_SIZE];
    if (!rd_price_certificate_check(instance, certificate, arena, &verdict, NULL))
        return;
    /* Where shared links have prices, messages that are slowed may end between ticks. */
    double end_s = certificate->shared_price ? verdict.seconds : verdict.end_s;
    fprintf(out, "certificate, checked%s: in ticks of %s s, no schedule ends %s %s s\n",
            is_another_proof(instance, bound) ? " (another proof, by other ports than the bound's)"
                                              : "",
            rd_number_text(certificate->tick_s, 10, tick),
            certificate->shared_price ? "before" : "by", rd_number_text(end_s, 10, end));
    if (certificate->charge) {
        explain_charge(out, instance, certificate->charge, verdict.needed);
        return;
    }
    list_prices(instance, certificate, &prices);
    end_list(&prices);
    list_potentials(instance, certificate, &potentials);
    end_list(&potentials);
    char needed[RD_WIDE_SIZE], offered[RD_WIDE_SIZE];
    fprintf(out,
            "sum of potential * (load - final load): %s or more; sum of price * ticks that are "
            "left: %s or less\n",
            rd_wide_text(verdict.needed, needed), rd_wide_text(verdict.offered, offered));
}

/* --- a run ------------------------------------------------------------------------------------ */

/* What moves, or is computed. */
static const char *load_text(const struct rd_instance *instance, const struct rd_trace *trace,
                             size_t row, struct rd_arena *arena)
{
    const struct rd_timed_transfer *transfer = &trace->transfer[row];
    if (transfer->kind == RD_CONTROL)
        return transfer->to == RD_NO_HOST ? "work" : "a control word";
    return rd_items_words(instance, (uint32_t)transfer->kind, rd_trace_first_item(trace, row),
                          transfer->items, arena);
}

/* A critical path, and what slowed its messages. */
struct path {
    const struct rd_instance *instance;
    const struct rd_trace *trace;
    const struct rd_critical_transfer *transfer;
    const struct rd_slowing *slowing; /* [slowing_count] of the whole trace */
    size_t slowing_count;
};

/* Who slowed a transfer of the trace, and where; "" if nobody did. */
static const char *slowing_text(const struct path *path, size_t transfer, struct rd_arena *arena)
{
    size_t low = 0, high = path->slowing_count;
    RD_FIND_FIRST(low, high, i, path->slowing[i].transfer >= transfer);
    if (low == path->slowing_count || path->slowing[low].transfer != transfer)
        return "";
    return rd_slowing_words(path->instance, path->trace, &path->slowing[low], arena);
}

/* A table of transfers: a critical path with the reason of each, or slowed messages; with what
 * slowed them, if anything did. */
static struct rd_sheet open_transfers(bool reason, bool slowed, struct rd_arena *arena)
{
    static const struct rd_sheet_column columns[] = {{"no", RD_IN_TABLE | RD_RIGHT},
                                                     {"start", RD_IN_TABLE | RD_RIGHT},
                                                     {"end", RD_IN_TABLE | RD_RIGHT},
                                                     {"from", RD_IN_TABLE},
                                                     {"to", RD_IN_TABLE},
                                                     {"what", RD_IN_TABLE},
                                                     {"reason", RD_IN_TABLE},
                                                     {"slowed", RD_IN_TABLE}};
    enum { COUNT = sizeof columns / sizeof *columns, REASON = COUNT - 2, SLOWED = COUNT - 1 };
    struct rd_sheet_column *shown = rd_take(arena, COUNT, struct rd_sheet_column);
    size_t count = 0;
    for (size_t i = 0; i < COUNT; i++)
        if ((i != REASON || reason) && (i != SLOWED || slowed))
            shown[count++] = columns[i];
    return rd_sheet_open(shown, count, arena);
}

/* The cells that a critical path and slowed messages have in common. */
static void add_cells(struct rd_sheet *sheet, const struct rd_instance *instance,
                      const struct rd_trace *trace, size_t row, size_t number,
                      struct rd_arena *arena)
{
    const struct rd_timed_transfer *transfer = &trace->transfer[row];
    char text[RD_LABEL_SIZE];
    rd_sheet_print(sheet, "%zu", number);
    rd_sheet_print(sheet, "%s", rd_time_text(transfer->start_s, text));
    rd_sheet_print(sheet, "%s", rd_time_text(transfer->end_s, text));
    rd_sheet_print(sheet, "%s", rd_host_name(instance, transfer->from, text));
    rd_sheet_print(sheet, "%s",
                   transfer->to == RD_NO_HOST ? "computes"
                                              : rd_host_name(instance, transfer->to, text));
    rd_sheet_text(sheet, load_text(instance, trace, row, arena));
}

/* `count` transfers of the critical path, from `first` on. */
static void write_path(const struct path *path, size_t first, size_t count, struct rd_arena *arena)
{
    const struct rd_instance *instance = path->instance;
    struct rd_sheet sheet = open_transfers(true, path->slowing_count > 0, arena);
    for (size_t i = first; i < first + count; i++) {
        add_cells(&sheet, instance, path->trace, path->transfer[i].transfer, i + 1, arena);
        /* What it waits for: the one before it, or nothing. */
        const char *reason = rd_critical_reason_name(path->transfer[i].reason);
        rd_sheet_text(&sheet, i == 0 ? reason : rd_arena_print(arena, "%s %zu", reason, i));
        if (path->slowing_count > 0)
            rd_sheet_text(&sheet, slowing_text(path, path->transfer[i].transfer, arena));
    }
    rd_sheet_write(stdout, RD_FORMAT_TABLE, &sheet);
}

/* Who slows whom, and where. */
static void print_slowing(const struct path *path, bool full, struct rd_arena *arena)
{
    if (path->slowing_count == 0)
        return;
    rd_terminal_write_line(
        stdout, rd_arena_print(arena,
                               "slowed: %zu of %zu transfers and computations, by others on links "
                               "that they share",
                               path->slowing_count, path->trace->transfer_count));
    size_t shown = full || path->slowing_count <= SHOWN ? path->slowing_count : SHOWN;
    struct rd_sheet sheet = open_transfers(false, true, arena);
    for (size_t i = 0; i < shown; i++) {
        const struct rd_slowing *slowing = &path->slowing[i];
        add_cells(&sheet, path->instance, path->trace, slowing->transfer, i + 1, arena);
        rd_sheet_text(&sheet, rd_slowing_words(path->instance, path->trace, slowing, arena));
    }
    rd_sheet_write(stdout, RD_FORMAT_TABLE, &sheet);
    if (shown < path->slowing_count)
        printf("... %zu more (--full shows them) ...\n", path->slowing_count - shown);
}

static void print_path(const struct path *path, size_t count, bool full, struct rd_arena *arena)
{
    if (full || count <= 2 * SHOWN_END + 1) {
        write_path(path, 0, count, arena);
        return;
    }
    write_path(path, 0, SHOWN_END, arena);
    printf("... %zu more (--full shows them) ...\n", count - 2 * SHOWN_END);
    write_path(path, count - SHOWN_END, SHOWN_END, arena);
}

static void print_critical_path(struct rd_run_context *context, const struct rd_trace *trace,
                                bool full)
{
    struct rd_arena *arena = &context->run_arena;
    const struct rd_instance *instance = &context->instance;
    struct rd_critical_transfer *transfer;
    struct rd_slowing *slowing;
    size_t count = rd_critical_path_of_trace(instance, trace, arena, &transfer);
    size_t slowing_count = rd_find_slowing(instance, trace, arena, &slowing);
    struct path path = {instance, trace, transfer, slowing, slowing_count};
    if (count == 0) {
        printf("critical path: empty, nothing moves\n");
        return;
    }
    rd_terminal_write_line(
        stdout, rd_arena_print(arena,
                               "critical path: %zu of %zu transfers and computations, each waiting "
                               "for the one before",
                               count, trace->transfer_count));
    print_path(&path, count, full, arena);
    print_slowing(&path, full, arena);
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
    if (outcome->bound_holds && result->bound_witness)
        fprintf(out, "bottleneck: %s\n", result->bound_witness);
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

/* Numbers that prove a bound, by what they are. */
static const char *certificate_words(const struct rd_bound *bound)
{
    if (bound->certificate)
        return bound->certificate->charge ? "fixed charges" : "prices";
    if (bound->multicast)
        return "prices and cuts";
    if (bound->objects)
        return rd_object_place_name(bound->objects->place);
    return bound->relabelling ? "relabelling" : bound->relay ? "date" : "none";
}

/* What one of the plans takes, and the class of schedules that it keeps to. */
struct planned {
    const char *schedule_class;
    double seconds;
};

struct explanation {
    struct rd_run_context *context;
    bool full;
    size_t explained, hidden; /* results so far */
    struct planned *planned;  /* [explained] */
};

/* How many times a bound the shortest plan takes that it is about. */
static double distance_of(const struct explanation *explanation, const struct rd_bound *bound)
{
    double shortest_s = INFINITY;
    for (size_t i = 0; i < explanation->explained; i++)
        if (rd_class_is_within(explanation->planned[i].schedule_class, bound->schedule_class))
            shortest_s = fmin(shortest_s, explanation->planned[i].seconds);
    return shortest_s / bound->seconds;
}

static void add_bound(struct rd_sheet *sheet, const struct explanation *explanation,
                      const struct rd_found_bound *found)
{
    const struct rd_bound *bound = &found->bound;
    char text[RD_NUMBER_SIZE];
    rd_sheet_text(sheet, found->of->name);
    if (found->state != RD_BOUND_FOUND) {
        rd_sheet_texts(sheet, "-", "-", "-", "-", found->refusal);
        return;
    }
    double distance = distance_of(explanation, bound);
    rd_sheet_text(sheet, bound->schedule_class ? bound->schedule_class : "all");
    rd_sheet_print(sheet, "%s s", rd_time_text(bound->seconds, text));
    rd_sheet_print(sheet, "%s", isfinite(distance) ? rd_factor_text(distance, 5, text) : "-");
    rd_sheet_texts(sheet, certificate_words(bound), bound->name);
}

/* Every bound of the problem: what it says, and how far the shortest plan is from it. */
static void print_bounds(const struct explanation *explanation)
{
    static const struct rd_sheet_column column[] = {
        {"bound", RD_IN_TABLE},           {"schedules", RD_IN_TABLE},
        {"time", RD_IN_TABLE | RD_RIGHT}, {"ratio", RD_IN_TABLE | RD_RIGHT},
        {"certificate", RD_IN_TABLE},     {"by", RD_IN_TABLE}};
    const struct rd_found_bounds *bounds = rd_run_context_bounds(explanation->context);
    struct rd_arena *arena = &explanation->context->run_arena;
    struct rd_sheet sheet = rd_sheet_open(column, sizeof column / sizeof *column, arena);
    for (size_t i = 0; i < bounds->count; i++)
        add_bound(&sheet, explanation, &bounds->found[i]);
    printf("\nbounds of the problem, beside the shortest plan above\n");
    rd_sheet_write(stdout, RD_FORMAT_TABLE, &sheet);
}

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
        explain_prices(out, result->instance, &result->bound, told->explanation->full,
                       &context->run_arena);
    write_certificate(out, outcome);
    if (!isnan(result->planned_s))
        write_plan(out, result);
    else if (result->status == RD_STATUS_OK)
        fprintf(out, "plan: no time: in free order the network decides\n");
    if (!isnan(result->planned_s) && !result->trace && result->status == RD_STATUS_OK)
        fprintf(out, "critical path: %s\n", result->message);
    if (outcome->is_early)
        fprintf(out, "early: %s\n", result->message);
    if (result->trace && !outcome->is_timed)
        fprintf(out,
                "shared: %s: messages that meet there slow each other down, which the plan "
                "ignores; a simulation may take longer, the bound holds\n",
                context->costs.shared);
    if (result->status == RD_STATUS_FAILED)
        fprintf(out, "failed: %s\n", result->message);
}

static bool explain_run(void *context, RD_UNUSED size_t entry, const struct rd_outcome *outcome,
                        RD_UNUSED struct rd_error *reterr)
{
    enum { INDENT = 4 };
    struct explanation *explanation = context;
    const struct rd_result *result = &outcome->result;
    if (result->is_inapplicable) {
        explanation->hidden++;
        return true;
    }
    double planned_s = isnan(result->planned_s) ? INFINITY : result->planned_s;
    printf("%s%s\n", explanation->explained > 0 ? "\n" : "", result->algorithm);
    explanation->planned[explanation->explained++] =
        (struct planned){result->schedule_class, planned_s};
    rd_terminal_fold(stdout, INDENT, write_lines, &(struct told){explanation, outcome});
    if (result->status != RD_STATUS_REFUSED && result->trace)
        print_critical_path(explanation->context, result->trace, explanation->full);
    return true;
}

static int explain(struct rd_run_context *context, const void *given)
{
    const struct arguments *arguments = given;
    struct explanation explanation = {
        .context = context,
        .full = arguments->full,
        .planned = rd_take(&context->arena, context->entry_count, struct planned)};
    struct rd_result_rows_settings settings = {.execute = {.simulate = false, .want_trace = true},
                                               .within_s = arguments->within_s,
                                               .each = explain_run,
                                               .context = &explanation};
    int status = rd_result_rows_run(context, &settings);
    if (context->bounds && context->bounds->count > 0)
        print_bounds(&explanation);
    if (explanation.hidden > 0)
        printf("%s%s\n", explanation.explained > 0 ? "\n" : "",
               rd_hidden_words(explanation.hidden, &context->arena));
    return status;
}

int rd_cmd_explain(int argc, char **argv)
{
    struct arguments arguments = {0};
    rd_verb_parse(&verb, argc, argv, &arguments);
    arguments.context.all_bounds = true;
    arguments.context.plans_only = true;
    return rd_with_run_context(&arguments.context, explain, &arguments);
}
