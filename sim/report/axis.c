#include "axis.h"

#include "sim/base/error.h"

#include <math.h>
#include <string.h>

const char *rd_axis_label(const struct rd_axis *axis, int tick, char text[RD_NUMBER_SIZE])
{
    return rd_number_text(tick * axis->step_s / axis->unit_s, 10, text);
}

int rd_axis_last_tick(const struct rd_axis *axis, double range_s)
{
    return (int)floor(range_s / axis->step_s * (1 + 1e-12));
}

/* Do the labels leave room between them? */
static bool labels_fit(const struct rd_axis *axis, double range_s, double width_px,
                       double letter_px)
{
    double spacing_px = width_px * (axis->step_s / range_s);
    size_t longest = 0;
    for (int tick = 0; tick <= rd_axis_last_tick(axis, range_s); tick++) {
        char text[RD_NUMBER_SIZE];
        size_t length = strlen(rd_axis_label(axis, tick, text));
        longest = length > longest ? length : longest;
    }
    return ((double)longest + 3) * letter_px <= spacing_px;
}

struct rd_axis rd_axis_choose(double range_s, double width_px, double letter_px)
{
    rd_assert(range_s > 0 && isfinite(range_s) && width_px > 0);
    static const struct {
        double least_s, unit_s;
        const char *unit;
    } units[] = {{0.1, 1, "s"}, {1e-4, 1e-3, "ms"}, {1e-7, 1e-6, "\xc2\xb5s"}, {0, 1e-9, "ns"}};
    static const double multiples[] = {1, 2, 5};
    enum { MOST_TICKS = 8, MOST_ATTEMPTS = 12 };
    struct rd_axis axis = {.unit_s = 1};
    size_t unit = 0;
    while (range_s < units[unit].least_s)
        unit++;
    axis.unit_s = units[unit].unit_s;
    axis.unit = units[unit].unit;
    /* The first that suits; after a power of ten and more, labels that do not fit never will. */
    double power = floor(log10(range_s / MOST_TICKS));
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        axis.step_s = multiples[attempt % 3] * pow(10, power + attempt / 3);
        if (rd_axis_last_tick(&axis, range_s) <= MOST_TICKS &&
            labels_fit(&axis, range_s, width_px, letter_px))
            break;
    }
    return axis;
}
