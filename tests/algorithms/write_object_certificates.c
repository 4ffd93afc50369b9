/* Writes rows of results with certificates of lists of objects, as `redist run --format json` does:
 * each bound of each list, with the shortest time in the place of a plan. In: how many rows, and a
 * seed. */
#include "object_families.h"

#include "algorithms/bounds/problem_bound.h"
#include "sim/model/instance_check.h"
#include "tests/support/written_rows.h"

#include <math.h>

/* All bounds of a list above 0, as rows. Returns: how many there are. */
static size_t bound_list(const struct object_case *of, const char *family, size_t most,
                         struct rd_result *row, struct rd_arena *arena, struct rd_arena *scratch)
{
    size_t count = 0;
    int64_t optimum = object_optimum(of);
    for (size_t i = 0; i < rd_problem_bound_count && count < most; i++) {
        const struct rd_problem_bound *bound = rd_problem_bounds[i];
        struct rd_result result = rd_result_none;
        struct rd_error error;
        if (bound->on_request || !rd_problem_bound_suits(bound, &of->instance) ||
            !rd_problem_bound_compute(bound, &of->instance, arena, scratch, &result.bound,
                                      &error) ||
            result.bound.seconds == 0)
            continue;
        result.scenario = family;
        result.algorithm = bound->name;
        result.bound_known = true;
        result.planned_s = optimum < 0 ? NAN : (double)optimum;
        result.instance = &of->instance;
        row[count++] = result;
    }
    return count;
}

static size_t draw(struct rd_rng *rng, size_t number, size_t most, struct rd_result *row,
                   struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct object_family *family = &object_families[number % object_family_count];
    struct object_case *of = rd_take(arena, 1, struct object_case);
    do
        object_case_draw(of, family, rng);
    while (!rd_instance_check(&of->instance, NULL));
    return bound_list(of, family->name, most, row, arena, scratch);
}

int main(int argument_count, char **argument)
{
    return write_rows(argument_count, argument, draw);
}
