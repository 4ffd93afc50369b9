/* A network measured: what a message costs between every two processes, by ping-pongs. */
#pragma once

#include "execution.h"

#include <stdio.h>

/* Processes, and bytes of the longest message. */
enum { RD_CALIBRATED_HOSTS = 256, RD_CALIBRATED_BYTES = 1 << 30, RD_CALIBRATED_REPEATS = 100 };

/* How far the time of the longest message may be from what is written, and a bandwidth beside other
 * pairs from that of the pair alone. */
#define RD_CALIBRATED_TOLERANCE 0.05

struct rd_calibration_settings {
    struct rd_execution_settings execution;
    uint32_t host_count;          /* 2 to RD_CALIBRATED_HOSTS */
    const char *const *host_name; /* [host_count] */
    int64_t bytes;                /* of the longest message, at least 8 */
    int64_t repeats;              /* of each size and direction */
    bool forced;                  /* pairs that disturb each other are accepted */
};

enum { RD_MACHINE_SIZE = 256 };

struct rd_calibration {
    uint32_t host_count;
    size_t round_count, pair_count, alone_count; /* alone: measured once more without others */
    double *bandwidth;                           /* [host * host_count + other], of a direction */
    double *latency_s;                           /* the same: half of both directions' sum */
    bool is_switch;                              /* what follows explains all pairs */
    double *up, *down;                       /* [host_count] bandwidths: the lesser one counts */
    double *host_latency_s;                  /* [host_count], of either way */
    double bandwidth_misfit, latency_misfit; /* the worst relative error of a switch: of a
                                                bandwidth, of the longest message by latency */
    double disturbance;  /* the worst relative difference of a bandwidth alone and beside others */
    bool on_one_machine; /* all processes were, by the name that MPI gives it */
    char machine[RD_MACHINE_SIZE]; /* of the first process */
};

/* Measures all pairs: in rounds of disjoint pairs (the circle method), a few of them alone after
 * that. A time is that of a message of one of four sizes and an empty answer; bandwidths are slopes
 * and latencies are intercepts by Theil and Sen. Only the sum of both directions' latencies can be
 * known without a common clock.
 *
 * Errors: those of rd_processes_run; RD_ERROR_RUN for damaged reports, times that do not grow with
 *     the size, and unless forced pairs that disturb each other by more than the tolerance.
 * Source: P. K. Sen, J. Am. Stat. Assoc. 63 (1968). Cost: O(hosts^2 (size count * repeats)^2). */
bool rd_calibrate(const struct rd_calibration_settings *settings, struct rd_arena *arena,
                  struct rd_arena *scratch, struct rd_calibration *ret_calibration,
                  struct rd_error *reterr);

/* Writes a platform file: a Cluster zone with a link up and a link down for each host if that
 * explains all pairs, else a Full zone with a link for each direction. */
void rd_calibration_write(FILE *out, const struct rd_calibration_settings *settings,
                          const struct rd_calibration *calibration);
