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

/* What a verb does. */
struct verb {
    const char *name;
    const char *argument[14]; /* up to a NULL; "@NAME" is NAME in the place's folder */
    bool writes;              /* into the folder "@out" */
    const char *results;      /* of a sweep, there; NULL: none */
    bool is_long;             /* left to the long suite: what it has beside another is little */
};

/* The scenario, its results, plan, trace and loads are given; the rest is made. The figure starts
 * gnuplot, whose own calls are not counted. */
static const struct verb verbs[] = {
    {.name = "list", .argument = {"list", "--format", "json"}, .is_long = true},
    {.name = "check", .argument = {"check", "@faults.xml"}, .is_long = true},
    {.name = "plan", .argument = {"plan", "@faults.xml", "--out", "@out/plan.csv"}, .writes = true},
    {.name = "run",
     .argument = {"run", "@faults.xml", "--format", "json", "--trace", "@out", "--gantt", "@out"},
     .writes = true},
    /* SimGrid reads profiles from files in a folder of their own. */
    {.name = "profiles",
     .argument = {"run", "@faults.xml", "--set", "profile=steps 1 0.5 1.5"},
     .is_long = true},
    /* Those of a platform file, and a trace. */
    {.name = "files", .argument = {"run", "@profiled.xml"}, .is_long = true},
    /* A protocol that plans anew while bandwidths vary; a link that all routes cross; messages of
     * many items; and processes of MPI, whose own calls are not counted. */
    {.name = "online", .argument = {"run", "@online.xml"}, .is_long = true},
    {.name = "shared", .argument = {"run", "@shared.xml"}, .is_long = true},
    {.name = "bundled", .argument = {"run", "@bundled.xml"}, .is_long = true},
    {.name = "execute", .argument = {"execute", "@bundled.xml"}, .is_long = true},
    {.name = "csv", .argument = {"run", "@faults.xml", "--format", "csv"}, .is_long = true},
    {.name = "explain", .argument = {"explain", "@faults.xml"}, .is_long = true},
    {.name = "judge",
     .argument = {"judge", "@faults.xml", "@given/faults.ring-one-way.csv"},
     .is_long = true},
    {.name = "draw",
     .argument = {"draw", "@given/faults.ring-one-way.csv", "--scenario", "@faults.xml", "--out",
                  "@out/gantt.svg"},
     .writes = true},
    {.name = "instance",
     .argument = {"instance", "@faults.xml", "--format", "xml", "--out", "@out/copy.xml"},
     .writes = true,
     .is_long = true},
    {.name = "platform", .argument = {"platform", "ring", "--hosts", "4"}},
    {.name = "sweep",
     .argument = {"sweep", "@faults.xml", "--results", "@out/faults.db", "--jobs", "1"},
     .writes = true,
     .results = "@out/faults.db"},
    {.name = "merge",
     .argument = {"merge", "@out/all.db", "@given/runs.db"},
     .writes = true,
     .results = "@out/all.db"},
    {.name = "export",
     .argument = {"export", "@given/runs.db", "--out", "@out/runs.csv"},
     .writes = true},
    {.name = "export-json",
     .argument = {"export", "@given/runs.db", "--format", "json"},
     .is_long = true},
    {.name = "compare", .argument = {"compare", "@given/runs.db"}},
    {.name = "report",
     .argument = {"report", "@given/runs.db", "--scenario", "@faults.xml", "--out",
                  "@out/page.html"},
     .writes = true},
    {.name = "figure",
     .argument = {"figure", "plaxton-g", "--out", "@out"},
     .writes = true,
     .is_long = true}, /* a second each */
};
enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

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
    const char *argument[16]; /* the verb's, with the place's paths */
    const char *results;
    const char *folder; /* what is written lies there; NULL: nothing is */
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

