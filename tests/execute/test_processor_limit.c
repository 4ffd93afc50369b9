/* Processes that take too long of a processor end, whether the launcher is one of them or a shell
 * that starts them; one that ends badly by itself is no such process. */
#include "tests/support/cmocka.h"

#include "sim/execute/execution.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool read_nothing(void *context, const char *folder, struct rd_error *reterr)
{
    (void)context;
    (void)folder;
    (void)reterr;
    return true;
}

/* Runs a script of the shell. Returns: whether it ended well. */
static bool run(const char *script, struct rd_processes_end *ret_end, struct rd_error *reterr)
{
    char path[] = "/tmp/redist-limit-XXXXXX", launcher[64];
    struct rd_arena scratch;
    int fd = mkstemp(path);
    assert_true(fd >= 0 && dprintf(fd, "%s\n", script) > 0 && close(fd) == 0);
    snprintf(launcher, sizeof launcher, "sh %s", path);
    struct rd_execution_settings settings = {
        .launcher = launcher, .program = "none", .processor_limit_s = 1};
    struct rd_processes processes = {.count = 1,
                                     .host_name = (const char *const[]){"a"},
                                     .how = "nothing",
                                     .orders = "",
                                     .read = read_nothing,
                                     .ret_end = ret_end};
    rd_arena_open(&scratch, 0);
    bool good = rd_processes_run(&settings, &processes, &scratch, reterr);
    rd_arena_close(&scratch);
    unlink(path);
    return good;
}

static void test_limit(void **state)
{
    (void)state;
    static const char *const script[] = {"while :; do :; done",
                                         "sh -c 'while :; do :; done'; exit $?"};
    struct rd_processes_end end;
    struct rd_error error;
    for (size_t i = 0; i < 2; i++) {
        assert_false(run(script[i], &end, &error));
        assert_true(end.timed_out);
        assert_string_equal(error.message, "executed: not ended after 1 s of a processor");
    }
    assert_true(run("exit 0", &end, &error) && !end.timed_out);
    assert_false(run("exit 137", &end, &error) || end.timed_out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
