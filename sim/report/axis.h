/* A time axis with round numbers on it. */
#pragma once

#include "sim/base/number_text.h"

struct rd_axis {
    double step_s;    /* between ticks: 1, 2 or 5 times a power of ten */
    double unit_s;    /* of the labels: 1, 1e-3, 1e-6 or 1e-9 */
    const char *unit; /* "s", "ms", "us" (with its Greek letter), "ns" */
};

/* An axis from 0 to range_s > 0 on width_px, with up to some eight ticks whose labels, of letters
 * letter_px wide, do not touch. */
struct rd_axis rd_axis_choose(double range_s, double width_px, double letter_px);

/* The label of tick number `tick`, from 0: its time in the axis' unit. Returns: text. */
const char *rd_axis_label(const struct rd_axis *axis, int tick, char text[RD_NUMBER_SIZE]);

/* The number of the last tick that is not beyond range_s. */
int rd_axis_last_tick(const struct rd_axis *axis, double range_s);