#define RING_OF_THREE "<platform generator=\"ring\" direction=\"two-way\" hosts=\"3\" "
#define LOADS_OF_THREE                                                                             \
    "<loads><load host=\"h0\" items=\"3\" after=\"1\"/><load host=\"h1\" items=\"1\" "             \
    "after=\"2\"/>"                                                                                \
    "<load host=\"h2\" items=\"1\" after=\"2\"/></loads>\n<goal reach=\"after\"/>\n"
static const char online[] =
    "<scenario name=\"online\">\n" RING_OF_THREE "profile=\"two-state 1 0.5 1.5\"/>\n"
    "<topology shape=\"ring\"/>\n" LOADS_OF_THREE
    "<run algorithm=\"online-replan\"><option name=\"period\" value=\"10\"/></run>\n</scenario>\n";
static const char bundled[] =
    "<scenario name=\"bundled\">\n" RING_OF_THREE "latency=\"2\"/>\n"
    "<topology shape=\"ring\"/>\n" LOADS_OF_THREE
    "<run algorithm=\"network-bundled\"/>\n<run algorithm=\"ring-bundled\"/>\n</scenario>\n";
static const char shared[] =
    "<scenario name=\"shared\">\n<platform file=\"backbone.xml\"/>\n"
    "<topology shape=\"graph\" hosts=\"h0 h1 h2\" edges=\"all\"/>\n" LOADS_OF_THREE
    "<run algorithm=\"network-planner\"/>\n<run "
    "algorithm=\"network-steady-state\"/>\n</scenario>\n";
static const char backbone[] = "<?xml version=\"1.0\"?>\n"
                               "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                               "<platform version=\"4.1\">\n"
                               "<zone id=\"all\" routing=\"Full\">\n"
                               "<host id=\"h0\" speed=\"1f\"/>\n<host id=\"h1\" "
                               "speed=\"1f\"/>\n<host id=\"h2\" speed=\"1f\"/>\n"
                               "<link id=\"l\" bandwidth=\"1Bps\" latency=\"0s\"/>\n"
                               "<route src=\"h0\" dst=\"h1\"><link_ctn id=\"l\"/></route>\n"
                               "<route src=\"h0\" dst=\"h2\"><link_ctn id=\"l\"/></route>\n"
                               "<route src=\"h1\" dst=\"h2\"><link_ctn id=\"l\"/></route>\n"
                               "</zone>\n"
                               "</platform>\n";

/* A platform file with profiles of every form, that two loads cross: its first link is slower from
 * 1 s on. */
static const char profiled[] =
    "<scenario name=\"profiled\">\n"
    "<platform file=\"platform.xml\"/>\n"
    "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1\"/>\n"
    "<loads><load host=\"h0\" items=\"3\" after=\"1\"/><load host=\"h1\" items=\"1\" after=\"3\"/>"
    "</loads>\n"
    "<goal reach=\"after\"/>\n"
    "<run algorithm=\"ring-one-way\"/>\n"
    "</scenario>\n";
static const char platform[] =
    "<?xml version=\"1.0\"?>\n"
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
    "<platform version=\"4.1\">\n"
    "<zone id=\"all\" routing=\"Full\">\n"
    "<host id=\"h0\" speed=\"1f\" speed_file=\"speed\" state_file=\"host\"/>\n"
    "<host id=\"h1\" speed=\"1f\"/>\n"
    "<link id=\"l\" bandwidth=\"1Bps\" latency=\"0s\" bandwidth_file=\"bandwidth\" "
    "latency_file=\"latency\" state_file=\"link\"/>\n"
    "<link id=\"back\" bandwidth=\"1Bps\" latency=\"0s\"/>\n"
    "<route src=\"h0\" dst=\"h1\" symmetrical=\"NO\"><link_ctn id=\"l\"/></route>\n"
    "<route src=\"h1\" dst=\"h0\" symmetrical=\"NO\"><link_ctn id=\"back\"/></route>\n"
    "<trace id=\"t\" periodicity=\"5\">1 1\n2 0.5\n</trace>\n"
    "<trace_connect kind=\"SPEED\" trace=\"t\" element=\"h1\"/>\n"
    "</zone>\n"
    "</platform>\n";

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
    struct files files = files_of(trial->place, trial->folder);
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

