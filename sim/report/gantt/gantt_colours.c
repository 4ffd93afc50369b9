#include "gantt_colours.h"

#include "sim/base/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Paul Tol's "light" scheme, made to be told apart by colour-blind eyes and to be written upon in
 * black (Technical note SRON/EPS/TN/09-002, 2021). */
static const uint32_t named[RD_COLOUR_NAMED] = {0x77aadd, 0xee8866, 0xeedd88, 0xffaabb,
                                                0x99ddff, 0x44bb99, 0xbbcc33, 0xaaaa00};

/* The ramp runs through these, dark to light, so that it also reads without hue. */
static const uint32_t stop[] = {0x3d3a78, 0x2f6f9f, 0x38978d, 0x86b86b, 0xe8c95c};

static bool carries_items(const struct rd_timed_transfer *row)
{
    return row->to != RD_NO_HOST && row->kind != RD_CONTROL;
}

static bool is_between_neighbours(const struct rd_gantt *gantt)
{
    for (size_t i = 0; i < gantt->trace->transfer_count; i++) {
        const struct rd_timed_transfer *row = &gantt->trace->transfer[i];
        if (!carries_items(row))
            continue;
        uint32_t step = (row->to + gantt->host_count - row->from) % gantt->host_count;
        if (step != 1 && step != gantt->host_count - 1)
            return false;
    }
    return true;
}

/* Lists the hosts that send items. */
static void find_senders(struct rd_gantt_colours *colours, const struct rd_gantt *gantt,
                         struct rd_arena *arena)
{
    colours->sender = rd_take(arena, gantt->host_count, uint32_t);
    colours->place_of = rd_take(arena, gantt->host_count, uint32_t);
    for (size_t i = 0; i < gantt->trace->transfer_count; i++)
        if (carries_items(&gantt->trace->transfer[i]))
            colours->place_of[gantt->trace->transfer[i].from] = 1;
    for (uint32_t host = 0; host < gantt->host_count; host++)
        if (colours->place_of[host]) {
            colours->place_of[host] = colours->value_count;
            colours->sender[colours->value_count++] = host;
        }
}

void rd_gantt_choose_colours(struct rd_gantt_colours *colours, const struct rd_gantt *gantt,
                             struct rd_arena *arena)
{
    *colours =
        (struct rd_gantt_colours){.meaning = RD_COLOUR_SENDER, .host_count = gantt->host_count};
    find_senders(colours, gantt, arena);
    if (colours->value_count > 0 && gantt->kind_count > 1 &&
        !(gantt->instance && gantt->instance->objects)) {
        colours->meaning = RD_COLOUR_KIND;
        colours->value_count = gantt->kind_count;
    } else if (colours->value_count > RD_COLOUR_NAMED && is_between_neighbours(gantt)) {
        colours->meaning = RD_COLOUR_DIRECTION;
        colours->value_count = 2;
    }
    colours->is_ramp = colours->value_count > RD_COLOUR_NAMED;
    colours->colour_count = colours->is_ramp ? RD_COLOUR_RAMP : colours->value_count;
}

uint32_t rd_gantt_colour_of(const struct rd_gantt_colours *colours,
                            const struct rd_timed_transfer *row)
{
    uint32_t value = 0;
    switch (colours->meaning) {
    case RD_COLOUR_KIND: value = (uint32_t)row->kind; break;
    case RD_COLOUR_DIRECTION:
        value = row->to == (row->from + 1) % colours->host_count ? 0 : 1;
        break;
    case RD_COLOUR_SENDER: value = colours->place_of[row->from]; break;
    }
    rd_assert(value < colours->value_count);
    if (!colours->is_ramp)
        return value;
    return (uint32_t)((uint64_t)value * RD_COLOUR_RAMP / colours->value_count);
}

/* One of red, green and blue, which stand `shift` bits from the right. */
static uint32_t channel(uint32_t colour, int shift)
{
    return colour >> shift & 0xff;
}

static uint32_t value_of(const struct rd_gantt_colours *colours, uint32_t colour)
{
    if (!colours->is_ramp)
        return named[colour];
    /* In parts of RD_COLOUR_RAMP - 1 between two stops. */
    enum { PARTS = RD_COLOUR_RAMP - 1, GAPS = sizeof stop / sizeof *stop - 1 };
    uint32_t place = colour * GAPS / PARTS, part = colour * GAPS % PARTS;
    uint32_t next = place < GAPS ? place + 1 : place;
    uint32_t mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        uint32_t level =
            (channel(stop[place], shift) * (PARTS - part) + channel(stop[next], shift) * part) /
            PARTS;
        mixed |= level << shift;
    }
    return mixed;
}

