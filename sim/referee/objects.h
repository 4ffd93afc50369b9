/* Objects: who holds them, and the space of hosts, as messages start and end one after the other,
 * and by dates, as messages are listed. For the referee only. */
#pragma once

#include "judgement.h"

/* Where objects are, and what is free, as messages start and end one after the other. */
struct rd_object_places {
    uint32_t *at;        /* [objects]: where its last message went; RD_NO_HOST: nothing has left its
                            sources; RD_DROP_SOURCE: it is under way */
    int64_t *free_bytes; /* [host_count], or NULL: nobody's space is limited */
};

/* Nothing has moved. The places are the verdict's, from the arena. */
void rd_object_places_open(struct rd_object_places *places, struct rd_referee *referee);

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

/* Bytes that a host gives up, and when. */
struct rd_given {
    double at_s;
    int64_t bytes;
};

/* One host. What is given is in order of date; `before` looks at the date that was asked for last,
 * near which the next one is. */
struct rd_host_space {
    int64_t free_bytes; /* at the start, less all that the messages listed so far take */
    struct rd_given *given;
    size_t given_count;
    size_t before;        /* of the given ones, looked at */
    int64_t before_bytes; /* of these, together */
};

/* The spaces of all hosts; NULL where nobody's is limited. */
struct rd_host_space *rd_host_spaces_open(struct rd_referee *referee);

/* From when on a message of `bytes` bytes may start, which takes them: what messages listed before
 * it have given by then is enough, besides all that these take.
 * In: the messages listed so far can be executed one by one, and then this one.
 * Cost: O(1) where dates rise as messages are listed, else O(given). */
double rd_host_space_take(struct rd_host_space *space, int64_t bytes);

/* A message listed so far gives bytes up when it ends. Cost: likewise. */
void rd_host_space_give(struct rd_host_space *space, double at_s, int64_t bytes,
                        struct rd_arena *arena);
