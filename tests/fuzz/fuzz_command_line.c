/* Lines as the arguments of a verb, the first its name: refused with a message, or taken; and what
 * is taken once is taken again. The verb itself does not run: argp is asked to return instead of
 * ending the program, and from there the harness goes back. */
#include "lines.h"

#include "sim/cli/commands.h"

#include <argp.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

error_t __real_argp_parse(const struct argp *argp, int argc, char **argv, unsigned flags,
                          int *arg_index, void *input);
error_t __wrap_argp_parse(const struct argp *argp, int argc, char **argv, unsigned flags,
                          int *arg_index, void *input);
void __wrap_argp_error(const struct argp_state *state, const char *format, ...);

static jmp_buf done;
static int complaints;

/* Everything is parsed to its end, whatever was wrong before. */
error_t __wrap_argp_parse(const struct argp *argp, int argc, char **argv, unsigned flags,
                          int *arg_index, void *input)
{
    if (__real_argp_parse(argp, argc, argv, flags | ARGP_NO_EXIT | ARGP_NO_ERRS, arg_index,
                          input) != 0)
        complaints++;
    longjmp(done, 1);
}

void __wrap_argp_error(const struct argp_state *state, const char *format, ...)
{
    char text[1 << 16] = "";
    va_list arguments;
    (void)state;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    rd_assert(length > 0);
    complaints++;
}

/* Returns: how much was wrong. */
static int parse(const struct rd_command *verb, const struct lines *lines)
{
    static char storage[LINES_LIMIT][2048];
    static char *argument[LINES_LIMIT + 1];
    for (size_t i = 0; i < lines->count; i++) {
        snprintf(storage[i], sizeof storage[i], "%s", lines->line[i]);
        argument[i] = storage[i];
    }
    argument[lines->count] = NULL;
    complaints = 0;
    if (setjmp(done) == 0) {
        verb->run((int)lines->count, argument);
        rd_assert(!"a verb that reads no arguments");
    }
    return complaints;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lines lines;
    lines_open(&lines, data, size);
    const struct rd_command *verb = rd_command_named(lines.line[0]);
    if (verb) {
        int first = parse(verb, &lines);
        rd_assert(parse(verb, &lines) == first);
    } else if (strlen(lines.line[0]) < 100) {
        const char *nearest = rd_command_nearest(lines.line[0]);
        rd_assert(!nearest || rd_command_named(nearest));
    }
    lines_close(&lines);
    return 0;
}
