/* Whether linear inequalities have a solution of numbers 0 or more, and if not, multipliers that
 * show it. In floating point: whoever needs certainty rounds the multipliers and adds up. */
#pragma once

#include "sim/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum rd_sense { RD_AT_MOST, RD_EQUAL, RD_AT_LEAST };

/* Rows: the sum of coefficient * value is at most, exactly or at least `bound`. */
struct rd_linear_system {
    uint32_t row_count, column_count;
    uint32_t width;       /* of a row of the tableau: columns, a slack of each row, the bound */
    double *coefficient;  /* [(row_count + 1) * width] */
    enum rd_sense *sense; /* [row_count] */
    double *value;        /* [column_count] after rd_linear_solve: a solution, if there is one */
    /* [row_count] after rd_linear_solve: 0 or less of rows at most, 0 or more of rows at least. If
     * there is no solution, the sum of multiplier * row is 0 or less in each column, and above 0
     * of the bounds. */
    double *multiplier;
    uint64_t work; /* numbers that were changed, all in all */
};

/* A system of zeros. From the arena, 8 bytes a number. In: the best numbers are near 1. */
struct rd_linear_system rd_linear_open(uint32_t row_count, uint32_t column_count,
                                       struct rd_arena *arena);

/* A coefficient, to be set. O(1). */
static inline double *rd_linear_at(struct rd_linear_system *system, uint32_t row, uint32_t column)
{
    return &system->coefficient[(uint64_t)row * system->width + column];
}

/* Sets what a row is to be. O(1). */
void rd_linear_bound(struct rd_linear_system *system, uint32_t row, enum rd_sense sense,
                     double bound);

enum rd_linear_answer { RD_LINEAR_SOLVED, RD_LINEAR_IMPOSSIBLE, RD_LINEAR_UNKNOWN };

/* Solves the system, once; its coefficients are gone after that. Unknown: after a number of steps
 * that would nearly always do. Cost: O(rows (rows + columns)) a step.
 * Source: Dantzig, Linear Programming and Extensions (1963), the first phase of the simplex method;
 * Bland, "New finite pivoting rules for the simplex method", Math. Oper. Res. 2 (1977) 103-107,
 * where steps lead nowhere. */
enum rd_linear_answer rd_linear_solve(struct rd_linear_system *system, struct rd_arena *scratch);
