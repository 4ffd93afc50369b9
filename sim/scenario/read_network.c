/* <network model="..." ports="..." sends="..."/> and <items bytes="..." flops="..."
 * word-bytes="..."/> */
#include "reader.h"

#include "sim/base/number_text.h"

#include <string.h>

static const char *const no_children[] = {NULL};
static const char *const network_attributes[] = {"model", "ports", "sends", NULL};
static const char *const item_attributes[] = {"bytes", "flops", "word-bytes", NULL};
static const struct rd_xml_form network_form = {"network", network_attributes, no_children};
static const struct rd_xml_form item_form = {"items", item_attributes, no_children};

static const char *const model_names[] = {"exact", "tcp", NULL};
static const char *const send_names[] = {"single", "multi", NULL};

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

void rd_read_network(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_instance *instance = &reader->scenario->instance;
    instance->port_model = RD_ONE_PORT;
    instance->port_count = 1;
    if (!element)
        return;
    rd_read_form(reader, element, &network_form);
    reader->scenario->tcp_model = rd_read_word(reader, element, "model", model_names) == 1;
    read_ports(reader, element);
    read_sends(reader, element);
}

void rd_read_items(struct rd_reader *reader, const xmlNode *element)
{
    static const double most = 1e15; /* what rd_instance_check accepts */
    struct rd_instance *instance = &reader->scenario->instance;
    instance->item_bytes = 1;
    instance->word_bytes = 1;
    if (!element)
        return;
    rd_read_form(reader, element, &item_form);
    rd_read_number(reader, element, "bytes", 0, most, &instance->item_bytes);
    instance->word_bytes = instance->item_bytes;
    rd_read_number(reader, element, "word-bytes", 0, most, &instance->word_bytes);
    rd_read_number(reader, element, "flops", 0, most, &instance->flops_per_item);
}
