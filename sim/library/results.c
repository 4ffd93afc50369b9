#include "results.h"

#include "sim/model/certificates/multicast_certificate.h"
#include "sim/model/certificates/count_charge.h"
#include "sim/model/certificates/object_certificate.h"
#include "sim/model/certificates/price_certificate.h"
#include "sim/model/certificates/relay_certificate.h"

#include <string.h>

struct rd_schedule rd_result_schedule(const struct rd_plan *plan, struct rd_arena *results)
{
    rd_assert(plan->timing <= RD_LOCK_STEP && plan->first_transfer == 0 && !plan->block);
    size_t count = plan->transfer_count;
    uint32_t *round = rd_take(results, count, uint32_t), *from = rd_take(results, count, uint32_t),
             *to = rd_take(results, count, uint32_t);
    int32_t *kind = rd_take(results, count, int32_t);
    int64_t *items = rd_take(results, count, int64_t), *messages = rd_take(results, count, int64_t);
    for (size_t i = 0; i < count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        round[i] = transfer->round;
        from[i] = transfer->from;
        to[i] = transfer->to;
        kind[i] = transfer->kind;
        items[i] = transfer->items;
        messages[i] = transfer->messages;
    }
    bool lock_step = plan->timing == RD_LOCK_STEP;
    return (struct rd_schedule){
        .timing = lock_step ? RD_TIMING_LOCK_STEP : RD_TIMING_SELF_TIMED,
        .step_s = lock_step ? plan->step_s : 0,
        .round_count = plan->round_count,
        .transfer_count = count,
        .round = round,
        .from = from,
        .to = to,
        .kind = kind,
        .items = items,
        .messages = messages,
        .first_item = rd_arena_copy(results, plan->first_item, count, sizeof *plan->first_item),
    };
}

/* The parts of hosts that a bound rests on. */
static void add_bottleneck(struct rd_lower_bound *result, const struct rd_bound *bound,
                           const struct rd_instance *instance, struct rd_arena *results)
{
    uint32_t hosts = instance->topology.host_count;
    uint32_t computing = rd_computing_host_count(&instance->topology);
    bool computes = bound->bottleneck == RD_BOTTLENECK_PROCESSORS;
    size_t count = 0;
    uint32_t *host = rd_take(results, 3 * (size_t)hosts, uint32_t);
    enum rd_bottleneck_part *part = rd_take(results, 3 * (size_t)hosts, enum rd_bottleneck_part);
    for (uint32_t i = 0; i < hosts; i++) {
        bool rests[] = {
            [RD_BOTTLENECK_HOST] =
                computes ? i < computing : rd_bound_bottleneck_has_host(bound, i),
            [RD_BOTTLENECK_SEND_PORT] = rd_bound_bottleneck_has_port(bound, i, false),
            [RD_BOTTLENECK_RECEIVE_PORT] = rd_bound_bottleneck_has_port(bound, i, true),
        };
        for (int of = RD_BOTTLENECK_HOST; of <= RD_BOTTLENECK_RECEIVE_PORT; of++) {
            if (!rests[of])
                continue;
            host[count] = i;
            part[count++] = (enum rd_bottleneck_part)of;
        }
    }
    if (count == 0)
        return;
    result->bottleneck_count = count;
    result->bottleneck_host = host;
    result->bottleneck = part;
}

/* Links that have a price, with their ends. */
struct priced_links {
    size_t count;
    const uint32_t *from, *to; /* [count] */
    const int64_t *price;      /* [count] */
};

/* In: price, by number; or by place in the topology's list. */
static struct priced_links read_priced(const int64_t *price, bool by_place,
                                       const struct rd_topology *topology, struct rd_arena *results)
{
    size_t count = 0, place = 0;
    rd_each_link (link, topology)
        count += price[by_place ? place++ : link.number] > 0;
    uint32_t *from = rd_take(results, count, uint32_t), *to = rd_take(results, count, uint32_t);
    int64_t *of = rd_take(results, count, int64_t);
    count = place = 0;
    rd_each_link (link, topology) {
        int64_t of_link = price[by_place ? place++ : link.number];
        if (of_link <= 0)
            continue;
        from[count] = link.from;
        to[count] = link.to;
        of[count++] = of_link;
    }
    return (struct priced_links){count, from, to, of};
}

