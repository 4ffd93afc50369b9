#include "problem_bound.h"

#include "algorithms/port_lp/bottleneck_prices.h"
#include "sim/model/options.h"

#include <string.h>

const struct rd_problem_bound *rd_problem_bound_named(const char *name)
{
    for (size_t i = 0; i < rd_problem_bound_count; i++)
        if (strcmp(rd_problem_bounds[i]->name, name) == 0)
            return rd_problem_bounds[i];
    return NULL;
}

const struct rd_problem_bound *rd_problem_bound_nearest(const char *name)
{
    enum { MOST = 64 };
    const char *names[MOST];
    rd_assert(rd_problem_bound_count <= MOST);
    for (size_t i = 0; i < rd_problem_bound_count; i++)
        names[i] = rd_problem_bounds[i]->name;
    const char *nearest = rd_nearest_name(name, names, rd_problem_bound_count);
    return nearest ? rd_problem_bound_named(nearest) : NULL;
}

bool rd_problem_bound_suits(const struct rd_problem_bound *bound,
                            const struct rd_instance *instance)
{
    return rd_domain_has_topology(&bound->domain, &instance->topology) &&
           rd_domain_suits(&bound->domain, instance);
}

bool rd_problem_bound_compute(const struct rd_problem_bound *bound,
                              const struct rd_instance *instance, struct rd_arena *arena,
                              struct rd_arena *scratch, struct rd_bound *ret_bound,
                              struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    if (!bound->compute(instance, arena, scratch, ret_bound, reterr))
        return false;
    rd_price_bottleneck(instance, arena, scratch, ret_bound);
    return true;
}
