/* Starts, renews and ends the child that holds a platform: the part of engine.h that does so. */
#include "requests.h"
#include "server.h"

#include "sim/engine/process/processors.h"
#include "sim/engine/process/temporary_files.h"
#include "sim/engine/simgrid/link_changes.h"
#include "sim/engine/simgrid/releases.h"
#include "sim/engine/simgrid/library.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

const char *rd_engine_version(void)
{
    static char version[48];
    int length =
        snprintf(version, sizeof version, "%d.%d", SIMGRID_VERSION_MAJOR, SIMGRID_VERSION_MINOR);
    if (SIMGRID_VERSION_PATCH > 0)
        snprintf(version + length, sizeof version - (size_t)length, ".%d", SIMGRID_VERSION_PATCH);
    return version;
}

bool rd_engine_load(struct rd_error *reterr)
{
    return rd_simgrid_open(reterr);
}

/* Puts a text where the child can open it like a file. */
static bool write_text(const struct rd_engine *engine, const char *text, size_t size,
                       struct rd_error *reterr)
{
    size_t written = 0;
    while (engine->text_fd >= 0 && written < size) {
        ssize_t more = pwrite(engine->text_fd, text + written, size - written, (off_t)written);
        if (more <= 0 && errno != EINTR)
            break;
        written += more > 0 ? (size_t)more : 0;
    }
    if (written == size && ftruncate(engine->text_fd, (off_t)size) == 0)
        return true;
    return rd_fail(reterr, RD_ERROR_INTERRUPTED, engine->platform, 0,
                   "no memory file for the platform: %s", strerror(errno));
}

static bool keep_text(struct rd_engine *engine, const struct rd_platform_source *platform,
                      struct rd_arena *arena, struct rd_error *reterr)
{
    size_t size;
    const char *text = rd_enclose_cluster(platform->text, platform->text_size, arena, &size);
    engine->text_fd = memfd_create("platform", MFD_CLOEXEC);
    if (engine->text_fd < 0 || !engine->settings.shares_process || platform->path ||
        platform->file_count > 0)
        return write_text(engine, text, size, reterr);
    engine->text_capacity = 2 * size; /* numbers in it may be longer one day */
    engine->text = rd_take(arena, engine->text_capacity + 1, char);
    memcpy(engine->text, text, size);
    return true;
}

bool rd_engine_adopt(struct rd_engine *engine, const struct rd_platform_source *platform,
                     const struct rd_engine_settings *settings, struct rd_arena *scratch)
{
    size_t size;
    if (!engine->text || platform->path || platform->file_count > 0 || !settings->shares_process ||
        settings->model != engine->settings.model || settings->steady != engine->settings.steady ||
        settings->many_a_pair != engine->settings.many_a_pair ||
        settings->concurrency_limit != engine->settings.concurrency_limit)
        return false;
    const char *text = rd_enclose_cluster(platform->text, platform->text_size, scratch, &size);
    if (size > engine->text_capacity)
        return false;
    char *wanted = rd_take(scratch, size + 1, char);
    memcpy(wanted, text, size);
    if (!rd_links_lead_to(engine->text, wanted))
        return false;
    memcpy(engine->text, wanted, size + 1);
    engine->links_changed = true;
    return true;
}

/* Did SimGrid fail to open what redist holds open, has written itself, or has read to check it? */
static bool lacked_files(const struct rd_engine *engine)
{
    const char *words = engine->child.words.text;
    return engine->text_fd >= 0 &&
           (strstr(words, "nable to open '/proc/self/fd/") || strstr(words, "Cannot open file"));
}

/* The error of a child that ended while it loaded the platform. SimGrid names the place itself. */
static bool fail_of_platform(const struct rd_engine *engine, int status, const char *loaded_path,
                             struct rd_error *reterr)
{
    const struct rd_child_output *words = &engine->child.words;
    const char *place = strstr(words->text, loaded_path);
    size_t length = strlen(loaded_path);
    if (lacked_files(engine))
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, engine->platform, 0,
                       "loading the platform: SimGrid cannot open a file that is there, as when "
                       "too many files are open or memory ran out");
    if (place && place[length] == ':') {
        char *rest;
        long line = strtol(place + length + 1, &rest, 10);
        if (*rest == ':' && line > 0 && line <= INT_MAX)
            return rd_fail(reterr, RD_ERROR_INPUT, engine->platform, (int)line,
                           "SimGrid does not load the platform: %.*s",
                           (int)strcspn(rest + 1 + strspn(rest + 1, " "), "\n"),
                           rest + 1 + strspn(rest + 1, " "));
    }
    return rd_fail_of_child(reterr, RD_ERROR_INPUT, engine->platform, "loading the platform",
                            status, engine->settings.memory_limit_bytes, words);
}

