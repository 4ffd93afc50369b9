/* Copies that MPI makes by a collective operation of its own: by every algorithm that the library
 * has for it. */
#pragma once

#include "execution.h"

/* An operation, and between which hosts. */
struct rd_collective {
    const char *name;     /* "bcast", "scatter", "gather", "allgather", "alltoall" */
    uint64_t part_bytes;  /* of what one rank has for another, or for all */
    uint32_t root;        /* of the first three: a rank */
    uint32_t count;       /* of ranks: 2 or more */
    const uint32_t *host; /* [count] rising: of each rank */
};

/* Bytes of the parts of all processes, sent and received. */
#define RD_COLLECTIVE_BYTES (UINT64_C(1) << 32)

/* Which operation makes the copies of an instance? One named kind in parts of one size: of one host
 * to all (bcast), to each its own (scatter), of each to one host (gather), to all (allgather), to
 * each its own (alltoall). The hosts that hold or want a part take part.
 * Errors: RD_ERROR_REFUSED, with what is no such pattern; parts of more than 2^31 - 1 bytes for a
 * process, or of more than the limit in all. The array is from the arena. O(pieces * hosts). */
bool rd_collective_read(const struct rd_instance *instance, struct rd_arena *arena,
                        struct rd_collective *ret_collective, struct rd_error *reterr);

/* The algorithms that SMPI has for an operation, as it lists them itself: [*ret_count] names, from
 * the arena. In: settings for SMPI. Errors: as rd_processes_run; RD_ERROR_RUN where it lists none.
 */
bool rd_collective_algorithms(const struct rd_execution_settings *settings,
                              const struct rd_instance *instance,
                              const struct rd_collective *collective, struct rd_arena *arena,
                              struct rd_arena *scratch, const char *const **ret_name,
                              size_t *ret_count, struct rd_error *reterr);

/* How a call ended. */
enum rd_collective_end {
    RD_COLLECTIVE_OK,
    RD_COLLECTIVE_WRONG,    /* bytes are not what they should be */
    RD_COLLECTIVE_DEADLOCK, /* all wait */
    RD_COLLECTIVE_ABORTED,  /* a process ended badly */
    RD_COLLECTIVE_LATE,     /* not ended in the time limit */
    RD_COLLECTIVE_NO_MEMORY,
    RD_COLLECTIVE_NOT_RUN
};

/* "ok", "wrong bytes", "deadlock", "aborted", "time limit", "out of memory", "not run". */
const char *rd_collective_end_name(enum rd_collective_end end);

struct rd_collective_call {
    enum rd_collective_end end;
    double seconds;          /* of the second call, until the last rank was done; NAN unless ok */
    uint64_t verified_bytes; /* that came in it, over all ranks */
    const char *message;     /* what went wrong, from the arena; NULL: nothing */
};

/* Calls an operation twice, under SMPI the first time with at most 1 MiB of each part. In:
 * algorithm, a name of the list; NULL: an MPI's own choice. Errors: those of rd_processes_run where
 * nothing could be started; how else the call ends is in *ret_call. Cost: that of the processes. */
bool rd_collective_run(const struct rd_execution_settings *settings,
                       const struct rd_instance *instance, const struct rd_collective *collective,
                       const char *algorithm, struct rd_arena *arena, struct rd_arena *scratch,
                       struct rd_collective_call *ret_call, struct rd_error *reterr);
