#include "slurm.h"

#include "sweep_plan.h"

#include "sim/report/output_file.h"
#include "sim/report/results_file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* What the scripts are made of; texts are quoted for the shell, paths absolute. */
struct scripts {
    const struct rd_sweep_settings *settings;
    int64_t shard_count, task_minutes;
    size_t memory_mib;    /* of a task: what its workers may take */
    const char *name;     /* the scenario's */
    const char *job_name; /* for a line of sbatch's options, as log_folder */
    const char *program, *folder, *results, *parts, *log_folder;
    const char *parts_folder; /* parts, not quoted */
    const char *sweep; /* "PROGRAM sweep SCENARIO OPTION...": all but the results and the shard */
    const char *shard_path, *merge_path;
    const char *array; /* its job's number; NULL: not submitted */
    struct rd_arena *arena;
};

/* 'text', as a shell reads it literally. */
static const char *quoted(const char *text, struct rd_arena *arena)
{
    char *result = rd_arena_take(arena, 4 * strlen(text) + 3, 1);
    char *end = result;
    *end++ = '\'';
    for (; *text; text++) {
        if (*text == '\'') {
            memcpy(end, "'\\'", 3);
            end += 3;
        }
        *end++ = *text;
    }
    *end = '\'';
    return result;
}

/* 'text', as sbatch reads it between double quotes in a line of options; '%' stands for itself. */
static const char *for_sbatch(const char *text, struct rd_arena *arena)
{
    char *result = rd_arena_take(arena, 2 * strlen(text) + 1, 1);
    char *end = result;
    for (; *text; text++) {
        if (*text == '%')
            *end++ = '%';
        else if (*text == '"' || *text == '\\')
            *end++ = '\\';
        *end++ = *text;
    }
    *end = '\0';
    return result;
}

/* A line of sbatch's options ends where the name in it has a line end, and Slurm keeps its jobs'
 * names in lists. In: what has the name. */
static bool check_name(const char *what, const char *name, struct rd_error *reterr)
{
    for (const char *c = name; *c; c++)
        if (iscntrl((unsigned char)*c))
            return rd_wrong(reterr,
                            "--slurm: %s \"%s\" has a control character, which no script for Slurm "
                            "can name: names without are accepted",
                            what, name);
    return true;
}

/* The absolute form of a path whose folder is there. */
static bool absolute(const char *path, struct rd_arena *arena, const char **ret_path,
                     struct rd_error *reterr)
{
    char here[PATH_MAX];
    if (path[0] == '/') {
        *ret_path = path;
        return true;
    }
    if (!getcwd(here, sizeof here))
        return rd_fail(reterr, RD_ERROR_FILE, ".", 0, "has no name: %s", strerror(errno));
    *ret_path = rd_arena_print(arena, "%s/%s", here, path);
    return true;
}

static const char *with(const char *command, struct rd_arena *arena, const char *option,
                        const char *value)
{
    return rd_arena_print(arena, "%s %s %s", command, option, quoted(value, arena));
}

/* The command that all tasks share. */
static const char *write_command(const struct scripts *scripts, const char *scenario)
{
    const struct rd_sweep_settings *settings = scripts->settings;
    const struct rd_run_context_settings *context = &settings->context;
    struct rd_arena *arena = scripts->arena;
    const char *command =
        rd_arena_print(arena, "%s sweep %s --jobs %d --time-limit %.17g --memory-limit %zu",
                       scripts->program, quoted(scenario, arena), settings->worker_count,
                       settings->time_limit_s, context->memory_limit_bytes >> 20);
    for (size_t i = 0; i < context->set_count; i++)
        command = with(command, arena, "--set",
                       rd_arena_print(arena, "%s=%s", context->set[i].name, context->set[i].value));
    if (settings->repeat_count > 0)
        command = rd_arena_print(arena, "%s --repeat %" PRId64, command, settings->repeat_count);
    if (settings->retry_failed)
        command = rd_arena_print(arena, "%s --retry-failed", command);
    if (context->algorithm)
        command = with(command, arena, "--algorithm", context->algorithm);
    if (context->allowed_folder)
        command = with(command, arena, "--allow", context->allowed_folder);
    return command;
}

