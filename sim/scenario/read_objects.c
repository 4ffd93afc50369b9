/* <loads> that lists objects: <object name= bytes= from= to= drop= frees=>, or objects="list.csv",
 * and <space host= bytes=>. */
#include "file_text.h"
#include "object_rows.h"

#include <inttypes.h>
#include <string.h>

static const struct rd_xml_form inline_form = {"loads", NULL, RD_NAMES("object", "space")};
static const struct rd_xml_form file_form = {"loads", RD_NAMES("objects"), RD_NAMES("space")};

bool rd_lists_objects(const xmlNode *loads)
{
    return xmlHasProp(loads, (const xmlChar *)"objects") ||
           rd_xml_named(loads->children, "object") || rd_xml_named(loads->children, "space");
}

static void read_object(struct rd_reader *reader, const xmlNode *element,
                        struct rd_object_rows *rows)
{
    struct rd_object_text text = {.place = {reader->path, rd_xml_line(element)}};
    rd_read_element(reader, element, NULL);
    text.name = rd_read_needed(reader, element, "name");
    text.from = rd_read_needed(reader, element, "from");
    text.to = rd_read_needed(reader, element, "to");
    text.drop = rd_read_text(reader, element, "drop");
    text.frees = rd_read_text(reader, element, "frees");
    bool good = rd_read_there(reader, element, "bytes") &&
                rd_read_integer(reader, element, "bytes", 0, RD_OBJECT_BYTES_LIMIT, &text.bytes);
    if (good && text.name && text.from && text.to)
        rd_object_rows_add(reader, rows, &text);
}

static void read_file(struct rd_reader *reader, const xmlNode *element, struct rd_object_rows *rows)
{
    const char *path, *text;
    size_t size;
    if (rd_read_named_file(reader, element, "objects", RD_LOADS_BYTES_LIMIT, &path, &text, &size))
        rd_object_rows_read_csv(reader, path, text, size, rows);
}

/* In: line [hosts]: that of the <space> of a host, 0 if it has none yet; space [hosts]. */
static void read_space(struct rd_reader *reader, const xmlNode *element, int *line, int64_t *space)
{
    int64_t bytes = 0;
    rd_read_element(reader, element, NULL);
    const char *name = rd_read_needed(reader, element, "host");
    struct rd_load_place place = {reader->path, rd_xml_line(element)};
    uint32_t host = name ? rd_load_host(reader, place, name) : RD_NO_NAME;
    if (!rd_read_there(reader, element, "bytes") ||
        !rd_read_integer(reader, element, "bytes", 0, RD_SPACE_LIMIT, &bytes) || host == RD_NO_NAME)
        return;
    if (line[host] > 0) {
        rd_read_fail(reader, element,
                     "space of host \"%.100s\" a second time (first on line %d): each is accepted "
                     "once",
                     name, line[host]);
        return;
    }
    line[host] = rd_xml_line(element);
    space[host] = bytes;
}

/* Returns: [hosts], or NULL where no host has a limit. */
static const int64_t *read_spaces(struct rd_reader *reader, const xmlNode *element)
{
    xmlNode *first = rd_xml_named(element->children, "space");
    if (!first || !reader->names_read)
        return NULL;
    uint32_t hosts = reader->host_names.count;
    int *line = rd_take(reader->arena, hosts, int);
    int64_t *space = rd_take(reader->arena, hosts, int64_t);
    for (uint32_t host = 0; host < hosts; host++)
        space[host] = RD_NO_SPACE_LIMIT;
    rd_xml_each (node, first, "space")
        read_space(reader, node, line, space);
    return space;
}

void rd_read_objects(struct rd_reader *reader, const xmlNode *loads)
{
    struct rd_instance *instance = &reader->scenario->instance;
    struct rd_object_rows rows = {0};
    size_t errors_before = reader->errors->count;
    bool file = xmlHasProp(loads, (const xmlChar *)"objects");
    rd_read_form(reader, loads, file ? &file_form : &inline_form);
    if (file)
        read_file(reader, loads, &rows);
    rd_xml_each (node, loads->children, "object")
        if (!file)
            read_object(reader, node, &rows);
    const int64_t *space = read_spaces(reader, loads);
    if (reader->goal_read && instance->goal != RD_PLACE)
        rd_read_fail(reader, loads, "objects with goal reach=\"%s\": reach=\"place\" is needed",
                     rd_goal_name(instance->goal));
    if (reader->errors->count > errors_before || !reader->goal_read || !reader->topology_read)
        return;
    if (rows.names.count == 0) {
        rd_read_fail(reader, loads, "no objects: one or more are needed");
        return;
    }
    rd_arena_add(reader->arena, rows.first, rows.first_count, (uint32_t)rows.source_count);
    struct rd_objects *objects = rd_take(reader->arena, 1, struct rd_objects);
    *objects = (struct rd_objects){.count = rows.names.count,
                                   .name = rows.names.name,
                                   .bytes = rows.bytes,
                                   .first = rows.first,
                                   .source = rows.source,
                                   .to = rows.to,
                                   .drop = rows.drop,
                                   .space_bytes = space,
                                   .relays = reader->relays,
                                   .combined_ports = reader->combined_ports,
                                   .many_a_pair = reader->many_a_pair};
    instance->objects = objects;
    instance->kind_count = objects->count;
}

static xmlNode *add_child(xmlNode *element, const char *name)
{
    xmlNode *child = xmlNewChild(element, NULL, (const xmlChar *)name, NULL);
    rd_assert(child);
    return child;
}

static void set(xmlNode *element, const char *name, const char *value)
{
    const xmlAttr *attribute = xmlSetProp(element, (const xmlChar *)name, (const xmlChar *)value);
    rd_assert(attribute);
}

static void set_number(struct rd_reader *reader, xmlNode *element, const char *name, int64_t number)
{
    rd_arena_borrow(reader->arena);
    set(element, name, rd_arena_print(reader->arena, "%" PRId64, number));
}

/* Hosts in quotes: their names may have blanks. */
static const char *host_list(struct rd_reader *reader, const uint32_t *host, uint32_t count)
{
    const char *list = "";
    for (uint32_t i = 0; i < count; i++)
        list = rd_arena_print(reader->arena, "%s%s\"%s\"", list, i > 0 ? " " : "",
                              reader->host_names.name[host[i]]);
    return list;
}

static void write_object(struct rd_reader *reader, const struct rd_objects *objects,
                         uint32_t object, xmlNode *loads)
{
    uint32_t first = objects->first[object], drop = objects->drop[object];
    xmlNode *element = add_child(loads, "object");
    set(element, "name", objects->name[object]);
    set_number(reader, element, "bytes", objects->bytes[object]);
    rd_arena_borrow(reader->arena);
    set(element, "from",
        host_list(reader, objects->source + first, objects->first[object + 1] - first));
    set(element, "to", reader->host_names.name[objects->to[object]]);
    if (drop == RD_NO_HOST)
        set(element, "frees", "no");
    else if (drop != RD_DROP_SOURCE)
        set(element, "drop", reader->host_names.name[drop]);
}

void rd_write_objects(struct rd_reader *reader, xmlNode *loads)
{
    const struct rd_objects *objects = reader->scenario->instance.objects;
    if (!xmlHasProp(loads, (const xmlChar *)"objects")) /* they are listed here */
        return;
    xmlRemoveProp(xmlHasProp(loads, (const xmlChar *)"objects"));
    for (uint32_t object = 0; object < objects->count; object++)
        write_object(reader, objects, object, loads);
}
