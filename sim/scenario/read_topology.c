/* <topology shape="..." direction="..." hosts="..." master="..." edges="..."/> */
#include "reader.h"

#include <inttypes.h>
#include <string.h>

/* Is it a generated platform on which not everybody is beside everybody? Then no other shape can be
 * laid upon it. */
static bool has_shape(const struct rd_reader *reader)
{
    return reader->platform_generated && !rd_platform_has_host_links(&reader->request);
}

/* What a generator would have made is not missed here too. */
static bool is_generator_wrong(const struct rd_reader *reader)
{
    return reader->generator_named && !reader->platform_generated;
}

static bool read_shape(struct rd_reader *reader, const xmlNode *element, enum rd_shape *ret_shape)
{
    int shape = rd_read_word(reader, element, "shape");
    if (shape < 0)
        return false;
    *ret_shape = (enum rd_shape)shape;
    if (has_shape(reader) && *ret_shape != reader->request.shape)
        return rd_read_fail(reader, element, "a %s on a generated %s: a %s is accepted",
                            rd_shape_name(*ret_shape), rd_platform_request_name(&reader->request),
                            rd_shape_name(reader->request.shape));
    return true;
}

static bool read_direction(struct rd_reader *reader, const xmlNode *element, enum rd_shape shape,
                           enum rd_direction *ret_direction)
{
    bool given = xmlHasProp(element, (const xmlChar *)"direction");
    bool ring_generated = reader->platform_generated && reader->request.shape == RD_RING;
    if (shape != RD_RING && given)
        return rd_read_fail(reader, element, "direction of a %s: only a ring has one",
                            rd_shape_name(shape));
    if (shape != RD_RING)
        return true;
    if (!given && is_generator_wrong(reader))
        return false;
    if (!given && !ring_generated)
        return rd_read_fail(reader, element,
                            "a ring without direction: one-way or two-way is needed");
    *ret_direction = reader->request.direction;
    if (!given)
        return true;
    if (!rd_read_way(reader, element, ret_direction))
        return false;
    if (ring_generated && reader->request.direction == RD_ONE_WAY && *ret_direction == RD_TWO_WAY)
        return rd_read_fail(reader, element,
                            "a two-way ring on a generated one-way ring: one-way is accepted");
    return true;
}

/* Edges are for graphs only. */
static bool check_no_edges(struct rd_reader *reader, const xmlNode *element, enum rd_shape shape)
{
    return shape == RD_GRAPH ||
           rd_read_no_edges(reader, element,
                            rd_arena_print(reader->arena, "edges of a %s: only a graph has them",
                                           rd_shape_name(shape)));
}

/* A generated platform has its own order, unless everybody is beside everybody on it.
 * In: the hosts as listed, without a star's master. */
static bool check_order(struct rd_reader *reader, const xmlNode *element)
{
    uint32_t generated = reader->request.host_count;
    if (!has_shape(reader))
        return true;
    bool good = reader->host_names.count == generated;
    for (uint32_t host = 0; good && host < generated; host++)
        good = strcmp(reader->host_names.name[host], reader->platform_hosts.name[host]) == 0;
    return good || rd_read_fail(reader, element,
                                "hosts that are not the generated ones in their order: h[0-%" PRIu32
                                "] is accepted, or no hosts",
                                generated - 1);
}

/* What is added where a name of the list may be a part of one. */
static const char *hint_at_quotes(const struct rd_names *hosts)
{
    for (uint32_t host = 0; host < hosts->count; host++)
        if (strchr(hosts->name[host], ' '))
            return "; names with blanks stand in quotes: 'Cpu A' 'Cpu B'";
    return "";
}

/* Is every host on the platform? */
static bool check_platform_hosts(struct rd_reader *reader, const xmlNode *element)
{
    char accepted[RD_NAMES_ACCEPTED_SIZE], others[64] = "";
    const char *first = NULL;
    uint32_t missing = 0;
    for (uint32_t host = 0; host < reader->host_names.count; host++) {
        const char *name = reader->host_names.name[host];
        if (rd_names_find(&reader->platform_hosts, name) == RD_NO_NAME && missing++ == 0)
            first = name;
    }
    if (missing == 0)
        return true;
    if (missing > 1)
        snprintf(others, sizeof others, ", as %" PRIu32 " more,", missing - 1);
    return rd_read_fail(reader, element, "host \"%.100s\"%s is not on the platform: %s%s", first,
                        others, rd_names_accepted(&reader->platform_hosts, first, accepted),
                        hint_at_quotes(&reader->platform_hosts));
}

