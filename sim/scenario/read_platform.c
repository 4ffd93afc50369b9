/* <platform file="..."/> or <platform generator="..." .../> */
#include "attributes.h"
#include "reader.h"

#include "sim/input/file_text.h"
#include "sim/platform/generated_links.h"
#include "sim/platform/platform_vary.h"

#include <string.h>

/* What a file and a generator both take. */
#define CHANGES                                                                                    \
    "seed", "bandwidth-scale", "bandwidth-spread", "bandwidth-shape", "scaled-links",              \
        "link-scale", "profile", "speed-profile"

const char *const rd_platform_attributes[] = {
    "file",  "generator", "hosts",   "direction", "dimensions", "arity", "degree", "edges",
    "trunk", "cost",      "latency", "compute",   "symmetric",  CHANGES, NULL};
static const struct rd_xml_form file_form = {"platform", RD_NAMES("file", CHANGES), NULL};
static const struct rd_xml_form generator_form = {"platform", rd_platform_attributes + 1, NULL};
static const struct rd_xml_form either_form = {"platform", rd_platform_attributes, NULL};

/* A text attribute, or its default, also where it is wrong. */
static const char *text_or(struct rd_reader *reader, const xmlNode *element, const char *name)
{
    const char *text = rd_read_text(reader, element, name);
    return text ? text : rd_attribute_of("platform", name)->otherwise;
}

static bool read_direction(struct rd_reader *reader, const xmlNode *element,
                           struct rd_platform_request *request)
{
    bool given = xmlHasProp(element, (const xmlChar *)"direction");
    if (!given && request->shape != RD_RING)
        return true;
    if (!given)
        return rd_read_fail(reader, element,
                            "a generated ring without direction: one-way or two-way is needed");
    return rd_read_way(reader, element, &request->direction);
}

static bool read_bandwidth(struct rd_reader *reader, const xmlNode *element,
                           struct rd_platform_request *request)
{
    bool scale = rd_read_number(reader, element, "bandwidth-scale", &request->bandwidth_scale);
    bool spread = rd_read_number(reader, element, "bandwidth-spread", &request->bandwidth_spread);
    int shape = rd_read_word(reader, element, "bandwidth-shape");
    request->bandwidth_shape = shape < 0 ? RD_BANDWIDTH_UNIFORM : (enum rd_bandwidth_shape)shape;
    return scale && spread;
}

static bool read_scaled_links(struct rd_reader *reader, const xmlNode *element,
                              struct rd_platform_request *request)
{
    bool named = xmlHasProp(element, (const xmlChar *)"scaled-links");
    request->scaled_links = rd_read_text(reader, element, "scaled-links");
    bool good = rd_read_number(reader, element, "link-scale", &request->link_scale);
    if (!named && xmlHasProp(element, (const xmlChar *)"link-scale"))
        return rd_read_fail(reader, element,
                            "link-scale without scaled-links: the names of the links that it "
                            "multiplies are needed");
    return good && (request->scaled_links || !named);
}

static void read_file(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_scenario *scenario = reader->scenario;
    rd_read_form(reader, element, &file_form);
    struct rd_platform_request change = {0};
    bool good = rd_read_seed(reader, element, &change.seed);
    good = read_bandwidth(reader, element, &change) && good;
    good = read_scaled_links(reader, element, &change) && good;
    change.profile = text_or(reader, element, "profile");
    change.speed_profile = text_or(reader, element, "speed-profile");
    if (!rd_read_named_file(reader, element, "file", RD_PLATFORM_BYTES_LIMIT,
                            &scenario->platform_path, &scenario->platform_text,
                            &scenario->platform_text_size) ||
        !good)
        return;
    struct rd_platform_properties nature;
    reader->platform_read =
        rd_platform_check(scenario->platform_path, scenario->platform_text,
                          scenario->platform_text_size, reader->settings->allowed_folder,
                          reader->arena, &reader->platform_hosts, &nature, reader->errors);
    bool varied = reader->platform_read && rd_platform_is_varied(&change);
    if (varied)
        reader->platform_read =
            rd_platform_vary(scenario->platform_path, &change, reader->path, rd_xml_line(element),
                             reader->arena, &nature, &scenario->greatest_factor, reader->errors);
    scenario->simgrid_text = nature.text;
    scenario->left_off = nature.left_off;
    scenario->simgrid_text_size = nature.size;
    scenario->profile_file = nature.file;
    scenario->profile_file_count = nature.file_count;
    scenario->platform_host_links = nature.host_links;
    scenario->varies = nature.varies;
    if (varied) { /* what tells it from others; its lines are those of the file */
        scenario->platform_text = nature.text;
        scenario->platform_text_size = nature.size;
    }
}

static void name_hosts(struct rd_reader *reader)
{
    const struct rd_topology *topology = &reader->generated_topology;
    char name[RD_HOST_NAME_SIZE];
    uint32_t number;
    for (uint32_t host = 0; host < topology->host_count; host++)
        rd_names_add(&reader->platform_hosts, reader->arena,
                     rd_arena_text(reader->arena, rd_generated_host_name(topology, host, name)),
                     &number);
}

/* The text that SimGrid gets. */
static bool write_platform(struct rd_reader *reader, struct rd_error *reterr)
{
    struct rd_scenario *scenario = reader->scenario;
    struct rd_generated_platform platform;
    if (!rd_platform_generate(&reader->request, reader->arena, &platform, reterr))
        return false;
    scenario->platform_host_links = rd_platform_has_host_links(&reader->request);
    reader->generated_topology = platform.topology;
    scenario->platform_text = scenario->simgrid_text = platform.text;
    scenario->platform_text_size = scenario->simgrid_text_size = platform.size;
    scenario->profile_file = platform.file;
    scenario->profile_file_count = platform.file_count;
    scenario->varies = platform.varies;
    scenario->greatest_factor = platform.greatest_factor;
    scenario->link_cost = platform.link_cost;
    scenario->costs_equal = platform.costs_equal;
    return true;
}

