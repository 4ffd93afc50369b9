/* Random lists of objects, by what they may have. */
#pragma once

#include "object_optimum.h"

#include "sim/base/rng.h"

/* What lists of a family may have. */
struct object_family {
    const char *name;
    uint32_t ports; /* 1 to so many at each host */
    bool unequal;   /* links of 1 or 2 s a byte, and 1 s of latency on some */
    bool combined, many_a_pair, racks, several_sources, one_size;
    bool space;   /* limited on all hosts, with little to spare */
    bool dropped; /* by other hosts, or by nobody */
    /* How often in a thousand the bound is the optimum, and the plan of the search is, at the
     * least: what a prototype came to on such lists, less what chance may take of the few here. */
    int bounds, plans;
};

extern const struct object_family object_families[];
extern const size_t object_family_count;

/* Draws a list of 2 to 5 objects on 2 to 4 hosts. */
void object_case_draw(struct object_case *of, const struct object_family *family,
                      struct rd_rng *rng);
