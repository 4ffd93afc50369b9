#include "relabelling_certificate.h"

#include "sim/model/uplink.h"

#include <inttypes.h>

/* An instance as the check counts it. */
struct counts {
    const struct rd_instance *instance;
    uint32_t n;
    int64_t *host_items; /* [n] l */
    int64_t *kind_items; /* [n] c */
    uint32_t *width;     /* [n] k */
};

static struct counts count(const struct rd_instance *instance, struct rd_arena *scratch)
{
    uint32_t n = instance->topology.host_count;
    struct counts counts = {instance, n, rd_take(scratch, n, int64_t), rd_take(scratch, n, int64_t),
                            rd_take(scratch, n, uint32_t)};
    for (uint32_t host = 0; host < n; host++) {
        counts.width[host] = rd_switch_width(instance, host);
        for (uint32_t kind = 0; kind < instance->kind_count; kind++) {
            counts.host_items[host] += rd_load(instance, host, kind);
            counts.kind_items[kind] += rd_load(instance, host, kind);
        }
    }
    return counts;
}

static int64_t kept(const struct counts *counts, uint32_t host, uint32_t kind)
{
    return kind < counts->instance->kind_count ? rd_load(counts->instance, host, kind) : 0;
}

/* What the host receives if it keeps the kind. */
static int64_t receives(const struct counts *counts, uint32_t host, uint32_t kind)
{
    return counts->kind_items[kind] - kept(counts, host, kind);
}

/* The steps in which so many items pass a port. */
static int64_t steps_of(int64_t items, uint32_t width)
{
    return (items + width - 1) / width;
}

/* The steps that it takes to receive, or to send, whichever is more. */
static int64_t handles(const struct counts *counts, uint32_t host, uint32_t kind)
{
    int64_t sends = counts->host_items[host] - kept(counts, host, kind);
    int64_t in = receives(counts, host, kind);
    return steps_of(sends > in ? sends : in, counts->width[host]);
}

#define wrong(reterr, ...) rd_failed(reterr, "the certificate is false: " __VA_ARGS__)

static bool check_values(const struct counts *counts, const struct rd_certificate *certificate,
                         struct rd_arena *scratch, struct rd_error *reterr)
{
    bool *taken = rd_take(scratch, counts->n, bool);
    int64_t volume = 0, steps = 0;
    for (uint32_t kind = 0; kind < counts->n; kind++) {
        uint32_t host = certificate->host_of_kind[kind];
        if (host >= counts->n || taken[host])
            return wrong(reterr, "kind %" PRIu32 " has no host of its own", kind);
        taken[host] = true;
        volume += receives(counts, host, kind);
        if (handles(counts, host, kind) > steps)
            steps = handles(counts, host, kind);
    }
    if (volume != certificate->volume || steps != certificate->steps)
        return wrong(reterr,
                     "the relabelling moves %" PRId64 " items in %" PRId64 " steps, not %" PRId64
                     " in %" PRId64,
                     volume, steps, certificate->volume, certificate->steps);
    return true;
}

/* Their sum; false, and untouched, if it overflows. */
static bool add_prices(const struct rd_certificate *certificate, uint32_t host, uint32_t kind,
                       int64_t *sum)
{
    return !__builtin_add_overflow(certificate->host_price[host], certificate->kind_price[kind],
                                   sum);
}

static bool check_prices(const struct counts *counts, const struct rd_certificate *certificate,
                         struct rd_error *reterr)
{
    bool some_only = certificate->claim == RD_FEWEST_STEPS_THEN_LEAST_VOLUME;
    int64_t sum = 0, prices;
    for (uint32_t host = 0; host < counts->n; host++) {
        if (!add_prices(certificate, host, host, &prices) ||
            __builtin_add_overflow(sum, prices, &sum))
            return wrong(reterr, "prices overflow");
        for (uint32_t kind = 0; kind < counts->n; kind++) {
            if (some_only && handles(counts, host, kind) > certificate->steps)
                continue;
            if (!add_prices(certificate, host, kind, &prices))
                return wrong(reterr, "prices overflow");
            if (prices > receives(counts, host, kind))
                return wrong(reterr,
                             "%s receives %" PRId64 " items if it keeps kind %" PRIu32
                             ", less than their prices %" PRId64,
                             rd_label(counts->instance, host), receives(counts, host, kind), kind,
                             prices);
        }
    }
    if (sum != certificate->volume)
        return wrong(reterr, "prices sum to %" PRId64 " and the volume is %" PRId64, sum,
                     certificate->volume);
    return true;
}

