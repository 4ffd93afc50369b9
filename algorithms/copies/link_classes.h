/* Shared links that are alike: they have the same bandwidth, and the routes that cross them join
 * hosts that hold and want the same amounts, as far as some steps of refinement tell. By symmetry
 * prices of such links may be the same. It is a guess, which no bound relies on. */
#pragma once

#include "rows.h"

struct rd_link_classes {
    uint32_t count;     /* of classes */
    const uint32_t *of; /* [rows]: the class of a shared link's row; of others no number */
};

/* Source: the refinement of colours of Weisfeiler and Leman (1968). Cost: O(uses) a step. */
struct rd_link_classes rd_link_classes_find(const struct rd_rows *rows, struct rd_arena *arena,
                                            struct rd_arena *scratch);
