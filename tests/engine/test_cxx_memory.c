/* Where C++ has no memory the process says so and ends, whatever would have become of an exception:
 * C++'s streams keep it to themselves. */
#include "sim/engine/engine.h"
#include "sim/engine/process/child_process.h"
#include "sim/engine/process/cxx_memory.h"
#include "sim/engine/simgrid/library.h"
#include "tests/support/cmocka.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* In: ret_function: the address of a pointer to a function. */
static void find_function(const char *symbol_name, void *ret_function)
{
    void *symbol = dlsym(RTLD_DEFAULT, symbol_name);
    rd_assert(symbol);
    memcpy(ret_function, &symbol, sizeof symbol);
}

/* Calls one of the C++ library's own to take memory. */
static void take(const char *symbol_name, size_t size)
{
    void *(*operator_new)(size_t);
    find_function(symbol_name, &operator_new);
    operator_new(size);
}

/* For one object, and for an array. */
static const char *const operators[] = {"_Znwm", "_Znam"};

static void take_too_much(void *context)
{
    rd_cxx_use_own_memory();
    take(*(const char *const *)context, SIZE_MAX / 4);
}

static void take_enough(void *context)
{
    rd_cxx_use_own_memory();
    take(*(const char *const *)context, 100);
}

/* Runs a job in a child. Returns: its status, as waitpid gives it. */
static int run_child(void (*job)(void *), const char *symbol_name, struct rd_child *child)
{
    struct rd_error error;
    assert_true(rd_child_start(child, job, &symbol_name, false, NULL, 0, &error));
    assert_int_equal(rd_child_listen(child, -1, 0), RD_CHILD_ENDED);
    return rd_child_end(child);
}

static void ends_where_there_is_none(void **state)
{
    (void)state;
#if defined(RD_ADDRESS_SANITIZER)
    skip(); /* its own operators do not ask */
#endif
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        struct rd_child child;
        int status = run_child(take_too_much, operators[i], &child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 4);
        assert_string_equal(child.words.text, "SimGrid is out of memory\n");
        assert_true(rd_child_lacked_memory(&child.words));
    }
}

static void goes_on_where_there_is_some(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        struct rd_child child;
        assert_int_equal(run_child(take_enough, operators[i], &child), 0);
        assert_string_equal(child.words.text, "");
    }
}

/* Each block is used to its last byte, given back either way, and taken again. */
static void use_blocks(void *context)
{
    enum { BLOCKS = 2000, ROUNDS = 20 };
    static unsigned char *block[BLOCKS];
    static size_t size[BLOCKS];
    void *(*take_one)(size_t), (*give)(void *), (*give_sized)(void *, size_t);
    find_function("_Znwm", &take_one);
    find_function("_ZdlPv", &give);
    find_function("_ZdlPvm", &give_sized);
    (void)context;
    rd_cxx_use_own_memory();
    for (size_t round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < BLOCKS; i++) {
            size[i] = (i * 7919 + round * 104729) % 1300;
            block[i] = take_one(size[i]);
            memset(block[i], (int)(i % 251), size[i]);
        }
        for (size_t i = 0; i < BLOCKS; i++) {
            for (size_t byte = 0; byte < size[i]; byte++)
                if (block[i][byte] != i % 251)
                    _exit(1);
            if ((i + round) % 3 == 0)
                give(block[i]);
            else
                give_sized(block[i], size[i]);
        }
    }
    give(NULL);
}

static void gives_each_its_own(void **state)
{
    (void)state;
    struct rd_child child;
    assert_int_equal(run_child(use_blocks, NULL, &child), 0);
    assert_string_equal(child.words.text, "");
}

/* SimGrid brings the C++ library along. */
static int open_simgrid(void **state)
{
    (void)state;
    struct rd_error error;
    return rd_simgrid_open(&error) && rd_simgrid_open(&error) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_where_there_is_none),
        cmocka_unit_test(goes_on_where_there_is_some),
        cmocka_unit_test(gives_each_its_own),
    };
    return cmocka_run_group_tests(tests, open_simgrid, NULL);
}
