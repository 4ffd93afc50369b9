/* Plans a redistribution, and prints who sends what to whom.
 *
 *     cc plan.c -o plan $(pkg-config --cflags --libs redist) && ./plan
 */
#include <redist/redist.h>

#include <inttypes.h>
#include <stdio.h>

int main(void)
{
    /* Four hosts on a one-way ring. An item takes 2 s over a link. */
    static const uint32_t from[] = {0, 1, 2, 3}, to[] = {1, 2, 3, 0};
    static const double seconds_per_item[] = {2, 2, 2, 2};
    /* Host 0 has two items too many, and host 2 lacks them. */
    static const int64_t load[] = {3, 1, 1, 1}, final_load[] = {1, 1, 3, 1};

    struct rd_problem problem = {0};
    problem.host_count = 4;
    problem.link_count = 4;
    problem.link_from = from;
    problem.link_to = to;
    problem.link_seconds_per_item = seconds_per_item;
    problem.load = load;
    problem.final_load = final_load;

    struct rd_solution solution;
    struct rd_call_error error;
    if (!rd_solve(&problem, &solution, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("%s plans %g s for this %s\n", solution.algorithm, solution.makespan_s, solution.shape);
    for (size_t i = 0; i < solution.plan.transfer_count; i++)
        printf("  host %" PRIu32 " sends host %" PRIu32 " %" PRId64 " x %" PRId64 " items\n",
               solution.plan.from[i], solution.plan.to[i], solution.plan.messages[i],
               solution.plan.items[i]);
    printf("no plan takes less than %g s (%s): %s\n", solution.bound.seconds, solution.bound.name,
           solution.bound.why);
    printf("%s\n", solution.proved_optimal ? solution.proof : "whether it is optimal is not known");
    rd_solution_free(&solution);
    return 0;
}
