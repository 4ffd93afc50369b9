#include "describe.h"

#include "sim/base/number_text.h"
#include "sim/model/reach.h"

#include <inttypes.h>
#include <math.h>

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
            fputs("in lock-step and of protocols, simulated >= planned; bounds hold", out);
        } else {
            fputs("messages may slow each other down: simulated >= planned; bounds hold", out);
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
        widen(&item_s, rd_message_duration_s(cost, instance->objects ? 1 : instance->item_bytes));
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
    write_label(out, "items");
    fprintf(out, "%s byte%s each", rd_number_text(instance->item_bytes, 6, text),
            instance->item_bytes == 1 ? "" : "s");
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

void rd_describe_run_context(FILE *out, const struct rd_run_context *context)
{
    write_network(out, context);
    write_links(out, context);
    if (context->instance.objects) {
        write_objects(out, context->instance.objects);
    } else {
        write_items(out, &context->instance);
        write_loads(out, &context->instance);
    }
    write_goal(out, &context->instance);
    write_sweep(out, &context->scenario.sweep);
}
