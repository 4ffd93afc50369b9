/* A worker: a process that runs points one after the other, counts runs as they begin, and tells
 * what they came to. What a run does to its worker (a planner that stops, hangs or eats memory) is
 * the run's failure: whoever listens ends the worker, starts another, and has the point done again
 * without that run. */
#ifndef REDIST_SWEEP_WORKER_H
#define REDIST_SWEEP_WORKER_H

#include "points.h"

#include "sim/run/run_context.h"

#include <stdatomic.h>

enum { RD_LOST_LIMIT = 64 };

/* What a worker is asked: a point, and which of its jobs were lost with earlier workers. */
struct rd_work {
    int64_t number;
    uint32_t lost_count;
    uint32_t lost[RD_LOST_LIMIT];
};

/* What it answers, by the first byte of a message; the rest of the message follows it. */
enum rd_answer {
    RD_ANSWER_ROW = 'r',       /* a packed row: what a run came to, all of a point together */
    RD_ANSWER_LAST_ROW = 'l',  /* the same of the last run: the point is done */
    RD_ANSWER_BAD_POINT = 'p', /* a text: why it is not even known what its runs are */
    RD_ANSWER_STOP = 's'       /* a struct rd_error: this worker cannot go on */
};

enum { RD_ANSWER_BYTES_LIMIT = 160 * 1024 };

struct rd_worker {
    const struct rd_points *points;
    const struct rd_run_context_settings *settings; /* without the point's parameters */
    int socket;                                     /* SOCK_SEQPACKET, to whoever asks */
    /* In memory that both have: how many runs of the point have begun. Who asks sets it to 0. */
    atomic_uint *begun_count;
};

/* The whole life of a worker. In: context: a struct rd_worker. */
void rd_worker_run(void *context);

#endif