static struct test_run run_with_fault(const struct trial *trial, struct counter *ret_count)
{
    if (trial->folder)
        remove_files(trial->folder);
    struct test_run run = order(trial->place, trial->argument, trial->fault, ret_count);
    run.out = without_clocks(trial->place, run.out);
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
    if (status != 0 && is_known(trial, state_of(trial->folder)))
        return;
    if (status != 0) {
        struct test_run run = undisturbed(trial->place, trial->argument);
        if (run.status != 0 && run.status != 1)
            defect(trial, "afterwards %d: %s", run.status, run.err);
    }
    const char *rows = export_of(trial->place, trial->results);
    if (strcmp(rows, trial->rows) != 0 && (status == 0 || !strstr(rows, ",failed,")))
        defect(trial, "%d, and the sweep comes to\n%s", status, rows);
}

/* Is this the same output? How long a sweep took goes with the machine. */
static bool says_the_same(const char *one, const char *other)
{
    size_t before = strcspn(one, ":"); /* "2 runs of 2 points in 0 s: 2 ok, ..." */
    const char *time = memmem(one, before, " points in ", strlen(" points in "));
    if (!time)
        return strcmp(one, other) == 0;
    size_t told = (size_t)(time - one) + strlen(" points in ");
    return strncmp(one, other, told) == 0 && strcmp(one + before, other + strcspn(other, ":")) == 0;
}

