/* Why a plan cannot run whose transfers cannot be executed one by one: a host parts with more than
 * it ever holds; or transfers wait for each other in a cycle; or they would all run, and are only
 * listed badly. Which of the last two it is depends on no date, so the queues run without a clock.
 */
#include "form.h"
#include "parts.h"
#include "queues.h"

#include <inttypes.h>

/* The plain facts of a transfer that is short of items when the transfers before it are executed
 * whole. */
static bool report_transfer(struct rd_referee *referee, enum rd_violation violation, size_t index,
                            const char *remedy)
{
    const struct rd_transfer *transfer = &referee->plan->transfer[index];
    char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    return rd_referee_fail(
        referee, violation, index, transfer->from,
        "transfer %zu: %s %s %" PRId64 " items%s and holds %" PRId64
        " after the transfers before it%s",
        index, rd_host_label(referee->instance, transfer->from, label),
        rd_transfer_verb(transfer->to),
        transfer->items * (transfer->messages + (transfer->messages == 0)),
        rd_of_kind(referee, transfer->kind, of_kind),
        referee->inventory[rd_inventory_index(referee, transfer->from, transfer->kind)].held,
        remedy);
}

/* It would finish: names the transfer that brings what is missing. */
static bool report_order(struct rd_referee *referee, size_t index)
{
    const struct rd_plan *plan = referee->plan;
    const struct rd_transfer *short_of = &plan->transfer[index];
    size_t i = index + 1;
    rd_assert(i < plan->transfer_count);
    while (plan->transfer[i].to != short_of->from || plan->transfer[i].kind != short_of->kind) {
        i++;
        rd_assert(i < plan->transfer_count); /* it has its items from somewhere */
    }
    char remedy[64];
    snprintf(remedy, sizeof remedy, ": transfer %zu brings some and must come first", i);
    return report_transfer(referee, RD_VIOLATION_ORDER, index, remedy);
}

/* What each host ever holds of each kind, and what it parts with. */
struct whole {
    int64_t held;
    int64_t parted;
};

/* The first transfer with which a host parts with more of a kind than `limit`. */
static size_t first_transfer_beyond(const struct rd_referee *referee, size_t inventory,
                                    int64_t limit)
{
    int64_t parted = 0;
    for (size_t i = 0;; i++) {
        rd_assert(i < referee->plan->transfer_count);
        const struct rd_transfer *transfer = &referee->plan->transfer[i];
        if (transfer->kind < 0 ||
            rd_inventory_index(referee, transfer->from, transfer->kind) != inventory)
            continue;
        parted += transfer->items * (transfer->messages + (transfer->messages == 0));
        if (parted > limit)
            return i;
    }
}

/* Counts, in no order: does some host part with more than it ever holds? Returns: false, and the
 * verdict, if so. */
static bool count_whole(struct rd_referee *referee)
{
    size_t entries = (size_t)referee->host_count * referee->kind_count;
    struct whole *whole = rd_take(referee->scratch, entries, struct whole);
    for (size_t i = 0; i < entries; i++)
        whole[i].held = referee->instance->load[i];
    int64_t sum = 0;
    for (size_t i = 0; i < referee->plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &referee->plan->transfer[i];
        if (transfer->kind < 0 || rd_is_named_kind(referee->instance->copies, transfer->kind))
            continue;
        int64_t items = transfer->items * (transfer->messages + (transfer->messages == 0));
        sum += items;
        if (sum > RD_SUM_LIMIT)
            return rd_referee_too_much(referee, i);
        whole[rd_inventory_index(referee, transfer->from, transfer->kind)].parted += items;
        if (transfer->to != RD_NO_HOST)
            whole[rd_inventory_index(referee, transfer->to, transfer->kind)].held += items;
    }
    for (size_t i = 0; i < entries; i++) {
        if (whole[i].parted <= whole[i].held)
            continue;
        uint32_t host = (uint32_t)(i / referee->kind_count);
        char label[RD_LABEL_SIZE];
        return rd_referee_fail(referee, RD_VIOLATION_MORE_THAN_EVER_HELD,
                               first_transfer_beyond(referee, i, whole[i].held), host,
                               "%s sends and computes %" PRId64
                               " items of kind %zu and never holds more "
                               "than %" PRId64,
                               rd_host_label(referee->instance, host, label), whole[i].parted,
                               i % referee->kind_count, whole[i].held);
    }
    return true;
}

/* Runs the queues without a clock, as many messages at a time as have their items, until nothing is
 * ready or the steps are used up. */
static void run_queues(struct rd_queues *queues)
{
    const struct rd_plan *plan = queues->referee->plan;
    size_t steps = 16 * plan->transfer_count + ((size_t)1 << 20);
    while (queues->ready_count > 0 && steps-- > 0) {
        uint32_t index = queues->ready[--queues->ready_count];
        int64_t available = rd_queues_available(queues, index);
        if (plan->transfer[index].messages == 0) {
            rd_queues_split(queues, index, available);
            rd_queues_end(queues, index, 1, available);
        } else {
            rd_queues_end(queues, index, available, plan->transfer[index].items);
        }
    }
}

bool rd_referee_diagnose(struct rd_referee *referee, size_t transfer)
{
    if (!rd_referee_form(referee, transfer + 1) || !count_whole(referee))
        return false;
    struct rd_queues queues;
    rd_queues_open(&queues, referee, referee->plan->timing == RD_FREE_ORDER, NULL);
    run_queues(&queues);
    if (queues.ready_count > 0) /* too long to tell which */
        return report_transfer(referee, RD_VIOLATION_NOT_HELD, transfer, "");
    return queues.transfers_left > 0 ? rd_report_deadlock(&queues)
                                     : report_order(referee, transfer);
}
