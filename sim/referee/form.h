/* Is each transfer of a plan or a trace well formed, whatever hosts hold? And the sums over them.
 * For the referee only. */
#pragma once

#include "judgement.h"

/* Is a transfer well formed? By itself and after the transfer before it; not what it holds.
 * Returns: the items that it moves or computes in *ret_items, 0 for words and plain work.
 * Cost: O(1). Inline because every transfer of every plan passes here. */
static inline bool rd_transfer_is_well_formed(const struct rd_referee *referee,
                                              const struct rd_transfer *transfer,
                                              int64_t *ret_items)
{
    int64_t product;
    bool control = transfer->kind == RD_CONTROL;
    bool computes = transfer->to == RD_NO_HOST;
    int64_t messages = transfer->messages + (transfer->messages == 0);
    if (transfer->round < referee->round_before || transfer->round >= referee->round_count ||
        transfer->from >= referee->host_count || transfer->items < 0 || messages < 0 ||
        messages > RD_ITEM_LIMIT || __builtin_mul_overflow(transfer->items, messages, &product) ||
        product > RD_ITEM_LIMIT)
        return false;
    if (control) {
        if (transfer->messages == 0 || (!computes && transfer->items != 0))
            return false;
        product = 0;
    } else if ((uint32_t)transfer->kind >= referee->kind_count || transfer->items == 0) {
        return false;
    }
    if (referee->packets) {
        if (transfer->messages != 1 || transfer->to >= referee->host_count ||
            transfer->to == transfer->from)
            return false;
    } else if (computes ? transfer->from == referee->no_work
                        : rd_link_between(&referee->instance->topology, transfer->from,
                                          transfer->to) == RD_NO_LINK) {
        return false;
    }
    *ret_items = product;
    return true;
}

/* Has a transfer of the plan the form of its kind, which may be a named one? In: one that is well
 * formed otherwise, of an instance with copies. Returns: false, and the verdict, if not. O(1). */
bool rd_copies_have_form(struct rd_referee *referee, size_t transfer);

/* Is a transfer's block one of this hypercube, and does it hold every dimension in which the
 * packet's ends differ? Returns: false, and the verdict, if not. */
bool rd_referee_dimension_range(struct rd_referee *referee, size_t transfer);

/* Has a transfer the form of an object's message: one, of the whole object, straight to where it is
 * wanted unless it may be relayed? Returns: false, and the verdict, if not. */
bool rd_object_has_form(struct rd_referee *referee, size_t transfer);

/* Says what is wrong with the first transfer, from number `first` on, that is not well formed.
 * In: the plan holds it; referee->round_before is the round of the transfer before it. Returns:
 * true if all are; else false, and the verdict is written. */
bool rd_referee_form(struct rd_referee *referee, size_t first);

/* Adds a transfer to the sums, and what it computes to `computed`. In: a transfer that is well
 * formed. Returns: false, and the verdict, if a sum passes its limit. */
static inline bool rd_referee_sum(struct rd_referee *referee, const struct rd_transfer *transfer,
                                  int64_t items)
{
    int64_t messages = transfer->messages + (transfer->messages == 0);
    if (transfer->to == RD_NO_HOST) {
        referee->computations += messages;
        referee->computes = true;
        if (transfer->kind >= 0) {
            if (!referee->computed)
                referee->computed = rd_take(referee->arena, referee->host_count, int64_t);
            referee->computed[transfer->from] += items;
        } else if (referee->worked && __builtin_add_overflow(referee->worked[transfer->from],
                                                             transfer->items * messages,
                                                             &referee->worked[transfer->from])) {
            referee->worked[transfer->from] = INT64_MAX;
        }
    } else {
        referee->transfers += messages;
        referee->items_moved += items;
    }
    return referee->transfers <= RD_SUM_LIMIT && referee->items_moved <= RD_SUM_LIMIT &&
           referee->computations <= RD_SUM_LIMIT;
}

/* The sums passed their limit at a transfer. Returns: false, always. */
bool rd_referee_too_much(struct rd_referee *referee, size_t transfer);

/* Judges the transfers that referee->plan holds, one by one: form, sums, then what `play` says.
 * Inline, so that `play` is no call. A transfer that means nothing is named before any other, also
 * before one that was played earlier. Returns: false, and the verdict, if one is to blame. */
static RD_INLINE bool rd_referee_each_transfer(struct rd_referee *referee, void *state,
                                               bool (*play)(void *state, size_t index,
                                                            const struct rd_transfer *transfer,
                                                            int64_t items))
{
    const struct rd_transfer *transfer = referee->plan->transfer;
    size_t number = referee->plan->first_transfer, end = number + referee->plan->transfer_count;
    for (; number < end; number++, transfer++) {
        int64_t items;
        if (!rd_transfer_is_well_formed(referee, transfer, &items)) {
            referee->first_fault_found = true;
            return rd_referee_form(referee, number);
        }
        if (referee->copies && !rd_copies_have_form(referee, number)) {
            referee->first_fault_found = true;
            return false;
        }
        int64_t hops = referee->packets ? __builtin_popcount(transfer->from ^ transfer->to) : 1;
        if (!rd_referee_sum(referee, transfer, items * hops)) {
            referee->first_fault_found = true;
            return rd_referee_too_much(referee, number);
        }
        if (!play(state, number, transfer, items)) {
            referee->round_before = transfer->round;
            referee->first_fault_found = !rd_referee_form(referee, number + 1);
            return false;
        }
        referee->round_before = transfer->round;
    }
    return true;
}
