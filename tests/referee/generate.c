#include "generate.h"

#include "oracle.h"

#include <math.h>

const struct family families[] = {
    {"one-way ring", RD_RING, RD_ONE_WAY, 2, 7, 1, 1, RD_SELF_TIMED, 0},
    {"two-way ring", RD_RING, RD_TWO_WAY, 2, 7, 1, 1, RD_SELF_TIMED, 0},
    {"two-way ring, kinds, words, rounds", RD_RING, RD_TWO_WAY, 2, 6, 1, 3, RD_SELF_TIMED,
     WORDS | ROUNDS},
    {"two-way ring, all ports", RD_RING, RD_TWO_WAY, 2, 6, 0, 2, RD_SELF_TIMED, WORDS},
    {"ring, as held", RD_RING, RD_TWO_WAY, 2, 7, 0, 1, RD_SELF_TIMED, AS_HELD},
    {"ring, as held, kinds and rounds", RD_RING, RD_TWO_WAY, 2, 6, 0, 2, RD_SELF_TIMED,
     ROUNDS | AS_HELD},
    {"one-port ring, as held", RD_RING, RD_TWO_WAY, 2, 6, 1, 1, RD_SELF_TIMED, AS_HELD},
    {"ring, long rows", RD_RING, RD_TWO_WAY, 2, 5, 1, 1, RD_SELF_TIMED, LONG_ROWS},
    {"one-way ring, long rows, computing", RD_RING, RD_ONE_WAY, 2, 5, 1, 1, RD_SELF_TIMED,
     COMPUTES | LONG_ROWS},
    {"ring, all ports, long rows", RD_RING, RD_TWO_WAY, 2, 4, 0, 1, RD_SELF_TIMED, LONG_ROWS},
    {"links that take no time", RD_RING, RD_TWO_WAY, 2, 6, 1, 2, RD_SELF_TIMED,
     WORDS | ROUNDS | NO_TIME},
    {"star, computing", RD_STAR, RD_NO_DIRECTION, 3, 6, 1, 1, RD_SELF_TIMED, COMPUTES},
    {"star, computing, kinds, rounds, words", RD_STAR, RD_NO_DIRECTION, 3, 6, 1, 2, RD_SELF_TIMED,
     COMPUTES | WORDS | ROUNDS},
    {"switch, one port", RD_SWITCH, RD_NO_DIRECTION, 2, 6, 1, 3, RD_SELF_TIMED, 0},
    {"switch, two ports", RD_SWITCH, RD_NO_DIRECTION, 2, 5, 2, 2, RD_SELF_TIMED, 0},
    {"switch, three ports, words, rounds", RD_SWITCH, RD_NO_DIRECTION, 2, 5, 3, 2, RD_SELF_TIMED,
     WORDS | ROUNDS | NO_TIME},
    {"switch, two ports, long rows", RD_SWITCH, RD_NO_DIRECTION, 2, 4, 2, 1, RD_SELF_TIMED,
     LONG_ROWS},
    {"switch, all ports, computing", RD_SWITCH, RD_NO_DIRECTION, 2, 5, 0, 2, RD_SELF_TIMED,
     COMPUTES | WORDS},
    {"bus", RD_BUS, RD_NO_DIRECTION, 2, 5, 1, 2, RD_SELF_TIMED, WORDS | ROUNDS},
    {"bus, all ports, as held", RD_BUS, RD_NO_DIRECTION, 2, 5, 0, 1, RD_SELF_TIMED, AS_HELD},
    {"bus, two ports, computing", RD_BUS, RD_NO_DIRECTION, 2, 5, 2, 1, RD_SELF_TIMED, COMPUTES},
    {"hypercube, self-timed", RD_HYPERCUBE, RD_NO_DIRECTION, 2, 8, 1, 2, RD_SELF_TIMED,
     WORDS | ROUNDS},
    {"shuffle-exchange, self-timed", RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 2, 8, 1, 2,
     RD_SELF_TIMED, WORDS | ROUNDS},
    {"hypercube, lock-step", RD_HYPERCUBE, RD_NO_DIRECTION, 2, 8, 1, 2, RD_LOCK_STEP,
     WORDS | ROUNDS},
    {"shuffle-exchange, lock-step", RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 2, 8, 1, 1, RD_LOCK_STEP,
     WORDS | ROUNDS},
    {"ring, all ports, lock-step, computing", RD_RING, RD_TWO_WAY, 2, 6, 0, 2, RD_LOCK_STEP,
     COMPUTES | WORDS | ROUNDS},
    {"switch, two ports, lock-step", RD_SWITCH, RD_NO_DIRECTION, 2, 6, 2, 1, RD_LOCK_STEP, ROUNDS},
    {"bus, lock-step", RD_BUS, RD_NO_DIRECTION, 2, 5, 1, 1, RD_LOCK_STEP, ROUNDS},
    {"packets", RD_HYPERCUBE, RD_NO_DIRECTION, 2, 16, RD_NO_HOST, 1, RD_LOCK_STEP, ROUNDS},
    {"packets, kinds and words", RD_HYPERCUBE, RD_NO_DIRECTION, 4, 8, RD_NO_HOST, 2, RD_LOCK_STEP,
     WORDS | ROUNDS},
    {"switch, free order", RD_SWITCH, RD_NO_DIRECTION, 2, 6, 1, 2, RD_FREE_ORDER, WORDS},
    {"graph, kinds, words, rounds", RD_GRAPH, RD_NO_DIRECTION, 2, 7, 1, 2, RD_SELF_TIMED,
     WORDS | ROUNDS},
    {"graph, computing, long rows", RD_GRAPH, RD_NO_DIRECTION, 2, 6, 1, 1, RD_SELF_TIMED,
     COMPUTES | LONG_ROWS},
    {"graph, two ports", RD_GRAPH, RD_NO_DIRECTION, 2, 7, 2, 2, RD_SELF_TIMED, WORDS | ROUNDS},
    {"graph, all ports, as held", RD_GRAPH, RD_NO_DIRECTION, 2, 6, 0, 2, RD_SELF_TIMED, AS_HELD},
    {"graph, lock-step", RD_GRAPH, RD_NO_DIRECTION, 2, 7, 2, 2, RD_LOCK_STEP, WORDS | ROUNDS},
    {"switch, ports by host", RD_SWITCH, RD_NO_DIRECTION, 2, 6, PORTS_BY_HOST, 2, RD_SELF_TIMED,
     WORDS | ROUNDS},
    {"graph, ports by host, as held", RD_GRAPH, RD_NO_DIRECTION, 3, 7, PORTS_BY_HOST, 1,
     RD_SELF_TIMED, AS_HELD | COMPUTES},
    {"graph, ports by host, long rows", RD_GRAPH, RD_NO_DIRECTION, 2, 5, PORTS_BY_HOST, 1,
     RD_SELF_TIMED, LONG_ROWS},
    {"switch, ports by host, lock-step", RD_SWITCH, RD_NO_DIRECTION, 2, 6, PORTS_BY_HOST, 1,
     RD_LOCK_STEP, ROUNDS},
    {"graph, free order", RD_GRAPH, RD_NO_DIRECTION, 2, 6, 1, 2, RD_FREE_ORDER, WORDS},
};

