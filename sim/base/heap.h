/* Binary heaps: a template, since what is compared and moved differs from heap to heap. */
#pragma once

#include <stddef.h>

/* Defines rd_heap_rise and rd_heap_pop for the one heap of a file, `heap` [count] of `item`.
 * In: of a struct `owner`, its arrays' names; before(owner, a, b): does a come out first?
 *     put(owner, place, item): `item` is at `place` now. Of equal ones none is moved for another.
 * rd_heap_rise(owner, place, item): an item moves up to where it belongs; from place count++ to add
 *     it, from its own if it comes sooner than before. rd_heap_pop(owner): the first item, which
 *     must be there, is taken out. Cost: O(log count).
 * RD_DEFINE_HEAP_RISE: the first alone, for heaps that are taken from in a way of their own. */
#define RD_DEFINE_HEAP_RISE(owner, item, heap, before, put)                                        \
    static void rd_heap_rise(owner *of, size_t place, item rising)                                 \
    {                                                                                              \
        for (; place > 0 && before(of, rising, of->heap[(place - 1) / 2]);                         \
             place = (place - 1) / 2)                                                              \
            put(of, place, of->heap[(place - 1) / 2]);                                             \
        put(of, place, rising);                                                                    \
    }

/* The whole. */
#define RD_DEFINE_HEAP(owner, item, heap, count, before, put)                                      \
    RD_DEFINE_HEAP_RISE(owner, item, heap, before, put)                                            \
                                                                                                   \
    static item rd_heap_pop(owner *of)                                                             \
    {                                                                                              \
        item first = of->heap[0], last = of->heap[--of->count];                                    \
        size_t place = 0;                                                                          \
        for (size_t child; (child = 2 * place + 1) < of->count; place = child) {                   \
            if (child + 1 < of->count && before(of, of->heap[child + 1], of->heap[child]))         \
                child++;                                                                           \
            if (!before(of, of->heap[child], last))                                                \
                break;                                                                             \
            put(of, place, of->heap[child]);                                                       \
        }                                                                                          \
        put(of, place, last);                                                                      \
        return first;                                                                              \
    }

/* A `put` for heaps that nobody looks into. */
#define RD_HEAP_PUT(of, place, item) ((of)->heap[place] = (item))
