#include "pool.h"

#include "progress.h"
#include "record.h"
#include "worker.h"

#include "sim/engine/child_process.h"
#include "sim/engine/temporary_files.h"

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

/* A worker, and the point that it is at. */
struct slot {
    struct rd_child child; /* pid -1: none */
    int socket;
    bool busy;
    double heard_s; /* when it was last known to begin or to end something */
    struct rd_work work;
    char why[RD_LOST_LIMIT][MESSAGE_SIZE]; /* what became of each lost job */
    struct rd_arena arena;                 /* of the point */
    const struct rd_result_row **row;      /* [row_count] */
    size_t row_count;
    atomic_uint *begun_count; /* jobs that this worker began of the point; in memory of both */
    unsigned begun_before;    /* when it was last heard */
};

struct running {
    const struct rd_pool *pool;
    struct slot *slot; /* [pool->worker_count] */
    unsigned char *buffer;
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
                               slot->begun_count};
    bool started = rd_child_start(&slot->child, rd_worker_run, &worker, &end[1], 1, reterr);
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

/* Hands a slot its point, and starts a worker for it if there is none. */
static bool send_work(struct running *running, struct slot *slot, struct rd_error *reterr)
{
    slot->row_count = 0;
    atomic_store(slot->begun_count, 0);
    slot->begun_before = 0;
    slot->heard_s = rd_progress_now_s();
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

static bool begin_point(struct running *running, struct slot *slot, int64_t number,
                        struct rd_error *reterr)
{
    rd_arena_close(&slot->arena);
    slot->row = NULL;
    slot->work = (struct rd_work){.number = number};
    slot->busy = true;
    running->busy_count++;
    return send_work(running, slot, reterr);
}

static bool end_point(struct running *running, struct slot *slot, struct rd_error *reterr)
{
    slot->busy = false;
    running->busy_count--;
    return running->pool->take(running->pool->context, slot->work.number, slot->row,
                               slot->row_count, reterr);
}

static struct rd_result_row *add_row(struct slot *slot)
{
    struct rd_result_row *row = rd_take(&slot->arena, 1, struct rd_result_row);
    slot->row = rd_arena_grow(&slot->arena, slot->row, slot->row_count, slot->row_count + 1,
                              sizeof *slot->row);
    slot->row[slot->row_count++] = row;
    return row;
}

/* None of a point's runs can be: each is a failed row. */
static bool fail_point(struct running *running, struct slot *slot, const char *why,
                       struct rd_error *reterr)
{
    const struct rd_pool *pool = running->pool;
    struct rd_point point;
    slot->row = NULL;
    slot->row_count = 0;
    rd_points_at(pool->points, slot->work.number, &slot->arena, &point);
    for (size_t entry = 0; entry < pool->base->entry_count; entry++) {
        struct rd_result_row *row = add_row(slot);
        rd_record_run(pool->points, &point, pool->base, entry, &slot->arena, row);
        row->message = rd_arena_print(&slot->arena, "%s", why);
    }
    return end_point(running, slot, reterr);
}

/* A worker is gone: the job that it was at has failed, the others are done by the next one. */
static bool lose_worker(struct running *running, struct slot *slot, const char *why,
                        struct rd_error *reterr)
{
    struct rd_work *work = &slot->work;
    if (!slot->busy)
        return true;
    unsigned begun_count = atomic_load(slot->begun_count);
    if (begun_count == 0 || slot->row_count > 0 || work->lost_count == RD_LOST_LIMIT)
        return fail_point(running, slot, why, reterr);
    snprintf(slot->why[work->lost_count], MESSAGE_SIZE, "%.*s", MESSAGE_SIZE - 1, why);
    work->lost[work->lost_count++] = begun_count - 1;
    rd_arena_close(&slot->arena);
    slot->row = NULL;
    return send_work(running, slot, reterr);
}

/* What a lost job's row says is known here only. */
static void explain_loss(struct slot *slot, struct rd_result_row *row)
{
    for (uint32_t i = 0; i < slot->work.lost_count; i++)
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
static bool take_stop(struct running *running, struct slot *slot, size_t size,
                      struct rd_error *reterr)
{
    struct rd_error error = {.code = RD_ERROR_INTERRUPTED, .message = "a worker stopped"};
    if (size == 1 + sizeof error)
        memcpy(&error, running->buffer + 1, sizeof error);
    end_worker(slot);
    if (++running->stop_count < STOP_LIMIT)
        return lose_worker(running, slot, error.message, reterr);
    *reterr = error;
    return false;
}

static bool take_answer(struct running *running, struct slot *slot, size_t size,
                        struct rd_error *reterr)
{
    const unsigned char *bytes = running->buffer + 1;
    slot->heard_s = rd_progress_now_s();
    switch ((enum rd_answer)running->buffer[0]) {
    case RD_ANSWER_ROW: return take_row(slot, bytes, size - 1, reterr);
    case RD_ANSWER_LAST_ROW:
        running->stop_count = 0;
        return take_row(slot, bytes, size - 1, reterr) && end_point(running, slot, reterr);
    case RD_ANSWER_BAD_POINT: return fail_point(running, slot, (const char *)bytes, reterr);
    case RD_ANSWER_STOP: return take_stop(running, slot, size, reterr);
    }
    return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "a worker's answer cannot be read");
}

/* Why a worker is gone, in words. */
static bool bury(struct running *running, struct slot *slot, struct rd_error *reterr)
{
    struct rd_error why;
    rd_child_listen(&slot->child, -1, 1);
    struct rd_child_output words = slot->child.words;
    int status = end_worker(slot);
    rd_fail_of_child(&why, RD_ERROR_RUN, NULL,
                     atomic_load(slot->begun_count) > 0 ? "the run" : "loading the platform",
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
    return take_answer(running, slot, (size_t)got, reterr);
}

static bool stop_if_late(struct running *running, struct slot *slot, struct rd_error *reterr)
{
    double limit_s = running->pool->time_limit_s;
    unsigned begun_count = atomic_load(slot->begun_count);
    if (begun_count != slot->begun_before)
        slot->heard_s = rd_progress_now_s();
    slot->begun_before = begun_count;
    if (!slot->busy || limit_s <= 0 || rd_progress_now_s() - slot->heard_s <= limit_s)
        return true;
    char why[MESSAGE_SIZE];
    snprintf(why, sizeof why, "%s was stopped after %g s, the time limit for one run",
             begun_count > 0 ? "the run" : "loading the platform", limit_s);
    end_worker(slot);
    atomic_store(slot->begun_count, begun_count); /* it may have begun the next one meanwhile */
    return lose_worker(running, slot, why, reterr);
}

static bool give_work(struct running *running, struct rd_error *reterr)
{
    const struct rd_pool *pool = running->pool;
    for (int i = 0; i < pool->worker_count; i++) {
        int64_t number;
        if (running->slot[i].busy)
            continue;
        if (!pool->next(pool->context, &number))
            return true;
        if (!begin_point(running, &running->slot[i], number, reterr))
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
        fds[i] = (struct pollfd){.fd = running->slot[i].busy ? running->slot[i].socket : -1,
                                 .events = POLLIN};
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
static atomic_uint *share_counts(size_t count, struct rd_error *reterr)
{
    void *memory = mmap(NULL, count * sizeof(atomic_uint), PROT_READ | PROT_WRITE,
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
    atomic_uint *begun_count = share_counts(count, reterr);
    if (!begun_count)
        return false;
    rd_arena_open(&arena, 0);
    struct running running = {.pool = pool,
                              .slot = rd_take(&arena, count, struct slot),
                              .buffer = rd_arena_take(&arena, RD_ANSWER_BYTES_LIMIT, 1)};
    struct pollfd *fds = rd_take(&arena, count + 1, struct pollfd);
    for (size_t i = 0; i < count; i++) {
        running.slot[i].child.pid = -1;
        running.slot[i].begun_count = &begun_count[i];
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
    munmap(begun_count, count * sizeof *begun_count);
    return good;
}
