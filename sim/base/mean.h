/* Running means with their confidence, and quantiles. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A mean that grows, by Welford's update. Zeros: no value yet. */
struct rd_mean {
    int64_t count;
    double mean;
    double square_sum; /* of the deviations */
};

/* Takes one value in. O(1). */
void rd_mean_add(struct rd_mean *mean, double value);

/* The standard error of the mean; 0 below two values. */
double rd_mean_error(const struct rd_mean *mean);

/* The half width of the 95 % confidence interval of the mean, by Student's distribution.
 * Source: M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 26.7.5. */
double rd_mean_half_width(const struct rd_mean *mean);

/* Puts numbers in order, the smallest first. None may be NaN. Takes 32 bytes a number for a while.
 * O(count). */
void rd_sort_numbers(double *number, size_t count);

/* The quantile of sorted numbers at a share from 0 to 1, linear between them: 0.5 is the median.
 * In: count > 0. */
double rd_quantile(const double *sorted, size_t count, double share);
