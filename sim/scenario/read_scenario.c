#include "scenario.h"

#include "document_cache.h"
#include "reader.h"

#include "sim/input/file_text.h"

#include <string.h>

/* Names become parts of file names: letters, digits, point, dash, underscore. */
static bool is_plain_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "._-";
    size_t length = strspn(name, letters);
    return length >= 1 && length <= 100 && !name[length] && name[0] != '.' && name[0] != '-';
}

/* The file's own name, without folder and ".xml". */
static const char *name_of_file(struct rd_reader *reader)
{
    const char *name = basename(reader->path);
    size_t length = strlen(name);
    if (length > 4 && strcmp(name + length - 4, ".xml") == 0)
        length -= 4;
    return rd_arena_print(reader->arena, "%.*s", (int)length, name);
}

static void read_name(struct rd_reader *reader)
{
    bool given = xmlHasProp(reader->root, (const xmlChar *)"name");
    const char *name = given ? rd_read_text(reader, reader->root, "name") : name_of_file(reader);
    if (name && !is_plain_name(name))
        rd_read_fail(reader, reader->root,
                     "%s \"%.200s\": up to 100 letters, digits, '.', '_' and '-', the first a "
                     "letter, a digit or '_', are accepted%s",
                     given ? "name" : "a scenario without name in a file", name,
                     given ? "" : " as a name");
    reader->scenario->name = name;
}

static void read_elements(struct rd_reader *reader)
{
    static const struct {
        const char *name;
        void (*read)(struct rd_reader *reader, const xmlNode *element);
        bool needed;
    } elements[] = {{"platform", rd_read_platform, true}, {"topology", rd_read_topology, true},
                    {"network", rd_read_network, false},  {"items", rd_read_items, false},
                    {"goal", rd_read_goal, true},         {"loads", rd_read_loads, true}};
    rd_read_element(
        reader, reader->root,
        RD_NAMES("platform", "topology", "network", "items", "loads", "goal", "run", "sweep"));
    read_name(reader);
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        const xmlNode *element = rd_read_only_child(reader, reader->root, elements[i].name);
        if (element || !elements[i].needed)
            elements[i].read(reader, element);
        else
            rd_read_fail(reader, reader->root, "<scenario> without <%s>: one is needed",
                         elements[i].name);
    }
    rd_take_kind_sizes(reader);
    rd_read_runs(reader, reader->root->children);
    rd_read_sweep(reader, rd_read_only_child(reader, reader->root, "sweep"));
}

static void read_document(struct rd_reader *reader, xmlDoc *doc)
{
    reader->root = xmlDocGetRootElement(doc);
    if (!rd_xml_is(reader->root, "scenario")) {
        rd_read_fail(reader, reader->root, "root element <%.100s>: <scenario>%s is accepted",
                     rd_xml_name(reader->root), reader->root->ns ? " without a namespace" : "");
        return;
    }
    if (rd_parameters_apply(reader))
        read_elements(reader);
}

bool rd_scenario_read_text(const char *path, const char *text, size_t size,
                           const struct rd_scenario_settings *settings, struct rd_arena *arena,
                           struct rd_scenario *ret_scenario, struct rd_error_list *errors)
{
    struct rd_scenario scenario = {.path = rd_arena_text(arena, path)};
    struct rd_reader reader = {.arena = arena,
                               .errors = errors,
                               .path = scenario.path,
                               .settings = settings,
                               .scenario = &scenario};
    struct rd_document_cache *kept = settings->kept;
    size_t errors_before = errors->count;
    xmlDoc *known = kept ? rd_document_cache_take(kept, settings->set, settings->set_count) : NULL;
    xmlDoc *doc = known ? known : rd_xml_parse(path, text, size, NULL, errors);
    if (!doc)
        return false;
    read_document(&reader, doc);
    if (settings->alone_folder && errors->count == errors_before)
        rd_self_contained(&reader, doc);
    if (errors->count == errors_before)
        rd_place_throttles(&reader);
    if (kept && errors->count == errors_before)
        rd_document_cache_keep(kept, doc, settings->set, settings->set_count);
    else
        xmlFreeDoc(doc);
    rd_error_list_sort(errors);
    bool good = errors->count == errors_before;
    if (good)
        *ret_scenario = scenario;
    else if (scenario.shape_known && settings->ret_known)
        *settings->ret_known = (struct rd_scenario){.path = scenario.path,
                                                    .name = scenario.name,
                                                    .topology = scenario.topology,
                                                    .shape_known = true,
                                                    .run_count = scenario.run_count,
                                                    .run = scenario.run};
    return good;
}

bool rd_scenario_read(const char *path, const struct rd_scenario_settings *settings,
                      struct rd_arena *arena, struct rd_scenario *ret_scenario,
                      struct rd_error_list *errors)
{
    struct rd_error error;
    const char *text;
    size_t size;
    if (!rd_file_text(path, RD_SCENARIO_BYTES_LIMIT, arena, &text, &size, &error))
        return rd_error_list_add(errors, error.code, NULL, 0, "%s", error.message);
    return rd_scenario_read_text(path, text, size, settings, arena, ret_scenario, errors);
}
