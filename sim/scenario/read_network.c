/* <network model="..." ports="..." sends="..." combined="..." pair="..." throttle="..."/>, with
 * <port> elements, and <items bytes="..." flops="..." word-bytes="..." message-bytes="..."/> */
#include "attributes.h"
#include "copy_rows.h"

#include "sim/base/number_text.h"

#include <math.h>
#include <string.h>

static void read_ports(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_instance *instance = &reader->scenario->instance;
    const struct rd_attribute *line = rd_attribute_of("network", "ports");
    const char *text = rd_read_text(reader, element, "ports");
    int64_t count;
    if (!text)
        return;
    if (strcmp(text, "one") == 0)
        return;
    if (strcmp(text, "all") == 0) {
        instance->port_model = RD_ALL_PORTS;
        instance->port_count = UINT32_MAX;
    } else if (strcmp(text, "pipelined") == 0) {
        instance->port_model = RD_PIPELINED_PORTS;
        instance->port_count = UINT32_MAX;
        if (reader->topology_read && reader->scenario->topology.shape != RD_HYPERCUBE)
            rd_read_fail(reader, element, "ports=\"pipelined\" on a %s: only a hypercube has them",
                         rd_shape_name(reader->scenario->topology.shape));
    } else if (rd_integer_parse(text, strlen(text), line->low, line->high, &count)) {
        instance->port_model = count == 1 ? RD_ONE_PORT : RD_K_PORTS;
        instance->port_count = (uint32_t)count;
    } else {
        rd_read_fail(reader, element, "ports=\"%.100s\" of <network>: %s is accepted", text,
                     rd_attribute_accepts(line, reader->arena));
    }
}

/* What <port> elements say, [hosts] each. */
struct host_ports {
    int *line; /* of its element; 0: it has none yet */
    uint32_t *count;
    double *throttle; /* 0: none */
};

static bool has(const xmlNode *element, const char *name)
{
    return xmlHasProp(element, (const xmlChar *)name);
}

static void read_port(struct rd_reader *reader, const xmlNode *element, struct host_ports *ports)
{
    int64_t count = 0;
    double throttle = 0;
    rd_read_element(reader, element, NULL);
    if (!has(element, "count") && !has(element, "throttle"))
        rd_read_fail(reader, element, "<port> without count or throttle: one of them is needed");
    const char *name = rd_read_text(reader, element, "host");
    struct rd_load_place place = {reader->path, rd_xml_line(element)};
    uint32_t host = name ? rd_listed_host(reader, place, name) : RD_NO_NAME;
    bool good = rd_read_integer(reader, element, "count", &count);
    good = rd_read_number(reader, element, "throttle", &throttle) && good;
    if (!good || host == RD_NO_NAME)
        return;
    if (ports->line[host] > 0) {
        rd_read_fail(reader, element,
                     "ports of host \"%.100s\" a second time (first on line %d): each is accepted "
                     "once",
                     reader->host_names.name[host], ports->line[host]);
        return;
    }
    ports->line[host] = rd_xml_line(element);
    if (has(element, "count"))
        ports->count[host] = (uint32_t)count;
    if (has(element, "throttle"))
        ports->throttle[host] = throttle;
}

/* Ports that differ by host: what is not named has as many as `ports` says. */
static void take_counts(struct rd_instance *instance, const uint32_t *count, uint32_t hosts)
{
    uint32_t most = 1;
    bool differ = false;
    for (uint32_t host = 0; host < hosts; host++) {
        differ = differ || count[host] != count[0];
        most = count[host] > most ? count[host] : most;
    }
    instance->port_model = most == 1 ? RD_ONE_PORT : RD_K_PORTS;
    instance->port_count = most;
    instance->host_port_count = differ ? count : NULL;
}