/* Does a pair count among those that could make fewer steps? */
static bool is_better_pair(const struct counts *counts, const struct rd_certificate *certificate,
                           uint32_t host, uint32_t kind)
{
    int64_t prices = 0;
    if (handles(counts, host, kind) >= certificate->steps)
        return false;
    if (certificate->claim != RD_LEAST_VOLUME_THEN_FEWEST_STEPS)
        return true;
    bool counted = add_prices(certificate, host, kind, &prices);
    rd_assert(counted); /* the prices of all pairs were checked before */
    return prices == receives(counts, host, kind);
}

static bool check_hall(const struct counts *counts, const struct rd_certificate *certificate,
                       struct rd_arena *scratch, struct rd_error *reterr)
{
    bool *joined = rd_take(scratch, counts->n, bool);
    uint32_t joined_count = 0, hosts = certificate->hall_host_count;
    for (uint32_t k = 0; k < hosts; k++) {
        uint32_t host = certificate->hall_host[k];
        if (host >= counts->n || (k > 0 && host <= certificate->hall_host[k - 1]))
            return wrong(reterr, "its hosts are not listed in increasing order");
        for (uint32_t kind = 0; kind < counts->n; kind++) {
            if (joined[kind] || !is_better_pair(counts, certificate, host, kind))
                continue;
            joined[kind] = true;
            joined_count++;
        }
    }
    if (joined_count >= hosts)
        return wrong(reterr,
                     "hosts: %" PRIu32 ", kinds that they can keep in fewer than %" PRId64
                     " steps: %" PRIu32,
                     hosts, certificate->steps, joined_count);
    return true;
}

bool rd_certificate_check(const struct rd_instance *instance,
                          const struct rd_certificate *certificate, struct rd_arena *scratch,
                          struct rd_error *reterr)
{
    if (instance->kind_count > instance->topology.host_count)
        return wrong(reterr, "%" PRIu32 " kinds have no host of their own each",
                     instance->kind_count);
    rd_arena_borrow(scratch);
    struct counts counts = count(instance, scratch);
    return check_values(&counts, certificate, scratch, reterr) &&
           (!rd_claims_volume(certificate->claim) || check_prices(&counts, certificate, reterr)) &&
           (!rd_claims_steps(certificate->claim) ||
            check_hall(&counts, certificate, scratch, reterr));
}

bool rd_certificate_fits_plan(const struct rd_instance *instance, const struct rd_plan *plan,
                              const struct rd_certificate *certificate, struct rd_arena *scratch,
                              struct rd_error *reterr)
{
    uint32_t n = instance->topology.host_count;
    rd_arena_borrow(scratch);
    int64_t *sent = rd_take(scratch, n, int64_t), *received = rd_take(scratch, n, int64_t);
    int64_t volume = 0, steps = 0;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *row = &plan->transfer[i];
        int64_t items = row->items * (row->messages == 0 ? 1 : row->messages);
        if (row->kind == RD_CONTROL) /* it tells an order, and moves nothing */
            continue;
        if (row->kind < 0 || (uint32_t)row->kind >= n || row->to >= n ||
            certificate->host_of_kind[row->kind] != row->to)
            return wrong(reterr, "transfer %zu does not take its kind to its host", i);
        volume += items;
        sent[row->from] += items;
        received[row->to] += items;
    }
    for (uint32_t host = 0; host < n; host++) {
        int64_t most = sent[host] > received[host] ? sent[host] : received[host];
        most = steps_of(most, rd_switch_width(instance, host));
        steps = most > steps ? most : steps;
    }
    return (volume == certificate->volume && steps == certificate->steps) ||
           wrong(reterr,
                 "the plan moves %" PRId64 " items, in %" PRId64 " steps or more, not %" PRId64
                 " and %" PRId64,
                 volume, steps, certificate->volume, certificate->steps);
}
