/* What a generated graph is made from: <platform generator="torus" dimensions="4x4"/> */
#include "reader.h"

#include "sim/input/file_text.h"

#include <inttypes.h>

/* Attributes of other kinds are named with those that take them. */
static bool check_attributes(struct rd_reader *reader, const xmlNode *element,
                             const struct rd_platform_kind *kind)
{
    bool good = true;
    for (const char *const *name = rd_platform_attributes; *name; name++) {
        char takers[RD_TAKERS_SIZE];
        if (xmlHasProp(element, (const xmlChar *)*name) && !rd_platform_kind_takes(kind, *name))
            good = rd_read_fail(reader, element, "%s on a generated %s: accepted on %s", *name,
                                kind->name, rd_platform_takers(*name, takers));
    }
    return good;
}

static bool read_dimensions(struct rd_reader *reader, const xmlNode *element,
                            struct rd_platform_request *request)
{
    struct rd_error error;
    const char *text = rd_read_needed(reader, element, "dimensions");
    return text && (rd_dimensions_read(text, &request->graph, &request->host_count, &error) ||
                    rd_read_fail_with(reader, element, &error));
}

static bool read_arity(struct rd_reader *reader, const xmlNode *element,
                       struct rd_platform_request *request)
{
    struct rd_error error;
    const char *text = rd_read_text(reader, element, "arity");
    return text && (rd_arity_read(text, &request->graph, &error) ||
                    rd_read_fail_with(reader, element, &error));
}

static bool read_degree(struct rd_reader *reader, const xmlNode *element,
                        struct rd_platform_request *request)
{
    int64_t degree = 0;
    bool good = rd_read_there(reader, element, "degree") &&
                rd_read_integer(reader, element, "degree", &degree);
    request->graph.degree = (uint32_t)degree;
    return good;
}

/* More hosts than the file names may be asked for. */
static bool read_listed(struct rd_reader *reader, const xmlNode *element,
                        struct rd_platform_request *request)
{
    struct rd_scenario *scenario = reader->scenario;
    struct rd_edge_list *list = rd_take(reader->arena, 1, struct rd_edge_list);
    struct rd_error error;
    const char *path;
    uint32_t host_count;
    if (!rd_read_named_file(reader, element, "edges", RD_EDGES_BYTES_LIMIT, &path,
                            &scenario->edges_text, &scenario->edges_text_size))
        return false;
    if (!rd_edge_list_read(path, scenario->edges_text, scenario->edges_text_size,
                           request->direction == RD_TWO_WAY, reader->arena, list, &host_count,
                           &error))
        return rd_error_list_add_error(reader->errors, &error);
    request->graph.list = list;
    if (request->host_count == 0)
        request->host_count = host_count;
    if (request->host_count < host_count)
        return rd_read_fail(reader, element,
                            "%" PRIu32 " hosts and a link of host %" PRIu32
                            " in %s: at least %" PRIu32 " hosts are needed",
                            request->host_count, host_count - 1, path, host_count);
    return true;
}

bool rd_read_platform_kind(struct rd_reader *reader, const xmlNode *element,
                           const struct rd_platform_kind *kind, struct rd_platform_request *request)
{
    request->shape = kind->shape;
    request->graph.kind = kind->graph;
    request->pair_links = kind->pair_links;
    return check_attributes(reader, element, kind);
}

bool rd_read_graph_request(struct rd_reader *reader, const xmlNode *element,
                           struct rd_platform_request *request)
{
    request->graph.one_way = request->direction == RD_ONE_WAY;
    switch (request->graph.kind) {
    case RD_TORUS:
    case RD_MESH: return read_dimensions(reader, element, request);
    case RD_TREE: return read_arity(reader, element, request);
    case RD_RANDOM_REGULAR: return read_degree(reader, element, request);
    case RD_LISTED_GRAPH: break;
    }
    return read_listed(reader, element, request);
}
