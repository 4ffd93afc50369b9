#include "requests.h"

#include "sim/base/groups.h"
#include "sim/engine/process/relocatable.h"
#include "sim/online/online.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Where runs share a process, larger ones have their own: the fork is a small part of them. */
enum { SHARED_MESSAGES = 10000, SHARED_ROUTES = 100000 };

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
    const struct rd_shared_link_reply *reply = request->shared_link;
    const struct rd_shared_use_reply *used = request->use;
    uint32_t count = request->shared_count;
    struct rd_shared_links *shared = rd_take(arena, 1, struct rd_shared_links);
    double *bandwidth = rd_take(arena, count, double);
    const char **name = rd_take(arena, count, const char *);
    uint32_t *link = rd_take(arena, request->use_count, uint32_t);
    struct rd_shared_use *use = rd_take(arena, request->use_count, struct rd_shared_use);
    for (uint32_t i = 0; i < count; i++) {
        bandwidth[i] = reply[i].bandwidth_bytes_per_s;
        name[i] = rd_arena_text(arena, reply[i].name);
    }
    for (uint32_t i = 0; i < request->use_count; i++)
        link[i] = (uint32_t)used[i].link;
    struct rd_groups by_link = rd_group(link, request->use_count, link_count, arena);
    for (uint32_t i = 0; i < request->use_count; i++)
        use[i] = used[by_link.member[i]].use;
    *shared = (struct rd_shared_links){count, bandwidth, name, by_link.first, use};
    return shared;
}

static void copy_costs(struct rd_engine *engine, struct rd_costs_request *request,
                       const struct rd_topology *topology, struct rd_arena *arena,
                       struct rd_platform_costs *ret_costs)
{
    size_t link_count = request->costs_equal ? 1 : rd_link_count(topology);
    struct rd_platform_costs costs = {
        .link_cost = copy_out(arena, request->link_cost, link_count, sizeof(struct rd_link_cost)),
        .costs_equal = request->costs_equal,
        .speed_flops_per_s = copy_out(arena, request->speed, topology->host_count, sizeof(double)),
        .both_ways = request->both_ways,
        .overload = request->overload,
        .failed_from = RD_NO_HOST,
        .missing_to = RD_NO_HOST,
    };
    if (request->overload > 1)
        costs.may_slow =
            copy_out(arena, request->may_slow, rd_link_count(topology), sizeof(uint8_t));
    if (request->overload > 1 && request->shared_count > 0)
        costs.shared_links = copy_shared(request, rd_link_count(topology), arena);
    engine->lets_meet = request->lets_meet;
    if (request->shared[0])
        costs.shared = rd_arena_text(arena, request->shared);
    engine->links_changed = false;
    *ret_costs = costs;
}

static void lay_out_costs(struct rd_layout *layout, struct rd_costs_request *request,
                          const char *const *host_name, const struct rd_topology *topology,
                          const char *text, const struct rd_faster_links *faster)
{
    uint64_t link_count = rd_link_count(topology);
    rd_layout_copy_names(layout, &request->host_name, host_name, topology->host_count);
    rd_layout_copy_topology(layout, &request->topology, &request->adjacency, topology);
    rd_layout_copy(layout, &request->text, text, text ? strlen(text) + 1 : 0, 1);
    rd_layout_copy_names(layout, &request->faster, faster->name, faster->count);
    rd_layout_copy(layout, &request->factor, faster->factor, faster->count, sizeof(double));
    rd_layout_reserve(layout, &request->link_cost, link_count > 0 ? link_count : 1,
                      sizeof *request->link_cost);
    rd_layout_reserve(layout, &request->speed, topology->host_count, sizeof *request->speed);
    rd_layout_reserve(layout, &request->may_slow, link_count, sizeof *request->may_slow);
    /* Memory that nobody writes to is never touched. */
    rd_layout_leave_room(layout, &request->shared_link, RD_SHARED_LIMIT,
                         sizeof *request->shared_link);
    rd_layout_leave_room(layout, &request->use, request->use_limit, sizeof *request->use);
}

/* How many uses of shared links there is room for. */
static uint32_t use_limit(uint64_t link_count)
{
    return link_count < RD_SHARED_USE_LIMIT / RD_SHARED_USES_OF_A_LINK
               ? (uint32_t)link_count * RD_SHARED_USES_OF_A_LINK
           : link_count <= RD_SHARED_USE_LIMIT ? RD_SHARED_USE_LIMIT
                                               : 0;
}

