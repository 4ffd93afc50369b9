/* redist merge: results of shards, brought together in one file. */
#include "arguments.h"
#include "commands.h"

#include "sim/report/results_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

struct arguments {
    const char *out_path;
    char **in_path; /* [in_count] */
    int in_count;
};

/* The words stand side by side. */
static error_t take_path(struct argp_state *state, void *given, const char *option, char *text)
{
    struct arguments *arguments = given;
    (void)option;
    if (!arguments->out_path)
        arguments->out_path = text;
    else if (arguments->in_count++ == 0)
        arguments->in_path = &state->argv[state->next - 1];
    return 0;
}

static void finish(struct argp_state *state, void *given)
{
    const struct arguments *arguments = given;
    rd_need_argument(state, arguments->out_path, "OUT");
    rd_need_argument(state, arguments->in_path ? arguments->in_path[0] : NULL, "IN");
}

static const struct rd_argument accepted[] = {
    {RD_OWN(NULL, "OUT", take_path, "")},
    {RD_END},
};

static const struct rd_verb verb = {
    .argument = accepted,
    .finish = finish,
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
    rd_verb_parse(&verb, argc, argv, &arguments);
    struct rd_arena arena;
    struct rd_error error;
    struct rd_results *out = NULL;
    int64_t count = 0;
    int merged_count = 0;
    rd_arena_open(&arena, 0);
    bool is_new = access(arguments.out_path, F_OK) != 0, merged = true;
    for (; merged && merged_count < arguments.in_count; merged_count += merged)
        merged = merge(&out, arguments.out_path, arguments.in_path[merged_count], &arena, &error);
    merged = merged && rd_results_count(out, &count, &error);
    bool is_empty = out && is_new && merged_count == 0;
    rd_results_close(out);
    rd_arena_close(&arena);
    if (is_empty)
        unlink(arguments.out_path);
    if (!merged)
        return rd_give_up(&error);
    printf("%d files merged; %s holds %" PRId64 " runs\n", arguments.in_count, arguments.out_path,
           count);
    return 0;
}
