#include "child_process.h"

#include "sim/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The exit status of a child that could not be prepared: none that a job ends with. */
enum { CANNOT_BEGIN = 117 };

/* Of the signals that wait the one that is ignored is then gone. */
static void use_default_signals(bool ignores_interrupts)
{
    sigset_t none;
    /* Not all: the signals of broken programs stay with a sanitizer that listens to them. */
    static const int ours[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGPIPE,
                               SIGCHLD, SIGALRM, SIGUSR1, SIGUSR2};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        signal(ours[i], ours[i] == SIGINT && ignores_interrupts ? SIG_IGN : SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static volatile pid_t latest; /* the child that was started last, if it may still run */

/* Closes every file but the three standard ones and those to keep. */
static void close_others(const int *keep, size_t keep_count)
{
    unsigned from = 3;
    for (;;) {
        unsigned next = ~0U; /* the least to keep at or above `from` */
        for (size_t i = 0; i < keep_count; i++)
            if ((unsigned)keep[i] >= from && (unsigned)keep[i] < next)
                next = (unsigned)keep[i];
        if (next == ~0U)
            break;
        if (next > from)
            close_range(from, next - 1, 0);
        from = next + 1;
    }
    close_range(from, ~0U, 0);
}

static _Noreturn void be_child(void (*job)(void *), void *context, int words_fd, pid_t parent,
                               bool ignores_interrupts, const int *keep, size_t keep_count)
{
    use_default_signals(ignores_interrupts);
    latest = 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0); /* the parent died before we asked to die with it */
    int null_fd = open("/dev/null", O_RDONLY);
    if (null_fd < 0 || dup2(null_fd, STDIN_FILENO) < 0 || dup2(words_fd, STDOUT_FILENO) < 0 ||
        dup2(words_fd, STDERR_FILENO) < 0) {
        dprintf(words_fd, "no standard streams: %s", strerror(errno));
        _exit(CANNOT_BEGIN);
    }
    close_others(keep, keep_count);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    job(context);
    fflush(NULL);
    _exit(0);
}

bool rd_child_start(struct rd_child *child, void (*job)(void *), void *context,
                    bool ignores_interrupts, const int *keep, size_t keep_count,
                    struct rd_error *reterr)
{
    int words[2];
    sigset_t all, before;
    if (pipe2(words, O_CLOEXEC) != 0)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "no pipe for a child process: %s",
                       strerror(errno));
    /* What is buffered must not be written twice. */
    fflush(NULL);
    pid_t parent = getpid();
    /* A signal waits until the child has handlers of its own, and the parent knows it. */
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0)
        be_child(job, context, words[1], parent, ignores_interrupts, keep, keep_count);
    int error = errno;
    if (pid > 0)
        latest = pid;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(words[1]);
    if (pid < 0) {
        close(words[0]);
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "no child process can be started: %s",
                       strerror(error));
    }
    child->pid = pid;
    child->words_fd = words[0];
    child->words.length = 0;
    child->words.text[0] = '\0';
    return true;
}

/* Keeps the first words and drops the rest. Returns: false at the end. */
static bool hear(struct rd_child *child)
{
    char part[4096];
    ssize_t got = read(child->words_fd, part, sizeof part);
    if (got < 0)
        return errno == EINTR;
    size_t room = sizeof child->words.text - 1 - child->words.length;
    size_t kept = (size_t)got < room ? (size_t)got : room;
    memcpy(child->words.text + child->words.length, part, kept);
    child->words.length += kept;
    child->words.text[child->words.length] = '\0';
    return got > 0;
}

/* What is left of a time limit, as poll wants it. */
static int poll_ms(double end_s)
{
    double left_ms = (end_s - rd_now_s()) * 1000;
    if (left_ms <= 0)
        return 0;
    return left_ms > 1e6 ? 1000000 : (int)left_ms + 1;
}

enum rd_child_event rd_child_listen(struct rd_child *child, int other_fd, double time_limit_s)
{
    double end_s = rd_now_s() + time_limit_s;
    for (;;) {
        struct pollfd fds[2] = {{.fd = child->words_fd, .events = POLLIN},
                                {.fd = other_fd, .events = POLLIN}};
        int ready = poll(fds, 2, time_limit_s > 0 ? poll_ms(end_s) : -1);
        if (ready < 0 && errno != EINTR)
            return RD_CHILD_ENDED;
        if (ready > 0 && fds[1].revents)
            return RD_CHILD_OTHER_READY;
        if (ready > 0 && fds[0].revents && !hear(child))
            return RD_CHILD_ENDED;
        if (time_limit_s > 0 && rd_now_s() >= end_s)
            return RD_CHILD_TIMED_OUT;
    }
}

