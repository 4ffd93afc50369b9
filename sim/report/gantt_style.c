#include "gantt_style.h"

#include <inttypes.h>

static const struct {
    const char *selector, *body;
} rules[] = {
    {"text", "font-family:Inter,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif;fill:#1f2933"},
    {".title", "font-size:18px;font-weight:600"},
    {".quiet", "font-size:12px;fill:#52606d"},
    {".host", "font-size:12px"},
    {".small", "font-size:10.5px;fill:#7b8794"},
    {".in", "font-size:10.5px;pointer-events:none"},
    {".light", "fill:#ffffff"},
    {".lane", "fill:#f1f3f5"},
    {".grid", "stroke:#d5dbe1;stroke-width:1"},
    {".control", "fill:#8a949e"},
    {".work", "fill:#d6ccb9"},
    {".witness", "fill:#1f2933"},
    {".rests", "font-weight:600"},
    {".bound", "stroke:#1f2933;stroke-width:1.5;stroke-dasharray:6 4"},
    {".makespan", "stroke:#7b8794;stroke-width:1.5"},
    {".critical", "fill:none;stroke:#b4123a;stroke-width:1.5;pointer-events:none"},
    {".filled", "fill:#b4123a;stroke:none"},
    {".path", "stroke:#b4123a;stroke-width:1.5;pointer-events:none"},
    {".waits", "stroke-width:1;stroke-dasharray:2 3"},
    {".marker", "font-size:12px;font-weight:600"},
    {".mark", "shape-rendering:crispEdges"},
    {".lane", "shape-rendering:crispEdges"},
    {".witness", "shape-rendering:crispEdges"},
    {".mark:hover", "stroke:#1f2933;stroke-width:1"},
};

void rd_gantt_draw_style(struct rd_svg *svg, const struct rd_gantt_colours *colours, const char *id,
                         struct rd_arena *arena)
{
    const char *within = id ? rd_arena_print(arena, "#%s ", id) : "";
    char colour[RD_COLOUR_SIZE];
    rd_svg_begin(svg, "style");
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        rd_svg_text(svg,
                    rd_arena_print(arena, "%s%s{%s}", within, rules[i].selector, rules[i].body));
    for (uint32_t i = 0; i < colours->colour_count; i++)
        rd_svg_text(svg, rd_arena_print(arena, "%s.c%" PRIu32 "{fill:%s}", within, i,
                                        rd_gantt_colour_text(colours, i, colour)));
    rd_svg_end(svg);
}
