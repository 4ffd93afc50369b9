/* redist sweep --slurm, with an sbatch that runs the tasks of what it is given one after the other,
 * and so needs no Slurm: what is submitted, and what comes of it. On a real one: tests/slurm. */
#include "program.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char scenario[] =
    "<scenario name=\"submitted\">\n"
    "<platform generator=\"ring\" direction=\"two-way\" hosts=\"4\"/>\n"
    "<topology shape=\"ring\"/>\n"
    "<loads generator=\"uniform\" low=\"1\" high=\"20\" after=\"uniform\"/>\n"
    "<goal reach=\"after\"/>\n"
    "<run algorithm=\"ring-shorter-way\"/>\n<run algorithm=\"ring-two-way-list\"/>\n"
    "<sweep><vary parameter=\"hosts\" values=\"4 6\"/><repeat count=\"2\"/></sweep>\n"
    "</scenario>\n";

/* Beside it, `said` takes its arguments, a job a line; the jobs are 1, 2, ... of a cluster. */
static const char takes_everything[] =
    "#!/bin/bash\n"
    "place=${0%/*}\n"
    "export SLURM_JOB_ID=9 SLURM_ARRAY_JOB_ID=8\n"
    "echo \"$@\" >>\"$place/said\"\n"
    "script=${!#}\n"
    "tasks=$(sed -n 's/^#SBATCH --array=1-//p' \"$script\")\n"
    "for ((task = 1; task <= ${tasks:-1}; task++))\n"
    "do\n"
    "    SLURM_ARRAY_TASK_ID=$task bash \"$script\" >>\"$place/log\" 2>&1 || exit\n"
    "done\n"
    "echo \"$(wc -l <\"$place/said\");cluster\"\n";

/* A folder of its own, with a quote in its name, and the scenario. Returns: the scenario's path. */
static const char *prepare(struct test_place *place, const char *name, const char *sbatch)
{
    const char *folder = test_path(place, name);
    assert_int_equal(mkdir(folder, 0700), 0);
    if (sbatch) {
        const char *path =
            test_write(place, rd_arena_print(&place->arena, "%s/sbatch", name), sbatch);
        assert_int_equal(chmod(path, 0700), 0);
    }
    return test_write(place, rd_arena_print(&place->arena, "%s/s.xml", name), scenario);
}

/* Runs redist with the stand-in of this folder before all others, or with nothing else. */
static struct test_run submit(struct test_place *place, const char *name, bool alone,
                              const char *const *argument)
{
    const char *before = rd_arena_print(&place->arena, "%s", getenv("PATH"));
    const char *path = test_path(place, name);
    if (!alone)
        path = rd_arena_print(&place->arena, "%s:%s", path, before);
    assert_int_equal(setenv("PATH", path, 1), 0);
    struct test_run run = test_redist_to(place, NULL, argument);
    assert_int_equal(setenv("PATH", before, 1), 0);
    return run;
}

static const char *file_in(struct test_place *place, const char *folder, const char *name)
{
    const char *text =
        test_read(place, test_path(place, rd_arena_print(&place->arena, "%s/%s", folder, name)));
    assert_non_null(text);
    return text;
}

/* 2 numbers of hosts, 2 repeats: 4 points, 2 for each of 2 shards, 2 algorithms at each. */
static void comes_to_what_one_sweep_does(void **state)
{
    struct test_place *place = *state;
    const char *name = "it's";
    const char *path = prepare(place, name, takes_everything);
    const char *results = test_path(place, "it's/r.db"), *alone = test_path(place, "alone.db");
    struct test_run run = submit(
        place, name, false,
        (const char *[]){"sweep", path, "--results", results, "--slurm", "2", "--jobs", "1", NULL});
    test_status(&run, 0);
    assert_string_equal(run.out,
                        rd_arena_print(&place->arena,
                                       "job 1: 2 shards of 4 points; job 2 merges them into %s\n",
                                       results));
    assert_string_equal(file_in(place, name, "said"),
                        rd_arena_print(&place->arena,
                                       "--parsable %s.slurm/shard.sh\n"
                                       "--parsable --dependency=afterany:1 %s.slurm/merge.sh\n",
                                       results, results));
    /* Nothing is left for the job that merges. */
    test_contains(file_in(place, name, "log"), "4 runs of 2 points");
    test_contains(file_in(place, name, "log"), "0 runs of 0 points");
    run = test_redist(place, "sweep", path, "--results", alone, NULL);
    test_status(&run, 0);
    struct test_run merged = test_redist(place, "export", results, NULL);
    test_status(&merged, 0);
    run = test_redist(place, "export", alone, NULL);
    assert_string_equal(merged.out, run.out);
}

