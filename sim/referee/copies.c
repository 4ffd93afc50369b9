#include "copies.h"

#include "form.h"

#include "sim/base/integers.h"

#include <inttypes.h>

struct rd_copy_ledger *rd_copy_ledger_open(struct rd_referee *referee)
{
    const struct rd_copies *copies = referee->instance->copies;
    if (!copies)
        return NULL;
    struct rd_copy_ledger *ledger = rd_take(referee->scratch, 1, struct rd_copy_ledger);
    ledger->referee = referee;
    ledger->copies = copies;
    ledger->maps.arena = referee->scratch;
    ledger->offset = rd_take(referee->scratch, (size_t)copies->count + 1, int64_t);
    ledger->root = rd_take(referee->scratch, referee->host_count, uint32_t);
    ledger->held = rd_take(referee->scratch, (size_t)referee->host_count * copies->count, int64_t);
    if (referee->trace)
        referee->listed = rd_take(referee->scratch, referee->plan->transfer_count, int64_t);
    if (referee->plan->timing != RD_LOCK_STEP) {
        ledger->source_first = rd_take(referee->scratch, referee->plan->transfer_count, uint32_t);
        ledger->run_first = rd_take(referee->scratch, referee->plan->transfer_count, uint32_t);
    }
    for (uint32_t j = 0; j < copies->count; j++) {
        ledger->offset[j + 1] = ledger->offset[j] + rd_copy_items(copies, copies->first_kind + j);
        for (uint32_t piece = copies->piece[j]; piece < copies->piece[j + 1]; piece++)
            for (uint32_t i = copies->held_first[piece]; i < copies->held_first[piece + 1]; i++) {
                uint32_t host = copies->held[i];
                int64_t first = ledger->offset[j] + copies->first_item[piece];
                ledger->root[host] = rd_interval_add(&ledger->maps, ledger->root[host], first,
                                                     first + copies->items[piece], RD_AT_START);
                ledger->held[(size_t)host * copies->count + j] += copies->items[piece];
            }
    }
    return ledger;
}

/* Items first .. end - 1, numbered over all named kinds. */
struct range {
    int64_t first, end;
};

static struct range range_of(const struct rd_copy_ledger *ledger, size_t transfer)
{
    const struct rd_plan *plan = ledger->referee->plan;
    const struct rd_transfer *of = rd_plan_transfer(plan, transfer);
    int64_t first = ledger->offset[(uint32_t)of->kind - ledger->copies->first_kind] +
                    rd_plan_first_item(plan, transfer);
    return (struct range){first, first + of->items * of->messages};
}

/* The first item of a range that a host does not hold, or that came with what is beyond `last`; the
 * range's end if it holds all. Sources are noted where they are wanted. */
static int64_t first_lacking(struct rd_copy_ledger *ledger, uint32_t host, struct range range,
                             uint32_t last, bool notes)
{
    int64_t at = range.first;
    while (at < range.end) {
        const struct rd_interval *of = rd_interval_from(&ledger->maps, ledger->root[host], at);
        if (!of || of->first > at || of->value > last)
            return at;
        at = rd_least(of->end, range.end);
        if (notes)
            rd_arena_add(ledger->referee->scratch, ledger->source, ledger->source_count,
                         (struct rd_copy_source){at, of->value});
    }
    return at;
}

/* A host has items, as far as it did not hold them already. */
static void receive(struct rd_copy_ledger *ledger, uint32_t host, int32_t kind, struct range range,
                    uint32_t value)
{
    int64_t *held = &ledger->held[(size_t)host * ledger->copies->count + (uint32_t)kind -
                                  ledger->copies->first_kind];
    for (int64_t at = range.first, next; at < range.end; at = next) {
        const struct rd_interval *of = rd_interval_from(&ledger->maps, ledger->root[host], at);
        if (of && of->first <= at) {
            next = rd_least(of->end, range.end);
            ledger->referee->useless += next - at;
            continue;
        }
        next = of ? rd_least(of->first, range.end) : range.end;
        *held += next - at;
        ledger->root[host] = rd_interval_add(&ledger->maps, ledger->root[host], at, next, value);
    }
}

/* The transfer, behind one that lacks an item, that brings it to its sender; or SIZE_MAX. */
static size_t later_supplier(const struct rd_copy_ledger *ledger, size_t transfer, int64_t item)
{
    const struct rd_plan *plan = ledger->referee->plan;
    const struct rd_transfer *of = rd_plan_transfer(plan, transfer);
    for (size_t i = transfer + 1; i < plan->transfer_count; i++) {
        if (plan->transfer[i].to != of->from || plan->transfer[i].kind != of->kind)
            continue;
        struct range range = range_of(ledger, i);
        if (range.first <= item && item < range.end)
            return i;
    }
    return SIZE_MAX;
}

