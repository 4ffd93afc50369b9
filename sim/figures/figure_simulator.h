/* A platform loaded in SimGrid, on which a figure plays a sample of its plans: what is drawn from
 * the referee's clock is held against SimGrid's. */
#pragma once

#include "sim/engine/engine.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "sim/platform/platform_generator.h"

struct rd_figure_simulator {
    struct rd_engine *engine;
    struct rd_topology topology;
    const char *const *host_name;
    struct rd_platform_costs costs; /* as SimGrid reports them */
    int64_t played;
};

/* Loads a generated platform. Costs are per item of one byte, times per item of one flop.
 * Errors: as rd_platform_generate, rd_engine_open and rd_engine_read_costs. */
bool rd_figure_simulator_open(const struct rd_platform_request *request, struct rd_arena *arena,
                              struct rd_figure_simulator *ret_simulator, struct rd_error *reterr);

/* Ends the engine. */
void rd_figure_simulator_close(struct rd_figure_simulator *simulator);

/* Plays a plan and compares its makespan with the referee's.
 * In: the instance's costs and host names become the platform's. columns_in_order: the items are
 *     columns that must keep their order round the ring (ring_order.h).
 * Errors: RD_ERROR_RUN if the clocks differ by more than RD_TIME_TOLERANCE, if columns are out of
 * order, or as rd_engine_simulate. */
bool rd_figure_simulator_play(struct rd_figure_simulator *simulator, struct rd_instance *instance,
                              const struct rd_plan *plan, double planned_s, bool columns_in_order,
                              struct rd_arena *arena, struct rd_error *reterr);