/* Whom the costs are asked of, and of what. */
struct costs_question {
    struct rd_engine *engine;
    bool alone;
    enum rd_request_kind kind;
    const struct rd_faster_links *faster;
    const char *const *host_name;
    const struct rd_topology *topology;
    uint32_t ports;
};

static const struct rd_faster_links none_faster;

/* Returns: what was answered, valid until rd_shared_memory_empty; NULL: nothing. */
static struct rd_costs_request *ask(const struct costs_question *question,
                                    struct rd_platform_costs *ret_costs, struct rd_error *reterr)
{
    struct rd_engine *engine = question->engine;
    struct rd_costs_request draft = {.head.kind = question->kind,
                                     .topology = *question->topology,
                                     .faster_count = question->faster->count,
                                     .host_links = engine->host_links,
                                     .ports = question->ports,
                                     .many_a_pair = engine->settings.many_a_pair,
                                     .use_limit = use_limit(rd_link_count(question->topology))};
    struct rd_layout layout = {.size = sizeof draft};
    const char *text = engine->links_changed ? engine->text : NULL;
    ret_costs->failed_from = ret_costs->missing_to = RD_NO_HOST;
    lay_out_costs(&layout, &draft, question->host_name, question->topology, text, question->faster);
    struct rd_costs_request *request =
        rd_layout_begin(&layout, &draft, sizeof draft, &engine->shared, reterr);
    if (!request)
        return NULL;
    lay_out_costs(&layout, request, question->host_name, question->topology, text,
                  question->faster);
    if (rd_engine_exchange(engine, question->alone, reterr))
        return request;
    if (request->asked_from != request->asked_to) {
        ret_costs->failed_from = request->asked_from;
        ret_costs->missing_to = request->asked_to;
    }
    rd_shared_memory_empty(&engine->shared);
    return NULL;
}

static bool read_costs(const struct costs_question *question, struct rd_arena *arena,
                       struct rd_platform_costs *ret_costs, struct rd_error *reterr)
{
    struct rd_costs_request *request = ask(question, ret_costs, reterr);
    if (!request)
        return false;
    copy_costs(question->engine, request, question->topology, arena, ret_costs);
    rd_shared_memory_empty(&question->engine->shared);
    return true;
}

bool rd_engine_read_costs(struct rd_engine *engine, const char *const *host_name,
                          const struct rd_topology *topology, uint32_t ports,
                          struct rd_arena *arena, struct rd_platform_costs *ret_costs,
                          struct rd_error *reterr)
{
    /* Links that are new have to be set where later runs find them. */
    bool shares = engine->settings.shares_process &&
                  (engine->links_changed || rd_link_count(topology) <= SHARED_ROUTES);
    struct costs_question question = {engine,   !shares, RD_REQUEST_COSTS, &none_faster, host_name,
                                      topology, ports};
    if (shares && read_costs(&question, arena, ret_costs, NULL))
        return true;
    question.alone = true;
    return read_costs(&question, arena, ret_costs, reterr);
}

bool rd_engine_read_faster_costs(struct rd_engine *engine, const struct rd_faster_links *faster,
                                 const char *const *host_name, const struct rd_topology *topology,
                                 uint32_t ports, struct rd_arena *arena,
                                 struct rd_platform_costs *ret_costs, struct rd_error *reterr)
{
    bool lets_meet = engine->lets_meet, links_changed = engine->links_changed;
    struct costs_question question = {engine,   true, RD_REQUEST_COSTS, faster, host_name,
                                      topology, ports};
    bool read = read_costs(&question, arena, ret_costs, reterr);
    engine->lets_meet = lets_meet;
    engine->links_changed = links_changed;
    return read;
}

bool rd_engine_read_links(struct rd_engine *engine, const char *const *host_name,
                          const struct rd_topology *topology, struct rd_arena *arena,
                          const struct rd_shared_links **ret_links, struct rd_error *reterr)
{
    struct rd_platform_costs failed;
    struct costs_question question = {engine,   true, RD_REQUEST_LINKS, &none_faster, host_name,
                                      topology, 1};
    struct rd_costs_request *request = ask(&question, &failed, reterr);
    if (!request)
        return false;
    *ret_links = copy_shared(request, rd_link_count(topology), arena);
    rd_shared_memory_empty(&engine->shared);
    return true;
}

