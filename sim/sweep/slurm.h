/* A sweep as a Slurm job array: a task a shard, and a job that brings the shards together. */
#pragma once

#include "sweep.h"

/* The most tasks of an array. */
enum { RD_SLURM_LIMIT = 10000 };

/* The time limit of a task and of the merging job, in minutes. */
enum { RD_SLURM_MINUTES = 60 };

/* Writes RESULTS.slurm/shard.sh and RESULTS.slurm/merge.sh, and submits both: an array of
 * `shard_count` tasks, and a job behind it that merges what they leave and runs what may still be
 * missing. Each is requeued when it is killed or its time is over. Where nothing can be submitted,
 * the commands that would do so are printed.
 * Returns: the exit status; what is wrong has been printed, the jobs' numbers on standard
 *     output. */
int rd_slurm_submit(const struct rd_sweep_settings *settings, int64_t shard_count,
                    int64_t task_minutes);
