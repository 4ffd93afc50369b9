/* What an item has to pay to come to all its sinks, at given prices of links: a minimum directed
 * Steiner tree, bounded from below by cuts (dual ascent), with a tree beside it.
 *
 * What is left of each link's price is at first all of it. As long as some sink is not reached from
 * a holder over links with nothing left, let X be the hosts from which such links lead to it. The
 * least that is left on links into X is the weight of a cut, and is taken from all of them. Of all
 * sinks the one with the fewest hosts in X is next. The weights of all cuts sum to no more than any
 * tree costs. With one sink, and where all hosts are sinks, they sum to the cost of the cheapest.
 * Only links that are usable by a date count (multicast_certificate.h).
 * Source: R. T. Wong, "A dual ascent approach for Steiner tree problems on a directed graph",
 * Mathematical Programming 28 (1984) 271-287. */
#pragma once

#include "rows.h"

#include "sim/model/certificates/multicast_certificate.h"

/* A cut, without its piece. */
struct rd_steiner_cut {
    uint32_t sink;
    int64_t weight;
    size_t first, count; /* in member */
};

struct rd_steiner {
    const struct rd_rows *rows;
    int64_t end;     /* the date: later nothing is of use; RD_NO_DATE: whenever */
    int64_t *left;   /* [links] of what an item pays there; given, and used up */
    uint32_t *since; /* [links] the cut, counted from 1, that left nothing there; 0: at the start */

    int64_t paid;   /* the sum of all weights */
    bool is_late;   /* some sink cannot be reached by the date at all */
    uint32_t *tree; /* [tree_count] links that bring an item from holders to all sinks */
    uint32_t tree_count;
    uint64_t looks; /* links that were looked at */
    uint32_t taken; /* cuts of the piece */

    /* The cuts, if they are to be kept: in the arena, which is NULL if not. */
    struct rd_arena *arena;
    struct rd_steiner_cut *cut;
    size_t cut_count, member_count;
    uint32_t *member;

    /* Of its own. */
    uint32_t *queue, *known, *next; /* [hosts] */
    uint32_t *seen, mark;           /* [hosts], and what means seen */
    uint32_t length;                /* of the piece's items */
    int64_t *earliest;              /* [hosts] of the piece */
    bool *holds, *in_tree;          /* [hosts] */
};

/* What a late sink's cut weighs: more than anything that is offered. */
#define RD_LATE_WEIGHT (INT64_C(1) << 59)

/* With arrays from the arena. */
struct rd_steiner rd_steiner_open(const struct rd_rows *rows, struct rd_arena *arena);

/* Bounds one piece. In: left, end, and arena where cuts are to be kept; these are added to what is
 * there. Cost: the links into all cuts. */
void rd_steiner_ascend(struct rd_steiner *steiner, const struct rd_multicast_piece *piece);

/* No link: a host that is not in the tree, or holds the item. */
#define RD_NO_TREE UINT32_MAX

/* A cheaper tree of the piece that was bounded last: from its holders on always the link that has
 * had nothing left for longest; then hosts that lead to no sink are taken away. Where all hosts are
 * sinks it is the cheapest (D. R. Fulkerson, "Packing rooted directed cuts in a weighted directed
 * graph", Mathematical Programming 6 (1974) 1-13). In: no date. Returns by ret_link_into [hosts].
 * O(hosts^2 + links). */
void rd_steiner_find_tree(const struct rd_steiner *steiner, const struct rd_multicast_piece *piece,
                          struct rd_arena *scratch, uint32_t *ret_link_into);

/* Gives each cut of a certificate its sink that is farthest from where items that pay enter its
 * set: so rows count less of their time. In: pays [links]. The cuts are from the arena. Returns:
 * how far the nearest of these is, in ticks; 0: nothing is gained, or it would take long. */
int64_t rd_steiner_far_sinks(const struct rd_rows *rows, const bool *pays,
                             struct rd_multicast_certificate *of, struct rd_arena *arena,
                             struct rd_arena *scratch);
