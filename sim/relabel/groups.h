/* Hosts in groups, such as nodes or racks, and what it costs to copy within one and between two. */
#pragma once

#include "placement.h"

struct rd_host_groups {
    uint32_t count;
    const uint32_t *of_host; /* [hosts] */
    const char *const *name; /* [count] */
    /* What a unit costs that comes from a host of the same group, and from one of another; the
     * dearer one at most RD_PRICE_LIMIT. */
    int64_t within, between;
    bool together; /* parts whose hosts of the same numbers are in one group stay in one */
    bool apart;    /* no two parts that are to have an item are in one group; not beside together */
};

enum { RD_PRICE_LIMIT = 1000000 };

/* The same items, each as often as there are groups that lack it, with its parts there: from
 * holders of the group alone, if any of them gives copies.
 * In: who gets which part. From the arena. Cost: O(items * (holders + parts)). */
struct rd_placement rd_placement_near(const struct rd_placement *placement,
                                      const uint32_t *host_of_part,
                                      const struct rd_host_groups *groups, struct rd_arena *arena);

/* Adds to nearby [hosts * hosts], by host and part, the sizes of what the host lacks of the part
 * and a host of its group gives. Cost: O(items * hosts of a group * (holders + parts)). */
void rd_groups_count_nearby(const struct rd_placement *placement,
                            const struct rd_host_groups *groups, int64_t *nearby,
                            struct rd_arena *scratch);

/* Items of which two replicas are in one group. */
struct rd_crowded {
    size_t count;
    const char *first; /* the name of the first that has one, or NULL */
};

/* In: host_of_part: of the new placement; NULL: where items are now. Cost: O(items * replicas). */
struct rd_crowded rd_groups_crowded(const struct rd_placement *placement,
                                    const uint32_t *host_of_part,
                                    const struct rd_host_groups *groups, struct rd_arena *scratch);

/* Groups of parts, each to the hosts of one group.
 * Idea: of whole groups to whole groups the cost is that of the cheapest way to do it, whatever the
 * others do; so an assignment of groups, over those of their parts, is the least. */
struct rd_nested {
    uint32_t group_count, size;
    uint32_t *host_of_part; /* [hosts] */
    int64_t cost;
    /* The certificate: for each group of hosts and each of parts (by hosts) prices [size] of the
     * hosts, and of the parts, in rising order: of any host and part together at most what they
     * cost. Of the groups: together at most the sum of those; and all of them sum to the cost. */
    const int64_t *host_price, *part_price;             /* [group_count^2 * size] */
    const int64_t *host_group_price, *part_group_price; /* [group_count] */
};

/* In: cost [n * n] by host, of which `never` and more stands for a pair that is not allowed; groups
 * of one size. The certificate is checked: a wrong one is a broken invariant. From the arena. Cost:
 * O(groups^2 * size^3 + groups^3) at the worst. */
struct rd_nested rd_nested_assign(uint32_t n, const int64_t *cost, int64_t never,
                                  const struct rd_host_groups *groups, struct rd_arena *arena,
                                  struct rd_arena *scratch);

/* Parts that are to have one item, each in a group of its own. */
struct rd_apart {
    uint32_t *host_of_part; /* [hosts]; NULL: none was found */
    int64_t cost;           /* of these */
    int64_t bound;          /* no such relabelling has less, if there is any */
    bool searched_all;      /* so there is none that is cheaper, or none at all */
    size_t assignments;     /* that were solved */
};

/* Looks for the cheapest. Idea: branch and bound. Each part has groups that it may be in; the least
 * assignment with these is a bound. Where it has two parts of an item in one group, one of the two
 * is there and all that share an item with it are not, or it is not there itself. It ends after
 * RD_APART_ASSIGNMENTS. In: cost, never and groups as rd_nested_assign; of one size or not. From
 * the arena. Cost: O(hosts^3) for each assignment, and O(items * replicas). */
enum { RD_APART_ASSIGNMENTS = 2000 };
struct rd_apart rd_apart_assign(const struct rd_placement *placement, const int64_t *cost,
                                int64_t never, const struct rd_host_groups *groups,
                                struct rd_arena *arena, struct rd_arena *scratch);
