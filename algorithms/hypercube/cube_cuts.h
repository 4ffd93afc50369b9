/* Lower bounds on the steps that loads of a hypercube or a shuffle-exchange take, one by one. Each
 * holds for every kind of item on its own or, where it says so, for all of them together. Where a
 * function is given the best part so far, it returns that one unless one of its own is better. */
#pragma once

#include "cube_goal.h"

enum rd_cube_argument {
    RD_CUBE_AT_REST,     /* nothing is known to have to move */
    RD_CUBE_NODE,        /* a host that holds too much, or too little */
    RD_CUBE_BALL,        /* a ball of the hypercube that holds too much */
    RD_CUBE_LEVEL_SET,   /* the hosts that hold as much as any other */
    RD_CUBE_NEAR_SET,    /* a ball of the shuffle-exchange, too full or too empty */
    RD_CUBE_HALF_PLANE,  /* the cut of Theorem 2.5 */
    RD_CUBE_DISCREPANCY, /* halves of the hypercube: hops, and a hop a host and step */
    RD_CUBE_DISTANCE,    /* items that must come from afar */
    RD_CUBE_FLOW         /* no flow in time takes everything where it may end */
};

/* One argument with its numbers; those that it does not use are 0. */
struct rd_cube_part {
    enum rd_cube_argument argument;
    int64_t steps;
    uint32_t kind; /* RD_CUBE_ALL_KINDS: of all kinds together */
    uint32_t host; /* the node, the ball's centre */
    uint32_t radius;
    uint32_t size; /* hosts of the set */
    int64_t
        excess;    /* items that must leave or enter it; discrepancy: hops; flow: steps that fail */
    int64_t width; /* items that can leave or enter it in a step */
    int64_t level; /* level set: what its hosts hold at least */
    bool lacks;    /* the set holds too little */
};

#define RD_CUBE_ALL_KINDS UINT32_MAX

/* ceil(excess / width); 0 if nothing is in excess. O(1). */
int64_t rd_cube_steps(int64_t excess, int64_t width);

/* A host sends at most one item a step, and receives at most one: sum over kinds of what it holds
 * above what it may keep, or lacks. Any of the three models. O(hosts kinds). */
struct rd_cube_part rd_cube_node_part(const struct rd_cube_goal *goal);

/* Of all balls of radius r < d round v: the matching of the edges that leave one has
 * min(C(d,r), C(d,r+1)) of them. A ball that lacks is the rest of one that is too full. A radius
 * is looked at if the richest hosts, as many as such a ball has, could be better than the best.
 * One-port hypercube. O(p kinds), and O(p d^2 kinds) if there is such a radius. */
struct rd_cube_part rd_cube_ball_part(const struct rd_cube_goal *goal, struct rd_cube_part best,
                                      struct rd_arena *scratch);

/* The most distant need: the least T such that for all v and R what is within R + T of v is enough
 * for what is within R, and what is within R fits into what is within R + T.
 * Hypercubes, one-port and pipelined. O(p d^2 kinds). */
struct rd_cube_part rd_cube_distance_part(const struct rd_cube_goal *goal,
                                          struct rd_arena *scratch);

/* For every kind, the sets of hosts that hold t or more of it, with maximum matchings; of more
 * than 256 different loads (fewer on more than 2^14 hosts), as many, evenly chosen.
 * One-port hypercube and shuffle-exchange. O(kinds * levels * p d). */
struct rd_cube_part rd_cube_level_part(const struct rd_cube_goal *goal, struct rd_cube_part best,
                                       struct rd_arena *scratch);

/* Theorem 3.2, sharper: delta_i^j, what halves of dimension i differ by in items of kind j, must
 * fall to what the goal lets them; a hop changes one by 2, and p hops are a step. With the least
 * error halves may differ by min(x_j mod p, p - x_j mod p), else by 2 most(p/2) - x_j.
 * One-port hypercube. O(p d kinds). */
struct rd_cube_part rd_cube_discrepancy_part(const struct rd_cube_goal *goal);

/* Balls of radius 0 to 3 of the shuffle-exchange, too full or too empty, and the half-plane cut
 * and its other side; all kinds together. One-port shuffle-exchange. O(p kinds). */
struct rd_cube_part rd_cube_near_set_part(const struct rd_cube_goal *goal,
                                          struct rd_arena *scratch);
struct rd_cube_part rd_cube_half_plane_part(const struct rd_cube_goal *goal,
                                            struct rd_arena *scratch);

/* The set that an argument is about: the ball, the hosts of a level, the half-plane, the hosts
 * whose items come from afar. Returns: [host_count] from the arena; NULL for arguments without a
 * set. O(hosts, and links of its hosts). */
const bool *rd_cube_part_members(const struct rd_cube_goal *goal, const struct rd_cube_part *part,
                                 struct rd_arena *arena, struct rd_arena *scratch);
