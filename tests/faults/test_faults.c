/* The k-th allocation, write, fsync, rename, fork or open fails, for every k or for some of each
 * size: the program says so and ends with the status that docs/commands.md gives it, or its result
 * is the right one; no file is there by half, and a sweep goes on to the result it would have had.
 * Arguments: how many k of each kind and verb are tried, 0 for all; then, to try only these, names
 * of verbs and kinds. Skipped (77) where the system does not let the shim work. */
#include "orders.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    RECORDED_FILES = 8,
    MOST_TALLIES = 256,
    MOST_STATES = 256,
    FEW_CALLS = 16,
    TOLD_EVERY = 1000
};

static const char *const kinds[] = {"alloc", "write", "fsync", "rename", "fork", "open"};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

static long most_tries = 5;
static char **chosen; /* names of verbs and kinds; none: all */
static int chosen_count;

/* What a verb does: its arguments, and the folder that it writes into ("": none). */
struct verb {
    const char *name;
    const char *argument[14];
    const char *folder;
    const char *results;  /* a sweep's; NULL: none */
    const char *left_out; /* a kind that cannot be tried; NULL: none */
};

/* What a folder holds. */
struct files {
    const char *name[RECORDED_FILES];
    const char *text[RECORDED_FILES];
    size_t count;
};

/* What came of one kind of fault at one verb. */
struct tally {
    const char *verb;
    const char *kind;
    const char *how;
    long calls;
    long faults; /* that were met */
    long errors; /* ended with an error status, and said so */
    long right;  /* ended with the right result all the same */
};

static struct tally tallies[MOST_TALLIES];
static size_t tally_count;
static long defect_count;

/* What is tried now. */
struct trial {
    struct test_place *place;
    const struct verb *verb;
    char fault[64];
    struct test_run good;
    struct files whole;
    const char *rows; /* of a sweep */
    struct tally *tally;
    uint64_t state[MOST_STATES]; /* of a sweep's folder, that were gone on from */
    size_t state_count;
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

static void defect(const struct trial *trial, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Goes on with the next fault: a whole run says all that is wrong. */
static void defect(const struct trial *trial, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    printf("DEFECT %s, %s: ", trial->verb->name, trial->fault);
    vprintf(format, values);
    putchar('\n');
    fflush(stdout);
    va_end(values);
    defect_count++;
}

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
        const char *text = test_read(place, path);
        files.name[files.count] = rd_arena_print(&place->arena, "%s", entry->d_name);
        files.text[files.count++] = text ? text : "";
    }
    if (open)
        closedir(open);
    return files;
}

/* Every file that is there is whole; if all went well, every file is there. */
static void all_are_whole(const struct trial *trial, bool all)
{
    const struct files *whole = &trial->whole;
    struct files files = files_of(trial->place, trial->verb->folder);
    if (all && files.count < whole->count)
        defect(trial, "all well, and yet of %zu files %zu are there", whole->count, files.count);
    for (size_t i = 0; i < files.count; i++) {
        size_t j = 0;
        while (j < whole->count && strcmp(files.name[i], whole->name[j]) != 0)
            j++;
        if (j == whole->count)
            defect(trial, "%s is left behind", files.name[i]);
        else if (strcmp(files.text[i], whole->text[j]) != 0)
            defect(trial, "%s is there by half", files.name[i]);
    }
}

/* Copies what was printed, without the values of wall clocks. */
static const char *without_clocks(struct test_place *place, const char *text)
{
    static const char clock[] = "_ms\": ";
    char *copy = rd_arena_print(&place->arena, "%s", text ? text : "");
    for (char *at = copy; (at = strstr(at, clock));) {
        at += strlen(clock);
        memmove(at, at + strcspn(at, ",\n"), strlen(at + strcspn(at, ",\n")) + 1);
    }
    return copy;
}

static struct test_run run_with(struct test_place *place, const struct verb *verb,
                                const char *fault, struct counter *ret_count)
{
    if (verb->folder[0])
        remove_files(verb->folder);
    struct test_run run = order(place, verb->argument, fault, ret_count);
    run.out = without_clocks(place, run.out);
    run.err = run.err ? run.err : "";
    return run;
}

