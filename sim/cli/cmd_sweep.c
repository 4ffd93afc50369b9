/* redist sweep: a scenario with everything that its <sweep> varies. */
#include "commands.h"

#include "sim/base/number_text.h"
#include "sim/sweep/slurm.h"
#include "sim/sweep/sweep.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

enum { WORKER_LIMIT = 256, SHARD_LIMIT = 1000000, REPEAT_LIMIT = 1000000 };
enum { MINUTES_LEAST = 2, MINUTES_LIMIT = 60 * 24 * 365 };

struct arguments {
    struct rd_sweep_settings sweep;
    int64_t worker_count; /* 0: one for each processor */
    int64_t slurm_count;  /* 0: here */
    int64_t task_minutes; /* 0: as by default */
    bool shard_given;
    bool resume; /* a sweep always goes on where its results end */
};

static error_t take_shard(struct argp_state *state, void *given, const char *option, char *text)
{
    struct arguments *arguments = given;
    struct rd_sweep_settings *settings = &arguments->sweep;
    const char *slash = strchr(text, '/');
    if (!slash ||
        !rd_integer_parse(slash + 1, strlen(slash + 1), 1, SHARD_LIMIT, &settings->shard_count) ||
        !rd_integer_parse(text, (size_t)(slash - text), 1, settings->shard_count, &settings->shard))
        argp_error(state, "%s %s: K/N with 1 <= K <= N <= %d is accepted", option, text,
                   SHARD_LIMIT);
    arguments->shard_given = true;
    return 0;
}

static void finish(struct argp_state *state, void *given)
{
    const struct arguments *arguments = given;
    if (arguments->slurm_count > 0 && arguments->shard_given)
        argp_error(state, "--shard with --slurm, which makes shards: give one of the two");
    if (arguments->slurm_count == 0 && arguments->task_minutes > 0)
        argp_error(state, "--task-time without --slurm: there are no tasks");
}

static const struct rd_argument accepted[] = {
    {RD_NEEDED("results", "FILE", sweep.results_path, "The results file")},
    {RD_INTEGER("jobs", "N", worker_count, 1, WORKER_LIMIT,
                "Number of workers (default: the number of processors)")},
    {RD_OWN("shard", "K/N", take_shard, "Only the K-th of N parts of the points")},
    {RD_INTEGER("repeat", "N", sweep.repeat_count, 1, REPEAT_LIMIT,
                "Repeats each point N times, whatever <repeat> says")},
    {RD_FLAG("resume", resume,
             "Continue from the results so far; the default, so this changes nothing")},
    {RD_FLAG("retry-failed", sweep.retry_failed,
             "Run the points that have a failed run again, for instance with another limit")},
    {RD_INTEGER("slurm", "N", slurm_count, 1, RD_SLURM_LIMIT,
                "Submit a Slurm job array of N shards, and a job that merges them into FILE")},
    {RD_INTEGER("task-time", "MINUTES", task_minutes, MINUTES_LEAST, MINUTES_LIMIT,
                "Time limit of each task of --slurm (default 60); then it is requeued")},
    {RD_SECONDS("time-limit", "S", sweep.time_limit_s,
                "A run fails after S seconds of wall clock (default 600)")},
    {RD_END},
};

static const struct rd_verb verb = {
    .argument = accepted,
    .args_doc = "SCENARIO.xml --results FILE",
    .doc = "Runs a scenario at every point of its <sweep>, each repetition with its own seed, and "
           "stores each run in FILE. Runs that FILE has already are not repeated: a sweep that was "
           "stopped, whatever the reason, continues when it is started again.\v"
           "--set gives a varied parameter one value. Exit status 1 if a run failed.\n\n"
           "Examples:\n"
           "  redist sweep scenarios/sweep_bandwidth.xml --results bandwidth.db\n"
           "  redist compare bandwidth.db\n"
           "  redist sweep scenarios/sweep_bandwidth.xml --results small.db --set hosts=4\n"
           "  redist sweep scenarios/sweep_bandwidth.xml --results part1.db --shard 1/2\n"
           "  redist sweep scenarios/sweep_bandwidth.xml --results bandwidth.db --slurm 16\n",
    .takes_scenario = true,
    .scenario_at = RD_AT(sweep.context),
    .finish = finish,
};

static int processor_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int count = CPU_COUNT(&set);
    return count < WORKER_LIMIT ? count : WORKER_LIMIT;
}

int rd_cmd_sweep(int argc, char **argv)
{
    struct arguments arguments = {.sweep = {.shard = 1, .shard_count = 1, .time_limit_s = 600}};
    struct rd_sweep_settings *settings = &arguments.sweep;
    rd_verb_parse(&verb, argc, argv, &arguments);
    /* A task of an array asks for one processor, unless it is told to use more. */
    settings->worker_count = arguments.worker_count      ? (int)arguments.worker_count
                             : arguments.slurm_count > 0 ? 1
                                                         : processor_count();
    int64_t minutes = arguments.task_minutes ? arguments.task_minutes : RD_SLURM_MINUTES;
    return arguments.slurm_count > 0 ? rd_slurm_submit(settings, arguments.slurm_count, minutes)
                                     : rd_sweep_run(settings);
}
