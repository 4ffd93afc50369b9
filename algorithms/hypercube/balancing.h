/* What the algorithms of the Balance family share besides their sweeps: hypotheses, an option, and
 * the last steps that leave the least error that the number of tokens allows. */
#ifndef REDIST_ALGORITHMS_HYPERCUBE_BALANCING_H
#define REDIST_ALGORITHMS_HYPERCUBE_BALANCING_H

#include "dimension_passes.h"

#include "sim/base/error.h"
#include "sim/model/options.h"

/* The option `termination` of the algorithms for one kind, and its value. O(1). */
extern const struct rd_option_spec rd_termination_options[];
enum rd_termination rd_termination(const struct rd_options *options);

/* The error that a sweep across all dimensions may leave where less is possible: d; one dimension
 * leaves as little as can be, so 0. O(1). */
int64_t rd_dimension_pass_error(const struct rd_instance *instance);

/* The steps in which the adaptive sweep finds discrepancies: the sum over l of min(l w, 2 H(l, w)),
 * w = l * kinds. O(d^2). */
double rd_adaptive_control_steps(const struct rd_instance *instance);

/* The most transfers of a plan. In: control_steps and hops_per_item, the most that the sweep takes.
 * O(hosts * kinds). */
double rd_balancing_transfer_bound(const struct rd_instance *instance, double control_steps,
                                   double hops_per_item);

/* What follows a sweep: nothing if the goal allows rd_dimension_pass_error, else
 * rd_reach_minimum_error. */
void rd_reach_goal(struct rd_lockstep_network *network, struct rd_arena *scratch);

/* Post-processing: Leighton's algorithm levels each kind. Each goes on where the one before it
 * ended, so that the odd tokens of several kinds lie on different processors.
 * Cost: as rd_leighton_level, for each kind; at most d phases after a sweep. Source: 2.3, 3.1. */
void rd_reach_minimum_error(struct rd_lockstep_network *network, struct rd_arena *scratch);

#endif
