#include "instance_check.h"

#include <inttypes.h>

static bool input_fail(struct rd_error *reterr, const char *message)
{
    return rd_wrong(reterr, "%s", message);
}

/* Of kinds that have sizes of their own. */
static bool check_kind_bytes(const struct rd_instance *instance, struct rd_error *reterr)
{
    for (uint32_t kind = 0; instance->kind_bytes && kind < rd_counted_kinds(instance); kind++) {
        double bytes = instance->kind_bytes[kind];
        if (!(bytes >= RD_COST_LEAST && bytes <= 1e15))
            return rd_wrong(reterr,
                            "an item of kind %" PRIu32
                            " has %g bytes: a number from 1e-30 to 1e15 is needed where kinds have "
                            "sizes of their own",
                            kind, bytes);
    }
    return true;
}

#define COST_RANGE "a number from 1e-30 to 1e30"

static bool check_bytes(double bytes, const char *name, struct rd_error *reterr)
{
    return bytes == 0 || (bytes >= RD_COST_LEAST && bytes <= 1e15) ||
           rd_wrong(reterr, "%s %g: 0, or a number from 1e-30 to 1e15, is needed", name, bytes);
}

static bool is_cost(double value)
{
    return value >= RD_COST_LEAST && value <= RD_COST_MOST;
}

static bool check_costs(const struct rd_instance *instance, struct rd_error *reterr)
{
    rd_each_link (link, &instance->topology) {
        struct rd_link_cost cost = rd_link_cost(instance, link.number);
        if (cost.latency_s != 0 && !is_cost(cost.latency_s))
            return rd_wrong(reterr, "latency %g s from %s to %s: 0, or " COST_RANGE ", is needed",
                            cost.latency_s, rd_label(instance, link.from),
                            rd_label(instance, link.to));
        if (!is_cost(cost.bandwidth_bytes_per_s) && cost.bandwidth_bytes_per_s != (double)INFINITY)
            return rd_wrong(reterr, "bandwidth %g bytes/s from %s to %s: " COST_RANGE " is needed",
                            cost.bandwidth_bytes_per_s, rd_label(instance, link.from),
                            rd_label(instance, link.to));
        if (instance->costs_equal)
            break;
    }
    return true;
}

static bool check_speeds(const struct rd_instance *instance, struct rd_error *reterr)
{
    if (instance->flops_per_item == 0)
        return true;
    if (!instance->speed_flops_per_s)
        return input_fail(reterr, "items have flops and hosts have no speeds");
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        double speed = instance->speed_flops_per_s[host];
        if (!is_cost(speed))
            return rd_wrong(reterr, "speed %g flops/s of %s: " COST_RANGE " is needed", speed,
                            rd_label(instance, host));
    }
    return true;
}

/* Sums one kind over all hosts. */
static bool sum_kind(const struct rd_instance *instance, const int64_t *amount, uint32_t kind,
                     const char *name, int64_t *ret_sum, struct rd_error *reterr)
{
    int64_t sum = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        int64_t items = amount[(uint64_t)host * instance->kind_count + kind];
        if (items < 0)
            return rd_wrong(reterr, "%s of %s is %" PRId64 " items: 0 or more are needed", name,
                            rd_label(instance, host), items);
        if (items > RD_ITEM_LIMIT - sum)
            return rd_wrong(reterr,
                            "more than %" PRId64 " items of kind %" PRIu32
                            " in all: at most 2^53 are supported",
                            RD_ITEM_LIMIT, kind);
        sum += items;
    }
    *ret_sum = sum;
    return true;
}

/* Is it said what each host is to hold of counted kinds? */
static bool has_targets(const struct rd_instance *instance)
{
    return instance->goal == RD_REACH || instance->goal == RD_COPIES;
}

static bool check_loads(const struct rd_instance *instance, struct rd_error *reterr)
{
    uint64_t entries;
    if (instance->kind_count < 1 ||
        __builtin_mul_overflow((uint64_t)instance->topology.host_count,
                               (uint64_t)instance->kind_count, &entries) ||
        entries > RD_LOAD_ENTRY_LIMIT)
        return rd_wrong(reterr,
                        "%" PRIu32 " kinds on %" PRIu32
                        " hosts: at least 1 kind, and at most %" PRIu64
                        " hosts times kinds are supported",
                        instance->kind_count, instance->topology.host_count, RD_LOAD_ENTRY_LIMIT);
    int64_t total = 0;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++) {
        int64_t held = 0, wanted = 0;
        if (!sum_kind(instance, instance->load, kind, "the load", &held, reterr))
            return false;
        if (held > RD_ITEM_LIMIT - total)
            return input_fail(reterr, "more than 2^53 items in all: at most 2^53 are supported");
        total += held;
        if (!has_targets(instance))
            continue;
        if (!sum_kind(instance, instance->target, kind, "the final load", &wanted, reterr))
            return false;
        if (held != wanted)
            return rd_wrong(reterr,
                            "the loads of kind %" PRIu32 " sum to %" PRId64
                            " and the final loads to %" PRId64 ": the sums must be equal",
                            kind, held, wanted);
    }
    return true;
}