static const struct rd_price_proof *price_proof(const struct rd_instance *instance,
                                                const struct rd_price_certificate *certificate,
                                                struct rd_arena *results)
{
    if (!certificate || certificate->charge)
        return NULL;
    size_t hosts = instance->topology.host_count, size = sizeof(int64_t);
    size_t entries = hosts * certificate->commodity_count;
    struct priced_links links =
        read_priced(certificate->link_price, false, &instance->topology, results);
    return rd_make(
        results, struct rd_price_proof, .tick_s = certificate->tick_s, .ticks = certificate->ticks,
        .scale = certificate->scale, .commodity_count = certificate->commodity_count,
        .send_price = rd_arena_copy(results, certificate->send_price, hosts, size),
        .receive_price = rd_arena_copy(results, certificate->receive_price, hosts, size),
        .processor_price = rd_arena_copy(results, certificate->processor_price, hosts, size),
        .link_count = links.count, .link_from = links.from, .link_to = links.to,
        .link_price = links.price, .bus_price = certificate->bus_price,
        .potential = rd_arena_copy(results, certificate->potential, entries, size),
        .earliest = rd_arena_copy(results, certificate->earliest, entries, size),
        .rest = rd_arena_copy(results, certificate->rest, entries, size));
}

/* A copy of a part of some numbers. */
static const int64_t *numbers(const int64_t *number, size_t first, size_t count,
                              struct rd_arena *results)
{
    return rd_arena_copy(results, number + first, count, sizeof *number);
}

/* A case of message counts that has prices. In: bus, the row of the bus. */
static struct rd_charge_case priced_case(const struct rd_count_case *of, uint32_t bus,
                                         uint32_t commodity_count,
                                         const struct rd_topology *topology,
                                         struct rd_arena *results)
{
    size_t n = topology->host_count;
    struct priced_links links = read_priced(of->price + 2 * n, true, topology, results);
    return (struct rd_charge_case){
        .counted = RD_COUNTED_NOTHING,
        .send_price = numbers(of->price, 0, n, results),
        .receive_price = numbers(of->price, n, n, results),
        .wait_price = numbers(of->price, (size_t)bus + 1, n, results),
        .link_count = links.count,
        .link_from = links.from,
        .link_to = links.to,
        .link_price = links.price,
        .bus_price = of->price[bus],
        .send_toll = numbers(of->toll, 0, n, results),
        .receive_toll = numbers(of->toll, n, n, results),
        .item_toll = numbers(of->toll, 2 * n, n, results),
        .potential = numbers(of->potential, 0, n * commodity_count, results),
    };
}

/* A case that falls into two. In: link, [bus - 2 hosts] the links as the topology lists them. */
static struct rd_charge_case counted_case(const struct rd_count_case *of, uint32_t bus,
                                          uint32_t host_count, const struct rd_link *link)
{
    struct rd_charge_case result = {.count = of->count};
    if (of->row > bus) {
        result.counted = RD_COUNTED_ITEMS;
        result.host = of->row - bus - 1;
    } else if (of->row >= 2 * host_count) {
        result.counted = RD_COUNTED_LINK;
        result.host = link[of->row - 2 * host_count].from;
        result.to = link[of->row - 2 * host_count].to;
    } else {
        result.counted = of->row < host_count ? RD_COUNTED_SENT : RD_COUNTED_RECEIVED;
        result.host = of->row % host_count;
    }
    return result;
}

