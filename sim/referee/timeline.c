#include "timeline.h"

#include "objects.h"

#include <inttypes.h>
#include <stdlib.h>

struct timeline {
    struct rd_referee *referee;
    const struct rd_claims *claims;
    double tolerance_s;
    uint32_t *out, *in, *work; /* [host_count] under way */
    uint32_t *link;            /* [links] under way */
    uint32_t bus;
    struct rd_object_places places; /* of objects */
};

/* Where claims end, or start, on their way through time. */
struct order {
    const struct timeline *timeline;
    bool ends;
    uint32_t *claim; /* [count] by date; NULL: as they are listed */
};

static struct rd_claim claim_at(const struct timeline *timeline, uint32_t number)
{
    const struct rd_claims *claims = timeline->claims;
    if (claims->of_packets)
        return claims->of_packets[number];
    const struct rd_timed_transfer *transfer = &claims->trace->transfer[number];
    bool works = transfer->to == RD_NO_HOST;
    return (struct rd_claim){.start_s = transfer->start_s,
                             .end_s = transfer->end_s,
                             .link = works ? RD_NO_LINK
                                           : rd_link_between(&timeline->referee->instance->topology,
                                                             transfer->from, transfer->to),
                             .transfer = number,
                             .does = works ? RD_WORKS : RD_LEAVES | RD_ARRIVES};
}

/* The date by which a claim is sorted. What ends late by no more than the tolerance is early. */
static double date_of(const struct order *order, uint32_t number)
{
    const struct rd_claims *claims = order->timeline->claims;
    if (claims->of_packets)
        return order->ends ? claims->of_packets[number].end_s - order->timeline->tolerance_s
                           : claims->of_packets[number].start_s;
    return order->ends ? claims->trace->transfer[number].end_s - order->timeline->tolerance_s
                       : claims->trace->transfer[number].start_s;
}

static uint32_t at(const struct order *order, size_t place)
{
    return order->claim ? order->claim[place] : (uint32_t)place;
}

/* Sorts by date, and by number where dates are equal. In: claims by number; spare [count]. */
static void sort(const struct order *order, uint32_t *claim, uint32_t *spare, size_t count)
{
    size_t half = count / 2;
    if (count < 2)
        return;
    sort(order, claim, spare, half);
    sort(order, claim + half, spare, count - half);
    for (size_t i = 0; i < half; i++)
        spare[i] = claim[i];
    for (size_t left = 0, right = half, to = 0; left < half; to++)
        claim[to] = right < count && date_of(order, claim[right]) < date_of(order, spare[left])
                        ? claim[right++]
                        : spare[left++];
}

/* Often dates are in order already. */
static struct order open_order(const struct timeline *timeline, bool ends)
{
    struct rd_arena *scratch = timeline->referee->scratch;
    struct order order = {timeline, ends, NULL};
    uint32_t count = (uint32_t)timeline->claims->count, sorted = 1;
    while (sorted < count && date_of(&order, sorted - 1) <= date_of(&order, sorted))
        sorted++;
    if (sorted >= count)
        return order;
    uint32_t *claim = rd_take(scratch, count, uint32_t);
    for (uint32_t i = 0; i < count; i++)
        claim[i] = i;
    rd_arena_borrow(scratch);
    sort(&order, claim, rd_take(scratch, count, uint32_t), count);
    order.claim = claim;
    return order;
}

/* Is a claim too short to stand in anybody's way? */
static bool is_short(const struct timeline *timeline, const struct rd_claim *claim)
{
    return claim->end_s - timeline->tolerance_s <= claim->start_s;
}

static bool blame(struct timeline *timeline, const struct rd_claim *claim, uint32_t host,
                  const char *what)
{
    char label[RD_LABEL_SIZE];
    return rd_referee_fail(
        timeline->referee, timeline->referee->packets ? RD_VIOLATION_PACKET : RD_VIOLATION_PORT,
        claim->transfer, host, "transfer %" PRIu32 ": at %.10g s %s %s", claim->transfer,
        claim->start_s, rd_host_label(timeline->referee->instance, host, label), what);
}

static bool blame_port(struct timeline *timeline, const struct rd_claim *claim, uint32_t host,
                       const char *verb)
{
    char what[64];
    uint32_t window = rd_window_of(timeline->referee, host);
    if (window == 1)
        snprintf(what, sizeof what, "%s twice at a time", verb);
    else
        snprintf(what, sizeof what, "%s %" PRIu64 " times at a time at %" PRIu32 " ports", verb,
                 (uint64_t)window + 1, window);
    return blame(timeline, claim, host, what);
}

static bool blame_link(struct timeline *timeline, const struct rd_claim *claim)
{
    uint32_t from = 0, to = 0;
    rd_link_ends(&timeline->referee->instance->topology, claim->link, &from, &to);
    char label[RD_LABEL_SIZE], what[RD_LABEL_SIZE + 64];
    snprintf(what, sizeof what, "sends to %s twice at a time",
             rd_host_label(timeline->referee->instance, to, label));
    return blame(timeline, claim, from, what);
}

