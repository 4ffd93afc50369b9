/* What protocols ask of an instance. */
#ifndef REDIST_ALGORITHMS_ONLINE_HYPOTHESES_H
#define REDIST_ALGORITHMS_ONLINE_HYPOTHESES_H

#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/options.h"

/* One kind of item. Errors: RD_ERROR_REFUSED. O(1). */
bool rd_protocol_accepts_one_kind(const struct rd_instance *instance,
                                  const struct rd_options *options, struct rd_error *reterr);

/* One kind of item, a link back for each link, and no host that only relays.
 * Errors: RD_ERROR_REFUSED, naming the two hosts. O(links). */
bool rd_protocol_accepts_both_ways(const struct rd_instance *instance,
                                   const struct rd_options *options, struct rd_error *reterr);

/* How far two hosts may be apart where neighbours are at most as far apart as one of them has
 * links: the diameter times the greatest degree.
 * Errors: RD_ERROR_REFUSED for a network in pieces, or of more hosts than RD_DIAMETER_HOST_LIMIT.
 * O(hosts * links). */
bool rd_protocol_stall_error(const struct rd_instance *instance, int64_t *ret_error,
                             struct rd_error *reterr);

enum { RD_DIAMETER_HOST_LIMIT = 4096 };

#endif