const size_t family_count = sizeof families / sizeof *families;

const struct family shared_families[] = {
    {"switch, shared links", RD_SWITCH, RD_NO_DIRECTION, 3, 7, 1, 2, RD_SELF_TIMED, SHARED},
    {"ring, shared links, words, rounds", RD_RING, RD_TWO_WAY, 3, 7, 1, 2, RD_SELF_TIMED,
     SHARED | WORDS | ROUNDS},
    {"graph, shared links, computing, long rows", RD_GRAPH, RD_NO_DIRECTION, 4, 7, 1, 1,
     RD_SELF_TIMED, SHARED | COMPUTES | LONG_ROWS},
    {"switch, shared links, as held", RD_SWITCH, RD_NO_DIRECTION, 3, 6, 1, 1, RD_SELF_TIMED,
     SHARED | AS_HELD},
};

const size_t shared_family_count = sizeof shared_families / sizeof *shared_families;

const struct family marked_families[] = {
    {"switch, two ports, shared links", RD_SWITCH, RD_NO_DIRECTION, 3, 6, 2, 2, RD_SELF_TIMED,
     SHARED | WORDS | ROUNDS},
    {"switch, marks", RD_SWITCH, RD_NO_DIRECTION, 3, 7, 1, 2, RD_SELF_TIMED, SHARED | MARKS},
    {"ring, marks, words, rounds", RD_RING, RD_TWO_WAY, 3, 7, 1, 2, RD_SELF_TIMED,
     SHARED | MARKS | WORDS | ROUNDS},
    {"graph, all ports, marks", RD_GRAPH, RD_NO_DIRECTION, 3, 7, 0, 2, RD_SELF_TIMED,
     SHARED | MARKS},
    {"switch, two ports, marks, rounds", RD_SWITCH, RD_NO_DIRECTION, 3, 6, 2, 1, RD_SELF_TIMED,
     SHARED | MARKS | WORDS | ROUNDS},
    {"graph, ports by host, marks, computing, long rows", RD_GRAPH, RD_NO_DIRECTION, 3, 6,
     PORTS_BY_HOST, 1, RD_SELF_TIMED, SHARED | MARKS | COMPUTES | LONG_ROWS},
    {"graph, all ports, marks, as held", RD_GRAPH, RD_NO_DIRECTION, 3, 6, 0, 1, RD_SELF_TIMED,
     SHARED | MARKS | AS_HELD},
    {"bus, marks", RD_BUS, RD_NO_DIRECTION, 2, 5, 2, 1, RD_SELF_TIMED, SHARED | MARKS},
    {"switch, two ports, shared links, as held, computing", RD_SWITCH, RD_NO_DIRECTION, 3, 6, 2, 1,
     RD_SELF_TIMED, SHARED | AS_HELD | COMPUTES},
};

