#include "figure_jobs.h"

#include "figure_manifest.h"
#include "figure_parts.h"
#include "publish.h"
#include "sim/base/clock.h"
#include "sim/engine/process/temporary_files.h"
#include "sim/report/sheet.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct jobs {
    const struct rd_figure *const *figure; /* [count] */
    const struct rd_figure_settings *settings;
    size_t count;
    struct rd_figure_outcome *outcome; /* [count], shared with the children */
    pid_t pid[RD_FIGURE_LIMIT];
    int verdicts_fd[RD_FIGURE_LIMIT]; /* what each prints */
    double start_s[RD_FIGURE_LIMIT];
    size_t ended;
};

void rd_figure_complete(const struct rd_figure *figure, const struct rd_figure_settings *settings,
                        struct rd_figure_data *data, struct rd_figure_outcome *outcome)
{
    struct rd_error *reterr = &outcome->error;
    outcome->made = rd_figure_make(figure, settings, data, reterr) &&
                    rd_figure_publish(figure, data, settings->folder, reterr);
    if (!outcome->made)
        return;
    outcome->summary = rd_checks_count(&data->checks);
    outcome->not_met = data->checks.not_met;
    outcome->made = rd_figure_own_manifest_write(settings->folder, settings->full, figure, outcome,
                                                 data->arena, reterr);
    if (outcome->made && figure->in_parts)
        rd_figure_parts_remove(settings->folder, figure->name, data->arena);
}

/* The whole of a child. */
static void make_one(const struct jobs *jobs, size_t number)
{
    const struct rd_figure *figure = jobs->figure[number];
    struct rd_figure_data data;
    rd_arena_own(arena);
    rd_figure_open(&data, &arena);
    rd_figure_complete(figure, jobs->settings, &data, &jobs->outcome[number]);
    if (jobs->outcome[number].made)
        rd_figure_print_verdicts(stdout, figure, &data);
    fflush(stdout);
    rd_figure_close(&data);
}

static bool start_one(struct jobs *jobs, size_t number, struct rd_error *reterr)
{
    int fd = memfd_create("verdicts", MFD_CLOEXEC);
    pid_t parent = getpid();
    jobs->outcome[number].error = (struct rd_error){
        .code = RD_ERROR_RUN, .message = "the process that made the figure ended before it had"};
    jobs->start_s[number] = rd_now_s();
    fflush(NULL);
    pid_t pid = fd < 0 ? -1 : fork();
    if (pid < 0)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "no process for a figure: %s",
                       strerror(errno));
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent || dup2(fd, STDOUT_FILENO) < 0)
            _exit(1);
        make_one(jobs, number);
        _exit(0);
    }
    jobs->pid[number] = pid;
    jobs->verdicts_fd[number] = fd;
    return true;
}

/* Waits for a child to end. */
static bool end_one(struct jobs *jobs, struct rd_error *reterr)
{
    struct rusage usage;
    int status;
    pid_t pid;
    do
        pid = wait4(-1, &status, 0, &usage);
    while (pid < 0 && errno == EINTR);
    if (pid < 0)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "a figure's process is lost: %s",
                       strerror(errno));
    for (size_t i = 0; i < jobs->count; i++) {
        struct rd_figure_outcome *outcome = &jobs->outcome[i];
        if (jobs->pid[i] != pid)
            continue;
        outcome->elapsed_s = rd_now_s() - jobs->start_s[i];
        outcome->processor_s = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                               1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
        fprintf(stderr, "%2zu of %zu: %-27s %6.1f s, processor %6.1f s, %s\n", ++jobs->ended,
                jobs->count, jobs->figure[i]->name, outcome->elapsed_s, outcome->processor_s,
                !outcome->made         ? "failed"
                : outcome->not_met > 0 ? "NOT MET"
                                       : "met");
    }
    return true;
}

/* Copies what a figure printed. */
static bool show_verdicts(int fd)
{
    char bytes[8192];
    ssize_t got;
    off_t at = 0;
    while ((got = pread(fd, bytes, sizeof bytes, at)) > 0) {
        if (fwrite(bytes, 1, (size_t)got, stdout) != (size_t)got)
            return false;
        at += got;
    }
    return got == 0;
}

