/* Schedules of copies: what is sent when, and the plan of it. */
#pragma once

#include "algorithms/multicast/multicast.h"
#include "sim/model/plan.h"

/* A message: items that follow each other in a piece. */
struct rd_copy_message {
    uint32_t link;  /* of the network */
    uint32_t piece; /* into multicast->piece */
    uint32_t item;  /* the first of them, among those of all pieces */
    uint32_t items;
    double start_s, end_s;
};

struct rd_copy_schedule {
    double end_s; /* of its last message; INFINITY: it does not bring all items */
    size_t count;
    struct rd_copy_message *message; /* [count] by start */
};

/* No copy, yet. */
#define RD_NO_SCHEDULE                                                                             \
    (struct rd_copy_schedule)                                                                      \
    {                                                                                              \
        .end_s = INFINITY                                                                          \
    }

/* The most items times hosts, and items times sinks, that schedules are made of. */
#define RD_SCHEDULE_ITEM_LIMIT (UINT64_C(1) << 27)
#define RD_SCHEDULE_DELIVERY_LIMIT (UINT64_C(1) << 25)

/* Are there few enough items, and does each take time on every link? Errors: RD_ERROR_REFUSED.
 * O(links). */
bool rd_copies_can_be_scheduled(const struct rd_multicast *multicast, struct rd_error *reterr);

/* Sorts its messages by start, then by link. O(messages log messages). */
void rd_sort_messages(struct rd_copy_schedule *schedule);

/* Appends the messages of a schedule as transfers of a self-timed plan. Where they keep to shared
 * links, none of them ends later than in the schedule (docs/model.md); the plan leaves open whether
 * they do. O(messages). */
void rd_plan_multicast(const struct rd_multicast *multicast,
                       const struct rd_copy_schedule *schedule, struct rd_arena *arena,
                       struct rd_plan *plan);
