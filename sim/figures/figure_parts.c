#include "figure_parts.h"

#include "sim/base/clock.h"
#include "sim/digest/sha256.h"
#include "sim/engine/engine.h"
#include "sim/engine/process/temporary_files.h"
#include "sim/report/output_file.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORKERS = 256 };

struct worker {
    pid_t pid; /* 0: none */
    size_t part;
    double start_s;
};

struct making {
    const struct rd_figure_settings *settings;
    const struct rd_figure_parts *parts;
    struct rd_arena *arena;
    const char *folder;
    const char **path;      /* [parts->count], where each is kept */
    bool *made;             /* [parts->count] */
    struct rd_error *error; /* [worker_count], shared with the workers */
    struct worker worker[MOST_WORKERS];
    size_t worker_count, made_count, next;
};

/* The name of a part says what it was made of. */
static const char *path_of(const struct making *making, const struct rd_figure_part *part)
{
    char hash[RD_SHA256_TEXT_SIZE];
    struct rd_sha256 sha256;
    rd_sha256_begin(&sha256);
    rd_sha256_add_text(&sha256, REDIST_VERSION);
    rd_sha256_add_text(&sha256, rd_engine_version());
    rd_sha256_add_text(&sha256, part->given);
    return rd_arena_print(making->arena, "%s/%s", making->folder,
                          rd_sha256_end_text(&sha256, hash));
}

static bool open_making(struct making *making, struct rd_error *reterr)
{
    const struct rd_figure_parts *parts = making->parts;
    making->folder =
        rd_arena_print(making->arena, "%s/%s.parts", making->settings->folder, parts->figure);
    making->path = rd_take(making->arena, parts->count, const char *);
    making->made = rd_take(making->arena, parts->count, bool);
    making->worker_count = (size_t)making->settings->worker_count;
    rd_assert(making->worker_count > 0 && making->worker_count <= MOST_WORKERS);
    if (!rd_make_folder(making->folder, reterr))
        return false;
    for (size_t i = 0; i < parts->count; i++) {
        making->path[i] = path_of(making, &parts->part[i]);
        if (!making->settings->goes_on)
            unlink(making->path[i]);
        making->made[i] = access(making->path[i], R_OK) == 0;
        making->made_count += making->made[i];
    }
    making->error = mmap(NULL, making->worker_count * sizeof *making->error, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (making->error == MAP_FAILED)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "no shared memory: %s",
                       strerror(errno));
    return true;
}

/* --- workers ---------------------------------------------------------------------------------- */

static bool write_text(FILE *out, const void *context, RD_UNUSED struct rd_error *reterr)
{
    return fputs(context, out) != EOF;
}

/* The whole of a worker, which may be killed: its file is written at the end. */
static bool make_part(const struct making *making, size_t number, struct rd_error *reterr)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    bool good = out && making->parts->write(out, making->parts->context, number, reterr);
    if (!out || fclose(out) != 0)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "out of memory");
    good = good && rd_write_whole_file(making->path[number], write_text, text, reterr);
    free(text);
    return good;
}

static bool start_worker(struct making *making, size_t place, size_t number,
                         struct rd_error *reterr)
{
    pid_t parent = getpid();
    making->error[place] = (struct rd_error){
        .code = RD_ERROR_RUN, .message = "the process that made a part of it ended before it had"};
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "no process for a part: %s",
                       strerror(errno));
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        _exit(getppid() != parent || !make_part(making, number, &making->error[place]));
    }
    making->worker[place] = (struct worker){pid, number, rd_now_s()};
    return true;
}

static void show(const struct making *making, const struct worker *worker)
{
    const struct rd_figure_parts *parts = making->parts;
    const char *line = rd_arena_print(making->arena, "%s: %zu of %zu parts, %s in %.1f s",
                                      parts->figure, making->made_count, parts->count,
                                      parts->part[worker->part].name, rd_now_s() - worker->start_s);
    if (making->settings->progress)
        making->settings->progress(line);
    else
        fprintf(stderr, "%s\n", line);
}

/* Waits for a worker to end. */
static bool end_worker(struct making *making, struct rd_error *reterr)
{
    int status;
    pid_t pid;
    do
        pid = waitpid(-1, &status, 0);
    while (pid < 0 && errno == EINTR);
    if (pid < 0)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "a worker is lost: %s",
                       strerror(errno));
    for (size_t place = 0; place < making->worker_count; place++) {
        struct worker *worker = &making->worker[place];
        if (worker->pid != pid)
            continue;
        worker->pid = 0;
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            *reterr = making->error[place];
            return false;
        }
        making->made[worker->part] = true;
        making->made_count++;
        show(making, worker);
    }
    return true;
}

/* Gives each worker that has none a part. Returns: false on an error. */
static bool give_parts(struct making *making, bool *ret_busy, struct rd_error *reterr)
{
    *ret_busy = false;
    for (size_t place = 0; place < making->worker_count; place++) {
        while (making->next < making->parts->count && making->made[making->next])
            making->next++;
        if (making->worker[place].pid == 0 && making->next < making->parts->count &&
            !start_worker(making, place, making->next++, reterr))
            return false;
        *ret_busy |= making->worker[place].pid != 0;
    }
    return true;
}

static void end_all(struct making *making)
{
    for (size_t place = 0; place < making->worker_count; place++)
        if (making->worker[place].pid != 0) {
            kill(making->worker[place].pid, SIGTERM);
            waitpid(making->worker[place].pid, NULL, 0);
        }
}

/* --- what is kept ----------------------------------------------------------------------------- */

static bool read_part(struct making *making, size_t number, struct rd_error *reterr)
{
    const char *path = making->path[number];
    struct rd_text text = {.arena = making->arena};
    char line[1024];
    FILE *file = fopen(path, "r");
    if (!file)
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, "cannot be read: %s", strerror(errno));
    while (fgets(line, sizeof line, file))
        rd_text_print(&text, "%s", line);
    fclose(file);
    making->parts->part[number].text = text.text ? text.text : "";
    return true;
}

static bool read_all(struct making *making, struct rd_error *reterr)
{
    for (size_t i = 0; i < making->parts->count; i++)
        if (!read_part(making, i, reterr))
            return false;
    for (size_t i = 0; i < making->parts->count; i++)
        unlink(making->path[i]);
    rmdir(making->folder);
    return true;
}

bool rd_figure_parts_make(const struct rd_figure_settings *settings,
                          const struct rd_figure_parts *parts, struct rd_arena *arena,
                          struct rd_error *reterr)
{
    struct making making = {.settings = settings, .parts = parts, .arena = arena};
    bool busy = true;
    if (!open_making(&making, reterr))
        return false;
    rd_temporary_files_shelter();
    bool good = give_parts(&making, &busy, reterr);
    while (good && busy)
        good = end_worker(&making, reterr) && give_parts(&making, &busy, reterr);
    if (!good)
        end_all(&making);
    rd_temporary_files_unshelter();
    munmap(making.error, making.worker_count * sizeof *making.error);
    return good && read_all(&making, reterr);
}
