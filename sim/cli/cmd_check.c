/* redist check: explains a scenario, and which algorithms accept it. */
#include "commands.h"

#include "algorithms/algorithm.h"
#include "sim/base/number_text.h"
#include "sim/model/reach.h"
#include "sim/platform/platform_generator.h"
#include "sim/report/sheet.h"
#include "sim/report/terminal.h"
#include "sim/run/acceptance.h"
#include "sim/run/execute.h"
#include "sim/run/run_context.h"
#include "sim/run/run_context_open.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A scenario in words. */

/* Where what is said of each thing begins, in columns. */
enum { RD_DESCRIBED_AT = 11 };

/* The least and the greatest of some numbers. */
struct range {
    double least;
    double most;
};

static const struct range no_range = {INFINITY, -INFINITY};

static void widen(struct range *range, double value)
{
    range->least = fmin(range->least, value);
    range->most = fmax(range->most, value);
}

/* "2", or "1 to 3". */
static void write_range(FILE *out, struct range range)
{
    char text[RD_NUMBER_SIZE];
    fputs(rd_number_text(range.least, 6, text), out);
    if (range.most != range.least)
        fprintf(out, " to %s", rd_number_text(range.most, 6, text));
}

static void write_label(FILE *out, const char *label)
{
    fprintf(out, "%-*s  ", RD_DESCRIBED_AT - 2, label);
}

static const char *direction_words(const struct rd_topology *topology)
{
    switch (topology->direction) {
    case RD_ONE_WAY: return "one-way ";
    case RD_TWO_WAY: return "two-way ";
    case RD_NO_DIRECTION: break;
    }
    return "";
}

/* The first hosts and the last one. */
static void write_hosts(FILE *out, const struct rd_run_context *context)
{
    enum { SHOWN = 16 };
    uint32_t count = context->instance.topology.host_count;
    uint32_t shown = count > SHOWN ? SHOWN - 1 : count;
    for (uint32_t host = 0; host < shown; host++)
        fprintf(out, " %s", context->scenario.host_name[host]);
    if (shown < count)
        fprintf(out, " ... %s", context->scenario.host_name[count - 1]);
    fputc('\n', out);
}

/* How far hosts are apart, where all are not beside each other and it is quickly found. */
static void write_reach(FILE *out, const struct rd_run_context *context)
{
    const struct rd_topology *topology = &context->instance.topology;
    if (topology->shape == RD_SWITCH || topology->shape == RD_BUS ||
        rd_link_count(topology) > RD_REACH_LIMIT / topology->host_count)
        return;
    rd_arena_own(scratch);
    struct rd_reach reach = rd_topology_reach(topology, &scratch);
    write_label(out, "reach");
    fprintf(out, "degree %" PRIu32 ", ", reach.degree);
    if (reach.diameter == UINT32_MAX)
        fputs("not strongly connected\n", out);
    else
        fprintf(out, "diameter %" PRIu32 "\n", reach.diameter);
}

static void write_network(FILE *out, const struct rd_run_context *context)
{
    const struct rd_topology *topology = &context->instance.topology;
    char ports[RD_LABEL_SIZE];
    write_label(out, "scenario");
    fprintf(out, "%s (", context->scenario.name);
    rd_print_shown(out, context->scenario.path);
    fprintf(out, ")\n");
    write_label(out, "platform");
    rd_print_shown(out,
                   context->scenario.platform_path ? context->scenario.platform_path : "generated");
    fprintf(out, "\n");
    if (context->scenario.left_off) {
        write_label(out, "");
        fputs("settings left off: ", out);
        rd_print_shown(out, context->scenario.left_off);
        fprintf(out, "\n");
    }
    write_label(out, "topology");
    fprintf(out, "%s%s of %" PRIu32 " host%s:", direction_words(topology),
            rd_shape_name(topology->shape), topology->host_count,
            topology->host_count == 1 ? "" : "s");
    write_hosts(out, context);
    write_reach(out, context);
    write_label(out, "network");
    fprintf(out, "%s model; ports: %s\n", rd_run_context_model(context),
            rd_port_model_name(&context->instance, ports));
}

