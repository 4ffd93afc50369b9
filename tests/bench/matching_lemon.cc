#include "matching_libraries.h"

#include <lemon/cost_scaling.h>
#include <lemon/matching.h>
#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

using Digraph = lemon::SmartDigraph;

/* Rows are nodes 0..n-1 with a supply of 1, columns n..2n-1. */
template <typename Solver> static int64_t assign(uint32_t n, const int64_t *cost)
{
    Digraph graph;
    graph.reserveNode(2 * static_cast<int>(n));
    graph.reserveArc(static_cast<int>(n * n));
    for (uint32_t i = 0; i < 2 * n; i++)
        graph.addNode();
    Digraph::ArcMap<int64_t> costs(graph);
    Digraph::ArcMap<int> upper(graph, 1);
    Digraph::NodeMap<int> supply(graph);
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t column = 0; column < n; column++)
            graph.addArc(graph.nodeFromId(static_cast<int>(row)),
                         graph.nodeFromId(static_cast<int>(n + column)));
    for (Digraph::ArcIt arc(graph); arc != lemon::INVALID; ++arc) {
        uint64_t row = static_cast<uint64_t>(graph.id(graph.source(arc)));
        uint64_t column = static_cast<uint64_t>(graph.id(graph.target(arc))) - n;
        costs[arc] = cost[row * n + column];
        upper[arc] = 1;
    }
    for (Digraph::NodeIt node(graph); node != lemon::INVALID; ++node)
        supply[node] = static_cast<uint32_t>(graph.id(node)) < n ? 1 : -1;
    Solver solver(graph);
    solver.upperMap(upper).costMap(costs).supplyMap(supply);
    solver.run();
    return solver.template totalCost<int64_t>();
}

static int64_t match(uint32_t n, const int64_t *cost, int64_t threshold)
{
    lemon::SmartGraph graph;
    graph.reserveNode(2 * static_cast<int>(n));
    for (uint32_t i = 0; i < 2 * n; i++)
        graph.addNode();
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t column = 0; column < n; column++)
            if (cost[static_cast<uint64_t>(row) * n + column] <= threshold)
                graph.addEdge(graph.nodeFromId(static_cast<int>(row)),
                              graph.nodeFromId(static_cast<int>(n + column)));
    lemon::MaxMatching<lemon::SmartGraph> matching(graph);
    matching.run();
    return matching.matchingSize();
}

extern "C" const struct matching_library lemon_library[] = {
    {"LEMON NetworkSimplex", assign<lemon::NetworkSimplex<Digraph, int, int64_t>>, nullptr},
    {"LEMON CostScaling", assign<lemon::CostScaling<Digraph, int, int64_t>>, nullptr},
    {"LEMON MaxMatching", nullptr, match},
    {nullptr, nullptr, nullptr},
};
