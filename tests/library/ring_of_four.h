/* The problem that most tests start from: four hosts on a one-way ring, 2 s an item over each link,
 * loads 3 1 1 1, final loads 1 1 3 1. Hosts 0 and 1 together must let two items out over one link:
 * 4 s at least; and host 1 can pass its own item on at once, so 4 s do. */
#ifndef REDIST_TESTS_LIBRARY_RING_OF_FOUR_H
#define REDIST_TESTS_LIBRARY_RING_OF_FOUR_H

#include <redist/redist.h>

/* Its links are listed, its arrays are static. */
struct rd_problem ring_of_four(void);

#endif
