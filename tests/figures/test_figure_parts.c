/* Figures in parts: all parts are made, in their order; what is kept is not made again until it is
 * removed. */
#include "tests/support/cmocka.h"

#include "sim/figures/figure_parts.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PARTS = 7, BAD = 4 };

static struct rd_arena arena;
static char folder[] = "/tmp/redist-parts-XXXXXX";

/* What a part writes: its number, and who was told to fail. */
static bool write_part(FILE *out, const void *context, size_t number, struct rd_error *reterr)
{
    const size_t *bad = context;
    if (number == *bad)
        return rd_failed(reterr, "part %zu is bad", number);
    fprintf(out, "%zu\nby %zu\n", number, *bad);
    return true;
}

static bool make(bool goes_on, size_t bad, const char *given, struct rd_figure_part part[PARTS],
                 struct rd_error *reterr)
{
    struct rd_figure_settings settings = {.folder = folder, .worker_count = 1, .goes_on = goes_on};
    struct rd_figure_parts parts = {
        .figure = "of-parts", .part = part, .count = PARTS, .write = write_part, .context = &bad};
    for (size_t i = 0; i < PARTS; i++)
        part[i] = (struct rd_figure_part){.name = "a part",
                                          .given = rd_arena_print(&arena, "%s %zu", given, i)};
    return rd_figure_parts_make(&settings, &parts, &arena, reterr);
}

static void remove_parts(void)
{
    const char *parts = rd_arena_print(&arena, "%s/of-parts.parts", folder);
    assert_int_equal(access(parts, F_OK), 0);
    rd_figure_parts_remove(folder, "of-parts", &arena);
    assert_int_equal(access(parts, F_OK), -1);
}

/* With one worker, those before a bad one are there; who goes on makes the others only. */
static void test_goes_on(void **state)
{
    (void)state;
    struct rd_figure_part part[PARTS];
    struct rd_error error;
    assert_false(make(false, BAD, "one", part, &error));
    assert_string_equal(error.message, "part 4 is bad");
    assert_true(make(true, PARTS, "one", part, &error));
    for (size_t i = 0; i < PARTS; i++)
        assert_string_equal(part[i].text,
                            rd_arena_print(&arena, "%zu\nby %d\n", i, i < BAD ? BAD : PARTS));
    remove_parts();
}

/* Makes in another process, as of a figure that was stopped: one writes a file only once. */
static void make_beside(bool goes_on, size_t bad, const char *given)
{
    struct rd_figure_part part[PARTS];
    struct rd_error error;
    int status;
    pid_t pid = fork();
    if (pid == 0)
        _exit(make(goes_on, bad, given, part, &error) != (bad >= PARTS));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

/* What was made of something else is not taken, nor is anything if nobody goes on. */
static void test_begins_anew(void **state)
{
    (void)state;
    struct rd_figure_part part[PARTS];
    struct rd_error error;
    make_beside(false, BAD, "two");
    assert_true(make(true, PARTS + 1, "three", part, &error));
    assert_string_equal(part[0].text, "0\nby 8\n");
    assert_true(make(false, PARTS + 2, "two", part, &error));
    assert_string_equal(part[0].text, "0\nby 9\n");
    remove_parts();
}

/* Cuts the file of a part at its last line, or changes a byte of it, or removes its last newline.
 */
enum damage { CUT, CHANGED, OPEN_END, DAMAGES };

static void damage_all(enum damage damage)
{
    const char *parts = rd_arena_print(&arena, "%s/of-parts.parts", folder);
    DIR *entries = opendir(parts);
    assert_non_null(entries);
    for (const struct dirent *entry; (entry = readdir(entries));) {
        char text[256] = "";
        if (entry->d_name[0] == '.')
            continue;
        FILE *file = fopen(rd_arena_print(&arena, "%s/%s", parts, entry->d_name), "r+");
        assert_non_null(file);
        size_t size = fread(text, 1, sizeof text - 1, file);
        assert_true(size > sizeof "by 8\n" && size < sizeof text - 1);
        if (damage == CHANGED) {
            assert_int_equal(fseek(file, (long)size - 2, SEEK_SET), 0);
            fputc('5', file);
        }
        size_t less = damage == CUT ? strlen("by 8\n") : damage == OPEN_END ? 1 : 0;
        assert_int_equal(ftruncate(fileno(file), (off_t)(size - less)), 0);
        assert_int_equal(fclose(file), 0);
    }
    closedir(entries);
}

/* What is kept but damaged is made anew, and what is whole is not. */
static void test_makes_damaged_ones_anew(void **state)
{
    (void)state;
    struct rd_figure_part part[PARTS];
    struct rd_error error;
    make_beside(false, PARTS, "four");
    for (enum damage damage = CUT; damage < DAMAGES; damage++) {
        size_t by = PARTS + 1 + damage;
        damage_all(damage);
        make_beside(true, by, "four");
        assert_true(make(true, PARTS, "four", part, &error));
        for (size_t i = 0; i < PARTS; i++)
            assert_string_equal(part[i].text, rd_arena_print(&arena, "%zu\nby %zu\n", i, by));
    }
    remove_parts();
}

/* A file that a killed program was writing goes, too. */
static void test_removes_what_was_begun(void **state)
{
    (void)state;
    struct rd_figure_part part[PARTS];
    struct rd_error error;
    assert_true(make(false, PARTS, "five", part, &error));
    FILE *begun = fopen(rd_arena_print(&arena, "%s/of-parts.parts/.redist-1-0", folder), "w");
    assert_non_null(begun);
    assert_int_equal(fclose(begun), 0);
    remove_parts();
}

static int tear_down(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_begins_anew),
        cmocka_unit_test(test_makes_damaged_ones_anew),
        cmocka_unit_test(test_removes_what_was_begun),
    };
    rd_arena_open(&arena, 0);
    if (!mkdtemp(folder))
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, tear_down);
    rd_arena_close(&arena);
    return failed;
}
