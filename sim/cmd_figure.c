/* redist figure: a figure or table of a paper, made again and judged. */
#include "arguments.h"
#include "row_files.h"
#include "verbs.h"

#include "sim/figures/figure.h"
#include "sim/figures/publish.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { KEY_OUT = RD_KEY_OWN, KEY_FULL };

struct arguments {
    const char *name; /* or "all"; NULL: not said yet */
    const char *folder;
    bool full;
};

static void show_progress(const char *doing)
{
    fprintf(stderr, "\r\033[K%s", doing);
}

static void clear_progress(void)
{
    fputs("\r\033[K", stderr);
}

/* Makes, publishes and judges one figure. Returns: false on an error, with *reterr. */
static bool make_figure(const struct rd_figure *figure, const struct arguments *arguments,
                        size_t *not_met, struct rd_error *reterr)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    bool watched = isatty(STDERR_FILENO);
    struct rd_figure_settings settings = {arguments->full, watched ? show_progress : NULL};
    struct rd_figure_data data;
    rd_figure_open(&data, &arena);
    bool made = figure->make(&settings, &data, reterr);
    if (watched)
        clear_progress();
    made = made && rd_figure_publish(figure, &data, arguments->folder, reterr);
    if (made) {
        *not_met += rd_figure_not_met(&data);
        made = rd_figure_print_verdicts(stdout, figure, &data) || ferror(stdout);
    }
    rd_figure_close(&data);
    rd_arena_close(&arena);
    return made;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case KEY_OUT: arguments->folder = argument; return 0;
    case KEY_FULL: arguments->full = true; return 0;
    case ARGP_KEY_ARG: rd_take_only(state, argument, &arguments->name); return 0;
    case ARGP_KEY_END: rd_need_argument(state, arguments->name, "NAME"); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"out", KEY_OUT, "DIR", 0, "where the files go (default: figures)", 0},
    {"full", KEY_FULL, NULL, 0, "the papers' sizes, where the usual ones are smaller", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "NAME|all",
    .doc = "Makes a figure or table of a paper again: DIR/NAME.csv (data), NAME.svg and NAME.png "
           "(pictures), NAME.verdicts.csv, and a verdict on every value on standard output."
           "\v"
           "Exit status 1 if a value is not met.\n\n"
           "Examples:\n"
           "  redist list figures\n"
           "  redist figure lau-table1\n"
           "  redist figure all --out pictures\n",
};

/* The nearest name to one that is no figure. */
static int unknown_figure(const char *name)
{
    const char *names[256];
    size_t count = 0;
    for (; rd_figures[count]; count++)
        names[count] = rd_figures[count]->name;
    const char *nearest = rd_nearest_name(name, names, count);
    fprintf(stderr,
            "redist: figure \"%s\": there is none of that name%s%s%s; redist list figures\n", name,
            nearest ? " (did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?)" : "");
    return rd_error_exit_status(RD_ERROR_USAGE);
}

int rd_cmd_figure(int argc, char **argv)
{
    struct arguments arguments = {.folder = "figures"};
    rd_parse_arguments(&argp, argc, argv, &arguments);
    bool all = strcmp(arguments.name, "all") == 0;
    if (!all && !rd_figure_named(arguments.name))
        return unknown_figure(arguments.name);
    struct rd_error error;
    size_t not_met = 0;
    bool made = rd_make_folder(arguments.folder, &error);
    for (size_t i = 0; made && rd_figures[i]; i++)
        if (all || strcmp(rd_figures[i]->name, arguments.name) == 0)
            made = make_figure(rd_figures[i], &arguments, &not_met, &error);
    if (made)
        return not_met > 0;
    rd_error_print(stderr, &error);
    return rd_error_exit_status(error.code);
}
