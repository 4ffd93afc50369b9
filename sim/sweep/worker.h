/* A worker: a process that runs points one after the other, counts runs as they begin, and tells
 * what they came to, of small points several at a time. What a run does to its worker (a planner
 * that stops, hangs or eats memory) is the run's failure: whoever listens ends the worker, starts
 * another, and has the point done again without that run. */
#pragma once

#include "points.h"

#include "sim/run/run_context.h"

#include <stdatomic.h>

enum { RD_LOST_LIMIT = 64, RD_BATCH_LIMIT = 16 };

/* What a worker is asked: some points, and which jobs of the first of them were lost with earlier
 * workers. */
struct rd_work {
    uint32_t count;
    int64_t number[RD_BATCH_LIMIT]; /* [count] */
    uint32_t lost_count;
    uint32_t lost[RD_LOST_LIMIT];
};

/* What it answers. A message is a row of these, each behind its head. */
enum rd_answer {
    RD_ANSWER_ROW = 'r',       /* a packed row: what a run came to, all of a point together */
    RD_ANSWER_LAST_ROW = 'l',  /* the same of the last run: the point is done */
    RD_ANSWER_BAD_POINT = 'p', /* a text: why it is not even known what its runs are */
    RD_ANSWER_STOP = 's'       /* a struct rd_error: this worker cannot go on */
};

struct rd_answer_head {
    enum rd_answer kind;
    uint32_t size; /* of what follows, in bytes */
};

enum { RD_ANSWER_BYTES_LIMIT = 160 * 1024 }; /* of a message */

/* How far a worker has come, as one number that both read and write at once: the point that it is
 * at, of those that it was asked for, and how many runs of it have begun. */
static inline uint64_t rd_position(uint32_t point, uint32_t begun_count)
{
    return (uint64_t)point << 32 | begun_count;
}

static inline uint32_t rd_position_point(uint64_t position)
{
    return (uint32_t)(position >> 32);
}

static inline uint32_t rd_position_begun(uint64_t position)
{
    return (uint32_t)position;
}

struct rd_worker {
    const struct rd_points *points;
    const struct rd_run_context_settings *settings; /* without the point's parameters */
    int socket;                                     /* SOCK_SEQPACKET, to whoever asks */
    _Atomic uint64_t *position; /* in memory that both have; who asks sets it to 0 */
};

/* The whole life of a worker. In: context: a struct rd_worker. */
void rd_worker_run(void *context);
