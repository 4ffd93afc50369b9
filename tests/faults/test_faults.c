/* The k-th allocation, write, fsync, rename, fork or open fails, for every k or for some of each
 * size: the program says so and ends with the status that docs/commands.md gives it, or its result
 * is the right one; no file is there by half, and a sweep goes on to the result it would have had.
 * Arguments: how many k of each kind and verb are tried, 0 for all. Skipped (77) where the system
 * does not let the shim work. */
#include "shim.h"

#include "tests/cli/program.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long most_tries = 3;

enum { RECORDED_FILES = 8 };

/* What a verb does: its arguments, and the folder that it writes into ("": none). */
struct verb {
    const char *argument[8];
    const char *folder;
    const char *results; /* a sweep's; NULL: none */
};

/* What a folder holds. */
struct files {
    const char *name[RECORDED_FILES];
    const char *text[RECORDED_FILES];
    size_t count;
};

static const char scenario[] =
    "<scenario name=\"faults\">\n"
    "<platform generator=\"ring\" direction=\"one-way\" hosts=\"3\" cost=\"list 1 2 3\"/>\n"
    "<topology shape=\"ring\"/>\n"
    "<loads><load host=\"h0\" items=\"3\" after=\"1\"/><load host=\"h1\" items=\"1\" after=\"2\"/>"
    "<load host=\"h2\" items=\"1\" after=\"2\"/></loads>\n"
    "<goal reach=\"after\"/>\n"
    "<run algorithm=\"ring-one-way\"/>\n"
    "<sweep><vary parameter=\"cost\" values=\"1 2\"/></sweep>\n"
    "</scenario>\n";

static void remove_files(const char *folder)
{
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));)
        if (entry->d_name[0] != '.' || strlen(entry->d_name) > 2) {
            char path[1024];
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            unlink(path);
        }
    if (open)
        closedir(open);
}

static struct files files_of(struct test_place *place, const char *folder)
{
    struct files files = {0};
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        assert_true(files.count < RECORDED_FILES);
        const char *path = rd_arena_print(&place->arena, "%s/%s", folder, entry->d_name);
        files.name[files.count] = rd_arena_print(&place->arena, "%s", entry->d_name);
        files.text[files.count++] = test_read(place, path);
    }
    if (open)
        closedir(open);
    return files;
}

/* Every file that is there is whole. */
static void all_are_among(const struct files *files, const struct files *whole, const char *fault)
{
    for (size_t i = 0; i < files->count; i++) {
        size_t j = 0;
        while (j < whole->count && strcmp(files->name[i], whole->name[j]) != 0)
            j++;
        if (j == whole->count)
            fail_msg("%s: %s is left behind", fault, files->name[i]);
        if (strcmp(files->text[i], whole->text[j]) != 0)
            fail_msg("%s: %s is there by half", fault, files->name[i]);
    }
}

static struct test_run run_with(struct test_place *place, const struct verb *verb,
                                const char *fault, long *ret_calls)
{
    const char *path = test_path(place, "counter");
    struct counter counter = {0};
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(&counter, sizeof counter, 1, file), 1);
    fclose(file);
    if (verb->folder[0])
        remove_files(verb->folder);
    setenv("REDIST_FAULT", fault, 1);
    setenv("REDIST_COUNTER", path, 1);
    setenv("LD_PRELOAD", FAULTS_SHIM, 1);
    struct test_process process = test_redist_start(NULL, verb->argument);
    unsetenv("LD_PRELOAD");
    struct test_run run = test_redist_end(place, process);
    file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(&counter, sizeof counter, 1, file), 1);
    fclose(file);
    *ret_calls = counter.calls;
    return run;
}

static const char *export_of(struct test_place *place, const char *results)
{
    struct test_run run = test_redist(place, "export", results, NULL);
    test_status(&run, 0);
    return run.out ? run.out : "";
}

/* What was stopped goes on and comes to the result that it would have had; but a run that failed
 * for want of memory is recorded as such. */
static void goes_on(struct test_place *place, const struct verb *verb, const char *whole,
                    const char *fault)
{
    struct test_run run = test_redist_to(place, NULL, verb->argument);
    if (run.status != 0 && run.status != 1)
        fail_msg("%s: afterwards %d: %s", fault, run.status, run.err);
    const char *rows = export_of(place, verb->results);
    if (strcmp(rows, whole) != 0 && !strstr(rows, ",failed,"))
        fail_msg("%s: the sweep comes to\n%s", fault, rows);
}

