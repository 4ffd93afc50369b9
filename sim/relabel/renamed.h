/* A new placement in its own format, with the parts at the hosts that a relabelling gives them. */
#pragma once

#include "relabel.h"

#include <stdio.h>

/* What was read, and how it is relabelled. */
struct rd_renaming {
    const struct rd_placements *placements;
    struct rd_input_text new;
    const struct rd_relabelling *relabelling; /* [placements->count] */
};

/* Has a format a writer: partition, experts, kafka? */
bool rd_renaming_is_known(const struct rd_placement_format *format);

/* Writes. Slots of experts keep their order within a host, and replicas theirs.
 * In: context, a struct rd_renaming of such a format. Errors: RD_ERROR_FILE. */
bool rd_renaming_write(FILE *out, const void *context, struct rd_error *reterr);
