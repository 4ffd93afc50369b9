#include "results.h"

#include "sim/model/price_certificate.h"
#include "sim/model/relay_certificate.h"

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

/* The prices of links that have one, with their ends. */
static void add_link_prices(struct rd_price_proof *proof, const int64_t *price,
                            const struct rd_topology *topology, struct rd_arena *results)
{
    size_t count = 0;
    rd_each_link (link, topology)
        count += price[link.number] > 0;
    uint32_t *from = rd_take(results, count, uint32_t), *to = rd_take(results, count, uint32_t);
    int64_t *of = rd_take(results, count, int64_t);
    count = 0;
    rd_each_link (link, topology) {
        if (price[link.number] <= 0)
            continue;
        from[count] = link.from;
        to[count] = link.to;
        of[count++] = price[link.number];
    }
    proof->link_count = count;
    proof->link_from = from;
    proof->link_to = to;
    proof->link_price = of;
}

static const struct rd_price_proof *price_proof(const struct rd_instance *instance,
                                                const struct rd_price_certificate *certificate,
                                                struct rd_arena *results)
{
    if (!certificate || certificate->charge)
        return NULL;
    size_t hosts = instance->topology.host_count, size = sizeof(int64_t);
    size_t entries = hosts * certificate->commodity_count;
    struct rd_price_proof *proof = rd_make(
        results, struct rd_price_proof, .tick_s = certificate->tick_s, .ticks = certificate->ticks,
        .scale = certificate->scale, .commodity_count = certificate->commodity_count,
        .send_price = rd_arena_copy(results, certificate->send_price, hosts, size),
        .receive_price = rd_arena_copy(results, certificate->receive_price, hosts, size),
        .processor_price = rd_arena_copy(results, certificate->processor_price, hosts, size),
        .bus_price = certificate->bus_price,
        .potential = rd_arena_copy(results, certificate->potential, entries, size),
        .earliest = rd_arena_copy(results, certificate->earliest, entries, size),
        .rest = rd_arena_copy(results, certificate->rest, entries, size));
    add_link_prices(proof, certificate->link_price, &instance->topology, results);
    return proof;
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
        .rest = rd_arena_copy(results, certificate->rest, entries, sizeof *certificate->rest));
}

static const struct rd_relay_proof *relay_proof(const struct rd_relay_certificate *certificate,
                                                struct rd_arena *results)
{
    if (!certificate)
        return NULL;
    return rd_make(results, struct rd_relay_proof, certificate->tick_s, certificate->ticks,
                   certificate->date);
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

const char *rd_result_text(const char *text, struct rd_arena *results)
{
    return text ? rd_arena_text(results, text) : NULL;
}
