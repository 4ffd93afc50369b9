#include "events.h"

#include "sim/base/heap.h"

enum { FIRST_SIZE = 16 };

static bool is_before(const struct rd_events *events, struct rd_event a, struct rd_event b)
{
    (void)events;
    if (a.at_s != b.at_s)
        return a.at_s < b.at_s;
    return a.what != b.what ? a.what < b.what : a.whom < b.whom;
}

RD_DEFINE_HEAP(struct rd_events, struct rd_event, heap, heap_count, is_before, RD_HEAP_PUT)

void rd_events_open(struct rd_events *events, struct rd_arena *scratch, bool in_order)
{
    *events = (struct rd_events){.scratch = scratch, .line_count = in_order ? 0 : RD_EVENT_LINES};
    events->current = events->line;
    events->line[0].last_s = in_order ? NAN : 0;
    for (uint32_t i = 0; i < events->line_count; i++) {
        events->line[i].event = rd_take(scratch, FIRST_SIZE, struct rd_event);
        events->line[i].mask = FIRST_SIZE - 1;
    }
}

/* Twice as long a ring: what is now to be found behind the old end moves there. */
static void lengthen(struct rd_events *events, struct rd_event_line *line)
{
    uint32_t old = line->mask + 1;
    line->event =
        rd_arena_grow(events->scratch, line->event, old, 2 * (size_t)old, sizeof *line->event);
    line->mask = 2 * old - 1;
    for (uint32_t i = line->first; i != line->end; i++)
        if (i & old)
            line->event[i & line->mask] = line->event[i & (old - 1)];
}

void rd_events_place(struct rd_events *events, struct rd_event event, uint32_t first)
{
    events->until_s = fmin(events->until_s, event.at_s);
    for (uint32_t i = first; i < events->line_count; i++) {
        struct rd_event_line *line = &events->line[i];
        if (line->end != line->first && event.at_s < line->last_s)
            continue;
        if (line->end - line->first > line->mask)
            lengthen(events, line);
        line->event[line->end++ & line->mask] = event;
        line->last_s = event.at_s;
        return;
    }
    events->heap = rd_arena_room(events->scratch, events->heap, events->heap_count,
                                 &events->heap_capacity, sizeof *events->heap);
    rd_heap_rise(events, events->heap_count++, event);
}

struct rd_event rd_events_from_heap(struct rd_events *events)
{
    return rd_heap_pop(events);
}