static void lay_out_edges(struct rd_layout *layout, struct rd_costs_request *request,
                          const char *const *host_name)
{
    uint32_t host_count = request->topology.host_count;
    rd_layout_copy_names(layout, &request->host_name, host_name, host_count);
    rd_layout_leave_room(layout, &request->edge, (size_t)host_count * host_count,
                         sizeof *request->edge);
}

bool rd_engine_find_edges(struct rd_engine *engine, const char *const *host_name,
                          uint32_t host_count, enum rd_edge_source source, struct rd_arena *arena,
                          const struct rd_edge **ret_edge, size_t *ret_edge_count,
                          struct rd_error *reterr)
{
    if (host_count > RD_EDGES_HOST_LIMIT)
        return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                       "edges=\"%s\" on %" PRIu32 " hosts: at most %d are supported",
                       source == RD_EDGES_EXCLUSIVE ? "exclusive" : "routes", host_count,
                       RD_EDGES_HOST_LIMIT);
    struct rd_costs_request draft = {
        .head.kind = RD_REQUEST_EDGES, .topology.host_count = host_count, .edge_source = source};
    struct rd_layout layout = {.size = sizeof draft};
    lay_out_edges(&layout, &draft, host_name);
    struct rd_costs_request *request =
        rd_layout_begin(&layout, &draft, sizeof draft, &engine->shared, reterr);
    if (!request)
        return false;
    lay_out_edges(&layout, request, host_name);
    bool served = rd_engine_exchange(engine, true, reterr);
    if (served) {
        *ret_edge_count = request->edge_count;
        *ret_edge = copy_out(arena, request->edge, request->edge_count, sizeof **ret_edge);
    }
    rd_shared_memory_empty(&engine->shared);
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

/* SimGrid has one limit of transfers a link, and does not say when its queue let a message go. */
static bool check_free_ports(const struct rd_engine *engine, const struct rd_instance *instance,
                             struct rd_error *reterr)
{
    char ports[RD_LABEL_SIZE];
    if (engine->settings.model == RD_EXACT_MODEL && !rd_has_one_port(instance) &&
        instance->may_slow)
        return rd_fail(reterr, RD_ERROR_REFUSED, engine->platform, 0,
                       "ports=\"%s\" in free order on links that pairs share, where SimGrid does "
                       "not say when its queue let a message go: one port, or links of its own for "
                       "every pair, are needed",
                       rd_port_model_name(instance, ports));
    return !instance->host_port_count ||
           rd_fail(reterr, RD_ERROR_REFUSED, engine->platform, 0,
                   "ports that differ, %s, in free order: SimGrid has one limit for all hosts, "
                   "so the same number at every host is needed",
                   rd_port_model_name(instance, ports));
}

/* The limit holds from when a latency has passed: messages would start at a port that is taken. */
static bool check_free_link(const struct rd_engine *engine, const struct rd_instance *instance,
                            struct rd_link link, struct rd_error *reterr)
{
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    double latency_s = rd_link_cost(instance, link.number).latency_s;
    return latency_s == 0 ||
           rd_fail(reterr, RD_ERROR_REFUSED, engine->platform, 0,
                   "%s sends to %s after a latency of %g s, which SimGrid does not keep ports "
                   "for in free order: links without latency are accepted",
                   rd_host_label(instance, link.from, from), rd_host_label(instance, link.to, to),
                   latency_s);
}

bool rd_engine_takes_free_order(const struct rd_engine *engine, const struct rd_instance *instance,
                                const struct rd_platform_costs *costs, struct rd_error *reterr)
{
    const struct rd_topology *topology = &instance->topology;
    char ports[RD_LABEL_SIZE];
    if (!check_free_ports(engine, instance, reterr))
        return false;
    rd_each_link (link, topology)
        if (!check_free_link(engine, instance, link, reterr))
            return false;
    bool ports_bind = topology->shape == RD_BUS || instance->port_count + 1 < topology->host_count;
    return !ports_bind || instance->port_count == UINT32_MAX || costs->shared ||
           rd_fail(
               reterr, RD_ERROR_REFUSED, engine->platform, 0,
               "ports=\"%s\" in free order on routes that share no link, on which SimGrid would "
               "keep ports: links of the hosts themselves, as behind a switch, are accepted",
               rd_port_model_name(instance, ports));
}

