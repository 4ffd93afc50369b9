#include "execution.h"

#include "orders.h"

#include "sim/engine/process/child_process.h"
#include "sim/engine/process/temporary_files.h"
#include "sim/engine/simgrid/releases.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* How SMPI times messages as the model does: nothing but latency and bandwidth takes time, and all
 * rates are solved anew when one changes (sim/engine/server.h). The simulation ends with smpirun,
 * however that ends; the tab is no end of a word here. */
static const char smpi_launcher[] =
    "smpirun -wrapper setpriv\t--pdeathsig=KILL -np {n} -platform {platform} -hostfile {hosts} "
    "--cfg=network/model:CM02 --cfg=network/TCP-gamma:0 --cfg=network/crosstraffic:0 "
    "--cfg=network/weight-S:0 --cfg=network/optim:Full --cfg=smpi/simulate-computation:no "
    "--cfg=smpi/wtime:0 --cfg=smpi/os:0:0:0:0:0 --cfg=smpi/ois:0:0:0:0:0 "
    "--cfg=smpi/or:0:0:0:0:0 --cfg=smpi/test:0 --cfg=smpi/iprobe:0 --cfg=smpi/init:0 "
    "--log=root.thres:error ";

/* Every message of a plan waits for both ends. */
static const char plan_options[] =
    "--cfg=smpi/async-small-thresh:0 --cfg=smpi/send-is-detached-thresh:0";

/* Names in the folder of an execution. */
static const char orders_name[] = "orders", platform_name[] = "platform.xml",
                  hosts_name[] = "hosts";
static const char reports_name[] = "reports";
enum { FILE_COUNT = 3, MOST_WORDS = 256 };

bool rd_execution_find_program(struct rd_execution_settings *settings, char path[RD_PATH_SIZE],
                               struct rd_error *reterr)
{
    bool launches = settings->launcher;
    const char *name = launches ? "redist-mpi" : "redist-mpi-smpi.so";
    if (settings->program)
        return true;
    settings->program = path;
    ssize_t length = readlink("/proc/self/exe", path, RD_PATH_SIZE / 2);
    char *slash = length > 0 ? memrchr(path, '/', (size_t)length) : NULL;
    if (slash) {
        snprintf(slash + 1, RD_PATH_SIZE / 2 - 1, "execute/%s", name);
        if (access(path, R_OK) == 0)
            return true;
    }
    snprintf(path, RD_PATH_SIZE, "%s/%s", REDIST_PROGRAMS, name);
    if (access(path, R_OK) == 0)
        return true;
    if (launches ? REDIST_HAS_MPI : REDIST_HAS_SMPI)
        return rd_refuse(reterr,
                         "%s is neither beside the program, in execute/, nor in %s: --program FILE "
                         "names another place; `meson compile -C build programs` makes it",
                         name, REDIST_PROGRAMS);
    return rd_refuse(reterr,
                     "%s is not there: redist was built without %s (docs/commands.md, execute)",
                     name, launches ? "an MPI" : "SMPI");
}

static const char *path_of(const struct rd_temporary_files *files, const char *name,
                           struct rd_arena *arena)
{
    return rd_arena_print(arena, "%s/%s", files->folder, name);
}

/* A word of the launcher with its {..} filled in. */
static const char *fill_in(const char *word, const struct rd_temporary_files *files,
                           uint32_t host_count, struct rd_arena *arena)
{
    const char *open = strchr(word, '{'), *close = open ? strchr(open, '}') : NULL;
    const char *value;
    if (!close)
        return word;
    size_t length = (size_t)(close - open) - 1;
    if (length == 1 && open[1] == 'n')
        value = rd_arena_print(arena, "%" PRIu32, host_count);
    else if (length == strlen("platform") && strncmp(open + 1, "platform", length) == 0)
        value = path_of(files, platform_name, arena);
    else if (length == strlen("hosts") && strncmp(open + 1, "hosts", length) == 0)
        value = path_of(files, hosts_name, arena);
    else
        return word;
    return fill_in(rd_arena_print(arena, "%.*s%s%s", (int)(open - word), word, value, close + 1),
                   files, host_count, arena);
}

