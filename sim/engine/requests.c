#include "requests.h"

#include "shared_topology.h"

#include "sim/online/online.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Behind each other, each with its zero. */
static size_t names_bytes(const char *const *name, uint32_t count)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < count; i++)
        bytes += strlen(name[i]) + 1;
    return bytes;
}

static void put_names(char *at, const char *const *name, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        size_t size = strlen(name[i]) + 1;
        memcpy(at, name[i], size);
        at += size;
    }
}

/* From shared memory into the arena. */
static void *copy_out(struct rd_arena *arena, const void *from, size_t count, size_t size)
{
    void *copy = rd_arena_take(arena, count, size);
    memcpy(copy, from, count * size);
    return copy;
}

/* Sorts uses by link. */
static const struct rd_shared_links *copy_shared(struct rd_costs_request *request,
                                                 uint64_t link_count, struct rd_arena *arena)
{
    const struct rd_shared_link_reply *reply = rd_request_at(request, request->shared_offset);
    const struct rd_shared_use_reply *used = rd_request_at(request, request->use_offset);
    uint32_t count = request->shared_count;
    struct rd_shared_links *shared = rd_take(arena, 1, struct rd_shared_links);
    double *bandwidth = rd_take(arena, count, double);
    const char **name = rd_take(arena, count, const char *);
    uint32_t *first = rd_take(arena, link_count + 2, uint32_t);
    struct rd_shared_use *use = rd_take(arena, request->use_count, struct rd_shared_use);
    for (uint32_t i = 0; i < count; i++) {
        bandwidth[i] = reply[i].bandwidth_bytes_per_s;
        name[i] = rd_arena_print(arena, "%s", reply[i].name);
    }
    for (uint32_t i = 0; i < request->use_count; i++)
        first[used[i].link + 2]++;
    for (uint64_t link = 2; link < link_count + 2; link++)
        first[link] += first[link - 1];
    for (uint32_t i = 0; i < request->use_count; i++)
        use[first[used[i].link + 1]++] = used[i].use;
    *shared = (struct rd_shared_links){count, bandwidth, name, first, use};
    return shared;
}

static void copy_costs(struct rd_engine *engine, struct rd_costs_request *request,
                       const struct rd_topology *topology, struct rd_arena *arena,
                       struct rd_platform_costs *ret_costs)
{
    size_t link_count = request->costs_equal ? 1 : rd_link_count(topology);
    struct rd_platform_costs costs = {
        .link_cost = copy_out(arena, rd_request_at(request, request->link_cost_offset), link_count,
                              sizeof(struct rd_link_cost)),
        .costs_equal = request->costs_equal,
        .speed_flops_per_s = copy_out(arena, rd_request_at(request, request->speed_offset),
                                      topology->host_count, sizeof(double)),
        .overload = request->overload,
        .failed_from = RD_NO_HOST,
    };
    if (request->overload > 1)
        costs.may_slow = copy_out(arena, rd_request_at(request, request->may_slow_offset),
                                  rd_link_count(topology), sizeof(uint8_t));
    if (request->overload > 1 && request->shared_count > 0)
        costs.shared_links = copy_shared(request, rd_link_count(topology), arena);
    if (request->shared[0])
        costs.shared = rd_arena_print(arena, "%s", request->shared);
    engine->shared_links = costs.shared;
    *ret_costs = costs;
}

