#include "executed.h"

#include "sim/execute/execution.h"
#include "tests/engine/platform_text.h"
#include "tests/support/cmocka.h"
#include "tests/support/instance_text.h"

struct rd_instance test_with_envelopes(const struct rd_instance *instance, struct rd_arena *arena)
{
    struct rd_instance real = *instance;
    uint64_t links = rd_link_count(&instance->topology);
    struct rd_link_cost *cost = rd_take(arena, links + 1, struct rd_link_cost);
    for (uint64_t link = 0; link < links; link++) {
        cost[link] = rd_link_cost(instance, link);
        cost[link].latency_s += RD_SMPI_BYTES / cost[link].bandwidth_bytes_per_s;
    }
    real.message_bytes += RD_SMPI_BYTES;
    real.costs_equal = false;
    real.link_cost = cost;
    real.host_name = test_host_names(arena, real.topology.host_count);
    return real;
}

struct rd_verdict test_execute(const char *program, const char *name,
                               const struct rd_instance *platform, const struct rd_instance *real,
                               const struct rd_plan *plan, struct rd_arena *arena,
                               struct rd_arena *scratch)
{
    struct rd_execution_settings settings = {
        .program = program,
        .platform_text = test_full_platform(platform, arena).text,
        .time_limit_s = 600,
    };
    struct rd_verdict planned, recorded;
    struct rd_reports reports;
    struct rd_error error = {0};
    rd_referee_plan(real, plan, arena, scratch, NULL, &planned);
    assert_int_equal(planned.violation, RD_LEGAL);
    bool done = rd_execution_run(&settings, real, plan, planned.final, NULL, arena, scratch,
                                 &reports, &error);
    bool in_time =
        done && (rd_times_agree(reports.executed_s, planned.makespan_s, planned.makespan_s) ||
                 (plan->timing == RD_LOCK_STEP && reports.executed_s < planned.makespan_s));
    if (done)
        rd_referee_trace(real, &reports.trace, true, arena, scratch, &recorded);
    if (!in_time || recorded.violation != RD_LEGAL) {
        test_instance_print(stderr, real);
        fail_msg("%s: planned %.17g s, executed %.17g s: %s%s", name, planned.makespan_s,
                 done ? reports.executed_s : 0, error.message, done ? recorded.message : "");
    }
    return planned;
}
