#include "cube_run.h"

#include "tests/support/cmocka.h"
#include "tests/support/instance_text.h"

struct cube_run cube_run_with(const char *name, const struct rd_instance *instance,
                              const struct rd_option *given, size_t given_count,
                              struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    assert_non_null(algorithm);
    struct rd_options options = {algorithm->options, given, given_count, 1};
    struct cube_run ran = {0};
    if (!rd_algorithm_accepts(algorithm, instance, &options, &ran.error))
        return ran;
    ran.planned = algorithm->plan(instance, &options, arena, scratch, &ran.plan, &ran.error);
    assert_true(ran.planned);
    rd_judge_plan(instance, &ran.plan, arena, scratch, NULL, &ran.verdict);
    if (ran.verdict.violation != RD_LEGAL || !ran.verdict.goal_reached) {
        test_instance_print(stderr, instance);
        fail_msg("%s: %s%s", name, ran.verdict.message, ran.verdict.goal_message);
    }
    assert_true(rd_times_agree(ran.verdict.makespan_s, ran.plan.round_count, ran.plan.round_count));
    return ran;
}

struct cube_run cube_run(const char *name, const struct rd_instance *instance,
                         struct rd_arena *arena, struct rd_arena *scratch)
{
    return cube_run_with(name, instance, NULL, 0, arena, scratch);
}