/* Takes the items of a claim that starts. */
static bool part(struct timeline *timeline, const struct rd_claim *claim,
                 const struct rd_timed_transfer *transfer)
{
    struct rd_referee *referee = timeline->referee;
    if (referee->instance->objects) {
        char when[64];
        snprintf(when, sizeof when, "at %.10g s ", claim->start_s);
        return rd_object_leaves(referee, &timeline->places, claim->transfer, when);
    }
    int64_t *held = &referee->final[rd_inventory_index(referee, transfer->from, transfer->kind)];
    if (*held < transfer->items) {
        char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
        return rd_referee_fail(
            referee, RD_VIOLATION_NOT_HELD, claim->transfer, transfer->from,
            "transfer %" PRIu32 ": at %.10g s %s %s %" PRId64 " items%s and holds %" PRId64,
            claim->transfer, claim->start_s,
            rd_host_label(referee->instance, transfer->from, label), rd_transfer_verb(transfer->to),
            transfer->items, rd_of_kind(referee, transfer->kind, of_kind), *held);
    }
    *held -= transfer->items;
    return true;
}

static bool start(struct timeline *timeline, const struct rd_claim *claim)
{
    struct rd_referee *referee = timeline->referee;
    const struct rd_timed_transfer *transfer = &timeline->claims->trace->transfer[claim->transfer];
    if (!is_short(timeline, claim)) {
        bool packets = referee->packets;
        if ((claim->does & RD_WORKS) && timeline->work[transfer->from]++ > 0)
            return blame(timeline, claim, transfer->from, "computes twice at a time");
        if ((claim->does & RD_LEAVES) &&
            timeline->out[transfer->from]++ >= rd_window_of(referee, transfer->from))
            return blame_port(timeline, claim, transfer->from, packets ? "originates" : "sends");
        if ((claim->does & RD_ARRIVES) &&
            timeline->in[transfer->to]++ >= rd_window_of(referee, transfer->to))
            return blame_port(timeline, claim, transfer->to, packets ? "accepts" : "receives");
        if (claim->link != RD_NO_LINK && referee->one_a_link && timeline->link[claim->link]++ > 0)
            return blame_link(timeline, claim);
        if (claim->link != RD_NO_LINK && referee->one_bus && timeline->bus++ > 0)
            return blame(timeline, claim, transfer->from, "sends while another is on the bus");
    }
    bool takes = transfer->kind >= 0 && (claim->does & (RD_LEAVES | RD_WORKS));
    if (takes && !part(timeline, claim, transfer))
        return false;
    /* Its end may have been passed. */
    if (referee->instance->objects && is_short(timeline, claim))
        rd_object_arrives(referee, &timeline->places, claim->transfer);
    return true;
}

static void end(struct timeline *timeline, const struct rd_claim *claim)
{
    struct rd_referee *referee = timeline->referee;
    const struct rd_timed_transfer *transfer = &timeline->claims->trace->transfer[claim->transfer];
    if (referee->instance->objects && !is_short(timeline, claim))
        rd_object_arrives(referee, &timeline->places, claim->transfer);
    if (!referee->instance->objects && (claim->does & RD_ARRIVES) && transfer->kind >= 0)
        referee->final[rd_inventory_index(referee, transfer->to, transfer->kind)] +=
            transfer->items;
    if (is_short(timeline, claim))
        return;
    timeline->work[transfer->from] -= (claim->does & RD_WORKS) != 0;
    timeline->out[transfer->from] -= (claim->does & RD_LEAVES) != 0;
    if (claim->does & RD_ARRIVES)
        timeline->in[transfer->to]--;
    if (claim->link != RD_NO_LINK) {
        timeline->link[claim->link] -= referee->one_a_link;
        timeline->bus -= referee->one_bus;
    }
}

static void open_sweep(struct timeline *timeline, struct rd_referee *referee)
{
    size_t hosts = referee->host_count, entries = hosts * referee->kind_count;
    timeline->out = rd_take(referee->scratch, hosts, uint32_t);
    const struct rd_objects *objects = referee->instance->objects;
    timeline->in = objects && objects->combined_ports ? timeline->out
                                                      : rd_take(referee->scratch, hosts, uint32_t);
    timeline->work = rd_take(referee->scratch, hosts, uint32_t);
    timeline->link =
        rd_take(referee->scratch, rd_link_count(&referee->instance->topology), uint32_t);
    if (objects) {
        rd_object_places_open(&timeline->places, referee);
        return;
    }
    referee->final = rd_take(referee->arena, entries, int64_t);
    for (size_t i = 0; i < entries; i++)
        referee->final[i] = referee->instance->load[i];
}

bool rd_referee_timeline(struct rd_referee *referee, const struct rd_claims *claims,
                         double tolerance_s)
{
    struct timeline timeline = {.referee = referee, .claims = claims, .tolerance_s = tolerance_s};
    open_sweep(&timeline, referee);
    struct order starts = open_order(&timeline, false), ends = open_order(&timeline, true);
    size_t ended = 0;
    for (size_t i = 0; i < claims->count; i++) {
        struct rd_claim starting = claim_at(&timeline, at(&starts, i));
        for (; ended < claims->count && date_of(&ends, at(&ends, ended)) <= starting.start_s;
             ended++) {
            struct rd_claim ending = claim_at(&timeline, at(&ends, ended));
            end(&timeline, &ending);
        }
        if (!start(&timeline, &starting))
            return false;
    }
    for (; ended < claims->count; ended++) {
        struct rd_claim ending = claim_at(&timeline, at(&ends, ended));
        end(&timeline, &ending);
    }
    return true;
}
