/* Ports, links and shared links that are alike: they carry as much, and hosts that hold and want
 * the same amounts use them in the same way, as far as some steps of refinement tell. By symmetry
 * their prices may be the same. It is a guess, which no bound relies on. */
#pragma once

#include "rows.h"

struct rd_row_classes {
    uint32_t count;
    const uint32_t *of; /* [rows] below count */
};

/* Source: the refinement of colours of Weisfeiler and Leman (1968). Cost: O(uses) a step. */
struct rd_row_classes rd_row_classes_find(const struct rd_rows *rows, struct rd_arena *arena,
                                          struct rd_arena *scratch);