/* What is not named has what <network> says. */
static void read_host_ports(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_instance *instance = &reader->scenario->instance;
    uint32_t hosts = reader->host_names.count;
    if (!rd_xml_named(element->children, "port") && !has(element, "throttle"))
        return;
    struct host_ports ports = {rd_take(reader->arena, hosts, int),
                               rd_take(reader->arena, hosts, uint32_t),
                               rd_take(reader->arena, hosts, double)};
    const xmlNode *first = NULL; /* with a count */
    double throttle = 0;
    rd_read_number(reader, element, "throttle", &throttle);
    for (uint32_t host = 0; host < hosts; host++) {
        ports.count[host] = instance->port_count;
        ports.throttle[host] = throttle;
    }
    rd_xml_each (node, rd_xml_named(element->children, "port"), "port") {
        first = first || !has(node, "count") ? first : node;
        read_port(reader, node, &ports);
    }
    reader->throttle = rd_throttles_given(reader) ? ports.throttle : NULL;
    if (first && instance->port_count == UINT32_MAX)
        rd_read_fail(reader, first,
                     "<port> with ports=\"all\" or \"pipelined\": ports=\"one\" or a number is "
                     "needed");
    else if (first)
        take_counts(instance, ports.count, hosts);
}

/* Whether the platform has such links is known where its routes are. */
static void read_slower(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_scenario *scenario = reader->scenario;
    struct rd_slower *slower = NULL;
    rd_xml_each (node, rd_xml_named(element->children, "slower"), "slower") {
        struct rd_slower links = {.line = rd_xml_line(node)};
        struct rd_error error;
        rd_read_element(reader, node, NULL);
        const char *list = rd_read_text(reader, node, "links");
        if (list && !rd_names_read(list, RD_HOST_LIMIT, reader->arena, &links.links, &error))
            rd_read_fail(reader, node, "links of <slower>: %.1000s", error.message);
        if (!rd_read_number(reader, node, "factor", &links.factor) || !list)
            continue;
        rd_arena_add(reader->arena, slower, scenario->slower_count, links);
    }
    scenario->slower = slower;
}

static void read_sends(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_instance *instance = &reader->scenario->instance;
    int sends = rd_read_word(reader, element, "sends");
    if (sends < 0)
        return;
    instance->sends = sends == 0 ? RD_SINGLE_SEND : RD_MULTI_SEND;
    bool ring = !reader->topology_read || reader->scenario->topology.shape == RD_RING;
    if (!ring || instance->port_model != RD_ALL_PORTS)
        rd_read_fail(reader, element,
                     "sends of <network>: accepted on a ring with ports=\"all\" only");
}

/* What only networks that carry objects have. */
static void read_pair_rules(struct rd_reader *reader, const xmlNode *element)
{
    bool given = xmlHasProp(element, (const xmlChar *)"combined") ||
                 xmlHasProp(element, (const xmlChar *)"pair");
    reader->pair_rules = given ? element : NULL;
    reader->combined_ports = rd_read_yes(reader, element, "combined");
    reader->many_a_pair = rd_read_word(reader, element, "pair") == 1;
}

void rd_read_network(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_instance *instance = &reader->scenario->instance;
    instance->port_model = RD_ONE_PORT;
    instance->port_count = 1;
    if (!element)
        return;
    rd_read_element(reader, element, RD_NAMES("port", "slower"));
    reader->scenario->tcp_model = rd_read_word(reader, element, "model") == 1;
    read_ports(reader, element);
    read_host_ports(reader, element);
    read_slower(reader, element);
    read_sends(reader, element);
    read_pair_rules(reader, element);
}

void rd_read_items(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_instance *instance = &reader->scenario->instance;
    instance->item_bytes = 1;
    instance->word_bytes = 1;
    if (!element)
        return;
    rd_read_element(reader, element, RD_NAMES("kind"));
    rd_read_whole_bytes(reader, element, "bytes", &instance->item_bytes);
    instance->word_bytes = instance->item_bytes;
    rd_read_whole_bytes(reader, element, "word-bytes", &instance->word_bytes);
    reader->scenario->gives_word_bytes = rd_xml_attribute(element, "word-bytes", reader->arena);
    rd_read_whole_bytes(reader, element, "message-bytes", &instance->message_bytes);
    if (rd_read_number(reader, element, "flops", &instance->flops_per_item) &&
        instance->flops_per_item > 0 && instance->flops_per_item < RD_COST_LEAST)
        rd_read_fail(reader, element,
                     "flops=\"%s\" of <items>: 0, or a number from %g to %g, is accepted",
                     rd_xml_attribute(element, "flops", reader->arena), RD_COST_LEAST,
                     rd_attribute_of("items", "flops")->most);
    rd_read_kind_sizes(reader, element);
}
