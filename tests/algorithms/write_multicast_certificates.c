/* Writes rows of results with certificates of copies on small networks, as `redist run --format
 * json` does. In: how many, and a seed. */
#include "copies_optimum.h"

#include "algorithms/bounds/problem_bound.h"
#include "sim/report/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argument_count, char **argument)
{
    if (argument_count < 3)
        return 2;
    size_t count = strtoul(argument[1], NULL, 10), row_count = 0;
    rd_arena_own(arena);
    rd_arena_own(scratch);
    struct rd_rng rng = rd_rng_seeded(strtoull(argument[2], NULL, 10), 0);
    struct rd_result *row = rd_take(&arena, count, struct rd_result);
    const struct rd_problem_bound *of = rd_problem_bound_named("copies-prices");
    while (row_count < count) {
        struct copies_case *drawn = rd_take(&arena, 1, struct copies_case);
        struct rd_instance *instance = rd_take(&arena, 1, struct rd_instance);
        copies_case_draw(drawn, &rng);
        *instance = copies_case_instance(drawn, &arena);
        struct rd_result result = rd_result_none;
        result.scenario = "random";
        result.algorithm = rd_arena_print(&arena, "case %zu", row_count);
        result.bound_known = true;
        result.instance = instance;
        if (rd_problem_bound_compute(of, instance, &arena, &scratch, &result.bound, NULL) &&
            result.bound.multicast)
            row[row_count++] = result;
    }
    bool written = rd_results_write(stdout, (struct rd_results_style){.format = RD_FORMAT_JSON},
                                    row, row_count);
    return written ? 0 : 1;
}
