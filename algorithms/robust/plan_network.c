#include "plan_network.h"

#include "algorithms/kernels/common_unit.h"

#include <inttypes.h>
#include <math.h>

#define NONE UINT32_MAX

/* A network that is being read. */
struct reading {
    const struct rd_instance *instance;
    const struct rd_shared_links *links;
    const struct rd_plan *plan;
    struct rd_arena *arena;
    struct rd_error *reterr;
    size_t count, before_count, part_count;
    const struct rd_transfer **of;
    uint32_t *first, *before, *part_first;
    struct rd_activity_part *part;
    double *fixed_s, *part_s; /* of each activity, of each part */
    /* The last activity so far: of each out-port, in-port, directed link and processor, and of the
     * bus. */
    uint32_t *sent, *received, *crossed, *computed, bus;
    /* Of rounds before this one: what each host received and computed last. */
    uint32_t *received_before, *computed_before, round;
    struct stock *stock; /* [hosts * kinds] */
    bool has_ports;      /* one each: else links alone limit hosts */
};

/* Items of a kind at a host. */
struct stock {
    int64_t parted;        /* with, by all that is listed so far */
    int64_t held;          /* at the start, and by the arrivals up to `arrival` */
    size_t arrival, count; /* of `from`: looked at, and all */
    struct arrival *from;
};

struct arrival {
    uint32_t activity;
    uint64_t link;
    int64_t items;
};

/* --- which plans have a fixed order ----------------------------------------------------------- */

static bool refuse(struct reading *reading, const char *why)
{
    return rd_refuse(reading->reterr, "the order of the plan is not fixed: %s", why);
}

static bool check_plan(struct reading *reading)
{
    const struct rd_instance *instance = reading->instance;
    const struct rd_plan *plan = reading->plan;
    if (plan->timing != RD_SELF_TIMED)
        return refuse(reading, "it is not self-timed");
    if (instance->may_slow)
        return refuse(reading, "messages wait for room on links that routes share");
    if (instance->port_model != RD_ONE_PORT && instance->port_model != RD_ALL_PORTS)
        return refuse(reading, "hosts have several ports");
    if (instance->objects || plan->first_item || plan->block)
        return refuse(reading, "it is not about items alone");
    int64_t messages = 0;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        if (plan->transfer[i].messages == 0)
            return refuse(reading, "messages take what is held when they start");
        messages += plan->transfer[i].messages;
        if (messages > RD_ACTIVITY_LIMIT)
            return refuse(reading, "it has too many messages to tell");
    }
    return true;
}

/* --- what an activity waits for --------------------------------------------------------------- */

static void wait_for(struct reading *reading, uint32_t activity)
{
    uint32_t own = reading->first[reading->count];
    if (activity == NONE)
        return;
    for (size_t i = own; i < reading->before_count; i++)
        if (reading->before[i] == activity)
            return;
    rd_arena_add(reading->arena, reading->before, reading->before_count, activity);
}

/* Queues: each is a line in plan order. Afterwards the activity is the last of them. */
static void queue_up(struct reading *reading, uint32_t *last)
{
    wait_for(reading, *last);
    *last = (uint32_t)reading->count;
}

/* Waits for the arrival with which there are items enough. Where hosts have one port, they come in
 * the order of the plan. */
static bool wait_for_items(struct reading *reading, const struct rd_transfer *transfer)
{
    struct stock *stock = &reading->stock[(size_t)transfer->from * reading->instance->kind_count +
                                          (size_t)transfer->kind];
    stock->parted += transfer->items;
    while (stock->held < stock->parted) {
        if (stock->arrival == stock->count)
            return refuse(reading, "a host sends what is listed later");
        if (!reading->has_ports && stock->from[stock->arrival].link != stock->from[0].link)
            return refuse(reading, "a host waits for items that come over several links");
        stock->held += stock->from[stock->arrival++].items;
    }
    if (stock->arrival > 0)
        wait_for(reading, stock->from[stock->arrival - 1].activity);
    return true;
}

static void bring_items(struct reading *reading, const struct rd_transfer *transfer, uint64_t link)
{
    struct stock *stock =
        &reading
             ->stock[(size_t)transfer->to * reading->instance->kind_count + (size_t)transfer->kind];
    struct arrival arrival = {(uint32_t)reading->count, link, transfer->items};
    rd_arena_add(reading->arena, stock->from, stock->count, arrival);
}

