/* redist merge: results of shards, brought together in one file. */
#include "commands.h"

#include "sim/report/results_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

struct arguments {
    const char *out_path;
    char **in_path; /* [in_count] */
    int in_count;
    bool keep_going;
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
    {RD_FLAG("keep-going", keep_going,
             "Leave out files that are missing or cannot be read, and say which")},
    {RD_END},
};

static const struct rd_verb verb = {
    .argument = accepted,
    .finish = finish,
    .args_doc = "OUT IN...",
    .doc = "Adds every run of the results files IN to OUT, which is created if it does not exist. "
           "All files must have the same scenario and versions. A run that is in several files is "
           "kept once, and must have the same result in all. A file that is missing or damaged "
           "ends it, unless --keep-going is given.\v"
           "Examples:\n"
           "  redist merge all.db part1.db part2.db part3.db part4.db\n"
           "  redist merge all.db part*.db && redist compare all.db\n",
};

/* Can all of a file be read? */
static bool is_readable(const char *path, struct rd_error *reterr)
{
    struct rd_results *in = NULL;
    struct rd_packed_rows rows;
    const struct rd_columns none = {.count = 0};
    rd_arena_own(arena);
    bool readable = rd_results_open(path, &arena, &in, reterr) &&
                    rd_results_rows(in, &none, &arena, &rows, reterr);
    rd_results_close(in);
    return readable;
}

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

/* Adds all files, or all that can be read. Returns in *ret_count: how many. */
static bool merge_all(const struct arguments *arguments, struct rd_results **out, int *ret_count,
                      struct rd_arena *arena, struct rd_error *reterr)
{
    *ret_count = 0;
    for (int i = 0; i < arguments->in_count; i++) {
        const char *path = arguments->in_path[i];
        if (arguments->keep_going && !is_readable(path, reterr)) {
            rd_complain(reterr->code, "%s: %s; left out", path, reterr->message);
            continue;
        }
        if (!merge(out, arguments->out_path, path, arena, reterr))
            return false;
        (*ret_count)++;
    }
    return true;
}

int rd_cmd_merge(int argc, char **argv)
{
    struct arguments arguments = {0};
    rd_verb_parse(&verb, argc, argv, &arguments);
    struct rd_error error;
    struct rd_results *out = NULL;
    int64_t run_count = 0;
    int file_count = 0;
    rd_arena_own(arena);
    bool is_new = access(arguments.out_path, F_OK) != 0;
    bool merged = merge_all(&arguments, &out, &file_count, &arena, &error) &&
                  (!out || rd_results_count(out, &run_count, &error));
    bool is_empty = out && is_new && file_count == 0;
    rd_results_close(out);
    if (is_empty)
        unlink(arguments.out_path);
    if (!merged)
        return rd_give_up(&error);
    if (file_count == 0) {
        printf("no file merged\n");
        return 0;
    }
    printf("%d file%s merged; ", file_count, file_count == 1 ? "" : "s");
    rd_print_shown(stdout, arguments.out_path);
    printf(" holds %" PRId64 " runs\n", run_count);
    return 0;
}