static bool print_table(const struct jobs *jobs, struct rd_arena *arena)
{
    static const struct rd_sheet_column column[] = {
        {"figure", RD_IN_TABLE},
        {"values", RD_IN_TABLE | RD_RIGHT},
        {"agree with the paper", RD_IN_TABLE | RD_RIGHT},
        {"do not", RD_IN_TABLE | RD_RIGHT},
        {"undecided", RD_IN_TABLE | RD_RIGHT},
        {"not published", RD_IN_TABLE | RD_RIGHT},
        {"laws", RD_IN_TABLE | RD_RIGHT},
        {"regression", RD_IN_TABLE | RD_RIGHT},
        {"independent", RD_IN_TABLE | RD_RIGHT},
        {"verdict", RD_IN_TABLE},
    };
    struct rd_sheet sheet = rd_sheet_open(column, sizeof column / sizeof *column, arena);
    struct rd_checks_summary all = {0};
    for (size_t i = 0; i < jobs->count; i++) {
        const struct rd_figure_outcome *outcome = &jobs->outcome[i];
        const struct rd_checks_summary *summary = &outcome->summary;
        rd_sheet_text(&sheet, jobs->figure[i]->name);
        rd_sheet_print(&sheet, "%zu", summary->values);
        rd_sheet_print(&sheet, "%zu", summary->agreeing);
        rd_sheet_print(&sheet, "%zu", summary->differing);
        rd_sheet_print(&sheet, "%zu", summary->undecided);
        rd_sheet_print(&sheet, "%zu",
                       summary->values - summary->agreeing - summary->undecided -
                           summary->differing);
        for (int by = 0; by < RD_JUDGED_BY_COUNT; by++) {
            rd_sheet_print(&sheet, "%zu of %zu", summary->met[by], summary->judged[by]);
            all.met[by] += summary->met[by];
            all.judged[by] += summary->judged[by];
        }
        rd_sheet_text(&sheet, !outcome->made ? "failed" : outcome->not_met > 0 ? "NOT MET" : "met");
        all.values += summary->values;
        all.agreeing += summary->agreeing;
        all.undecided += summary->undecided;
        all.differing += summary->differing;
    }
    return rd_sheet_write(stdout, RD_FORMAT_TABLE, &sheet) &&
           rd_checks_write_summary(stdout, rd_arena_print(arena, "%zu figures", jobs->count), &all);
}

/* Starts the last of the list first: they take longest. */
static bool run_all(struct jobs *jobs, unsigned job_count, struct rd_error *reterr)
{
    size_t started = 0;
    while (jobs->ended < jobs->count) {
        while (started < jobs->count && started - jobs->ended < job_count) {
            if (!start_one(jobs, jobs->count - 1 - started, reterr))
                return false;
            started++;
        }
        if (!end_one(jobs, reterr))
            return false;
    }
    return true;
}

bool rd_figure_jobs_run(const struct rd_figure *const *figure, size_t count,
                        const struct rd_figure_settings *settings, unsigned job_count,
                        struct rd_arena *arena, const struct rd_figure_outcome **ret_outcome,
                        struct rd_error *reterr)
{
    struct jobs jobs = {.figure = figure, .count = count, .settings = settings};
    rd_assert(count <= RD_FIGURE_LIMIT);
    size_t size = jobs.count * sizeof *jobs.outcome;
    jobs.outcome = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (jobs.outcome == MAP_FAILED)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "no shared memory: %s",
                       strerror(errno));
    rd_temporary_files_shelter();
    bool run = run_all(&jobs, job_count, reterr);
    rd_temporary_files_unshelter();
    for (size_t i = 0; run && i < jobs.count; i++) {
        if (jobs.outcome[i].made)
            show_verdicts(jobs.verdicts_fd[i]);
        else
            rd_error_print(stderr, &jobs.outcome[i].error);
        close(jobs.verdicts_fd[i]);
        putchar('\n');
    }
    if (run) {
        print_table(&jobs, arena);
        struct rd_figure_outcome *outcome = rd_take(arena, jobs.count, struct rd_figure_outcome);
        memcpy(outcome, jobs.outcome, size);
        *ret_outcome = outcome;
    }
    munmap(jobs.outcome, size);
    return run;
}
