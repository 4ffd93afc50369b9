/* <network model="..." ports="..." sends="..." combined="..." pair="..."/>, with <port> elements,
 * and <items bytes="..." flops="..." word-bytes="..." message-bytes="..."/> */
#include "load_rows.h"

#include "sim/base/number_text.h"

#include <math.h>
#include <string.h>

static const char *const model_names[] = {"exact", "tcp", NULL};
static const char *const send_names[] = {"single", "multi", NULL};
static const char *const pair_names[] = {"one", "many", NULL};

static void read_ports(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_instance *instance = &reader->scenario->instance;
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
    } else if (rd_integer_parse(text, strlen(text), 1, RD_HOST_LIMIT, &count)) {
        instance->port_model = count == 1 ? RD_ONE_PORT : RD_K_PORTS;
        instance->port_count = (uint32_t)count;
    } else {
        rd_read_fail(reader, element,
                     "ports=\"%.100s\" of <network>: one, all, pipelined or an integer from 1 to "
                     "%d is accepted",
                     text, RD_HOST_LIMIT);
    }
}

/* In: line [hosts]: that of the <port> of a host, 0 if it has none yet; ports [hosts]. */
static void read_port(struct rd_reader *reader, const xmlNode *element, int *line, uint32_t *ports)
{
    int64_t count = 0;
    rd_read_element(reader, element, NULL);
    const char *name = rd_read_needed(reader, element, "host");
    struct rd_load_place place = {reader->path, rd_xml_line(element)};
    uint32_t host = name ? rd_listed_host(reader, place, name) : RD_NO_NAME;
    if (!rd_read_there(reader, element, "count") ||
        !rd_read_integer(reader, element, "count", 1, RD_HOST_LIMIT, &count) || host == RD_NO_NAME)
        return;
    if (line[host] > 0) {
        rd_read_fail(reader, element,
                     "ports of host \"%.100s\" a second time (first on line %d): each is accepted "
                     "once",
                     reader->host_names.name[host], line[host]);
        return;
    }
    line[host] = rd_xml_line(element);
    ports[host] = (uint32_t)count;
}

/* Ports that differ by host: what is not named has as many as `ports` says. */
static void read_host_ports(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_instance *instance = &reader->scenario->instance;
    xmlNode *first = rd_xml_named(element->children, "port");
    if (!first)
        return;
    if (instance->port_count == UINT32_MAX) {
        rd_read_fail(
            reader, first,
            "<port> with ports=\"all\" or \"pipelined\": ports=\"one\" or a number is needed");
        return;
    }
    uint32_t hosts = reader->host_names.count, most = 1;
    int *line = rd_take(reader->arena, hosts, int);
    uint32_t *ports = rd_take(reader->arena, hosts, uint32_t);
    for (uint32_t host = 0; host < hosts; host++)
        ports[host] = instance->port_count;
    rd_xml_each (node, first, "port")
        read_port(reader, node, line, ports);
    bool differ = false;
    for (uint32_t host = 0; host < hosts; host++) {
        differ = differ || ports[host] != ports[0];
        most = ports[host] > most ? ports[host] : most;
    }
    instance->port_model = most == 1 ? RD_ONE_PORT : RD_K_PORTS;
    instance->port_count = most;
    instance->host_port_count = differ ? ports : NULL;
}

static void read_sends(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_instance *instance = &reader->scenario->instance;
    int sends = rd_read_word(reader, element, "sends", send_names);
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
    reader->many_a_pair = rd_read_word(reader, element, "pair", pair_names) == 1;
}

void rd_read_network(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_instance *instance = &reader->scenario->instance;
    instance->port_model = RD_ONE_PORT;
    instance->port_count = 1;
    if (!element)
        return;
    rd_read_element(reader, element, RD_NAMES("port"));
    reader->scenario->tcp_model = rd_read_word(reader, element, "model", model_names) == 1;
    read_ports(reader, element);
    read_host_ports(reader, element);
    read_sends(reader, element);
    read_pair_rules(reader, element);
}

/* SimGrid counts whole bytes. */
static void read_bytes(struct rd_reader *reader, const xmlNode *element, const char *name,
                       double *ret_bytes)
{
    static const double most = 1e15; /* what rd_instance_check accepts */
    double bytes = *ret_bytes;
    if (rd_read_number(reader, element, name, 0, most, &bytes) && bytes != floor(bytes))
        rd_read_fail(reader, element,
                     "%s=\"%s\" of <items>: a whole number is accepted, since SimGrid counts "
                     "whole bytes",
                     name, rd_xml_attribute(element, name, reader->arena));
    else
        *ret_bytes = bytes;
}

void rd_read_items(struct rd_reader *reader, const xmlNode *element)
{
    static const double most = 1e15; /* what rd_instance_check accepts */
    struct rd_instance *instance = &reader->scenario->instance;
    instance->item_bytes = 1;
    instance->word_bytes = 1;
    if (!element)
        return;
    rd_read_element(reader, element, NULL);
    read_bytes(reader, element, "bytes", &instance->item_bytes);
    instance->word_bytes = instance->item_bytes;
    read_bytes(reader, element, "word-bytes", &instance->word_bytes);
    reader->scenario->gives_word_bytes = rd_xml_attribute(element, "word-bytes", reader->arena);
    read_bytes(reader, element, "message-bytes", &instance->message_bytes);
    if (rd_read_number(reader, element, "flops", 0, most, &instance->flops_per_item) &&
        instance->flops_per_item > 0 && instance->flops_per_item < RD_COST_LEAST)
        rd_read_fail(reader, element,
                     "flops=\"%s\" of <items>: 0, or a number from %g to %g, is accepted",
                     rd_xml_attribute(element, "flops", reader->arena), RD_COST_LEAST, most);
}
