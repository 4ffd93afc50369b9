/* Objects: who holds them, and the space of hosts. For the referee only. */
#pragma once

#include "referee_state.h"

/* Where objects are, and what is free, as messages start and end one after the other. */
struct rd_object_places {
    uint32_t *at;        /* [objects]: where its last message went; RD_NO_HOST: nothing has left its
                            sources; RD_DROP_SOURCE: it is under way */
    int64_t *free_bytes; /* [host_count], or NULL: nobody's space is limited */
};

/* Nothing has moved. The places are the verdict's, from the arena. */
void rd_object_places_open(struct rd_object_places *places, struct rd_referee *referee);

/* Has a transfer the form of an object's message: one, of the whole object, straight to where it is
 * wanted unless it may be relayed? Returns: false, and the verdict, if not. */
bool rd_object_has_form(struct rd_referee *referee, size_t transfer);

/* An object leaves: its sender holds it, and its receiver has space.
 * In: when: where in the verdict's message it stands, as "at 1 s ". Returns: false, and the
 * verdict, if not. */
bool rd_object_leaves(struct rd_referee *referee, struct rd_object_places *places, size_t transfer,
                      const char *when);

/* It has arrived, and whoever gives its bytes up has done so. */
void rd_object_arrives(const struct rd_referee *referee, struct rd_object_places *places,
                       size_t transfer);

/* The transfers of a plan of objects: form, sums, and whether they can be executed one by one.
 * Fills placement. Cost: O(transfers log sources). */
bool rd_referee_objects(struct rd_referee *referee);

/* Is each object where it is wanted? */
void rd_referee_placement(struct rd_referee *referee);
