/* What redist relabel writes besides its table. */
#pragma once

#include "sim/relabel/timetable.h"

#include <stdio.h>

struct rd_relabel_files {
    const struct rd_placements *placements;
    const struct rd_relabelling *relabelling; /* [placements->count] */
    const struct rd_timetable *timetable;     /* [placements->count] */
    const uint32_t *ports;
    int64_t item_bytes; /* of a unit, in a list of objects */
    struct rd_arena *arena;
};

/* The schedule as CSV: header layer,start,end,from,to,item,size; a layer begins where the last has
 * ended; an item is empty where it may be any. In: context, the files. */
bool rd_relabel_write_schedule(FILE *out, const void *context, struct rd_error *reterr);

/* The copies as a list of objects, as <loads objects=> takes it: layer after layer, in the order of
 * the items. A host that holds an item and is to have it no more gives it up when a copy has
 * arrived, each with one of them; a copy with none left is a new replica. In: as above, of a format
 * whose items stay whole. */
bool rd_relabel_write_objects(FILE *out, const void *context, struct rd_error *reterr);

/* The relabellings and their certificates as JSON, an object for each layer. In: as above. */
bool rd_relabel_write_certificate(FILE *out, const void *context, struct rd_error *reterr);

/* A scenario that gathers the parts behind a switch, by the algorithms that relabel and as given.
 * Errors: RD_ERROR_USAGE where hosts have several ports or items several holders; RD_ERROR_FILE. */
bool rd_relabel_write_scenario(const struct rd_relabel_files *files, const char *path,
                               struct rd_error *reterr);