static bool draw_even(struct rd_reader *reader, struct rd_error *reterr)
{
    struct rd_scenario *scenario = reader->scenario;
    struct rd_even_platform *platform = rd_take(reader->arena, 1, struct rd_even_platform);
    if (!rd_platform_draw_even(&reader->request, reader->arena, platform, reterr))
        return false;
    scenario->even_platform = platform;
    scenario->platform_host_links = rd_platform_has_host_links(&reader->request);
    reader->generated_topology = platform->topology;
    scenario->platform_text = platform->text;
    scenario->platform_text_size = strlen(platform->text);
    scenario->greatest_factor = 1;
    return true;
}

/* A file of edges tells how many hosts there are, and so do dimensions. */
static bool read_host_count(struct rd_reader *reader, const xmlNode *element,
                            const struct rd_platform_kind *kind,
                            struct rd_platform_request *request)
{
    int64_t hosts = 0;
    bool good = !rd_platform_kind_takes(kind, "hosts") || rd_platform_kind_takes(kind, "edges") ||
                rd_read_there(reader, element, "hosts");
    good = good && rd_read_integer(reader, element, "hosts", &hosts);
    request->host_count = (uint32_t)hosts;
    return good;
}

/* Is the topology not that of the generator, but one that is laid upon its platform? */
static bool is_laid_upon(const struct rd_reader *reader, const xmlNode *topology)
{
    const struct rd_platform_request *request = &reader->request;
    const char *shape = rd_xml_attribute(topology, "shape", reader->arena);
    bool chosen = xmlHasProp(topology, (const xmlChar *)"hosts") ||
                  xmlHasProp(topology, (const xmlChar *)"master");
    return !shape || strcmp(shape, rd_shape_name(request->shape)) != 0 ||
           xmlHasProp(topology, (const xmlChar *)"direction") ||
           xmlHasProp(topology, (const xmlChar *)"edges") ||
           (chosen && rd_platform_has_host_links(request));
}

/* Is SimGrid asked for nothing of a generated platform but its costs, which are known? Not where
 * messages may meet on the links of hosts that have several ports, or more is told of switches,
 * where links are named, and where the platform tells who is beside whom, or how far. */
static bool asks_costs_only(const struct rd_reader *reader)
{
    const struct rd_platform_request *request = &reader->request;
    const xmlNode *network = rd_xml_named(reader->root->children, "network");
    const xmlNode *topology = rd_xml_named(reader->root->children, "topology");
    const char *ports = network ? rd_xml_attribute(network, "ports", reader->arena) : NULL;
    bool meet = network && rd_platform_has_host_links(request) &&
                ((ports && strcmp(ports, "one") != 0) || rd_xml_named(network->children, "port"));
    bool told = reader->settings->tells_of_switches &&
                (request->shape == RD_SWITCH || request->shape == RD_BUS);
    bool linked = network && rd_xml_named(network->children, "slower");
    return !meet && !told && !linked && request->trunk_cost == 0 && topology &&
           !is_laid_upon(reader, topology) && !rd_throttles_given(reader) &&
           strcmp(request->profile, "none") == 0 && strcmp(request->speed_profile, "none") == 0 &&
           request->host_count <= RD_FULL_ROUTING_LIMIT;
}

static void generate(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_platform_request *request = &reader->request;
    struct rd_error error;
    rd_read_form(reader, element, &generator_form);
    int generator = rd_read_word(reader, element, "generator");
    if (generator < 0 ||
        !rd_read_platform_kind(reader, element, &rd_platform_kinds[generator], request))
        return;
    bool good = read_host_count(reader, element, &rd_platform_kinds[generator], request);
    good = read_direction(reader, element, request) && good;
    good = rd_read_seed(reader, element, &request->seed) && good;
    good = read_bandwidth(reader, element, request) && good;
    good = read_scaled_links(reader, element, request) && good;
    good = rd_read_number(reader, element, "trunk", &request->trunk_cost) && good;
    request->symmetric = rd_read_yes(reader, element, "symmetric");
    request->cost = text_or(reader, element, "cost");
    request->latency = text_or(reader, element, "latency");
    request->compute = text_or(reader, element, "compute");
    request->profile = text_or(reader, element, "profile");
    request->speed_profile = text_or(reader, element, "speed-profile");
    if (!good || (request->shape == RD_GRAPH && !rd_read_graph_request(reader, element, request)))
        return;
    bool drawn = rd_platform_stays_unwritten(request, reader->arena) ||
                 (reader->settings->plans_only && asks_costs_only(reader));
    if (!(drawn ? draw_even(reader, &error) : write_platform(reader, &error))) {
        rd_read_fail_with(reader, element, &error);
        return;
    }
    name_hosts(reader);
    reader->platform_generated = true;
    reader->platform_read = true;
}

void rd_read_platform(struct rd_reader *reader, const xmlNode *element)
{
    reader->scenario->platform_line = rd_xml_line(element);
    bool file = xmlHasProp(element, (const xmlChar *)"file");
    bool generator = xmlHasProp(element, (const xmlChar *)"generator");
    if (file && !generator) {
        read_file(reader, element);
    } else if (generator && !file) {
        reader->generator_named = true;
        generate(reader, element);
    } else {
        rd_read_form(reader, element, &either_form);
        rd_read_fail(reader, element,
                     file ? "<platform> with file and generator: one of them is accepted"
                          : "<platform> without file or generator: one of them is needed");
    }
}
