#include "bounds.h"

#include "sim/base/integers.h"

#include <math.h>

int64_t rd_stencil_quotient_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* The least words an iteration of k hosts in use, none with more than `most` items. */
static int64_t least_words(const struct rd_stencil *stencil, int64_t k, int64_t most)
{
    if (k == 1)
        return 0;
    if (stencil->metric == RD_STEPS_METRIC)
        return most > 1 ? 2 : 1;
    /* With s single items, N <= s + (k - s) most. */
    int64_t single = most > 1 ? (k * most - stencil->item_count) / (most - 1) : k;
    return 2 * k - (single < k ? single : k);
}

/* The best number of moves for a shape whose other numbers are set, from what it has on.
 * In: words in place, in the metric's measure. */
static void choose_moves(const struct rd_stencil *stencil, int64_t words_in_place,
                         struct rd_stencil_shape *shape)
{
    int64_t least = shape->redistribution, words = shape->words_per_iteration;
    int64_t level = rd_greatest(0, words_in_place - words) / 4;
    int64_t tried[] = {least, rd_greatest(least, level), rd_greatest(least, level + 1)};
    int64_t best = INT64_MAX;
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        int64_t left = rd_greatest(words, words_in_place - 4 * tried[i]);
        int64_t cost = tried[i] + stencil->iterations * left;
        if (cost >= best)
            continue;
        best = cost;
        shape->redistribution = tried[i];
        shape->words_per_iteration = left;
    }
}

double rd_stencil_counting_bound(const struct rd_stencil *stencil, struct rd_arena *scratch,
                                 struct rd_stencil_shape *ret_shape)
{
    int64_t n = stencil->item_count, p = stencil->host_count;
    struct rd_stencil_target place = rd_stencil_target_make(stencil, stencil->home, scratch);
    int64_t *load = rd_take(scratch, (size_t)p + 1, int64_t); /* falling, and 0 behind the last */
    for (int64_t host = 0; host < p; host++)
        load[host] = place.load[host];
    rd_sort_falling(load, (size_t)p);
    bool volume = stencil->metric == RD_VOLUME_METRIC;
    double best_s = HUGE_VAL;
    for (int64_t most = 1; most <= n; most++) {
        int64_t kept = 0;
        for (int64_t k = 1; k <= p && k <= n; k++) {
            kept += load[k - 1] < most ? load[k - 1] : most;
            if (k * most < n || k + most - 1 > n)
                continue;
            int64_t moved = n - kept;
            struct rd_stencil_shape shape = {(uint32_t)k, most, moved,
                                             least_words(stencil, k, most)};
            if (!volume)
                shape.redistribution = rd_greatest(rd_stencil_quotient_up(moved, k),
                                                   rd_greatest(load[k], load[0] - most));
            choose_moves(stencil, volume ? place.halo : rd_stencil_quotient_up(place.halo, k),
                         &shape);
            struct rd_stencil_cost cost = {shape.redistribution +
                                               stencil->iterations * shape.words_per_iteration,
                                           stencil->iterations * most};
            double total_s = rd_stencil_s(stencil, cost);
            if (total_s < best_s) {
                best_s = total_s;
                *ret_shape = shape;
            }
        }
    }
    return best_s;
}