/* The command as execvp takes it. */
static char **make_command(const struct rd_execution_settings *settings,
                           const struct rd_processes *processes,
                           const struct rd_temporary_files *files, struct rd_arena *arena,
                           struct rd_error *reterr)
{
    const char *options = settings->smpi_options ? settings->smpi_options : plan_options;
    const char *launcher = settings->launcher
                               ? settings->launcher
                               : rd_arena_print(arena, "%s%s", smpi_launcher, options);
    char **word = rd_take(arena, MOST_WORDS, char *);
    size_t count = 0;
    const size_t of_program = 4;
    for (const char *at = launcher + strspn(launcher, " "); *at;) {
        size_t length = strcspn(at, " ");
        if (count + of_program + 1 >= MOST_WORDS) {
            rd_fail(reterr, RD_ERROR_USAGE, NULL, 0, "--launcher: at most %zu words are accepted",
                    MOST_WORDS - of_program - 1);
            return NULL;
        }
        const char *filled =
            fill_in(rd_arena_print(arena, "%.*s", (int)length, at), files, processes->count, arena);
        word[count++] = rd_arena_text(arena, filled);
        at += length;
        at += strspn(at, " ");
    }
    word[count++] = rd_arena_text(arena, settings->program);
    word[count++] = rd_arena_text(arena, path_of(files, orders_name, arena));
    word[count++] = rd_arena_text(arena, path_of(files, reports_name, arena));
    word[count++] = rd_arena_text(arena, processes->how);
    return word;
}

struct launch {
    char **word;
    const char *folder; /* for what SMPI writes besides; NULL for another launcher */
    size_t memory_limit_bytes;
    unsigned processor_limit_s;
    struct rd_processes_end end;
};

static void be_launcher(void *context)
{
    const struct launch *launch = context;
    if (launch->folder)
        setenv("TMPDIR", launch->folder, 1);
    if (launch->memory_limit_bytes > 0)
        rd_limit_memory(launch->memory_limit_bytes);
    if (launch->processor_limit_s > 0)
        setrlimit(RLIMIT_CPU,
                  &(struct rlimit){launch->processor_limit_s, launch->processor_limit_s + 1});
    execvp(launch->word[0], launch->word);
    fprintf(stderr, "%s cannot be started: %s\n", launch->word[0], strerror(errno));
    fflush(stderr);
    _exit(127);
}

/* What a launcher's first words ask for. */
static const char *hint_of(const char *words)
{
    static const struct {
        const char *said, *hint;
    } hints[] = {
        {"attempt to run as root",
         "; hint: mpirun of Open MPI starts nothing for root, but with --allow-run-as-root"},
        {"not enough slots", "; hint: it has fewer slots than hosts: --oversubscribe of Open MPI "
                             "puts more processes on "
                             "a machine than it has cores; times are then the scheduler's"},
        {"smpirun cannot be started", "; hint: in Debian it comes with libsimgrid-dev"},
    };
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strstr(words, hints[i].said))
            return hints[i].hint;
    return "";
}

enum { SHOWN_LINES = 4 };

/* The first lines that have a letter, each once: what all processes say is said once. */
static void take_first_lines(const char *words, char *ret_text, size_t size)
{
    struct line {
        const char *text;
        int length;
    } shown[SHOWN_LINES];
    size_t count = 0, written = 0;
    ret_text[0] = '\0';
    for (const char *at = words, *end; *at && count < SHOWN_LINES; at = end + (*end == '\n')) {
        end = strchrnul(at, '\n');
        struct line line = {at, (int)(end - at)};
        size_t same = 0;
        while (at < end && !isalpha((unsigned char)*at))
            at++;
        while (same < count && (shown[same].length != line.length ||
                                memcmp(shown[same].text, line.text, (size_t)line.length) != 0))
            same++;
        if (at == end || same < count)
            continue;
        shown[count++] = line;
        if (written < size)
            written += (size_t)snprintf(ret_text + written, size - written, "%s%.*s",
                                        count > 1 ? " / " : "", line.length, line.text);
    }
}

enum { OF_SIGNAL = 128 };

static bool launch(struct launch *launch, double time_limit_s, struct rd_error *reterr)
{
    char lines[600];
    struct rd_child child;
    if (!rd_child_start(&child, be_launcher, launch, false, NULL, 0, reterr))
        return false;
    enum rd_child_event event = rd_child_listen(&child, -1, time_limit_s);
    int status = rd_child_end(&child);
    launch->end = (struct rd_processes_end){event == RD_CHILD_TIMED_OUT, child.words};
    if (launch->end.timed_out)
        return rd_failed(reterr, "executed: not ended after %g s of wall clock", time_limit_s);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    /* A shell, such as smpirun, passes a signal on as a status. */
    if ((WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) ||
        (WIFEXITED(status) && WEXITSTATUS(status) == OF_SIGNAL + SIGXCPU)) {
        launch->end.timed_out = true;
        return rd_failed(reterr, "executed: not ended after %u s of a processor",
                         launch->processor_limit_s);
    }
    take_first_lines(child.words.text, lines, sizeof lines);
    rd_failed(reterr, "%s failed: %s%s", launch->word[0], *lines ? lines : "it said nothing",
              hint_of(child.words.text));
    rd_make_shown(reterr->message);
    return false;
}

