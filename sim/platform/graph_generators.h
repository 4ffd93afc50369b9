/* Graphs that can be generated, and what each is made from. */
#pragma once

#include "edge_list.h"

#include "sim/model/topology.h"

enum rd_graph_kind {
    RD_TORUS,          /* a host beside the next one and the one before in each dimension, which
                          close to rings; in a dimension of two hosts they are one */
    RD_MESH,           /* the same with open ends */
    RD_TREE,           /* host i > 0 beside its parent */
    RD_RANDOM_REGULAR, /* each host beside as many others, drawn */
    RD_LISTED_GRAPH    /* as a file lists it */
};

enum { RD_DIMENSION_LIMIT = 20 };

struct rd_graph_request {
    enum rd_graph_kind kind;
    uint32_t radix[RD_DIMENSION_LIMIT]; /* torus, mesh: [dimension_count], the fastest first */
    uint32_t dimension_count;
    bool one_way;                    /* torus: to the next ones only */
    uint32_t arity;                  /* tree: children of a host; 0: parents are drawn */
    uint32_t degree;                 /* random-regular */
    const struct rd_edge_list *list; /* of a file: sorted, without twins */
};

/* Reads "4x4x2": numbers of 1 or more, up to RD_DIMENSION_LIMIT of them, whose product is at most
 * RD_HOST_LIMIT. Fills radix and dimension_count.
 * Returns: the product in *ret_host_count. Errors: RD_ERROR_INPUT, without path. */
bool rd_dimensions_read(const char *text, struct rd_graph_request *request,
                        uint32_t *ret_host_count, struct rd_error *reterr);

/* Reads a tree's "2", or "random". Errors: RD_ERROR_INPUT, without path. */
bool rd_arity_read(const char *text, struct rd_graph_request *request, struct rd_error *reterr);

/* Makes the graph of a request. A host's number on a torus or mesh is x0 + x1 radix[0] + x2
 * radix[0] radix[1] + ...; its parent in a tree of arity a is (i - 1) / a, in a random one any host
 * before it, each as likely.
 * In: host_count, the product of the dimensions where there are some; seed, of what is drawn.
 * Errors: RD_ERROR_INPUT, without path: a degree that no graph of so many hosts has, a listed host
 *     beyond the count, too many links. Cost: O(links), for random-regular expected. */
bool rd_graph_generate(const struct rd_graph_request *request, uint32_t host_count, uint64_t seed,
                       struct rd_arena *arena, struct rd_topology *ret_topology,
                       struct rd_error *reterr);