/* A new round: from here on hosts wait for what they have received and computed so far. */
static bool begin_round(struct reading *reading, uint32_t round)
{
    uint32_t n = reading->instance->topology.host_count;
    if (round == reading->round)
        return true;
    if (!reading->has_ports)
        return refuse(reading, "it has rounds, and hosts receive over several links at a time");
    for (uint32_t host = 0; host < n; host++) {
        reading->received_before[host] = reading->received[host];
        reading->computed_before[host] = reading->computed[host];
    }
    reading->round = round;
    return true;
}

/* --- how long it lasts ------------------------------------------------------------------------ */

static void add_part(struct reading *reading, uint32_t resource, double seconds)
{
    size_t count = reading->part_count;
    rd_arena_add(reading->arena, reading->part_s, count, seconds);
    rd_arena_add(reading->arena, reading->part, reading->part_count,
                 (struct rd_activity_part){resource, 0});
}

static void add_message_parts(struct reading *reading, const struct rd_transfer *transfer,
                              uint64_t link)
{
    const struct rd_instance *instance = reading->instance;
    const struct rd_shared_links *links = reading->links;
    struct rd_link_cost cost = rd_link_cost(instance, link);
    double bytes = rd_content_bytes(instance, transfer->kind, transfer->items);
    reading->fixed_s[reading->count] = rd_link_silence_s(instance, cost);
    bytes += instance->message_bytes;
    for (uint32_t i = links->first[link]; i < links->first[link + 1] && bytes > 0; i++) {
        uint32_t on = links->use[i].shared;
        /* A link that a route crosses twice counts twice, unless it does not share its bandwidth:
         * then the route itself is slower than that would make it. */
        double seconds = bytes * links->use[i].times / links->bandwidth_bytes_per_s[on];
        add_part(reading, on, fmin(seconds, bytes / cost.bandwidth_bytes_per_s));
    }
}

static bool add_message(struct reading *reading, const struct rd_transfer *transfer)
{
    uint64_t link = rd_link_between(&reading->instance->topology, transfer->from, transfer->to);
    reading->first[reading->count] = (uint32_t)reading->before_count;
    reading->part_first[reading->count] = (uint32_t)reading->part_count;
    if (transfer->kind != RD_CONTROL && !wait_for_items(reading, transfer))
        return false;
    wait_for(reading, reading->received_before[transfer->from]);
    wait_for(reading, reading->computed_before[transfer->from]);
    queue_up(reading, &reading->crossed[link]);
    if (reading->has_ports) {
        queue_up(reading, &reading->sent[transfer->from]);
        queue_up(reading, &reading->received[transfer->to]);
    }
    if (reading->instance->topology.shape == RD_BUS)
        queue_up(reading, &reading->bus);
    if (transfer->kind != RD_CONTROL)
        bring_items(reading, transfer, link);
    add_message_parts(reading, transfer, link);
    reading->count++;
    return true;
}

static bool add_computation(struct reading *reading, const struct rd_transfer *transfer)
{
    double seconds = (double)transfer->items * rd_compute_item_s(reading->instance, transfer->from);
    reading->first[reading->count] = (uint32_t)reading->before_count;
    reading->part_first[reading->count] = (uint32_t)reading->part_count;
    if (transfer->kind != RD_CONTROL && !wait_for_items(reading, transfer))
        return false;
    wait_for(reading, reading->received_before[transfer->from]);
    wait_for(reading, reading->computed_before[transfer->from]);
    queue_up(reading, &reading->computed[transfer->from]);
    if (seconds > 0)
        add_part(reading, reading->links->count + transfer->from, seconds);
    reading->count++;
    return true;
}

/* --- all of it -------------------------------------------------------------------------------- */

static uint32_t *none_of(struct reading *reading, uint64_t count)
{
    uint32_t *last = rd_take(reading->arena, count, uint32_t);
    for (uint64_t i = 0; i < count; i++)
        last[i] = NONE;
    return last;
}

