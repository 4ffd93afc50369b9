#include "matching_libraries.h"

#include <igraph.h>

/* Rows are vertices 0..n-1, columns n..2n-1. In: weights, to be made long enough, or NULL for none.
 * igraph maximises: a weight is the most expensive cost and one, less the cost, so that every edge
 * gains.
 */
static void build(uint32_t n, const int64_t *cost, int64_t most, igraph_t *graph,
                  igraph_vector_t *weights)
{
    igraph_vector_int_t ends;
    int64_t most_expensive = 0, count = 0;
    for (uint64_t i = 0; i < (uint64_t)n * n; i++) {
        most_expensive = cost[i] > most_expensive ? cost[i] : most_expensive;
        count += cost[i] <= most;
    }
    igraph_vector_int_init(&ends, 2 * count);
    if (weights)
        igraph_vector_init(weights, count);
    count = 0;
    for (uint64_t i = 0; i < (uint64_t)n * n; i++) {
        if (cost[i] > most)
            continue;
        VECTOR(ends)[2 * count] = (igraph_integer_t)(i / n);
        VECTOR(ends)[2 * count + 1] = (igraph_integer_t)(n + i % n);
        if (weights)
            VECTOR(*weights)[count] = (double)(most_expensive + 1 - cost[i]);
        count++;
    }
    igraph_create(graph, &ends, 2 * (igraph_integer_t)n, IGRAPH_UNDIRECTED);
    igraph_vector_int_destroy(&ends);
}

static int64_t solve(uint32_t n, const int64_t *cost, int64_t most, igraph_vector_t *weights,
                     igraph_vector_int_t *matching)
{
    igraph_t graph;
    igraph_vector_bool_t types;
    igraph_integer_t size = 0;
    build(n, cost, most, &graph, weights);
    igraph_vector_bool_init(&types, 2 * (igraph_integer_t)n);
    for (uint32_t i = 0; i < n; i++)
        VECTOR(types)[n + i] = 1;
    igraph_vector_int_init(matching, 0);
    igraph_maximum_bipartite_matching(&graph, &types, &size, NULL, matching, weights, 0);
    igraph_vector_bool_destroy(&types);
    igraph_destroy(&graph);
    return size;
}

static int64_t assign(uint32_t n, const int64_t *cost)
{
    igraph_vector_t weights;
    igraph_vector_int_t matching;
    int64_t sum = 0;
    solve(n, cost, INT64_MAX, &weights, &matching);
    for (uint32_t row = 0; row < n; row++)
        sum += cost[(uint64_t)row * n + (uint64_t)VECTOR(matching)[row] - n];
    igraph_vector_int_destroy(&matching);
    igraph_vector_destroy(&weights);
    return sum;
}

static int64_t match(uint32_t n, const int64_t *cost, int64_t threshold)
{
    igraph_vector_int_t matching;
    int64_t size = solve(n, cost, threshold, NULL, &matching);
    igraph_vector_int_destroy(&matching);
    return size;
}

const struct matching_library igraph_library[] = {
    {"igraph", assign, match},
    {NULL, NULL, NULL},
};
