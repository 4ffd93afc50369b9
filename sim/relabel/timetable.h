/* When each copy is made: ours, and what programs do today. A host sends as many items at a time as
 * it has ports, and receives as many; an item of size s takes s units of time. */
#pragma once

#include "relabel.h"

struct rd_timetable_row {
    int64_t start, end;
    uint32_t from, to;
    const char *item; /* NULL: any part of what the host is to send */
    int64_t size;
};

struct rd_timetable {
    int64_t end;
    size_t batch_count; /* of greedy batches; else 0 */
    size_t row_count;
    const struct rd_timetable_row *row; /* [row_count] */
};

/* Ours. Where sizes are alike, or items may be divided: an edge colouring, which takes no longer
 * than the busiest port with one port each; with several, than the busiest port or a pair of hosts,
 * one of whose items is sent at a time. Else a list: whenever a port comes free, the copy whose
 * busier port has most left to do, the longest of equal ones.
 * In: ports, at most 1000 each. Rows by start, from the arena. Cost: that of the kernels. */
struct rd_timetable rd_timetable_ours(const struct rd_placement *placement, bool is_divisible,
                                      const struct rd_moves *moves, const uint32_t *ports,
                                      struct rd_arena *arena, struct rd_arena *scratch);

/* Greedy batches, one after the other: each takes, in order, what still fits. All that two hosts
 * exchange goes in one batch, and a host is in no more exchanges of a batch than it has ports; or,
 * where sizes differ and items stay whole, each copy by itself, and a host sends, and receives, as
 * many. A batch lasts as long as the longest. Source: vllm pull request 52641 (at most one peer for
 * each rank in a batch); Kafka's reassignments, started a limited number for each broker at a time.
 */
struct rd_timetable rd_timetable_greedy(const struct rd_placement *placement, bool is_divisible,
                                        const struct rd_moves *moves, const uint32_t *ports,
                                        struct rd_arena *arena, struct rd_arena *scratch);
