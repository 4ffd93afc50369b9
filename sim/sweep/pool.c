#include "pool.h"

#include "record.h"
#include "worker.h"

#include "sim/base/clock.h"
#include "sim/engine/process/child_process.h"
#include "sim/engine/process/processors.h"
#include "sim/engine/process/temporary_files.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    TICK_MS = 100,
    MESSAGE_SIZE = 512,
    STOP_LIMIT = 3 /* a run may want more than there is; so many in a row, and it is the system */
};

/* A run that takes longer is no quick one: its worker goes wherever there is room. */
static const double STAY_SECONDS = 0.1;

/* Batches grow while they take less than this, and shrink when they take more. */
static const double BATCH_SECONDS = 0.01;

/* A worker, and the points that it is at. */
struct slot {
    struct rd_child child; /* pid -1: none */
    int socket;
    double heard_s;                        /* when it was last known to begin or to end something */
    double sent_s;                         /* when it was given its points */
    uint32_t batch;                        /* how many it may be given at a time */
    struct rd_work work;                   /* count 0: it is idle */
    uint32_t ended;                        /* of the points; their rows were taken */
    char why[RD_LOST_LIMIT][MESSAGE_SIZE]; /* what became of each lost job */
    struct rd_arena arena;                 /* of the next point to end */
    const struct rd_result_row **row;      /* [row_count] of it */
    size_t row_count;
    _Atomic uint64_t *position; /* of this worker; in memory of both */
    uint64_t position_before;   /* when it was last heard */
    bool roams;                 /* it does not stay on a processor in this run */
};

struct running {
    const struct rd_pool *pool;
    struct slot *slot; /* [pool->worker_count] */
    unsigned char *buffer;
    int64_t left; /* points that no worker was given */
    int busy_count;
    int stop_count; /* in a row, of workers that could not go on */
};

static bool start_worker(struct running *running, struct slot *slot, struct rd_error *reterr)
{
    int end[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, end) != 0)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "no socket for a worker: %s",
                       strerror(errno));
    struct rd_worker worker = {running->pool->points, &running->pool->settings, end[1],
                               slot->position};
    bool started = rd_child_start(&slot->child, rd_worker_run, &worker, false, &end[1], 1, reterr);
    close(end[1]);
    slot->socket = end[0];
    if (!started)
        close(end[0]);
    return started;
}

/* Returns: the worker's status, as waitpid gives it. */
static int end_worker(struct slot *slot)
{
    close(slot->socket);
    return rd_child_end(&slot->child);
}

static void forget_rows(struct slot *slot)
{
    rd_arena_close(&slot->arena);
    slot->row = NULL;
    slot->row_count = 0;
}

/* Hands a slot its points, and starts a worker for them if there is none. */
static bool send_work(struct running *running, struct slot *slot, struct rd_error *reterr)
{
    slot->ended = 0;
    slot->position_before = rd_position(0, 0);
    atomic_store(slot->position, slot->position_before);
    slot->heard_s = slot->sent_s = rd_now_s();
    for (int attempt = 0; attempt < 2; attempt++) {
        if (slot->child.pid < 0 && !start_worker(running, slot, reterr))
            return false;
        if (send(slot->socket, &slot->work, sizeof slot->work, MSG_NOSIGNAL) ==
            (ssize_t)sizeof slot->work)
            return true;
        end_worker(slot); /* it died between two points: it owes nothing */
    }
    return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "every worker ended at its start");
}

/* Few points to begin with, then as many as a moment holds: messages cost less than runs do. */
static void choose_batch(struct slot *slot)
{
    bool quick = rd_now_s() - slot->sent_s < BATCH_SECONDS;
    uint32_t batch = quick ? 2 * slot->batch : slot->batch / 2;
    slot->batch = batch < 1 ? 1 : batch > RD_BATCH_LIMIT ? RD_BATCH_LIMIT : batch;
}

