#include "changing_bound.h"

#include "algorithms/graph/network.h"

#include <math.h>
#include <string.h>

/* After so many steps nothing more is looked for. */
enum { STEP_LIMIT = 100000 };

struct cuts {
    const struct rd_instance *instance;
    const struct rd_changing_network *changing;
    struct rd_network network;
    bool *inside;       /* [host_count]: the set that is looked at */
    double *used;       /* [host_count of links] of one host, sorted */
    double *rate;       /* [step_count] of the set's cut, -1: not known yet */
    double most_a_host; /* items at the end, of goals after and balance */
};

/* Keeps the k greatest of some numbers, in decreasing order, and takes one more. */
static void keep_greatest(double *greatest, uint32_t *count, uint32_t k, double value)
{
    uint32_t at = *count < k ? (*count)++ : k;
    for (; at > 0 && greatest[at - 1] < value; at--)
        if (at < k)
            greatest[at] = greatest[at - 1];
    if (at < k)
        greatest[at] = value;
}

/* The bytes a second that a host's ports can carry over the cut in a step. */
static double host_rate(struct cuts *cuts, size_t step, uint32_t host)
{
    const struct rd_network *network = &cuts->network;
    bool inside = cuts->inside[host];
    const uint32_t *first = inside ? network->out_first : network->in_first;
    const double *bandwidth =
        cuts->changing->bandwidth + step * rd_link_count(&cuts->instance->topology);
    uint32_t count = 0;
    double sum = 0;
    for (uint32_t i = first[host]; i < first[host + 1]; i++) {
        uint32_t link = inside ? i : network->in_link[i];
        uint32_t other = inside ? network->to[link] : network->from[link];
        if (cuts->inside[other] != inside)
            keep_greatest(cuts->used, &count, network->ports[host],
                          bandwidth[network->number[link]]);
    }
    for (uint32_t i = 0; i < count; i++)
        sum += cuts->used[i];
    return sum;
}

/* What can leave the set in a step: the least of what its hosts send and what others receive. */
static double cut_rate(struct cuts *cuts, size_t step)
{
    double sent = 0, received = 0;
    if (cuts->rate[step] >= 0)
        return cuts->rate[step];
    for (uint32_t host = 0; host < cuts->network.host_count; host++)
        *(cuts->inside[host] ? &sent : &received) += host_rate(cuts, step, host);
    return cuts->rate[step] = fmin(sent, received);
}

/* The first date at which `bytes` can have left the set, less what it computes meanwhile. */
static double date_of(struct cuts *cuts, double bytes, double computed_per_s)
{
    size_t step = 0, step_count = cuts->changing->step_count;
    double start_s = 0;
    for (int i = 0; i < STEP_LIMIT; i++) {
        double rate = cut_rate(cuts, step) + computed_per_s;
        double lasts_s = step_count > 1 ? cuts->changing->step_s : INFINITY;
        if (bytes <= rate * lasts_s)
            return isinf(rate) ? start_s : start_s + bytes / rate;
        bytes -= rate * lasts_s;
        start_s += lasts_s;
        step = step + 1 < step_count ? step + 1 : 1;
    }
    return start_s;
}

static double set_bound_s(struct cuts *cuts)
{
    const struct rd_instance *instance = cuts->instance;
    double items = 0, computed_per_s = 0;
    for (size_t step = 0; step < cuts->changing->step_count; step++)
        cuts->rate[step] = -1;
    for (uint32_t host = 0; host < cuts->network.host_count; host++) {
        if (!cuts->inside[host])
            continue;
        items += (double)instance->load[host];
        if (host == cuts->network.relay)
            continue;
        if (instance->goal == RD_REACH)
            items -= (double)instance->target[host];
        else if (instance->goal == RD_BALANCE)
            items -= cuts->most_a_host;
        else
            computed_per_s += instance->item_bytes / cuts->network.compute_item_s[host];
    }
    return items > 0 ? date_of(cuts, items * instance->item_bytes, computed_per_s) : 0;
}

/* The most that a host may hold at the end: the others hold at most that much less. */
static double most_a_host(const struct rd_instance *instance, uint32_t holders)
{
    int64_t total = rd_item_count(instance, 0);
    int64_t apart = instance->balance_error;
    if (apart == 0 && total % holders != 0)
        apart = 1;
    return (double)((total + apart * (holders - 1)) / holders);
}

double rd_changing_bound_s(const struct rd_instance *instance,
                           const struct rd_changing_network *changing, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct cuts cuts = {.instance = instance, .changing = changing};
    uint32_t n = instance->topology.host_count;
    double bound_s = 0;
    rd_assert(instance->kind_count == 1 && instance->item_bytes > 0);
    if (!rd_network_read(instance, scratch, scratch, &cuts.network, NULL))
        return 0;
    cuts.inside = rd_take(scratch, n, bool);
    cuts.used = rd_take(scratch, n, double);
    cuts.rate = rd_take(scratch, changing->step_count, double);
    if (instance->goal == RD_BALANCE)
        cuts.most_a_host = most_a_host(instance, rd_computing_host_count(&instance->topology));
    bool all = n <= RD_CUT_HOST_LIMIT;
    uint32_t set_count = all ? UINT32_C(1) << n : 2 * n;
    for (uint32_t set = 0; set < set_count; set++) {
        for (uint32_t host = 0; host < n; host++)
            cuts.inside[host] = all ? set >> host & 1 : (host == set / 2) != (set % 2);
        bound_s = fmax(bound_s, set_bound_s(&cuts));
    }
    return bound_s;
}
