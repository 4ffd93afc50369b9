#include "bounds.h"

#include "algorithms/kernels/assignment.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void add_link(const struct rd_instance *instance, uint32_t from, uint32_t to,
                     struct rd_switch_quickest *quickest)
{
    struct rd_link_cost cost =
        rd_link_cost(instance, rd_link_between(&instance->topology, from, to));
    /* Not a message's time less the latency, which may be all that is left of it. */
    double item_s = rd_message_duration_s((struct rd_link_cost){0, cost.bandwidth_bytes_per_s},
                                          instance->item_bytes);
    quickest->send_item_s[from] = fmin(quickest->send_item_s[from], item_s);
    quickest->send_latency_s[from] = fmin(quickest->send_latency_s[from], cost.latency_s);
    quickest->receive_item_s[to] = fmin(quickest->receive_item_s[to], item_s);
    quickest->receive_latency_s[to] = fmin(quickest->receive_latency_s[to], cost.latency_s);
}

struct rd_switch_quickest rd_switch_quickest(const struct rd_instance *instance, uint32_t host,
                                             struct rd_arena *scratch)
{
    uint32_t n = instance->topology.host_count;
    double *all = rd_take(scratch, 4 * (size_t)n, double);
    struct rd_switch_quickest quickest = {all, all + n, all + 2 * (size_t)n, all + 3 * (size_t)n};
    for (size_t i = 0; i < 4 * (size_t)n; i++)
        all[i] = INFINITY;
    for (uint32_t from = 0; from < n; from++)
        for (uint32_t to = 0; to < n; to++)
            if (from != to && (host == RD_NO_HOST || host == from || host == to))
                add_link(instance, from, to, &quickest);
    return quickest;
}

/* What it takes a host at least to send all that it holds of a kind: one message or more. */
static double send_s(const struct rd_switch_quickest *quickest, uint32_t host, int64_t items)
{
    return items == 0
               ? 0
               : quickest->send_latency_s[host] + (double)items * quickest->send_item_s[host];
}

/* What so many messages of so many items in all take a port at least: its places share them, and
 * one of them carries no fewer items than the mean, rounded up, one after the other; and all of
 * them cross its uplink, or downlink, where no byte is before the first latency is over. */
static double port_s(const struct rd_switch *of, uint32_t host, uint64_t messages, int64_t items,
                     double latency_s, double item_s, double shared_item_s)
{
    double all_s = (double)messages * latency_s + (double)items * item_s;
    double one_s = latency_s + (double)rd_switch_port_steps(of, host, items) * item_s;
    double shared_s = latency_s + (double)items * shared_item_s;
    return messages == 0 ? 0 : fmax(fmax(all_s / of->width[host], one_s), shared_s);
}

double rd_switch_receive_s(const struct rd_switch *of, const struct rd_switch_quickest *quickest,
                           uint32_t host, uint32_t kind)
{
    int64_t items = rd_switch_receives(of, kind, rd_switch_kept(of, host, kind));
    return port_s(of, host, items > 0, items, quickest->receive_latency_s[host],
                  quickest->receive_item_s[host], of->down_item_s[host]);
}

double rd_switch_send_s(const struct rd_switch *of, const struct rd_switch_quickest *quickest,
                        uint32_t host, int64_t kept)
{
    uint64_t kinds = of->held.row_start[host + 1] - of->held.row_start[host] - (kept > 0);
    return port_s(of, host, kinds, of->host_items[host] - kept, quickest->send_latency_s[host],
                  quickest->send_item_s[host], of->up_item_s[host]);
}

/* What the messages of each kind would take if every host sent what it holds. */
static double *kind_sums(const struct rd_switch *of, const struct rd_switch_quickest *quickest,
                         struct rd_arena *scratch)
{
    double *sum = rd_take(scratch, of->n, double);
    for (uint32_t host = 0; host < of->n; host++)
        for (uint64_t i = of->held.row_start[host]; i < of->held.row_start[host + 1]; i++)
            sum[of->held.column[i]] += send_s(quickest, host, of->held.value[i]);
    return sum;
}

/* A sum of doubles is right to an epsilon a host, and what is left of it when the greatest part is
 * taken away must not be more than there was. */
double *rd_switch_pair_times(const struct rd_switch *of, struct rd_arena *scratch)
{
    bool bus = of->instance->topology.shape == RD_BUS;
    struct rd_switch_quickest quickest = rd_switch_quickest(of->instance, RD_NO_HOST, scratch);
    double *sum = kind_sums(of, &quickest, scratch);
    double *time_s = rd_take(scratch, (size_t)of->n * of->n, double), *at = time_s;
    double certain = 1 - (double)of->n * DBL_EPSILON;
    for (uint32_t host = 0; host < of->n; host++) {
        for (uint32_t kind = 0; kind < of->n; kind++) {
            int64_t kept = rd_switch_kept(of, host, kind);
            double others_s = bus ? fmax(sum[kind] * certain - send_s(&quickest, host, kept), 0)
                                  : rd_switch_send_s(of, &quickest, host, kept);
            *at++ = fmax(others_s, rd_switch_receive_s(of, &quickest, host, kind));
        }
    }
    return time_s;
}

/* Times are rounded down to a unit so small that it does not show. */
uint32_t *rd_switch_least_sum(uint32_t n, const double *time_s, struct rd_arena *arena,
                              struct rd_arena *scratch, double *ret_sum_s)
{
    size_t pairs = (size_t)n * n;
    int64_t *units = rd_take(scratch, pairs, int64_t);
    double most_s = DBL_MIN, most_units = (double)(RD_ASSIGNMENT_COST_LIMIT / 2 / n);
    for (size_t i = 0; i < pairs; i++)
        most_s = fmax(most_s, time_s[i]);
    for (size_t i = 0; i < pairs; i++)
        units[i] = (int64_t)(time_s[i] / most_s * most_units);
    struct rd_assignment found = rd_assign(n, units, arena, scratch);
    bool proved = rd_assignment_is_proved(n, units, &found, scratch);
    rd_assert(proved);
    *ret_sum_s = found.cost == 0 ? 0 : (double)found.cost / most_units * most_s;
    return found.column_of_row;
}

/* Doubles of 0 or more are in the order of their bits, so that the kernel can compare them as
 * integers. */
struct rd_bottleneck_assignment rd_switch_least_maximum(uint32_t n, const double *time_s,
                                                        struct rd_arena *arena,
                                                        struct rd_arena *scratch)
{
    size_t pairs = (size_t)n * n;
    int64_t *order = rd_arena_copy(scratch, time_s, pairs, sizeof *order);
    struct rd_bottleneck_assignment found = rd_bottleneck_assign(n, order, arena, scratch);
    bool proved = rd_bottleneck_assignment_is_proved(n, order, &found, scratch);
    rd_assert(proved);
    return found;
}
