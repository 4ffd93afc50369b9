#include "progress.h"

#include "sim/base/clock.h"

#include <inttypes.h>
#include <unistd.h>

/* How often, in seconds. */
static const double ON_TERMINAL = 0.25, ELSEWHERE = 30;

void rd_progress_open(struct rd_progress *progress, FILE *out, int64_t total)
{
    double now_s = rd_now_s();
    *progress = (struct rd_progress){.out = out,
                                     .on_terminal = isatty(fileno(out)),
                                     .total = total,
                                     .start_s = now_s,
                                     .shown_s = now_s};
}

const char *rd_duration_text(double seconds, char text[RD_DURATION_SIZE])
{
    if (seconds < 100)
        snprintf(text, RD_DURATION_SIZE, "%.0f s", seconds);
    else if (seconds < 6000)
        snprintf(text, RD_DURATION_SIZE, "%.0f min", seconds / 60);
    else
        snprintf(text, RD_DURATION_SIZE, "%.1f h", seconds / 3600);
    return text;
}

void rd_progress_show(struct rd_progress *progress)
{
    double now_s = rd_now_s(), spent_s = now_s - progress->start_s;
    if (now_s - progress->shown_s < (progress->on_terminal ? ON_TERMINAL : ELSEWHERE))
        return;
    progress->shown_s = now_s;
    char left[RD_DURATION_SIZE] = "?";
    if (progress->points > 0)
        rd_duration_text(spent_s / (double)progress->points *
                             (double)(progress->total - progress->points),
                         left);
    fprintf(progress->out,
            "%s%" PRId64 " of %" PRId64 " points done: %" PRId64 " runs, %.3g a second, %" PRId64
            " failed; %s left%s",
            progress->on_terminal ? "\r\033[K" : "redist: ", progress->points, progress->total,
            progress->runs, (double)progress->runs / spent_s, progress->failed, left,
            progress->on_terminal ? "" : "\n");
    fflush(progress->out);
}

void rd_progress_clear(const struct rd_progress *progress)
{
    if (progress->on_terminal)
        fputs("\r\033[K", progress->out);
    fflush(progress->out);
}