static bool check_free_order(const struct rd_engine *engine, const struct rd_instance *instance,
                             const struct rd_plan *plan, struct rd_error *reterr)
{
    if (plan->timing != RD_FREE_ORDER)
        return true;
    if (!check_free_ports(engine, instance, reterr))
        return false;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        struct rd_link link = {.from = transfer->from, .to = transfer->to};
        link.number = transfer->to == RD_NO_HOST
                          ? RD_NO_LINK
                          : rd_link_between(&instance->topology, transfer->from, transfer->to);
        if (link.number != RD_NO_LINK && !check_free_link(engine, instance, link, reterr))
            return false;
    }
    return true;
}

static size_t account_count(const struct rd_instance *instance)
{
    return instance->objects ? 0 : (size_t)instance->topology.host_count * instance->kind_count;
}

static void lay_out_objects(struct rd_layout *layout, struct rd_simulate_request *request,
                            const struct rd_instance *instance)
{
    const struct rd_objects *objects = instance->objects;
    struct rd_objects *copy = &request->objects;
    if (layout->request)
        *copy = *objects;
    copy->name = NULL;
    rd_layout_point(layout, &request->instance.objects, copy);
    rd_layout_copy(layout, &copy->bytes, objects->bytes, objects->count, sizeof(int64_t));
    rd_layout_copy(layout, &copy->first, objects->first, (size_t)objects->count + 1,
                   sizeof(uint32_t));
    rd_layout_copy(layout, &copy->source, objects->source, objects->first[objects->count],
                   sizeof(uint32_t));
    rd_layout_copy(layout, &copy->to, objects->to, objects->count, sizeof(uint32_t));
    rd_layout_copy(layout, &copy->drop, objects->drop, objects->count, sizeof(uint32_t));
    rd_layout_copy(layout, &copy->space_bytes, objects->space_bytes, instance->topology.host_count,
                   sizeof(int64_t));
    rd_layout_reserve(layout, &request->placement, objects->count, sizeof(uint32_t));
}

static void lay_out_copies(struct rd_layout *layout, struct rd_simulate_request *request,
                           const struct rd_instance *instance)
{
    const struct rd_copies *copies = instance->copies;
    struct rd_copies *copy = &request->copies;
    size_t pieces = copies->piece_count;
    if (layout->request)
        *copy = *copies;
    copy->name = NULL;
    rd_layout_point(layout, &request->instance.copies, copy);
    rd_layout_copy(layout, &copy->bytes, copies->bytes, copies->count, sizeof(double));
    rd_layout_copy(layout, &copy->piece, copies->piece, (size_t)copies->count + 1,
                   sizeof(uint32_t));
    rd_layout_copy(layout, &copy->first_item, copies->first_item, pieces, sizeof(int64_t));
    rd_layout_copy(layout, &copy->items, copies->items, pieces, sizeof(int64_t));
    rd_layout_copy(layout, &copy->held_first, copies->held_first, pieces + 1, sizeof(uint32_t));
    rd_layout_copy(layout, &copy->held, copies->held, copies->held_first[pieces], sizeof(uint32_t));
    rd_layout_copy(layout, &copy->wanted_first, copies->wanted_first, pieces + 1, sizeof(uint32_t));
    rd_layout_copy(layout, &copy->wanted, copies->wanted, copies->wanted_first[pieces],
                   sizeof(uint32_t));
}

