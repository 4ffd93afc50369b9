/* The optimum of tiny cubes by trying everything: what the flows are held against. */
#ifndef REDIST_TESTS_ALGORITHMS_CUBE_OPTIMUM_H
#define REDIST_TESTS_ALGORITHMS_CUBE_OPTIMUM_H

#include "sim/model/instance.h"

enum { CUBE_OPTIMUM_LOADS = 8, CUBE_OPTIMUM_ITEMS = 15 };

/* The least number of steps, one-port, until max - min <= error (or 1 where the hosts do not divide
 * the items) of every kind: breadth first over all states that the items can reach.
 * In: hosts times kinds at most 8, at most 15 items of a kind. */
int cube_optimum(const struct rd_instance *instance);

#endif
