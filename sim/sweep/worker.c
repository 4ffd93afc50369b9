#include "worker.h"

#include "record.h"

#include "sim/base/clock.h"
#include "sim/engine/process/child_process.h"
#include "sim/engine/process/processors.h"
#include "sim/run/cross_check.h"
#include "sim/run/execute.h"
#include "sim/run/run_context_open.h"
#include "sim/scenario/document_cache.h"

#include <math.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Answers wait for others for so long at most. */
static const double ANSWER_SECONDS = 0.02;

/* Answers that were not sent yet. */
struct outbox {
    const struct rd_worker *worker;
    unsigned char *bytes; /* [RD_ANSWER_BYTES_LIMIT] */
    size_t size;
    double sent_s; /* when it was last empty */
};

/* A point under way. */
struct task {
    const struct rd_worker *worker;
    struct outbox *outbox;
    const struct rd_work *work;
    uint32_t place; /* among those asked for */
    struct rd_point point;
    struct rd_run_context context;
    struct rd_outcome *outcome; /* [run context.job_count] */
    struct rd_result_row *row;  /* likewise */
};

/* Sends what there is; nobody who would hear it is left, if that fails. */
static void send_answers(struct outbox *outbox)
{
    if (outbox->size > 0 && send(outbox->worker->socket, outbox->bytes, outbox->size,
                                 MSG_NOSIGNAL) != (ssize_t)outbox->size)
        _exit(1);
    outbox->size = 0;
    outbox->sent_s = rd_now_s();
}

static void answer(struct outbox *outbox, enum rd_answer kind, const void *bytes, size_t size)
{
    const struct rd_answer_head head = {kind, (uint32_t)size};
    rd_assert(sizeof head + size <= RD_ANSWER_BYTES_LIMIT);
    if (outbox->size + sizeof head + size > RD_ANSWER_BYTES_LIMIT)
        send_answers(outbox);
    memcpy(outbox->bytes + outbox->size, &head, sizeof head);
    memcpy(outbox->bytes + outbox->size + sizeof head, bytes, size);
    outbox->size += sizeof head + size;
}

static void answer_row(struct task *task, enum rd_answer kind, const struct rd_result_row *row)
{
    struct rd_arena_mark mark = rd_arena_mark(&task->context.arena);
    size_t size;
    const unsigned char *bytes = rd_result_row_pack(row, &task->context.arena, &size);
    answer(task->outbox, kind, bytes, size);
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
        answer(task->outbox, RD_ANSWER_BAD_POINT, error->message, strlen(error->message) + 1);
    for (size_t entry = 0; entry < context->entry_count; entry++) {
        struct rd_result_row row;
        rd_record_run(task->worker->points, &task->point, context, entry, &context->arena, &row);
        row.message = error->message;
        answer_row(task, entry + 1 < context->entry_count ? RD_ANSWER_ROW : RD_ANSWER_LAST_ROW,
                   &row);
    }
}

static bool is_lost(const struct task *task, size_t entry)
{
    const struct rd_work *work = task->work;
    for (uint32_t i = 0; task->place == 0 && i < work->lost_count; i++)
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
    atomic_fetch_add(task->worker->position, 1);
    if (is_lost(task, entry)) {
        task->outcome[entry] = (struct rd_outcome){
            .value_s = NAN, .searched_s = NAN, .result.status = RD_STATUS_FAILED};
        return true;
    }
    if (rd_execute(context, &context->entry[entry], &settings, &task->outcome[entry], &error))
        return true;
    answer(task->outbox, RD_ANSWER_STOP, &error, sizeof error);
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
    rd_cross_check(context, task->outcome);
    for (size_t entry = 0; entry < context->entry_count; entry++) {
        if (!is_lost(task, entry))
            rd_record_result(&task->outcome[entry].result, &context->arena, &task->row[entry]);
        answer_row(task, entry + 1 < context->entry_count ? RD_ANSWER_ROW : RD_ANSWER_LAST_ROW,
                   &task->row[entry]);
    }
    return true;
}

/* What one point leaves to the next. */
struct stock {
    struct rd_document_cache kept;
    struct rd_loaded_platform loaded;
};

/* Returns: false if nothing can be run any more. */
static bool run_point(struct outbox *outbox, const struct rd_work *work, uint32_t place,
                      struct stock *stock)
{
    const struct rd_worker *worker = outbox->worker;
    struct task task = {.worker = worker, .outbox = outbox, .work = work, .place = place};
    struct rd_run_context_settings settings = *worker->settings;
    struct rd_error_list errors;
    struct rd_arena arena;
    bool going_on = true;
    rd_arena_open(&arena, 0);
    atomic_store(worker->position, rd_position(place, 0));
    rd_points_at(worker->points, work->number[place], &arena, &task.point);
    settings.kept = &stock->kept;
    settings.loaded = &stock->loaded;
    settings.plans_only = !task.point.simulate;
    settings.set_count = task.point.set_count;
    memcpy(settings.set, task.point.set, task.point.set_count * sizeof *task.point.set);
    if (rd_run_context_read(&settings, &task.context, &errors))
        rd_run_context_load(&task.context, &errors);
    const struct rd_error *error = errors.count > 0 ? &errors.error[0] : NULL;
    if (!error) {
        going_on = run_jobs(&task);
    } else if (ends_all(error)) {
        answer(outbox, RD_ANSWER_STOP, error, sizeof *error);
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
    struct stock stock = {0};
    struct rd_work work;
    struct rd_arena arena;
    bool going_on = true;
    rd_limit_memory(worker->settings->memory_limit_bytes);
    rd_keep_memory();
    rd_arena_open(&arena, 0);
    struct outbox outbox = {worker, rd_arena_take(&arena, RD_ANSWER_BYTES_LIMIT, 1), 0, rd_now_s()};
    while (going_on && recv(worker->socket, &work, sizeof work, 0) == (ssize_t)sizeof work) {
        if (work.count > 1) /* quick ones, in which SimGrid's process is waited for often */
            rd_processor_stay();
        for (uint32_t place = 0; place < work.count && going_on; place++) {
            going_on = run_point(&outbox, &work, place, &stock);
            /* A point that others died of is told of before the next one: who dies of that, too,
             * takes with it what is known of the first. */
            if (work.lost_count > 0 || rd_now_s() - outbox.sent_s > ANSWER_SECONDS)
                send_answers(&outbox);
        }
        rd_processor_roam();
        send_answers(&outbox);
    }
    rd_document_cache_close(&stock.kept);
    rd_loaded_platform_close(&stock.loaded);
    rd_arena_close(&arena);
}
