#include "kept_items.h"

#include "sim/base/error.h"

#include <math.h>
#include <string.h>

enum { WORD_BITS = 64 };

__extension__ typedef unsigned __int128 two_words;

/* Whole numbers modulo 2^(64 words), lowest word first: sums and products may wrap on the way, as
 * long as what is read at the end lies in 0..2^(64 words) - 1. */

/* to += from * factor */
static void add_product(uint64_t *to, const uint64_t *from, uint64_t factor, size_t words)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < words; i++) {
        two_words sum = (two_words)from[i] * factor + to[i] + carry;
        to[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> WORD_BITS);
    }
}

static void multiply(uint64_t *number, uint64_t factor, size_t words)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < words; i++) {
        two_words product = (two_words)number[i] * factor + carry;
        number[i] = (uint64_t)product;
        carry = (uint64_t)(product >> WORD_BITS);
    }
}

/* number = other - number */
static void subtract_from(uint64_t *number, const uint64_t *other, size_t words)
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < words; i++) {
        two_words difference = (two_words)other[i] - number[i] - borrow;
        number[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> WORD_BITS) & 1;
    }
}

/* The quotient of two numbers as a double, by their three leading words. */
static double quotient(const uint64_t *a, const uint64_t *b, size_t words)
{
    const uint64_t *of[] = {a, b};
    double leading[2];
    int word[2];
    for (int i = 0; i < 2; i++) {
        size_t top = words;
        while (top > 0 && of[i][top - 1] == 0)
            top--;
        leading[i] = 0;
        for (size_t k = top > 3 ? top - 3 : 0; k < top; k++)
            leading[i] += ldexp((double)of[i][k], WORD_BITS * ((int)k - (int)top));
        word[i] = (int)top;
    }
    return leading[0] == 0 ? 0 : ldexp(leading[0] / leading[1], WORD_BITS * (word[0] - word[1]));
}

/* The ways to place s rooks on a board, in two factors that fit a word each. */
struct rooks {
    uint64_t choice; /* C(D,s)^2 */
    uint64_t order;  /* s! */
};

static void list_rooks(uint32_t items, struct rooks rooks[RD_KEEP_ITEMS_LIMIT + 1])
{
    uint64_t binomial = 1, factorial = 1;
    for (uint32_t s = 0; s <= items; s++) {
        rooks[s] = (struct rooks){binomial * binomial, factorial};
        binomial = binomial * (items - s) / (s + 1);
        factorial *= s < items ? s + 1 : 1;
    }
}

/* to = from times the sum over s >= 1. In: coefficients up to x^from_degree; those of `to`, up to
 * x^(from_degree + items), are zeros. */
static void multiply_polynomial(const uint64_t *from, uint32_t from_degree, uint64_t *to,
                                const struct rooks *rooks, uint32_t items, size_t words,
                                uint64_t *term)
{
    for (uint32_t m = 0; m <= from_degree; m++)
        for (uint32_t s = 1; s <= items; s++) {
            memcpy(term, &from[m * words], words * sizeof *term);
            multiply(term, rooks[s].choice, words);
            add_product(&to[(m + s) * words], term, rooks[s].order, words);
        }
}

/* The P-th power of the sum: coefficients up to x^(PD), from scratch. */
static const uint64_t *power(uint32_t host_count, uint32_t items, size_t words,
                             struct rd_arena *scratch)
{
    size_t size = ((size_t)host_count * items + 1) * words;
    uint64_t *now = rd_take(scratch, size, uint64_t), *next = rd_take(scratch, size, uint64_t);
    uint64_t *term = rd_take(scratch, words, uint64_t);
    struct rooks rooks[RD_KEEP_ITEMS_LIMIT + 1];
    list_rooks(items, rooks);
    now[0] = 1;
    for (uint32_t host = 0; host < host_count; host++) {
        memset(next, 0, size * sizeof *next);
        multiply_polynomial(now, host * items, next, rooks, items, words, term);
        uint64_t *swap = now;
        now = next;
        next = swap;
    }
    return now;
}

struct rd_kept_items rd_kept_items(uint32_t host_count, uint32_t items, struct rd_arena *scratch)
{
    rd_assert(host_count >= 1 && host_count <= RD_KEEP_HOSTS_LIMIT && items >= 1 &&
              items <= RD_KEEP_ITEMS_LIMIT);
    rd_arena_borrow(scratch);
    uint32_t n = host_count * items;
    /* N! < N^N < 2^(bits N) */
    size_t bits = 1;
    while (n >> bits != 0)
        bits++;
    size_t words = bits * n / WORD_BITS + 1;
    const uint64_t *coefficient = power(host_count, items, words, scratch);
    /* Horner's rule: (N - m + 1)! = (N - m + 1) (N - m)!, and signs in turn, + for m = P. */
    uint64_t *sum = rd_take(scratch, words, uint64_t), *all = rd_take(scratch, words, uint64_t);
    for (uint32_t m = host_count; m <= n; m++) {
        multiply(sum, n - m + 1, words);
        subtract_from(sum, &coefficient[m * words], words);
    }
    if ((n - host_count) % 2 != 0)
        subtract_from(sum, all, words); /* all is still 0 */
    all[0] = 1;
    for (uint32_t factor = 2; factor <= n; factor++)
        multiply(all, factor, words);
    struct rd_kept_items result = {.every = quotient(sum, all, words)};
    subtract_from(sum, all, words);
    result.some = quotient(sum, all, words);
    return result;
}

double rd_kept_items_printed(uint32_t host_count, uint32_t items)
{
    double hosts = host_count;
    return pow(1 - pow((hosts - 1) / hosts, items), hosts);
}
