#include "sweep.h"

#include "pool.h"
#include "sweep_plan.h"

#include "sim/base/clock.h"
#include "sim/report/results_file.h"
#include "sim/report/terminal.h"
#include "sim/run/interrupt.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a sweep gets on. */
struct counts {
    struct rd_progress shown;
    int64_t total;  /* points to do */
    int64_t points; /* done */
    int64_t runs;   /* in them */
    int64_t failed; /* of the runs */
};

/* "12 s", "5 min", "3.2 h": a length of time to the digits that matter. */
enum { RD_DURATION_SIZE = 32 };

static const char *duration_text(double seconds, char text[RD_DURATION_SIZE])
{
    if (seconds < 100)
        snprintf(text, RD_DURATION_SIZE, "%.0f s", seconds);
    else if (seconds < 6000)
        snprintf(text, RD_DURATION_SIZE, "%.0f min", seconds / 60);
    else
        snprintf(text, RD_DURATION_SIZE, "%.1f h", seconds / 3600);
    return text;
}

/* Shows where it stands, if it is time to. */
static void show_progress(struct counts *counts)
{
    if (!rd_progress_is_due(&counts->shown))
        return;
    double spent_s = rd_now_s() - counts->shown.start_s;
    char left[RD_DURATION_SIZE] = "?";
    if (counts->points > 0)
        duration_text(spent_s / (double)counts->points * (double)(counts->total - counts->points),
                      left);
    rd_progress_write(&counts->shown,
                      "%" PRId64 " of %" PRId64 " points done: %" PRId64
                      " runs, %.3g a second, %" PRId64 " failed; %s left",
                      counts->points, counts->total, counts->runs, (double)counts->runs / spent_s,
                      counts->failed, left);
}

/* A group ends after so many rows, or so many seconds. */
enum { GROUP_ROWS = 1000 };
static const double GROUP_SECONDS = 0.2;

/* A sweep under way. */
struct sweeping {
    const struct rd_sweep_settings *settings;
    const struct rd_points *points;
    struct rd_results *results;
    const char *const *done; /* [done_count], keys of points, sorted */
    size_t done_count;
    int64_t next; /* the first number not looked at */
    struct rd_arena scratch;
    struct counts counts;
    int64_t refused;
    size_t group_rows;
    double group_start_s;
};