/* What sharing means. Under tcp planned and simulated differ anyway. */
static void write_sharing(FILE *out, const struct rd_run_context *context)
{
    char text[RD_NUMBER_SIZE];
    const struct rd_instance *instance = &context->instance;
    fputs(context->costs.shared, out);
    if (instance->may_slow) {
        fprintf(out, "%s, loaded up to %s times its bandwidth\n",
                context->costs.both_ways ? " in both directions" : "",
                rd_limit_text(context->costs.overload, 3, text));
        write_label(out, "");
        if (instance->shared) {
            fputs("plans count that: messages wait for room there, or slow each other down\n", out);
            write_label(out, "");
            fputs("in lock-step simulated >= planned, of protocols either is longer; bounds hold",
                  out);
        } else {
            fputs("messages may slow each other down: simulated >= planned, of protocols either is "
                  "longer; bounds hold",
                  out);
        }
    } else if (!context->scenario.tcp_model) {
        fputc('\n', out);
        write_label(out, "");
        fputs("it carries all that hosts ask for at once: simulated = planned", out);
    }
    fputc('\n', out);
}

static void write_links(FILE *out, const struct rd_run_context *context)
{
    const struct rd_instance *instance = &context->instance;
    struct range item_s = no_range, latency_s = no_range;
    uint64_t link_count = 0;
    rd_each_link (link, &instance->topology) {
        struct rd_link_cost cost = rd_link_cost(instance, link.number);
        for (uint32_t kind = 0; kind < (instance->kind_bytes ? rd_counted_kinds(instance) : 0);
             kind++)
            widen(&item_s, rd_message_duration_s(cost, rd_kind_bytes(instance, kind)));
        if (!instance->kind_bytes)
            widen(&item_s,
                  rd_message_duration_s(cost, instance->objects ? 1 : instance->item_bytes));
        widen(&latency_s, cost.latency_s);
        link_count++;
    }
    write_label(out, "links");
    fprintf(out, "%" PRIu64 " directed", link_count);
    if (link_count > 0) {
        fputs(rd_costs_are_equal(instance) ? ", all equal: " : ", unequal: ", out);
        write_range(out, item_s);
        fputs(instance->objects ? " s a byte" : " s an item", out);
        if (latency_s.most > 0) {
            fputs(", of which latency ", out);
            write_range(out, latency_s);
            fputs(" s", out);
        }
    }
    fputc('\n', out);
    if (context->costs.shared) {
        write_label(out, "shared");
        write_sharing(out, context);
    }
}

static void write_items(FILE *out, const struct rd_instance *instance)
{
    char text[RD_NUMBER_SIZE];
    struct range bytes = no_range;
    write_label(out, "items");
    for (uint32_t kind = 0; instance->kind_bytes && kind < rd_counted_kinds(instance); kind++)
        widen(&bytes, rd_kind_bytes(instance, kind));
    if (instance->kind_bytes) {
        write_range(out, bytes);
        fputs(" bytes each, by kind", out);
    } else {
        fprintf(out, "%s byte%s each", rd_number_text(instance->item_bytes, 6, text),
                instance->item_bytes == 1 ? "" : "s");
    }
    if (instance->flops_per_item > 0) {
        /* A star's master computes nothing. */
        uint32_t count = rd_computing_host_count(&instance->topology);
        struct range compute_s = no_range;
        for (uint32_t host = 0; host < count; host++)
            widen(&compute_s, rd_compute_item_s(instance, host));
        fputs(", computed in ", out);
        write_range(out, compute_s);
        fputs(" s", out);
    }
    fputc('\n', out);
}

static void write_objects(FILE *out, const struct rd_objects *objects)
{
    struct range bytes = no_range;
    double total = 0;
    for (uint32_t object = 0; object < objects->count; object++) {
        widen(&bytes, (double)objects->bytes[object]);
        total += (double)objects->bytes[object];
    }
    char text[RD_NUMBER_SIZE];
    write_label(out, "objects");
    fprintf(out, "%" PRIu32 " of ", objects->count);
    write_range(out, bytes);
    fprintf(out, " bytes, %s in all", rd_number_text(total, 10, text));
    if (objects->combined_ports)
        fputs("; ports combined", out);
    if (objects->many_a_pair)
        fputs("; many a pair", out);
    fputs(objects->space_bytes ? "; space limited\n" : "\n", out);
}

