/* <loads> that lists objects: <object name= bytes= from= to= drop= frees=>, or objects="list.csv",
 * and <space host= bytes=>; or objects that are to be placed (placed_rows.h). */
#include "object_rows.h"

#include "sim/input/file_text.h"

#include <inttypes.h>
#include <string.h>

static const struct rd_xml_form inline_form = {"loads", NULL,
                                               RD_NAMES("object", "space", "target", "rack")};
static const struct rd_xml_form file_form = {"loads", RD_NAMES("objects"),
                                             RD_NAMES("space", "target", "rack")};

/* Elements that make a <loads> a list of objects. */
static const char *const object_element[] = {"object", "space", "target", "rack"};

bool rd_lists_objects(const xmlNode *loads)
{
    bool lists = xmlHasProp(loads, (const xmlChar *)"objects");
    for (size_t i = 0; i < sizeof object_element / sizeof *object_element; i++)
        lists = lists || rd_xml_named(loads->children, object_element[i]);
    return lists;
}

/* Does an object say where it is, and not where it goes? */
static bool is_placed(const xmlNode *object)
{
    return xmlHasProp(object, (const xmlChar *)"at") ||
           xmlHasProp(object, (const xmlChar *)"group");
}

static void read_placed(struct rd_reader *reader, const xmlNode *element,
                        struct rd_placed_rows *rows)
{
    static const char *const other[] = {"from", "to", "drop", "frees"};
    struct rd_placed_text text = {.place = {reader->path, rd_xml_line(element)}};
    rd_read_element(reader, element, NULL);
    text.name = rd_read_text(reader, element, "name");
    text.at = rd_read_needed(reader, element, "at");
    text.group = rd_read_text(reader, element, "group");
    bool good = rd_read_integer(reader, element, "bytes", &text.bytes);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (xmlHasProp(element, (const xmlChar *)other[i]))
            good = rd_read_fail(reader, element,
                                "<object> with at and %s: name, bytes, at and group are accepted "
                                "where at is given",
                                other[i]);
    if (good && text.name && text.at)
        rd_placed_rows_add(reader, rows, &text);
}

static void read_object(struct rd_reader *reader, const xmlNode *element,
                        struct rd_object_rows *rows)
{
    struct rd_object_text text = {.place = {reader->path, rd_xml_line(element)}};
    rd_read_element(reader, element, NULL);
    text.name = rd_read_text(reader, element, "name");
    text.from = rd_read_needed(reader, element, "from");
    text.to = rd_read_needed(reader, element, "to");
    text.drop = rd_read_text(reader, element, "drop");
    text.frees = rd_read_text(reader, element, "frees");
    bool good = rd_read_integer(reader, element, "bytes", &text.bytes);
    if (good && text.name && text.from && text.to)
        rd_object_rows_add(reader, rows, &text);
}

static void read_file(struct rd_reader *reader, const xmlNode *element, struct rd_object_rows *rows,
                      struct rd_placed_rows *placed)
{
    const char *path, *text;
    size_t size;
    if (rd_read_named_file(reader, element, "objects", RD_LOADS_BYTES_LIMIT, &path, &text, &size))
        rd_object_rows_read_csv(reader, path, text, size, rows, placed);
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
        rd_load_host_number(reader, node, "bytes", line, space);
    return space;
}

/* Are all objects of one kind, and is there one? What is wrong is reported. */
static bool are_alike(struct rd_reader *reader, const xmlNode *loads,
                      const struct rd_object_rows *rows, const struct rd_placed_rows *placed)
{
    if (rows->names.count == 0 && placed->names.count == 0)
        return rd_read_fail(reader, loads, "no objects: one or more are needed");
    if (rows->names.count > 0 && placed->names.count > 0)
        return rd_read_fail(reader, loads,
                            "objects with to and objects with at: from and to of each, or at of "
                            "each, are accepted");
    bool shares = rd_xml_named(loads->children, "target") || rd_xml_named(loads->children, "rack");
    return placed->names.count > 0 || !shares ||
           rd_read_fail(reader, loads,
                        "<target> or <rack> beside objects with to: they are accepted beside "
                        "objects with at");
}

/* In: objects that say where they go; none where that is still to be found. */
static void take_objects(struct rd_reader *reader, struct rd_object_rows *rows,
                         const int64_t *space)
{
    struct rd_instance *instance = &reader->scenario->instance;
    rd_arena_add(reader->arena, rows->first, rows->first_count, (uint32_t)rows->source_count);
    instance->objects =
        rd_make(reader->arena, struct rd_objects, .count = rows->names.count,
                .name = rows->names.name, .bytes = rows->bytes, .first = rows->first,
                .source = rows->source, .to = rows->to, .drop = rows->drop, .space_bytes = space,
                .relays = reader->relays, .staging = reader->staging && space,
                .combined_ports = reader->combined_ports, .many_a_pair = reader->many_a_pair);
    instance->kind_count = instance->objects->count;
}

