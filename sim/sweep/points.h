/* A sweep as data: the cross product of what is varied, each point known by its content. What a
 * point is called, and which seed it draws, depends on nothing else: not on the order, the number
 * or the neighbours of points. Repetitions of one number have the same seed at all points, so that
 * points differ by what is varied alone, unless the seeds are to be independent. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/options.h"
#include "sim/digest/sha256.h"
#include "sim/scenario/scenario.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is set on the command line counts as varied, with one value. */
struct rd_points {
    const char *scenario_hash;
    const struct rd_vary *vary; /* [vary_count], sorted by parameter */
    size_t vary_count;
    int64_t repeat_count; /* 0: each point once, with the seeds that the scenario names */
    uint64_t seed;
    enum rd_seeds seeds;
    int64_t simulate_every;
    int64_t count; /* points, repetitions counted */
};

/* One point, and which repetition of it. */
struct rd_point {
    char key[RD_SHA256_TEXT_SIZE];
    const struct rd_option *set; /* [set_count], as --set takes them: the seed first, if drawn;
                                    then what is varied, sorted by name */
    size_t set_count;
    size_t drawn_count; /* of them: 0 or 1 */
    bool simulate;
    bool left_out;      /* its case is repeated less often */
    int64_t repetition; /* from 1; RD_NO_INTEGER if nothing is repeated */
    int64_t seed;       /* drawn, or the value of a varied `seed`; else RD_NO_INTEGER */
};

/* The points of a scenario's sweep (or the one point of a scenario without), where `set` replaces
 * what the scenario varies: all values of a parameter, or the parameter in every <case>.
 * In: scenario_hash, of what is the same in all points. */
void rd_points_open(const struct rd_sweep *sweep, const struct rd_option *set, size_t set_count,
                    const char *scenario_hash, struct rd_arena *arena,
                    struct rd_points *ret_points);

/* The point of a number from 0 to count - 1: the repetition counts fastest, then the last
 * parameter. Cost: O(parameters). */
void rd_points_at(const struct rd_points *points, int64_t number, struct rd_arena *arena,
                  struct rd_point *ret_point);

/* Names a run of a point by its algorithm, its options, and which of several alike it is. */
void rd_point_run_key(const struct rd_point *point, const char *algorithm, const char *options,
                      size_t occurrence, char key[RD_SHA256_TEXT_SIZE]);

/* What a value of a <vary> sets, or one of its cases. In: room, for the one parameter of a value.
 */
struct rd_case rd_vary_case(const struct rd_vary *vary, size_t which, struct rd_option *room);