/* What was asked for is asked of every task; paths are made absolute. */
static void hands_its_options_on(void **state)
{
    struct test_place *place = *state;
    char here[4096], there[4096];
    prepare(place, "options", "#!/bin/bash\necho 7\n");
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(test_path(place, "options")), 0);
    assert_non_null(getcwd(there, sizeof there));
    struct test_run run = submit(place, "options", false,
                                 (const char *[]){"sweep",
                                                  "s.xml",
                                                  "--results",
                                                  "r.db",
                                                  "--slurm",
                                                  "3",
                                                  "--jobs",
                                                  "2",
                                                  "--set",
                                                  "hosts=5",
                                                  "--set",
                                                  "latency=1",
                                                  "--retry-failed",
                                                  "--algorithm",
                                                  "ring-shorter-way",
                                                  "--allow",
                                                  "/",
                                                  "--time-limit",
                                                  "9",
                                                  "--memory-limit",
                                                  "64",
                                                  "--task-time",
                                                  "90",
                                                  NULL});
    assert_int_equal(chdir(here), 0);
    test_status(&run, 0);
    /* One number of hosts is left. */
    assert_string_equal(run.out, "job 7: 3 shards of 2 points; job 7 merges them into r.db\n");
    const char *shard = file_in(place, "options", "r.db.slurm/shard.sh");
    test_contains(shard, rd_arena_print(&place->arena,
                                        " sweep '%s/s.xml' --jobs 2 --time-limit 9 --memory-limit "
                                        "64 --set 'hosts=5' --set 'latency=1' --retry-failed "
                                        "--algorithm 'ring-shorter-way' --allow '/' --results "
                                        "'%s/r.db.slurm'/part\"$task\".db --shard \"$task\"/3 &\n",
                                        there, there));
    /* 2 workers of 64 MiB; logs by absolute paths. */
    test_contains(shard, "\n#SBATCH --job-name=\"redist-submitted\"\n#SBATCH --array=1-3\n"
                         "#SBATCH --cpus-per-task=2\n#SBATCH --mem=128M\n#SBATCH --time=90\n");
    test_contains(shard, rd_arena_print(&place->arena,
                                        "\n#SBATCH --output=\"%s/r.db.slurm/shard-%%a.log\"\n"
                                        "#SBATCH --open-mode=append\n#SBATCH --requeue\n",
                                        there));
    const char *merge = file_in(place, "options", "r.db.slurm/merge.sh");
    test_contains(merge, "\n#SBATCH --job-name=\"redist-submitted-merge\"\n"
                         "#SBATCH --cpus-per-task=2\n#SBATCH --mem=128M\n#SBATCH --time=90\n");
    test_contains(merge, rd_arena_print(&place->arena,
                                        "\n#SBATCH --output=\"%s/r.db.slurm/merge.log\"\n", there));
    test_contains(merge,
                  rd_arena_print(&place->arena,
                                 " merge --keep-going '%s/r.db' part{1..3}.db) || exit\n", there));
}

/* An hour and 4096 MiB, where nothing else is asked for; what sbatch would take for the end of a
 * word, for quotes or for a part of a log's name is kept from it. */
static void writes_options_that_sbatch_reads(void **state)
{
    struct test_place *place = *state;
    const char *path = prepare(place, "50% \"it's\" #1", "#!/bin/bash\necho 7\n");
    const char *results = test_path(place, "50% \"it's\" #1/r.db");
    struct test_run run =
        submit(place, "50% \"it's\" #1", false,
               (const char *[]){"sweep", path, "--results", results, "--slurm", "2", NULL});
    test_status(&run, 0);
    const char *shard = file_in(place, "50% \"it's\" #1", "r.db.slurm/shard.sh");
    test_contains(shard, "#SBATCH --mem=4096M\n#SBATCH --time=60\n");
    test_contains(shard, "/50%% \\\"it's\\\" #1/r.db.slurm/shard-%a.log\"\n");
    run = test_redist(place, "sweep", path, "--results", results, "--task-time", "9", NULL);
    test_status(&run, 2);
    test_contains(run.err, "--task-time without --slurm");
}

