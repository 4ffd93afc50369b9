/* Which host gets which part, why no other relabelling is better, and what has to be copied. */
#pragma once

#include "groups.h"

/* What a relabelling has least. The busiest port is the one that is to carry the most, by what its
 * host may send, or receive, at a time, rounded up. */
enum rd_objective {
    RD_RELABEL_NONE, /* each part to the host of its number */
    RD_RELABEL_VOLUME,
    RD_RELABEL_PORT,
    RD_RELABEL_VOLUME_THEN_PORT,
    RD_RELABEL_PORT_THEN_VOLUME
};

/* "none", "volume", "port", "volume-then-port", "port-then-volume"; ends with NULL. */
extern const char *const rd_objective_names[];

struct rd_relabelling {
    const uint32_t *host_of_part; /* [host_count], a permutation */
    int64_t volume;               /* sizes that hosts lack of their parts */
    int64_t cost;                 /* what they cost by groups; without groups the volume */

    /* Objectives of volume; else NULL: host_price[i] + part_price[j] is at most what host i's lack
     * of part j costs, and all prices sum to the cost, so no relabelling has less. Port first: only
     * pairs whose port steps are at most port_bound need it. */
    const int64_t *host_price, *part_price;

    /* The same where parts of a group stay together, in the place of the prices; else NULL. */
    const struct rd_nested *nested;

    /* Where parts of an item are in groups of their own, in the place of the prices; else NULL. It
     * may have none: then the relabelling says nothing. */
    const struct rd_apart *apart;

    /* Objectives of the port: no relabelling (of least volume, if that is first) has a busiest port
     * of less, for hall_host [hall_host_count] have with less fewer parts to choose from than they
     * are; none: 0 is least. Else 0. A host's steps count what it lacks, and what it alone holds
     * and others are to have. */
    int64_t port_bound;
    const uint32_t *hall_host;
    uint32_t hall_host_count;
};

/* The best relabelling, whose certificate is checked: a wrong one is a broken invariant.
 * Idea: volume is an assignment, the busiest port a bottleneck assignment; of the relabellings of
 * least volume exactly those use only pairs that prices make tight. What a host's lack of a part
 * costs depends on these two alone, with groups, too, so prices of groups change nothing of that.
 * In: ports [host_count], at least 1; groups: then volume is the cost by their prices; NULL: none.
 * Where parts stay together, or apart, the objective is RD_RELABEL_VOLUME, or RD_RELABEL_NONE, and
 * all groups have as many hosts where they stay together. Result from the arena. Cost: O(hosts^3)
 * at the worst. */
struct rd_relabelling rd_relabel(const struct rd_placement *placement, const uint32_t *ports,
                                 enum rd_objective objective, const struct rd_host_groups *groups,
                                 struct rd_arena *arena, struct rd_arena *scratch);

/* A copy from one host to another. */
struct rd_move {
    uint32_t from, to;
    const struct rd_placed_item *item;
};

struct rd_moves {
    size_t count;
    struct rd_move *move;
};

/* What has to be copied, by item. Sources: `turns`: holders that give copies take turns, item by
 * item; else so that the busiest sender is least busy, which is a flow.
 * In: host_of_part [host_count]. Cost: O(copies), or O(log copies) flows. */
struct rd_moves rd_moves(const struct rd_placement *placement, const uint32_t *host_of_part,
                         const uint32_t *ports, bool turns, struct rd_arena *arena,
                         struct rd_arena *scratch);

/* The busiest port of these copies; the sizes of all; of those between two groups. O(copies). */
int64_t rd_moves_busiest(const struct rd_moves *moves, uint32_t host_count, const uint32_t *ports,
                         struct rd_arena *scratch);
int64_t rd_moves_volume(const struct rd_moves *moves);
int64_t rd_moves_between(const struct rd_moves *moves, const struct rd_host_groups *groups);