static void write_copies(FILE *out, const struct rd_copies *copies)
{
    struct range holders = no_range, sinks = no_range;
    int64_t items = 0;
    for (uint32_t piece = 0; piece < copies->piece_count; piece++) {
        uint32_t wanted = copies->wanted_first[piece + 1] - copies->wanted_first[piece];
        widen(&holders, copies->held_first[piece + 1] - copies->held_first[piece]);
        widen(&sinks, wanted);
        items += copies->items[piece];
    }
    write_label(out, "copies");
    fprintf(out, "%" PRId64 " item%s of %" PRIu32 " named kind%s, each held by ", items,
            items == 1 ? "" : "s", copies->count, copies->count == 1 ? "" : "s");
    write_range(out, holders);
    fputs(" and wanted by ", out);
    write_range(out, sinks);
    fputs(" hosts\n", out);
}

static void write_loads(FILE *out, const struct rd_instance *instance)
{
    struct range items = no_range;
    int64_t total = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        int64_t held = 0;
        for (uint32_t kind = 0; kind < instance->kind_count; kind++)
            held += rd_load(instance, host, kind);
        widen(&items, (double)held);
        total += held;
    }
    write_label(out, "loads");
    fprintf(out, "%" PRId64 " item%s", total, total == 1 ? "" : "s");
    if (instance->kind_count > 1)
        fprintf(out, " of %" PRIu32 " kinds", instance->kind_count);
    fputs(", ", out);
    write_range(out, items);
    fputs(" a host\n", out);
}

/* How many items a host has that belong elsewhere, all hosts together. */
static int64_t surplus_items(const struct rd_instance *instance)
{
    uint64_t count = (uint64_t)instance->topology.host_count * instance->kind_count;
    int64_t surplus = 0;
    for (uint64_t entry = 0; entry < count; entry++)
        if (instance->load[entry] > instance->target[entry])
            surplus += instance->load[entry] - instance->target[entry];
    return surplus;
}

static void write_goal(FILE *out, const struct rd_instance *instance)
{
    write_label(out, "goal");
    fputs(instance->goal == RD_REACH ? "reach" : rd_goal_name(instance->goal), out);
    switch (instance->goal) {
    case RD_REACH: {
        int64_t surplus = surplus_items(instance);
        fprintf(out, " the final loads: %" PRId64 " item%s to leave their hosts", surplus,
                surplus == 1 ? " has" : "s have");
        break;
    }
    case RD_BALANCE: fprintf(out, " within %" PRId64, instance->balance_error); break;
    case RD_GATHER: fputs(" each kind on a host of its own", out); break;
    case RD_PLACE: fputs(" each object where it is wanted", out); break;
    case RD_COPIES: fputs(": each host holds what it wants", out); break;
    case RD_FINISH: fputs(" all computation, as early as possible", out); break;
    case RD_STENCIL:
        fprintf(out, " of %" PRId64 " iteration%s, metric %s", instance->stencil_iterations,
                instance->stencil_iterations == 1 ? "" : "s",
                instance->stencil_metric == RD_STEPS_METRIC ? "steps" : "volume");
        if (instance->stencil_overlap)
            fputs(", words and work may overlap", out);
        break;
    }
    fputc('\n', out);
}