const size_t marked_family_count = sizeof marked_families / sizeof *marked_families;

static bool coin(struct rd_rng *rng, uint64_t one_in)
{
    return rd_rng_below(rng, one_in) == 0;
}

/* A time from one of the palettes: units, integers, fractions that binary cannot hold, reals. */
static double some_time_s(struct rd_rng *rng, uint64_t palette)
{
    static const double fractions_s[] = {1.0 / 3, 0.1, 1.0 / 7, 1, 2.0 / 3};
    switch (palette) {
    case 0: return 1;
    case 1: return (double)rd_rng_between(rng, 1, 5);
    case 2: return fractions_s[rd_rng_below(rng, 5)];
    default: return 0.1 + 4 * rd_rng_unit(rng);
    }
}

static uint32_t some_host_count(struct rd_rng *rng, const struct family *family)
{
    if (family->shape != RD_HYPERCUBE && family->shape != RD_SHUFFLE_EXCHANGE)
        return (uint32_t)rd_rng_between(rng, family->least_hosts, family->most_hosts);
    uint32_t hosts = family->least_hosts;
    while (2 * hosts <= family->most_hosts && !coin(rng, 3))
        hosts *= 2;
    return hosts;
}

void generate_loads(struct rd_rng *rng, const struct family *family, struct test_instance *test)
{
    uint32_t hosts = test->instance.topology.host_count;
    int64_t most_items = (family->with & LONG_ROWS) ? 400 : 1 + rd_rng_between(rng, 0, 5);
    for (size_t i = 0; i < (size_t)hosts * family->kinds; i++)
        test->load[i] = coin(rng, 3) ? 0 : rd_rng_between(rng, 0, most_items);
    if (family->shape == RD_STAR)
        for (uint32_t kind = 0; kind < family->kinds; kind++)
            test->load[(hosts - 1) * family->kinds + kind] = 0;
}

