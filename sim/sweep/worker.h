/* A worker: a process that runs points one after the other, and tells each run as it begins and as
 * it ends. What a run does to its worker (a planner that stops, hangs or eats memory) is the run's
 * failure: whoever listens ends the worker, starts another, and has the point done again without
 * that run. */
#ifndef REDIST_SWEEP_WORKER_H
#define REDIST_SWEEP_WORKER_H

#include "points.h"

#include "sim/run/run_context.h"

enum { RD_LOST_LIMIT = 64 };

/* What a worker is asked: a point, and which of its jobs were lost with earlier workers. */
struct rd_work {
    int64_t number;
    uint32_t lost_count;
    uint32_t lost[RD_LOST_LIMIT];
};

/* What it answers, by the first byte of a message; the rest of the message follows it. */
enum rd_answer {
    RD_ANSWER_BEGUN = 'b',     /* a packed row: this run begins now */
    RD_ANSWER_ROW = 'r',       /* a packed row: what a run came to, all of a point together */
    RD_ANSWER_DONE = 'd',      /* nothing: the point is done */
    RD_ANSWER_BAD_POINT = 'p', /* a text: why none of the point's runs can be */
    RD_ANSWER_STOP = 's'       /* a struct rd_error: this worker cannot go on */
};

enum { RD_ANSWER_BYTES_LIMIT = 160 * 1024 };

struct rd_worker {
    const struct rd_points *points;
    const struct rd_run_context_settings *settings; /* without the point's parameters */
    int socket;                                     /* SOCK_SEQPACKET, to whoever asks */
};

/* The whole life of a worker. In: context: a struct rd_worker. */
void rd_worker_run(void *context);

#endif
