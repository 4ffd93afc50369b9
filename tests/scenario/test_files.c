/* Which files a scenario may name, and what happens with those that cannot be read. */
#include "temporary_folder.h"

#include "sim/input/file_text.h"
#include "sim/scenario/scenario.h"
#include "tests/support/cmocka.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where `file` leads, or the message. */
static const char *near(struct rd_arena *arena, const char *scenario, const char *file,
                        const char *allowed)
{
    struct rd_error error;
    const char *path;
    if (rd_file_near(scenario, file, allowed, arena, &path, &error))
        return path;
    assert_string_equal(error.path, "");
    return rd_arena_print(arena, "%s", error.message);
}

/*  home/project/s/scenario.xml     home/project/p/a.xml     home/secret.xml */
static int make_folders(void **state)
{
    if (temporary_folder_enter(state) != 0)
        return -1;
    mkdir("home", 0777);
    mkdir("home/project", 0777);
    write_text("home/project/s/scenario.xml", "");
    write_text("home/project/s/b.csv", "b");
    write_text("home/project/p/a.xml", "a");
    write_text("home/project-secret.xml", "not yours");
    write_text("home/secret.xml", "not yours");
    return symlink("../../secret.xml", "home/project/s/link.xml") == 0 &&
                   symlink("../p/a.xml", "home/project/s/good_link.xml") == 0
               ? 0
               : -1;
}

static void test_files_near_a_scenario(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    const char *scenario = "home/project/s/scenario.xml";
    assert_string_equal(near(&arena, scenario, "b.csv", NULL), "home/project/s/b.csv");
    assert_string_equal(near(&arena, scenario, "../p/a.xml", NULL), "home/project/s/../p/a.xml");
    assert_string_equal(near(&arena, scenario, "good_link.xml", NULL),
                        "home/project/s/good_link.xml");
    /* A scenario in the working folder is named without one. */
    assert_int_equal(chdir("home/project/s"), 0);
    assert_string_equal(near(&arena, "scenario.xml", "b.csv", NULL), "b.csv");
    assert_string_equal(near(&arena, "scenario.xml", "../p/a.xml", NULL), "../p/a.xml");
    assert_int_equal(chdir("../../.."), 0);
    rd_arena_close(&arena);
}

static void test_files_elsewhere_are_refused(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    const char *scenario = "home/project/s/scenario.xml";
    static const char *const elsewhere[] = {
        "../../secret.xml", "../../project-secret.xml", "link.xml", "/etc/passwd", "..", "../.."};
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        assert_non_null(strstr(near(&arena, scenario, elsewhere[i], NULL),
                               "lies outside the parent of the scenario's folder: files within it "
                               "are accepted, others with --allow"));
    rd_arena_close(&arena);
}

/* A folder that is not there has no parent. A scenario in the root lies beside everything; one in a
 * folder of the root is held to that folder. */
static void test_folders_at_the_root(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    assert_string_equal(near(&arena, "nowhere/scenario.xml", "/etc/passwd", NULL),
                        "file \"nowhere\": No such file or directory: a readable file is needed");
    assert_string_equal(near(&arena, "/scenario.xml", "etc/passwd", NULL), "/etc/passwd");
    assert_string_equal(near(&arena, "/etc/scenario.xml", "passwd", NULL), "/etc/passwd");
    assert_string_equal(near(&arena, "/etc/scenario.xml", "/dev/null", NULL),
                        "file \"/dev/null\" lies outside the parent of the scenario's folder: "
                        "files within it are accepted, others with --allow");
    rd_arena_close(&arena);
}

static void test_an_allowed_folder(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    const char *scenario = "home/project/s/scenario.xml";
    assert_string_equal(near(&arena, scenario, "../../secret.xml", "home"),
                        "home/project/s/../../secret.xml");
    assert_string_equal(near(&arena, scenario, "/etc/passwd", "/"), "/etc/passwd");
    assert_string_equal(near(&arena, scenario, "/etc/passwd", "home"),
                        "file \"/etc/passwd\" lies outside the parent of the scenario's folder and "
                        "the allowed folder \"home\": files within them are accepted");
    assert_string_equal(near(&arena, scenario, "../../secret.xml", "nowhere"),
                        "file \"nowhere\": No such file or directory: a readable file is needed");
    rd_arena_close(&arena);
}

static const char *text_of(struct rd_arena *arena, const char *path, size_t limit, size_t *ret_size,
                           struct rd_error *error)
{
    const char *text;
    return rd_file_text(path, limit, arena, &text, ret_size, error) ? text : NULL;
}

