/* The heuristics for stars written down from their definitions alone, as plainly as can be: every
 * choice goes through all workers. What the planners are compared with. */
#ifndef REDIST_TESTS_ALGORITHMS_STAR_REFERENCE_H
#define REDIST_TESTS_ALGORITHMS_STAR_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

enum { REFERENCE_WORKERS = 6, REFERENCE_ITEMS = 40 };

/* A star whose times are whole numbers of one unit. */
struct star_reference {
    int worker_count;
    int64_t up[REFERENCE_WORKERS];   /* an item's way to the master */
    int64_t down[REFERENCE_WORKERS]; /* and from it */
    int64_t w[REFERENCE_WORKERS];    /* an item's computation */
    int64_t load[REFERENCE_WORKERS];
};

/* The end of what a heuristic plans: "star-bba", "star-mba-printed", "star-mba-simulated",
 * "star-mba-reordered", "star-rbsa", "star-lp-guided", "star-portfolio"; -1 for other names. */
int64_t star_reference_end(const struct star_reference *star, const char *name);

#endif
