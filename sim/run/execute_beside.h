/* The jobs of a run context beside each other: planned, judged and simulated in processes of their
 * own, with the same results as one after the other. */
#pragma once

#include "execute.h"
#include "job_queue.h"

struct rd_beside {
    /* Set by the caller before it is opened. */
    struct rd_run_context *context;
    struct rd_execute_settings *settings;  /* [entry_count], each set when its job begins.. */
    void (*begin)(void *of, size_t entry); /* ..by this */
    void (*look)(void *of);                /* called several times a second while one waits */
    void *of;

    struct rd_jobs jobs;
    struct rd_job_queue queue;
    int keep;              /* a file descriptor that they need */
    unsigned char **room;  /* [entry_count] where jobs leave what came of them, in memory that
                              processes share; NULL: it has not begun */
    int *asked;            /* where they see that an end is asked for, shared as well */
    struct rd_error error; /* why no more can begin */
};

/* Nothing begins yet. In: at_a_time, at most RD_JOBS_LIMIT. Errors: RD_ERROR_INTERRUPTED: no memory
 * to share. */
bool rd_beside_open(struct rd_beside *beside, size_t at_a_time, struct rd_error *reterr);

/* Waits for the next job, in the order of the entries. As rd_execute_plan, but that the outcome has
 * no plan; what it points to lives until rd_beside_close, but its trace until the next is taken. */
bool rd_beside_take(struct rd_beside *beside, struct rd_outcome *outcome, struct rd_error *reterr);

/* Ends what still runs, and gives back what the outcomes point to. */
void rd_beside_close(struct rd_beside *beside);