static bool read_hosts(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_error error;
    if (!xmlHasProp(element, (const xmlChar *)"hosts")) {
        if (is_generator_wrong(reader))
            return false;
        if (!reader->platform_generated)
            return rd_read_fail(reader, element,
                                "<topology> without hosts: they are needed, in their order, "
                                "unless the platform is generated");
        uint32_t number;
        for (uint32_t host = 0; host < reader->request.host_count; host++)
            rd_names_add(&reader->host_names, reader->arena, reader->platform_hosts.name[host],
                         &number);
        return true;
    }
    const char *list = rd_read_text(reader, element, "hosts");
    if (!list)
        return false;
    return rd_names_read(list, RD_HOST_LIMIT, reader->arena, &reader->host_names, &error) ||
           rd_read_fail(reader, element, "hosts: %.1000s", error.message);
}

/* Adds the star's master behind its workers. */
static bool read_master(struct rd_reader *reader, const xmlNode *element, enum rd_shape shape)
{
    uint32_t number;
    bool given = xmlHasProp(element, (const xmlChar *)"master");
    if (shape != RD_STAR && given)
        return rd_read_fail(reader, element, "master of a %s: only a star has one",
                            rd_shape_name(shape));
    if (shape != RD_STAR)
        return true;
    bool star_generated = reader->platform_generated && reader->request.shape == RD_STAR;
    const char *master = star_generated && !given ? "m" : rd_read_needed(reader, element, "master");
    if (!master)
        return false;
    if (star_generated && strcmp(master, "m") != 0)
        return rd_read_fail(reader, element, "master \"%.100s\" of a generated star: m is accepted",
                            master);
    for (const char *c = master; *c; c++)
        if (rd_command_length(c) > 0)
            return rd_read_fail(reader, element,
                                "master \"%.100s\": a name without control characters is accepted",
                                master);
    if (rd_names_add(&reader->host_names, reader->arena, master, &number))
        return true;
    return rd_read_fail(
        reader, element,
        "master \"%.100s\" among the hosts: they are the workers, and the master is another host",
        master);
}

/* In: everything else that was read of the element. */
static bool make_topology(struct rd_reader *reader, const xmlNode *element, enum rd_shape shape,
                          enum rd_direction direction)
{
    struct rd_topology *topology = &reader->scenario->topology;
    struct rd_error error;
    if (shape == RD_GRAPH && has_shape(reader)) {
        *topology = reader->generated_topology;
        return rd_read_no_edges(reader, element,
                                rd_arena_print(reader->arena,
                                               "edges on a generated %s: it has its own, and none "
                                               "are accepted",
                                               rd_platform_request_name(&reader->request)));
    }
    if (shape == RD_GRAPH)
        return rd_read_graph(reader, element, topology);
    return rd_topology_make(shape, direction, reader->host_names.count, topology, &error) ||
           rd_read_fail_with(reader, element, &error);
}

/* In: direction, of a ring; none if it is not known. */
static void note_shape(struct rd_reader *reader, enum rd_shape shape, enum rd_direction direction)
{
    struct rd_scenario *scenario = reader->scenario;
    scenario->shape_known = shape != RD_RING || direction != RD_NO_DIRECTION;
    scenario->topology.shape = shape;
    scenario->topology.direction = shape == RD_RING ? direction : RD_NO_DIRECTION;
}

void rd_read_topology(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_scenario *scenario = reader->scenario;
    enum rd_shape shape = RD_RING; /* unless it is read */
    enum rd_direction direction = RD_NO_DIRECTION;
    scenario->topology_line = rd_xml_line(element);
    rd_read_element(reader, element, RD_NAMES("edge"));
    bool shape_read = read_shape(reader, element, &shape);
    bool good = shape_read && read_direction(reader, element, shape, &direction);
    if (shape_read)
        note_shape(reader, shape, good ? direction : reader->request.direction);
    good = good && check_no_edges(reader, element, shape);
    /* Names are wanted whatever else is wrong, for what the loads say. */
    reader->names_read = read_hosts(reader, element);
    good = reader->names_read && good;
    bool in_order = !good || check_order(reader, element);
    good = good && in_order;
    reader->loaded_host_count = reader->host_names.count;
    good = good && read_master(reader, element, shape);
    if (reader->platform_read && in_order) /* else the order's error says which hosts there are */
        good = check_platform_hosts(reader, element) && good;
    if (!good || !make_topology(reader, element, shape, direction))
        return;
    reader->topology_read = true;
    scenario->host_name = reader->host_names.name;
    scenario->instance.topology = scenario->topology;
    scenario->instance.host_name = scenario->host_name;
}