/* What a simulation's request points to. */
static void lay_out_simulation(struct rd_layout *layout, struct rd_simulate_request *request,
                               const struct rd_instance *instance, const struct rd_plan *plan,
                               size_t trace_capacity)
{
    uint32_t host_count = instance->topology.host_count;
    size_t links = rd_link_count(&instance->topology), accounts = account_count(instance);
    struct rd_instance *copy = &request->instance;
    rd_layout_copy_names(layout, &copy->host_name, instance->host_name, host_count);
    rd_layout_copy_topology(layout, &copy->topology, &request->adjacency, &instance->topology);
    rd_layout_copy(layout, &copy->link_cost, instance->link_cost, instance->costs_equal ? 1 : links,
                   sizeof(struct rd_link_cost));
    rd_layout_copy(layout, &copy->host_port_count, instance->host_port_count, host_count,
                   sizeof(uint32_t));
    if (copy->shared) {
        const struct rd_shared_links *shared = instance->shared;
        rd_layout_point(layout, &copy->shared, &request->shared);
        rd_layout_copy(layout, &request->shared.bandwidth_bytes_per_s,
                       shared->bandwidth_bytes_per_s, shared->count, sizeof(double));
        rd_layout_copy(layout, &request->shared.first, shared->first, links + 1, sizeof(uint32_t));
        rd_layout_copy(layout, &request->shared.use, shared->use, shared->first[links],
                       sizeof(struct rd_shared_use));
    }
    if (instance->objects)
        lay_out_objects(layout, request, instance);
    if (instance->copies)
        lay_out_copies(layout, request, instance);
    rd_layout_copy(layout, &copy->load, instance->load, accounts, sizeof(int64_t));
    rd_layout_copy(layout, &copy->speed_flops_per_s, instance->speed_flops_per_s, host_count,
                   sizeof(double));
    rd_layout_copy(layout, &copy->target, instance->target, accounts, sizeof(int64_t));
    const char *text = request->text;
    rd_layout_copy(layout, &request->text, text, text ? strlen(text) + 1 : 0, 1);
    rd_layout_reserve(layout, &request->final, accounts, sizeof(int64_t));
    rd_layout_copy(layout, &request->plan.transfer, plan->transfer, plan->transfer_count,
                   sizeof(struct rd_transfer));
    rd_layout_copy(layout, &request->plan.block, plan->block, plan->transfer_count,
                   sizeof(struct rd_dimension_range));
    rd_layout_copy(layout, &request->plan.room, plan->room, plan->transfer_count, sizeof(uint8_t));
    rd_layout_copy(layout, &request->plan.first_item, plan->first_item, plan->transfer_count,
                   sizeof(int64_t));
    const double *begin_s = request->begin_s;
    rd_layout_copy(layout, &request->begin_s, begin_s, plan->transfer_count, sizeof(double));
    if (trace_capacity > 0)
        rd_layout_leave_room(layout, &request->trace, trace_capacity,
                             sizeof(struct rd_timed_transfer));
    if (trace_capacity > 0 && plan->block)
        rd_layout_leave_room(layout, &request->trace_block, trace_capacity,
                             sizeof(struct rd_dimension_range));
    if (trace_capacity > 0 && plan->first_item)
        rd_layout_leave_room(layout, &request->trace_first_item, trace_capacity, sizeof(int64_t));
}

static void copy_simulation(struct rd_simulate_request *request, struct rd_arena *arena,
                            struct rd_simulation *ret_simulation)
{
    struct rd_simulation simulation = {
        .makespan_s = request->makespan_s,
        .wall_ms = request->wall_ms,
        .message_count = request->message_count,
        .final =
            copy_out(arena, request->final, account_count(&request->instance), sizeof(int64_t)),
    };
    if (request->instance.objects) {
        simulation.final = NULL;
        simulation.placement =
            copy_out(arena, request->placement, request->instance.kind_count, sizeof(uint32_t));
    }
    if (request->trace) {
        size_t count = request->trace_count;
        struct rd_trace *trace = &simulation.trace;
        trace->transfer_count = trace->transfer_capacity = count;
        trace->transfer = copy_out(arena, request->trace, count, sizeof(struct rd_timed_transfer));
        if (request->trace_block)
            trace->block =
                copy_out(arena, request->trace_block, count, sizeof(struct rd_dimension_range));
        if (request->trace_first_item)
            trace->first_item = copy_out(arena, request->trace_first_item, count, sizeof(int64_t));
        rd_trace_sort(trace, arena);
    }
    *ret_simulation = simulation;
}

