#include "gantt_marks.h"

#include "sim/report/svg.h"
#include "sim/report/tables.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <math.h>

/* Pixels: the least that shows, what takes no time, the room between boxes back to back, and the
 * width from which it is left. */
static const double least_width = 2, instant_width = 3, gap = 1, least_parted_width = 3;
static const double label_size = 10.5, label_padding = 5, least_labelled_track = 12,
                    least_cut_label = 90;

/* A box in one lane. */
struct box {
    double x, y, width, height;
};

static struct box box_of(const struct rd_gantt_layout *layout, const struct rd_gantt_mark *mark,
                         enum rd_gantt_lane_kind lane, double top_px)
{
    const struct rd_timed_transfer *row = &mark->transfer;
    bool receives = lane == RD_LANE_RECEIVE;
    /* Whole pixels, as edges are drawn crisp: else the room between two boxes may vanish. */
    double right = layout->left_px + layout->width_px;
    double x = round(fmax(layout->left_px, rd_gantt_x(layout, row->start_s)));
    double width = round(fmin(right, rd_gantt_x(layout, row->end_s))) - x;
    if (row->end_s <= row->start_s)
        width = instant_width;
    else
        width = fmax(least_width, width - (width < least_parted_width ? 0 : gap));
    struct box box = {
        .x = x,
        .y = top_px + rd_gantt_y(layout, receives ? row->to : row->from, lane,
                                 receives ? mark->to_track : mark->track),
        .width = width,
        .height = layout->track_px,
    };
    /* What takes no time at the right edge stays inside. */
    box.x = fmin(box.x, right - width);
    if (row->kind == RD_CONTROL && row->to != RD_NO_HOST) {
        box.y += box.height * 0.3;
        box.height *= 0.4;
    }
    return box;
}

/* Adds a box to the path `text`, which has room for two. Returns: the path's length. */
static int add_box(char text[256], int length, const struct box *box)
{
    char x[RD_SVG_NUMBER_SIZE], y[RD_SVG_NUMBER_SIZE], width[RD_SVG_NUMBER_SIZE],
        height[RD_SVG_NUMBER_SIZE];
    return length + snprintf(text + length, 256 - (size_t)length, "M%s %sh%sv%sH%sz",
                             rd_svg_number_text(box->x, x), rd_svg_number_text(box->y, y),
                             rd_svg_number_text(box->width, width),
                             rd_svg_number_text(box->height, height), x);
}

static const char *host_name(const struct rd_gantt_layout *layout, uint32_t host)
{
    return layout->gantt->host_name[host];
}

/* "2 items", "1 item". */
static const char *items_text(int64_t items, struct rd_arena *arena)
{
    return rd_arena_print(arena, "%" PRId64 " item%s", items, items == 1 ? "" : "s");
}

/* "3 messages of 2 items of kind 1", "a control word". */
static const char *what(const struct rd_gantt_layout *layout, const struct rd_gantt_mark *mark,
                        struct rd_arena *arena)
{
    if (mark->transfer.kind == RD_CONTROL && mark->message_count == 1)
        return "a control word";
    if (mark->transfer.kind == RD_CONTROL)
        return rd_arena_print(arena, "%" PRIu32 " control words", mark->message_count);
    const struct rd_instance *instance = layout->gantt->instance;
    uint32_t kind = (uint32_t)mark->transfer.kind;
    if (instance && mark->message_count == 1)
        return rd_items_words(instance, kind, mark->first_item, mark->transfer.items, arena);
    const char *items = items_text(mark->transfer.items, arena);
    if (instance && instance->copies)
        items = rd_arena_print(arena, "%s of %s", items, rd_label_of_kind(instance, kind));
    else if (layout->gantt->kind_count > 1 && !(instance && instance->objects))
        items = rd_arena_print(arena, "%s of kind %" PRIu32, items, kind);
    if (mark->message_count == 1)
        return items;
    return rd_arena_print(arena, "%" PRIu32 " messages of %s", mark->message_count, items);
}

