/* The edges of a bipartite graph where many pairs have one: a bit each, which says whether it is
 * left, at both of its ends. Takes 4 bytes a pair, whether it has an edge or not. */
#pragma once

#include <stdint.h>

/* n rows and n columns; sides are 0, the rows, and 1. */
struct rd_dense_edges {
    uint32_t words;    /* of a vertex: its edges to 64 others each */
    uint64_t *left[2]; /* [n * words] by vertex of a side: those that are left */
    uint32_t *number;  /* [n * n] of the edge of a row and a column, + 1; 0: there is none */
};

static inline uint64_t rd_dense_word(const struct rd_dense_edges *edges, uint32_t vertex,
                                     uint32_t far)
{
    return (uint64_t)vertex * edges->words + far / 64;
}

static inline uint64_t rd_dense_bit(uint32_t far)
{
    return UINT64_C(1) << far % 64;
}

/* Takes an edge out at both ends, or puts it there again. O(1). */
static inline void rd_dense_toggle(const struct rd_dense_edges *edges, uint32_t row,
                                   uint32_t column)
{
    edges->left[0][rd_dense_word(edges, row, column)] ^= rd_dense_bit(column);
    edges->left[1][rd_dense_word(edges, column, row)] ^= rd_dense_bit(row);
}
