/* Errors: what is filled in, how it is printed, which exit status it becomes. */
#include "tests/support/cmocka.h"

#include "sim/base/error.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void fills_in_what_it_is_told(void **state)
{
    (void)state;
    struct rd_error error = {.line = 99, .path = "old", .message = "old"};
    assert_false(rd_fail(&error, RD_ERROR_INPUT, "ring.xml", 12, "%d hosts: %s", 1, "2 or more"));
    assert_int_equal(error.code, RD_ERROR_INPUT);
    assert_int_equal(error.line, 12);
    assert_string_equal(error.path, "ring.xml");
    assert_string_equal(error.message, "1 hosts: 2 or more");
    assert_false(rd_fail(&error, RD_ERROR_RUN, NULL, 0, "deadlock"));
    assert_string_equal(error.path, "");
    assert_int_equal(error.line, 0);
    assert_false(rd_fail(NULL, RD_ERROR_RUN, NULL, 0, "nobody listens"));
}

static void cuts_what_is_too_long(void **state)
{
    (void)state;
    static char text[3 * RD_MESSAGE_SIZE];
    memset(text, 'x', sizeof text - 1);
    struct rd_error error;
    assert_false(rd_fail(&error, RD_ERROR_FILE, text, 1, "%s", text));
    assert_int_equal(strlen(error.message), RD_MESSAGE_SIZE - 1);
    assert_int_equal(strlen(error.path), RD_PATH_SIZE - 1);
}

static void check_print(const struct rd_error *error, const char *expected)
{
    char text[256];
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_non_null(out);
    rd_error_print(out, error);
    fclose(out);
    assert_string_equal(text, expected);
}

static void prints_the_place(void **state)
{
    (void)state;
    struct rd_error error;
    rd_fail(&error, RD_ERROR_INPUT, "a.xml", 3, "what: what is accepted");
    check_print(&error, "a.xml:3: what: what is accepted\n");
    rd_fail(&error, RD_ERROR_FILE, "a.xml", 0, "cannot be read");
    check_print(&error, "a.xml: cannot be read\n");
    rd_fail(&error, RD_ERROR_USAGE, NULL, 0, "no such verb");
    check_print(&error, "redist: no such verb\n");
    rd_fail(&error, RD_ERROR_INPUT, "a\nb.csv", 1, "column \"\x1b[2J\t\x7f\xc3\xa4\": none");
    check_print(&error, "a?b.csv:1: column \"?[2J??\xc3\xa4\": none\n");
    /* The same of eight bits, and what writes from right to left; but not what is beside them. */
    rd_fail(&error, RD_ERROR_INPUT, "a", 1,
            "\xc2\x9b"
            "2J\xc2\x85\xe2\x80\xaegood\xe2\x81\xa6:\xc2\xa0");
    check_print(&error, "a:1: ?2J??good?:\xc2\xa0\n");
    rd_fail(&error, RD_ERROR_INPUT, "a", 1, "\xe2\x80\xa9\xe2\x80\xaf\xe2\x81\xa5\xc3\x9b\xe2\x80");
    check_print(&error, "a:1: \xe2\x80\xa9\xe2\x80\xaf\xe2\x81\xa5\xc3\x9b?"
                        "?\n"); /* half a letter: bytes that a terminal may take for commands */
}

static void becomes_an_exit_status(void **state)
{
    (void)state;
    /* docs/commands.md: 0 well, 1 failed or refused, 2 usage, 3 input, 4 interrupted, 5 file. */
    assert_int_equal(rd_error_exit_status(RD_ERROR_NONE), 0);
    assert_int_equal(rd_error_exit_status(RD_ERROR_REFUSED), 1);
    assert_int_equal(rd_error_exit_status(RD_ERROR_RUN), 1);
    assert_int_equal(rd_error_exit_status(RD_ERROR_USAGE), 2);
    assert_int_equal(rd_error_exit_status(RD_ERROR_INPUT), 3);
    assert_int_equal(rd_error_exit_status(RD_ERROR_INTERRUPTED), 4);
    assert_int_equal(rd_error_exit_status(RD_ERROR_FILE), 5);
}

/* rd_assert stops the program in every build, and only if the condition does not hold. */
static void stops_on_a_broken_invariant(void **state)
{
    (void)state;
    rd_assert(1 + 1 == 2);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        if (!freopen("/dev/null", "w", stderr))
            _exit(2);
        rd_assert(1 + 1 == 3);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fills_in_what_it_is_told),
        cmocka_unit_test(cuts_what_is_too_long),
        cmocka_unit_test(prints_the_place),
        cmocka_unit_test(becomes_an_exit_status),
        cmocka_unit_test(stops_on_a_broken_invariant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