/* In: wait_ms: for it; 0: as long as it takes. */
static bool receive_reply(struct rd_engine *engine, int wait_ms, struct rd_reply *ret_reply)
{
    if (wait_ms != engine->wait_ms) {
        struct timeval wait = {.tv_sec = wait_ms / 1000, .tv_usec = wait_ms % 1000 * 1000};
        if (setsockopt(engine->socket, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait) != 0)
            return false;
        engine->wait_ms = wait_ms;
    }
    ssize_t got;
    do
        got = recv(engine->socket, ret_reply, sizeof *ret_reply, 0);
    while (got < 0 && errno == EINTR);
    bool is_served =
        got == (ssize_t)sizeof ret_reply->error.code && ret_reply->error.code == RD_ERROR_NONE;
    return is_served || got == (ssize_t)sizeof *ret_reply;
}

/* Ends the child, if there is one, whatever it does. Returns: its status. */
static int end_child(struct rd_engine *engine)
{
    if (engine->child.pid < 0)
        return -1;
    close(engine->socket);
    return rd_child_end(&engine->child);
}

void rd_engine_solve_all(struct rd_engine *engine, bool wanted)
{
    if (engine->solves_all != wanted)
        end_child(engine);
    engine->solves_all = wanted;
}

/* Starts the child and waits until it has loaded the platform. In: folder, where files that the
 * platform mentions are looked up; or NULL. */
static bool load(struct rd_engine *engine, const char *folder, struct rd_error *reterr)
{
    int end[2];
    if (engine->text && !write_text(engine, engine->text, strlen(engine->text), reterr))
        return false;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, end) != 0)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "no socket for a child process: %s",
                       strerror(errno));
    char text_path[32];
    snprintf(text_path, sizeof text_path, "/proc/self/fd/%d", engine->text_fd);
    struct rd_server server = {engine->text_fd >= 0 ? text_path : engine->platform,
                               folder,
                               engine->settings,
                               engine->solves_all,
                               engine->shared,
                               end[1]};
    const int keep[] = {end[1], engine->shared.fd, engine->text_fd};
    /* A terminal interrupts all its processes; this one ends with its parent, which may go on. */
    bool started = rd_child_start(&engine->child, rd_serve, &server, true, keep,
                                  engine->text_fd >= 0 ? 3 : 2, reterr);
    close(end[1]);
    if (!started) {
        close(end[0]);
        return false;
    }
    engine->processor = rd_processor_kept();
    engine->socket = end[0];
    engine->wait_ms = 0;
    double limit_s = engine->settings.time_limit_s;
    enum rd_child_event event = rd_child_listen(&engine->child, engine->socket, limit_s);
    struct rd_reply reply;
    if (event == RD_CHILD_OTHER_READY && receive_reply(engine, 0, &reply)) {
        engine->links_changed = false;
        engine->shared_runs = 0;
        return true;
    }
    if (event != RD_CHILD_TIMED_OUT) /* it has ended, or is about to: hear it out */
        event = rd_child_listen(&engine->child, -1, limit_s);
    int status = end_child(engine);
    if (event == RD_CHILD_TIMED_OUT)
        return rd_failed(reterr,
                         "loading the platform was stopped after %g s, the time limit for one run",
                         limit_s);
    return fail_of_platform(engine, status, server.platform_path, reterr);
}

static bool start_child(struct rd_engine *engine, struct rd_error *reterr)
{
    struct rd_temporary_files files;
    if (engine->file_count == 0)
        return load(engine, engine->folder, reterr);
    bool started = rd_temporary_files_write(&files, engine->file, engine->file_count, reterr) &&
                   load(engine, files.folder, reterr);
    rd_temporary_files_remove(&files, engine->file, engine->file_count);
    return started;
}

/* Profiles live as long as the engine: a child that dies is started anew. */
static const struct rd_named_text *copy_files(const struct rd_platform_source *platform,
                                              struct rd_arena *arena)
{
    struct rd_named_text *copy = rd_take(arena, platform->file_count, struct rd_named_text);
    for (size_t i = 0; i < platform->file_count; i++) {
        copy[i].name = rd_arena_text(arena, platform->file[i].name);
        copy[i].text = rd_arena_text(arena, platform->file[i].text);
    }
    return copy;
}

