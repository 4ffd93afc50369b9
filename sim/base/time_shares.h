/* How the time of a limit is divided among what is done under it, and why. All such shares have
 * their home here; docs/development/planners.md, "In a given time", has measurements.
 *
 * What asks whether time is up ends at the end of its share; what does not ask is cut off a little
 * later, and all that it has found is lost. So each share leaves what its task takes from being
 * told to its last line: for a plan, to write it and to judge it, a tenth of what it took to find.
 */
#pragma once

/* A whole run: from when on it is told to end; bounds end with it. */
#define RD_PART_OF_RUN 0.95

/* Of a run, for its plan. The rest is for the verdict and the bound, which solves the linear
 * programme that planners solve, too. */
#define RD_SHARE_OF_PLANNING 0.75

/* Of planning, for the quick rules that go first: with more, large networks have better plans from
 * them and none from their algorithm. */
#define RD_SHARE_OF_RULES 0.3

/* Of what is left to the rules, for each of them, so that the last has some. */
#define RD_SHARE_OF_RULE 0.7

/* Of what is left then, for the algorithm; the rest is for its plan's verdict. It is told to end
 * after a part of this. */
#define RD_SHARE_OF_OWN 0.9
#define RD_PART_OF_OWN 0.8

/* In network-planner, of what is left: for the bound's prices, from which its first flow is made;
 * and then for schedules of a flow that stays soft. The rest is for schedules. */
#define RD_SHARE_OF_FLOW 0.4
#define RD_SHARE_OF_SOFT 0.75

/* In network-portfolio, of what is left: for a plan of network-planner, which is likely to be the
 * best, and for any other. */
#define RD_SHARE_OF_PLANNER 0.5
#define RD_SHARE_OF_OTHER 0.25

/* Of the time for bounds, of what is left: for each that is asked. */
#define RD_SHARE_OF_BOUND 0.7

/* In recommend, where other sizes of items are tried: for the scenario's own; then of what is left,
 * for each. */
#define RD_SHARE_OF_OWN_SIZE 0.5
#define RD_SHARE_OF_SIZE 0.25

/* In a call of the library: from when on it is told to end; of what is left, for the bounds of each
 * view, and for each algorithm. */
#define RD_PART_OF_CALL 0.9
#define RD_SHARE_OF_VIEW 0.3
#define RD_SHARE_OF_ALGORITHM 0.4
