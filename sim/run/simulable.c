#include "simulable.h"

#include "sim/platform/platform_generator.h"

#include <inttypes.h>

/* SimGrid counts what is left of a message to 1e-5 bytes times its precision in seconds, and the
 * latter goes with the makespan (sim/engine/play/precision.h): on slower links that is a part of
 * the makespan that shows. */
static const double SLOWEST_RATE = 1e-9;

static bool is_in_reach(const struct rd_instance *instance)
{
    uint64_t link_count = instance->costs_equal ? 1 : rd_link_count(&instance->topology);
    uint32_t from, to;
    for (uint64_t link = 0; link < link_count && instance->item_bytes + instance->word_bytes > 0;
         link++)
        if ((instance->costs_equal || rd_link_ends(&instance->topology, link, &from, &to)) &&
            rd_link_cost(instance, link).bandwidth_bytes_per_s < SLOWEST_RATE)
            return false;
    for (uint32_t host = 0; host < instance->topology.host_count && instance->flops_per_item > 0;
         host++)
        if (instance->speed_flops_per_s[host] < SLOWEST_RATE)
            return false;
    return true;
}

const char *rd_why_not_simulated(struct rd_run_context *context, const struct rd_plan *plan)
{
    struct rd_arena *arena = &context->arena;
    if (!context->engine)
        return rd_arena_print(arena, "SimGrid is given generated %ss of at most %d hosts",
                              rd_shape_name(context->instance.topology.shape),
                              RD_FULL_ROUTING_LIMIT);
    if (!is_in_reach(&context->instance))
        return rd_arena_print(arena,
                              "links or hosts of less than %g bytes or flops a second, for which "
                              "SimGrid's counts are too coarse",
                              SLOWEST_RATE);
    int64_t played = rd_plan_messages(plan);
    if (played <= RD_MESSAGE_LIMIT)
        return NULL;
    return rd_arena_print(arena, "%" PRId64 " messages and computations, at most %d are supported",
                          played, RD_MESSAGE_LIMIT);
}