/* Waits for the first results, tells the script that its time is nearly over, and keeps what it
 * then asks Slurm for. */
static const char ends_their_time[] =
    "#!/bin/bash\n"
    "place=${0%/*}\n"
    "case \"$*\" in *dependency*) echo 2; exit;; esac\n"
    "export PATH=\"$place:$PATH\" SLURM_ARRAY_JOB_ID=8 SLURM_ARRAY_TASK_ID=1\n"
    "printf '#!/bin/bash\\necho \"$@\" >\"%s/asked\"\\nexit 1\\n' \"$place\" >\"$place/scontrol\"\n"
    "chmod +x \"$place/scontrol\"\n"
    "bash \"${!#}\" >\"$place/log\" 2>&1 &\n"
    "for ((i = 0; i < 600; i++))\n"
    "do\n"
    "    [ -s \"$place/r.db.slurm/part1.db\" ] && break\n"
    "    sleep 0.1\n"
    "done\n"
    "sleep 0.5\n"
    "kill -USR1 $!\n"
    "wait $!\n"
    "echo \"ended with $?\" >>\"$place/log\"\n"
    "echo 1\n";

/* 200,000 points are not done in half a second: the sweep is interrupted, and goes on later. */
static void is_requeued_when_its_time_is_over(void **state)
{
    struct test_place *place = *state;
    const char *path = prepare(place, "late", ends_their_time);
    struct test_run run =
        submit(place, "late", false,
               (const char *[]){"sweep", path, "--results", test_path(place, "late/r.db"),
                                "--slurm", "1", "--repeat", "100000", NULL});
    test_status(&run, 0);
    assert_string_equal(file_in(place, "late", "asked"), "requeue 8_1\n");
    const char *log = file_in(place, "late", "log");
    test_contains(log, ": requeued\n");
    assert_null(strstr(log, "ended with 0\n"));
}

/* A part that is missing and one that is damaged: the merging job runs their points. */
static void runs_what_parts_lack(void **state)
{
    struct test_place *place = *state;
    const char *path = prepare(place, "parts", "#!/bin/bash\necho 7\n");
    const char *results = test_path(place, "parts/r.db");
    struct test_run run =
        submit(place, "parts", false,
               (const char *[]){"sweep", path, "--results", results, "--slurm", "4", NULL});
    test_status(&run, 0);
    run = test_redist(place, "sweep", path, "--results",
                      test_path(place, "parts/r.db.slurm/part2.db"), "--shard", "2/4", NULL);
    test_status(&run, 0);
    test_write(place, "parts/r.db.slurm/part3.db", "no database\n");
    const char *command = rd_arena_print(&place->arena,
                                         "SLURM_JOB_ID=5 bash %s.slurm/merge.sh >%s "
                                         "2>&1",
                                         results, test_path(place, "parts/log"));
    assert_int_equal(system(command), 0);
    const char *log = file_in(place, "parts", "log");
    test_contains(log, "part1.db: cannot be read: No such file or directory; left out\n");
    test_contains(log, "part3.db: ");
    test_contains(log, "part4.db: cannot be read: No such file or directory; left out\n");
    /* 4 points, of which one came with its 2 runs. */
    test_contains(log, "1 file merged; ");
    test_contains(log, "6 runs of 3 points");
}