static const char *tooltip(const struct rd_gantt_layout *layout, const struct rd_gantt_mark *mark,
                           struct rd_arena *arena)
{
    const struct rd_timed_transfer *row = &mark->transfer;
    char start[RD_NUMBER_SIZE], end[RD_NUMBER_SIZE];
    const char *when = rd_arena_print(arena, "%s s to %s s", rd_time_text(row->start_s, start),
                                      rd_time_text(row->end_s, end));
    const char *from = host_name(layout, row->from);
    if (row->to == RD_NO_HOST && row->kind == RD_CONTROL)
        return rd_arena_print(arena, "%s works, %s", from, when);
    if (row->to == RD_NO_HOST && mark->message_count == 1)
        return rd_arena_print(arena, "%s computes %s, %s", from, what(layout, mark, arena), when);
    if (row->to == RD_NO_HOST)
        return rd_arena_print(arena, "%s computes %" PRIu32 " times %s, %s", from,
                              mark->message_count, items_text(row->items, arena), when);
    const char *block = mark->block ? rd_arena_print(arena, ", dimensions %u to %u",
                                                     mark->block->first, mark->block->last)
                                    : "";
    const char *slowed = mark->slowed ? rd_arena_print(arena, ", slowed %s", mark->slowed) : "";
    return rd_arena_print(arena, "%s to %s, %s%s, %s%s", from, host_name(layout, row->to),
                          what(layout, mark, arena), block, when, slowed);
}

/* Where a text of this width stands in a box, clear of vertical lines. Returns: NAN if it has no
 * place. */
static double place_label(const struct rd_gantt_layout *layout, const struct box *box, double width)
{
    double x = box->x + label_padding, end = box->x + box->width - label_padding;
    for (size_t i = 0; i < layout->line_count; i++)
        if (layout->line_px[i] > x - label_padding && layout->line_px[i] < x + width + 2)
            x = fmax(x, layout->line_px[i] + label_padding);
    return x + width <= end ? x : NAN;
}

/* Writes the longer of two texts that fits into a box, or the shorter one cut, or none. */
static void draw_label(struct rd_svg *svg, const struct rd_gantt_layout *layout,
                       const struct box *box, const char *class, const char *longer,
                       const char *shorter, struct rd_arena *arena)
{
    const char *text = longer;
    double x = place_label(layout, box, rd_label_width(longer, label_size));
    if (isnan(x)) {
        text = shorter;
        x = place_label(layout, box, rd_label_width(shorter, label_size));
    }
    if (isnan(x)) {
        x = place_label(layout, box, least_cut_label);
        text = rd_label_fit(shorter, label_size, box->x + box->width - label_padding - x, arena);
    }
    if (isnan(x) || !*text)
        return;
    rd_svg_put_text(svg, class, NULL, x, box->y + box->height / 2 + label_size * 0.36, text);
}

/* What a page shows when the box is pointed at. */
static void add_data(struct rd_svg *svg, const struct rd_gantt_layout *layout,
                     const struct rd_gantt_mark *mark)
{
    const struct rd_timed_transfer *row = &mark->transfer;
    char number[RD_NUMBER_SIZE];
    rd_svg_attribute(svg, "data-from", host_name(layout, row->from));
    if (row->to != RD_NO_HOST)
        rd_svg_attribute(svg, "data-to", host_name(layout, row->to));
    snprintf(number, sizeof number, "%" PRId32, row->kind);
    rd_svg_attribute(svg, "data-kind", row->kind == RD_CONTROL ? "control" : number);
    snprintf(number, sizeof number, "%" PRId64, row->items);
    rd_svg_attribute(svg, "data-items", number);
    if (mark->message_count > 1) {
        snprintf(number, sizeof number, "%" PRIu32, mark->message_count);
        rd_svg_attribute(svg, "data-count", number);
    }
    rd_svg_attribute(svg, "data-start", rd_time_text(row->start_s, number));
    rd_svg_attribute(svg, "data-end", rd_time_text(row->end_s, number));
    if (mark->slowed)
        rd_svg_attribute(svg, "data-slowed", mark->slowed);
}

