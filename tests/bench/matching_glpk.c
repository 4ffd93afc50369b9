#include "matching_libraries.h"

#include <glpk.h>

/* What GLPK's routines read from vertices and arcs. */
struct vertex {
    int set;
};
struct arc {
    double cost;
    int is_taken;
};

/* Rows are vertices 1..n, columns n+1..2n; edges more expensive than `most` are left out. */
static glp_graph *build(uint32_t n, const int64_t *cost, int64_t most)
{
    glp_graph *graph = glp_create_graph(sizeof(struct vertex), sizeof(struct arc));
    glp_add_vertices(graph, 2 * (int)n);
    for (uint32_t i = 0; i < n; i++) {
        ((struct vertex *)graph->v[1 + i]->data)->set = 0;
        ((struct vertex *)graph->v[1 + n + i]->data)->set = 1;
    }
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t column = 0; column < n; column++) {
            if (cost[(uint64_t)row * n + column] > most)
                continue;
            glp_arc *arc = glp_add_arc(graph, 1 + (int)row, 1 + (int)(n + column));
            ((struct arc *)arc->data)->cost = (double)cost[(uint64_t)row * n + column];
        }
    return graph;
}

static int64_t assign(uint32_t n, const int64_t *cost)
{
    glp_graph *graph = build(n, cost, INT64_MAX);
    double sum = 0;
    glp_asnprob_okalg(GLP_ASN_MIN, graph, offsetof(struct vertex, set), offsetof(struct arc, cost),
                      &sum, offsetof(struct arc, is_taken));
    glp_delete_graph(graph);
    return (int64_t)(sum + 0.5);
}

static int64_t match(uint32_t n, const int64_t *cost, int64_t threshold)
{
    glp_graph *graph = build(n, cost, threshold);
    int size =
        glp_asnprob_hall(graph, offsetof(struct vertex, set), offsetof(struct arc, is_taken));
    glp_delete_graph(graph);
    return size;
}

const struct matching_library glpk_library[] = {
    {"GLPK okalg", assign, NULL},
    {"GLPK hall", NULL, match},
    {NULL, NULL, NULL},
};