static void test_reading(void **state)
{
    (void)state;
    struct rd_arena arena;
    struct rd_error error;
    size_t size;
    rd_arena_open(&arena, 0);
    write_bytes("bytes", "a\0b", 3);
    assert_memory_equal(text_of(&arena, "bytes", 3, &size, &error), "a\0b", 4);
    assert_int_equal(size, 3);
    write_text("empty", "");
    assert_string_equal(text_of(&arena, "empty", 3, &size, &error), "");
    assert_int_equal(size, 0);

    assert_null(text_of(&arena, "bytes", 2, &size, &error));
    assert_int_equal(error.code, RD_ERROR_INPUT);
    assert_string_equal(error.message, "file \"bytes\" has 3 bytes: at most 2 are supported");
    assert_null(text_of(&arena, "nowhere", 3, &size, &error));
    assert_int_equal(error.code, RD_ERROR_FILE);
    assert_null(text_of(&arena, "home", 3, &size, &error));
    assert_int_equal(error.code, RD_ERROR_FILE);
    assert_string_equal(error.message, "\"home\" is not a regular file: a readable file is needed");
    /* Nobody will ever write into it: a reader must not wait. */
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_null(text_of(&arena, "pipe", 3, &size, &error));
    assert_string_equal(error.message, "\"pipe\" is not a regular file: a readable file is needed");
    rd_arena_close(&arena);
}

/* A huge file is refused by its size, before memory is taken for it. */
/* What the system says of a file, once: the calls are the program's own but for that. */
static int status_error, read_error;
static bool cut_short;
static const char *cut_off; /* to four bytes, behind the program's back */

int __real_fstat64(int file, struct stat *status);
int __wrap_fstat64(int file, struct stat *status);
ssize_t __real_read(int file, void *bytes, size_t size);
ssize_t __wrap_read(int file, void *bytes, size_t size);

int __wrap_fstat64(int file, struct stat *status)
{
    if (!status_error)
        return __real_fstat64(file, status);
    errno = status_error;
    status_error = 0;
    return -1;
}

ssize_t __wrap_read(int file, void *bytes, size_t size)
{
    if (cut_off && truncate(cut_off, 4) == 0)
        cut_off = NULL;
    if (!read_error)
        return __real_read(file, bytes, cut_short && size > 1 ? size / 2 : size);
    errno = read_error;
    read_error = 0;
    return -1;
}

static void test_files_that_fail(void **state)
{
    (void)state;
    struct rd_arena arena;
    struct rd_error error;
    size_t size;
    rd_arena_open(&arena, 0);
    write_text("text", "some words");
    status_error = EIO;
    assert_null(text_of(&arena, "text", 10, &size, &error));
    assert_int_equal(error.code, RD_ERROR_FILE);
    assert_string_equal(error.message,
                        "file \"text\": Input/output error: a readable file is needed");
    read_error = EIO;
    assert_null(text_of(&arena, "text", 10, &size, &error));
    assert_int_equal(error.code, RD_ERROR_FILE);
    assert_string_equal(error.message,
                        "file \"text\": Input/output error: a readable file is needed");
    /* A signal comes in between, and each read gives half of what is left. */
    read_error = EINTR;
    cut_short = true;
    assert_string_equal(text_of(&arena, "text", 10, &size, &error), "some words");
    assert_int_equal(size, 10);
    cut_short = false;
    rd_arena_close(&arena);
}

/* Cut off when its size is known and nothing has been read: what is left counts. */
static void test_a_file_that_grows_shorter(void **state)
{
    (void)state;
    struct rd_arena arena;
    struct rd_error error;
    size_t size;
    rd_arena_open(&arena, 0);
    write_text("text", "some words");
    cut_off = "text";
    assert_string_equal(text_of(&arena, "text", 10, &size, &error), "some");
    assert_int_equal(size, 4);
    rd_arena_close(&arena);
}

static void test_huge_files_are_refused(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, (size_t)1 << 20);
    struct rd_error_list errors = {.arena = &arena};
    struct rd_scenario_settings settings = {0};
    struct rd_scenario scenario;
    write_text("huge.xml", "");
    assert_int_equal(truncate("huge.xml", (off_t)1 << 40), 0);
    assert_false(rd_scenario_read("huge.xml", &settings, &arena, &scenario, &errors));
    assert_int_equal(errors.count, 1);
    assert_string_equal(errors.error[0].message, "file \"huge.xml\" has 1099511627776 bytes: at "
                                                 "most 16777216 are supported");
    assert_int_equal(rd_error_list_exit_status(&errors), 3);
    rd_arena_close(&arena);
}

static void test_a_missing_scenario(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    struct rd_scenario_settings settings = {0};
    struct rd_scenario scenario;
    assert_false(rd_scenario_read("nowhere.xml", &settings, &arena, &scenario, &errors));
    assert_string_equal(printed(&errors),
                        "redist: file \"nowhere.xml\": No such file or directory: "
                        "a readable file is needed\n");
    assert_int_equal(rd_error_list_exit_status(&errors), 5);
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files_near_a_scenario),
        cmocka_unit_test(test_files_elsewhere_are_refused),
        cmocka_unit_test(test_folders_at_the_root),
        cmocka_unit_test(test_an_allowed_folder),
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_files_that_fail),
        cmocka_unit_test(test_a_file_that_grows_shorter),
        cmocka_unit_test(test_huge_files_are_refused),
        cmocka_unit_test(test_a_missing_scenario),
    };
    return cmocka_run_group_tests(tests, make_folders, temporary_folder_leave);
}