/* From 1 to 3 at each host, and more than one at some. */
static void draw_ports(struct rd_rng *rng, struct rd_arena *arena, struct rd_instance *instance)
{
    uint32_t hosts = instance->topology.host_count;
    uint32_t *ports = rd_take(arena, hosts, uint32_t);
    ports[rd_rng_below(rng, hosts)] = 1;
    instance->port_model = RD_K_PORTS;
    instance->port_count = 2;
    for (uint32_t host = 0; host < hosts; host++) {
        ports[host] += (uint32_t)rd_rng_between(rng, 1, 2);
        instance->port_count =
            ports[host] > instance->port_count ? ports[host] : instance->port_count;
    }
    instance->host_port_count = ports;
}

/* A link from host 0 to host 1, and half of all others. */
static struct rd_topology some_graph(struct rd_rng *rng, struct rd_arena *arena, uint32_t hosts)
{
    struct rd_edge *edge = rd_take(arena, (size_t)hosts * hosts, struct rd_edge);
    size_t count = 0;
    for (uint32_t from = 0; from < hosts; from++)
        for (uint32_t to = 0; to < hosts; to++)
            if (from != to && ((from == 0 && to == 1) || coin(rng, 2)))
                edge[count++] = (struct rd_edge){from, to};
    return test_graph(arena, hosts, edge, count);
}

/* One to four shared links, each crossed by half of the links and wide enough for the widest of
 * those, or up to three such. */
static const struct rd_shared_links *draw_shared(struct rd_rng *rng, struct rd_arena *arena,
                                                 const struct rd_instance *instance)
{
    uint64_t links = rd_link_count(&instance->topology);
    uint32_t count = (uint32_t)rd_rng_between(rng, 1, 4), uses = 0;
    struct rd_shared_links *shared = rd_take(arena, 1, struct rd_shared_links);
    double *bandwidth = rd_take(arena, count, double);
    uint32_t *first = rd_take(arena, links + 1, uint32_t);
    struct rd_shared_use *use = rd_take(arena, links * count, struct rd_shared_use);
    for (uint64_t link = 0; link < links; link++) {
        first[link] = uses;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t times = 1 + coin(rng, 4);
            if (coin(rng, 2))
                continue;
            use[uses++] = (struct rd_shared_use){i, times};
            bandwidth[i] =
                fmax(bandwidth[i], times * rd_link_cost(instance, link).bandwidth_bytes_per_s);
        }
    }
    first[links] = uses;
    for (uint32_t i = 0; i < count; i++)
        bandwidth[i] *= bandwidth[i] == 0 ? 0 : (double)rd_rng_between(rng, 4, 12) / 4;
    for (uint32_t i = 0; i < count; i++)
        bandwidth[i] += bandwidth[i] == 0; /* nobody uses it */
    *shared = (struct rd_shared_links){count, bandwidth, NULL, first, use};
    return shared;
}

/* In half of all instances each message has bytes of its own. */
static void draw_message_bytes(struct rd_rng *rng, struct test_instance *test)
{
    if (coin(rng, 2))
        return;
    test->instance.message_bytes = 1;
    for (uint64_t link = 0; link < rd_link_count(&test->instance.topology); link++)
        test->cost[link].latency_s += 1 / test->cost[link].bandwidth_bytes_per_s;
}

