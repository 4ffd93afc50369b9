#include "job_queue.h"

#include "sim/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *rd_jobs_share(size_t bytes, struct rd_error *reterr)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED)
        return memory;
    rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0,
            "%zu bytes that processes share cannot be reserved: %s", bytes, strerror(errno));
    return NULL;
}

/* What the child is given. */
struct task {
    const struct rd_jobs *jobs;
    size_t number;
    int report_fd;
};

static void work_in_child(void *context)
{
    const struct task *task = context;
    alignas(max_align_t) unsigned char report[RD_REPORT_LIMIT] = {0};
    task->jobs->work(task->jobs->context, task->number, report);
    if (write(task->report_fd, report, task->jobs->report_bytes) < 0)
        dprintf(STDERR_FILENO, "its report: %s", strerror(errno));
}

static bool start_child(const struct rd_jobs *jobs, size_t number, struct rd_job *job,
                        struct rd_error *reterr)
{
    enum { KEEP_LIMIT = 8 };
    int report[2], keep[KEEP_LIMIT];
    rd_assert(jobs->keep_count < KEEP_LIMIT && jobs->report_bytes <= RD_REPORT_LIMIT);
    if (pipe2(report, O_CLOEXEC) != 0)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "no pipe for a child process: %s",
                       strerror(errno));
    struct task task = {jobs, number, report[1]};
    for (size_t i = 0; i < jobs->keep_count; i++)
        keep[i] = jobs->keep[i];
    keep[jobs->keep_count] = report[1];
    job->report_fd = report[0];
    bool is_started = rd_child_start(&job->child, work_in_child, &task, jobs->ignore_interrupts,
                                     keep, jobs->keep_count + 1, reterr);
    close(report[1]);
    if (!is_started)
        close(report[0]);
    return is_started;
}

/* Begins with as many as may run. For those for which there is no time there is no process. */
static bool begin_more(struct rd_job_queue *queue, struct rd_error *reterr)
{
    const struct rd_jobs *jobs = queue->jobs;
    size_t most = jobs->at_a_time > 0 ? jobs->at_a_time : 1;
    const char *name;
    while (queue->running_count < most && (name = jobs->begin(jobs->context, queue->begun_count))) {
        struct rd_job job = {.name = name, .end = RD_JOB_STOPPED, .child.pid = -1};
        if (rd_now_s() < jobs->end_s) {
            if (!start_child(jobs, queue->begun_count, &job, reterr))
                return false;
            queue->running[queue->running_count++] = queue->begun_count;
        }
        rd_arena_add(queue->arena, queue->job, queue->begun_count, job);
    }
    return true;
}

/* Ends a child, and keeps what it has reported. In: event: what was last heard of it. */
static void end_child(struct rd_job_queue *queue, size_t number, enum rd_child_event event)
{
    struct rd_job *job = &queue->job[number];
    size_t bytes = queue->jobs->report_bytes;
    void *report = rd_arena_take(queue->arena, bytes, 1);
    bool has_reported =
        event == RD_CHILD_OTHER_READY && read(job->report_fd, report, bytes) == (ssize_t)bytes;
    int status = rd_child_end(&job->child);
    close(job->report_fd);
    job->report = report;
    job->end = has_reported                  ? RD_JOB_DONE
               : event == RD_CHILD_TIMED_OUT ? RD_JOB_STOPPED
                                             : RD_JOB_BROKEN;
    if (job->end == RD_JOB_BROKEN)
        rd_fail_of_child(&job->error, RD_ERROR_RUN, NULL, job->name, status, 0, &job->child.words);
    if (queue->jobs->ended)
        queue->jobs->ended(queue->jobs->context, number, job);
}

/* For how long to wait at the most, as poll wants it. */
static int wait_ms(const struct rd_jobs *jobs)
{
    static const double look_ms = 200, most_ms = 1e6;
    double left_ms = fmax(jobs->end_s - rd_now_s(), 0) * 1000 + 1;
    return (int)fmin(left_ms, jobs->look ? look_ms : most_ms);
}

/* Waits until one of those that run says something, or time is up, and listens to all. */
static void hear_all(struct rd_job_queue *queue)
{
    static const double no_longer_s = 1e-9;
    const struct rd_jobs *jobs = queue->jobs;
    struct pollfd fds[2 * RD_JOBS_LIMIT];
    size_t still = 0;
    for (size_t i = 0; i < queue->running_count; i++) {
        const struct rd_job *job = &queue->job[queue->running[i]];
        fds[2 * i] = (struct pollfd){.fd = job->child.words_fd, .events = POLLIN};
        fds[2 * i + 1] = (struct pollfd){.fd = job->report_fd, .events = POLLIN};
    }
    poll(fds, 2 * queue->running_count, wait_ms(jobs));
    if (jobs->look)
        jobs->look(jobs->context);
    bool is_late = rd_now_s() >= jobs->end_s;
    for (size_t i = 0; i < queue->running_count; i++) {
        struct rd_job *job = &queue->job[queue->running[i]];
        enum rd_child_event event = rd_child_listen(&job->child, job->report_fd, no_longer_s);
        if (event != RD_CHILD_TIMED_OUT || is_late)
            end_child(queue, queue->running[i], event);
        else
            queue->running[still++] = queue->running[i];
    }
    queue->running_count = still;
}

static bool has_ended(const struct rd_job_queue *queue, size_t number)
{
    return number < queue->begun_count && queue->job[number].child.pid < 0;
}

bool rd_job_queue_take(struct rd_job_queue *queue, const struct rd_job **ret_job,
                       struct rd_error *reterr)
{
    size_t next = queue->taken_count;
    *ret_job = NULL;
    while (!has_ended(queue, next)) {
        if (!begin_more(queue, reterr))
            return false;
        if (next == queue->begun_count)
            return true;
        if (!has_ended(queue, next))
            hear_all(queue);
    }
    *ret_job = &queue->job[queue->taken_count++];
    return true;
}

void rd_job_queue_close(struct rd_job_queue *queue)
{
    for (size_t i = 0; i < queue->running_count; i++)
        end_child(queue, queue->running[i], RD_CHILD_TIMED_OUT);
    queue->running_count = 0;
}
