/* Numbers: the least and the greatest of them, the first that will do, and in order. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* For sums and products of whole numbers. */
__extension__ typedef __int128 rd_wide;

static inline int64_t rd_least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t rd_greatest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Below 0, 0 or above 0, as the first of two numbers is less, as great, or greater: what qsort
 * asks. */
#define rd_order(a, b) (((a) > (b)) - ((a) < (b)))

/* A static function for qsort and bsearch, of structs: by a member, the least first; where that is
 * the same by the next, of up to three. */
#define RD_ORDERED_BY(function, type, ...)                                                         \
    static int function(const void *left, const void *right)                                       \
    {                                                                                              \
        const type *a = left, *b = right;                                                          \
        return RD_KEYS(__VA_ARGS__, RD_KEYS_3, RD_KEYS_2, RD_KEYS_1, )(__VA_ARGS__);               \
    }
#define RD_KEYS(first, second, third, keys, ...) keys
#define RD_KEYS_1(key) rd_order(a->key, b->key)
#define RD_KEYS_2(key, ...) (a->key != b->key ? RD_KEYS_1(key) : RD_KEYS_1(__VA_ARGS__))
#define RD_KEYS_3(key, ...) (a->key != b->key ? RD_KEYS_1(key) : RD_KEYS_2(__VA_ARGS__))

/* A statement: halves the range low..high, two variables, down to the first number of which a
 * condition holds; the condition calls it `number`. In: it holds from some number on, of `high` at
 * the latest, which is not tried. Cost: O(log(high - low)) conditions. */
#define RD_FIND_FIRST(low, high, number, condition)                                                \
    while ((low) < (high)) {                                                                       \
        __typeof__(low) number = (low) + ((high) - (low)) / 2;                                     \
        if (condition)                                                                             \
            (high) = number;                                                                       \
        else                                                                                       \
            (low) = number + 1;                                                                    \
    }

/* Sorts, the least first, or the greatest. Cost: O(count log count). */
void rd_sort_rising(int64_t *value, size_t count);
void rd_sort_falling(int64_t *value, size_t count);