const char *rd_gantt_colour_text(const struct rd_gantt_colours *colours, uint32_t colour,
                                 char text[RD_COLOUR_SIZE])
{
    snprintf(text, RD_COLOUR_SIZE, "#%06x", value_of(colours, colour) & 0xffffff);
    return text;
}

bool rd_gantt_colour_is_dark(const struct rd_gantt_colours *colours, uint32_t colour)
{
    uint32_t value = value_of(colours, colour);
    uint32_t brightness =
        299 * channel(value, 16) + 587 * channel(value, 8) + 114 * channel(value, 0);
    return brightness < 128000;
}

static const struct rd_svg_rule rules[] = {
    {"title", "fill:#1f2933;font-size:18;font-weight:600"},
    {"quiet", "fill:#52606d;font-size:12"},
    {"host", "fill:#1f2933;font-size:12"},
    {"small", "fill:#7b8794;font-size:10.5"},
    {"in", "fill:#1f2933;font-size:10.5;pointer-events:none"},
    {"light", "fill:#ffffff"},
    {"lane", "fill:#f1f3f5;shape-rendering:crispEdges"},
    {"grid", "stroke:#d5dbe1;stroke-width:1"},
    {"busy1", "fill:#c3d9ec;shape-rendering:crispEdges"},
    {"busy2", "fill:#8cb7dc;shape-rendering:crispEdges"},
    {"busy3", "fill:#4d8fc4;shape-rendering:crispEdges"},
    {"busy4", "fill:#1f5f99;shape-rendering:crispEdges"},
    {"control", "fill:#8a949e"},
    {"work", "fill:#d6ccb9"},
    {"witness", "fill:#1f2933;shape-rendering:crispEdges"},
    {"rests", "font-weight:600"},
    {"bound", "stroke:#1f2933;stroke-width:1.5;stroke-dasharray:6 4"},
    {"makespan", "stroke:#7b8794;stroke-width:1.5"},
    {"critical", "fill:none;stroke:#b4123a;stroke-width:1.5;pointer-events:none"},
    {"slack", "fill:none;stroke:#0b7285;stroke-width:2;pointer-events:none"},
    {"filled", "fill:#b4123a;stroke:none"},
    {"path", "stroke:#b4123a;stroke-width:1.5;pointer-events:none"},
    {"waits", "stroke-width:1;stroke-dasharray:2 3"},
    {"marker", "fill:#1f2933;font-size:12;font-weight:600"},
    {"mark", "shape-rendering:crispEdges"},
};

enum { RULE_COUNT = sizeof rules / sizeof *rules };

/* What slowed messages are hatched with. Its name is one of the whole page. */
static void draw_hatching(struct rd_svg *svg, const char *name)
{
    rd_svg_begin(svg, "defs");
    rd_svg_begin(svg, "pattern");
    rd_svg_attribute(svg, "id", name);
    rd_svg_attribute(svg, "patternUnits", "userSpaceOnUse");
    rd_svg_attribute(svg, "patternTransform", "rotate(45)");
    rd_svg_number(svg, "width", 6);
    rd_svg_number(svg, "height", 6);
    rd_svg_begin(svg, "rect");
    rd_svg_number(svg, "width", 1.5);
    rd_svg_number(svg, "height", 6);
    rd_svg_attribute(svg, "fill", "#1f2933");
    rd_svg_attribute(svg, "fill-opacity", "0.35");
    rd_svg_end(svg);
    rd_svg_end(svg);
    rd_svg_end(svg);
}

void rd_gantt_set_style(struct rd_svg *svg, const struct rd_gantt_colours *colours, const char *id,
                        bool hatches, struct rd_arena *arena)
{
    char colour[RD_COLOUR_SIZE];
    size_t count = RULE_COUNT;
    struct rd_svg_rule *rule =
        rd_take(arena, RULE_COUNT + colours->colour_count + 1, struct rd_svg_rule);
    memcpy(rule, rules, sizeof rules);
    for (uint32_t i = 0; i < colours->colour_count; i++)
        rule[count++] = (struct rd_svg_rule){
            .name = rd_arena_print(arena, "c%" PRIu32, i),
            .body = rd_arena_print(arena, "fill:%s", rd_gantt_colour_text(colours, i, colour))};
    const char *hatching = id ? rd_arena_print(arena, "%s-slowed", id) : "slowed";
    rule[count++] = (struct rd_svg_rule){
        .name = "slowed",
        .body = rd_arena_print(arena, "fill:url(#%s);pointer-events:none", hatching)};
    svg->rule = rule;
    svg->rule_count = count;
    /* Attributes know nothing of pointers. */
    rd_svg_text_element(svg, "style",
                        rd_arena_print(arena, "%s%s%s.mark:hover{stroke:#1f2933;stroke-width:1}",
                                       id ? "#" : "", id ? id : "", id ? " " : ""));
    if (hatches)
        draw_hatching(svg, hatching);
}
