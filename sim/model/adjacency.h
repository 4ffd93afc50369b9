/* The directed links of a graph, listed by sender and, for each sender, by receiver. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"

/* A directed link as an author lists it. */
struct rd_edge {
    uint32_t from, to;
};

struct rd_adjacency {
    uint32_t link_count;
    const uint32_t *first; /* [host_count + 1]: links first[v] .. first[v + 1] - 1 leave host v */
    const uint32_t *from;  /* [link_count], in increasing order */
    const uint32_t *to;    /* [link_count], in increasing order among the links of a sender */
};

/* The most links of a graph: 2^24. */
enum { RD_GRAPH_LINK_LIMIT = 1 << 24 };

/* Sorts links and checks them.
 * In: edge [edge_count], in any order; NULL with edge_count 0.
 * Errors: RD_ERROR_INPUT for more than RD_GRAPH_LINK_LIMIT links, for an end that is no host, a
 *     link from a host to itself, a link listed twice.
 * Cost: O(host_count + edge_count); the arena keeps what *ret_adjacency points to. */
bool rd_adjacency_make(uint32_t host_count, const struct rd_edge *edge, size_t edge_count,
                       struct rd_arena *arena, struct rd_adjacency *ret_adjacency,
                       struct rd_error *reterr);

/* The number of the link between two hosts, in O(log links of `from`).
 * In: hosts of the graph. Returns: link_count if none joins them. */
uint32_t rd_adjacency_find(const struct rd_adjacency *adjacency, uint32_t from, uint32_t to);