static void draw_mark(struct rd_svg *svg, const struct rd_gantt_layout *layout,
                      const struct rd_gantt_colours *colours, const struct rd_gantt_mark *mark,
                      double top_px, struct rd_arena *arena)
{
    const struct rd_timed_transfer *row = &mark->transfer;
    bool is_message = row->to != RD_NO_HOST;
    bool is_word = is_message && row->kind == RD_CONTROL;
    uint32_t colour = is_message && !is_word ? rd_gantt_colour_of(colours, row) : 0;
    struct box first = box_of(layout, mark, is_message ? RD_LANE_SEND : RD_LANE_COMPUTE, top_px);
    struct box second = first;
    char path[256];
    int length = add_box(path, 0, &first);
    if (is_message) {
        second = box_of(layout, mark, RD_LANE_RECEIVE, top_px);
        add_box(path, length, &second);
    }
    rd_svg_begin(svg, "path");
    rd_svg_class(svg, is_word      ? "mark control"
                      : is_message ? rd_arena_print(arena, "mark c%" PRIu32, colour)
                                   : "mark work");
    rd_svg_attribute(svg, "d", path);
    if (layout->gantt->id)
        add_data(svg, layout, mark);
    rd_svg_text_element(svg, "title", tooltip(layout, mark, arena));
    rd_svg_end(svg);
    if (mark->slowed) {
        rd_svg_begin(svg, "path");
        rd_svg_class(svg, "slowed");
        rd_svg_attribute(svg, "d", path);
        rd_svg_end(svg);
    }
    if (is_word || layout->track_px < least_labelled_track)
        return;
    const char *class = is_message && rd_gantt_colour_is_dark(colours, colour) ? "in light" : "in";
    const char *amount = items_text(row->items, arena);
    if (!is_message) {
        draw_label(svg, layout, &first, class, row->kind == RD_CONTROL ? "" : amount, "", arena);
        return;
    }
    const char *to = rd_arena_print(arena, "to %s", host_name(layout, row->to));
    const char *from = rd_arena_print(arena, "from %s", host_name(layout, row->from));
    draw_label(svg, layout, &first, class, rd_arena_print(arena, "%s, %s", to, amount), to, arena);
    draw_label(svg, layout, &second, class, rd_arena_print(arena, "%s, %s", from, amount), from,
               arena);
}

/* --- the critical path ------------------------------------------------------------------------ */

/* Boxes lower than this have no room for an outline: they are filled. */
static const double least_outlined = 6;

/* A box with a line inside its edge. */
static struct box inset(struct box box, double by)
{
    return (struct box){box.x + by, box.y + by, fmax(box.width - 2 * by, 0.1),
                        fmax(box.height - 2 * by, 0.1)};
}

static void outline(struct rd_svg *svg, const struct rd_gantt_layout *layout,
                    const struct rd_gantt_mark *mark, double top_px)
{
    bool is_message = mark->transfer.to != RD_NO_HOST;
    bool is_filled = layout->track_px < least_outlined;
    double by = is_filled ? 0 : 0.75;
    struct box first =
        inset(box_of(layout, mark, is_message ? RD_LANE_SEND : RD_LANE_COMPUTE, top_px), by);
    char path[256];
    int length = add_box(path, 0, &first);
    if (is_message) {
        struct box second = inset(box_of(layout, mark, RD_LANE_RECEIVE, top_px), by);
        add_box(path, length, &second);
    }
    rd_svg_begin(svg, "path");
    rd_svg_class(svg, is_filled ? "critical filled" : "critical");
    rd_svg_attribute(svg, "d", path);
    rd_svg_end(svg);
}

/* The lane in which a link of the chain held up the one after it, and that in which the one after
 * it was held up. */
static void lanes_of(enum rd_critical_reason reason, const struct rd_gantt_mark *before,
                     const struct rd_gantt_mark *after, enum rd_gantt_lane_kind *ret_before,
                     enum rd_gantt_lane_kind *ret_after)
{
    bool sends = reason == RD_CRITICAL_SEND_PORT || reason == RD_CRITICAL_LINK;
    bool receives = reason == RD_CRITICAL_RECEIVE_PORT;
    *ret_before = before->transfer.to == RD_NO_HOST ? RD_LANE_COMPUTE
                  : sends                           ? RD_LANE_SEND
                                                    : RD_LANE_RECEIVE;
    *ret_after = after->transfer.to == RD_NO_HOST ? RD_LANE_COMPUTE
                 : receives                       ? RD_LANE_RECEIVE
                                                  : RD_LANE_SEND;
}

