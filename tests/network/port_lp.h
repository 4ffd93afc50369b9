/* The linear programme of the port bound, written down from its definition and solved by GLPK:
 * nothing of it is shared with the solver, or with the check of certificates. */
#ifndef REDIST_TESTS_NETWORK_PORT_LP_H
#define REDIST_TESTS_NETWORK_PORT_LP_H

#include "sim/base/arena.h"
#include "sim/model/instance.h"

/* The port bound in seconds: the least T such that a flow exists whose items keep no port, link,
 * processor or bus busy for longer. Latencies do not count. INFINITY if there is no flow. */
double port_lp_plain(const struct rd_instance *instance, struct rd_arena *arena);

/* The least factor by which what ports, links, processors and a bus can take until `until_s` has to
 * be multiplied for a flow to exist; above 1 no schedule ends by then. Each takes whole multiples
 * of the greatest common divisor of its costs between the first date at which items can be there
 * and the last at which they may leave. INFINITY if there is no flow. In: an instance whose costs
 * and latencies are whole numbers of seconds; until_s whole, above 0. */
double port_lp_until(const struct rd_instance *instance, double until_s, struct rd_arena *arena);

#endif
