#include "planning_progress.h"

#include "sim/report/tables.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

/* From when on something is shown, and how often. */
static const double FIRST_S = 0.5, EVERY_S = 0.5;

static void show(struct rd_watcher *watcher, double now_s)
{
    struct rd_planning_progress *progress = (struct rd_planning_progress *)watcher;
    char best_s[32];
    fprintf(stderr, "\r\033[K");
    if (progress->count > 1)
        fprintf(stderr, "%zu of %zu runs done; ", progress->done_count, progress->count);
    fprintf(stderr, "%s: %.0f s", progress->algorithm, now_s - progress->start_s);
    if (isfinite(progress->within_s))
        fprintf(stderr, " of %g s", progress->within_s);
    if (isfinite(watcher->best_s))
        fprintf(stderr, ", shortest plan so far %s s", rd_time_text(watcher->best_s, best_s));
    fflush(stderr);
    progress->is_shown = true;
    watcher->next_s = now_s + EVERY_S;
}

struct rd_planning_progress rd_planning_progress_open(const void *about, double start_s,
                                                      double within_s, size_t count)
{
    return (struct rd_planning_progress){
        .watcher = {.show = show, .next_s = start_s + FIRST_S, .about = about, .best_s = INFINITY},
        .start_s = start_s,
        .within_s = within_s > 0 ? within_s : INFINITY,
        .count = count};
}

struct rd_watcher *rd_planning_progress_watcher(struct rd_planning_progress *progress)
{
    return isatty(STDERR_FILENO) ? &progress->watcher : NULL;
}

void rd_planning_progress_next(struct rd_planning_progress *progress, const char *algorithm)
{
    progress->done_count += progress->algorithm != NULL;
    progress->algorithm = algorithm;
    progress->watcher.best_s = INFINITY;
}

void rd_planning_progress_clear(struct rd_planning_progress *progress)
{
    if (progress->is_shown)
        fprintf(stderr, "\r\033[K");
    progress->is_shown = false;
}