static void open_reading(struct reading *reading, size_t activities)
{
    const struct rd_instance *instance = reading->instance;
    uint32_t n = instance->topology.host_count;
    size_t stocks = (size_t)n * instance->kind_count;
    reading->has_ports = instance->port_model == RD_ONE_PORT;
    reading->sent = none_of(reading, n);
    reading->received = none_of(reading, n);
    reading->computed = none_of(reading, n);
    reading->received_before = none_of(reading, n);
    reading->computed_before = none_of(reading, n);
    reading->crossed = none_of(reading, rd_link_count(&instance->topology));
    reading->bus = NONE;
    reading->stock = rd_take(reading->arena, stocks, struct stock);
    for (size_t i = 0; i < stocks; i++)
        reading->stock[i].held = instance->load[i];
    reading->first = rd_take(reading->arena, activities + 1, uint32_t);
    reading->part_first = rd_take(reading->arena, activities + 1, uint32_t);
    reading->of = rd_take(reading->arena, activities, const struct rd_transfer *);
    reading->fixed_s = rd_take(reading->arena, activities, double);
}

/* Turns seconds into whole units. In: [count] and [part_count]. */
static void count_units(struct reading *reading, int64_t *fixed, struct rd_plan_network *network)
{
    enum { MOST_UNITS = 1 << 30 };
    size_t count = reading->count, parts = reading->part_count, positive = 0;
    double *seconds = rd_take(reading->arena, count + parts, double), sum_s = 0;
    int64_t *units = rd_take(reading->arena, count + parts, int64_t);
    for (size_t i = 0; i < count + parts; i++) {
        double value = i < count ? reading->fixed_s[i] : reading->part_s[i - count];
        if (value > 0)
            seconds[positive++] = value;
        sum_s += value;
    }
    network->exact = rd_common_unit(seconds, (uint32_t)positive, MOST_UNITS, units);
    network->unit_s = positive == 0    ? 1
                      : network->exact ? seconds[0] / (double)units[0]
                                       : sum_s / 0x1p50;
    network->exact = network->exact || positive == 0;
    for (size_t i = 0; i < count; i++)
        fixed[i] = llround(reading->fixed_s[i] / network->unit_s);
    for (size_t i = 0; i < parts; i++)
        reading->part[i].units = llround(reading->part_s[i] / network->unit_s);
}

bool rd_plan_network_read(const struct rd_instance *instance, const struct rd_shared_links *links,
                          const struct rd_plan *plan, struct rd_arena *arena,
                          struct rd_plan_network *ret_network, struct rd_error *reterr)
{
    struct reading reading = {
        .instance = instance, .links = links, .plan = plan, .arena = arena, .reterr = reterr};
    if (!check_plan(&reading))
        return false;
    open_reading(&reading, (size_t)rd_plan_messages(plan));
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        if (!begin_round(&reading, transfer->round))
            return false;
        for (int64_t k = 0; k < transfer->messages; k++) {
            reading.of[reading.count] = transfer;
            if (!(transfer->to == RD_NO_HOST ? add_computation : add_message)(&reading, transfer))
                return false;
        }
    }
    reading.first[reading.count] = (uint32_t)reading.before_count;
    reading.part_first[reading.count] = (uint32_t)reading.part_count;
    int64_t *fixed = rd_take(arena, reading.count, int64_t);
    *ret_network = (struct rd_plan_network){
        .count = reading.count,
        .first = reading.first,
        .before = reading.before,
        .of = reading.of,
        .fixed = fixed,
        .part_first = reading.part_first,
        .part = reading.part,
        .resource_count = links->count + instance->topology.host_count,
    };
    count_units(&reading, fixed, ret_network);
    return true;
}

double rd_plan_network_end(const struct rd_plan_network *network, const double *slower,
                           struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    double *end = rd_take(scratch, network->count, double), last = 0;
    for (size_t a = 0; a < network->count; a++) {
        double start = 0, moves = 0;
        for (uint32_t i = network->first[a]; i < network->first[a + 1]; i++)
            start = fmax(start, end[network->before[i]]);
        for (uint32_t i = network->part_first[a]; i < network->part_first[a + 1]; i++)
            moves = fmax(moves, (double)network->part[i].units * slower[network->part[i].resource]);
        end[a] = start + (double)network->fixed[a] + moves;
        last = fmax(last, end[a]);
    }
    return last;
}
