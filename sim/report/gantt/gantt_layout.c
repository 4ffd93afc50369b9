#include "gantt_layout.h"

#include "sim/base/error.h"
#include "sim/base/integers.h"

#include <math.h>
#include <string.h>

/* --- the axis of time ---------------------------------------------------------------------- */

const char *rd_axis_label(const struct rd_axis *axis, int tick, char text[RD_NUMBER_SIZE])
{
    return rd_number_text(tick * axis->step_s / axis->unit_s, 10, text);
}

int rd_axis_first_tick(const struct rd_axis *axis, double from_s)
{
    return (int)ceil(from_s / axis->step_s * (1 - 1e-12));
}

int rd_axis_last_tick(const struct rd_axis *axis, double to_s)
{
    return (int)floor(to_s / axis->step_s * (1 + 1e-12));
}

/* Do the labels leave room between them? */
static bool labels_fit(const struct rd_axis *axis, double from_s, double to_s, double width_px,
                       double letter_px)
{
    double spacing_px = width_px * (axis->step_s / (to_s - from_s));
    size_t longest = 0;
    int last_tick = rd_axis_last_tick(axis, to_s);
    for (int tick = rd_axis_first_tick(axis, from_s); tick <= last_tick; tick++) {
        char text[RD_NUMBER_SIZE];
        size_t length = strlen(rd_axis_label(axis, tick, text));
        longest = length > longest ? length : longest;
    }
    return ((double)longest + 3) * letter_px <= spacing_px;
}

struct rd_axis rd_axis_choose(double from_s, double to_s, double width_px, double letter_px)
{
    rd_assert(from_s >= 0 && to_s > from_s && isfinite(to_s) && width_px > 0);
    static const struct {
        double least_s, unit_s;
        const char *unit;
    } units[] = {{0.1, 1, "s"}, {1e-4, 1e-3, "ms"}, {1e-7, 1e-6, "\xc2\xb5s"}, {0, 1e-9, "ns"}};
    static const double multiples[] = {1, 2, 5};
    enum { MOST_TICKS = 8, MOST_ATTEMPTS = 12 };
    struct rd_axis axis = {.unit_s = 1};
    size_t unit = 0;
    while (to_s < units[unit].least_s)
        unit++;
    axis.unit_s = units[unit].unit_s;
    axis.unit = units[unit].unit;
    /* The first that suits; after a power of ten and more, labels that do not fit never will. */
    double power = floor(log10((to_s - from_s) / MOST_TICKS));
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        axis.step_s = multiples[attempt % 3] * pow(10, power + attempt / 3);
        int ticks = rd_axis_last_tick(&axis, to_s) - rd_axis_first_tick(&axis, from_s);
        if (ticks <= MOST_TICKS && labels_fit(&axis, from_s, to_s, width_px, letter_px))
            break;
    }
    return axis;
}

/* ---------------------------------------------------------------------------------------------- */

/* Pixels. Tracks share a height that suits the eye, between limits. */
static const double plot_height = 900, least_track = 3, most_track = 18;
/* Equal messages narrower than `thin`, back to back, become boxes of up to `thick`: a tenth of a
 * pixel shows nothing but its colour, also in a picture enlarged ten times. */
static const double thin = 0.1, thick = 1;

double rd_gantt_x(const struct rd_gantt_layout *layout, double seconds)
{
    return layout->left_px + layout->width_px * ((seconds - layout->from_s) / layout->range_s);
}

static struct rd_gantt_lane *lane_of(const struct rd_gantt_layout *layout, uint32_t host,
                                     enum rd_gantt_lane_kind lane)
{
    return &layout->lane[(size_t)host * RD_LANE_COUNT + lane];
}

/* A lane that others use is there, also if it is empty: so that hosts look alike. */
static uint32_t tracks_of(const struct rd_gantt_layout *layout, uint32_t host,
                          enum rd_gantt_lane_kind lane)
{
    if (!layout->lane_is_used[lane])
        return 0;
    uint32_t count = lane_of(layout, host, lane)->track_count;
    return count > 0 ? count : 1;
}

