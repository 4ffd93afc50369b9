#include "bytes.h"

#include <math.h>

enum { MOST_ROWS = 64 };

uint8_t bytes_take(struct bytes *bytes)
{
    return bytes->next < bytes->end ? *bytes->next++ : 0;
}

static uint8_t below(struct bytes *bytes, uint8_t bound)
{
    return bytes_take(bytes) % bound;
}

/* Small mostly; the ends of what is allowed and beyond for the highest bytes. */
static int64_t amount(struct bytes *bytes)
{
    static const int64_t monsters[] = {
        -1,
        INT64_MIN,
        INT64_MAX,
        RD_ITEM_LIMIT,
        INT64_MAX / 2,
        RD_ITEM_LIMIT + 1,
        INT64_C(1) << 32,
        1000000000,
    };
    uint8_t byte = bytes_take(bytes);
    if (byte >= 248)
        return monsters[byte - 248];
    return byte >= 232 ? (int64_t)(byte - 231) * 13 : byte % 7;
}

static double some_time_s(struct bytes *bytes)
{
    static const double times_s[] = {1, 2, 0.5, 1.0 / 3, 0.1, 5, 1, 0};
    return times_s[below(bytes, 8)];
}

static void set_costs(struct bytes *bytes, struct test_instance *test)
{
    uint64_t links = rd_link_count(&test->instance.topology);
    uint8_t how = below(bytes, 4);
    for (uint64_t link = 0; link < links && how > 0; link++) {
        double s_per_byte = some_time_s(bytes);
        test->cost[link].latency_s = how == 1 ? 0 : some_time_s(bytes);
        test->cost[link].bandwidth_bytes_per_s = s_per_byte > 0 ? 1 / s_per_byte : INFINITY;
    }
    static const double sizes_bytes[] = {1, 0, 2.5, 1};
    test->instance.item_bytes = sizes_bytes[below(bytes, 4)];
    test->instance.word_bytes = sizes_bytes[below(bytes, 4)];
    test->instance.flops_per_item = below(bytes, 3);
}

static void set_loads(struct bytes *bytes, struct test_instance *test)
{
    struct rd_instance *instance = &test->instance;
    size_t entries = (size_t)instance->topology.host_count * instance->kind_count;
    for (size_t i = 0; i < entries; i++) {
        int64_t items = amount(bytes);
        bool is_master = instance->topology.shape == RD_STAR && i >= entries - instance->kind_count;
        test->load[i] = is_master || items < 0 || items > RD_ITEM_LIMIT / 16 ? 0 : items;
        test->target[i] = test->load[i];
    }
    instance->goal = (enum rd_goal)below(bytes, RD_STENCIL + 1);
    instance->balance_error = below(bytes, 3);
    if (instance->goal == RD_REACH)
        instance->target = test->target;
    if ((instance->goal == RD_FINISH && instance->flops_per_item == 0) ||
        (instance->goal == RD_GATHER && instance->kind_count > instance->topology.host_count))
        instance->goal = RD_BALANCE;
}

/* Each host sends to those whose bit is set. */
static struct rd_topology some_graph(struct bytes *bytes, uint32_t hosts, struct rd_arena *arena)
{
    struct rd_edge *edge = rd_take(arena, (size_t)hosts * hosts, struct rd_edge);
    size_t count = 0;
    for (uint32_t from = 0; from < hosts; from++) {
        uint8_t neighbours = bytes_take(bytes);
        for (uint32_t to = 0; to < hosts; to++)
            if (to != from && neighbours >> to & 1)
                edge[count++] = (struct rd_edge){from, to};
    }
    return test_graph(arena, hosts, edge, count);
}

struct test_instance bytes_instance(struct bytes *bytes, struct rd_arena *arena)
{
    static const enum rd_shape shapes[] = {RD_RING,      RD_RING,      RD_STAR,
                                           RD_HYPERCUBE, RD_HYPERCUBE, RD_SHUFFLE_EXCHANGE,
                                           RD_SWITCH,    RD_BUS,       RD_GRAPH};
    static const double sizes[] = {2.5, 1};
    uint8_t byte = bytes_take(bytes), which = byte >= 224 ? 8 : byte % 8;
    enum rd_shape shape = shapes[which];
    bool cube = shape == RD_HYPERCUBE || shape == RD_SHUFFLE_EXCHANGE;
    uint32_t hosts = cube ? 1u << below(bytes, 4) : 2u + below(bytes, 4);
    enum rd_direction direction = shape != RD_RING ? RD_NO_DIRECTION
                                  : which == 0     ? RD_ONE_WAY
                                                   : RD_TWO_WAY;
    uint32_t kinds = 1u + below(bytes, 2);
    struct test_instance test =
        shape == RD_GRAPH ? test_instance_on(arena, some_graph(bytes, hosts, arena), kinds)
                          : test_instance_make(arena, shape, direction, hosts, kinds);
    uint8_t ports = below(bytes, 4);
    test_instance_set_ports(&test, ports);
    if (which == 4 && ports != 1) {
        test.instance.port_model = RD_PIPELINED_PORTS;
        test.instance.port_count = UINT32_MAX;
    }
    set_costs(bytes, &test);
    set_loads(bytes, &test);
    if (kinds > 1 && byte % 3 == 0) /* of sizes of their own */
        rd_instance_size_kinds(&test.instance, sizes);
    return test;
}

