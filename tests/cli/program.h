/* The program as a user runs it: started, listened to, its files looked at. */
#ifndef REDIST_TESTS_CLI_PROGRAM_H
#define REDIST_TESTS_CLI_PROGRAM_H

#include "tests/support/cmocka.h"

#include "sim/base/arena.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* What a run of the program left. */
struct test_run {
    int status; /* exit status; 128 and the signal's number if one ended it */
    const char *out;
    const char *err;
};

/* A run under way. */
struct test_process {
    pid_t pid;
    int out; /* read ends */
    int err;
};

/* One folder of a test program, empty at first and removed by test_close; and its memory. */
struct test_place {
    struct rd_arena arena;
    const char *folder;
};

/* What meson tells a test: the value of a variable of its environment. Where there is none, says
 * which one, and how the test is run, and ends the program. */
const char *test_given(const char *variable);

/* In: for cmocka's group fixtures; *state becomes the struct test_place. */
int test_open(void **state);
int test_close(void **state);

/* Runs redist with arguments up to a NULL, from the root of the source, and waits for its end. Its
 * standard input is empty. */
struct test_run test_redist(struct test_place *place, ...) __attribute__((sentinel));

/* The same, with an array that ends with NULL, and standard output at a path instead (NULL: caught;
 * "": closed). */
struct test_run test_redist_to(struct test_place *place, const char *out_path,
                               const char *const *argument);

/* Starts it with a terminal for standard error: what that shows is what the run printed there. */
struct test_process test_redist_start_on_terminal(const char *const *argument);

/* Starts it, and waits for its end and for that of whoever holds its outputs. */
struct test_process test_redist_start(const char *out_path, const char *const *argument);
struct test_run test_redist_end(struct test_place *place, struct test_process process);

/* Listens until nobody holds its outputs any more, and does not wait for it: status 0. */
struct test_run test_redist_hear(struct test_place *place, struct test_process process);

/* The status of a struct test_run for what waitpid gave. */
int test_exit_status(int status);

/* Runs redist, which has to end with this status, and reads the JSON that it printed. The caller
 * gives it back with json_decref. */
json_t *test_redist_json(struct test_place *place, int status, ...) __attribute__((sentinel));

/* A member of an object, which has to be there and of its type. */
const char *test_text_of(const json_t *object, const char *key);
double test_number_of(const json_t *object, const char *key);

/* A path in the place's folder. */
const char *test_path(struct test_place *place, const char *name);

/* Writes a file there. Returns: its path. */
const char *test_write(struct test_place *place, const char *name, const char *text);

/* The text of a file; NULL if there is none. */
const char *test_read(struct test_place *place, const char *path);

/* How many files and folders are in a folder. */
size_t test_count_entries(const char *path);

/* Fails unless `text` has `part` in it, showing both. */
void test_contains(const char *text, const char *part);

/* Fails unless the run ended with a status; shows what it printed. */
void test_status(const struct test_run *run, int status);

/* A platform file of a zone with all its routes. In: its hosts, links and routes. */
#define TEST_PLATFORM(ELEMENTS)                                                                    \
    "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"    \
    "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\">" ELEMENTS "</zone></platform>\n"

#endif