static void says_what_was_not_submitted(void **state)
{
    struct test_place *place = *state;
    /* No sbatch; one that takes nothing; one that takes the array and nothing that waits for it. */
    static const struct {
        const char *name, *sbatch, *said;
    } refusals[] = {
        {"none", NULL,
         "    array=$(sbatch --parsable '%1$s.slurm/shard.sh')\n"
         "    sbatch --dependency=afterany:${array%%%%;*} '%1$s.slurm/merge.sh'\n"},
        {"full", "#!/bin/sh\nexit 1\n",
         "sbatch: did not take %1$s.slurm/shard.sh\nTo submit the scripts where Slurm is:\n"
         "    array=$(sbatch --parsable '%1$s.slurm/shard.sh')\n"},
        {"half", "#!/bin/sh\ncase \"$*\" in *dependency*) exit 1;; esac\necho 5\n",
         "sbatch: did not take %1$s.slurm/merge.sh\nTo submit the scripts where Slurm is:\n"
         "    sbatch --dependency=afterany:5 '%1$s.slurm/merge.sh'\n"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const char *path = prepare(place, refusals[i].name, refusals[i].sbatch);
        const char *results =
            rd_arena_print(&place->arena, "%s/r.db", test_path(place, refusals[i].name));
        const char *const argument[] = {"sweep", path, "--results", results, "--slurm", "2", NULL};
        struct test_run run = submit(place, refusals[i].name, true, argument);
        test_status(&run, 5);
        char said[3 * PATH_MAX];
        snprintf(said, sizeof said, refusals[i].said, results);
        test_contains(run.err, said);
        assert_string_equal(run.out, "");
    }
    /* Results that cannot be kept, before anything is submitted; and no sweep at all. */
    const char *path = prepare(place, "kept", takes_everything);
    struct test_run run =
        submit(place, "kept", false,
               (const char *[]){"sweep", path, "--results", "/nowhere/r.db", "--slurm", "2", NULL});
    test_status(&run, 5);
    test_contains(run.err, "/nowhere/r.db");
    run = submit(place, "kept", false,
                 (const char *[]){"sweep", "/nowhere.xml", "--results",
                                  test_path(place, "kept/r.db"), "--slurm", "2", NULL});
    test_status(&run, 5);
    test_contains(run.err, "/nowhere.xml");
    assert_null(test_read(place, test_path(place, "kept/said")));
}

/* A sweep whose scenario, folder and results have these bytes in their names. */
static struct test_run submit_named(struct test_place *place, const char *bytes)
{
    const char *folder = rd_arena_print(&place->arena, "n%s touch broken", bytes);
    assert_int_equal(mkdir(test_path(place, folder), 0700), 0);
    const char *path =
        test_write(place, rd_arena_print(&place->arena, "%s/s%s.xml", folder, bytes), scenario);
    const char *results =
        test_path(place, rd_arena_print(&place->arena, "%s/r%s touch broken.db", folder, bytes));
    struct test_run run =
        submit(place, "bytes", false,
               (const char *[]){"sweep", path, "--results", results, "--slurm", "1", NULL});
    struct stat found;
    assert_int_equal(stat(results, &found) == 0, run.status == 0);
    assert_int_not_equal(stat("broken", &found), 0);
    assert_int_not_equal(stat(test_path(place, "broken"), &found), 0);
    return run;
}

/* Every byte that the name of a file or a folder can have: a script says it as it is, or none is
 * written. A line end in the options of sbatch would begin a command. */
static void no_name_breaks_out(void **state)
{
    struct test_place *place = *state;
    enum { TOGETHER = 40 };
    char bytes[TOGETHER + 1] = "";
    size_t count = 0;
    prepare(place, "bytes", takes_everything);
    for (int byte = 1; byte < 256; byte++) {
        if (byte < 32 || byte == 127) {
            struct test_run run = submit_named(place, (const char[]){(char)byte, ';', '\0'});
            test_status(&run, 3);
            test_contains(run.err, "has a control character");
            continue;
        }
        if (byte != '/')
            bytes[count++] = (char)byte;
        if (count < TOGETHER && byte < 255)
            continue;
        bytes[count] = '\0';
        count = 0;
        struct test_run run = submit_named(place, bytes);
        test_status(&run, 0);
        test_contains(file_in(place, "bytes", "log"), "8 runs of 4 points");
        assert_int_equal(unlink(test_path(place, "bytes/log")), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_to_what_one_sweep_does),
        cmocka_unit_test(hands_its_options_on),
        cmocka_unit_test(writes_options_that_sbatch_reads),
        cmocka_unit_test(is_requeued_when_its_time_is_over),
        cmocka_unit_test(runs_what_parts_lack),
        cmocka_unit_test(says_what_was_not_submitted),
        cmocka_unit_test(no_name_breaks_out),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