static uint32_t some_host(struct bytes *bytes, uint32_t host_count)
{
    uint8_t byte = bytes_take(bytes);
    return byte == 255 ? host_count : byte == 254 ? RD_NO_HOST : byte % host_count;
}

static int32_t some_kind(struct bytes *bytes, uint32_t kind_count)
{
    uint8_t byte = bytes_take(bytes);
    return byte == 255   ? INT32_MIN
           : byte == 254 ? (int32_t)kind_count
           : byte >= 192 ? RD_CONTROL
                         : (int32_t)(byte % kind_count);
}

/* A neighbour mostly: a receiver that makes sense. */
static uint32_t some_receiver(struct bytes *bytes, const struct rd_topology *topology,
                              uint32_t from)
{
    uint8_t byte = bytes_take(bytes);
    if (byte >= 248)
        return byte == 255 ? topology->host_count : byte % topology->host_count;
    if (byte >= 216)
        return RD_NO_HOST;
    for (uint32_t i = 0; i < topology->host_count; i++) {
        uint32_t to = (byte + i) % topology->host_count;
        if (rd_link_between(topology, from, to) != RD_NO_LINK)
            return to;
    }
    return RD_NO_HOST;
}

struct rd_plan bytes_plan(struct bytes *bytes, const struct rd_instance *instance,
                          struct rd_arena *arena)
{
    static const double steps_s[] = {1, 0, 0.5, 2, 1, -1, NAN, INFINITY};
    struct rd_plan plan = {.timing = (enum rd_timing)below(bytes, RD_FREE_ORDER + 1)};
    plan.step_s = steps_s[below(bytes, 8)];
    uint8_t more_rounds = bytes_take(bytes);
    plan.transfer = rd_take(arena, MOST_ROWS, struct rd_transfer);
    if (instance->port_model == RD_PIPELINED_PORTS && below(bytes, 8) > 0)
        plan.block = rd_take(arena, MOST_ROWS, struct rd_dimension_range);
    plan.transfer_capacity = MOST_ROWS;
    uint32_t round = 0, last = 0;
    while (bytes->next < bytes->end && plan.transfer_count < MOST_ROWS) {
        struct rd_transfer *row = &plan.transfer[plan.transfer_count];
        uint8_t step = bytes_take(bytes);
        round = step == 255 ? UINT32_MAX : step == 254 ? 0 : round + (step >= 200 ? step % 3 : 0);
        row->round = round;
        row->from = some_host(bytes, instance->topology.host_count);
        row->to = some_receiver(bytes, &instance->topology, row->from);
        row->kind = some_kind(bytes, instance->kind_count);
        row->items =
            row->kind == RD_CONTROL && row->to != RD_NO_HOST && step % 16 ? 0 : amount(bytes);
        row->messages = plan.block && step % 16 ? 1 : amount(bytes);
        uint32_t end = round;
        if (plan.block) {
            plan.block[plan.transfer_count] =
                (struct rd_dimension_range){below(bytes, 5), below(bytes, 5)};
            row->to = some_host(bytes, instance->topology.host_count);
            end += 4;
        }
        last = end > last && end < 1000 ? end : last;
        plan.transfer_count++;
    }
    plan.round_count = more_rounds == 255   ? UINT32_MAX
                       : more_rounds == 254 ? 1
                                            : last + 1 + (more_rounds > 200 ? more_rounds : 0);
    return plan;
}

struct rd_trace bytes_trace(struct bytes *bytes, const struct rd_instance *instance,
                            struct rd_arena *arena)
{
    static const double monsters_s[] = {NAN, INFINITY, -INFINITY, -1, 1e300, 5e-324};
    struct rd_trace trace = {.transfer = rd_take(arena, MOST_ROWS, struct rd_timed_transfer)};
    if (instance->port_model == RD_PIPELINED_PORTS)
        trace.block = rd_take(arena, MOST_ROWS, struct rd_dimension_range);
    trace.transfer_capacity = MOST_ROWS;
    while (bytes->next < bytes->end && trace.transfer_count < MOST_ROWS) {
        struct rd_timed_transfer *row = &trace.transfer[trace.transfer_count];
        uint8_t start = bytes_take(bytes), how = bytes_take(bytes);
        row->from = some_host(bytes, instance->topology.host_count);
        row->to = some_receiver(bytes, &instance->topology, row->from);
        row->kind = some_kind(bytes, instance->kind_count);
        row->items = row->kind == RD_CONTROL && how % 16 ? 0 : amount(bytes);
        if (trace.block)
            trace.block[trace.transfer_count] =
                (struct rd_dimension_range){below(bytes, 5), below(bytes, 5)};
        row->start_s = start >= 250 ? monsters_s[start - 250] : start / 4.0;
        row->end_s = how >= 250 ? monsters_s[how - 250] : row->start_s + how / 4.0;
        uint64_t link = rd_link_between(&instance->topology, row->from, row->to);
        double each = (double)row->items;
        if (how < 200 && link != RD_NO_LINK) /* what it must last */
            row->end_s = row->start_s + rd_message_duration_s(rd_link_cost(instance, link),
                                                              row->kind == RD_CONTROL
                                                                  ? instance->word_bytes
                                                                  : each * instance->item_bytes);
        else if (how < 200 && row->to == RD_NO_HOST && row->from < instance->topology.host_count)
            row->end_s = row->start_s + each * rd_compute_item_s(instance, row->from);
        trace.transfer_count++;
    }
    return trace;
}