static bool check_master_of(const struct rd_instance *instance, const int64_t *amount,
                            const char *name, struct rd_error *reterr)
{
    uint32_t master = instance->topology.host_count - 1;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++) {
        int64_t items = amount[(uint64_t)master * instance->kind_count + kind];
        if (items != 0)
            return rd_wrong(reterr,
                            "%s of %s is %" PRId64
                            " items: it is the star's master, which holds nothing",
                            name, rd_label(instance, master), items);
    }
    return true;
}

/* A star's master relays: it holds nothing at the start, and keeps nothing. */
static bool check_master(const struct rd_instance *instance, struct rd_error *reterr)
{
    return instance->topology.shape != RD_STAR ||
           (check_master_of(instance, instance->load, "the load", reterr) &&
            (!has_targets(instance) ||
             check_master_of(instance, instance->target, "the final load", reterr)));
}

static bool check_goal(const struct rd_instance *instance, struct rd_error *reterr)
{
    if ((instance->goal == RD_PLACE) != (instance->objects != NULL))
        return input_fail(reterr, "the goal is to place objects where there are objects, and only "
                                  "there");
    if ((instance->goal == RD_COPIES) != (instance->copies != NULL))
        return input_fail(reterr, "the goal is copies where there are named kinds, and only there");
    if (has_targets(instance) && !instance->target)
        return input_fail(reterr, "the goal is to reach final loads and none are given");
    if (instance->goal == RD_BALANCE && instance->balance_error < 0)
        return input_fail(reterr, "a balance error below 0: 0 or more is needed");
    if (instance->goal == RD_GATHER && instance->kind_count > instance->topology.host_count)
        return rd_wrong(reterr,
                        "%" PRIu32 " kinds to gather on %" PRIu32
                        " hosts: at most one kind a host is needed",
                        instance->kind_count, instance->topology.host_count);
    if (instance->goal == RD_FINISH && instance->flops_per_item == 0)
        return input_fail(reterr, "the goal is to finish computing and items have no flops: "
                                  "flops above 0 are needed");
    if (instance->goal == RD_STENCIL && instance->stencil_iterations < 0)
        return input_fail(reterr, "stencil iterations below 0: 0 or more are needed");
    return true;
}

static bool check_host_ports(const struct rd_instance *instance, struct rd_error *reterr)
{
    uint32_t least, most;
    if (!instance->host_port_count)
        return true;
    rd_port_range(instance, &least, &most);
    if (least < 1)
        return input_fail(reterr, "a host of 0 ports: 1 or more are needed");
    return (instance->port_model == RD_K_PORTS && instance->port_count == most) ||
           input_fail(reterr, "the ports of hosts do not fit the port model");
}

static bool check_ports(const struct rd_instance *instance, struct rd_error *reterr)
{
    uint32_t least = 1, most = UINT32_MAX;
    if (instance->port_model == RD_ONE_PORT)
        most = 1;
    if (instance->port_model == RD_ALL_PORTS || instance->port_model == RD_PIPELINED_PORTS)
        least = UINT32_MAX;
    if (instance->port_count < least || instance->port_count > most)
        return input_fail(reterr, "the number of ports does not fit the port model");
    if (instance->port_model == RD_PIPELINED_PORTS && instance->topology.shape != RD_HYPERCUBE)
        return rd_wrong(reterr, "pipelined ports on a %s: only a hypercube has them",
                        rd_shape_name(instance->topology.shape));
    return true;
}

/* Named kinds, which are no loads. */
static bool check_copies(const struct rd_instance *instance, struct rd_error *reterr)
{
    if (!rd_copies_check(instance, reterr))
        return false;
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        for (uint32_t kind = instance->copies->first_kind; kind < instance->kind_count; kind++)
            if (rd_load(instance, host, kind) != 0 || rd_target(instance, host, kind) != 0)
                return rd_wrong(reterr, "%s has a load of %s: it is held and wanted item by item",
                                rd_label(instance, host), rd_label_of_kind(instance, kind));
    return true;
}

bool rd_instance_check(const struct rd_instance *instance, struct rd_error *reterr)
{
    return check_bytes(instance->item_bytes, "an item's bytes", reterr) &&
           check_bytes(instance->word_bytes, "a control word's bytes", reterr) &&
           check_bytes(instance->message_bytes, "a message's own bytes", reterr) &&
           check_bytes(instance->flops_per_item, "an item's flops", reterr) &&
           check_ports(instance, reterr) && check_host_ports(instance, reterr) &&
           check_costs(instance, reterr) && check_speeds(instance, reterr) &&
           check_goal(instance, reterr) &&
           (instance->objects ? rd_objects_check(instance, reterr)
                              : check_loads(instance, reterr) && check_master(instance, reterr)) &&
           (!instance->copies || check_copies(instance, reterr)) &&
           check_kind_bytes(instance, reterr);
}
