#include "edge_list.h"

#include "cost_text.h"

#include "sim/base/integers.h"
#include "sim/base/number_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

RD_ORDERED_BY(compare_links, struct rd_listed_edge, edge.from, edge.to, line)

void rd_edge_list_sort(struct rd_edge_list *list)
{
    if (list->count > 0)
        qsort(list->link, list->count, sizeof *list->link, compare_links);
}

size_t rd_edge_list_twin(const struct rd_edge_list *list, size_t place)
{
    for (; place < list->count; place++) {
        struct rd_edge before = list->link[place - 1].edge, edge = list->link[place].edge;
        if (before.from == edge.from && before.to == edge.to)
            return place;
    }
    return list->count;
}

bool rd_edge_list_graph(const struct rd_edge_list *list, uint32_t host_count,
                        struct rd_arena *arena, struct rd_topology *ret_topology,
                        struct rd_error *reterr)
{
    struct rd_edge *edge = rd_take(arena, list->count, struct rd_edge);
    for (size_t i = 0; i < list->count; i++)
        edge[i] = list->link[i].edge;
    return rd_topology_make_graph(host_count, edge, list->count, arena, ret_topology, reterr);
}

/* A file that is being read. */
struct text {
    const char *path;
    const char *at, *end; /* of the line that is being read */
    int line;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Reads the next field of the line. Returns: its length, 0 at the end of the line. */
static size_t next_field(struct text *text, const char **ret_field)
{
    while (text->at < text->end && is_blank(*text->at))
        text->at++;
    *ret_field = text->at;
    while (text->at < text->end && !is_blank(*text->at))
        text->at++;
    return (size_t)(text->at - *ret_field);
}

static bool fail(const struct text *text, struct rd_error *reterr, const char *field, size_t length,
                 const char *accepted)
{
    enum { SHOWN = 100 };
    if (length == 0)
        return rd_fail(reterr, RD_ERROR_INPUT, text->path, text->line, "the line ends: %s",
                       accepted);
    return rd_fail(reterr, RD_ERROR_INPUT, text->path, text->line, "\"%.*s\": %s",
                   (int)(length < SHOWN ? length : SHOWN), field, accepted);
}

static bool read_host(struct text *text, uint32_t *ret_host, struct rd_error *reterr)
{
    const char *field;
    int64_t host;
    size_t length = next_field(text, &field);
    if (length == 0 || !rd_integer_parse(field, length, 0, RD_HOST_LIMIT - 1, &host))
        return fail(text, reterr, field, length, "a host from 0 to 1048575 is accepted");
    *ret_host = (uint32_t)host;
    return true;
}

/* A cost or a latency, which may be missing. */
static bool read_cost(struct text *text, double *ret_value, struct rd_error *reterr)
{
    const char *field;
    double value = NAN;
    size_t length = next_field(text, &field);
    if (length > 0 && (!rd_number_parse(field, length, &value) || !rd_is_cost(value)))
        return fail(text, reterr, field, length,
                    "0, or a number of seconds from 1e-18 to 1e+15, is accepted");
    *ret_value = value;
    return true;
}

static bool read_link(struct text *text, struct rd_listed_edge *ret_link, struct rd_error *reterr)
{
    const char *field;
    struct rd_listed_edge link = {.line = text->line};
    if (!read_host(text, &link.edge.from, reterr) || !read_host(text, &link.edge.to, reterr) ||
        !read_cost(text, &link.cost, reterr) || !read_cost(text, &link.latency, reterr))
        return false;
    size_t length = next_field(text, &field);
    if (length > 0)
        return fail(text, reterr, field, length, "a line FROM TO [COST [LATENCY]] is accepted");
    if (link.edge.from == link.edge.to)
        return rd_fail(reterr, RD_ERROR_INPUT, text->path, text->line,
                       "a link from host %" PRIu32 " to itself: another host is needed",
                       link.edge.from);
    *ret_link = link;
    return true;
}

static bool is_comment(const struct text *text)
{
    struct text copy = *text;
    const char *field;
    return next_field(&copy, &field) == 0 || *field == '#';
}

static bool check_twins(const struct rd_edge_list *list, const char *path, struct rd_error *reterr)
{
    size_t twin = rd_edge_list_twin(list, 1);
    if (twin >= list->count)
        return true;
    const struct rd_listed_edge *first = &list->link[twin - 1], *second = &list->link[twin];
    return rd_fail(reterr, RD_ERROR_INPUT, path, second->line,
                   "a link from host %" PRIu32 " to host %" PRIu32
                   " a second time (first on line %d): each is accepted once",
                   second->edge.from, second->edge.to, first->line);
}

bool rd_edge_list_read(const char *path, const char *text, size_t size, bool both,
                       struct rd_arena *arena, struct rd_edge_list *ret_list,
                       uint32_t *ret_host_count, struct rd_error *reterr)
{
    struct text reading = {.path = path};
    struct rd_edge_list list = {0};
    uint32_t host_count = 0;
    for (const char *at = text, *end = text + size; at < end; at = reading.end + 1) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        reading.at = at;
        reading.end = newline ? newline : end;
        reading.line++;
        struct rd_listed_edge link;
        if (is_comment(&reading))
            continue;
        if (!read_link(&reading, &link, reterr))
            return false;
        uint32_t last = link.edge.from > link.edge.to ? link.edge.from : link.edge.to;
        host_count = last >= host_count ? last + 1 : host_count;
        if (list.count >= RD_GRAPH_LINK_LIMIT)
            return rd_fail(reterr, RD_ERROR_INPUT, path, reading.line,
                           "more than %d links: no more are supported", RD_GRAPH_LINK_LIMIT);
        rd_arena_add(arena, list.link, list.count, link);
        link.edge = (struct rd_edge){link.edge.to, link.edge.from};
        if (both)
            rd_arena_add(arena, list.link, list.count, link);
    }
    if (list.count == 0)
        return rd_fail(reterr, RD_ERROR_INPUT, path, 1, "no links: a line for each is needed");
    rd_edge_list_sort(&list);
    if (!check_twins(&list, path, reterr))
        return false;
    *ret_list = list;
    *ret_host_count = host_count;
    return true;
}