/* An upright line from where one box ends to where the next begins. */
static void connect(struct rd_svg *svg, const struct rd_gantt_layout *layout, size_t link,
                    double top_px)
{
    const struct rd_gantt_mark *before = &layout->mark[layout->chain_mark[link - 1]];
    const struct rd_gantt_mark *after = &layout->mark[layout->chain_mark[link]];
    if (before == after)
        return;
    enum rd_gantt_lane_kind lane_before, lane_after;
    lanes_of(layout->gantt->critical_path[link].reason, before, after, &lane_before, &lane_after);
    struct box from = box_of(layout, before, lane_before, top_px);
    struct box to = box_of(layout, after, lane_after, top_px);
    double up = fmin(from.y + from.height, to.y + to.height), down = fmax(from.y, to.y);
    if (up < down)
        rd_svg_put_line(svg,
                        layout->gantt->critical_path[link].reason == RD_CRITICAL_WAIT ? "path waits"
                                                                                      : "path",
                        to.x, up, to.x, down);
}

/* --- slack ------------------------------------------------------------------------------------ */

/* A line at the foot of a box, from its end to when it may end at the latest. */
static void draw_slack(struct rd_svg *svg, const struct rd_gantt_layout *layout,
                       const struct rd_gantt_mark *mark, enum rd_gantt_lane_kind lane,
                       double top_px)
{
    static const double stroke = 2;
    struct box box = box_of(layout, mark, lane, top_px);
    double from = rd_gantt_x(layout, mark->transfer.end_s),
           to = fmin(layout->left_px + layout->width_px,
                     rd_gantt_x(layout, mark->transfer.end_s + mark->slack_s)),
           y = box.y + box.height - stroke / 2;
    rd_svg_put_line(svg, "slack", from, y, to, y);
    rd_svg_put_line(svg, "slack", to, box.y, to, box.y + box.height);
}

void rd_gantt_draw_slack(struct rd_svg *svg, const struct rd_gantt_layout *layout, double top_px)
{
    rd_svg_begin(svg, "g");
    for (size_t i = 0; i < layout->mark_count; i++) {
        const struct rd_gantt_mark *mark = &layout->mark[i];
        bool is_message = mark->transfer.to != RD_NO_HOST;
        if (mark->slack_s <= RD_TIME_TOLERANCE * layout->makespan_s)
            continue;
        draw_slack(svg, layout, mark, is_message ? RD_LANE_SEND : RD_LANE_COMPUTE, top_px);
        if (is_message)
            draw_slack(svg, layout, mark, RD_LANE_RECEIVE, top_px);
    }
    rd_svg_end(svg);
}

/* ---------------------------------------------------------------------------------------------- */

void rd_gantt_draw_critical_path(struct rd_svg *svg, const struct rd_gantt_layout *layout,
                                 double top_px)
{
    rd_svg_begin(svg, "g");
    for (size_t i = 0; i < layout->mark_count; i++)
        if (layout->mark[i].is_critical)
            outline(svg, layout, &layout->mark[i], top_px);
    for (size_t i = 1; i < layout->gantt->critical_path_count; i++)
        connect(svg, layout, i, top_px);
    rd_svg_end(svg);
}

void rd_gantt_draw_marks(struct rd_svg *svg, const struct rd_gantt_layout *layout,
                         const struct rd_gantt_colours *colours, double top_px,
                         struct rd_arena *arena)
{
    rd_svg_begin(svg, "g");
    for (size_t i = 0; i < layout->mark_count; i++) {
        rd_arena_borrow(arena);
        draw_mark(svg, layout, colours, &layout->mark[i], top_px, arena);
    }
    rd_svg_end(svg);
}