double rd_gantt_lane_height(const struct rd_gantt_layout *layout, uint32_t host,
                            enum rd_gantt_lane_kind lane)
{
    uint32_t count = tracks_of(layout, host, lane);
    return count ? count * layout->track_px + (count - 1) * layout->track_gap_px : 0;
}

double rd_gantt_y(const struct rd_gantt_layout *layout, uint32_t host, enum rd_gantt_lane_kind lane,
                  uint32_t track)
{
    double y = layout->host_top_px[host] + layout->host_pad_px;
    for (int above = 0; above < (int)lane; above++)
        if (layout->lane_is_used[above])
            y += rd_gantt_lane_height(layout, host, (enum rd_gantt_lane_kind)above) +
                 layout->lane_gap_px;
    return y + track * (layout->track_px + layout->track_gap_px);
}

static double pixels(const struct rd_gantt_layout *layout, const struct rd_timed_transfer *transfer)
{
    return layout->width_px * ((transfer->end_s - transfer->start_s) / layout->range_s);
}

/* Does a transfer continue a mark, both too thin to be told apart? */
static bool continues(const struct rd_gantt_layout *layout, const struct rd_gantt_mark *mark,
                      const struct rd_timed_transfer *transfer)
{
    const struct rd_timed_transfer *last = &mark->transfer;
    double tolerance_s = RD_TIME_TOLERANCE * layout->makespan_s;
    return !mark->block && last->to == transfer->to && last->kind == transfer->kind &&
           last->items == transfer->items && fabs(transfer->start_s - last->end_s) <= tolerance_s &&
           pixels(layout, transfer) < thin && pixels(layout, last) < thin * mark->message_count &&
           pixels(layout, last) < thick;
}

/* In: mark_of [transfer_count], where the mark of each transfer is noted. */
static void make_marks(struct rd_gantt_layout *layout, const struct rd_trace *sorted,
                       size_t *mark_of, struct rd_arena *arena)
{
    layout->mark = rd_take(arena, sorted->transfer_count, struct rd_gantt_mark);
    /* The last mark of each host, plus 1. */
    size_t *open = rd_take(arena, layout->gantt->host_count, size_t);
    for (size_t i = 0; i < sorted->transfer_count; i++) {
        const struct rd_timed_transfer *transfer = &sorted->transfer[i];
        size_t last = open[transfer->from];
        if (last && !sorted->block && continues(layout, &layout->mark[last - 1], transfer)) {
            layout->mark[last - 1].transfer.end_s = transfer->end_s;
            layout->mark[last - 1].message_count++;
            mark_of[i] = last - 1;
            continue;
        }
        mark_of[i] = layout->mark_count;
        layout->mark[layout->mark_count++] =
            (struct rd_gantt_mark){.transfer = *transfer,
                                   .block = sorted->block ? &sorted->block[i] : NULL,
                                   .first_item = rd_trace_first_item(sorted, i),
                                   .message_count = 1};
        open[transfer->from] = layout->mark_count;
    }
}

static bool is_same(const struct rd_timed_transfer *transfer, const struct rd_timed_transfer *other)
{
    return transfer->start_s == other->start_s && transfer->end_s == other->end_s &&
           transfer->from == other->from && transfer->to == other->to &&
           transfer->kind == other->kind && transfer->items == other->items;
}

/* The place of a transfer in the sorted trace; of one of those that look like it. Cost: O(log
 * transfers + transfers that start with it). */
static size_t place_of(const struct rd_trace *sorted, const struct rd_timed_transfer *transfer)
{
    size_t low = 0, high = sorted->transfer_count;
    RD_FIND_FIRST(low, high, i, !(sorted->transfer[i].start_s < transfer->start_s));
    while (low < sorted->transfer_count && !is_same(&sorted->transfer[low], transfer))
        low++;
    rd_assert(low < sorted->transfer_count);
    return low;
}

