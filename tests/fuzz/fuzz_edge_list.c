/* A text as a file of links: refused with path and words, or a graph whose links are those listed,
 * in the order of their numbers. */
#include "sim/platform/edge_list.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_graph(const struct rd_edge_list *list, uint32_t host_count,
                        struct rd_arena *arena)
{
    struct rd_topology graph;
    uint32_t from, to;
    bool made = rd_edge_list_graph(list, host_count, arena, &graph, NULL);
    rd_assert(made && rd_link_count(&graph) == list->count && list->count > 0);
    for (size_t i = 0; i < list->count; i++) {
        const struct rd_listed_edge *link = &list->link[i];
        rd_assert(rd_link_ends(&graph, i, &from, &to));
        rd_assert(from == link->edge.from && to == link->edge.to && from != to);
        rd_assert((isnan(link->cost) || link->cost >= 0) && link->line > 0);
        rd_assert(isnan(link->latency) || link->latency >= 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rd_arena arena;
    struct rd_edge_list list;
    struct rd_error error = {0};
    uint32_t host_count;
    bool both = size > 0 && data[0] % 2;
    rd_arena_open(&arena, (size_t)1 << 30);
    if (rd_edge_list_read("fuzz.txt", (const char *)data, size, both, &arena, &list, &host_count,
                          &error))
        check_graph(&list, host_count, &arena);
    else
        rd_assert(error.code == RD_ERROR_INPUT && error.message[0] && error.path[0]);
    rd_arena_close(&arena);
    return 0;
}
