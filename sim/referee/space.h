/* From when on a host has space for the next message listed: the clock's side of space. For the
 * referee only. */
#pragma once

#include "referee_state.h"

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
