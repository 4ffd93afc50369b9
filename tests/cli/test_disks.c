/* Disks that are full, that can only be read, and files that may not grow: every verb that writes
 * says so, and no file is there by half. In a mount namespace of our own; skipped (77) where the
 * system does not give us one. */
#include "program.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 12, MOST_KIB = 4096 };

static const char scenario[] =
    "<scenario name=\"disks\">\n"
    "<platform generator=\"ring\" direction=\"one-way\" hosts=\"300\"/>\n"
    "<topology shape=\"ring\"/>\n"
    "<loads generator=\"uniform\" low=\"1\" high=\"20\" after=\"uniform\"/>\n"
    "<goal reach=\"after\"/>\n<run algorithm=\"ring-one-way\"/>\n"
    "<sweep><vary parameter=\"hosts\" values=\"3 4\"/><repeat count=\"30\"/></sweep>\n"
    "</scenario>\n";

/* A verb that writes into the folder OUT, with an argument that stands for it, or for a file in it:
 * "OUT", "OUT/page.html"; likewise what is read is in the test's folder: "IN/disks.xml". */
struct writer {
    const char *argument[MOST_ARGUMENTS];
    bool results; /* a results file, to which the same verb adds what lacks */
};

static const struct writer writers[] = {
    {{"run", "IN/disks.xml", "--trace", "OUT", "--gantt", "OUT"}, false},
    {{"plan", "IN/disks.xml", "--out", "OUT/plan.csv"}, false},
    {{"draw", "IN/traces/disks.ring-one-way.csv", "--out", "OUT/chart.svg"}, false},
    {{"platform", "ring", "--hosts", "9", "--profile", "steps 1 0.5 1.5", "--profiles", "OUT"},
     false},
    {{"sweep", "IN/disks.xml", "--results", "OUT/runs.db", "--jobs", "1"}, true},
    {{"merge", "OUT/all.db", "IN/runs.db"}, true},
    {{"export", "IN/runs.db", "--out", "OUT/runs.csv"}, false},
    {{"report", "IN/runs.db", "--scenario", "IN/disks.xml", "--out", "OUT/page.html"}, false},
    {{"figure", "plaxton-g", "--out", "OUT"}, false},
};
enum { WRITER_COUNT = sizeof writers / sizeof *writers };

/* In: folder: what OUT is; out_path as in test_redist_to. */
static struct test_run start(struct test_place *place, const struct writer *writer,
                             const char *folder, const char *out_path)
{
    const char *argument[MOST_ARGUMENTS + 1] = {0};
    for (size_t i = 0; i < MOST_ARGUMENTS && writer->argument[i]; i++) {
        const char *given = writer->argument[i];
        bool out = strncmp(given, "OUT", 3) == 0, in = strncmp(given, "IN", 2) == 0;
        argument[i] = out  ? rd_arena_print(&place->arena, "%s%s", folder, given + 3)
                      : in ? rd_arena_print(&place->arena, "%s%s", place->folder, given + 2)
                           : given;
    }
    struct test_run run = test_redist_to(place, out_path, argument);
    run.err = run.err ? run.err : "";
    return run;
}

static struct test_run write_to(struct test_place *place, const struct writer *writer,
                                const char *folder)
{
    return start(place, writer, folder, NULL);
}

static void write_text(const char *path, const char *text)
{
    int file = open(path, O_WRONLY);
    if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text))
        exit(77);
    close(file);
}

/* From here on, what this process mounts is nobody else's. */
static void take_mounts(void)
{
    char map[32];
    snprintf(map, sizeof map, "0 %u 1", (unsigned)getuid());
    if (unshare(CLONE_NEWNS) != 0) {
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
            exit(77);
        write_text("/proc/self/uid_map", map);
    }
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        exit(77);
}

static const char *mount_disk(struct test_place *place, long kib)
{
    const char *folder = test_path(place, "disk");
    mkdir(folder, 0777);
    if (mount("tmpfs", folder, "tmpfs", 0, rd_arena_print(&place->arena, "size=%ldk", kib)) != 0)
        exit(77);
    return folder;
}