static const char *hosts_text(const struct rd_processes *processes, struct rd_arena *arena)
{
    struct rd_text text = {.arena = arena};
    for (uint32_t host = 0; host < processes->count; host++)
        rd_text_print(&text, "%s\n", processes->host_name[host]);
    return text.text;
}

static void remove_reports(const struct rd_temporary_files *files, uint32_t host_count,
                           struct rd_arena *arena)
{
    const char *folder = path_of(files, reports_name, arena);
    for (uint32_t host = 0; host < host_count; host++) {
        char path[RD_PATH_SIZE];
        snprintf(path, sizeof path, "%s/%" PRIu32, folder, host);
        unlink(path);
    }
    rmdir(folder);
}

bool rd_processes_run(const struct rd_execution_settings *settings,
                      const struct rd_processes *processes, struct rd_arena *scratch,
                      struct rd_error *reterr)
{
    const char *platform = settings->platform_text ? settings->platform_text : "";
    size_t size; /* of the platform's text, which ends with a zero */
    struct rd_named_text file[FILE_COUNT] = {
        {orders_name, processes->orders},
        {platform_name, rd_enclose_cluster(platform, strlen(platform), scratch, &size)},
        {hosts_name, hosts_text(processes, scratch)},
    };
    struct rd_temporary_files files;
    bool done = rd_temporary_files_write(&files, file, FILE_COUNT, reterr);
    const char *reports = path_of(&files, reports_name, scratch);
    if (done && mkdir(reports, 0700) != 0)
        done = rd_fail(reterr, RD_ERROR_INTERRUPTED, reports, 0, "no folder: %s", strerror(errno));
    struct launch how = {.word = done ? make_command(settings, processes, &files, scratch, reterr)
                                      : NULL,
                         .folder = settings->launcher ? NULL : files.folder,
                         .memory_limit_bytes = settings->memory_limit_bytes,
                         .processor_limit_s = settings->processor_limit_s};
    done = how.word && launch(&how, settings->time_limit_s, reterr) &&
           processes->read(processes->context, reports, reterr);
    if (processes->ret_end)
        *processes->ret_end = how.end;
    if (!done)
        rd_temporary_files_clean_up(); /* also what an execution leaves that was ended */
    if (files.folder[0])
        remove_reports(&files, processes->count, scratch);
    rd_temporary_files_remove(&files, file, FILE_COUNT);
    return done;
}

/* What the reports of an execution are read with, and into. */
struct reading {
    const struct rd_instance *instance;
    const struct rd_plan *plan; /* NULL: messages are not timed */
    const int64_t *final;
    struct rd_arena *arena, *scratch;
    struct rd_reports *ret_reports;
};

static bool read_reports(void *context, const char *folder, struct rd_error *reterr)
{
    struct reading *reading = context;
    return rd_reports_read(folder, reading->instance, reading->plan, reading->final, reading->arena,
                           reading->scratch, reading->ret_reports, reterr);
}

bool rd_execution_run(const struct rd_execution_settings *settings,
                      const struct rd_instance *instance, const struct rd_plan *plan,
                      const int64_t *final, const char *baseline, struct rd_arena *arena,
                      struct rd_arena *scratch, struct rd_reports *ret_reports,
                      struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    uint64_t own = settings->launcher ? 0 : RD_SMPI_BYTES;
    uint64_t carried = (uint64_t)instance->message_bytes;
    struct rd_plan direct = {0};
    if (baseline)
        rd_orders_direct(instance, final, scratch, &direct);
    struct reading reading = {instance, baseline ? NULL : plan, final, arena, scratch, ret_reports};
    struct rd_processes processes = {
        .count = instance->topology.host_count,
        .host_name = instance->host_name,
        .how = baseline ? baseline : "plan",
        .orders = rd_orders_text(instance, baseline ? &direct : plan,
                                 carried > own ? carried - own : 0, scratch),
        .read = read_reports,
        .context = &reading,
    };
    return (!baseline || rd_orders_check(instance, &direct, scratch, reterr)) &&
           rd_processes_run(settings, &processes, scratch, reterr);
}