bool rd_engine_read_costs(struct rd_engine *engine, const char *const *host_name,
                          const struct rd_topology *topology, struct rd_arena *arena,
                          struct rd_platform_costs *ret_costs, struct rd_error *reterr)
{
    uint64_t link_count = rd_link_count(topology);
    size_t size = sizeof(struct rd_costs_request);
    ret_costs->failed_from = RD_NO_HOST;
    size_t names = rd_shared_section(&size, names_bytes(host_name, topology->host_count), 1);
    size_t links = rd_topology_section(&size, topology);
    size_t costs =
        rd_shared_section(&size, link_count > 0 ? link_count : 1, sizeof(struct rd_link_cost));
    size_t speeds = rd_shared_section(&size, topology->host_count, sizeof(double));
    /* Memory that nobody writes to is never touched. */
    size_t may_slow = rd_shared_section(&size, link_count, sizeof(uint8_t));
    uint32_t use_limit = link_count < RD_SHARED_USE_LIMIT / RD_SHARED_USES_OF_A_LINK
                             ? (uint32_t)link_count * RD_SHARED_USES_OF_A_LINK
                         : link_count <= RD_SHARED_USE_LIMIT ? RD_SHARED_USE_LIMIT
                                                             : 0;
    size_t shared = rd_shared_section(&size, RD_SHARED_LIMIT, sizeof(struct rd_shared_link_reply));
    size_t uses = rd_shared_section(&size, use_limit, sizeof(struct rd_shared_use_reply));
    if (!rd_shared_resize(&engine->shared, size, reterr))
        return false;
    struct rd_costs_request *request = (struct rd_costs_request *)engine->shared.base;
    *request = (struct rd_costs_request){.head = {.kind = RD_REQUEST_COSTS, .names_offset = names},
                                         .topology = *topology,
                                         .topology_offset = links,
                                         .host_links = engine->host_links,
                                         .link_cost_offset = costs,
                                         .speed_offset = speeds,
                                         .may_slow_offset = may_slow,
                                         .shared_offset = shared,
                                         .use_offset = uses,
                                         .use_limit = use_limit};
    put_names(rd_request_at(request, names), host_name, topology->host_count);
    rd_topology_put(rd_pointed(request, links), topology);
    bool served = rd_engine_exchange(engine, reterr);
    if (served)
        copy_costs(engine, request, topology, arena, ret_costs);
    else if (request->asked_from != request->asked_to)
        ret_costs->failed_from = request->asked_from;
    rd_shared_empty(&engine->shared);
    return served;
}

bool rd_engine_find_edges(struct rd_engine *engine, const char *const *host_name,
                          uint32_t host_count, struct rd_arena *arena,
                          const struct rd_edge **ret_edge, size_t *ret_edge_count,
                          struct rd_error *reterr)
{
    if (host_count > RD_EXCLUSIVE_HOST_LIMIT)
        return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                       "edges=\"exclusive\" on %" PRIu32 " hosts: at most %d are supported",
                       host_count, RD_EXCLUSIVE_HOST_LIMIT);
    size_t size = sizeof(struct rd_costs_request);
    size_t names = rd_shared_section(&size, names_bytes(host_name, host_count), 1);
    size_t edges =
        rd_shared_section(&size, (size_t)host_count * host_count, sizeof(struct rd_edge));
    if (!rd_shared_resize(&engine->shared, size, reterr))
        return false;
    struct rd_costs_request *request = (struct rd_costs_request *)engine->shared.base;
    *request = (struct rd_costs_request){.head = {.kind = RD_REQUEST_EDGES, .names_offset = names},
                                         .topology.host_count = host_count,
                                         .edge_offset = edges};
    put_names(rd_request_at(request, names), host_name, host_count);
    bool served = rd_engine_exchange(engine, reterr);
    if (served) {
        *ret_edge_count = request->edge_count;
        *ret_edge =
            copy_out(arena, rd_request_at(request, edges), request->edge_count, sizeof **ret_edge);
    }
    rd_shared_empty(&engine->shared);
    return served;
}

/* How many messages and computations a plan has at the most.
 * Errors: RD_ERROR_REFUSED above the limit. */
static bool count_messages(const struct rd_engine *engine, const struct rd_plan *plan,
                           size_t *ret_count, struct rd_error *reterr)
{
    int64_t limit = engine->settings.message_limit, least = 0, most = 0;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        bool as_held = transfer->messages == 0; /* one message, or up to one an item */
        int64_t transfer_least = as_held ? 1 : transfer->messages;
        int64_t transfer_most = as_held ? transfer->items : transfer->messages;
        if (transfer_least < 0 || transfer_least > limit - least)
            return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                           "more than %" PRId64 " messages: such a plan is judged, not simulated",
                           limit);
        least += transfer_least;
        most = transfer_most < limit - most ? most + transfer_most : limit;
    }
    *ret_count = (size_t)most;
    return true;
}

/* The exact model holds only where messages that are under way together share no link. */
static bool check_ports(const struct rd_engine *engine, const struct rd_instance *instance,
                        struct rd_error *reterr)
{
    if (engine->settings.model != RD_EXACT_MODEL || instance->port_model == RD_ONE_PORT ||
        instance->topology.shape == RD_BUS || !engine->shared_links)
        return true;
    char ports[RD_LABEL_SIZE];
    return rd_fail(reterr, RD_ERROR_REFUSED, engine->platform, 0,
                   "%s: in the exact model ports=\"%s\" needs links of its own for every pair",
                   engine->shared_links, rd_port_model_name(instance, ports));
}

