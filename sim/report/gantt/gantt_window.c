#include "gantt_window.h"

/* What is left of a trace, and where each row of it has gone. */
struct cut {
    struct rd_trace *trace;
    size_t *place_of; /* [rows before] among those that are left */
    bool *is_left;    /* [rows before] */
};

static struct cut cut_trace(const struct rd_gantt *gantt, double from_s, double to_s,
                            struct rd_arena *arena)
{
    const struct rd_trace *whole = gantt->trace;
    size_t count = whole->transfer_count;
    struct cut cut = {.trace = rd_take(arena, 1, struct rd_trace),
                      .place_of = rd_take(arena, count, size_t),
                      .is_left = rd_take(arena, count, bool)};
    struct rd_trace *left = cut.trace;
    *left = *whole;
    left->transfer = rd_take(arena, count, struct rd_timed_transfer);
    if (whole->block)
        left->block = rd_take(arena, count, struct rd_dimension_range);
    if (whole->first_item)
        left->first_item = rd_take(arena, count, int64_t);
    left->transfer_count = 0;
    left->transfer_capacity = count;
    for (size_t i = 0; i < count; i++) {
        const struct rd_timed_transfer *row = &whole->transfer[i];
        bool takes_time = row->end_s > row->start_s;
        cut.is_left[i] = takes_time ? row->end_s > from_s && row->start_s < to_s
                                    : row->start_s >= from_s && row->start_s <= to_s;
        if (!cut.is_left[i])
            continue;
        size_t place = cut.place_of[i] = left->transfer_count++;
        left->transfer[place] = *row;
        if (whole->block)
            left->block[place] = whole->block[i];
        if (whole->first_item)
            left->first_item[place] = whole->first_item[i];
    }
    return cut;
}

void rd_gantt_cut(struct rd_gantt *gantt, double from_s, double to_s, struct rd_arena *arena)
{
    struct cut cut = cut_trace(gantt, from_s, to_s, arena);
    size_t count = gantt->trace->transfer_count, links = 0;
    const char **slowed = rd_take(arena, cut.trace->transfer_count, const char *);
    double *slack_s = rd_take(arena, cut.trace->transfer_count, double);
    for (size_t i = 0; i < count; i++) {
        if (cut.is_left[i] && gantt->slowed)
            slowed[cut.place_of[i]] = gantt->slowed[i];
        if (cut.is_left[i] && gantt->slack_s)
            slack_s[cut.place_of[i]] = gantt->slack_s[i];
    }
    struct rd_critical_transfer *path =
        rd_take(arena, gantt->critical_path_count, struct rd_critical_transfer);
    for (size_t i = 0; i < gantt->critical_path_count; i++) {
        path[links] = gantt->critical_path[i];
        if (!cut.is_left[path[links].transfer])
            continue;
        path[links].transfer = cut.place_of[path[links].transfer];
        links++;
    }
    gantt->trace = cut.trace;
    gantt->slowed = gantt->slowed ? slowed : NULL;
    gantt->slack_s = gantt->slack_s ? slack_s : NULL;
    gantt->critical_path = path;
    gantt->critical_path_count = links;
    gantt->from_s = from_s;
    gantt->to_s = to_s;
}