struct test_instance generate_instance(struct rd_rng *rng, struct rd_arena *arena,
                                       const struct family *family)
{
    static const double sizes[] = {2, 1, 3};
    uint32_t hosts = some_host_count(rng, family);
    rd_assert(family->kinds <= sizeof sizes / sizeof *sizes);
    struct test_instance test =
        family->shape == RD_GRAPH
            ? test_instance_on(arena, some_graph(rng, arena, hosts), family->kinds)
            : test_instance_make(arena, family->shape, family->direction, hosts, family->kinds);
    if (family->ports == RD_NO_HOST) {
        test.instance.port_model = RD_PIPELINED_PORTS;
        test.instance.port_count = UINT32_MAX;
    } else if (family->ports == PORTS_BY_HOST) {
        draw_ports(rng, arena, &test.instance);
    } else {
        test_instance_set_ports(&test, family->ports);
    }
    uint64_t palette = rd_rng_below(rng, 4), latency_palette = rd_rng_below(rng, 8);
    bool packets = family->ports == RD_NO_HOST;
    uint64_t packet_palette = packets && coin(rng, 2) ? 1 + palette % 3 : 0; /* half: equal links */
    for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++) {
        if (packets)
            test.cost[link].latency_s = some_time_s(rng, packet_palette);
        else if (latency_palette < 4)
            test.cost[link].latency_s = some_time_s(rng, latency_palette);
        test.cost[link].bandwidth_bytes_per_s = 1 / some_time_s(rng, palette);
        if ((family->with & NO_TIME) && coin(rng, 3))
            test.cost[link] = (struct rd_link_cost){0, INFINITY};
    }
    if (packets || (latency_palette < 4 && coin(rng, 2)))
        test.instance.item_bytes = 0; /* a message of any size lasts its latency */
    else if (coin(rng, 3))
        test.instance.item_bytes = 2.5;
    if (family->kinds > 1 && test.instance.item_bytes > 0 && coin(rng, 2))
        rd_instance_size_kinds(&test.instance, sizes);
    if (packets)
        test.instance.word_bytes = 0;
    else if (coin(rng, 3))
        test.instance.word_bytes = 0.25;
    if (family->with & MARKS)
        draw_message_bytes(rng, &test);
    if (family->with & SHARED)
        test.instance.shared = draw_shared(rng, arena, &test.instance);
    if ((family->with & COMPUTES)) {
        test.instance.flops_per_item = some_time_s(rng, palette);
        for (uint32_t host = 0; host < hosts; host++)
            test.speed[host] = 1 / some_time_s(rng, palette);
    }
    generate_loads(rng, family, &test);
    return test;
}

/* A host's random neighbour, or RD_NO_HOST. */
static uint32_t some_neighbour(struct rd_rng *rng, const struct rd_topology *topology,
                               uint32_t host)
{
    uint32_t found = RD_NO_HOST;
    uint64_t count = 0;
    for (uint32_t other = 0; other < topology->host_count; other++)
        if (rd_link_between(topology, host, other) != RD_NO_LINK && coin(rng, ++count))
            found = other;
    return found;
}

/* A row that `held` allows, and that has its meaning; false if the dice gave none. */
static bool some_row(struct rd_rng *rng, const struct family *family,
                     const struct rd_instance *instance, const int64_t *held,
                     struct rd_transfer *ret_row)
{
    struct rd_transfer row = {.from = (uint32_t)rd_rng_below(rng, instance->topology.host_count)};
    bool is_master =
        instance->topology.shape == RD_STAR && row.from == instance->topology.host_count - 1;
    bool computes = (family->with & COMPUTES) && !is_master && coin(rng, 3);
    row.to = computes ? RD_NO_HOST : some_neighbour(rng, &instance->topology, row.from);
    if (!computes && row.to == RD_NO_HOST)
        return false;
    row.messages = rd_rng_between(rng, 1, 3);
    if ((family->with & WORDS) && coin(rng, 4)) {
        row.kind = RD_CONTROL;
        row.items = computes ? rd_rng_between(rng, 1, 4) : 0;
        *ret_row = row;
        return true;
    }
    row.kind = (int32_t)rd_rng_below(rng, instance->kind_count);
    int64_t there = held[row.from * instance->kind_count + (uint32_t)row.kind];
    if (there < 1)
        return false;
    row.items = rd_rng_between(rng, 1, coin(rng, 4) ? there : there < 3 ? there : 3);
    int64_t most_messages = there / row.items;
    row.messages = rd_rng_between(rng, 1, coin(rng, 3) ? most_messages : 1);
    if ((family->with & AS_HELD) && !computes) {
        row.items *= row.messages;
        row.messages = 0;
    }
    *ret_row = row;
    return true;
}

