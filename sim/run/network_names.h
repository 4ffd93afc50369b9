/* What a platform calls the parts of a network that an instance knows by number only: for pictures.
 */
#pragma once

#include "run_context.h"

struct rd_network_names {
    const char *const *zone;              /* [hosts] the cluster or zone of each; NULL: not known */
    const struct rd_shared_links *routes; /* what links cross; NULL: not known */
};

/* From a run context that is loaded; in its arena. What is not known of a platform that SimGrid
 * does not get, or whose routes cross too many links, stays out. Errors: as rd_engine_read_links,
 * but for what it refuses. Cost: O(bytes of the platform + links on routes). */
bool rd_network_names_of(struct rd_run_context *context, struct rd_network_names *ret_names,
                         struct rd_error *reterr);