static void judge(const struct test_run *run, const struct test_run *good, const char *fault)
{
    const char *err = run->err ? run->err : "", *out = run->out ? run->out : "";
    switch (run->status) {
    case 0:
        if (strcmp(out, good->out ? good->out : "") != 0)
            fail_msg("%s: all well, and yet\n%s", fault, out);
        return;
    case 1: /* a row or a platform's holder failed, and says so */
        if (!strstr(out, "failed") && !strstr(err, "ended") && !strstr(err, "memory") &&
            !strstr(err, "failed"))
            fail_msg("%s: status 1 without a failed row:\n%s%s", fault, out, err);
        return;
    case 4:
    case 5:
        /* Where nothing can be written, no word can. */
        if (!strchr(err, '\n') && strncmp(fault, "write", 5) != 0)
            fail_msg("%s: status %d without a word", fault, run->status);
        return;
    case 3: /* a file that SimGrid could not open */
        if (strncmp(fault, "open", 4) != 0 || !strstr(err, "loading the platform"))
            fail_msg("%s: the input is blamed: %s", fault, err);
        return;
    default: fail_msg("%s: status %d:\n%s%s", fault, run->status, out, err);
    }
}

/* Tries a kind of fault at one verb. Returns: how many were tried. */
static long try_kind(struct test_place *place, const struct verb *verb, const char *kind,
                     const char *how)
{
    long calls, ignored, tries = 0;
    char fault[64];
    snprintf(fault, sizeof fault, "%s 0 once", kind);
    struct test_run good = run_with(place, verb, fault, &calls);
    if (good.status == SHIM_CANNOT)
        exit(77);
    test_status(&good, 0);
    struct files whole = {0};
    if (!verb->results && verb->folder[0])
        whole = files_of(place, verb->folder);
    const char *rows = verb->results ? export_of(place, verb->results) : NULL;
    long step = most_tries > 0 && calls > most_tries ? calls / most_tries : 1;
    for (long k = 1; k <= calls; k += step, tries++) {
        struct rd_arena_mark mark = rd_arena_mark(&place->arena);
        snprintf(fault, sizeof fault, "%s %ld %s", kind, k, how);
        struct test_run run = run_with(place, verb, fault, &ignored);
        judge(&run, &good, fault);
        if (verb->results) {
            goes_on(place, verb, rows, fault);
        } else if (verb->folder[0]) {
            struct files files = files_of(place, verb->folder);
            all_are_among(&files, &whole, fault);
        }
        rd_arena_rewind(&place->arena, mark);
    }
    return tries;
}

static void try_kinds(struct test_place *place, const struct verb *verb, const char *const *kind,
                      size_t kind_count)
{
    for (size_t i = 0; i < kind_count; i++) {
        long once = try_kind(place, verb, kind[i], "once");
        long on = i < 2 || most_tries == 0 ? try_kind(place, verb, kind[i], "on") : 0;
        print_message("%s: %ld faults of %s\n", verb->argument[0], once + on, kind[i]);
    }
}

static void try_all(struct test_place *place, const struct verb *verb)
{
    static const char *const kind[] = {"alloc", "write", "fsync", "rename", "fork", "open"};
    try_kinds(place, verb, kind, sizeof kind / sizeof *kind);
}

static void a_run(void **state)
{
    struct test_place *place = *state;
    const char *folder = test_path(place, "traces");
    struct verb verb = {{"run", test_write(place, "faults.xml", scenario), "--format", "csv",
                         "--trace", folder, NULL},
                        folder,
                        NULL};
    try_all(place, &verb);
}

static void a_platform(void **state)
{
    struct verb verb = {{"platform", "ring", "--hosts", "4", NULL}, "", NULL};
    try_all(*state, &verb);
}

static void a_sweep(void **state)
{
    struct test_place *place = *state;
    const char *folder = test_path(place, "results");
    assert_int_equal(mkdir(folder, 0777), 0);
    const char *results = test_path(place, "results/faults.db");
    struct verb verb = {{"sweep", test_write(place, "faults.xml", scenario), "--results", results,
                         "--jobs", "1", NULL},
                        folder,
                        results};
    try_all(place, &verb);
}

/* With gnuplot, which must not leave half a picture either. What a new program opens before its
 * main is beyond the shim. */
static void a_figure(void **state)
{
    static const char *const kind[] = {"write", "fsync", "rename"};
    struct test_place *place = *state;
    const char *folder = test_path(place, "figures");
    struct verb verb = {{"figure", "plaxton-g", "--out", folder, NULL}, folder, NULL};
    if (most_tries > 0)
        skip(); /* a second each */
    try_kinds(place, &verb, kind, sizeof kind / sizeof *kind);
}

int main(int argument_count, char **argument)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run),
        cmocka_unit_test(a_platform),
        cmocka_unit_test(a_sweep),
        cmocka_unit_test(a_figure),
    };
    if (argument_count > 1)
        most_tries = strtol(argument[1], NULL, 10);
    return cmocka_run_group_tests(tests, test_open, test_close);
}
