#include "row_files.h"

#include "interrupt.h"

#include "sim/core/chain.h"
#include "sim/core/trace_csv.h"
#include "sim/report/gantt.h"
#include "sim/report/output_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool rd_make_folder(const char *path, struct rd_error *reterr)
{
    struct stat status;
    if (mkdir(path, 0777) == 0 ||
        (errno == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode)))
        return true;
    return rd_fail(reterr, RD_ERROR_FILE, path, 0, "%s: a folder that can be written is needed",
                   strerror(errno));
}

/* Can a file be made in a folder that is there? Only making one tells: rights are not all. */
static bool takes_files(const char *path, struct rd_error *reterr)
{
    char probe[RD_PATH_SIZE];
    int length = snprintf(probe, sizeof probe, "%s/.redist-XXXXXX", path);
    if (length >= RD_PATH_SIZE)
        return true; /* said with the first file's path, which is longer still */
    int fd = mkstemp(probe);
    if (fd < 0)
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, "%s: a folder that can be written is needed",
                       strerror(errno));
    close(fd);
    unlink(probe);
    return true;
}

bool rd_check_folder(const char *path, struct rd_error *reterr)
{
    struct stat status;
    rd_interrupt_hold();
    bool there = stat(path, &status) == 0;
    bool good = rd_make_folder(path, reterr) && takes_files(path, reterr);
    if (!there)
        rmdir(path);
    rd_interrupt_release();
    return good;
}

/* How many jobs up to this one are of its algorithm. */
static size_t times_run(const struct rd_session *session, size_t job)
{
    size_t times = 0;
    for (size_t i = 0; i <= job; i++)
        times += session->job[i].algorithm == session->job[job].algorithm;
    return times;
}

static const char *row_path(const struct rd_session *session, size_t job, const char *folder,
                            const char *ending, char path[RD_PATH_SIZE], struct rd_error *reterr)
{
    char number[24] = "";
    size_t times = times_run(session, job);
    if (times > 1)
        snprintf(number, sizeof number, ".%zu", times);
    int length = snprintf(path, RD_PATH_SIZE, "%s/%s.%s%s.%s", folder, session->scenario.name,
                          session->job[job].algorithm->name, number, ending);
    if (length < RD_PATH_SIZE)
        return path;
    rd_fail(reterr, RD_ERROR_FILE, folder, 0,
            "the path is too long: at most %d bytes are supported", RD_PATH_SIZE - 1);
    return NULL;
}

/* While an interruption waits. */
static bool write_file(const char *path,
                       bool (*write)(FILE *out, const void *context, struct rd_error *reterr),
                       const void *context, struct rd_error *reterr)
{
    struct rd_output_file file;
    bool opened = rd_output_open(&file, path, reterr);
    bool written = opened && write(file.stream, context, reterr);
    if (opened && !written)
        rd_output_abandon(&file);
    return written && rd_output_commit(&file, reterr);
}

bool rd_write_whole_file(const char *path,
                         bool (*write)(FILE *out, const void *context, struct rd_error *reterr),
                         const void *context, struct rd_error *reterr)
{
    if (strcmp(path, "-") == 0)
        return write(stdout, context, reterr);
    rd_interrupt_hold();
    bool written = write_file(path, write, context, reterr);
    rd_interrupt_release();
    return written;
}

/* A file of a row, and its folder with the first one: who stops before leaves none. */
static bool write_row_file(const char *folder, const char *path,
                           bool (*write)(FILE *out, const void *context, struct rd_error *reterr),
                           const void *context, struct rd_error *reterr)
{
    rd_interrupt_hold();
    bool written = rd_make_folder(folder, reterr) && write_file(path, write, context, reterr);
    rd_interrupt_release();
    return written;
}

/* A trace and the names of its hosts. */
struct trace_text {
    const struct rd_instance *instance;
    const struct rd_trace *trace;
};

static bool write_trace(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct trace_text *text = context;
    if (rd_trace_write_csv(out, text->instance, text->trace))
        return true;
    return rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the trace: %s", strerror(errno));
}

static bool write_gantt(FILE *out, const void *context, struct rd_error *reterr)
{
    return rd_gantt_write(out, context, reterr);
}

bool rd_write_row_trace(const struct rd_session *session, size_t job, const char *folder,
                        const struct rd_result *result, struct rd_error *reterr)
{
    char path[RD_PATH_SIZE];
    struct trace_text text = {&session->instance, result->trace};
    return row_path(session, job, folder, "csv", path, reterr) &&
           write_row_file(folder, path, write_trace, &text, reterr);
}

bool rd_write_row_gantt(const struct rd_session *session, size_t job, const char *folder,
                        const struct rd_result *result, struct rd_error *reterr)
{
    char path[RD_PATH_SIZE], title[512];
    struct rd_arena arena;
    struct rd_chain_link *link;
    rd_arena_open(&arena, 0);
    size_t link_count = rd_chain_of_trace(&session->instance, result->trace, &arena, &link);
    snprintf(title, sizeof title, "%s: %s", result->scenario, result->algorithm);
    struct rd_gantt gantt = {.title = title,
                             .host_name = session->scenario.host_name,
                             .host_count = session->instance.topology.host_count,
                             .kind_count = session->instance.kind_count,
                             .trace = result->trace,
                             .bound = result->bound_known ? &result->bound : NULL,
                             .chain = link,
                             .chain_count = link_count};
    bool written = row_path(session, job, folder, "svg", path, reterr) &&
                   write_row_file(folder, path, write_gantt, &gantt, reterr);
    rd_arena_close(&arena);
    return written;
}
