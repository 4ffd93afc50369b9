#include "linear_system.h"

#include <math.h>

static const double tiny = 1e-9;

/* A tableau on the way. Each row has a slack, or, where it is an equation, a column that stands for
 * what is lacking there. What else is lacking has no column: it never comes back. */
struct tableau {
    struct rd_linear_system *of;
    uint32_t *basic; /* [row_count] the column of a row, or `lacks` */
    double *sign;    /* [row_count] -1: the row was turned, so that its bound is 0 or more */
    double *slack;   /* [row_count] the coefficient of its slack at first */
    uint32_t *entry; /* [width] of the row of a pivot, where it is not 0 */
};

static const uint32_t lacks = UINT32_MAX;

struct rd_linear_system rd_linear_open(uint32_t row_count, uint32_t column_count,
                                       struct rd_arena *arena)
{
    uint32_t width = column_count + row_count + 1;
    return (struct rd_linear_system){
        .row_count = row_count,
        .column_count = column_count,
        .width = width,
        .coefficient = rd_take(arena, ((uint64_t)row_count + 1) * width, double),
        .sense = rd_take(arena, row_count, enum rd_sense),
        .value = rd_take(arena, column_count, double),
        .multiplier = rd_take(arena, row_count, double),
    };
}

void rd_linear_bound(struct rd_linear_system *system, uint32_t row, enum rd_sense sense,
                     double bound)
{
    system->sense[row] = sense;
    *rd_linear_at(system, row, system->width - 1) = bound;
}

static double *row_of(const struct tableau *tableau, uint32_t row)
{
    return tableau->of->coefficient + (uint64_t)row * tableau->of->width;
}

/* Is a column that of an equation, which stands for what is lacking? */
static bool is_lack(const struct tableau *tableau, uint32_t column)
{
    const struct rd_linear_system *of = tableau->of;
    return column >= of->column_count && column < of->width - 1 &&
           of->sense[column - of->column_count] == RD_EQUAL;
}

/* The last row is what is lacking in all, less what a column would add to it. */
static struct tableau open_tableau(struct rd_linear_system *of, struct rd_arena *scratch)
{
    struct tableau tableau = {
        of, rd_take(scratch, of->row_count, uint32_t), rd_take(scratch, of->row_count, double),
        rd_take(scratch, of->row_count, double), rd_take(scratch, of->width, uint32_t)};
    double *sum = row_of(&tableau, of->row_count);
    for (uint32_t row = 0; row < of->row_count; row++) {
        double *at = row_of(&tableau, row);
        bool turned = at[of->width - 1] < 0;
        tableau.sign[row] = turned ? -1 : 1;
        for (uint32_t i = 0; turned && i < of->width; i++)
            at[i] = -at[i];
        bool equal = of->sense[row] == RD_EQUAL;
        bool is_most = (of->sense[row] == RD_AT_MOST) != turned;
        tableau.slack[row] = equal || is_most ? 1 : -1;
        at[of->column_count + row] = tableau.slack[row];
        tableau.basic[row] = equal || is_most ? of->column_count + row : lacks;
        for (uint32_t i = 0; (equal || !is_most) && i < of->width; i++)
            sum[i] -= at[i];
        if (equal)
            sum[of->column_count + row] += 1;
    }
    return tableau;
}

/* The column that lowers the sum most a unit, or the first that does; UINT32_MAX: none. */
static uint32_t choose_column(const struct tableau *tableau, bool first)
{
    const double *sum = row_of(tableau, tableau->of->row_count);
    uint32_t best = UINT32_MAX;
    double least = -tiny;
    for (uint32_t column = 0; column + 1 < tableau->of->width; column++)
        if (sum[column] < least && !is_lack(tableau, column)) {
            best = column;
            if (first)
                break;
            least = sum[column];
        }
    return best;
}

/* The row that a column fills up first; of equal ones the largest coefficient, or the first column.
 */
static uint32_t choose_row(const struct tableau *tableau, uint32_t column, bool first,
                           double *ret_step)
{
    uint32_t best = UINT32_MAX, last = tableau->of->width - 1;
    double least = INFINITY;
    for (uint32_t row = 0; row < tableau->of->row_count; row++) {
        const double *at = row_of(tableau, row);
        if (at[column] <= tiny)
            continue;
        double step = fmax(at[last], 0) / at[column];
        bool ties = best != UINT32_MAX && fabs(step - least) <= 1e-12;
        bool wins = ties && (first ? tableau->basic[row] < tableau->basic[best]
                                   : at[column] > row_of(tableau, best)[column]);
        if (best == UINT32_MAX || wins || (!ties && step < least)) {
            best = row;
            least = step;
        }
    }
    *ret_step = least;
    return best;
}

static void pivot(struct tableau *tableau, uint32_t row, uint32_t column)
{
    double *at = row_of(tableau, row), by = 1 / at[column];
    uint32_t *entry = tableau->entry, count = 0;
    at[column] = 0; /* 1 afterwards, and 0 in all other rows */
    for (uint32_t i = 0; i < tableau->of->width; i++)
        if (at[i] != 0) {
            at[i] *= by;
            entry[count++] = i;
        }
    for (uint32_t other = 0; other <= tableau->of->row_count; other++) {
        double *of_other = row_of(tableau, other), times = of_other[column];
        if (other == row || times == 0)
            continue;
        for (uint32_t i = 0; i < count; i++)
            of_other[entry[i]] -= times * at[entry[i]];
        of_other[column] = 0;
        tableau->of->work += count;
    }
    at[column] = 1;
    tableau->basic[row] = column;
}

static void read_out(const struct tableau *tableau)
{
    struct rd_linear_system *of = tableau->of;
    const double *sum = row_of(tableau, of->row_count);
    for (uint32_t row = 0; row < of->row_count; row++) {
        double cost = of->sense[row] == RD_EQUAL ? 1 : 0;
        of->multiplier[row] =
            (cost - sum[of->column_count + row]) / tableau->slack[row] * tableau->sign[row];
        if (tableau->basic[row] < of->column_count)
            of->value[tableau->basic[row]] = fmax(row_of(tableau, row)[of->width - 1], 0);
    }
}

enum rd_linear_answer rd_linear_solve(struct rd_linear_system *system, struct rd_arena *scratch)
{
    enum { PATIENCE = 30 };
    rd_arena_borrow(scratch);
    struct tableau tableau = open_tableau(system, scratch);
    const double *sum = row_of(&tableau, system->row_count) + system->width - 1;
    uint32_t idle = 0, steps = 50 * (system->row_count + 10);
    for (; steps > 0 && -*sum > tiny; steps--) {
        double step;
        uint32_t column = choose_column(&tableau, idle > PATIENCE);
        if (column == UINT32_MAX)
            break;
        uint32_t row = choose_row(&tableau, column, idle > PATIENCE, &step);
        if (row == UINT32_MAX)
            return RD_LINEAR_UNKNOWN; /* rounding: the sum is 0 or more */
        idle = step > tiny ? 0 : idle + 1;
        pivot(&tableau, row, column);
    }
    read_out(&tableau);
    return steps == 0 ? RD_LINEAR_UNKNOWN : -*sum <= tiny ? RD_LINEAR_SOLVED : RD_LINEAR_IMPOSSIBLE;
}