static const struct rd_charge_case *charge_cases(const struct rd_instance *instance,
                                                 const struct rd_price_certificate *certificate,
                                                 struct rd_arena *results)
{
    const struct rd_port_charge *charge = certificate->charge;
    const struct rd_topology *topology = &instance->topology;
    uint32_t n = topology->host_count, bus = 2 * n;
    if (charge->case_count == 0)
        return NULL;
    struct rd_link *links = rd_take(results, rd_link_count(topology), struct rd_link);
    rd_each_link (link, topology)
        links[bus++ - 2 * n] = link;
    struct rd_charge_case *cases = rd_take(results, charge->case_count, struct rd_charge_case);
    for (uint32_t i = 0; i < charge->case_count; i++) {
        const struct rd_count_case *of = &charge->cases[i];
        cases[i] = of->row == RD_NO_HOST
                       ? priced_case(of, bus, certificate->commodity_count, topology, results)
                       : counted_case(of, bus, n, links);
    }
    return cases;
}

static const struct rd_charge_proof *charge_proof(const struct rd_instance *instance,
                                                  const struct rd_price_certificate *certificate,
                                                  struct rd_arena *results)
{
    if (!certificate || !certificate->charge)
        return NULL;
    const struct rd_port_charge *charge = certificate->charge;
    size_t entries = (size_t)instance->topology.host_count * certificate->commodity_count;
    return rd_make(
        results, struct rd_charge_proof, .tick_s = certificate->tick_s, .ticks = certificate->ticks,
        .scale = certificate->scale, .commodity_count = certificate->commodity_count,
        .argument = rd_charged_reason_name(charge->reason), .host = charge->host,
        .receives = charge->receives, .commodity = charge->commodity,
        .group = rd_arena_copy(results, charge->group, entries, sizeof *charge->group),
        .earliest =
            rd_arena_copy(results, certificate->earliest, entries, sizeof *certificate->earliest),
        .rest = rd_arena_copy(results, certificate->rest, entries, sizeof *certificate->rest),
        .case_count = charge->case_count, .cases = charge_cases(instance, certificate, results));
}

static const struct rd_relay_proof *relay_proof(const struct rd_relay_certificate *certificate,
                                                struct rd_arena *results)
{
    if (!certificate)
        return NULL;
    return rd_make(results, struct rd_relay_proof, certificate->tick_s, certificate->ticks,
                   certificate->date);
}

static const struct rd_cut_proof *cut_proof(const struct rd_instance *instance,
                                            const struct rd_multicast_certificate *certificate,
                                            struct rd_arena *results)
{
    if (!certificate)
        return NULL;
    size_t hosts = instance->topology.host_count;
    struct priced_links links =
        read_priced(certificate->link_price, false, &instance->topology, results);
    struct rd_cut *cut = rd_take(results, certificate->cut_count, struct rd_cut);
    for (size_t i = 0; i < certificate->cut_count; i++) {
        const struct rd_multicast_cut *of = &certificate->cut[i];
        const uint32_t *host = certificate->member + of->first;
        cut[i] = (struct rd_cut){of->piece, of->sink, of->weight, of->count,
                                 rd_arena_copy(results, host, of->count, sizeof *host)};
    }
    return rd_make(results, struct rd_cut_proof, .tick_s = certificate->tick_s,
                   .ticks = certificate->ticks,
                   .send_price = numbers(certificate->send_price, 0, hosts, results),
                   .receive_price = numbers(certificate->receive_price, 0, hosts, results),
                   .link_count = links.count, .link_from = links.from, .link_to = links.to,
                   .link_price = links.price, .bus_price = certificate->bus_price,
                   .cut_count = certificate->cut_count, .cut = cut,
                   .potential = rd_arena_copy(results, certificate->potential,
                                              hosts * rd_counted_kinds(instance), sizeof(int64_t)));
}