/* "h3 sends item 7 of W": in words, an item that is not held. */
static const char *lacking(const struct rd_copy_ledger *ledger, uint32_t host, int32_t kind,
                           int64_t item)
{
    const struct rd_instance *instance = ledger->referee->instance;
    return rd_arena_print(ledger->referee->scratch, "%s sends item %" PRId64 " of %s",
                          rd_label(instance, host),
                          item - ledger->offset[(uint32_t)kind - ledger->copies->first_kind],
                          rd_label_of_kind(instance, (uint32_t)kind));
}

/* The verdict on a transfer that is listed before what brings its items, or that nothing does. */
static bool blame_order(struct rd_copy_ledger *ledger, size_t transfer, int64_t item)
{
    struct rd_referee *referee = ledger->referee;
    const struct rd_transfer *of = rd_plan_transfer(referee->plan, transfer);
    if (!rd_referee_form(referee, transfer + 1))
        return false;
    size_t supplier = later_supplier(ledger, transfer, item);
    const char *what = lacking(ledger, of->from, of->kind, item);
    if (supplier == SIZE_MAX)
        return rd_referee_fail(referee, RD_VIOLATION_MORE_THAN_EVER_HELD, transfer, of->from,
                               "transfer %zu: %s and does not hold it after the transfers before "
                               "it: no transfer brings it",
                               transfer, what);
    return rd_referee_fail(referee, RD_VIOLATION_ORDER, transfer, of->from,
                           "transfer %zu: %s and does not hold it after the transfers before it: "
                           "transfer %zu brings it and must come first",
                           transfer, what, supplier);
}

bool rd_copies_move(struct rd_referee *referee, size_t transfer)
{
    struct rd_copy_ledger *ledger = referee->copies;
    const struct rd_transfer *of = rd_plan_transfer(referee->plan, transfer);
    ledger->source_first[transfer] = (uint32_t)ledger->source_count;
    struct range range = range_of(ledger, transfer);
    int64_t lacks = first_lacking(ledger, of->from, range, UINT32_MAX, true);
    if (lacks < range.end)
        return blame_order(ledger, transfer, lacks);
    receive(ledger, of->to, of->kind, range, (uint32_t)transfer + 1);
    return true;
}

bool rd_copies_move_in_round(struct rd_referee *referee, size_t transfer)
{
    struct rd_copy_ledger *ledger = referee->copies;
    const struct rd_transfer *of = rd_plan_transfer(referee->plan, transfer);
    struct range range = range_of(ledger, transfer);
    int64_t lacks = first_lacking(ledger, of->from, range, of->round, false);
    if (lacks < range.end)
        return rd_referee_fail(referee, RD_VIOLATION_NOT_HELD, transfer, of->from,
                               "round %" PRIu32 ": %s and does not hold it", of->round,
                               lacking(ledger, of->from, of->kind, lacks));
    receive(ledger, of->to, of->kind, range, of->round + 1);
    return true;
}

bool rd_copies_leave(struct rd_referee *referee, size_t transfer, double start_s)
{
    struct rd_copy_ledger *ledger = referee->copies;
    const struct rd_transfer *of = rd_plan_transfer(referee->plan, transfer);
    struct range range = range_of(ledger, transfer);
    int64_t lacks = first_lacking(ledger, of->from, range, UINT32_MAX, false);
    return lacks == range.end ||
           rd_referee_fail(referee, RD_VIOLATION_NOT_HELD, transfer, of->from,
                           "transfer %zu: at %.10g s %s and does not hold it", transfer, start_s,
                           lacking(ledger, of->from, of->kind, lacks));
}

void rd_copies_arrive(struct rd_referee *referee, size_t transfer)
{
    struct rd_copy_ledger *ledger = referee->copies;
    const struct rd_transfer *of = rd_plan_transfer(referee->plan, transfer);
    receive(ledger, of->to, of->kind, range_of(ledger, transfer), RD_AT_START);
}

/* When message number `message` of a transfer ended, and the run that it belongs to. */
static double ended_s(const struct rd_copy_ledger *ledger, size_t transfer, int64_t message,
                      int64_t *ret_left, double *ret_step_s)
{
    uint32_t run = ledger->run_first[transfer];
    while (message >= ledger->run[run].count)
        message -= ledger->run[run++].count;
    *ret_left = ledger->run[run].count - message;
    *ret_step_s = ledger->run[run].step_s;
    return ledger->run[run].first_s + (double)message * ledger->run[run].step_s;
}