static struct test_run undisturbed(struct test_place *place, const char *const *argument)
{
    struct counter ignored;
    return order(place, argument, "alloc 0 once", &ignored);
}

static const char *export_of(struct test_place *place, const char *results)
{
    struct test_run run = undisturbed(place, (const char *const[]){"export", results, NULL});
    return run.status == 0 && run.out ? run.out : "";
}

/* A number for all that a folder holds. */
static uint64_t state_of(const char *folder)
{
    uint64_t state = 14695981039346656037u; /* FNV-1a */
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        for (const char *letter = entry->d_name; *letter; letter++)
            state = (state ^ (unsigned char)*letter) * 1099511628211u;
        FILE *file = fopen(path, "rb");
        for (int byte; file && (byte = getc(file)) != EOF;)
            state = (state ^ (unsigned char)byte) * 1099511628211u;
        if (file)
            fclose(file);
    }
    if (open)
        closedir(open);
    return state;
}

/* Was this left before, at this verb, and has it gone on well? Notes it. Most faults of a sweep
 * leave the same: nothing, or a file without runs. */
static bool is_known(struct trial *trial, uint64_t state)
{
    for (size_t i = 0; i < trial->state_count; i++)
        if (trial->state[i] == state)
            return true;
    if (trial->state_count < MOST_STATES)
        trial->state[trial->state_count++] = state;
    return false;
}

/* What was stopped goes on and comes to the result that it would have had; but a run that failed
 * for want of memory is recorded as such. */
static void goes_on(struct trial *trial, int status)
{
    const struct verb *verb = trial->verb;
    if (status != 0 && is_known(trial, state_of(verb->folder)))
        return;
    if (status != 0) {
        struct test_run run = undisturbed(trial->place, verb->argument);
        if (run.status != 0 && run.status != 1)
            defect(trial, "afterwards %d: %s", run.status, run.err);
    }
    const char *rows = export_of(trial->place, verb->results);
    if (strcmp(rows, trial->rows) != 0 && (status == 0 || !strstr(rows, ",failed,")))
        defect(trial, "%d, and the sweep comes to\n%s", status, rows);
}

static void judge(const struct trial *trial, const struct test_run *run)
{
    const char *err = run->err, *out = run->out;
    trial->tally->right += run->status == 0;
    trial->tally->errors += run->status != 0;
    switch (run->status) {
    case 0:
        if (strcmp(out, trial->good.out) != 0)
            defect(trial, "all well, and yet\n%s", out);
        return;
    case 1: /* a row or a platform's holder failed, and says so */
        if (!strstr(out, "failed") && !strstr(err, "ended") && !strstr(err, "memory") &&
            !strstr(err, "failed"))
            defect(trial, "status 1 without a failed row:\n%s%s", out, err);
        return;
    case 4:
    case 5:
        /* Where nothing can be written, no word can. */
        if (!strchr(err, '\n') && strncmp(trial->fault, "write", 5) != 0)
            defect(trial, "status %d without a word", run->status);
        return;
    case 3: defect(trial, "the input is blamed: %s", err); return;
    default: defect(trial, "status %d:\n%s%s", run->status, out, err);
    }
}

static void try_one(struct trial *trial)
{
    struct counter count;
    struct test_run run = run_with(trial->place, trial->verb, trial->fault, &count);
    if (count.failed == 0) /* processes beside each other make more calls or less */
        return;
    trial->tally->faults++;
    judge(trial, &run);
    const char *temporary = test_path(trial->place, "temporary");
    if (test_count_entries(temporary) > 0)
        defect(trial, "something is left behind in $TMPDIR");
    if (trial->verb->results)
        goes_on(trial, run.status);
    else if (trial->verb->folder[0])
        all_are_whole(trial, run.status == 0);
}

