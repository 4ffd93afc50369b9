/* One call of the public interface: its memory, its guard, its error. */
#pragma once

#include "include/redist/redist.h"
#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/base/time_limit.h"

struct rd_call {
    struct rd_arena results;  /* what the caller keeps if the call succeeds */
    struct rd_arena problem;  /* the problem as an instance, its bound */
    struct rd_arena trial[2]; /* the best plan, and one that may be better */
    struct rd_arena scratch;
    struct rd_time_limit *limit; /* NULL: none */
    struct rd_error error;       /* why the body returned false */
};

/* Runs body(call, context) with open arenas, under a guard.
 * In: the problem, or NULL, whose memory limit and stop the guard keeps to. Returns: what the body
 * returned; false, too, if memory was refused, an invariant broken or a stop asked for, with the
 * reason in *ret_error unless that is NULL.
 * Where it is true, *ret_memory (or nobody, if that is NULL) holds call->results. */
bool rd_call_run(const struct rd_problem *problem,
                 bool (*body)(struct rd_call *call, void *context), void *context,
                 struct rd_call_memory **ret_memory, struct rd_call_error *ret_error);

/* Writes an error, unless nobody asks for it. Returns: false, always. */
bool rd_call_fail(struct rd_call_error *ret_error, enum rd_call_code code, const char *message);

/* Gives the results of a call back. In: NULL is accepted. */
void rd_call_memory_free(struct rd_call_memory *memory);
