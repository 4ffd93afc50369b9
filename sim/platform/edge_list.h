/* Links of a graph as an author lists them: in a scenario, an <edge> each, or in a text file, one a
 * line:
 *
 *     # from to [cost [latency]]
 *     0 1 2.5
 *     1 2
 *     2 0 1 0.001
 *
 * There hosts are numbers from 0, fields stand apart by blanks or tabs, and empty lines and lines
 * that start with # are skipped. */
#pragma once

#include "sim/model/topology.h"

struct rd_listed_edge {
    struct rd_edge edge;
    int line;
    double cost;    /* s per item of one byte; NAN: not given */
    double latency; /* s; NAN: not given */
};

/* Zeroed: empty; rd_arena_add adds links. */
struct rd_edge_list {
    struct rd_listed_edge *link; /* [count] */
    size_t count;
};

/* Sorts links by sender, receiver and line, as a graph of them numbers them. */
void rd_edge_list_sort(struct rd_edge_list *list);

/* In a sorted list, the first place from `place` on, at least 1, whose link is that of the place
 * before. Returns: count if there is none. */
size_t rd_edge_list_twin(const struct rd_edge_list *list, size_t place);

/* The graph of a sorted list without twins. Errors: as rd_topology_make_graph. */
bool rd_edge_list_graph(const struct rd_edge_list *list, uint32_t host_count,
                        struct rd_arena *arena, struct rd_topology *ret_topology,
                        struct rd_error *reterr);

/* Reads the text of a file of links.
 * In: both, each line stands for its link and the one back, at the same cost.
 * Returns: a sorted list, and one more than the greatest number of a host in *ret_host_count.
 * Errors: RD_ERROR_INPUT with path and line for what is no number or out of range, a link from a
 *     host to itself, a field too many, a link listed twice; without line for no links at all.
 * Cost: O(bytes), and the sorting. */
bool rd_edge_list_read(const char *path, const char *text, size_t size, bool both,
                       struct rd_arena *arena, struct rd_edge_list *ret_list,
                       uint32_t *ret_host_count, struct rd_error *reterr);