/* Tries a kind of fault at one verb. */
static void try_kind(struct test_place *place, const struct verb *verb, const char *kind,
                     const char *how)
{
    struct counter count;
    struct trial trial = {.place = place, .verb = verb};
    snprintf(trial.fault, sizeof trial.fault, "%s 0 once", kind);
    trial.good = run_with(place, verb, trial.fault, &count);
    test_status(&trial.good, 0);
    if (!verb->results && verb->folder[0])
        trial.whole = files_of(place, verb->folder);
    trial.rows = verb->results ? export_of(place, verb->results) : NULL;
    assert_true(tally_count < MOST_TALLIES);
    trial.tally = &tallies[tally_count++];
    *trial.tally = (struct tally){verb->name, kind, how, count.calls, 0, 0, 0};
    long calls = count.calls;
    long step = most_tries > 0 && calls > FEW_CALLS ? calls / most_tries : 1;
    for (long k = 1; k <= calls; k = k < calls && k + step > calls ? calls : k + step) {
        struct rd_arena_mark mark = rd_arena_mark(&place->arena);
        snprintf(trial.fault, sizeof trial.fault, "%s %ld %s", kind, k, how);
        try_one(&trial);
        rd_arena_rewind(&place->arena, mark);
        if (k % TOLD_EVERY == 0)
            print_message("%s: %s of %ld\n", verb->name, trial.fault, calls);
    }
    print_message("%s: %ld faults of %ld %s %s\n", verb->name, trial.tally->faults, calls, kind,
                  how);
}

/* Is this verb or kind among those that were asked for? */
static bool is_chosen(const char *name, bool is_kind)
{
    bool any = false;
    for (int i = 0; i < chosen_count; i++) {
        bool names_kind = false;
        for (size_t j = 0; j < KIND_COUNT; j++)
            names_kind = names_kind || strcmp(chosen[i], kinds[j]) == 0;
        if (names_kind == is_kind && strcmp(chosen[i], name) == 0)
            return true;
        any = any || names_kind == is_kind;
    }
    return !any;
}

static void try_verb(struct test_place *place, const struct verb *verb)
{
    if (!is_chosen(verb->name, false))
        return;
    long before = defect_count;
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (!is_chosen(kinds[i], true) || (verb->left_out && !strcmp(verb->left_out, kinds[i])))
            continue;
        try_kind(place, verb, kinds[i], "once");
        if (i < 2 || most_tries == 0)
            try_kind(place, verb, kinds[i], "on");
    }
    if (defect_count > before)
        fail_msg("%ld defects", defect_count - before);
}

/* A folder in the place, made. */
static const char *folder_of(struct test_place *place, const char *name)
{
    const char *path = test_path(place, name);
    assert_true(mkdir(path, 0777) == 0 || test_count_entries(path) == 0);
    return path;
}

/* The results of the scenario's sweep, made once. */
static const char *results_of(struct test_place *place)
{
    const char *path = test_path(place, "given.db");
    if (access(path, F_OK) != 0) {
        struct test_run run =
            undisturbed(place, (const char *const[]){"sweep", test_path(place, "faults.xml"),
                                                     "--results", path, NULL});
        test_status(&run, 0);
    }
    return path;
}

static void a_run(void **state)
{
    struct test_place *place = *state;
    const char *folder = test_path(place, "traces");
    const char *path = test_path(place, "faults.xml");
    try_verb(place, &(struct verb){"run",
                                   {"run", path, "--format", "json", "--trace", folder, "--gantt",
                                    folder, NULL},
                                   folder,
                                   NULL,
                                   NULL});
}

/* With profiles, which SimGrid reads from files in a folder of their own. */
static void a_table(void **state)
{
    struct test_place *place = *state;
    const char *path = test_path(place, "faults.xml");
    if (most_tries > 0 && chosen_count == 0)
        skip(); /* most is as in a_run */
    try_verb(place,
             &(struct verb){
                 "table", {"run", path, "--set", "profile=steps 1 0.5 1.5", NULL}, "", NULL, NULL});
}

static void a_plan(void **state)
{
    struct test_place *place = *state;
    const char *folder = folder_of(place, "plans");
    try_verb(place, &(struct verb){"plan",
                                   {"plan", test_path(place, "faults.xml"), "--out",
                                    test_path(place, "plans/plan.csv"), NULL},
                                   folder,
                                   NULL,
                                   NULL});
}