/* "a/b" of "a/b/c.xml"; "." of "c.xml". */
static const char *folder_of(const char *path, struct rd_arena *arena)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return ".";
    return slash == path ? "/" : rd_arena_print(arena, "%.*s", (int)(slash - path), path);
}

bool rd_engine_open(const struct rd_platform_source *platform,
                    const struct rd_engine_settings *settings, struct rd_arena *arena,
                    struct rd_engine **ret_engine, struct rd_error *reterr)
{
    rd_assert(platform->path || platform->text);
    if (!rd_engine_load(reterr))
        return false;
    struct rd_engine *engine = rd_take(arena, 1, struct rd_engine);
    *engine = (struct rd_engine){
        .settings = *settings, .text_fd = -1, .host_links = platform->host_links, .child.pid = -1};
    if (engine->settings.message_limit <= 0)
        engine->settings.message_limit = RD_MESSAGE_LIMIT;
    engine->settings.shares_process = settings->shares_process && rd_clock_restarts();
    if (platform->path) {
        engine->platform = rd_arena_text(arena, platform->path);
        engine->folder = folder_of(platform->path, arena);
    }
    if (platform->file_count > 0) {
        engine->file = copy_files(platform, arena);
        engine->file_count = platform->file_count;
    }
    if (!rd_shared_memory_create(&engine->shared, reterr))
        return false;
    if ((platform->text && !keep_text(engine, platform, arena, reterr)) ||
        !start_child(engine, reterr)) {
        rd_engine_close(engine);
        return false;
    }
    *ret_engine = engine;
    return true;
}

void rd_engine_close(struct rd_engine *engine)
{
    if (!engine)
        return;
    end_child(engine);
    rd_shared_memory_unmap(&engine->shared);
    close(engine->shared.fd);
    if (engine->text_fd >= 0)
        close(engine->text_fd);
}

int rd_engine_text_fd(const struct rd_engine *engine)
{
    return engine->text_fd;
}

bool rd_engine_inherit(struct rd_engine *engine, struct rd_error *reterr)
{
    engine->child.pid = -1;
    rd_shared_memory_unmap(&engine->shared);
    return rd_shared_memory_create(&engine->shared, reterr);
}

/* A run that shares a process and takes longer than this, or than its time limit, is played again.
 */
enum { SHARED_RUN_MS = 10000 };

/* A process that plays many runs grows: SimGrid keeps every mailbox. */
enum { SHARED_RUNS_LIMIT = 4000 };

static int shared_run_ms(const struct rd_engine *engine)
{
    double limit_ms = 1e3 * engine->settings.time_limit_s;
    return limit_ms > 0 && limit_ms < SHARED_RUN_MS ? (int)ceil(limit_ms) : SHARED_RUN_MS;
}

/* The child of a process that stays on a processor comes there; but what is played alone may be
 * long, and goes wherever there is room. */
static void bring_child(struct rd_engine *engine, bool alone)
{
    if (alone)
        rd_processor_roam();
    if (engine->processor == rd_processor_kept())
        return;
    rd_processor_bring(engine->child.pid);
    engine->processor = rd_processor_kept();
}

bool rd_engine_exchange(struct rd_engine *engine, bool alone, struct rd_error *reterr)
{
    if (!alone && engine->shared_runs >= SHARED_RUNS_LIMIT)
        end_child(engine);
    if (engine->child.pid < 0 && !start_child(engine, reterr))
        return false;
    struct rd_call call = {engine->shared.size, alone};
    struct rd_reply reply;
    engine->shared_runs += !alone;
    bring_child(engine, alone);
    if (send(engine->socket, &call, sizeof call, MSG_NOSIGNAL) == (ssize_t)sizeof call &&
        receive_reply(engine, alone ? 0 : shared_run_ms(engine), &reply)) {
        if (reply.error.code == RD_ERROR_NONE) {
            rd_request_arrive((struct rd_request *)engine->shared.base);
            return true;
        }
        if (!alone)
            end_child(engine);
        if (reterr)
            *reterr = reply.error;
        if (reterr && reply.error.code == RD_ERROR_INPUT && engine->platform)
            snprintf(reterr->path, sizeof reterr->path, "%s", engine->platform);
        return false;
    }
    int status = end_child(engine);
    return rd_fail_of_child(reterr, RD_ERROR_RUN, NULL, "the process that holds the platform",
                            status, 0, &(struct rd_child_output){0});
}