static void mark_chain(struct rd_gantt_layout *layout, const struct rd_trace *sorted,
                       const size_t *mark_of, struct rd_arena *arena)
{
    const struct rd_gantt *gantt = layout->gantt;
    layout->chain_mark = rd_take(arena, gantt->critical_path_count, size_t);
    for (size_t i = 0; i < gantt->critical_path_count; i++) {
        size_t mark =
            mark_of[place_of(sorted, &gantt->trace->transfer[gantt->critical_path[i].transfer])];
        layout->chain_mark[i] = mark;
        layout->mark[mark].is_critical = true;
    }
}

static void mark_slowed(struct rd_gantt_layout *layout, const struct rd_trace *sorted,
                        const size_t *mark_of)
{
    const struct rd_gantt *gantt = layout->gantt;
    for (size_t i = 0; gantt->slowed && i < sorted->transfer_count; i++)
        if (gantt->slowed[i])
            layout->mark[mark_of[place_of(sorted, &gantt->trace->transfer[i])]].slowed =
                gantt->slowed[i];
}

static void mark_slack(struct rd_gantt_layout *layout, const struct rd_trace *sorted,
                       const size_t *mark_of)
{
    const struct rd_gantt *gantt = layout->gantt;
    for (size_t i = 0; gantt->slack_s && i < sorted->transfer_count; i++) {
        const struct rd_timed_transfer *row = &gantt->trace->transfer[i];
        struct rd_gantt_mark *mark = &layout->mark[mark_of[place_of(sorted, row)]];
        if (row->end_s == mark->transfer.end_s)
            mark->slack_s = gantt->slack_s[i];
    }
}

/* Takes the first track that is free. */
static uint32_t take_track(struct rd_gantt_layout *layout, uint32_t host,
                           enum rd_gantt_lane_kind which, const struct rd_timed_transfer *transfer,
                           struct rd_arena *arena)
{
    struct rd_gantt_lane *lane = lane_of(layout, host, which);
    double tolerance_s = RD_TIME_TOLERANCE * layout->makespan_s;
    uint32_t track = 0;
    while (track < lane->track_count && lane->busy_until_s[track] > transfer->start_s + tolerance_s)
        track++;
    if (track == lane->track_count)
        lane->busy_until_s =
            rd_arena_extend(arena, lane->busy_until_s, lane->track_count++, sizeof(double));
    lane->busy_until_s[track] = fmax(transfer->start_s, transfer->end_s);
    return track;
}

static void take_tracks(struct rd_gantt_layout *layout, struct rd_arena *arena)
{
    for (size_t i = 0; i < layout->mark_count; i++) {
        struct rd_gantt_mark *mark = &layout->mark[i];
        const struct rd_timed_transfer *transfer = &mark->transfer;
        if (transfer->to == RD_NO_HOST) {
            mark->track = take_track(layout, transfer->from, RD_LANE_COMPUTE, transfer, arena);
            continue;
        }
        mark->track = take_track(layout, transfer->from, RD_LANE_SEND, transfer, arena);
        mark->to_track = take_track(layout, transfer->to, RD_LANE_RECEIVE, transfer, arena);
    }
}

/* Counts what is done in the trace, and notes on which lanes. */
static void count_rows(struct rd_gantt_layout *layout, struct rd_arena *arena)
{
    const struct rd_trace *trace = layout->gantt->trace;
    layout->lane =
        rd_take(arena, (size_t)layout->gantt->host_count * RD_LANE_COUNT, struct rd_gantt_lane);
    for (size_t i = 0; i < trace->transfer_count; i++)
        layout->message_count += trace->transfer[i].to != RD_NO_HOST;
    layout->computation_count = trace->transfer_count - layout->message_count;
    layout->lane_is_used[RD_LANE_SEND] = layout->message_count > 0;
    layout->lane_is_used[RD_LANE_RECEIVE] = layout->message_count > 0;
    layout->lane_is_used[RD_LANE_COMPUTE] = layout->computation_count > 0;
}