/* Is every file of a folder as in the folder of whole ones? Fails the test if it is not. */
static size_t count_whole(struct test_place *place, const char *folder, const char *whole,
                          const char *what)
{
    size_t count = 0;
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (struct dirent *entry; (entry = readdir(open));) {
        if (entry->d_name[0] == '.' && strlen(entry->d_name) <= 2)
            continue;
        const char *name = entry->d_name;
        const char *text = test_read(place, rd_arena_print(&place->arena, "%s/%s", folder, name));
        const char *right = test_read(place, rd_arena_print(&place->arena, "%s/%s", whole, name));
        if (!right)
            fail_msg("%s: %s is left behind", what, name);
        if (strcmp(text ? text : "", right) != 0)
            fail_msg("%s: %s is there by half", what, name);
        count++;
    }
    closedir(open);
    return count;
}

static const char *rows_of(struct test_place *place, const char *folder,
                           const struct writer *writer)
{
    const char *name = strcmp(writer->argument[0], "merge") == 0 ? "all.db" : "runs.db";
    struct test_run run =
        test_redist(place, "export", rd_arena_print(&place->arena, "%s/%s", folder, name), NULL);
    test_status(&run, 0);
    return run.out;
}

/* What a writer writes where there is room, in a folder of its own. */
static const char *write_whole(struct test_place *place, const struct writer *writer)
{
    const char *folder =
        test_path(place, rd_arena_print(&place->arena, "whole%d", (int)(writer - writers)));
    if (access(folder, F_OK) == 0)
        return folder;
    assert_int_equal(mkdir(folder, 0777), 0);
    struct test_run run = write_to(place, writer, folder);
    test_status(&run, 0);
    return folder;
}

/* A run that could not write: words that say so, nothing by half. */
static void expect_failure(struct test_place *place, const struct writer *writer,
                           const struct test_run *run, const char *folder, const char *words,
                           const char *what)
{
    const char *name = rd_arena_print(&place->arena, "%s, %s", writer->argument[0], what);
    /* A platform in memory is a file, too, which may not grow. */
    if (run->status != 5 && !(run->status == 4 && strstr(run->err, "no memory file")))
        fail_msg("%s: status %d: %s", name, run->status, run->err);
    test_contains(run->err, words);
    if (!writer->results)
        count_whole(place, folder, write_whole(place, writer), name);
}

/* Disks of twice the size each, until all has room. */
static void fills_disks(struct test_place *place, const struct writer *writer)
{
    const char *whole = write_whole(place, writer);
    const char *words = writer->results ? "the disk is full\n" : "No space left on device";
    size_t failed = 0;
    for (long kib = 4;; kib *= writer->argument[0][0] == 'f' ? 4 : 2) {
        struct rd_arena_mark mark = rd_arena_mark(&place->arena);
        assert_true(kib <= MOST_KIB);
        const char *folder = mount_disk(place, kib);
        const char *what = rd_arena_print(&place->arena, "disk of %ld KiB", kib);
        struct test_run run = write_to(place, writer, folder);
        bool done = run.status == 0;
        if (!done)
            expect_failure(place, writer, &run, folder, words, what);
        if (writer->results) { /* with more room it goes on */
            assert_int_equal(mount("tmpfs", folder, "tmpfs", MS_REMOUNT, "size=8m"), 0);
            run = write_to(place, writer, folder);
            test_status(&run, 0);
            assert_string_equal(rows_of(place, folder, writer), rows_of(place, whole, writer));
        } else if (done) {
            assert_int_equal(count_whole(place, folder, whole, what), test_count_entries(whole));
        }
        assert_int_equal(umount(folder), 0);
        rd_arena_rewind(&place->arena, mark);
        if (done)
            break;
        failed++;
    }
    if (failed == 0)
        fail_msg("%s: a page is enough", writer->argument[0]);
}

static void what_has_no_room_is_not_there(void **state)
{
    for (size_t i = 0; i < WRITER_COUNT; i++)
        fills_disks(*state, &writers[i]);
}

