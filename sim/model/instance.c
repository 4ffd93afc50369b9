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

void rd_instance_size_kinds(struct rd_instance *instance, const double *bytes)
{
    bool alike = !instance->copies;
    for (uint32_t kind = 1; kind < rd_counted_kinds(instance); kind++)
        alike &= bytes[kind] == bytes[0];
    instance->kind_bytes = alike ? NULL : bytes;
    if (alike)
        instance->item_bytes = bytes[0];
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

void rd_port_range(const struct rd_instance *instance, uint32_t *ret_least, uint32_t *ret_most)
{
    *ret_least = *ret_most = rd_host_ports(instance, 0);
    for (uint32_t host = 1; host < instance->topology.host_count; host++) {
        uint32_t ports = rd_host_ports(instance, host);
        *ret_least = ports < *ret_least ? ports : *ret_least;
        *ret_most = ports > *ret_most ? ports : *ret_most;
    }
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
    const struct rd_copies *copies = instance->copies;
    if (instance->objects)
        return rd_object_label(instance->objects, kind, label);
    if (copies && copies->name && kind >= copies->first_kind && kind < instance->kind_count)
        snprintf(label, RD_LABEL_SIZE, "%s", copies->name[kind - copies->first_kind]);
    else
        snprintf(label, RD_LABEL_SIZE, "kind %" PRIu32, kind);
    return label;
}

const char *rd_items_words(const struct rd_instance *instance, uint32_t kind, int64_t first_item,
                           int64_t items, struct rd_arena *arena)
{
    if (instance->objects)
        return rd_arena_text(arena, rd_label_of_kind(instance, kind));
    if (first_item != RD_NO_ITEM && items == 1)
        return rd_arena_print(arena, "item %" PRId64 " of %s", first_item,
                              rd_label_of_kind(instance, kind));
    if (first_item != RD_NO_ITEM)
        return rd_arena_print(arena, "items %" PRId64 "-%" PRId64 " of %s", first_item,
                              first_item + items - 1, rd_label_of_kind(instance, kind));
    bool several = instance->kind_count > 1;
    return rd_arena_print(arena, "%" PRId64 " item%s%s%s", items, items == 1 ? "" : "s",
                          several ? " of " : "", several ? rd_label_of_kind(instance, kind) : "");
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
        rd_port_range(instance, &least, &most);
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
    case RD_COPIES: return "copies";
    }
    rd_assert(!"a goal without a name");
    return "";
}