static void write_sweep(FILE *out, const struct rd_sweep *sweep)
{
    static const char *const seeds[] = {"the same seeds", "seeds of its own", "counted seeds"};
    int64_t points = 1;
    if (sweep->line == 0)
        return;
    write_label(out, "sweep");
    for (size_t i = 0; i < sweep->vary_count; i++) {
        points *= (int64_t)sweep->vary[i].value_count;
        fprintf(out, "%s%zu of %s", i > 0 ? " x " : "", sweep->vary[i].value_count,
                sweep->vary[i].parameter);
    }
    fprintf(out, "%s%" PRId64 " point%s", sweep->vary_count > 0 ? ": " : "", points,
            points == 1 ? "" : "s");
    if (sweep->repeat_count > 0)
        fprintf(out, ", each %" PRId64 " times with %s", sweep->repeat_count, seeds[sweep->seeds]);
    if (sweep->simulate_every != 1)
        fprintf(out,
                sweep->simulate_every == 0 ? ", not simulated" : ", 1 in %" PRId64 " simulated",
                sweep->simulate_every);
    fputc('\n', out);
}

/* Writes what a scenario means, a line a thing: platform, hosts, links, loads, goal.
 * Cost: O(links + hosts * kinds). */
static void describe_run_context(FILE *out, const struct rd_run_context *context)
{
    write_network(out, context);
    write_links(out, context);
    if (context->instance.objects) {
        write_objects(out, context->instance.objects);
    } else {
        write_items(out, &context->instance);
        if (!context->instance.copies || context->instance.copies->first_kind > 0)
            write_loads(out, &context->instance);
        if (context->instance.copies)
            write_copies(out, context->instance.copies);
    }
    write_goal(out, &context->instance);
    write_sweep(out, &context->scenario.sweep);
}

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml",
    .doc =
        "Validates a scenario and describes it: hosts, costs, loads, goal; and, for each "
        "algorithm of its shape, whether it accepts the scenario or which hypothesis fails; those "
        "that refuse for one reason stand together. All errors are reported in one pass.\v"
        "Examples:\n"
        "  redist check scenarios/ring_two_way_equal.xml\n"
        "  redist check scenarios/ring_two_way_equal.xml --set ports=all\n",
    .takes_scenario = true,
};

/* The scenario's first job of an algorithm, or NULL. */
static const struct rd_run_entry *entry_of(const struct rd_run_context *context,
                                           const struct rd_algorithm *algorithm)
{
    for (size_t i = 0; i < context->entry_count; i++)
        if (context->entry[i].algorithm == algorithm)
            return &context->entry[i];
    return NULL;
}

/* Would `redist run` give SimGrid the platform? Here that is not asked where it has no answers. */
static bool is_simulated(const struct rd_run_context *context)
{
    return context->engine || context->instance.topology.host_count <= RD_FULL_ROUTING_LIMIT;
}

static const char *answer(struct rd_run_context *context, const struct rd_algorithm *algorithm)
{
    const struct rd_run_entry *entry = entry_of(context, algorithm);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_error error;
    if (entry)
        options = rd_run_entry_options(entry);
    struct rd_acceptance acceptance = {.keeps_transfers = is_simulated(context), .simulates = true};
    if (rd_run_takes(context, algorithm, &options, acceptance, &error) &&
        rd_algorithm_plans(algorithm, &context->instance, &options, &context->run_arena,
                           &context->scratch, &error))
        return algorithm->guarantee == RD_EXACT ? "accepts, if the search ends"
               : rd_algorithm_is_superseded(algorithm, &context->instance)
                   ? rd_arena_print(&context->arena, "accepts; %s is better",
                                    algorithm->superseded_by)
                   : "accepts";
    bool named = entry && !rd_run_is_all(entry->run);
    return rd_arena_print(&context->arena, "refuses: %s%s", error.message,
                          named ? rd_alternative_words(context, algorithm) : "");
}

/* What is said of an algorithm. */
struct answered {
    const struct rd_algorithm *algorithm;
    const char *answer;
    const char *reason; /* of a refusal, the same for all that refuse for it; NULL: none */
    bool told;
};

/* A refusal names the algorithm where it says what that takes: "they" stands for all of a reason.
 */
