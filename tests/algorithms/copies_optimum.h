/* Copies on a few hosts, and the shortest schedule of them by all that hosts can do second by
 * second; and what a plan of them takes, by a pass over its transfers. Nothing of the planners'
 * code. */
#pragma once

#include "sim/base/rng.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

enum { COPY_HOSTS = 8, COPY_LINKS = 20, COPY_PIECES = 12, COPY_ITEMS = 24 };

/* Links that take whole seconds an item, without latency. */
struct copies_case {
    uint32_t host_count, link_count, port_count; /* 0: all ports */
    struct rd_edge edge[COPY_LINKS];
    uint32_t item_s[COPY_LINKS];
    uint32_t piece_count, item_count;
    int64_t items[COPY_PIECES], first_item[COPY_PIECES];
    uint32_t piece[COPY_PIECES + 1];
    uint32_t held_first[COPY_PIECES + 1], held[COPY_PIECES * COPY_HOSTS];
    uint32_t wanted_first[COPY_PIECES + 1], wanted[COPY_PIECES * COPY_HOSTS];
    struct rd_copies copies;
};

/* Adds a directed link, or one each way. */
void copies_case_link(struct copies_case *of, uint32_t from, uint32_t to, uint32_t item_s);
void copies_case_links(struct copies_case *of, uint32_t a, uint32_t b, uint32_t item_s);

/* Links of one second an item between all hosts; round them, one way or both. */
void copies_case_switch(struct copies_case *of, uint32_t hosts);
void copies_case_ring(struct copies_case *of, uint32_t hosts, bool both_ways);

/* Adds items as a kind of their own. In: hosts as bits. */
void copies_case_add(struct copies_case *of, int64_t items, uint32_t held, uint32_t wanted);

/* Three or four hosts, one, two or all ports, and up to four items. */
void copies_case_draw(struct copies_case *of, struct rd_rng *rng);

/* The instance, whose arrays are the case's and the arena's. */
struct rd_instance copies_case_instance(struct copies_case *of, struct rd_arena *arena);

enum copies_answer { COPIES_NO, COPIES_YES, COPIES_TOO_LARGE };

/* Does any schedule end within so many seconds? By layers of all states that can be reached. */
enum copies_answer copies_end_within(const struct copies_case *of, uint32_t seconds,
                                     struct rd_arena *scratch);

/* The least time. Returns: -1 if there are too many states. In: seconds, which some schedule takes.
 */
int64_t copies_optimum(const struct copies_case *of, uint32_t seconds, struct rd_arena *scratch);

/* When a plan of the case ends; -1 if it is not legal or does not reach the goal. */
double copies_plan_s(const struct copies_case *of, const struct rd_instance *instance,
                     const struct rd_plan *plan);
