#include "network_names.h"

#include "sim/platform/platform_check.h"

bool rd_network_names_of(struct rd_run_context *context, struct rd_network_names *ret_names,
                         struct rd_error *reterr)
{
    const struct rd_scenario *scenario = &context->scenario;
    const struct rd_topology *topology = &context->instance.topology;
    *ret_names = (struct rd_network_names){0};
    if (!context->engine)
        return true;
    ret_names->zone =
        rd_platform_host_zones(scenario->simgrid_text, scenario->simgrid_text_size,
                               scenario->host_name, topology->host_count, &context->arena);
    return rd_engine_read_links(context->engine, scenario->host_name, topology, &context->arena,
                                &ret_names->routes, reterr) ||
           reterr->code == RD_ERROR_REFUSED;
}