static const struct rd_place_proof *place_proof(const struct rd_instance *instance,
                                                const struct rd_object_certificate *certificate,
                                                struct rd_arena *results)
{
    if (!certificate)
        return NULL;
    size_t hosts = instance->topology.host_count, objects = instance->kind_count;
    bool prices = certificate->place == RD_OBJECT_PRICES;
    return rd_make(
        results, struct rd_place_proof, .tick_s = certificate->tick_s, .ticks = certificate->ticks,
        .send_price =
            rd_arena_copy(results, certificate->send_price, hosts, sizeof *certificate->send_price),
        .receive_price = rd_arena_copy(results, certificate->receive_price, hosts,
                                       sizeof *certificate->receive_price),
        .room = prices ? NULL : rd_object_place_name(certificate->place),
        .receives = certificate->receives, .member_count = certificate->member_count,
        .member = rd_arena_copy(results, certificate->member, certificate->member_count,
                                sizeof *certificate->member),
        .passing_count = certificate->object_count,
        .passing = rd_arena_copy(results, certificate->object, certificate->object_count,
                                 sizeof *certificate->object),
        .head = rd_arena_copy(results, certificate->head, objects, sizeof *certificate->head),
        .tail = rd_arena_copy(results, certificate->tail, objects, sizeof *certificate->tail));
}

struct rd_lower_bound rd_result_bound(const struct rd_bound *bound,
                                      const struct rd_instance *instance, struct rd_arena *results)
{
    if (!bound)
        return (struct rd_lower_bound){0};
    struct rd_lower_bound result = {
        .seconds = bound->seconds,
        .name = rd_result_text(bound->name, results),
        .why = rd_result_text(bound->why, results),
        .rests_on = rd_bound_bottleneck_words(bound, instance, results),
        .prices = price_proof(instance, bound->certificate, results),
        .charge = charge_proof(instance, bound->certificate, results),
        .relay = relay_proof(bound->relay, results),
        .cuts = cut_proof(instance, bound->multicast, results),
        .place = place_proof(instance, bound->objects, results),
    };
    add_bottleneck(&result, bound, instance, results);
    return result;
}

const struct rd_relabelling_proof *rd_result_relabelling(const struct rd_instance *instance,
                                                         const struct rd_certificate *certificate,
                                                         struct rd_arena *results)
{
    static const char *const claims[] = {
        [RD_LEAST_VOLUME] = "least volume",
        [RD_FEWEST_STEPS] = "fewest steps",
        [RD_LEAST_VOLUME_THEN_FEWEST_STEPS] = "least volume, then fewest steps",
        [RD_FEWEST_STEPS_THEN_LEAST_VOLUME] = "fewest steps, then least volume",
    };
    if (!certificate)
        return NULL;
    size_t n = instance->topology.host_count;
    bool volume = rd_claims_volume(certificate->claim), steps = rd_claims_steps(certificate->claim);
    const int64_t *host_price = volume ? certificate->host_price : NULL;
    const int64_t *kind_price = volume ? certificate->kind_price : NULL;
    const uint32_t *hall_host = steps ? certificate->hall_host : NULL;
    size_t hall_host_count = steps ? certificate->hall_host_count : 0;
    return rd_make(
        results, struct rd_relabelling_proof, .claim = claims[certificate->claim],
        .host_of_kind =
            rd_arena_copy(results, certificate->host_of_kind, n, sizeof *certificate->host_of_kind),
        .volume = certificate->volume, .steps = certificate->steps,
        .host_price = rd_arena_copy(results, host_price, n, sizeof *host_price),
        .kind_price = rd_arena_copy(results, kind_price, n, sizeof *kind_price),
        .hall_host = rd_arena_copy(results, hall_host, hall_host_count, sizeof *hall_host),
        .hall_host_count = hall_host_count);
}

const int64_t *rd_result_final_load(const struct rd_instance *instance,
                                    const struct rd_verdict *verdict, struct rd_arena *results)
{
    size_t count = (size_t)instance->topology.host_count * instance->kind_count;
    return rd_arena_copy(results, verdict->final, count, sizeof *verdict->final);
}

const uint32_t *rd_result_object_place(const struct rd_instance *instance,
                                       const struct rd_verdict *verdict, struct rd_arena *results)
{
    return rd_arena_copy(results, verdict->placement, instance->kind_count,
                         sizeof *verdict->placement);
}

const char *rd_result_text(const char *text, struct rd_arena *results)
{
    return text ? rd_arena_text(results, text) : NULL;
}