/* The rows of a point are complete. */
static bool end_point(struct running *running, struct slot *slot, struct rd_error *reterr)
{
    int64_t number = slot->work.number[slot->ended++];
    bool taken =
        running->pool->take(running->pool->context, number, slot->row, slot->row_count, reterr);
    forget_rows(slot);
    if (slot->ended == slot->work.count) {
        slot->work.count = 0;
        running->busy_count--;
        choose_batch(slot);
    }
    return taken;
}

/* Leaves a slot the points that have not ended, one of them before the others. Lost jobs are those
 * of the first point, if that is still the first. */
static void keep_rest(struct slot *slot, uint32_t first)
{
    struct rd_work *work = &slot->work, rest = {0};
    rest.number[rest.count++] = work->number[first];
    for (uint32_t i = slot->ended; i < work->count; i++)
        if (i != first)
            rest.number[rest.count++] = work->number[i];
    rest.lost_count = first == 0 ? work->lost_count : 0;
    memcpy(rest.lost, work->lost, sizeof rest.lost);
    *work = rest;
    slot->ended = 0;
    forget_rows(slot);
}

static struct rd_result_row *add_row(struct slot *slot)
{
    struct rd_result_row *row = rd_take(&slot->arena, 1, struct rd_result_row);
    slot->row = rd_arena_grow(&slot->arena, slot->row, slot->row_count, slot->row_count + 1,
                              sizeof *slot->row);
    slot->row[slot->row_count++] = row;
    return row;
}

/* None of the runs of the next point to end can be: each is a failed row. */
static bool fail_point(struct running *running, struct slot *slot, const char *why,
                       struct rd_error *reterr)
{
    const struct rd_pool *pool = running->pool;
    struct rd_point point;
    forget_rows(slot);
    rd_points_at(pool->points, slot->work.number[slot->ended], &slot->arena, &point);
    for (size_t entry = 0; entry < pool->base->entry_count; entry++) {
        struct rd_result_row *row = add_row(slot);
        rd_record_run(pool->points, &point, pool->base, entry, &slot->arena, row);
        row->message = rd_arena_text(&slot->arena, why);
    }
    return end_point(running, slot, reterr);
}

/* A worker is gone: the job that it was at has failed, the others are done by the next one, and so
 * are points whose rows it had not sent. */
static bool lose_worker(struct running *running, struct slot *slot, const char *why,
                        struct rd_error *reterr)
{
    struct rd_work *work = &slot->work;
    if (work->count == 0)
        return true;
    uint64_t position = atomic_load(slot->position);
    if (rd_position_point(position) < slot->ended) /* it had not begun the next */
        position = rd_position(slot->ended, 0);
    uint32_t begun_count = rd_position_begun(position);
    bool partly_sent = slot->row_count > 0 && rd_position_point(position) == slot->ended;
    keep_rest(slot, rd_position_point(position));
    if (begun_count == 0 || partly_sent || work->lost_count == RD_LOST_LIMIT) {
        if (!fail_point(running, slot, why, reterr))
            return false;
        if (work->count == 0)
            return true;
        keep_rest(slot, slot->ended);
        return send_work(running, slot, reterr);
    }
    snprintf(slot->why[work->lost_count], MESSAGE_SIZE, "%.*s", MESSAGE_SIZE - 1, why);
    work->lost[work->lost_count++] = begun_count - 1;
    return send_work(running, slot, reterr);
}

/* What a lost job's row says is known here only. */
static void explain_loss(struct slot *slot, struct rd_result_row *row)
{
    for (uint32_t i = 0; slot->ended == 0 && i < slot->work.lost_count; i++)
        if (slot->work.lost[i] == slot->row_count - 1)
            row->message = slot->why[i];
}

static bool take_row(struct slot *slot, const unsigned char *bytes, size_t size,
                     struct rd_error *reterr)
{
    unsigned char *kept = rd_arena_take(&slot->arena, size, 1);
    memcpy(kept, bytes, size);
    struct rd_result_row *row = add_row(slot);
    if (!rd_result_row_unpack(kept, size, row))
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0,
                       "a result of a worker cannot be read");
    explain_loss(slot, row);
    return true;
}