static int by_text(const void *one, const void *other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

static bool is_done(struct sweeping *sweeping, int64_t number)
{
    struct rd_point point;
    struct rd_arena_mark mark = rd_arena_mark(&sweeping->scratch);
    rd_points_at(sweeping->points, number, &sweeping->scratch, &point);
    const char *key = point.key;
    bool done = point.left_out ||
                (sweeping->done_count > 0 && bsearch(&key, sweeping->done, sweeping->done_count,
                                                     sizeof *sweeping->done, by_text));
    rd_arena_rewind(&sweeping->scratch, mark);
    return done;
}

/* Numbers of this shard that the file lacks. */
static bool next_point(void *context, int64_t *ret_number)
{
    struct sweeping *sweeping = context;
    for (; sweeping->next < sweeping->points->count;
         sweeping->next += sweeping->settings->shard_count)
        if (!is_done(sweeping, sweeping->next)) {
            *ret_number = sweeping->next;
            sweeping->next += sweeping->settings->shard_count;
            return true;
        }
    return false;
}

/* From here on next_point starts at the first of them. */
static int64_t count_missing(struct sweeping *sweeping)
{
    int64_t number, missing = 0, first = sweeping->points->count;
    sweeping->next = sweeping->settings->shard - 1;
    while (next_point(sweeping, &number))
        first = missing++ == 0 ? number : first;
    sweeping->next = first;
    return missing;
}

static bool commit(struct sweeping *sweeping, struct rd_error *reterr)
{
    sweeping->group_rows = 0;
    return rd_results_commit(sweeping->results, reterr);
}

static bool take_point(void *context, int64_t number, const struct rd_result_row *const *row,
                       size_t count, struct rd_error *reterr)
{
    struct sweeping *sweeping = context;
    struct counts *counts = &sweeping->counts;
    (void)number;
    if (sweeping->group_rows == 0)
        sweeping->group_start_s = rd_now_s();
    for (size_t i = 0; i < count; i++) {
        if (!rd_results_add(sweeping->results, row[i], reterr))
            return false;
        counts->failed += strcmp(row[i]->status, "failed") == 0;
        sweeping->refused += strcmp(row[i]->status, "refused") == 0;
    }
    counts->points++;
    counts->runs += (int64_t)count;
    sweeping->group_rows += count;
    return sweeping->group_rows < GROUP_ROWS || commit(sweeping, reterr);
}

static bool tick(void *context, struct rd_error *reterr)
{
    struct sweeping *sweeping = context;
    show_progress(&sweeping->counts);
    if (sweeping->group_rows > 0 && rd_now_s() - sweeping->group_start_s > GROUP_SECONDS)
        return commit(sweeping, reterr);
    return true;
}

/* What came of it, for people. Returns: the exit status. */
static int report(struct sweeping *sweeping, bool whole)
{
    struct rd_error error;
    const struct counts *counts = &sweeping->counts;
    int64_t held;
    char spent[RD_DURATION_SIZE];
    if (!rd_results_count(sweeping->results, &held, &error) ||
        !rd_results_hold(sweeping->settings->results_path, held, &error)) {
        rd_error_print(stderr, &error);
        return rd_error_exit_status(error.code);
    }
    if (sweeping->settings->quiet && whole && counts->failed == 0)
        return 0;
    duration_text(rd_now_s() - counts->shown.start_s, spent);
    printf("%s%" PRId64 " runs of %" PRId64 " points in %s: %" PRId64 " ok, %" PRId64
           " refused, %" PRId64 " failed; ",
           whole ? "" : "interrupted after ", counts->runs, counts->points, spent,
           counts->runs - sweeping->refused - counts->failed, sweeping->refused, counts->failed);
    rd_print_shown(stdout, sweeping->settings->results_path);
    printf(" holds %" PRId64 " runs\n", held);
    if (!whole)
        return rd_error_exit_status(RD_ERROR_INTERRUPTED);
    bool all_refused = counts->runs > 0 && sweeping->refused == counts->runs;
    return rd_error_exit_status(counts->failed > 0 || all_refused ? RD_ERROR_RUN : RD_ERROR_NONE);
}

/* Runs what is missing, with the results file open. */
static int sweep(struct sweeping *sweeping, const struct rd_sweep_plan *plan)
{
    struct rd_error error, at_end;
    int64_t missing = count_missing(sweeping); /* before interruptions wait: it may take long */
    struct rd_pool pool = {.points = &plan->points,
                           .base = &plan->base,
                           .settings = plan->settings,
                           .time_limit_s = sweeping->settings->time_limit_s,
                           .worker_count = sweeping->settings->worker_count,
                           .point_count = missing,
                           .interrupt_fd = rd_interrupt_listen(),
                           .next = next_point,
                           .take = take_point,
                           .tick = tick,
                           .context = sweeping};
    sweeping->counts = (struct counts){.shown = rd_progress_open(), .total = missing};
    bool run = rd_engine_load(&error) && rd_pool_run(&pool, &error);
    rd_progress_clear(&sweeping->counts.shown);
    /* What is done stays, however it ended. */
    if (!commit(sweeping, &at_end) && run) {
        run = false;
        error = at_end;
    }
    rd_interrupt_unlisten(pool.interrupt_fd);
    if (!run &&
        !(error.code == RD_ERROR_INTERRUPTED && strcmp(error.message, "interrupted") == 0)) {
        rd_error_print(stderr, &error);
        return rd_error_exit_status(error.code);
    }
    if (!run)
        fputs("redist: interrupted\n", stderr);
    return report(sweeping, run);
}

static int open_and_sweep(const struct rd_sweep_settings *settings,
                          const struct rd_sweep_plan *plan, struct rd_arena *arena)
{
    struct rd_error error;
    struct sweeping sweeping = {.settings = settings, .points = &plan->points};
    struct rd_results_head head = {plan->base.scenario.name, plan->points.scenario_hash,
                                   REDIST_VERSION, rd_engine_version()};
    if (!rd_results_create(settings->results_path, &head, arena, &sweeping.results, &error)) {
        rd_error_print(stderr, &error);
        return rd_error_exit_status(error.code);
    }
    int status;
    rd_arena_open(&sweeping.scratch, 0);
    if ((!settings->retry_failed || rd_results_forget_failed(sweeping.results, &error)) &&
        rd_results_points(sweeping.results, arena, &sweeping.done, &sweeping.done_count, &error)) {
        status = sweep(&sweeping, plan);
    } else {
        rd_error_print(stderr, &error);
        status = rd_error_exit_status(error.code);
    }
    rd_arena_close(&sweeping.scratch);
    rd_results_close(sweeping.results);
    return status;
}

int rd_sweep_run(const struct rd_sweep_settings *settings)
{
    struct rd_arena arena;
    struct rd_sweep_plan plan;
    rd_arena_open(&arena, 0);
    int status = rd_sweep_plan_make(&settings->context, settings->repeat_count, &arena, &plan);
    if (status == 0)
        status = open_and_sweep(settings, &plan, &arena);
    rd_sweep_plan_close(&plan);
    rd_arena_close(&arena);
    return status;
}
