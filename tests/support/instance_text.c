#include "instance_text.h"

#include <inttypes.h>

static void print_amounts(FILE *out, const char *name, const struct rd_instance *instance,
                          const int64_t *amount)
{
    uint32_t kind_count = instance->kind_count;
    fprintf(out, "  %s:", name);
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        for (uint32_t kind = 0; kind < kind_count; kind++)
            fprintf(out, "%s%" PRId64, kind == 0 ? " " : ",",
                    amount[(uint64_t)host * kind_count + kind]);
    fputc('\n', out);
}

static void print_costs(FILE *out, const struct rd_instance *instance)
{
    if (instance->costs_equal) {
        fprintf(out, "  every link: latency %.17g s, %.17g bytes/s\n",
                instance->link_cost->latency_s, instance->link_cost->bandwidth_bytes_per_s);
        return;
    }
    fprintf(out, "  links (latency, seconds a byte):");
    uint64_t link_count = rd_link_count(&instance->topology);
    for (uint64_t link = 0; link < link_count; link++) {
        uint32_t from, to;
        if (!rd_link_ends(&instance->topology, link, &from, &to))
            continue;
        struct rd_link_cost cost = rd_link_cost(instance, link);
        fprintf(out, " %" PRIu32 ">%" PRIu32 " %.17g,%.17g", from, to, cost.latency_s,
                1 / cost.bandwidth_bytes_per_s);
    }
    fputc('\n', out);
}

void test_instance_print(FILE *out, const struct rd_instance *instance)
{
    const struct rd_topology *topology = &instance->topology;
    char label[RD_LABEL_SIZE];
    const char *direction = topology->direction == RD_ONE_WAY   ? "one-way "
                            : topology->direction == RD_TWO_WAY ? "two-way "
                                                                : "";
    const char *sends = instance->sends == RD_SINGLE_SEND  ? ", single-send"
                        : instance->sends == RD_MULTI_SEND ? ", multi-send"
                                                           : "";
    fprintf(out, "  %s%s, %" PRIu32 " hosts, ports %s%s, goal %s, balance error %" PRId64 "\n",
            direction, rd_shape_name(topology->shape), topology->host_count,
            rd_port_model_name(instance, label), sends, rd_goal_name(instance->goal),
            instance->balance_error);
    fprintf(out, "  items of %.17g bytes and %.17g flops, words of %.17g bytes\n",
            instance->item_bytes, instance->flops_per_item, instance->word_bytes);
    print_amounts(out, "loads", instance, instance->load);
    if (instance->target)
        print_amounts(out, "final loads", instance, instance->target);
    print_costs(out, instance);
    if (instance->flops_per_item == 0 || !instance->speed_flops_per_s)
        return;
    fprintf(out, "  flops/s:");
    for (uint32_t host = 0; host < topology->host_count; host++)
        fprintf(out, " %.17g", instance->speed_flops_per_s[host]);
    fputc('\n', out);
}
