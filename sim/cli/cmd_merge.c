/* redist merge: results of shards, brought together in one file. */
#include "arguments.h"
#include "commands.h"

#include "sim/report/results_file.h"

#include <inttypes.h>
#include <stdio.h>

struct arguments {
    const char *out_path;
    char **in_path; /* [in_count] */
    int in_count;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    (void)argument;
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_ARG: return ARGP_ERR_UNKNOWN; /* all at once */
    case ARGP_KEY_ARGS:
        arguments->out_path = state->argv[state->next];
        arguments->in_path = state->argv + state->next + 1;
        arguments->in_count = state->argc - state->next - 1;
        return 0;
    case ARGP_KEY_END:
        rd_need_argument(state, arguments->out_path, "OUT");
        rd_need_argument(state, arguments->in_count > 0 ? arguments->in_path[0] : NULL, "IN");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .parser = parse,
    .args_doc = "OUT IN...",
    .doc =
        "Adds every run of the results files IN to OUT, which is created if it does not exist. All "
        "files must have the same scenario and versions. A run that is in several files is kept "
        "once, and must have the same result in all."
        "\v"
        "Examples:\n"
        "  redist merge all.db part1.db part2.db part3.db part4.db\n"
        "  redist merge all.db part*.db && redist compare all.db\n",
};

/* Adds one file, as one group. */
static bool merge(struct rd_results **out, const char *out_path, const char *in_path,
                  struct rd_arena *arena, struct rd_error *reterr)
{
    struct rd_results *in;
    if (!rd_results_open(in_path, arena, &in, reterr))
        return false;
    bool merged = (*out || rd_results_create(out_path, rd_results_head(in), arena, out, reterr)) &&
                  rd_results_merge(*out, in, reterr);
    rd_results_close(in);
    return merged;
}

int rd_cmd_merge(int argc, char **argv)
{
    struct arguments arguments = {0};
    rd_parse_arguments(&argp, argc, argv, &arguments);
    struct rd_arena arena;
    struct rd_error error;
    struct rd_results *out = NULL;
    int64_t count = 0;
    rd_arena_open(&arena, 0);
    bool merged = true;
    for (int i = 0; merged && i < arguments.in_count; i++)
        merged = merge(&out, arguments.out_path, arguments.in_path[i], &arena, &error);
    merged = merged && rd_results_count(out, &count, &error);
    rd_results_close(out);
    rd_arena_close(&arena);
    if (merged) {
        printf("%d files merged; %s holds %" PRId64 " runs\n", arguments.in_count,
               arguments.out_path, count);
        return 0;
    }
    rd_error_print(stderr, &error);
    return rd_error_exit_status(error.code);
}