/* A worker cannot go on: memory or processes were refused to it. */
static bool take_stop(struct running *running, struct slot *slot, const unsigned char *bytes,
                      size_t size, struct rd_error *reterr)
{
    struct rd_error error = {.code = RD_ERROR_INTERRUPTED, .message = "a worker stopped"};
    if (size == sizeof error)
        memcpy(&error, bytes, sizeof error);
    end_worker(slot);
    if (++running->stop_count < STOP_LIMIT)
        return lose_worker(running, slot, error.message, reterr);
    *reterr = error;
    return false;
}

static bool answer_fail(struct rd_error *reterr)
{
    return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "a worker's answer cannot be read");
}

static bool take_answer(struct running *running, struct slot *slot, struct rd_answer_head head,
                        const unsigned char *bytes, struct rd_error *reterr)
{
    switch (head.kind) {
    case RD_ANSWER_ROW: return take_row(slot, bytes, head.size, reterr);
    case RD_ANSWER_LAST_ROW:
        running->stop_count = 0;
        return take_row(slot, bytes, head.size, reterr) && end_point(running, slot, reterr);
    case RD_ANSWER_BAD_POINT: return fail_point(running, slot, (const char *)bytes, reterr);
    case RD_ANSWER_STOP: return take_stop(running, slot, bytes, head.size, reterr);
    }
    return answer_fail(reterr);
}

/* In: a message, in the buffer. */
static bool take_answers(struct running *running, struct slot *slot, size_t size,
                         struct rd_error *reterr)
{
    struct rd_answer_head head;
    slot->heard_s = rd_now_s();
    for (const unsigned char *at = running->buffer; size > 0; at += head.size) {
        if (size < sizeof head || slot->work.count == 0)
            return answer_fail(reterr);
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        if (head.size > size - sizeof head)
            return answer_fail(reterr);
        size -= sizeof head + head.size;
        if (!take_answer(running, slot, head, at, reterr))
            return false;
    }
    return true;
}

/* Why a worker is gone, in words. */
static bool bury(struct running *running, struct slot *slot, struct rd_error *reterr)
{
    struct rd_error why;
    rd_child_listen(&slot->child, -1, 1);
    struct rd_child_output words = slot->child.words;
    int status = end_worker(slot);
    rd_fail_of_child(&why, RD_ERROR_RUN, NULL,
                     rd_position_begun(atomic_load(slot->position)) > 0 ? "the run"
                                                                        : "loading the platform",
                     status, running->pool->settings.memory_limit_bytes, &words);
    if (why.code == RD_ERROR_INTERRUPTED) { /* the system's fault, not the point's: no row */
        *reterr = why;
        return false;
    }
    return lose_worker(running, slot, why.message, reterr);
}

