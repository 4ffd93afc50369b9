#include "copy_rows.h"
#include "object_rows.h"

#include "sim/input/file_text.h"
#include "sim/platform/cost_text.h"

#include <inttypes.h>
#include <string.h>

static bool has(const xmlNode *element, const char *name)
{
    return xmlHasProp(element, (const xmlChar *)name);
}

static void empty(xmlNode *element)
{
    while (element->properties)
        xmlRemoveProp(element->properties);
    while (element->children)
        rd_xml_drop(element->children);
}

/* Takes out the blanks between elements, which are written anew, and what is of no use. */
static void strip(xmlNode *element, bool without_expect)
{
    for (xmlNode *node = element->children, *next; node; node = next) {
        next = node->next;
        if (xmlIsBlankNode(node) || rd_xml_is(node, "sweep") ||
            (without_expect && rd_xml_is(node, "expect")))
            rd_xml_drop(node);
        else
            strip(node, without_expect);
    }
}

static void add_file(struct rd_reader *reader, const char *name, const char *text)
{
    struct rd_self_contained *alone = &reader->scenario->alone;
    rd_arena_add(reader->arena, alone->file, alone->file_count, (struct rd_named_text){name, text});
}

static const char *in_folder(struct rd_reader *reader, const char *name)
{
    return rd_arena_print(reader->arena, "%s/%s", reader->settings->alone_folder, name);
}

static bool depends_on_seed(const struct rd_platform_request *request)
{
    const struct rd_graph_request *graph = &request->graph;
    bool graph_drawn =
        request->shape == RD_GRAPH &&
        (graph->kind == RD_RANDOM_REGULAR || (graph->kind == RD_TREE && graph->arity == 0));
    return graph_drawn || request->bandwidth_spread > 1 || rd_costs_are_drawn(request->cost) ||
           rd_costs_are_drawn(request->latency) || rd_costs_are_drawn(request->compute);
}

/* A platform that nobody writes. */
static bool keep_generator(struct rd_reader *reader, xmlNode *element)
{
    static const char edges[] = "edges.txt";
    if (depends_on_seed(&reader->request))
        return rd_read_fail(reader, element,
                            "a generated %s of %" PRIu32 " hosts that depends on its seed: no file "
                            "of it is written; up to %d hosts are accepted, or one of which "
                            "nothing is drawn",
                            rd_platform_request_name(&reader->request), reader->request.host_count,
                            RD_FULL_ROUTING_LIMIT);
    xmlUnsetProp(element, (const xmlChar *)"seed");
    if (reader->scenario->edges_text) {
        add_file(reader, edges, reader->scenario->edges_text);
        rd_xml_set(element, "edges", in_folder(reader, edges));
    }
    return true;
}

static bool list_platform(struct rd_reader *reader, xmlNode *element)
{
    static const char name[] = "platform.xml";
    const struct rd_scenario *scenario = reader->scenario;
    if (scenario->even_platform)
        return keep_generator(reader, element);
    if (scenario->simgrid_text_size > RD_PLATFORM_BYTES_LIMIT)
        return rd_read_fail(reader, element, "a platform file of %zu bytes: at most %zu are read",
                            scenario->simgrid_text_size, RD_PLATFORM_BYTES_LIMIT);
    empty(element);
    rd_xml_set(element, "file", in_folder(reader, name));
    add_file(reader, name, scenario->simgrid_text);
    for (size_t i = 0; i < scenario->profile_file_count; i++)
        add_file(reader, scenario->profile_file[i].name, scenario->profile_file[i].text);
    return true;
}

/* What a generated platform says of itself, a file does not. */
static void list_topology(struct rd_reader *reader, xmlNode *element)
{
    const struct rd_topology *topology = &reader->scenario->topology;
    if (!reader->platform_generated || reader->scenario->even_platform)
        return;
    if (!has(element, "hosts"))
        rd_xml_set(
            element, "hosts",
            rd_arena_print(reader->arena, "h[0-%" PRIu32 "]", reader->loaded_host_count - 1));
    if (topology->shape == RD_RING)
        rd_xml_set(element, "direction", topology->direction == RD_ONE_WAY ? "one-way" : "two-way");
    if (topology->shape == RD_STAR)
        rd_xml_set(element, "master", reader->host_names.name[reader->loaded_host_count]);
    if (topology->shape != RD_GRAPH || has(element, "edges") || element->children)
        return;
    rd_each_link (link, topology) {
        xmlNode *edge = rd_xml_add_child(element, "edge");
        rd_xml_set(edge, "from", reader->host_names.name[link.from]);
        rd_xml_set(edge, "to", reader->host_names.name[link.to]);
    }
}

/* Hosts and kinds that hold nothing are left out; but there are as many kinds as the last one
 * listed says. */
static void list_loads(struct rd_reader *reader, xmlNode *element)
{
    const struct rd_instance *instance = &reader->scenario->instance;
    bool last_listed = false;
    if (instance->objects) {
        rd_write_objects(reader, element);
        return;
    }
    empty(element);
    uint32_t kind_count = rd_counted_kinds(instance);
    for (uint32_t host = 0; host < reader->loaded_host_count; host++)
        for (uint32_t kind = 0; kind < kind_count; kind++) {
            int64_t items = rd_load(instance, host, kind);
            int64_t after = instance->target ? rd_target(instance, host, kind) : 0;
            bool last =
                kind == kind_count - 1 && !last_listed && host == reader->loaded_host_count - 1;
            if (items == 0 && after == 0 && !last)
                continue;
            last_listed = last_listed || kind == kind_count - 1;
            xmlNode *load = rd_xml_add_child(element, "load");
            rd_xml_set(load, "host", reader->host_names.name[host]);
            if (kind_count > 1)
                rd_xml_set_number(load, "kind", kind);
            rd_xml_set_number(load, "items", items);
            if (instance->target)
                rd_xml_set_number(load, "after", after);
        }
    if (instance->copies)
        rd_write_copies(reader, element);
}

static bool keep_text(struct rd_reader *reader, xmlDoc *doc)
{
    struct rd_self_contained *alone = &reader->scenario->alone;
    xmlChar *text = NULL;
    int length = 0;
    xmlDocDumpFormatMemoryEnc(doc, &text, &length, "UTF-8", 1);
    rd_assert(text);
    alone->text = rd_arena_text(reader->arena, (const char *)text);
    xmlFree(text);
    return (size_t)length <= RD_SCENARIO_BYTES_LIMIT ||
           rd_read_fail(reader, reader->root,
                        "%d bytes with all links and loads listed: at most %zu are read", length,
                        RD_SCENARIO_BYTES_LIMIT);
}

void rd_self_contained(struct rd_reader *reader, xmlDoc *doc)
{
    xmlNode *first = reader->root->children;
    if (!list_platform(reader, rd_xml_named(first, "platform")))
        return;
    strip(reader->root, reader->settings->alone_without_expect);
    first = reader->root->children;
    rd_xml_set(reader->root, "name", reader->scenario->name);
    list_topology(reader, rd_xml_named(first, "topology"));
    list_loads(reader, rd_xml_named(first, "loads"));
    keep_text(reader, doc);
}