static void a_platform(void **state)
{
    try_verb(*state, &(struct verb){
                         "platform", {"platform", "ring", "--hosts", "4", NULL}, "", NULL, NULL});
}

static void a_sweep(void **state)
{
    struct test_place *place = *state;
    const char *folder = folder_of(place, "results");
    const char *results = test_path(place, "results/faults.db");
    try_verb(place, &(struct verb){"sweep",
                                   {"sweep", test_path(place, "faults.xml"), "--results", results,
                                    "--jobs", "1", NULL},
                                   folder,
                                   results,
                                   NULL});
}

static void a_merge(void **state)
{
    struct test_place *place = *state;
    const char *folder = folder_of(place, "merged");
    const char *results = test_path(place, "merged/all.db");
    try_verb(place,
             &(struct verb){
                 "merge", {"merge", results, results_of(place), NULL}, folder, results, NULL});
}

static void an_export(void **state)
{
    struct test_place *place = *state;
    const char *folder = folder_of(place, "exports");
    try_verb(place, &(struct verb){"export",
                                   {"export", results_of(place), "--out",
                                    test_path(place, "exports/runs.csv"), NULL},
                                   folder,
                                   NULL,
                                   NULL});
}

static void a_comparison(void **state)
{
    struct test_place *place = *state;
    try_verb(place,
             &(struct verb){"compare", {"compare", results_of(place), NULL}, "", NULL, NULL});
}

static void a_report(void **state)
{
    struct test_place *place = *state;
    const char *folder = folder_of(place, "reports");
    try_verb(place, &(struct verb){"report",
                                   {"report", results_of(place), "--scenario",
                                    test_path(place, "faults.xml"), "--out",
                                    test_path(place, "reports/page.html"), NULL},
                                   folder,
                                   NULL,
                                   NULL});
}

/* With gnuplot, whose own calls are not counted. What it opens before its main is beyond the shim,
 * whose filter would end it. */
static void a_figure(void **state)
{
    struct test_place *place = *state;
    const char *folder = folder_of(place, "figures");
    if (most_tries > 0 && chosen_count == 0)
        skip(); /* a second each */
    try_verb(place,
             &(struct verb){
                 "figure", {"figure", "plaxton-g", "--out", folder, NULL}, folder, NULL, "open"});
}

static void print_tallies(void)
{
    printf("%-10s%-8s%-6s%8s%8s%8s%8s\n", "verb", "kind", "how", "calls", "faults", "errors",
           "right");
    for (size_t i = 0; i < tally_count; i++) {
        const struct tally *tally = &tallies[i];
        printf("%-10s%-8s%-6s%8ld%8ld%8ld%8ld\n", tally->verb, tally->kind, tally->how,
               tally->calls, tally->faults, tally->errors, tally->right);
    }
    fflush(stdout);
}

/* In memory, where it can be: whether a disk is waited for makes no difference but time. */
static int open_place(void **state)
{
    if (access("/dev/shm", W_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 0);
    if (test_open(state) != 0)
        return -1;
    test_write(*state, "faults.xml", scenario);
    setenv("TMPDIR", folder_of(*state, "temporary"), 1);
    orders_open(*state);
    return 0;
}

static int close_place(void **state)
{
    print_tallies();
    orders_close();
    return test_close(state);
}

int main(int argument_count, char **argument)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run),      cmocka_unit_test(a_table),      cmocka_unit_test(a_plan),
        cmocka_unit_test(a_platform), cmocka_unit_test(a_sweep),      cmocka_unit_test(a_merge),
        cmocka_unit_test(an_export),  cmocka_unit_test(a_comparison), cmocka_unit_test(a_report),
        cmocka_unit_test(a_figure),
    };
    if (argument_count > 1)
        most_tries = strtol(argument[1], NULL, 10);
    chosen = argument + 2;
    chosen_count = argument_count > 2 ? argument_count - 2 : 0;
    return cmocka_run_group_tests(tests, open_place, close_place);
}
