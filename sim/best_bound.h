/* The best that is known of an instance, whoever proved it. */
#ifndef REDIST_BEST_BOUND_H
#define REDIST_BEST_BOUND_H

#include "session.h"

#include "sim/core/bound.h"

/* The greatest bound of all algorithms that are made for the session's shape, ports and goal; of
 * equal ones, one that is reached, then the first in the order of the tables. Statements known to
 * be wrong are left out. Returns: false if no algorithm knows one. */
bool rd_best_bound(struct rd_session *session, struct rd_bound *ret_bound);

#endif