static void stack_hosts(struct rd_gantt_layout *layout, struct rd_arena *arena)
{
    uint32_t host_count = layout->gantt->host_count;
    uint64_t tracks = 1;
    for (uint32_t host = 0; host < host_count; host++)
        for (int lane = 0; lane < RD_LANE_COUNT; lane++)
            tracks += tracks_of(layout, host, (enum rd_gantt_lane_kind)lane);
    /* Whole pixels, so that lanes that are equal look equal. */
    double track = floor(fmin(most_track, fmax(least_track, plot_height / (double)tracks)));
    layout->track_px = track;
    layout->track_gap_px = track >= 6 ? 1 : 0;
    layout->lane_gap_px = track >= 10 ? 2 : 1;
    layout->host_pad_px = track >= 10 ? 5 : track >= 5 ? 2 : 1;
    layout->host_top_px = rd_take(arena, (size_t)host_count + 1, double);
    for (uint32_t host = 0; host < host_count; host++) {
        double height = 2 * layout->host_pad_px;
        bool is_first = true;
        for (int lane = 0; lane < RD_LANE_COUNT; lane++) {
            if (!layout->lane_is_used[lane])
                continue;
            height += rd_gantt_lane_height(layout, host, (enum rd_gantt_lane_kind)lane) +
                      (is_first ? 0 : layout->lane_gap_px);
            is_first = false;
        }
        /* A chart of nothing still shows its hosts. */
        layout->host_top_px[host + 1] =
            layout->host_top_px[host] + (is_first ? height + layout->track_px : height);
    }
}

/* Makes a mark of each row or run of equal rows, and gives it its tracks. */
static void lay_out_marks(struct rd_gantt_layout *layout, struct rd_arena *arena)
{
    const struct rd_gantt *gantt = layout->gantt;
    struct rd_trace sorted = *gantt->trace;
    size_t count = sorted.transfer_count;
    sorted.transfer = rd_arena_copy(arena, sorted.transfer, count, sizeof *sorted.transfer);
    if (sorted.block)
        sorted.block = rd_arena_copy(arena, sorted.block, count, sizeof *sorted.block);
    sorted.first_item = rd_arena_copy(arena, sorted.first_item, count, sizeof *sorted.first_item);
    rd_trace_sort(&sorted, arena);
    size_t *mark_of = rd_take(arena, count, size_t);
    make_marks(layout, &sorted, mark_of, arena);
    mark_chain(layout, &sorted, mark_of, arena);
    mark_slowed(layout, &sorted, mark_of);
    mark_slack(layout, &sorted, mark_of);
    take_tracks(layout, arena);
}

bool rd_gantt_is_dense(const struct rd_trace *trace)
{
    return trace->transfer_count > RD_GANTT_MARK_LIMIT;
}

void rd_gantt_lay_out(struct rd_gantt_layout *layout, const struct rd_gantt *gantt, double left_px,
                      double width_px, struct rd_arena *arena)
{
    *layout = (struct rd_gantt_layout){.gantt = gantt, .left_px = left_px, .width_px = width_px};
    const struct rd_trace *trace = gantt->trace;
    for (size_t i = 0; i < trace->transfer_count; i++) {
        const struct rd_timed_transfer *transfer = &trace->transfer[i];
        rd_assert(transfer->from < gantt->host_count &&
                  (transfer->to < gantt->host_count || transfer->to == RD_NO_HOST));
        layout->makespan_s = fmax(layout->makespan_s, fmax(transfer->start_s, transfer->end_s));
    }
    layout->range_s = layout->makespan_s;
    if (gantt->bound && isfinite(gantt->bound->seconds))
        layout->range_s = fmax(layout->range_s, gantt->bound->seconds);
    /* Nothing that takes time: any scale will do. */
    if (layout->range_s < 1e-290)
        layout->range_s = 1;
    if (gantt->to_s > 0) {
        layout->from_s = gantt->from_s;
        layout->range_s = gantt->to_s - gantt->from_s;
    }
    count_rows(layout, arena);
    layout->is_dense = rd_gantt_is_dense(trace);
    if (!layout->is_dense)
        lay_out_marks(layout, arena);
    stack_hosts(layout, arena);
}
