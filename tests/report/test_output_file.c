/* Files are whole or not there: every way to fail leaves the folder as it was. */
#include "sim/report/output_file.h"

#include "tests/support/cmocka.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The number of entries of the current folder. */
static int entry_count(void)
{
    DIR *folder = opendir(".");
    assert_non_null(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(folder);
    return count;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void assert_file_is(const char *path, const char *text)
{
    char found[256] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(found, 1, sizeof found - 1, file);
    fclose(file);
    found[size] = '\0';
    assert_string_equal(found, text);
}

static void assert_refused(const char *path, const char *message)
{
    struct rd_output_file file;
    struct rd_error error = {0};
    int before = entry_count();
    assert_false(rd_output_open(&file, path, &error));
    assert_int_equal(error.code, RD_ERROR_FILE);
    assert_string_equal(error.path, path);
    assert_string_equal(error.message, message);
    assert_int_equal(entry_count(), before);
}

static void a_file_appears_at_the_commit(void **state)
{
    (void)state;
    struct rd_output_file file;
    struct rd_error error;
    mode_t mask = umask(027);
    assert_true(rd_output_open(&file, "new.txt", &error));
    fputs("whole", file.stream);
    assert_int_equal(access("new.txt", F_OK), -1);
    assert_true(rd_output_commit(&file, &error));
    umask(mask);
    assert_file_is("new.txt", "whole");
    struct stat found;
    assert_int_equal(stat("new.txt", &found), 0);
    assert_int_equal(found.st_mode & 0777, 0640); /* what the user's mask leaves */
    assert_int_equal(entry_count(), 1);
}

static void an_old_file_stays_until_the_commit(void **state)
{
    (void)state;
    struct rd_output_file file;
    struct rd_error error;
    write_file("old.txt", "old");
    assert_true(rd_output_open(&file, "old.txt", &error));
    fputs("new", file.stream);
    fflush(file.stream);
    assert_file_is("old.txt", "old");
    rd_output_discard(&file);
    rd_output_discard(&file); /* twice does no harm */
    assert_file_is("old.txt", "old");
    assert_int_equal(entry_count(), 1);
    assert_true(rd_output_open(&file, "old.txt", &error));
    fputs("new", file.stream);
    assert_true(rd_output_commit(&file, &error));
    assert_file_is("old.txt", "new");
    assert_int_equal(entry_count(), 1);
}

/* Of one program: the second would replace what the first one wrote. Of two programs both end. */
static void two_writers_do_not_meet(void **state)
{
    (void)state;
    struct rd_output_file first, second;
    struct rd_error error;
    assert_true(rd_output_open(&first, "same.txt", &error));
    assert_false(rd_output_open(&second, "./same.txt", &error));
    pid_t child = fork();
    if (child == 0) {
        bool written = rd_output_open(&second, "same.txt", &error) &&
                       fputs("second", second.stream) >= 0 && rd_output_commit(&second, &error);
        exit(written ? 4 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 4);
    assert_file_is("same.txt", "second");
    fputs("first", first.stream);
    assert_true(rd_output_commit(&first, &error));
    assert_file_is("same.txt", "first");
    assert_int_equal(entry_count(), 1);
    assert_refused("same.txt", "cannot be written: this command writes another output to it: give "
                               "another name");
}

static void a_link_is_followed(void **state)
{
    (void)state;
    struct rd_output_file file;
    struct rd_error error;
    write_file("target.txt", "old");
    assert_int_equal(symlink("target.txt", "link.txt"), 0);
    assert_true(rd_output_open(&file, "link.txt", &error));
    fputs("new", file.stream);
    assert_true(rd_output_commit(&file, &error));
    assert_file_is("target.txt", "new");
    struct stat found;
    assert_int_equal(lstat("link.txt", &found), 0);
    assert_true(S_ISLNK(found.st_mode));
}

static void places_that_cannot_be_written_are_named(void **state)
{
    (void)state;
    assert_int_equal(mkdir("folder", 0777), 0);
    write_file("file", "");
    assert_refused("folder", "cannot be written: Is a directory");
    assert_refused("missing/new.txt", "cannot be written: No such file or directory");
    assert_refused("file/new.txt", "cannot be written: Not a directory");
    assert_refused("", "cannot be written: No such file or directory");
    char name[RD_PATH_SIZE + 10];
    memset(name, 'x', sizeof name - 1);
    name[300] = '\0'; /* the folder would take it beside its place, and not in it */
    assert_refused(name, "cannot be written: File name too long");
    name[300] = 'x';
    name[sizeof name - 1] = '\0';
    struct rd_output_file file;
    struct rd_error error;
    assert_false(rd_output_open(&file, name, &error));
    assert_string_equal(error.message, "cannot be written: File name too long");
}

/* The superuser may write everywhere, so the test becomes somebody else for a moment. */
static void protected_places_are_respected(void **state)
{
    (void)state;
    enum { NOBODY = 65534 };
    bool is_root = geteuid() == 0;
    assert_int_equal(mkdir("closed", 0755), 0);
    assert_int_equal(mkdir("open", 0777), 0);
    assert_int_equal(chmod("open", 0777), 0);
    write_file("open/protected.txt", "keep");
    assert_int_equal(chmod("open/protected.txt", 0444), 0);
    assert_int_equal(chmod("closed", 0555), 0);
    assert_int_equal(chmod(".", 0755), 0);
    if (is_root)
        assert_int_equal(setresuid(NOBODY, NOBODY, 0), 0);
    struct rd_output_file file;
    struct rd_error folder_error = {0}, file_error = {0};
    /* A name of its own: the folder may have the inode of one that an earlier test removed. */
    bool folder_opened = rd_output_open(&file, "closed/refused.txt", &folder_error);
    bool file_opened = rd_output_open(&file, "open/protected.txt", &file_error);
    if (is_root)
        assert_int_equal(setresuid(0, 0, 0), 0);
    assert_false(folder_opened);
    assert_string_equal(folder_error.message, "cannot be written: Permission denied");
    assert_false(file_opened);
    assert_string_equal(file_error.message, "cannot be written: Permission denied");
    assert_file_is("open/protected.txt", "keep");
}

/* The system refuses to make the file longer: while it is written, or at the end. */
static void a_failing_write_leaves_nothing(void **state)
{
    (void)state;
    struct rd_output_file file;
    struct rd_error error = {0};
    write_file("kept.txt", "old");
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    struct rlimit small = {.rlim_cur = 1000, .rlim_max = limit.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    static const char block[200000] = "x"; /* the last is written past the buffer, at once */
    for (int length = 2000; length <= 398000; length += 198000) {
        assert_true(rd_output_open(&file, "kept.txt", &error));
        setrlimit(RLIMIT_FSIZE, &small);
        for (int i = 0; i < length && length <= 200000; i++)
            putc('x', file.stream);
        if (length > 200000)
            fwrite(block, 1, sizeof block, file.stream);
        bool committed = rd_output_commit(&file, &error);
        setrlimit(RLIMIT_FSIZE, &limit);
        assert_false(committed);
        assert_int_equal(error.code, RD_ERROR_FILE);
        assert_string_equal(error.path, "kept.txt");
        assert_string_equal(error.message, "cannot be written: File too large");
        assert_file_is("kept.txt", "old");
        assert_int_equal(entry_count(), 1);
    }
}

/* As where memory ends; a child that does so leaves its parent's file alone. */
static void who_exits_meanwhile_leaves_nothing(void **state)
{
    (void)state;
    struct rd_output_file file, other;
    struct rd_error error = {0};
    assert_true(rd_output_open(&file, "mine.txt", &error));
    assert_true(rd_output_open(&other, "closed.txt", &error));
    rd_output_discard(&other);
    pid_t child = fork();
    if (child == 0) {
        struct rd_output_file its;
        bool opened = rd_output_open(&its, "its.txt", &error);
        exit(opened && entry_count() == 2 ? 4 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 4);
    assert_int_equal(entry_count(), 1);
    assert_true(rd_output_commit(&file, &error));
    assert_file_is("mine.txt", "");
}

static void devices_are_written_to_directly(void **state)
{
    (void)state;
    struct rd_output_file file;
    struct rd_error error = {0};
    assert_true(rd_output_open(&file, "/dev/null", &error));
    fputs("gone", file.stream);
    assert_true(rd_output_commit(&file, &error));
    struct stat found;
    assert_int_equal(stat("/dev/null", &found), 0);
    assert_true(S_ISCHR(found.st_mode));
    assert_true(rd_output_open(&file, "/dev/full", &error));
    fputs("no room", file.stream);
    assert_false(rd_output_commit(&file, &error));
    assert_string_equal(error.path, "/dev/full");
    assert_string_equal(error.message, "cannot be written: No space left on device");
}

/* Each test in an empty folder of its own. */
static char folder[] = "/tmp/redist-output-XXXXXX";

static int enter_folder(void **state)
{
    (void)state;
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
    return mkdtemp(folder) ? chdir(folder) : -1;
}

static int leave_folder(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") != 0 || system(command) != 0;
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, enter_folder, leave_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_file_appears_at_the_commit),
        TEST(an_old_file_stays_until_the_commit),
        TEST(two_writers_do_not_meet),
        TEST(a_link_is_followed),
        TEST(places_that_cannot_be_written_are_named),
        TEST(protected_places_are_respected),
        TEST(a_failing_write_leaves_nothing),
        TEST(who_exits_meanwhile_leaves_nothing),
        TEST(devices_are_written_to_directly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