int rd_child_end(struct rd_child *child)
{
    if (child->pid < 0)
        return -1;
    /* One that has ended is a zombie until waitpid: the signal reaches nobody else and does not
     * change its status. */
    kill(child->pid, SIGKILL);
    if (latest == child->pid)
        latest = 0;
    int status;
    pid_t ended;
    do
        ended = waitpid(child->pid, &status, 0);
    while (ended < 0 && errno == EINTR);
    close(child->words_fd);
    child->pid = -1;
    return ended > 0 ? status : -1;
}

void rd_child_end_latest(void)
{
    pid_t pid = latest;
    if (pid > 0 && kill(pid, SIGKILL) == 0)
        waitpid(pid, NULL, 0);
}

void rd_limit_memory(RD_UNUSED size_t bytes)
{
#if defined(RD_ADDRESS_SANITIZER)
#else
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    unsigned long pages = 0;
    FILE *statm = bytes ? fopen("/proc/self/statm", "r") : NULL;
    bool known = statm && fscanf(statm, "%lu", &pages) == 1;
    if (statm)
        fclose(statm);
    if (known) {
        rlim_t wanted = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + bytes;
        if (wanted < limit.rlim_max)
            limit.rlim_cur = wanted;
    }
    setrlimit(RLIMIT_AS, &limit);
#endif
}

void rd_keep_memory(void)
{
    enum { KEPT_BYTES = 8 << 20 };
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
    mallopt(M_TOP_PAD, KEPT_BYTES / 8);
}

/* The first line that says something, without what SimGrid's exceptions put before it. */
static void first_line(const struct rd_child_output *words, char *line, size_t size)
{
    static const char decoration[] = "Uncaught exception ";
    const char *start = words->text + strspn(words->text, "\n\r\t ");
    if (strncmp(start, decoration, sizeof decoration - 1) == 0)
        start += sizeof decoration - 1;
    size_t length = strcspn(start, "\n\r");
    snprintf(line, size, "%.*s", (int)length, start);
}

/* The words with which SimGrid, the C++ library, the loader of libraries and our own arenas give up
 * for want of memory. */
bool rd_child_lacked_memory(const struct rd_child_output *words)
{
    static const char *const sign[] = {
        "bad_alloc",        "allocation of",         "annot allocate memory",
        "out of memory",    "out of dynamic memory", "memory allocation error",
        "memory exhausted", "Failed to allocate"};
    for (size_t i = 0; i < sizeof sign / sizeof *sign; i++)
        if (strstr(words->text, sign[i]))
            return true;
    return false;
}

/* Whose fault is it that a child ended while it read its input? SimGrid throws what it does not
 * accept, which ends in SIGABRT; another signal, a broken assertion of its own, or that it does not
 * know what was thrown, is no word about the input. */
static enum rd_error_code code_of_loading(int status, const struct rd_child_output *words)
{
    if (status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        return RD_ERROR_INTERRUPTED;
    bool crashed = status != -1 && WIFSIGNALED(status) && WTERMSIG(status) != SIGABRT;
    bool lost = strstr(words->text, ": Assertion `") || strstr(words->text, "Unexpected error.");
    return crashed || lost ? RD_ERROR_RUN : RD_ERROR_INPUT;
}

bool rd_fail_of_child(struct rd_error *reterr, enum rd_error_code code, const char *path,
                      const char *what, int status, size_t limit_bytes,
                      const struct rd_child_output *words)
{
    char line[512];
    first_line(words, line, sizeof line);
    const char *separator = line[0] ? ": " : "";
    if (status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_BEGIN)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "%s cannot begin%s%s", what,
                       separator, line);
    if (limit_bytes > 0 && rd_child_lacked_memory(words))
        return rd_fail(reterr, code == RD_ERROR_INPUT ? RD_ERROR_RUN : code, path, 0,
                       "%s ran out of memory: it may take %zu bytes%s%s", what, limit_bytes,
                       separator, line);
    if (rd_child_lacked_memory(words))
        return rd_fail(reterr, code == RD_ERROR_INPUT ? RD_ERROR_INTERRUPTED : code, path, 0,
                       "%s ran out of memory%s%s", what, separator, line);
    if (code == RD_ERROR_INPUT)
        code = code_of_loading(status, words);
    if (status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        return rd_fail(reterr, code, path, 0,
                       "%s was killed, as the system does when memory runs out%s%s", what,
                       separator, line);
    if (status != -1 && WIFSIGNALED(status))
        return rd_fail(reterr, code, path, 0, "%s was ended by signal %d (%s)%s%s", what,
                       WTERMSIG(status), strsignal(WTERMSIG(status)), separator, line);
    return rd_fail(reterr, code, path, 0, "%s ended with status %d before it was done%s%s", what,
                   status == -1 ? -1 : WEXITSTATUS(status), separator, line);
}