/* Adds rows one by one and keeps those after which the oracle still finds nothing wrong. */
static struct rd_plan generate_lock_step(struct rd_rng *rng, struct rd_arena *arena,
                                         const struct family *family,
                                         const struct rd_instance *instance, size_t most_rows)
{
    bool packets = family->ports == RD_NO_HOST;
    struct rd_plan plan = {.timing = RD_LOCK_STEP};
    plan.step_s = packets ? 1 : coin(rng, 4) ? 0 : some_time_s(rng, 1);
    uint32_t dimensions = instance->topology.dimension_count;
    int64_t *everything = oracle_copy_of_load(arena, instance);
    for (uint32_t i = 0; i < instance->topology.host_count * instance->kind_count; i++)
        everything[i] = 3;
    uint32_t round = 0;
    for (size_t tries = 0; tries < 8 * most_rows && plan.transfer_count < most_rows; tries++) {
        struct rd_transfer row;
        round += coin(rng, 4) ? (uint32_t)rd_rng_below(rng, 3) : 0;
        if (!some_row(rng, family, instance, everything, &row))
            continue;
        row.round = round;
        struct rd_plan longer = plan;
        if (packets) {
            row.messages = 1;
            row.to = (uint32_t)rd_rng_below(rng, instance->topology.host_count);
            struct rd_dimension_range block = {(uint8_t)rd_rng_below(rng, dimensions),
                                               (uint8_t)rd_rng_below(rng, dimensions)};
            rd_plan_add_packet(&longer, arena, row, block);
        } else {
            rd_plan_add(&longer, arena, row);
        }
        bool unsaid = false;
        size_t wrong_row;
        struct oracle_verdict verdict = {0};
        if (!oracle_wrong_rows(instance, &longer, &unsaid, &wrong_row) && !unsaid &&
            !oracle_play_lock_step(instance, &longer, arena, &verdict))
            plan = longer; /* else the row is forgotten with `longer` */
    }
    plan.round_count += (uint32_t)rd_rng_below(rng, 3);
    return plan;
}

/* All share, or some of keep and share, or of keep and bytes where dates are known in plan order.
 */
static void draw_marks(struct rd_rng *rng, struct rd_arena *arena,
                       const struct rd_instance *instance, struct rd_plan *plan)
{
    uint64_t style = rd_rng_below(rng, 4);
    size_t row;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        enum rd_room other = style == 3 && coin(rng, 4) ? RD_ROOM_SHARE
                             : style >= 2               ? RD_ROOM_BYTES
                                                        : RD_ROOM_SHARE;
        rd_plan_set_room(plan, arena, i, style == 0 || coin(rng, 2) ? other : RD_ROOM_KEEP);
    }
    while (!oracle_bytes_are_timed(instance, plan, &row))
        rd_plan_set_room(plan, arena, row, RD_ROOM_KEEP);
}

struct rd_plan generate_plan(struct rd_rng *rng, struct rd_arena *arena,
                             const struct family *family, const struct rd_instance *instance,
                             size_t most_rows)
{
    if (family->timing == RD_LOCK_STEP)
        return generate_lock_step(rng, arena, family, instance, most_rows);
    struct rd_plan plan = {.timing = family->timing, .keeps_shared = family->with & SHARED};
    int64_t *held = oracle_copy_of_load(arena, instance);
    uint32_t round = 0;
    for (size_t tries = 0; tries < 8 * most_rows && plan.transfer_count < most_rows; tries++) {
        struct rd_transfer row;
        if (!some_row(rng, family, instance, held, &row))
            continue;
        round += (family->with & ROUNDS) && coin(rng, 4) ? (uint32_t)rd_rng_below(rng, 3) : 0;
        row.round = round;
        oracle_move(instance, held, row.from, row.to, row.kind, oracle_row_items(&row));
        rd_plan_add(&plan, arena, row);
    }
    if (family->with & MARKS)
        draw_marks(rng, arena, instance, &plan);
    return plan;
}

