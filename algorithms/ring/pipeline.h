/* How long the items behind a link keep a chain of links busy: the priority of list scheduling on
 * a ring. The pipeline of a link is the max over m >= 0, while the next m links still have items,
 * of (an item's time over the m links before) + (items left) x (cost) of the m-th. */
#pragma once

#include "sim/base/arena.h"

/* What a run of neighbouring links comes to. */
struct rd_pipeline_run {
    double item_s;    /* one item over all of it, up to the first link without items */
    double longest_s; /* the pipeline of its first link, if it ended behind its last */
    bool broken;      /* some link in it has no items left */
};

/* Links in a line: a tree of runs over their places, each in the direction of the items. */
struct rd_pipeline {
    size_t leaf_count;           /* a power of two */
    struct rd_pipeline_run *run; /* [2 * leaf_count], the root at 1, leaves from leaf_count */
};

/* A line of `count` places, none of which has items. Cost: O(count). */
struct rd_pipeline rd_pipeline_make(size_t count, struct rd_arena *arena);

/* Sets the items left over a link. Cost: O(log count). */
void rd_pipeline_set(struct rd_pipeline *pipeline, size_t place, double item_s, int64_t left);

/* Empties the line. Cost: O(count). */
void rd_pipeline_clear(struct rd_pipeline *pipeline);

/* The pipeline of a link that has items left. Cost: O(log count). */
double rd_pipeline_at(const struct rd_pipeline *pipeline, size_t place);