static void judge(const struct trial *trial, const struct test_run *run)
{
    const char *err = run->err, *out = run->out;
    trial->tally->right += run->status == 0;
    trial->tally->errors += run->status != 0;
    switch (run->status) {
    case 0:
        if (!says_the_same(out, trial->good.out))
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
    struct test_run run = run_with_fault(trial, &count);
    if (count.failed == 0) /* processes beside each other make more calls or less */
        return;
    trial->tally->faults++;
    judge(trial, &run);
    const char *temporary = test_path(trial->place, "temporary");
    if (test_count_entries(temporary) > 0)
        defect(trial, "something is left behind in $TMPDIR");
    if (trial->results)
        goes_on(trial, run.status);
    else if (trial->folder)
        all_are_whole(trial, run.status == 0);
}

/* A word of a verb's arguments: "@NAME" is a path. */
static const char *word_of(struct test_place *place, const char *word)
{
    return word && word[0] == '@' ? test_path(place, word + 1) : word;
}

static struct trial trial_of(struct test_place *place, const struct verb *verb)
{
    struct trial trial = {.place = place,
                          .verb = verb,
                          .results = word_of(place, verb->results),
                          .folder = verb->writes ? test_path(place, "out") : NULL};
    for (size_t i = 0; i < sizeof verb->argument / sizeof *verb->argument; i++)
        trial.argument[i] = word_of(place, verb->argument[i]);
    return trial;
}

/* Tries a kind of fault at one verb. */
static void try_kind(struct test_place *place, const struct verb *verb, const char *kind,
                     const char *how)
{
    struct counter count;
    struct trial trial = trial_of(place, verb);
    snprintf(trial.fault, sizeof trial.fault, "%s 0 once", kind);
    trial.good = run_with_fault(&trial, &count);
    test_status(&trial.good, 0);
    if (trial.folder && !trial.results)
        trial.whole = files_of(place, trial.folder);
    trial.rows = trial.results ? export_of(place, trial.results) : NULL;
    assert_true(tally_count < MOST_TALLIES);
    trial.tally = &tallies[tally_count++];
    *trial.tally = (struct tally){verb->name, kind, how, count.calls, 0, 0, 0};
    long calls = count.calls;
    long step = most_tries > 0 && calls > FEW_CALLS && calls > most_tries ? calls / most_tries : 1;
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

static struct test_place *place;

static void try_verb(void **state)
{
    const struct verb *verb = *state;
    if (!is_chosen(verb->name, false) || (verb->is_long && most_tries > 0 && chosen_count == 0))
        skip();
    long before = defect_count;
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (!is_chosen(kinds[i], true))
            continue;
        try_kind(place, verb, kinds[i], "once");
        if (i < 2 || most_tries == 0)
            try_kind(place, verb, kinds[i], "on");
    }
    if (defect_count > before)
        fail_msg("%ld defects", defect_count - before);
}

static void print_tallies(void)
{
    printf("%-12s%-8s%-6s%8s%8s%8s%8s\n", "verb", "kind", "how", "calls", "faults", "errors",
           "right");
    for (size_t i = 0; i < tally_count; i++) {
        const struct tally *tally = &tallies[i];
        printf("%-12s%-8s%-6s%8ld%8ld%8ld%8ld\n", tally->verb, tally->kind, tally->how,
               tally->calls, tally->faults, tally->errors, tally->right);
    }
    fflush(stdout);
}

/* What verbs are given: made by the program itself, undisturbed. */
static void make_given(void)
{
    const char *scenario_path = test_write(place, "faults.xml", scenario);
    const char *given = test_path(place, "given");
    test_write(place, "profiled.xml", profiled);
    test_write(place, "online.xml", online);
    test_write(place, "shared.xml", shared);
    test_write(place, "backbone.xml", backbone);
    test_write(place, "bundled.xml", bundled);
    test_write(place, "platform.xml", platform);
    test_write(place, "bandwidth", "1 0.5\nLOOPAFTER 7\n");
    test_write(place, "speed", "PERIODICITY 3\n0 1\n2 0.5\n");
    test_write(place, "latency", "1000 1\n");
    test_write(place, "host", "STOCHASTIC\nDET 1000 DET 1\n");
    test_write(place, "link", "1000 1\n");
    const char *const argument[][6] = {
        {"run", scenario_path, "--trace", given, NULL},
        {"sweep", scenario_path, "--results", test_path(place, "given/runs.db"), NULL},
    };
    assert_int_equal(mkdir(given, 0777), 0);
    assert_int_equal(mkdir(test_path(place, "out"), 0777), 0);
    for (size_t i = 0; i < sizeof argument / sizeof *argument; i++) {
        struct test_run run = undisturbed(place, argument[i]);
        test_status(&run, 0);
    }
}

/* In memory, where it can be: whether a disk is waited for makes no difference but time. */
static int open_place(void **state)
{
    if (access("/dev/shm", W_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 0);
    (void)state; /* a state of the group would take the place of the tests' own */
    void *opened;
    test_given("REDIST_FAULTS_SHIM"); /* before anything is made */
    if (test_open(&opened) != 0)
        return -1;
    place = opened;
    const char *temporary = test_path(place, "temporary");
    assert_int_equal(mkdir(temporary, 0777), 0);
    setenv("TMPDIR", temporary, 1);
    orders_open(place);
    make_given();
    return 0;
}

static int close_place(void **state)
{
    (void)state;
    print_tallies();
    orders_close();
    void *opened = place;
    return test_close(&opened);
}

int main(int argument_count, char **argument)
{
    struct CMUnitTest tests[VERB_COUNT];
    struct verb verb[VERB_COUNT];
    memcpy(verb, verbs, sizeof verb);
    for (size_t i = 0; i < VERB_COUNT; i++)
        tests[i] = (struct CMUnitTest){
            .name = verb[i].name, .test_func = try_verb, .initial_state = &verb[i]};
    if (argument_count > 1)
        most_tries = strtol(argument[1], NULL, 10);
    chosen = argument + 2;
    chosen_count = argument_count > 2 ? argument_count - 2 : 0;
    return cmocka_run_group_tests(tests, open_place, close_place);
}