/* In free order SimGrid keeps ports by a limit of transfers a link, which are such from when their
 * latency has passed: messages would start at a port that is taken. */
static bool check_free_order(const struct rd_engine *engine, const struct rd_instance *instance,
                             const struct rd_plan *plan, struct rd_error *reterr)
{
    char ports[RD_LABEL_SIZE];
    if (plan->timing != RD_FREE_ORDER)
        return true;
    if (instance->host_port_count)
        return rd_fail(reterr, RD_ERROR_REFUSED, engine->platform, 0,
                       "ports that differ, %s, in free order: SimGrid has one limit for all hosts, "
                       "so the same number at every host is needed",
                       rd_port_model_name(instance, ports));
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        uint64_t link = transfer->to == RD_NO_HOST
                            ? RD_NO_LINK
                            : rd_link_between(&instance->topology, transfer->from, transfer->to);
        char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
        if (link != RD_NO_LINK && rd_link_cost(instance, link).latency_s > 0)
            return rd_fail(
                reterr, RD_ERROR_REFUSED, engine->platform, 0,
                "%s sends to %s after a latency of %g s, which SimGrid does not keep ports "
                "for in free order: links without latency are accepted",
                rd_host_label(instance, transfer->from, from),
                rd_host_label(instance, transfer->to, to), rd_link_cost(instance, link).latency_s);
    }
    return true;
}

static size_t account_count(const struct rd_instance *instance)
{
    return (size_t)instance->topology.host_count * instance->kind_count;
}

/* Lays a simulation's request out. Returns: its size. */
static size_t lay_out(const struct rd_instance *instance, const struct rd_plan *plan,
                      size_t trace_capacity, struct rd_simulate_request *request)
{
    uint32_t host_count = instance->topology.host_count;
    size_t size = sizeof *request;
    size_t link_count = instance->costs_equal ? 1 : rd_link_count(&instance->topology);
    request->head.names_offset =
        rd_shared_section(&size, names_bytes(instance->host_name, host_count), 1);
    request->topology_offset = rd_topology_section(&size, &instance->topology);
    request->link_cost_offset = rd_shared_section(&size, link_count, sizeof(struct rd_link_cost));
    if (instance->host_port_count)
        request->port_offset = rd_shared_section(&size, host_count, sizeof(uint32_t));
    if (plan->keeps_shared && instance->shared) {
        uint64_t links = rd_link_count(&instance->topology);
        request->shared = (struct rd_shared_links){.count = instance->shared->count};
        request->shared_bandwidth_offset =
            rd_shared_section(&size, instance->shared->count, sizeof(double));
        request->shared_first_offset = rd_shared_section(&size, links + 1, sizeof(uint32_t));
        request->shared_use_offset =
            rd_shared_section(&size, instance->shared->first[links], sizeof(struct rd_shared_use));
    }
    request->load_offset = rd_shared_section(&size, account_count(instance), sizeof(int64_t));
    if (instance->speed_flops_per_s)
        request->speed_offset = rd_shared_section(&size, host_count, sizeof(double));
    if (instance->target)
        request->target_offset = rd_shared_section(&size, account_count(instance), sizeof(int64_t));
    request->final_offset = rd_shared_section(&size, account_count(instance), sizeof(int64_t));
    request->transfer_offset =
        rd_shared_section(&size, plan->transfer_count, sizeof(struct rd_transfer));
    if (plan->block)
        request->block_offset =
            rd_shared_section(&size, plan->transfer_count, sizeof(struct rd_dimension_range));
    if (trace_capacity > 0)
        request->trace_offset =
            rd_shared_section(&size, trace_capacity, sizeof(struct rd_timed_transfer));
    if (trace_capacity > 0 && plan->block)
        request->trace_block_offset =
            rd_shared_section(&size, trace_capacity, sizeof(struct rd_dimension_range));
    return size;
}

/* The shared links that a plan keeps to, if it does. */
static void put_shared(struct rd_simulate_request *request, const struct rd_instance *instance)
{
    if (!request->shared_use_offset)
        return;
    const struct rd_shared_links *shared = instance->shared;
    uint64_t links = rd_link_count(&instance->topology);
    memcpy(rd_request_at(request, request->shared_bandwidth_offset), shared->bandwidth_bytes_per_s,
           shared->count * sizeof(double));
    memcpy(rd_request_at(request, request->shared_first_offset), shared->first,
           (links + 1) * sizeof(uint32_t));
    memcpy(rd_request_at(request, request->shared_use_offset), shared->use,
           shared->first[links] * sizeof(struct rd_shared_use));
}

