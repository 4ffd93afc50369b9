/* redist sweep: a scenario with everything that its <sweep> varies. */
#include "arguments.h"
#include "commands.h"

#include "sim/base/number_text.h"
#include "sim/sweep/slurm.h"
#include "sim/sweep/sweep.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

enum {
    KEY_RESULTS = RD_KEY_OWN,
    KEY_JOBS,
    KEY_SHARD,
    KEY_RESUME,
    KEY_RETRY_FAILED,
    KEY_REPEAT,
    KEY_TIME_LIMIT,
    KEY_SLURM
};

enum { WORKER_LIMIT = 256, SHARD_LIMIT = 1000000, REPEAT_LIMIT = 1000000 };

struct arguments {
    struct rd_sweep_settings sweep;
    int64_t slurm_count; /* 0: here */
    bool shard_given;
};

static void take_shard(struct argp_state *state, struct rd_sweep_settings *settings,
                       const char *text)
{
    const char *slash = strchr(text, '/');
    if (!slash ||
        !rd_integer_parse(slash + 1, strlen(slash + 1), 1, SHARD_LIMIT, &settings->shard_count) ||
        !rd_integer_parse(text, (size_t)(slash - text), 1, settings->shard_count, &settings->shard))
        argp_error(state, "--shard %s: K/N with 1 <= K <= N <= %d is accepted", text, SHARD_LIMIT);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    struct rd_sweep_settings *settings = &arguments->sweep;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &settings->context; return 0;
    case KEY_RESULTS: settings->results_path = argument; return 0;
    case KEY_JOBS:
        settings->worker_count = (int)rd_take_integer(state, "--jobs", argument, 1, WORKER_LIMIT);
        return 0;
    case KEY_SHARD:
        take_shard(state, settings, argument);
        arguments->shard_given = true;
        return 0;
    case KEY_SLURM:
        arguments->slurm_count = rd_take_integer(state, "--slurm", argument, 1, RD_SLURM_LIMIT);
        return 0;
    case KEY_REPEAT:
        settings->repeat_count = rd_take_integer(state, "--repeat", argument, 1, REPEAT_LIMIT);
        return 0;
    case KEY_RESUME: return 0; /* a sweep always goes on where its results end */
    case KEY_RETRY_FAILED: settings->retry_failed = true; return 0;
    case KEY_TIME_LIMIT:
        settings->time_limit_s = rd_take_seconds(state, "--time-limit", argument);
        return 0;
    case ARGP_KEY_END:
        rd_need_argument(state, settings->results_path, "--results FILE");
        if (arguments->slurm_count > 0 && arguments->shard_given)
            argp_error(state, "--shard with --slurm, which makes shards: give one of the two");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"results", KEY_RESULTS, "FILE", 0, "The results file", 0},
    {"jobs", KEY_JOBS, "N", 0, "Number of workers (default: the number of processors)", 0},
    {"shard", KEY_SHARD, "K/N", 0, "Only the K-th of N parts of the points", 0},
    {"repeat", KEY_REPEAT, "N", 0, "Repeats each point N times, whatever <repeat> says", 0},
    {"resume", KEY_RESUME, NULL, 0,
     "Continue from the results so far; the default, so this changes nothing", 0},
    {"retry-failed", KEY_RETRY_FAILED, NULL, 0,
     "Run the points that have a failed run again, for instance with another limit", 0},
    {"slurm", KEY_SLURM, "N", 0,
     "Submit a Slurm job array of N shards, and a job that merges them into FILE", 0},
    {"time-limit", KEY_TIME_LIMIT, "S", 0,
     "A run fails after S seconds of wall clock (default 600)", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "SCENARIO.xml --results FILE",
    .doc = "Runs a scenario at every point of its <sweep>, each repetition with its own seed, and "
           "stores each run in FILE. Runs that FILE has already are not repeated: a sweep that was "
           "stopped, whatever the reason, continues when it is started again."
           "\v"
           "--set gives a varied parameter one value. Exit status 1 if a run failed.\n\n"
           "Examples:\n"
           "  redist sweep scenarios/sweep_bandwidth.xml --results bandwidth.db\n"
           "  redist compare bandwidth.db\n"
           "  redist sweep scenarios/sweep_bandwidth.xml --results small.db --set hosts=4\n"
           "  redist sweep scenarios/sweep_bandwidth.xml --results part1.db --shard 1/2\n"
           "  redist sweep scenarios/sweep_bandwidth.xml --results bandwidth.db --slurm 16\n",
    .children = rd_scenario_arguments,
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
    rd_parse_arguments(&argp, argc, argv, &arguments);
    /* A task of an array asks for one processor, unless it is told to use more. */
    if (settings->worker_count == 0)
        settings->worker_count = arguments.slurm_count > 0 ? 1 : processor_count();
    return arguments.slurm_count > 0 ? rd_slurm_submit(settings, arguments.slurm_count)
                                     : rd_sweep_run(settings);
}
