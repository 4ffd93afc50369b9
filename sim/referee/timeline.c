#include "timeline.h"

#include "objects.h"

#include <inttypes.h>
#include <stdlib.h>

/* A claim's place in one of the two orders, by start and by end. */
struct moment {
    double at_s;
    uint32_t claim;
};

struct timeline {
    struct rd_referee *referee;
    const struct rd_claim *claim;
    double tolerance_s;
    uint32_t *out, *in, *work; /* [host_count] under way */
    uint32_t *link;            /* [links] under way */
    uint32_t bus;
    struct rd_object_places places; /* of objects */
};

static int compare(const void *left, const void *right)
{
    const struct moment *a = left, *b = right;
    if (a->at_s != b->at_s)
        return a->at_s < b->at_s ? -1 : 1;
    return (a->claim > b->claim) - (a->claim < b->claim);
}

/* Sorts unless it is in order already, as starts often are. */
static void sort(struct moment *moment, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (compare(&moment[i - 1], &moment[i]) > 0) {
            qsort(moment, count, sizeof *moment, compare);
            return;
        }
    }
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
                 const struct rd_transfer *transfer)
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
    const struct rd_transfer *transfer = &referee->plan->transfer[claim->transfer];
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
    const struct rd_transfer *transfer = &referee->plan->transfer[claim->transfer];
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

bool rd_referee_timeline(struct rd_referee *referee, const struct rd_claim *claim,
                         size_t claim_count, double tolerance_s)
{
    struct timeline timeline = {.referee = referee, .claim = claim, .tolerance_s = tolerance_s};
    open_sweep(&timeline, referee);
    struct moment *starts = rd_take(referee->scratch, claim_count, struct moment);
    struct moment *ends = rd_take(referee->scratch, claim_count, struct moment);
    for (uint32_t i = 0; i < claim_count; i++) {
        starts[i] = (struct moment){claim[i].start_s, i};
        ends[i] = (struct moment){claim[i].end_s - tolerance_s, i};
    }
    sort(starts, claim_count);
    sort(ends, claim_count);
    size_t ended = 0;
    for (size_t i = 0; i < claim_count; i++) {
        for (; ended < claim_count && ends[ended].at_s <= starts[i].at_s; ended++)
            end(&timeline, &claim[ends[ended].claim]);
        if (!start(&timeline, &claim[starts[i].claim]))
            return false;
    }
    for (; ended < claim_count; ended++)
        end(&timeline, &claim[ends[ended].claim]);
    return true;
}