static void what_can_only_be_read_is_not_written(void **state)
{
    struct test_place *place = *state;
    for (size_t i = 0; i < WRITER_COUNT; i++) {
        const char *folder = mount_disk(place, 4);
        assert_int_equal(mount("tmpfs", folder, "tmpfs", MS_REMOUNT | MS_RDONLY, NULL), 0);
        struct test_run run = write_to(place, &writers[i], folder);
        /* SQLite says it in its own words when it makes a file. */
        const char *words = writers[i].results ? "cannot be " : "Read-only file system";
        expect_failure(place, &writers[i], &run, folder, words, "read-only");
        assert_int_equal(test_count_entries(folder), 0);
        assert_int_equal(umount(folder), 0);
    }
}

/* As `ulimit -f` has it. */
static void what_may_not_grow_is_not_there(void **state)
{
    struct test_place *place = *state;
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    for (size_t i = 0; i < WRITER_COUNT; i++) {
        write_whole(place, &writers[i]);
        const char *folder = mount_disk(place, MOST_KIB);
        small = (struct rlimit){.rlim_cur = 300, .rlim_max = before.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        struct test_run run = write_to(place, &writers[i], folder);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        expect_failure(place, &writers[i], &run, folder,
                       writers[i].results ? "cannot be written" : "File too large",
                       "files of 300 bytes");
        assert_int_equal(umount(folder), 0);
    }
}

/* Standard output that is full, of every verb and of every format. */
static void a_full_standard_output_is_told(void **state)
{
    struct test_place *place = *state;
    static const struct writer printing[] = {
        {{"--help"}, false},
        {{"--version"}, false},
        {{"list", "figures"}, false},
        {{"list", "--format", "json"}, false},
        {{"check", "IN/disks.xml"}, false},
        {{"plan", "IN/disks.xml"}, false},
        {{"plan", "IN/disks.xml", "--out", "-"}, false},
        {{"run", "IN/disks.xml"}, false},
        {{"run", "IN/disks.xml", "--format", "json"}, false},
        {{"run", "IN/disks.xml", "--format", "csv"}, false},
        {{"explain", "IN/disks.xml"}, false},
        {{"judge", "IN/disks.xml", "IN/traces/disks.ring-one-way.csv"}, false},
        {{"draw", "IN/traces/disks.ring-one-way.csv", "--out", "-"}, false},
        {{"platform", "ring", "--hosts", "400"}, false},
        {{"relabel", "overlap", "examples/placements/overlap.txt"}, false},
        {{"relabel", "overlap", "examples/placements/overlap.txt", "--out", "-"}, false},
        {{"relabel", "overlap", "examples/placements/overlap.txt", "--certificate", "-"}, false},
        {{"sweep", "IN/disks.xml", "--results", "IN/runs.db"}, false},
        {{"merge", "IN/runs.db", "IN/runs.db"}, false},
        {{"export", "IN/runs.db"}, false},
        {{"export", "IN/runs.db", "--format", "json"}, false},
        {{"compare", "IN/runs.db"}, false},
        {{"compare", "IN/runs.db", "--format", "csv"}, false},
        {{"report", "IN/runs.db", "--out", "-"}, false},
        {{"figure", "plaxton-g", "--out", "IN/figures"}, false},
    };
    for (size_t i = 0; i < sizeof printing / sizeof *printing; i++) {
        const char *const *argument = printing[i].argument;
        struct test_run run = start(place, &printing[i], place->folder, "/dev/full");
        if (run.status != 5)
            fail_msg("%s %s: status %d: %s", argument[0], argument[1] ? argument[1] : "",
                     run.status, run.err);
        test_contains(run.err, "No space left on device\n");
    }
}

static int open_place(void **state)
{
    if (access("/dev/shm", W_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 0);
    if (test_open(state) != 0)
        return -1;
    struct test_place *place = *state;
    const char *path = test_write(place, "disks.xml", scenario);
    struct test_run run =
        test_redist(place, "run", path, "--trace", test_path(place, "traces"), NULL);
    test_status(&run, 0);
    run = test_redist(place, "sweep", path, "--results", test_path(place, "runs.db"), NULL);
    test_status(&run, 0);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_no_room_is_not_there),
        cmocka_unit_test(what_can_only_be_read_is_not_written),
        cmocka_unit_test(what_may_not_grow_is_not_there),
        cmocka_unit_test(a_full_standard_output_is_told),
    };
    take_mounts();
    return cmocka_run_group_tests(tests, open_place, test_close);
}