void rd_read_objects(struct rd_reader *reader, const xmlNode *loads)
{
    struct rd_instance *instance = &reader->scenario->instance;
    struct rd_object_rows rows = {0};
    struct rd_placed_rows placed = {0};
    size_t errors_before = reader->errors->count;
    bool file = xmlHasProp(loads, (const xmlChar *)"objects");
    rd_read_form(reader, loads, file ? &file_form : &inline_form);
    if (file)
        read_file(reader, loads, &rows, &placed);
    rd_xml_each (node, loads->children, "object") {
        if (!file && is_placed(node))
            read_placed(reader, node, &placed);
        else if (!file)
            read_object(reader, node, &rows);
    }
    const int64_t *space = read_spaces(reader, loads);
    if (reader->goal_read && instance->goal != RD_PLACE)
        rd_read_fail(reader, loads, "objects with goal reach=\"%s\": reach=\"place\" is needed",
                     rd_goal_name(instance->goal));
    if (reader->errors->count > errors_before || !reader->goal_read || !reader->topology_read ||
        !are_alike(reader, loads, &rows, &placed))
        return;
    if (placed.names.count > 0)
        rd_placed_rows_take(reader, loads, &placed, space);
    take_objects(reader, &rows, space);
}

/* Space of the hosts that hold something, and of a star's master, which has no limit. */
static const int64_t *with_master(const struct rd_reader *reader, const int64_t *space)
{
    uint32_t hosts = reader->host_names.count;
    int64_t *result = rd_take(reader->arena, hosts, int64_t);
    for (uint32_t host = 0; host < hosts; host++)
        result[host] = host < reader->loaded_host_count ? space[host] : RD_NO_SPACE_LIMIT;
    return result;
}

void rd_make_objects(struct rd_reader *reader, const xmlNode *loads,
                     const struct rd_load_generator *generator, const struct rd_options *attributes)
{
    struct rd_instance *instance = &reader->scenario->instance;
    struct rd_error error;
    struct rd_objects *objects = rd_objects_generate(generator, reader->loaded_host_count,
                                                     attributes, reader->arena, &error);
    if (!objects) {
        rd_read_fail_with(reader, loads, &error);
        return;
    }
    if (objects->space_bytes)
        objects->space_bytes = with_master(reader, objects->space_bytes);
    objects->relays = reader->relays;
    objects->staging = reader->staging && objects->space_bytes;
    objects->combined_ports = reader->combined_ports;
    objects->many_a_pair = reader->many_a_pair;
    instance->objects = objects;
    instance->kind_count = objects->count;
}

static void write_object(struct rd_reader *reader, const struct rd_objects *objects,
                         uint32_t object, xmlNode *loads)
{
    uint32_t first = objects->first[object], drop = objects->drop[object];
    xmlNode *element = rd_xml_add_child(loads, "object");
    rd_xml_set(element, "name", objects->name[object]);
    rd_xml_set_number(element, "bytes", objects->bytes[object]);
    rd_arena_borrow(reader->arena);
    rd_xml_set(element, "from",
               rd_host_list(reader, objects->source + first, objects->first[object + 1] - first));
    rd_xml_set(element, "to", reader->host_names.name[objects->to[object]]);
    if (drop == RD_NO_HOST)
        rd_xml_set(element, "frees", "no");
    else if (drop != RD_DROP_SOURCE)
        rd_xml_set(element, "drop", reader->host_names.name[drop]);
}

void rd_write_objects(struct rd_reader *reader, xmlNode *loads)
{
    const struct rd_objects *objects = reader->scenario->instance.objects;
    bool is_made = xmlHasProp(loads, (const xmlChar *)"generator");
    if (!is_made && !xmlHasProp(loads, (const xmlChar *)"objects")) /* they are listed here */
        return;
    while (loads->properties)
        xmlRemoveProp(loads->properties);
    for (uint32_t object = 0; object < objects->count; object++)
        write_object(reader, objects, object, loads);
    for (uint32_t host = 0; is_made && host < reader->loaded_host_count; host++)
        if (rd_host_space(objects, host) != RD_NO_SPACE_LIMIT) {
            xmlNode *element = rd_xml_add_child(loads, "space");
            rd_xml_set(element, "host", reader->host_names.name[host]);
            rd_xml_set_number(element, "bytes", objects->space_bytes[host]);
        }
}