static void put_plan(struct rd_simulate_request *request, const struct rd_instance *instance,
                     const struct rd_plan *plan)
{
    size_t link_count = instance->costs_equal ? 1 : rd_link_count(&instance->topology);
    put_names(rd_request_at(request, request->head.names_offset), instance->host_name,
              instance->topology.host_count);
    rd_topology_put(rd_pointed(request, request->topology_offset), &instance->topology);
    memcpy(rd_request_at(request, request->link_cost_offset), instance->link_cost,
           link_count * sizeof(struct rd_link_cost));
    if (instance->host_port_count)
        memcpy(rd_request_at(request, request->port_offset), instance->host_port_count,
               instance->topology.host_count * sizeof(uint32_t));
    memcpy(rd_request_at(request, request->load_offset), instance->load,
           account_count(instance) * sizeof(int64_t));
    if (instance->speed_flops_per_s)
        memcpy(rd_request_at(request, request->speed_offset), instance->speed_flops_per_s,
               instance->topology.host_count * sizeof(double));
    if (instance->target)
        memcpy(rd_request_at(request, request->target_offset), instance->target,
               account_count(instance) * sizeof(int64_t));
    if (plan->transfer_count > 0)
        memcpy(rd_request_at(request, request->transfer_offset), plan->transfer,
               plan->transfer_count * sizeof(struct rd_transfer));
    if (plan->block)
        memcpy(rd_request_at(request, request->block_offset), plan->block,
               plan->transfer_count * sizeof(struct rd_dimension_range));
    put_shared(request, instance);
}

static void copy_simulation(struct rd_simulate_request *request, struct rd_arena *arena,
                            struct rd_simulation *ret_simulation)
{
    struct rd_simulation simulation = {
        .makespan_s = request->makespan_s,
        .wall_ms = request->wall_ms,
        .message_count = request->message_count,
        .final = copy_out(arena, rd_request_at(request, request->final_offset),
                          account_count(&request->instance), sizeof(int64_t)),
    };
    if (request->trace_offset) {
        size_t count = request->trace_count;
        struct rd_trace *trace = &simulation.trace;
        trace->transfer_count = trace->transfer_capacity = count;
        trace->transfer = copy_out(arena, rd_request_at(request, request->trace_offset), count,
                                   sizeof(struct rd_timed_transfer));
        if (request->trace_block_offset)
            trace->block = copy_out(arena, rd_request_at(request, request->trace_block_offset),
                                    count, sizeof(struct rd_dimension_range));
        rd_trace_sort(trace, arena);
    }
    *ret_simulation = simulation;
}

bool rd_engine_simulate(struct rd_engine *engine, const struct rd_instance *instance,
                        const struct rd_plan *plan, bool want_trace, struct rd_arena *arena,
                        struct rd_simulation *ret_simulation, struct rd_error *reterr)
{
    rd_assert(instance->host_name);
    size_t message_count = 0;
    if (!check_ports(engine, instance, reterr) ||
        !check_free_order(engine, instance, plan, reterr) ||
        !count_messages(engine, plan, &message_count, reterr))
        return false;
    struct rd_simulate_request layout = {
        .head = {.kind = RD_REQUEST_SIMULATE},
        .instance = *instance,
        .plan = *plan,
        .model = engine->settings.model,
        .exact_dates = engine->settings.model == RD_EXACT_MODEL && !engine->settings.varies &&
                       !engine->settings.shares_process,
        .message_limit = engine->settings.message_limit,
    };
    if (plan->timing == RD_AS_RECORDED) {
        /* Where bandwidths vary, a protocol may do more than it did in the exact model. */
        message_count = RD_PROTOCOL_LIMIT;
        for (size_t i = 0; i < plan->record->transfer_count; i++)
            layout.planned_s = fmax(layout.planned_s, plan->record->transfer[i].end_s);
    }
    /* Memory that no message fills is never touched. */
    size_t size = lay_out(instance, plan, want_trace ? message_count : 0, &layout);
    if (!rd_shared_resize(&engine->shared, size, reterr))
        return false;
    struct rd_simulate_request *request = (struct rd_simulate_request *)engine->shared.base;
    *request = layout;
    put_plan(request, instance, plan);
    bool served = rd_engine_exchange(engine, reterr);
    if (served)
        copy_simulation(request, arena, ret_simulation);
    rd_shared_empty(&engine->shared);
    return served;
}
