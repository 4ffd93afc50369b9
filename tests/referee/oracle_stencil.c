/* The goal of a stencil, pair of hosts by pair of hosts and item by item. */
#include "oracle.h"

static bool owns(const struct rd_instance *instance, const int64_t *held, uint32_t host,
                 uint32_t item)
{
    return held[host * instance->kind_count + item] > 0;
}

/* Items of a host that have a neighbour on another. */
static int64_t words_of_pair(const struct rd_instance *instance, const int64_t *held, uint32_t from,
                             uint32_t to)
{
    uint32_t n = instance->kind_count;
    int64_t words = 0;
    for (uint32_t item = 0; item < n; item++)
        words += owns(instance, held, from, item) && (owns(instance, held, to, (item + 1) % n) ||
                                                      owns(instance, held, to, (item + n - 1) % n));
    return words;
}

bool oracle_stencil_is_reached(const struct rd_instance *instance, const struct rd_plan *plan,
                               const int64_t *held)
{
    uint32_t hosts = instance->topology.host_count;
    for (uint32_t host = 0; host < hosts; host++) {
        double work = 0, items = 0; /* which do not overflow */
        for (size_t i = 0; i < plan->transfer_count; i++)
            if (plan->transfer[i].from == host && plan->transfer[i].to == RD_NO_HOST)
                work += (double)plan->transfer[i].items * (double)plan->transfer[i].messages;
        for (uint32_t kind = 0; kind < instance->kind_count; kind++)
            items += (double)held[host * instance->kind_count + kind];
        if (work != items * (double)instance->stencil_iterations)
            return false;
        for (uint32_t to = 0; to < hosts; to++) {
            double sent = 0;
            for (size_t i = 0; i < plan->transfer_count; i++)
                if (plan->transfer[i].from == host && plan->transfer[i].to == to &&
                    plan->transfer[i].kind == RD_CONTROL)
                    sent += (double)plan->transfer[i].messages;
            if (to != host && sent < (double)instance->stencil_iterations *
                                         (double)words_of_pair(instance, held, host, to))
                return false;
        }
    }
    return true;
}
