#include "mean.h"

#include "keyed_sort.h"

#include <math.h>

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

/* Keys of the same order: the bits of a negative number are greater the less it is. */
static int64_t key_of(double number)
{
    int64_t bits = rd_cost_key(number);
    return bits < 0 ? bits ^ INT64_MAX : bits;
}

static double number_of(int64_t key)
{
    return rd_key_cost(key < 0 ? key ^ INT64_MAX : key);
}

void rd_sort_numbers(double *number, size_t count)
{
    rd_arena_own(scratch);
    struct rd_keyed *item = rd_take(&scratch, count, struct rd_keyed);
    for (size_t i = 0; i < count; i++)
        item[i].key = key_of(number[i]);
    rd_sort_keyed(item, count, &scratch);
    for (size_t i = 0; i < count; i++)
        number[i] = number_of(item[i].key);
}

double rd_quantile(const double *sorted, size_t count, double share)
{
    double place = share * (double)(count - 1);
    size_t below = (size_t)place;
    size_t above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (place - (double)below) * (sorted[above] - sorted[below]);
}
