/* The deadline relaxation: what any schedule that ends by a date must fulfil. */
#pragma once

#include "star.h"

#include <stdbool.h>

/* Does a date pass? Every date by which some schedule ends does.
 * Idea: the excess must leave over the in-port, and find room; the k-th item to arrive cannot start
 * before the k cheapest sends are through; from then on the out-port can bring only so many items
 * by their deadlines (Moore and Hodgson: of too many, drop the longest).
 * Cost: O(m + J log J), J deadlines; with more than 200,000, ports alone are looked at; a few
 * values of k stand for all where there are many. On equal links, the exact test, up to
 * RD_STAR_ITEM_LIMIT items that leave. */
bool rd_star_relaxation_passes(const struct rd_star *star, int64_t date, struct rd_arena *scratch);

/* A star that passes at the same dates as this one from `date` on: without the workers that do not
 * matter, if links are equal. Arrays from the arena. O(m log date). */
struct rd_star rd_star_relaxation_part(const struct rd_star *star, int64_t date,
                                       struct rd_arena *arena);

/* Do items that could be divided fit? Excess and rooms are L_i - T / w_i then. O(m). */
bool rd_star_fluid_passes(const struct rd_star *star, int64_t date, const uint32_t *by_down);
