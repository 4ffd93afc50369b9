#include "figure_simulator.h"

#include "sim/model/trace.h"
#include "ring_order.h"

static const char *const *host_names(const struct rd_topology *topology, struct rd_arena *arena)
{
    uint32_t n = topology->host_count;
    const char **name = rd_take(arena, n, const char *);
    for (uint32_t host = 0; host < n; host++)
        name[host] = rd_arena_print(arena, "h%u", host);
    if (topology->shape == RD_STAR)
        name[n - 1] = "m";
    return name;
}

bool rd_figure_simulator_open(const struct rd_platform_request *request, struct rd_arena *arena,
                              struct rd_figure_simulator *ret_simulator, struct rd_error *reterr)
{
    struct rd_generated_platform platform;
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_figure_simulator simulator = {0};
    uint32_t host_count = request->host_count + (request->shape == RD_STAR);
    if (!rd_topology_make(request->shape, request->direction, host_count, &simulator.topology,
                          reterr) ||
        !rd_platform_generate(request, arena, &platform, reterr))
        return false;
    struct rd_platform_source source = {.text = platform.text,
                                        .text_size = platform.size,
                                        .file = platform.file,
                                        .file_count = platform.file_count,
                                        .host_links = rd_platform_has_host_links(request)};
    if (!rd_engine_open(&source, &settings, arena, &simulator.engine, reterr))
        return false;
    simulator.host_name = host_names(&simulator.topology, arena);
    if (!rd_engine_read_costs(simulator.engine, simulator.host_name, &simulator.topology, 1, arena,
                              &simulator.costs, reterr)) {
        rd_engine_close(simulator.engine);
        return false;
    }
    *ret_simulator = simulator;
    return true;
}

void rd_figure_simulator_close(struct rd_figure_simulator *simulator)
{
    rd_engine_close(simulator->engine);
}

/* Simulates, and looks at the order of the columns while the trace is there. */
static bool simulate(struct rd_figure_simulator *simulator, const struct rd_instance *instance,
                     const struct rd_plan *plan, bool columns_in_order, struct rd_arena *arena,
                     double *ret_makespan_s, struct rd_error *reterr)
{
    rd_arena_borrow(arena);
    struct rd_simulation simulation;
    if (!rd_engine_simulate(simulator->engine, instance, plan, columns_in_order, arena, &simulation,
                            reterr))
        return false;
    uint32_t host;
    *ret_makespan_s = simulation.makespan_s;
    return !columns_in_order || rd_ring_order_is_kept(instance, &simulation.trace, arena, &host) ||
           rd_failed(reterr,
                     "host %u ends with columns out of order: slices of consecutive columns are "
                     "needed",
                     host);
}

bool rd_figure_simulator_play(struct rd_figure_simulator *simulator, struct rd_instance *instance,
                              const struct rd_plan *plan, double planned_s, bool columns_in_order,
                              struct rd_arena *arena, struct rd_error *reterr)
{
    double simulated_s;
    instance->host_name = simulator->host_name;
    instance->link_cost = simulator->costs.link_cost;
    instance->costs_equal = simulator->costs.costs_equal;
    instance->speed_flops_per_s = simulator->costs.speed_flops_per_s;
    if (!simulate(simulator, instance, plan, columns_in_order, arena, &simulated_s, reterr))
        return false;
    simulator->played++;
    if (!rd_times_agree(simulated_s, planned_s, planned_s))
        return rd_failed(reterr, "the referee's clock says %.17g s and SimGrid's %.17g s",
                         planned_s, simulated_s);
    return true;
}
