/* Writes rows of results with certificates of copies on small networks, as `redist run --format
 * json` does. In: how many, and a seed. */
#include "copies_optimum.h"

#include "algorithms/bounds/problem_bound.h"
#include "tests/support/written_rows.h"

static size_t draw(struct rd_rng *rng, size_t number, RD_UNUSED size_t most, struct rd_result *row,
                   struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct rd_problem_bound *of = rd_problem_bound_named("copies-prices");
    struct copies_case *drawn = rd_take(arena, 1, struct copies_case);
    struct rd_instance *instance = rd_take(arena, 1, struct rd_instance);
    copies_case_draw(drawn, rng);
    *instance = copies_case_instance(drawn, arena);
    *row = rd_result_none;
    row->scenario = "random";
    row->algorithm = rd_arena_print(arena, "case %zu", number);
    row->bound_known = true;
    row->instance = instance;
    return rd_problem_bound_compute(of, instance, arena, scratch, &row->bound, NULL) &&
           row->bound.multicast;
}

int main(int argument_count, char **argument)
{
    return write_rows(argument_count, argument, draw);
}
