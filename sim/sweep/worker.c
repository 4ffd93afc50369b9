#include "worker.h"

#include "record.h"

#include "sim/engine/child_process.h"
#include "sim/run/execute.h"
#include "sim/run/cross_check.h"
#include "sim/run/run_list.h"
#include "sim/scenario/kept_document.h"

#include <math.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A point under way. */
struct task {
    const struct rd_worker *worker;
    const struct rd_work *work;
    struct rd_point point;
    struct rd_run_context context;
    struct rd_outcome *outcome; /* [run context.job_count] */
    struct rd_result_row *row;  /* likewise */
};

/* Sends an answer; nobody who would hear it is left, if that fails. */
static void answer(const struct rd_worker *worker, enum rd_answer kind, const void *bytes,
                   size_t size)
{
    char first = (char)kind;
    struct iovec part[2] = {{.iov_base = &first, .iov_len = 1}};
    memcpy(&part[1].iov_base, &bytes, sizeof bytes); /* which sendmsg only reads */
    part[1].iov_len = size;
    struct msghdr message = {.msg_iov = part, .msg_iovlen = 2};
    if (sendmsg(worker->socket, &message, MSG_NOSIGNAL) != (ssize_t)(size + 1))
        _exit(1);
}

static void answer_row(struct task *task, enum rd_answer kind, const struct rd_result_row *row)
{
    struct rd_arena_mark mark = rd_arena_mark(&task->context.arena);
    size_t size;
    const unsigned char *bytes = rd_result_row_pack(row, &task->context.arena, &size);
    answer(task->worker, kind, bytes, size);
    rd_arena_rewind(&task->context.arena, mark);
}

/* What cannot be had now would not be had for the next point either. */
static bool ends_all(const struct rd_error *error)
{
    return error->code == RD_ERROR_INTERRUPTED || error->code == RD_ERROR_FILE;
}

/* None of the point's runs can be: each is a failed row. Which they are depends on the shape. */
static void fail_runs(struct task *task, const struct rd_error *error)
{
    struct rd_run_context *context = &task->context;
    struct rd_error_list more = {.arena = &context->arena};
    if (context->entry_count == 0 && context->scenario.shape_known)
        rd_run_list_fill(context, &more);
    if (context->entry_count == 0)
        answer(task->worker, RD_ANSWER_BAD_POINT, error->message, strlen(error->message) + 1);
    for (size_t entry = 0; entry < context->entry_count; entry++) {
        struct rd_result_row row;
        rd_record_run(task->worker->points, &task->point, context, entry, &context->arena, &row);
        row.message = error->message;
        answer_row(task, entry + 1 < context->entry_count ? RD_ANSWER_ROW : RD_ANSWER_LAST_ROW,
                   &row);
    }
}

static bool is_lost(const struct rd_work *work, size_t entry)
{
    for (uint32_t i = 0; i < work->lost_count; i++)
        if (work->lost[i] == entry)
            return true;
    return false;
}

/* Runs one job, or says that it was lost. Returns: false if nothing can be run any more. */
static bool run_job(struct task *task, size_t entry)
{
    const struct rd_execute_settings settings = {.simulate = task->point.simulate};
    struct rd_run_context *context = &task->context;
    struct rd_result_row *row = &task->row[entry];
    struct rd_error error;
    rd_record_run(task->worker->points, &task->point, context, entry, &context->arena, row);
    rd_record_run_context(context, &context->arena, row);
    atomic_fetch_add(task->worker->begun_count, 1);
    if (is_lost(task->work, entry)) {
        task->outcome[entry] =
            (struct rd_outcome){.value_s = NAN, .result.status = RD_STATUS_FAILED};
        return true;
    }
    if (rd_execute(context, &context->entry[entry], &settings, &task->outcome[entry], &error))
        return true;
    answer(task->worker, RD_ANSWER_STOP, &error, sizeof error);
    return false;
}

static bool run_jobs(struct task *task)
{
    struct rd_run_context *context = &task->context;
    task->outcome = rd_take(&context->arena, context->entry_count, struct rd_outcome);
    task->row = rd_take(&context->arena, context->entry_count, struct rd_result_row);
    for (size_t entry = 0; entry < context->entry_count; entry++)
        if (!run_job(task, entry))
            return false;
    rd_cross_check_optimal(context, task->outcome);
    for (size_t entry = 0; entry < context->entry_count; entry++) {
        if (!is_lost(task->work, entry))
            rd_record_result(&task->outcome[entry].result, &context->arena, &task->row[entry]);
        answer_row(task, entry + 1 < context->entry_count ? RD_ANSWER_ROW : RD_ANSWER_LAST_ROW,
                   &task->row[entry]);
    }
    return true;
}

/* Returns: false if nothing can be run any more. */
static bool run_point(const struct rd_worker *worker, const struct rd_work *work,
                      struct rd_kept_document *kept, struct rd_loaded_platform *loaded)
{
    struct task task = {.worker = worker, .work = work};
    struct rd_run_context_settings settings = *worker->settings;
    struct rd_error_list errors;
    struct rd_arena arena;
    bool going_on = true;
    rd_arena_open(&arena, 0);
    rd_points_at(worker->points, work->number, &arena, &task.point);
    settings.kept = kept;
    settings.loaded = loaded;
    settings.plans_only = !task.point.simulate;
    settings.set_count = task.point.set_count;
    memcpy(settings.set, task.point.set, task.point.set_count * sizeof *task.point.set);
    if (rd_run_context_read(&settings, &task.context, &errors))
        rd_run_context_load(&task.context, &errors);
    const struct rd_error *error = errors.count > 0 ? &errors.error[0] : NULL;
    if (!error) {
        going_on = run_jobs(&task);
    } else if (ends_all(error)) {
        answer(worker, RD_ANSWER_STOP, error, sizeof *error);
        going_on = false;
    } else {
        fail_runs(&task, error);
    }
    rd_run_context_close(&task.context);
    rd_arena_close(&arena);
    return going_on;
}

void rd_worker_run(void *context)
{
    const struct rd_worker *worker = context;
    struct rd_kept_document kept = {0};
    struct rd_loaded_platform loaded = {0};
    struct rd_work work;
    rd_limit_memory(worker->settings->memory_limit_bytes);
    rd_keep_memory();
    while (recv(worker->socket, &work, sizeof work, 0) == (ssize_t)sizeof work)
        if (!run_point(worker, &work, &kept, &loaded))
            break;
    rd_kept_document_close(&kept);
    rd_loaded_platform_close(&loaded);
}
