/* A plan that real processes execute: items with bytes, sent by MPI. */
#pragma once

#include "reports.h"

#include "sim/engine/process/child_process.h"

/* Bytes that SMPI adds to every message. */
enum { RD_SMPI_BYTES = 16 };

struct rd_execution_settings {
    /* The command that starts one process for each host, without the program and its arguments: {n}
     * is their number, {platform} and {hosts} are files. NULL: SMPI on the scenario's platform. */
    const char *launcher;
    const char *program;        /* redist-mpi, or the module redist-mpi-smpi.so */
    const char *platform_text;  /* for SMPI */
    double time_limit_s;        /* of the wall clock; 0: none */
    unsigned processor_limit_s; /* of each process; 0: none */
    size_t memory_limit_bytes;  /* of address space for each process; 0: none */
    /* What SMPI gets besides; NULL: that of plans, by which every message waits for both ends. */
    const char *smpi_options;
};

/* Finds the program of the processes unless it is set: beside the program that runs, or where it is
 * installed. In: path, which holds its name. Errors: RD_ERROR_REFUSED where redist was built
 * without the MPI. */
bool rd_execution_find_program(struct rd_execution_settings *settings, char path[RD_PATH_SIZE],
                               struct rd_error *reterr);

/* How processes ended. */
struct rd_processes_end {
    bool timed_out;
    struct rd_child_output words; /* of the launcher and all of them */
};

/* Processes that redist-mpi runs in. */
struct rd_processes {
    uint32_t count;
    const char *const *host_name; /* [count] */
    const char *how;              /* the last argument of redist-mpi */
    const char *orders;
    /* Reads the reports [count] in a folder. Returns: false if they are not what they should be. */
    bool (*read)(void *context, const char *folder, struct rd_error *reterr);
    void *context;
    struct rd_processes_end *ret_end; /* NULL: nobody asks */
};

/* Starts processes, waits for their end, and reads their reports.
 * Errors: RD_ERROR_INTERRUPTED where nothing can be started; RD_ERROR_USAGE for a launcher of too
 * many words; RD_ERROR_RUN where a process ended badly or not in time; those of `read`.
 * Cost: that of the launcher, in another process; files in a folder of $TMPDIR, which is removed;
 * memory of scratch. */
bool rd_processes_run(const struct rd_execution_settings *settings,
                      const struct rd_processes *processes, struct rd_arena *scratch,
                      struct rd_error *reterr);

/* Executes a plan and reads what came of it.
 * In: hosts with names; a plan that rd_orders_check accepts, and final, as for rd_reports_read. For
 * SMPI, instance's message_bytes are RD_SMPI_BYTES or more. baseline: NULL; "alltoallv" or
 * "post-all": every host sends what has to leave it to where it belongs, by MPI_Alltoallv, or all
 * at once; messages are then not timed. Errors: those of rd_processes_run and rd_reports_read;
 * of a baseline also those of rd_orders_check. */
bool rd_execution_run(const struct rd_execution_settings *settings,
                      const struct rd_instance *instance, const struct rd_plan *plan,
                      const int64_t *final, const char *baseline, struct rd_arena *arena,
                      struct rd_arena *scratch, struct rd_reports *ret_reports,
                      struct rd_error *reterr);
