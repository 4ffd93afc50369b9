/* The command line's entry: finds the verb and hands over. */
#include "sim/run/interrupt.h"
#include "standard_streams.h"
#include "verbs.h"

#include "sim/base/error.h"

#include <argp.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

static void print_version(FILE *out, struct argp_state *state)
{
    (void)state;
    rd_print_version(out);
}

static int wrong_usage(const char *word)
{
    if (!word) {
        fputs("redist: no verb is given\n\n", stderr);
        rd_print_help(stderr);
    } else if (word[0] == '-') {
        fprintf(stderr, "redist: option \"%s\": --help, --version or a verb is accepted\n", word);
    } else {
        const char *nearest = rd_verb_nearest(word);
        fprintf(stderr, "redist: \"%s\" is no verb%s%s%s\n", word,
                nearest ? ": did you mean \"" : ": redist --help lists them",
                nearest ? nearest : "", nearest ? "\"?" : "");
    }
    return rd_error_exit_status(RD_ERROR_USAGE);
}

int main(int argc, char **argv)
{
    rd_standard_streams_guard();
    rd_interrupt_install();
    argp_program_version_hook = print_version;
    argp_err_exit_status = rd_error_exit_status(RD_ERROR_USAGE);

    const char *word = argc > 1 ? argv[1] : NULL;
    if (word && (strcmp(word, "--help") == 0 || strcmp(word, "-?") == 0)) {
        rd_print_help(stdout);
        return 0;
    }
    if (word && (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)) {
        rd_print_version(stdout);
        return 0;
    }
    const struct rd_verb *verb = word ? rd_verb_named(word) : NULL;
    if (!verb)
        return wrong_usage(word);
    char name[32];
    snprintf(name, sizeof name, "redist %s", verb->name);
    argv[1] = name;
    return verb->run(argc - 1, argv + 1);
}
