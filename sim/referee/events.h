/* What is under way, in order of time. For the referee only.
 *
 * Most messages of a plan last one of a few times, so that most ends come no earlier than those
 * found before them: lines of rising dates take those, at no cost that grows, and tell early what
 * memory will be needed. The others wait in a heap. */
#pragma once

#include "sim/base/arena.h"

#include <math.h>

/* Something that happens, as whoever added it says by two numbers. */
struct rd_event {
    double at_s;
    uint32_t what, whom;
};

/* Events of rising dates, first in, first out: a ring. */
struct rd_event_line {
    struct rd_event *event; /* [mask + 1], a power of two */
    double last_s;          /* NAN: takes none */
    uint32_t first, end;    /* counted on and on: those of a ring are taken by the mask */
    uint32_t mask;
};

enum { RD_EVENT_LINES = 4 };

struct rd_events {
    struct rd_arena *scratch;
    struct rd_event_line line[RD_EVENT_LINES];
    uint32_t line_count;           /* 0: events of one date come in a fixed order */
    struct rd_event_line *current; /* the line whose first event is the first of all ... */
    double until_s;                /* ... up to this date */
    struct rd_event *heap;         /* [heap_count] those that came too early for every line */
    size_t heap_count, heap_capacity;
};

/* No events yet. In: in_order: those of one date come by `what`, then by `whom`. */
void rd_events_open(struct rd_events *events, struct rd_arena *scratch, bool in_order);

/* Adds an event to a line from number `first` on, or to the heap. In: first: 1 of what comes later
 * than most that is added after it, which would so find no room in the first. Cost: O(1) amortised,
 * or O(log events). */
void rd_events_place(struct rd_events *events, struct rd_event event, uint32_t first);

/* Adds an event. In: none that came out of these was later. Cost: O(1), or O(log events). */
static inline void rd_events_push(struct rd_events *events, struct rd_event event)
{
    struct rd_event_line *line = events->line;
    if (!(event.at_s >= line->last_s) || event.at_s < events->until_s ||
        line->end - line->first > line->mask) {
        rd_events_place(events, event, 0);
        return;
    }
    /* One by one, lest gcc moves members from and to registers for vectors. */
    struct rd_event *last = &line->event[line->end++ & line->mask];
    last->at_s = line->last_s = event.at_s;
    last->what = event.what;
    last->whom = event.whom;
}

/* May `count` events of a date be put behind the last of the first line? */
static inline bool rd_events_have_room(struct rd_events *events, double at_s, size_t count)
{
    const struct rd_event_line *line = events->line;
    events->until_s = at_s < events->until_s ? at_s : events->until_s;
    return at_s >= line->last_s && count <= line->mask + 1 - (line->end - line->first);
}

/* For rd_events_pop: the first event of the heap, which is not empty. Cost: O(log events). */
struct rd_event rd_events_from_heap(struct rd_events *events);

/* For rd_events_pop: the line whose first event is the first of all; NULL if the heap has it, or
 * nobody. Says until when the line may be taken from. */
static inline struct rd_event_line *rd_events_choose(struct rd_events *events)
{
    double first_s = events->heap_count > 0 ? events->heap[0].at_s : INFINITY, until_s = first_s;
    struct rd_event_line *first = NULL, *line = events->line, *end = line + events->line_count;
    for (; line < end; line++) {
        if (line->first == line->end)
            continue;
        double at_s = line->event[line->first & line->mask].at_s;
        bool sooner = at_s <= first_s;
        double later_s = sooner ? first_s : at_s;
        until_s = first && later_s > until_s ? until_s : later_s;
        first_s = sooner ? at_s : first_s;
        first = sooner ? line : first;
    }
    events->until_s = until_s;
    return first;
}

/* Takes the first event of all. Returns: false if there is none. Cost: O(1), or O(log events). */
static inline bool rd_events_pop(struct rd_events *events, struct rd_event *ret_event)
{
    struct rd_event_line *line = events->current;
    if (line->first == line->end || line->event[line->first & line->mask].at_s > events->until_s) {
        line = rd_events_choose(events);
        if (!line && events->heap_count == 0)
            return false;
        if (!line) {
            *ret_event = rd_events_from_heap(events);
            events->until_s = -INFINITY;
            return true;
        }
        events->current = line;
    }
    const struct rd_event *first = &line->event[line->first++ & line->mask];
    ret_event->at_s = first->at_s;
    ret_event->what = first->what;
    ret_event->whom = first->whom;
    return true;
}

/* The date of the first event of all; INFINITY if there is none. Cost: O(1). */
static inline double rd_events_first_s(struct rd_events *events)
{
    struct rd_event_line *line = events->current;
    if (line->first == line->end || line->event[line->first & line->mask].at_s > events->until_s) {
        line = rd_events_choose(events);
        if (!line) {
            events->until_s = -INFINITY; /* the heap is first: no line may be taken from */
            return events->heap_count > 0 ? events->heap[0].at_s : INFINITY;
        }
        events->current = line;
    }
    return line->event[line->first & line->mask].at_s;
}

/* Takes an event of the same date as the one that was taken last, without those that were added
 * since. Returns: false if there is none, or if it is not known at once. Cost: O(1). */
static inline bool rd_events_pop_same(struct rd_events *events, struct rd_event *event)
{
    struct rd_event_line *line = events->current;
    const struct rd_event *first = &line->event[line->first & line->mask];
    if (line->first == line->end || first->at_s != event->at_s)
        return false;
    event->what = first->what;
    event->whom = first->whom;
    line->first++;
    return true;
}

/* An event that comes `distance` events later, as far as one can tell; else `otherwise`. To fetch
 * what it will need. */
static inline const struct rd_event *
rd_events_ahead(const struct rd_events *events, uint32_t distance, const struct rd_event *otherwise)
{
    const struct rd_event_line *line = events->current;
    if (line->end - line->first <= distance)
        return otherwise;
    return &line->event[(line->first + distance) & line->mask];
}
