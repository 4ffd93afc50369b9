/* throttle="..." of <network> and <port>: links of the platform. */
#include "reader.h"

#include "sim/platform/throttle.h"

#include <inttypes.h>

static bool has_throttle(const xmlNode *element)
{
    return xmlHasProp(element, (const xmlChar *)"throttle");
}

static const xmlNode *network_of(const struct rd_reader *reader)
{
    return rd_xml_named(reader->root->children, "network");
}

bool rd_throttles_given(const struct rd_reader *reader)
{
    const xmlNode *network = network_of(reader);
    if (!network || has_throttle(network))
        return network;
    rd_xml_each (node, network->children, "port")
        if (has_throttle(node))
            return true;
    return false;
}

/* Is the platform one that throttles can be put into? */
static bool check_platform(struct rd_reader *reader)
{
    const struct rd_scenario *scenario = reader->scenario;
    if (scenario->even_platform)
        return rd_read_fail(reader, network_of(reader),
                            "throttles on a generated %s of %" PRIu32 " hosts, which is not "
                            "written: up to %d hosts are accepted",
                            rd_platform_request_name(&reader->request),
                            reader->generated_topology.host_count, RD_FULL_ROUTING_LIMIT);
    if (scenario->edge_source == RD_EDGES_EXCLUSIVE)
        return rd_read_fail(reader, network_of(reader),
                            "throttles and edges=\"exclusive\": all routes of a host cross its "
                            "throttle, so none has its links for itself; edges=\"routes\", <edge> "
                            "elements or another shape are accepted");
    return true;
}

void rd_place_throttles(struct rd_reader *reader)
{
    struct rd_scenario *scenario = reader->scenario;
    struct rd_throttles throttles = {&reader->host_names, reader->throttle};
    struct rd_platform_properties platform = {.text = scenario->simgrid_text,
                                              .size = scenario->simgrid_text_size,
                                              .file = scenario->profile_file,
                                              .file_count = scenario->profile_file_count};
    if (!reader->throttle || !check_platform(reader) ||
        !rd_platform_throttle(scenario->platform_path ? scenario->platform_path : reader->path,
                              &throttles, reader->arena, &platform, reader->errors))
        return;
    scenario->platform_text = scenario->simgrid_text = platform.text;
    scenario->platform_text_size = scenario->simgrid_text_size = platform.size;
    scenario->platform_host_links = platform.host_links;
    scenario->link_cost = NULL;
}