/* When the items up to `end` of a range have come that one source brings, the last of them. */
static struct rd_supply supply_of(const struct rd_copy_ledger *ledger, struct rd_copy_source source,
                                  int64_t end, int64_t items, int64_t messages)
{
    if (source.bringer == RD_AT_START)
        return (struct rd_supply){0, 0, messages};
    size_t transfer = source.bringer - 1;
    int64_t size = ledger->referee->plan->transfer[transfer].items, left;
    int64_t first = range_of(ledger, transfer).first, message = (end - 1 - first) / size;
    struct rd_supply supply;
    supply.first_s = ended_s(ledger, transfer, message, &left, &supply.step_s);
    if (items % size == 0) {
        supply.count = rd_least(messages, (left - 1) / (items / size) + 1);
        supply.step_s *= (double)(items / size);
    } else {
        int64_t spare = first + (message + 1) * size - end; /* items behind it in its message */
        supply.count = rd_least(messages, 1 + spare / items);
        supply.step_s = 0;
    }
    return supply;
}

/* The items of one message. */
static struct range range_of_message(const struct rd_copy_ledger *ledger, size_t transfer,
                                     int64_t message)
{
    int64_t items = ledger->referee->plan->transfer[transfer].items;
    int64_t first = range_of(ledger, transfer).first + message * items;
    return (struct range){first, first + items};
}

uint32_t rd_copies_source(const struct rd_copy_ledger *ledger, size_t transfer, int64_t message,
                          uint32_t source)
{
    int64_t first = range_of_message(ledger, transfer, message).first;
    while (ledger->source[source].end <= first)
        source++;
    return source;
}

struct rd_copy_need rd_copies_need(const struct rd_copy_ledger *ledger, size_t transfer,
                                   int64_t message, uint32_t source)
{
    struct rd_copy_source of = ledger->source[source];
    int64_t end = range_of_message(ledger, transfer, message).end;
    struct rd_copy_need need = {.more = of.end < end};
    if (of.bringer == RD_AT_START)
        return need;
    need.transfer = of.bringer - 1;
    need.messages = (rd_least(of.end, end) - 1 - range_of(ledger, need.transfer).first) /
                        ledger->referee->plan->transfer[need.transfer].items +
                    1;
    return need;
}

struct rd_supply rd_copies_supply(const struct rd_copy_ledger *ledger, size_t transfer,
                                  int64_t message, int64_t messages, uint32_t *source)
{
    int64_t items = ledger->referee->plan->transfer[transfer].items;
    struct range range = range_of_message(ledger, transfer, message);
    *source = rd_copies_source(ledger, transfer, message, *source);
    int64_t whole = (ledger->source[*source].end - range.first) / items; /* messages from there */
    if (whole > 0)
        return supply_of(ledger, ledger->source[*source], range.end, items,
                         rd_least(whole, messages));
    struct rd_supply latest = {0, 0, 1};
    for (uint32_t i = *source;; i++) {
        int64_t until = rd_least(range.end, ledger->source[i].end);
        struct rd_supply supply = supply_of(ledger, ledger->source[i], until, items, 1);
        latest.first_s = rd_latest_of(latest.first_s, supply.first_s);
        if (until == range.end)
            return latest;
    }
}

void rd_copies_end(struct rd_copy_ledger *ledger, double first_s, double step_s, int64_t count)
{
    rd_arena_add(ledger->referee->scratch, ledger->run, ledger->run_count,
                 (struct rd_copy_run){first_s, step_s, count});
}

void rd_copies_close(struct rd_referee *referee)
{
    const struct rd_copy_ledger *ledger = referee->copies;
    if (!ledger)
        return;
    for (uint32_t host = 0; host < referee->host_count; host++) {
        int64_t all = 0;
        for (uint32_t j = 0; j < ledger->copies->count; j++) {
            int64_t held = ledger->held[(size_t)host * ledger->copies->count + j];
            referee->final[rd_inventory_index(referee, host,
                                              (int32_t)(ledger->copies->first_kind + j))] = held;
            all += held;
        }
        referee->most_held = rd_greatest(referee->most_held, all);
    }
}

void rd_referee_copies_goal(struct rd_referee *referee)
{
    struct rd_copy_ledger *ledger = referee->copies;
    const struct rd_copies *copies = ledger->copies;
    for (uint32_t j = 0; j < copies->count; j++)
        for (uint32_t piece = copies->piece[j]; piece < copies->piece[j + 1]; piece++) {
            int64_t first = ledger->offset[j] + copies->first_item[piece];
            struct range range = {first, first + copies->items[piece]};
            for (uint32_t i = copies->wanted_first[piece]; i < copies->wanted_first[piece + 1];
                 i++) {
                uint32_t host = copies->wanted[i];
                int64_t lacks = first_lacking(ledger, host, range, UINT32_MAX, false);
                if (lacks == range.end)
                    continue;
                rd_referee_miss(referee, "%s lacks item %" PRId64 " of %s",
                                rd_label(referee->instance, host), lacks - ledger->offset[j],
                                rd_label_of_kind(referee->instance, copies->first_kind + j));
                return;
            }
        }
}
