/* The optimum of tiny cubes by trying everything: what the flows are held against. */
#ifndef REDIST_TESTS_ALGORITHMS_CUBE_OPTIMUM_H
#define REDIST_TESTS_ALGORITHMS_CUBE_OPTIMUM_H

#include "sim/core/instance.h"

enum { CUBE_OPTIMUM_HOSTS = 8, CUBE_OPTIMUM_ITEMS = 15 };

/* The least number of steps, one-port, until max - min <= error (or 1 where the hosts do not divide
 * the items): breadth first over all states that items of one kind can reach.
 * In: one kind, at most 8 hosts and 15 items. */
int cube_optimum(const struct rd_instance *instance);

#endif
