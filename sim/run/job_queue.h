/* Jobs, each in a process of its own that can be ended, so many at a time. They are taken in the
 * order in which they began, whichever ends first: what comes of them does not depend on how many
 * are done at a time. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/engine/process/child_process.h"

enum { RD_JOBS_LIMIT = 64, RD_REPORT_LIMIT = 4096 }; /* a pipe takes as much whole */

struct rd_job;

/* What is to be done. */
struct rd_jobs {
    size_t at_a_time;    /* at most RD_JOBS_LIMIT; 0: one */
    double end_s;        /* date of rd_now_s from which on all are stopped; INFINITY: never */
    size_t report_bytes; /* of what each tells, at most RD_REPORT_LIMIT */
    const int *keep;     /* [keep_count] file descriptors that they need */
    size_t keep_count;
    bool ignore_interrupts; /* which a terminal sends to all: who began them says what is meant */
    /* The next job begins, of this number from 0 on. Returns: its name, for messages; NULL: there
     * is none. */
    const char *(*begin)(void *context, size_t number);
    /* Does a job, in its process. In: report, zeros. */
    void (*work)(void *context, size_t number, void *report);
    /* Called when a job has ended, whoever began before it; NULL: nothing is to be done. */
    void (*ended)(void *context, size_t number, const struct rd_job *job);
    /* Called several times a second while one waits; NULL: nothing is to be done. */
    void (*look)(void *context);
    void *context;
};

enum rd_job_end {
    RD_JOB_DONE,    /* it has reported */
    RD_JOB_BROKEN,  /* its process ended before that */
    RD_JOB_STOPPED, /* at the end of its time, or it had none */
};

struct rd_job {
    const char *name;
    enum rd_job_end end;
    const void *report;    /* RD_JOB_DONE: [report_bytes] */
    struct rd_error error; /* RD_JOB_BROKEN: why */
    struct rd_child child; /* pid -1: it has ended */
    int report_fd;         /* where it reports */
};

/* Those that have begun. Zeroed but for these two: none. */
struct rd_job_queue {
    const struct rd_jobs *jobs;
    struct rd_arena *arena; /* where jobs and reports live */
    struct rd_job *job;     /* [begun_count] */
    size_t begun_count, taken_count;
    size_t running[RD_JOBS_LIMIT]; /* [running_count] their numbers */
    size_t running_count;
};

/* Memory of zeros that jobs share with who begins them, until he unmaps it. Returns: NULL if there
 * is none. */
void *rd_jobs_share(size_t bytes, struct rd_error *reterr);

/* Waits for the next job, with others beside it. When it has ended none is begun: it may be the
 * last that is asked for. Returns: the job, until the next is taken; NULL in *ret_job: there is
 * none. Errors: RD_ERROR_INTERRUPTED: no process can be had. */
bool rd_job_queue_take(struct rd_job_queue *queue, const struct rd_job **ret_job,
                       struct rd_error *reterr);

/* Ends those that nobody asks for any more. */
void rd_job_queue_close(struct rd_job_queue *queue);
