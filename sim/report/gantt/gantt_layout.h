/* Where everything of a Gantt chart goes: which boxes there are, on which track of which lane, how
 * high the hosts are and how long a second is. */
#pragma once

#include "gantt_chart.h"

#include "sim/base/arena.h"
#include "sim/base/number_text.h"

struct rd_axis {
    double step_s;    /* between ticks: 1, 2 or 5 times a power of ten */
    double unit_s;    /* of the labels: 1, 1e-3, 1e-6 or 1e-9 */
    const char *unit; /* "s", "ms", "us" (with its Greek letter), "ns" */
};

/* An axis from from_s to to_s > from_s on width_px, with up to some eight ticks whose labels, of
 * letters letter_px wide, do not touch. */
struct rd_axis rd_axis_choose(double from_s, double to_s, double width_px, double letter_px);

/* The label of tick number `tick`, which is 0 at date 0: its time in the axis' unit. Returns: text.
 */
const char *rd_axis_label(const struct rd_axis *axis, int tick, char text[RD_NUMBER_SIZE]);

/* The number of the first tick that is not before from_s, and of the last not beyond to_s. */
int rd_axis_first_tick(const struct rd_axis *axis, double from_s);
int rd_axis_last_tick(const struct rd_axis *axis, double to_s);

enum rd_gantt_lane_kind { RD_LANE_SEND, RD_LANE_RECEIVE, RD_LANE_COMPUTE, RD_LANE_COUNT };

/* What is drawn as one: a message or computation, or a run of equal ones, one behind the other,
 * that no eye could tell apart. */
struct rd_gantt_mark {
    struct rd_timed_transfer transfer;      /* of a run: from the first start to the last end */
    const struct rd_dimension_range *block; /* NULL: no packet */
    int64_t first_item;                     /* of the first of the run; RD_NO_ITEM: none is known */
    uint32_t message_count;
    uint32_t track;     /* in the lane of `from`, from 0 */
    uint32_t to_track;  /* in the lane of `to` */
    bool is_critical;   /* the critical path runs through it */
    const char *slowed; /* who slowed it, and where; NULL: nobody */
    double slack_s;     /* of a run, of its last; 0 where it is not shown */
};

/* A lane of a host: as many tracks as it does things at once. */
struct rd_gantt_lane {
    double *busy_until_s; /* [track_count] */
    uint32_t track_count;
};

struct rd_gantt_layout {
    const struct rd_gantt *gantt;
    double from_s;     /* at the left edge of the plot */
    double range_s;    /* from there to the right edge */
    double makespan_s; /* end of the last transfer */

    double left_px, width_px; /* of the plot */
    double track_px, track_gap_px, lane_gap_px, host_pad_px;
    double *host_top_px; /* [host_count + 1], from the top of the plot */
    double line_px[2];   /* [line_count] vertical lines that labels keep clear of */
    size_t line_count;

    /* There are so many rows that how busy lanes are is drawn: there are no marks, and lanes have
     * one track. */
    bool is_dense;
    struct rd_gantt_mark *mark; /* [mark_count], by start */
    size_t mark_count;
    size_t *chain_mark; /* [gantt->chain_count] the mark of each link of the critical path */
    size_t message_count, computation_count;
    bool lane_is_used[RD_LANE_COUNT];
    struct rd_gantt_lane *lane; /* [host_count * RD_LANE_COUNT] */
};

/* Lays a chart out on a plot from left_px, width_px wide. Cost: O(transfers log transfers +
 * transfers * tracks). */
void rd_gantt_lay_out(struct rd_gantt_layout *layout, const struct rd_gantt *gantt, double left_px,
                      double width_px, struct rd_arena *arena);

/* Where a time is, from the left of the picture. */
double rd_gantt_x(const struct rd_gantt_layout *layout, double seconds);

/* The top of a track, from the top of the plot. */
double rd_gantt_y(const struct rd_gantt_layout *layout, uint32_t host, enum rd_gantt_lane_kind lane,
                  uint32_t track);

/* The height of a lane with all its tracks. */
double rd_gantt_lane_height(const struct rd_gantt_layout *layout, uint32_t host,
                            enum rd_gantt_lane_kind lane);