/* Has a request served. In: draft: without what it points to. */
static bool play(struct rd_engine *engine, bool alone, struct rd_simulate_request *draft,
                 const struct rd_instance *instance, const struct rd_plan *plan,
                 size_t trace_capacity, struct rd_arena *arena,
                 struct rd_simulation *ret_simulation, struct rd_error *reterr)
{
    struct rd_layout layout = {.size = sizeof *draft};
    draft->keeps_actors = !alone;
    draft->text = engine->links_changed ? engine->text : NULL;
    lay_out_simulation(&layout, draft, instance, plan, trace_capacity);
    struct rd_simulate_request *request =
        rd_layout_begin(&layout, draft, sizeof *draft, &engine->shared, reterr);
    if (!request)
        return false;
    lay_out_simulation(&layout, request, instance, plan, trace_capacity);
    bool served = rd_engine_exchange(engine, alone, reterr);
    if (served && draft->rehearses)
        memcpy(draft->begin_s, request->begin_s, plan->transfer_count * sizeof(double));
    else if (served)
        copy_simulation(request, arena, ret_simulation);
    if (served && !alone)
        engine->links_changed = false;
    rd_shared_memory_empty(&engine->shared);
    return served;
}

/* The same, in a process that small runs share, if that is possible and succeeds there. In: limit:
 * how many messages there may be. */
static bool play_anywhere(struct rd_engine *engine, struct rd_simulate_request *draft,
                          const struct rd_instance *instance, const struct rd_plan *plan,
                          bool want_trace, size_t limit, struct rd_arena *arena,
                          struct rd_simulation *ret_simulation, struct rd_error *reterr)
{
    /* Memory that no message fills is never touched. */
    size_t trace_capacity = want_trace ? limit : 0;
    bool small = limit <= SHARED_MESSAGES && plan->timing != RD_AS_RECORDED;
    return (engine->settings.shares_process && small &&
            play(engine, false, draft, instance, plan, trace_capacity, arena, ret_simulation,
                 NULL)) ||
           play(engine, true, draft, instance, plan, trace_capacity, arena, ret_simulation, reterr);
}

bool rd_engine_simulate(struct rd_engine *engine, const struct rd_instance *instance,
                        const struct rd_plan *plan, bool want_trace, struct rd_arena *arena,
                        struct rd_simulation *ret_simulation, struct rd_error *reterr)
{
    rd_assert(instance->host_name);
    size_t message_count = 0;
    if (!check_free_order(engine, instance, plan, reterr) ||
        !count_messages(engine, plan, &message_count, reterr))
        return false;
    struct rd_simulate_request draft = {
        .head.kind = RD_REQUEST_SIMULATE,
        .instance = *instance,
        .plan = *plan,
        .tcp = engine->settings.model == RD_TCP_MODEL,
        .exact_dates = engine->settings.model == RD_EXACT_MODEL && !engine->settings.varies,
        .may_slow =
            engine->settings.model == RD_EXACT_MODEL && (instance->may_slow || instance->shared),
        .steady = engine->settings.steady,
        .message_limit = engine->settings.message_limit,
    };
    rd_engine_solve_all(engine, engine->settings.model == RD_EXACT_MODEL && engine->lets_meet);
    if (plan->timing == RD_AS_RECORDED) {
        /* Where bandwidths vary, a protocol may do more than it did in the exact model. */
        message_count = RD_PROTOCOL_LIMIT;
        for (size_t i = 0; i < plan->record->transfer_count; i++)
            draft.planned_s = fmax(draft.planned_s, plan->record->transfer[i].end_s);
    }
    draft.instance.may_slow = NULL;
    bool timed = plan->timing == RD_SELF_TIMED && rd_plan_has_room(plan, RD_ROOM_BYTES);
    if (plan->timing != RD_SELF_TIMED || !(timed || rd_plan_has_room(plan, RD_ROOM_KEEP)))
        draft.instance.shared = NULL;
    if (draft.instance.shared)
        draft.shared.count = instance->shared->count;
    /* Where bandwidths vary nobody knows dates: such transfers keep to shared links. */
    draft.rehearses = timed && draft.instance.shared && draft.exact_dates;
    if (draft.rehearses) {
        draft.begin_s = rd_take(arena, plan->transfer_count, double);
        if (!play_anywhere(engine, &draft, instance, plan, false, message_count, arena,
                           ret_simulation, reterr))
            return false;
        draft.rehearses = false;
    }
    return play_anywhere(engine, &draft, instance, plan, want_trace, message_count, arena,
                         ret_simulation, reterr);
}
