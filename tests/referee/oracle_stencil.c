/* The goal of a stencil, pair of hosts by pair of hosts and item by item. */
#include "oracle.h"

#include <math.h>

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

static bool is_work(const struct rd_transfer *row, uint32_t host)
{
    return row->from == host && row->to == RD_NO_HOST;
}

static bool is_word(const struct rd_transfer *row, uint32_t from, uint32_t to)
{
    return row->from == from && row->to == to && row->kind == RD_CONTROL;
}

/* Work of a host, words of a pair (to a host), in rows before an index or in rounds before one. */
static double sum_until(const struct rd_plan *plan, uint32_t from, uint32_t to, size_t index,
                        bool earlier_rounds)
{
    double sum = 0;
    for (size_t i = 0; i <= index; i++) {
        const struct rd_transfer *row = &plan->transfer[i];
        if (earlier_rounds && row->round >= plan->transfer[index].round)
            continue;
        if (to == RD_NO_HOST ? is_work(row, from) : is_word(row, from, to))
            sum += (double)row->messages * (to == RD_NO_HOST ? (double)row->items : 1);
    }
    return sum;
}

static double items_of(const struct rd_instance *instance, const int64_t *held, uint32_t host)
{
    double items = 0;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        items += (double)held[host * instance->kind_count + kind];
    return items;
}

/* Items of a host with both neighbours on it. */
static double inner_items(const struct rd_instance *instance, const int64_t *held, uint32_t host)
{
    uint32_t n = instance->kind_count;
    double inner = 0;
    for (uint32_t item = 0; item < n; item++)
        inner += owns(instance, held, host, item) && owns(instance, held, host, (item + 1) % n) &&
                 owns(instance, held, host, (item + n - 1) % n);
    return inner;
}

/* Is a row of work or words in its place: items at rest, words come, work done? */
static bool row_is_in_time(const struct rd_instance *instance, const struct rd_plan *plan,
                           const int64_t *held, size_t index)
{
    const struct rd_transfer *row = &plan->transfer[index];
    double iterations = (double)instance->stencil_iterations;
    double words = 0;
    if (row->to != RD_NO_HOST) {
        if (row->kind != RD_CONTROL)
            return true;
        words = (double)words_of_pair(instance, held, row->from, row->to);
        double before = sum_until(plan, row->from, row->to, index, false) - (double)row->messages;
        if (words == 0 || before >= words * iterations)
            return true;
    }
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *move = &plan->transfer[i];
        if (move->kind != RD_CONTROL && move->to != RD_NO_HOST && move->round >= row->round &&
            move->to == row->from)
            return false;
    }
    double items = items_of(instance, held, row->from);
    if (row->to != RD_NO_HOST) {
        double iteration = ceil(sum_until(plan, row->from, row->to, index, false) / words);
        return sum_until(plan, row->from, RD_NO_HOST, index, true) >=
               (fmin(iteration, iterations) - 1) * items;
    }
    double work = sum_until(plan, row->from, RD_NO_HOST, index, false);
    double iteration = ceil(work / items);
    if (work > 0 && instance->stencil_overlap &&
        work <= (iteration - 1) * items + inner_items(instance, held, row->from))
        iteration--;
    for (uint32_t from = 0; work > 0 && from < instance->topology.host_count; from++)
        if (from != row->from &&
            sum_until(plan, from, row->from, index, true) <
                iteration * (double)words_of_pair(instance, held, from, row->from))
            return false;
    return true;
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
    for (size_t i = 0; i < plan->transfer_count; i++)
        if (!row_is_in_time(instance, plan, held, i))
            return false;
    return true;
}
