#include "acceptance.h"

#include <string.h>

static bool takes_schedule(const struct rd_run_context *context, const struct rd_options *options,
                           struct rd_error *reterr)
{
    const char *schedule = rd_option_given(options, "schedule");
    bool free_order = schedule && strcmp(schedule, "all-at-once") == 0;
    return !free_order || !context->engine ||
           rd_engine_takes_free_order(context->engine, &context->instance, &context->costs, reterr);
}

bool rd_run_takes(const struct rd_run_context *context, const struct rd_algorithm *algorithm,
                  const struct rd_options *options, struct rd_acceptance acceptance,
                  struct rd_error *reterr)
{
    const struct rd_instance *instance = &context->instance;
    bool accepts = acceptance.keeps_transfers
                       ? rd_algorithm_accepts(algorithm, instance, options, reterr)
                       : rd_algorithm_accepts_unkept(algorithm, instance, options, reterr);
    return accepts && (!acceptance.simulates || takes_schedule(context, options, reterr));
}

bool rd_runs_accept(const struct rd_run_context *context, const struct rd_algorithm *algorithm,
                    const struct rd_options *options, struct rd_error *reterr)
{
    struct rd_acceptance acceptance = {.keeps_transfers = context->engine, .simulates = true};
    return rd_run_takes(context, algorithm, options, acceptance, reterr);
}