void generate_fault(struct rd_rng *rng, const struct rd_instance *instance, struct rd_plan *plan)
{
    if (plan->transfer_count == 0)
        return;
    struct rd_transfer *row = &plan->transfer[rd_rng_below(rng, plan->transfer_count)];
    struct rd_transfer *other = &plan->transfer[rd_rng_below(rng, plan->transfer_count)];
    uint32_t round = row->round, other_round = other->round;
    struct rd_transfer swapped = *row;
    uint32_t hosts = instance->topology.host_count;
    switch (rd_rng_below(rng, plan->room ? 9 : 8)) {
    case 0:
    case 1:
    case 2:
        *row = *other;
        *other = swapped;
        row->round = round;
        other->round = other_round;
        break;
    case 3:
        plan->transfer_count--;
        for (size_t i = (size_t)(row - plan->transfer); i < plan->transfer_count; i++) {
            plan->transfer[i] = plan->transfer[i + 1];
            if (plan->block)
                plan->block[i] = plan->block[i + 1];
            if (plan->room)
                plan->room[i] = plan->room[i + 1];
        }
        break;
    case 4: row->items += row->kind == RD_CONTROL ? 0 : rd_rng_between(rng, 1, 2); break;
    case 5: row->from = (uint32_t)rd_rng_below(rng, hosts + 1); break;
    case 6: row->to = row->to == RD_NO_HOST ? row->to : (uint32_t)rd_rng_below(rng, hosts); break;
    case 7: row->round = other_round; break;
    default: plan->room[row - plan->transfer] = (uint8_t)rd_rng_below(rng, 3); break;
    }
}

/* Every date at which a candidate may start: when it is held, with ports free until its end. */
static bool may_start(const struct rd_instance *instance, const struct rd_trace *trace,
                      struct rd_arena *arena)
{
    struct oracle_verdict verdict;
    oracle_judge_trace(instance, trace, arena, &verdict);
    return !verdict.wrong && !verdict.unsaid;
}

struct rd_trace generate_timed_schedule(struct rd_rng *rng, struct rd_arena *arena,
                                        const struct rd_instance *instance, size_t most_rows)
{
    struct family family = {.with = instance->flops_per_item > 0 ? COMPUTES : 0};
    struct rd_trace trace = {0};
    int64_t *everything = oracle_copy_of_load(arena, instance);
    for (uint32_t i = 0; i < instance->topology.host_count * instance->kind_count; i++)
        everything[i] = 2;
    double now_s = 0;
    for (size_t tries = 0; tries < 6 * most_rows && trace.transfer_count < most_rows; tries++) {
        struct rd_transfer row;
        /* On: to the end of some message, or to a date at which nothing happens. */
        if (trace.transfer_count > 0 && coin(rng, 2)) {
            double end_s = trace.transfer[rd_rng_below(rng, trace.transfer_count)].end_s;
            now_s = end_s > now_s ? end_s : now_s + (coin(rng, 4) ? 0.3 * rd_rng_unit(rng) : 0);
        }
        if (!some_row(rng, &family, instance, everything, &row))
            continue;
        double cost_s = oracle_duration_s(instance, row.from, row.to, row.kind, row.items);
        struct rd_trace longer = trace;
        rd_trace_add(&longer, arena,
                     (struct rd_timed_transfer){now_s, now_s + cost_s, row.from, row.to, row.kind,
                                                row.items});
        if (may_start(instance, &longer, arena))
            trace = longer;
    }
    rd_trace_sort(&trace, arena);
    return trace;
}