static const char *reason_of(const char *answer, const struct rd_algorithm *algorithm,
                             struct rd_arena *arena)
{
    static const char refuses[] = "refuses: ";
    if (strncmp(answer, refuses, strlen(refuses)) != 0)
        return NULL;
    const char *reason = answer + strlen(refuses);
    const char *takes = rd_arena_print(arena, ": %s takes ", algorithm->name);
    const char *at = strstr(reason, takes);
    if (!at)
        return reason;
    return rd_arena_print(arena, "%.*s: they take %s", (int)(at - reason), reason,
                          at + strlen(takes));
}

/* Those of the shape, and of a goal like the scenario's. Returns: how many. */
static size_t ask_algorithms(struct rd_run_context *context, struct answered *ret_answered)
{
    size_t count = 0;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        if (!rd_algorithm_takes_shape(algorithm, context->instance.topology.shape) ||
            !rd_algorithm_moves_the_same(algorithm, context->instance.goal))
            continue;
        const char *said = answer(context, algorithm);
        ret_answered[count++] =
            (struct answered){algorithm, said, reason_of(said, algorithm, &context->arena), false};
    }
    return count;
}

/* How many refuse for the reason of one of them. */
static size_t count_alike(const struct answered *answered, size_t count, const char *reason)
{
    size_t alike = 0;
    for (size_t i = 0; reason && i < count; i++)
        alike += answered[i].reason && strcmp(answered[i].reason, reason) == 0;
    return alike;
}

struct refusals {
    struct answered *answered; /* [count] */
    size_t count;
};

/* A line for each reason that several refuse for. */
static void write_refusals(FILE *out, const void *what)
{
    const struct refusals *refusals = what;
    for (size_t i = 0; i < refusals->count; i++) {
        const char *reason = refusals->answered[i].reason;
        size_t alike = count_alike(refusals->answered, refusals->count, reason);
        if (refusals->answered[i].told || alike < 2)
            continue;
        write_label(out, "refuse");
        fprintf(out, "%s (%zu algorithms):", reason, alike);
        const char *before = " ";
        for (size_t k = i; k < refusals->count; k++) {
            struct answered *other = &refusals->answered[k];
            if (!other->reason || strcmp(other->reason, reason) != 0)
                continue;
            fprintf(out, "%s%s", before, other->algorithm->name);
            before = ", ";
            other->told = true;
        }
        putc('\n', out);
    }
}

static void write_algorithms(struct rd_run_context *context)
{
    static const struct rd_sheet_column column[] = {
        {"algorithm", RD_IN_TABLE}, {"guarantee", RD_IN_TABLE}, {"answer", RD_IN_TABLE}};
    struct rd_sheet sheet = rd_sheet_open(column, sizeof column / sizeof *column, &context->arena);
    struct answered *answered = rd_take(&context->arena, rd_algorithm_count, struct answered);
    struct refusals refusals = {answered, ask_algorithms(context, answered)};
    for (size_t i = 0; i < refusals.count; i++)
        if (count_alike(answered, refusals.count, answered[i].reason) < 2)
            rd_sheet_texts(&sheet, answered[i].algorithm->name,
                           rd_guarantee_name(
                               rd_algorithm_guarantee(answered[i].algorithm, &context->instance)),
                           answered[i].answer);
    if (refusals.count == 0)
        printf("no algorithm takes this shape\n");
    else if (rd_sheet_rows(&sheet) > 0)
        rd_sheet_write(stdout, RD_FORMAT_TABLE, &sheet);
    if (refusals.count > rd_sheet_rows(&sheet)) {
        putchar('\n');
        rd_terminal_fold(stdout, RD_DESCRIBED_AT, write_refusals, &refusals);
    }
}

static void describe(FILE *lines, const void *context)
{
    describe_run_context(lines, context);
}

static int check(struct rd_run_context *context, RD_UNUSED const void *arguments)
{
    rd_terminal_fold(stdout, RD_DESCRIBED_AT, describe, context);
    putchar('\n');
    write_algorithms(context);
    return 0;
}

int rd_cmd_check(int argc, char **argv)
{
    struct rd_run_context_settings settings = {
        .runs_optional = true, .plans_only = true, .tells_of_switches = true};
    rd_verb_parse(&verb, argc, argv, &settings);
    return rd_with_run_context(&settings, check, NULL);
}