static bool name_everything(struct scripts *scripts, struct rd_error *reterr)
{
    const struct rd_sweep_settings *settings = scripts->settings;
    struct rd_arena *arena = scripts->arena;
    char program[PATH_MAX] = "";
    const char *scenario = "", *results = "", *here = "";
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
        return rd_fail(reterr, RD_ERROR_FILE, "/proc/self/exe", 0, "cannot be read: %s",
                       strerror(errno));
    if (!absolute(".", arena, &here, reterr) ||
        !absolute(settings->context.scenario_path, arena, &scenario, reterr) ||
        !absolute(settings->results_path, arena, &results, reterr))
        return false;
    scripts->program = quoted(program, arena);
    scripts->folder = quoted(here, arena);
    scripts->results = quoted(results, arena);
    const char *parts = rd_arena_print(arena, "%s.slurm", results);
    scripts->parts_folder = parts;
    scripts->parts = quoted(parts, arena);
    scripts->log_folder = for_sbatch(parts, arena);
    scripts->job_name = for_sbatch(rd_arena_print(arena, "redist-%s", scripts->name), arena);
    scripts->memory_mib =
        (size_t)settings->worker_count * (settings->context.memory_limit_bytes >> 20);
    scripts->shard_path = rd_arena_print(arena, "%s/shard.sh", parts);
    scripts->merge_path = rd_arena_print(arena, "%s/merge.sh", parts);
    scripts->sweep = write_command(scripts, scenario);
    return check_name("a scenario's name", scripts->name, reterr) &&
           check_name("the path of the results", results, reterr);
}

/* What the two scripts differ in. */
struct script {
    const char *comment, *suffix; /* of the job's name */
    const char *array;            /* "#SBATCH" line, or "" */
    const char *log;              /* as Slurm names logs */
    const char *begin;            /* lines that set `job` for scontrol, and what goes first */
    const char *results;          /* and options: the rest of the sweep's command */
};

/* Writes a script. It is requeued when its sweep is killed or, a minute before its time is over,
 * interrupted. redist itself never ends above 5; 4 is an interruption. */
static bool write_script(FILE *out, const struct scripts *scripts, const struct script *script,
                         struct rd_error *reterr)
{
    int written = fprintf(
        out,
        "#!/bin/bash\n"
        "# %s\n"
        "#SBATCH --job-name=\"%s%s\"\n"
        "%s"
        "#SBATCH --cpus-per-task=%d\n"
        "#SBATCH --mem=%zuM\n"
        "#SBATCH --time=%" PRId64 "\n"
        "#SBATCH --signal=B:USR1@60\n"
        "#SBATCH --output=\"%s/%s\"\n"
        "#SBATCH --open-mode=append\n"
        "#SBATCH --requeue\n"
        "cd %s || exit 5\n"
        "%s"
        "%s --results %s &\n"
        "sweep=$!\n"
        "trap 'kill \"$sweep\"' USR1\n"
        "wait \"$sweep\"\n"
        "status=$?\n"
        "while kill -0 \"$sweep\" 2>/dev/null; do wait \"$sweep\"; status=$?; done\n"
        "if { [ $status -gt 5 ] || [ $status -eq 4 ]; } && [ \"${SLURM_RESTART_COUNT:-0}\" -lt 20 "
        "]\n"
        "then\n"
        "    echo \"ended with status $status: requeued\"\n"
        "    scontrol requeue \"$job\" && sleep 600\n"
        "fi\n"
        "exit $status\n",
        script->comment, scripts->job_name, script->suffix, script->array,
        scripts->settings->worker_count, scripts->memory_mib, scripts->task_minutes,
        scripts->log_folder, script->log, scripts->folder, script->begin, scripts->sweep,
        script->results);
    return written >= 0 || rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "a script: %s", strerror(errno));
}

/* A task: its shard. */
static bool write_shard(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct scripts *scripts = context;
    struct rd_arena *arena = scripts->arena;
    const struct script script = {
        .comment = "Shards of a redist sweep. Submitted again, it resumes where it was stopped.",
        .suffix = "",
        .array = rd_arena_print(arena, "#SBATCH --array=1-%" PRId64 "\n", scripts->shard_count),
        .log = "shard-%a.log",
        .begin = "task=$SLURM_ARRAY_TASK_ID\njob=${SLURM_ARRAY_JOB_ID}_$task\n",
        .results = rd_arena_print(arena, "%s/part\"$task\".db --shard \"$task\"/%" PRId64,
                                  scripts->parts, scripts->shard_count),
    };
    return write_script(out, scripts, &script, reterr);
}

/* What comes after the tasks: their parts, and what none of them has. */
static bool write_merge(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct scripts *scripts = context;
    struct rd_arena *arena = scripts->arena;
    const struct script script = {
        .comment = "Merges the shards of a redist sweep, and runs the points that are missing.",
        .suffix = "-merge",
        .array = "",
        .log = "merge.log",
        .begin = rd_arena_print(
            arena,
            "job=$SLURM_JOB_ID\n"
            "(cd %s && %s merge --keep-going %s part{1..%" PRId64 "}.db) || exit\n",
            scripts->parts, scripts->program, scripts->results, scripts->shard_count),
        .results = scripts->results,
    };
    return write_script(out, scripts, &script, reterr);
}

