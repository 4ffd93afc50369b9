/* A program of somebody else's: plans and judges with libredist and its installed headers alone. */
#include <algorithms/algorithm.h>
#include <sim/referee/referee.h>

#include <stdio.h>

int main(void)
{
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);

    /* Four hosts on a one-way ring, 2 s an item; host 0 has 2 items too many, host 2 lacks them. */
    static const struct rd_link_cost cost = {.latency_s = 0, .bandwidth_bytes_per_s = 0.5};
    static const int64_t load[] = {3, 1, 1, 1}, target[] = {1, 1, 3, 1};
    struct rd_instance instance = {.port_model = RD_ONE_PORT,
                                   .port_count = 1,
                                   .link_cost = &cost,
                                   .costs_equal = true,
                                   .item_bytes = 1,
                                   .kind_count = 1,
                                   .load = load,
                                   .goal = RD_REACH,
                                   .target = target};
    struct rd_error error;
    struct rd_options options = {0};
    struct rd_plan plan = {0};
    struct rd_bound bound;
    const struct rd_algorithm *algorithm = rd_algorithm_named("ring-one-way");
    if (!algorithm || !rd_topology_make(RD_RING, RD_ONE_WAY, 4, &instance.topology, &error) ||
        !rd_instance_check(&instance, &error) ||
        !rd_algorithm_accepts(algorithm, &instance, &options, &error) ||
        !algorithm->bound(&instance, &arena, &scratch, &bound, &error) ||
        !algorithm->plan(&instance, &options, &arena, &scratch, &plan, &error))
        return 1;
    struct rd_verdict verdict;
    rd_referee_plan(&instance, &plan, &arena, &scratch, NULL, &verdict);

    /* The slice of hosts 0 and 1 must let 2 items out over one link of 2 s each: 4 s. Host 1 holds
     * an item of its own to pass on at once, and the first it gets when the link is free again. */
    printf("bound %g s, planned %g s\n", bound.seconds, verdict.makespan_s);
    bool right = verdict.violation == RD_LEGAL && verdict.goal_reached && bound.seconds == 4 &&
                 verdict.makespan_s == 4;
    rd_arena_close(&scratch);
    rd_arena_close(&arena);
    return right ? 0 : 1;
}
