#include "execute_beside.h"

#include "interrupt.h"

#include "sim/engine/process/temporary_files.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>

/* Of each job: what its outcome points to, and its trace. What nobody writes to is never touched.
 */
static const size_t KEPT_BYTES = RD_ARENA_DEFAULT_LIMIT / 16;
static const size_t TRACE_BYTES = RD_ARENA_DEFAULT_LIMIT / 2;

/* What came of a job. */
struct left {
    struct rd_outcome outcome;
    bool goes_on;
    struct rd_error error; /* if it does not */
};

static size_t room_bytes(const struct rd_beside *beside, size_t entry)
{
    return KEPT_BYTES + (beside->settings[entry].want_trace ? TRACE_BYTES : 0);
}

static const char *begin(void *context, size_t entry)
{
    struct rd_beside *beside = context;
    if (entry == beside->context->entry_count)
        return NULL;
    beside->begin(beside->of, entry);
    beside->room[entry] = rd_jobs_share(room_bytes(beside, entry), &beside->error);
    if (!beside->room[entry])
        return NULL;
    return beside->context->entry[entry].algorithm->name;
}

/* In: room for it. */
static void keep_trace(struct rd_result *result, unsigned char *room)
{
    const struct rd_trace *trace = result->trace;
    struct rd_arena own, *arena = &own;
    if (!trace)
        return;
    rd_arena_open_in(arena, room, TRACE_BYTES);
    size_t count = trace->transfer_count;
    struct rd_trace *kept = rd_take(arena, 1, struct rd_trace);
    *kept = (struct rd_trace){
        .transfer_count = count,
        .transfer_capacity = count,
        .transfer = rd_arena_copy(arena, trace->transfer, count, sizeof *trace->transfer),
        .block = rd_arena_copy(arena, trace->block, count, sizeof *trace->block),
        .first_item = rd_arena_copy(arena, trace->first_item, count, sizeof *trace->first_item)};
    result->trace = kept;
}

/* Does a job. */
static void work(void *of, size_t entry, void *report)
{
    struct rd_beside *beside = of;
    struct rd_run_context *context = beside->context;
    struct rd_execute_settings *settings = &beside->settings[entry];
    rd_arena_open_in(&context->arena, beside->room[entry], KEPT_BYTES);
    if (settings->limit)
        settings->limit->asked = beside->asked;
    struct left *left = rd_take(&context->arena, 1, struct left);
    left->goes_on =
        (!context->engine || rd_engine_inherit(context->engine, &left->error)) &&
        rd_execute_plan(context, &context->entry[entry], settings, &left->outcome, &left->error);
    keep_trace(&left->outcome.result, beside->room[entry] + KEPT_BYTES);
    left->outcome.plan = NULL;
    *(struct left **)report = left;
}

static void look(void *of)
{
    struct rd_beside *beside = of;
    *beside->asked = *rd_interrupt_asked();
    beside->look(beside->of);
}

bool rd_beside_open(struct rd_beside *beside, size_t at_a_time, struct rd_error *reterr)
{
    struct rd_run_context *context = beside->context;
    struct rd_arena *arena = &context->arena;
    beside->keep = context->engine ? rd_engine_text_fd(context->engine) : -1;
    beside->jobs = (struct rd_jobs){.at_a_time = at_a_time,
                                    .end_s = INFINITY,
                                    .report_bytes = sizeof(struct left *),
                                    .keep = &beside->keep,
                                    .keep_count = beside->keep >= 0,
                                    .ignore_interrupts = true,
                                    .begin = begin,
                                    .work = work,
                                    .look = look,
                                    .context = beside};
    beside->queue = (struct rd_job_queue){.jobs = &beside->jobs, .arena = arena};
    beside->room = rd_take(arena, context->entry_count, unsigned char *);
    beside->asked = rd_jobs_share(sizeof *beside->asked, reterr);
    if (!beside->asked)
        return false;
    rd_temporary_files_shelter();
    return true;
}

bool rd_beside_take(struct rd_beside *beside, struct rd_outcome *outcome, struct rd_error *reterr)
{
    struct rd_run_context *context = beside->context;
    size_t entry = beside->queue.taken_count;
    const struct rd_job *job;
    if (entry > 0 && beside->settings[entry - 1].want_trace)
        (void)madvise(beside->room[entry - 1] + KEPT_BYTES, TRACE_BYTES, MADV_REMOVE);
    rd_interrupt_soften(rd_interrupt_asked());
    bool goes_on = rd_job_queue_take(&beside->queue, &job, reterr);
    rd_interrupt_soften(NULL);
    if (goes_on && !job) {
        *reterr = beside->error;
        return false;
    }
    if (!goes_on)
        return false;
    if (job->end != RD_JOB_DONE) {
        rd_outcome_begin(context, &context->entry[entry], outcome);
        rd_result_fail(&outcome->result, &context->arena, "%s", job->error.message);
        return true;
    }
    const struct left *left = *(struct left *const *)job->report;
    *outcome = left->outcome;
    if (!left->goes_on)
        *reterr = left->error;
    return left->goes_on;
}

void rd_beside_close(struct rd_beside *beside)
{
    size_t count = beside->context->entry_count;
    rd_job_queue_close(&beside->queue);
    rd_temporary_files_unshelter();
    for (size_t entry = 0; entry < count; entry++)
        if (beside->room[entry])
            munmap(beside->room[entry], room_bytes(beside, entry));
    munmap(beside->asked, sizeof *beside->asked);
}