/* Runs sbatch and reads what it prints. Returns: its status, or -1 with errno. */
static int run_sbatch(char *const *argument, char *said, size_t size)
{
    int end[2], status = -1;
    size_t length = 0;
    pid_t pid;
    if (pipe2(end, O_CLOEXEC) != 0)
        return -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, end[1], STDOUT_FILENO);
    int reason = posix_spawnp(&pid, argument[0], &actions, NULL, argument, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(end[1]);
    ssize_t got;
    while (reason == 0 && length + 1 < size &&
           (got = read(end[0], said + length, size - 1 - length)) > 0)
        length += (size_t)got;
    said[length] = '\0';
    close(end[0]);
    if (reason == 0)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            continue;
    errno = reason;
    return reason == 0 ? status : -1;
}

/* Submits a script. In: option, of sbatch; or NULL. Returns: its job's number. */
static bool submit(const struct scripts *scripts, const char *path, const char *option,
                   const char **ret_job, struct rd_error *reterr)
{
    struct rd_arena *arena = scripts->arena;
    char said[256];
    char *argument[] = {rd_arena_print(arena, "sbatch"), rd_arena_print(arena, "--parsable"),
                        rd_arena_text(arena, option ? option : path),
                        option ? rd_arena_text(arena, path) : NULL, NULL};
    int status = run_sbatch(argument, said, sizeof said);
    if (status == -1)
        return rd_fail(reterr, RD_ERROR_FILE, "sbatch", 0, "cannot be run: %s", strerror(errno));
    if (status != 0)
        return rd_fail(reterr, RD_ERROR_FILE, "sbatch", 0, "did not take %s", path);
    *ret_job = rd_arena_print(arena, "%.*s", (int)strcspn(said, ";\n"), said);
    return true;
}

/* How to submit by hand what was not. */
static void say_commands(const struct scripts *scripts)
{
    struct rd_arena *arena = scripts->arena;
    fprintf(stderr, "To submit the scripts where Slurm is:\n");
    if (!scripts->array) {
        fputs("    array=$(sbatch --parsable ", stderr);
        rd_print_shown(stderr, quoted(scripts->shard_path, arena));
        fputs(")\n", stderr);
    }
    fprintf(stderr, "    sbatch --dependency=afterany:%s ",
            scripts->array ? scripts->array : "${array%%;*}");
    rd_print_shown(stderr, quoted(scripts->merge_path, arena));
    putc('\n', stderr);
}

/* Where results cannot be kept, say so before anything is submitted. */
static bool try_results(const struct scripts *scripts, const struct rd_sweep_plan *plan,
                        struct rd_error *reterr)
{
    struct rd_results *results;
    struct rd_results_head head = {plan->base.scenario.name, plan->points.scenario_hash,
                                   REDIST_VERSION, rd_engine_version()};
    if (!rd_results_create(scripts->settings->results_path, &head, scripts->arena, &results,
                           reterr))
        return false;
    rd_results_close(results);
    return true;
}

static bool write_all(struct scripts *scripts, const struct rd_sweep_plan *plan,
                      struct rd_error *reterr)
{
    return name_everything(scripts, reterr) && try_results(scripts, plan, reterr) &&
           rd_make_folder(scripts->parts_folder, reterr) &&
           rd_write_whole_file(scripts->shard_path, write_shard, scripts, reterr) &&
           rd_write_whole_file(scripts->merge_path, write_merge, scripts, reterr);
}

static bool submit_all(struct scripts *scripts, const struct rd_sweep_plan *plan,
                       struct rd_error *reterr)
{
    const char *merge;
    if (!submit(scripts, scripts->shard_path, NULL, &scripts->array, reterr))
        return false;
    const char *behind = rd_arena_print(scripts->arena, "--dependency=afterany:%s", scripts->array);
    if (!submit(scripts, scripts->merge_path, behind, &merge, reterr))
        return false;
    printf("job %s: %" PRId64 " shards of %" PRId64 " points; job %s merges them into ",
           scripts->array, scripts->shard_count, plan->points.count, merge);
    rd_print_shown(stdout, scripts->settings->results_path);
    putchar('\n');
    return true;
}

int rd_slurm_submit(const struct rd_sweep_settings *settings, int64_t shard_count,
                    int64_t task_minutes)
{
    struct rd_arena arena;
    struct rd_sweep_plan plan;
    struct rd_error error;
    rd_arena_open(&arena, 0);
    int status = rd_sweep_plan_make(&settings->context, settings->repeat_count, &arena, &plan);
    struct scripts scripts = {.settings = settings,
                              .shard_count = shard_count,
                              .task_minutes = task_minutes,
                              .arena = &arena};
    if (status == 0)
        scripts.name = plan.base.scenario.name;
    bool written = status == 0 && write_all(&scripts, &plan, &error);
    if (status == 0 && !(written && submit_all(&scripts, &plan, &error))) {
        rd_error_print(stderr, &error);
        if (written)
            say_commands(&scripts);
        status = rd_error_exit_status(error.code);
    }
    rd_sweep_plan_close(&plan);
    rd_arena_close(&arena);
    return status;
}
