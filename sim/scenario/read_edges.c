/* <edge from="..." to="..." both="..."/> and edges="..." of <topology> */
#include "load_rows.h"

#include "sim/platform/edge_list.h"

#include <inttypes.h>
#include <math.h>

enum edges_word { EXCLUSIVE, ALL, ROUTES };

/* The most hosts of which all pairs are joined: a million links. */
enum { ALL_PAIRS_HOST_LIMIT = 1024 };

static uint32_t read_end(struct rd_reader *reader, const xmlNode *element, const char *name)
{
    const char *host = rd_read_text(reader, element, name);
    struct rd_load_place place = {reader->path, rd_xml_line(element)};
    return host ? rd_load_host(reader, place, host) : RD_NO_NAME;
}

static void read_edge(struct rd_reader *reader, const xmlNode *element, struct rd_edge_list *list)
{
    rd_read_element(reader, element, NULL);
    uint32_t from = read_end(reader, element, "from"), to = read_end(reader, element, "to");
    bool both = rd_read_yes(reader, element, "both");
    if (from == RD_NO_NAME || to == RD_NO_NAME)
        return;
    if (from == to) {
        rd_read_fail(reader, element,
                     "an edge from host \"%.100s\" to itself: another host is needed",
                     reader->host_names.name[from]);
        return;
    }
    struct rd_listed_edge link = {{from, to}, rd_xml_line(element), NAN, NAN};
    rd_arena_add(reader->arena, list->link, list->count, link);
    link.edge = (struct rd_edge){to, from};
    if (both)
        rd_arena_add(reader->arena, list->link, list->count, link);
}

/* Reports links that are listed twice. In: sorted links. */
static bool check_twins(struct rd_reader *reader, const struct rd_edge_list *list)
{
    bool good = true;
    for (size_t i = 1; (i = rd_edge_list_twin(list, i)) < list->count; i++) {
        const struct rd_listed_edge *first = &list->link[i - 1], *second = &list->link[i];
        good = rd_error_list_add(reader->errors, RD_ERROR_INPUT, reader->path, second->line,
                                 "an edge from host \"%.100s\" to host \"%.100s\" a second time "
                                 "(first on line %d): each is accepted once",
                                 reader->host_names.name[second->edge.from],
                                 reader->host_names.name[second->edge.to], first->line);
    }
    return good;
}

static bool make_graph(struct rd_reader *reader, const xmlNode *element, struct rd_edge_list *list,
                       struct rd_topology *ret_topology)
{
    struct rd_error error;
    rd_edge_list_sort(list);
    return check_twins(reader, list) && (rd_edge_list_graph(list, reader->host_names.count,
                                                            reader->arena, ret_topology, &error) ||
                                         rd_read_fail_with(reader, element, &error));
}

/* From every host to every other one. */
static bool join_all(struct rd_reader *reader, const xmlNode *element,
                     struct rd_topology *ret_topology)
{
    uint32_t n = reader->host_names.count;
    struct rd_error error;
    size_t count = 0;
    if (n > ALL_PAIRS_HOST_LIMIT)
        return rd_read_fail(reader, element,
                            "edges=\"all\" on %" PRIu32 " hosts: at most %d are supported", n,
                            ALL_PAIRS_HOST_LIMIT);
    struct rd_edge *edge = rd_take(reader->arena, (size_t)n * n, struct rd_edge);
    for (uint32_t from = 0; from < n; from++)
        for (uint32_t to = 0; to < n; to++)
            if (from != to)
                edge[count++] = (struct rd_edge){from, to};
    return rd_topology_make_graph(n, edge, count, reader->arena, ret_topology, &error) ||
           rd_read_fail_with(reader, element, &error);
}

bool rd_read_no_edges(struct rd_reader *reader, const xmlNode *element, const char *words)
{
    const xmlNode *edge = rd_xml_named(element->children, "edge");
    return (!edge && !xmlHasProp(element, (const xmlChar *)"edges")) ||
           rd_read_fail(reader, edge ? edge : element, "%s", words);
}

bool rd_read_graph(struct rd_reader *reader, const xmlNode *element,
                   struct rd_topology *ret_topology)
{
    xmlNode *first = rd_xml_named(element->children, "edge");
    bool worded = xmlHasProp(element, (const xmlChar *)"edges");
    if (first && worded)
        return rd_read_fail(reader, first, "<edge> beside edges=: one of them is accepted");
    if (!first && !worded)
        return rd_read_fail(reader, element,
                            "a graph without edges: <edge> elements, edges=\"routes\", "
                            "\"exclusive\" or \"all\" are needed");
    if (worded) {
        int word = rd_read_word(reader, element, "edges");
        if (word == ALL)
            return join_all(reader, element, ret_topology);
        *ret_topology =
            (struct rd_topology){.shape = RD_GRAPH, .host_count = reader->host_names.count};
        reader->scenario->edge_source = word == ROUTES ? RD_EDGES_ROUTES : RD_EDGES_EXCLUSIVE;
        return word >= 0;
    }
    struct rd_edge_list list = {0};
    size_t errors_before = reader->errors->count;
    rd_xml_each (node, first, "edge")
        read_edge(reader, node, &list);
    return reader->errors->count == errors_before &&
           make_graph(reader, element, &list, ret_topology);
}
