/* The colours of a Gantt chart, and how its parts look. A message has one colour in both its lanes,
 * so that the eye finds where it goes: that of its kind, of its direction, or of its sender. */
#pragma once

#include "gantt_chart.h"
#include "sim/report/svg.h"

#include "sim/base/arena.h"

enum rd_gantt_meaning {
    RD_COLOUR_KIND,      /* where there are several kinds */
    RD_COLOUR_DIRECTION, /* where many send, each to the next or previous host only */
    RD_COLOUR_SENDER
};

/* Up to RD_COLOUR_NAMED values have a colour each; more share a ramp of RD_COLOUR_RAMP. */
enum { RD_COLOUR_NAMED = 8, RD_COLOUR_RAMP = 12, RD_COLOUR_SIZE = 8 };

struct rd_gantt_colours {
    enum rd_gantt_meaning meaning;
    uint32_t host_count;
    uint32_t value_count;  /* kinds, directions, or hosts that send items */
    uint32_t colour_count; /* 0 if nobody sends items */
    bool is_ramp;
    uint32_t *sender;   /* [value_count] hosts, if the meaning is the sender */
    uint32_t *place_of; /* [host_count] of a sender among them */
};

/* Chooses what colours mean in a chart. Cost: O(rows + hosts). */
void rd_gantt_choose_colours(struct rd_gantt_colours *colours, const struct rd_gantt *gantt,
                             struct rd_arena *arena);

/* The colour of a message that is no control word, from 0. O(1). */
uint32_t rd_gantt_colour_of(const struct rd_gantt_colours *colours,
                            const struct rd_timed_transfer *row);

/* "#77aadd". Returns: text. */
const char *rd_gantt_colour_text(const struct rd_gantt_colours *colours, uint32_t colour,
                                 char text[RD_COLOUR_SIZE]);

/* Is the colour so dark that what is written on it must be white? */
bool rd_gantt_colour_is_dark(const struct rd_gantt_colours *colours, uint32_t colour);

/* Says how the classes of a chart look, and adds what no attribute can say as a style sheet.
 * In: the id of the picture in a page, so that this holds for it alone; NULL: a picture of its own.
 * hatches: slowed messages are, by the class "slowed". Cost: O(colours). */
void rd_gantt_set_style(struct rd_svg *svg, const struct rd_gantt_colours *colours, const char *id,
                        bool hatches, struct rd_arena *arena);
