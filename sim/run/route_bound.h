/* What no program can do better on the routes of a platform, whatever its messages and ports. */
#pragma once

#include "run_context.h"

/* The best bound on the copies of a run context of all programs that send bytes between its hosts
 * over the routes of its platform: in messages of any size, as many at a time as they like. It
 * holds for what SimGrid plays, where a link that routes share carries no more than its bandwidth.
 * In: a run context that is loaded. Errors: RD_ERROR_REFUSED where items are no copies of whole
 * bytes, for models and platforms that vary, where two hosts have no link of the topology between
 * them, since its routes are then not known, and for FATPIPE links, each of whose messages has the
 * bandwidth for itself; RD_ERROR_RUN where the certificate is wrong. Cost: routes, and that of
 * rd_found_bounds_best with dear ones. */
bool rd_route_bound(struct rd_run_context *context, struct rd_bound *ret_bound,
                    struct rd_error *reterr);
