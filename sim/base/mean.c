#include "mean.h"

#include "arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void rd_mean_add(struct rd_mean *mean, double value)
{
    mean->count++;
    double deviation = value - mean->mean;
    mean->mean += deviation / (double)mean->count;
    mean->square_sum += deviation * (value - mean->mean);
}

double rd_mean_error(const struct rd_mean *mean)
{
    if (mean->count < 2)
        return 0;
    double count = (double)mean->count;
    return sqrt(mean->square_sum / (count - 1) / count);
}

/* The 97.5 % quantile of Student's distribution with 1 to 29 degrees of freedom. */
static const double student[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                 2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                 2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                 2.060,  2.056, 2.052, 2.048, 2.045};

/* The same for more: Fisher and Cornish's expansion round the normal quantile z, whose last term is
 * (3 z^7 + 19 z^5 + 17 z^3 - 15 z) / (384 freedom^3); true to 1e-5 from 30 on. */
static double student_of_many(double freedom)
{
    const double z = 1.959963985, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    double first = (z3 + z) / 4, second = (5 * z5 + 16 * z3 + 3 * z) / 96;
    double third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384;
    return z + (first + (second + third / freedom) / freedom) / freedom;
}

double rd_mean_half_width(const struct rd_mean *mean)
{
    const int64_t listed = (int64_t)(sizeof student / sizeof *student);
    int64_t freedom = mean->count - 1;
    if (freedom < 1)
        return 0;
    double quantile = freedom <= listed ? student[freedom - 1] : student_of_many((double)freedom);
    return quantile * rd_mean_error(mean);
}

static int by_size(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

enum { DIGIT_BITS = 11, DIGITS = 6, DIGIT_VALUES = 1 << DIGIT_BITS, FEW = 4 * DIGIT_VALUES };

/* Unsigned words in the order of the numbers: of negative ones, greater words are smaller. */
static uint64_t word_of(double number)
{
    uint64_t word;
    memcpy(&word, &number, sizeof word);
    return word >> 63 ? ~word : word | (uint64_t)1 << 63;
}

static size_t digit_of(double number, unsigned digit)
{
    return word_of(number) >> digit * DIGIT_BITS & (DIGIT_VALUES - 1);
}

/* Puts numbers in the order of a digit, and those of the same as they were. */
static void sort_by_digit(const double *from, double *to, size_t count, unsigned digit)
{
    size_t place[DIGIT_VALUES + 1] = {0};
    for (size_t i = 0; i < count; i++)
        place[digit_of(from[i], digit) + 1]++;
    for (size_t i = 1; i < DIGIT_VALUES; i++)
        place[i] += place[i - 1];
    for (size_t i = 0; i < count; i++)
        to[place[digit_of(from[i], digit)]++] = from[i];
}

void rd_sort_numbers(double *number, size_t count)
{
    if (count < FEW) {
        if (count > 0)
            qsort(number, count, sizeof *number, by_size);
        return;
    }
    /* By digits, from the last on: a quarter of the time of qsort. Two at a time: they come back.
     */
    _Static_assert(DIGITS % 2 == 0 && DIGITS * DIGIT_BITS >= 64, "all bits, and back again");
    rd_arena_own(scratch);
    double *other = rd_take(&scratch, count, double);
    for (unsigned digit = 0; digit < DIGITS; digit += 2) {
        sort_by_digit(number, other, count, digit);
        sort_by_digit(other, number, count, digit + 1);
    }
}

double rd_quantile(const double *sorted, size_t count, double share)
{
    double place = share * (double)(count - 1);
    size_t below = (size_t)place;
    size_t above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (place - (double)below) * (sorted[above] - sorted[below]);
}