static bool listen_to(struct running *running, struct slot *slot, struct rd_error *reterr)
{
    ssize_t got = recv(slot->socket, running->buffer, RD_ANSWER_BYTES_LIMIT, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return true;
    if (got <= 0)
        return bury(running, slot, reterr);
    return take_answers(running, slot, (size_t)got, reterr);
}

static bool stop_if_late(struct running *running, struct slot *slot, struct rd_error *reterr)
{
    double limit_s = running->pool->time_limit_s, now_s = rd_now_s();
    uint64_t position = atomic_load(slot->position);
    if (position != slot->position_before) {
        slot->heard_s = now_s;
        slot->roams = false;
    }
    slot->position_before = position;
    if (slot->work.count > 1 && !slot->roams && now_s - slot->heard_s > STAY_SECONDS) {
        rd_processor_bring(slot->child.pid);
        slot->roams = true;
    }
    if (slot->work.count == 0 || limit_s <= 0 || now_s - slot->heard_s <= limit_s)
        return true;
    char why[MESSAGE_SIZE];
    snprintf(why, sizeof why, "%s was stopped after %g s, the time limit for one run",
             rd_position_begun(position) > 0 ? "the run" : "loading the platform", limit_s);
    end_worker(slot);
    atomic_store(slot->position, position); /* it may have begun the next one meanwhile */
    return lose_worker(running, slot, why, reterr);
}

/* How many points a slot is given: the last ones, which may be the slowest, are shared. */
static uint32_t batch_of(const struct running *running, const struct slot *slot)
{
    int64_t share = running->left / (2 * (int64_t)running->pool->worker_count);
    return share < 1 ? 1 : share < slot->batch ? (uint32_t)share : slot->batch;
}

static bool give_work(struct running *running, struct rd_error *reterr)
{
    const struct rd_pool *pool = running->pool;
    for (int i = 0; i < pool->worker_count; i++) {
        struct slot *slot = &running->slot[i];
        struct rd_work *work = &slot->work;
        if (work->count > 0)
            continue;
        *work = (struct rd_work){0};
        uint32_t batch = batch_of(running, slot);
        while (work->count < batch && pool->next(pool->context, &work->number[work->count]))
            work->count++;
        running->left -= work->count;
        if (work->count == 0)
            return true;
        running->busy_count++;
        if (!send_work(running, slot, reterr))
            return false;
    }
    return true;
}

/* Waits for the next answer, the user's wish, or the time to look round. */
static bool wait_and_take(struct running *running, struct pollfd *fds, struct rd_error *reterr)
{
    const struct rd_pool *pool = running->pool;
    int count = pool->worker_count;
    for (int i = 0; i < count; i++)
        fds[i] = (struct pollfd){
            .fd = running->slot[i].work.count > 0 ? running->slot[i].socket : -1, .events = POLLIN};
    fds[count] = (struct pollfd){.fd = pool->interrupt_fd, .events = POLLIN};
    int ready = poll(fds, (nfds_t)count + 1, TICK_MS);
    if (ready > 0 && fds[count].revents)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "interrupted");
    for (int i = 0; i < count; i++)
        if (ready > 0 && fds[i].revents && !listen_to(running, &running->slot[i], reterr))
            return false;
    for (int i = 0; i < count; i++)
        if (!stop_if_late(running, &running->slot[i], reterr))
            return false;
    return pool->tick(pool->context, reterr);
}

/* Memory that workers share with this process. Returns: NULL, and the error, if there is none. */
static _Atomic uint64_t *share_positions(size_t count, struct rd_error *reterr)
{
    void *memory = mmap(NULL, count * sizeof(_Atomic uint64_t), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED)
        return memory;
    rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "no memory to share with workers: %s",
            strerror(errno));
    return NULL;
}

bool rd_pool_run(const struct rd_pool *pool, struct rd_error *reterr)
{
    struct rd_arena arena;
    size_t count = (size_t)pool->worker_count;
    _Atomic uint64_t *position = share_positions(count, reterr);
    if (!position)
        return false;
    rd_arena_open(&arena, 0);
    struct running running = {.pool = pool,
                              .left = pool->point_count,
                              .slot = rd_take(&arena, count, struct slot),
                              .buffer = rd_arena_take(&arena, RD_ANSWER_BYTES_LIMIT, 1)};
    struct pollfd *fds = rd_take(&arena, count + 1, struct pollfd);
    for (size_t i = 0; i < count; i++) {
        running.slot[i].child.pid = -1;
        running.slot[i].position = &position[i];
        running.slot[i].batch = 1;
        rd_arena_open(&running.slot[i].arena, 0);
    }
    rd_temporary_files_shelter();
    bool good = give_work(&running, reterr);
    while (good && running.busy_count > 0)
        good = wait_and_take(&running, fds, reterr) && give_work(&running, reterr);
    for (size_t i = 0; i < count; i++) {
        if (running.slot[i].child.pid >= 0)
            end_worker(&running.slot[i]);
        rd_arena_close(&running.slot[i].arena);
    }
    rd_temporary_files_unshelter();
    rd_arena_close(&arena);
    munmap(position, count * sizeof *position);
    return good;
}
