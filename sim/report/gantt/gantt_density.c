#include "gantt_density.h"

#include <inttypes.h>
#include <math.h>

/* Stretches of all lanes together, and pixels of one at the least. */
enum { MOST_STRETCHES = 60000 };
static const double least_width = 2;

static const char *const does[RD_LANE_COUNT] = {"sends", "receives", "computes"};

struct density {
    const struct rd_gantt_layout *layout;
    uint32_t stretches; /* of a lane */
    double *busy;       /* [host_count * RD_LANE_COUNT * stretches] how much is done at a time */
    uint64_t *rows;     /* [host_count * RD_LANE_COUNT] */
};

static uint32_t count_stretches(const struct rd_gantt_layout *layout)
{
    uint32_t lanes = 0;
    for (int lane = 0; lane < RD_LANE_COUNT; lane++)
        lanes += layout->lane_is_used[lane] ? layout->gantt->host_count : 0;
    double fit = floor(layout->width_px / least_width);
    return (uint32_t)fmax(1, fmin(fit, floor((double)MOST_STRETCHES / fmax(1, lanes))));
}

/* Adds a row to a lane. In: its start and end, counted in stretches. */
static void add(struct density *density, uint32_t host, enum rd_gantt_lane_kind kind, double start,
                double end)
{
    size_t lane = (size_t)host * RD_LANE_COUNT + kind;
    double *busy = &density->busy[lane * density->stretches];
    uint32_t last = density->stretches - 1;
    density->rows[lane]++;
    for (uint32_t i = (uint32_t)fmin(last, start); i <= last && i < end; i++)
        busy[i] += fmin(end, i + 1) - fmax(start, i);
}

static void add_rows(struct density *density)
{
    const struct rd_gantt_layout *layout = density->layout;
    const struct rd_trace *trace = layout->gantt->trace;
    double a_second = density->stretches / layout->range_s;
    for (size_t i = 0; i < trace->transfer_count; i++) {
        const struct rd_timed_transfer *row = &trace->transfer[i];
        double start = fmax(0, (row->start_s - layout->from_s) * a_second);
        double end = fmax(start, (row->end_s - layout->from_s) * a_second);
        bool is_message = row->to != RD_NO_HOST;
        add(density, row->from, is_message ? RD_LANE_SEND : RD_LANE_COMPUTE, start, end);
        if (is_message)
            add(density, row->to, RD_LANE_RECEIVE, start, end);
    }
}

/* The level of a stretch. Returns: 0: idle. */
static int level_of(double busy, double most)
{
    return busy > 0 ? (int)fmax(1, fmin(RD_BUSY_LEVELS, ceil(RD_BUSY_LEVELS * busy / most - 1e-6)))
                    : 0;
}

/* A box for each run of stretches that are as busy. */
static void draw_lane(struct rd_svg *svg, const struct density *density, uint32_t host,
                      enum rd_gantt_lane_kind kind, double top_px, struct rd_arena *arena)
{
    const struct rd_gantt_layout *layout = density->layout;
    size_t lane = (size_t)host * RD_LANE_COUNT + kind;
    const double *busy = &density->busy[lane * density->stretches];
    double most = 1, sum = 0;
    for (uint32_t i = 0; i < density->stretches; i++) {
        most = fmax(most, busy[i]);
        sum += busy[i];
    }
    if (sum <= 0)
        return;
    double width = layout->width_px / density->stretches;
    double y = top_px + rd_gantt_y(layout, host, kind, 0);
    rd_svg_begin(svg, "g");
    rd_svg_text_element(svg, "title",
                        rd_arena_print(arena, "%s %s, %" PRIu64 " times, %.3g at a time on average",
                                       layout->gantt->host_name[host], does[kind],
                                       density->rows[lane], sum / density->stretches));
    for (uint32_t first = 0, next; first < density->stretches; first = next) {
        int level = level_of(busy[first], most);
        for (next = first + 1; next < density->stretches && level_of(busy[next], most) == level;
             next++)
            continue;
        double x = round(layout->left_px + first * width);
        if (level > 0)
            rd_svg_put_box(svg, rd_arena_print(arena, "busy%d", level), x, y,
                           round(layout->left_px + next * width) - x, layout->track_px);
    }
    rd_svg_end(svg);
}

void rd_gantt_draw_density(struct rd_svg *svg, const struct rd_gantt_layout *layout, double top_px,
                           struct rd_arena *arena)
{
    rd_arena_borrow(arena);
    struct density density = {.layout = layout, .stretches = count_stretches(layout)};
    size_t lanes = (size_t)layout->gantt->host_count * RD_LANE_COUNT;
    density.busy = rd_take(arena, lanes * density.stretches, double);
    density.rows = rd_take(arena, lanes, uint64_t);
    add_rows(&density);
    for (uint32_t host = 0; host < layout->gantt->host_count; host++)
        for (int kind = 0; kind < RD_LANE_COUNT; kind++) {
            rd_arena_borrow(arena);
            draw_lane(svg, &density, host, (enum rd_gantt_lane_kind)kind, top_px, arena);
        }
}
