/* What a run takes of an algorithm: a plan that can be judged and, if it is to be, simulated. */
#pragma once

#include "run_context.h"

#include "algorithms/algorithm.h"

struct rd_acceptance {
    bool keeps_transfers; /* of the plan */
    bool simulates;
};

/* Does an algorithm accept the instance, and can SimGrid play the schedule that is asked for, as
 * far as its name tells? Errors: as rd_algorithm_accepts and rd_engine_takes_free_order. */
bool rd_run_takes(const struct rd_run_context *context, const struct rd_algorithm *algorithm,
                  const struct rd_options *options, struct rd_acceptance acceptance,
                  struct rd_error *reterr);

/* Does an algorithm accept what `redist run` would give it? A plan that is simulated has to be
 * kept. Errors: as rd_algorithm_accepts. */
bool rd_runs_accept(const struct rd_run_context *context, const struct rd_algorithm *algorithm,
                    const struct rd_options *options, struct rd_error *reterr);
