#include "instance.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

double rd_item_s(const struct rd_instance *instance, uint32_t from, uint32_t to)
{
    uint64_t link = rd_link_between(&instance->topology, from, to);
    rd_assert(link != RD_NO_LINK);
    return rd_message_duration_s(rd_link_cost(instance, link), instance->item_bytes);
}

double rd_compute_item_s(const struct rd_instance *instance, uint32_t host)
{
    if (instance->flops_per_item == 0 || !instance->speed_flops_per_s)
        return 0;
    return instance->flops_per_item / instance->speed_flops_per_s[host];
}

bool rd_costs_are_equal(const struct rd_instance *instance)
{
    if (instance->costs_equal)
        return true;
    bool sized = instance->item_bytes > 0 || instance->word_bytes > 0;
    const struct rd_link_cost *first = NULL;
    rd_each_link (link, &instance->topology) {
        const struct rd_link_cost *cost = &instance->link_cost[link.number];
        if (!first)
            first = cost;
        if (!rd_same_cost(cost->latency_s, first->latency_s) ||
            (sized && !rd_same_cost(cost->bandwidth_bytes_per_s, first->bandwidth_bytes_per_s)))
            return false;
    }
    return true;
}

bool rd_has_latency(const struct rd_instance *instance)
{
    if (instance->costs_equal)
        return instance->link_cost[0].latency_s > 0;
    rd_each_link (link, &instance->topology)
        if (instance->link_cost[link.number].latency_s > 0)
            return true;
    return false;
}

int64_t rd_item_count(const struct rd_instance *instance, uint32_t kind)
{
    int64_t items = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        items += rd_load(instance, host, kind);
    return items;
}

bool rd_speeds_are_equal(const struct rd_instance *instance)
{
    if (!instance->speed_flops_per_s)
        return true;
    for (uint32_t host = 1; host < instance->topology.host_count; host++)
        if (!rd_same_cost(instance->speed_flops_per_s[host], instance->speed_flops_per_s[0]))
            return false;
    return true;
}

static bool input_fail(struct rd_error *reterr, const char *message)
{
    return rd_wrong(reterr, "%s", message);
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
        if (instance->goal != RD_REACH)
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
            (instance->goal != RD_REACH ||
             check_master_of(instance, instance->target, "the final load", reterr)));
}

static bool check_goal(const struct rd_instance *instance, struct rd_error *reterr)
{
    if ((instance->goal == RD_PLACE) != (instance->objects != NULL))
        return input_fail(reterr, "the goal is to place objects where there are objects, and only "
                                  "there");
    if (instance->goal == RD_REACH && !instance->target)
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

/* The least and the greatest number of ports of a host. */
static void range_of_ports(const struct rd_instance *instance, uint32_t *ret_least,
                           uint32_t *ret_most)
{
    *ret_least = *ret_most = rd_host_ports(instance, 0);
    for (uint32_t host = 1; host < instance->topology.host_count; host++) {
        uint32_t ports = rd_host_ports(instance, host);
        *ret_least = ports < *ret_least ? ports : *ret_least;
        *ret_most = ports > *ret_most ? ports : *ret_most;
    }
}

static bool check_host_ports(const struct rd_instance *instance, struct rd_error *reterr)
{
    uint32_t least, most;
    if (!instance->host_port_count)
        return true;
    range_of_ports(instance, &least, &most);
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
                              : check_loads(instance, reterr) && check_master(instance, reterr));
}

/* The name that the user gave a host, or else its number behind `before`. */
static const char *host_text(const struct rd_instance *instance, uint32_t host, const char *before,
                             char label[RD_LABEL_SIZE])
{
    bool listed = instance->host_name && host < instance->topology.host_count;
    if (listed && instance->host_name[host])
        snprintf(label, RD_LABEL_SIZE, "%s", instance->host_name[host]);
    else
        snprintf(label, RD_LABEL_SIZE, "%s%" PRIu32, before, host);
    return label;
}

const char *rd_host_label(const struct rd_instance *instance, uint32_t host,
                          char label[RD_LABEL_SIZE])
{
    return host_text(instance, host, "host ", label);
}

const char *rd_host_name(const struct rd_instance *instance, uint32_t host,
                         char label[RD_LABEL_SIZE])
{
    return host_text(instance, host, "", label);
}

const char *rd_kind_label(const struct rd_instance *instance, uint32_t kind,
                          char label[RD_LABEL_SIZE])
{
    if (instance->objects)
        return rd_object_label(instance->objects, kind, label);
    snprintf(label, RD_LABEL_SIZE, "kind %" PRIu32, kind);
    return label;
}

const char *rd_port_model_name(const struct rd_instance *instance, char label[RD_LABEL_SIZE])
{
    switch (instance->port_model) {
    case RD_ONE_PORT: return "one";
    case RD_ALL_PORTS: return "all";
    case RD_PIPELINED_PORTS: return "pipelined";
    case RD_K_PORTS: break;
    }
    uint32_t least = instance->port_count, most = instance->port_count;
    if (instance->host_port_count)
        range_of_ports(instance, &least, &most);
    if (least != most)
        snprintf(label, RD_LABEL_SIZE, "%" PRIu32 "-to-%" PRIu32, least, most);
    else
        snprintf(label, RD_LABEL_SIZE, "%" PRIu32, most);
    return label;
}

const char *rd_goal_name(enum rd_goal goal)
{
    switch (goal) {
    case RD_REACH: return "after";
    case RD_BALANCE: return "balance";
    case RD_GATHER: return "gather";
    case RD_FINISH: return "finish";
    case RD_STENCIL: return "stencil";
    case RD_PLACE: return "place";
    }
    rd_assert(!"a goal without a name");
    return "";
}
