#include "platform_check.h"

#include "platform_forms.h"
#include "platform_made_links.h"
#include "platform_names.h"
#include "platform_refer.h"
#include "platform_routes.h"
#include "platform_units.h"
#include "platform_write.h"
#include "profile_text.h"

#include "sim/base/number_text.h"
#include "sim/input/file_text.h"
#include "sim/input/xml.h"

#include <math.h>
#include <string.h>

static bool value_fail(struct rd_platform_walk *walk, const xmlNode *element, const char *name,
                       const char *value, const char *accepted)
{
    return rd_platform_fail(walk, element, "%s=\"%.100s\" of <%s>%s: %s", name, value,
                            rd_xml_name(element), rd_minus_remark(value), accepted);
}

static bool check_quantity(struct rd_platform_walk *walk, const xmlNode *element, const char *name,
                           const char *value, enum rd_quantity quantity)
{
    double ignored;
    return rd_quantity_read(quantity, value, &ignored) ||
           value_fail(walk, element, name, value, rd_quantity_accepted(quantity));
}

/* Several quantities, with commas and blanks between. */
static bool check_quantities(struct rd_platform_walk *walk, const xmlNode *element,
                             const char *name, const char *value, enum rd_quantity quantity)
{
    for (const char *part = value; part;) {
        part += strspn(part, " ");
        size_t length = strcspn(part, ",");
        const char *next = part[length] ? part + length + 1 : NULL;
        while (length > 0 && part[length - 1] == ' ')
            length--;
        if (!check_quantity(walk, element, name,
                            rd_arena_print(walk->arena, "%.*s", (int)length, part), quantity))
            return false;
        part = next;
    }
    return true;
}

/* A wireless link has a bandwidth for each distance, any other has one. */
static bool check_bandwidths(struct rd_platform_walk *walk, const xmlNode *element,
                             const char *name, const char *value)
{
    const char *sharing = rd_xml_attribute(element, "sharing_policy", walk->arena);
    if (sharing && strcmp(sharing, "WIFI") == 0)
        return check_quantities(walk, element, name, value, RD_BANDWIDTH);
    return check_quantity(walk, element, name, value, RD_BANDWIDTH);
}

/* Three numbers with a blank between, or nothing: SimGrid counts blanks. */
static bool check_coordinates(struct rd_platform_walk *walk, const xmlNode *element,
                              const char *name, const char *value)
{
    double number;
    int count = 0;
    bool good = true;
    for (const char *part = value; good && *part;) {
        size_t length = strcspn(part, " ");
        good = rd_number_parse(part, length, &number);
        part += length;
        good = good && (!*part || part[1]); /* no blank at the end */
        part += *part == ' ';
        count++;
    }
    return !*value || (good && count == 3) ||
           value_fail(walk, element, name, value,
                      "three numbers with a blank between are accepted, as in \"25.5 9.4 0\"");
}

static bool check_word(struct rd_platform_walk *walk, const xmlNode *element, const char *name,
                       const char *value, enum rd_platform_value kind)
{
    const char *const *words = rd_platform_words(kind);
    char accepted[RD_ACCEPTED_SIZE];
    if (rd_name_is_listed(value, words))
        return true;
    for (const char *const *word = words; *word && kind == RD_VALUE_ROUTING; word++)
        if (strcasecmp(*word, value) == 0)
            return true;
    if (kind == RD_VALUE_ROUTING && strcasecmp(value, "Wifi") == 0)
        return value_fail(walk, element, name, value,
                          "Full, Cluster, Floyd, Dijkstra, DijkstraCache, None and Vivaldi are "
                          "accepted; a wireless zone has the rates that a program gives its "
                          "stations");
    if (kind == RD_VALUE_SHARING && strcmp(value, "WIFI") == 0)
        return value_fail(walk, element, name, value,
                          "SHARED, SPLITDUPLEX, FULLDUPLEX and FATPIPE are accepted; a wireless "
                          "link has the rates that a program gives its stations");
    return value_fail(walk, element, name, value, rd_names_accepted_of(words, value, accepted));
}

/* Keeps what a profile says, so that SimGrid gets just that, whatever becomes of its file. */
static void keep_profile(struct rd_platform_walk *walk, const char *text)
{
    const char *name = rd_arena_print(walk->arena, "profile%zu", walk->file_count);
    rd_arena_add(walk->arena, walk->file, walk->file_count, (struct rd_named_text){name, text});
}

/* What a profile's file says. */
static bool check_profile(struct rd_platform_walk *walk, const char *path, const char *name,
                          struct rd_error *reterr)
{
    const char *text;
    size_t size;
    if (!rd_file_text(path, RD_PROFILE_BYTES_LIMIT, walk->arena, &text, &size, reterr))
        return false;
    if (!rd_profile_text_check(text, size, 0, strcmp(name, "bandwidth_file") != 0, reterr)) {
        snprintf(reterr->path, sizeof reterr->path, "%s", path);
        return false;
    }
    keep_profile(walk, text);
    return true;
}

static bool check_file(struct rd_platform_walk *walk, const xmlNode *element, const char *name,
                       const char *value)
{
    struct rd_error error;
    const char *path;
    /* A state is up or down: that fails runs and changes no cost. */
    if (*value && !rd_xml_is(element, "trace") && strcmp(name, "state_file") != 0)
        walk->varies = true;
    if (!*value ||
        (rd_file_near(walk->path, value, walk->allowed_folder, walk->arena, &path, &error) &&
         check_profile(walk, path, name, &error)))
        return true;
    if (error.line > 0)
        return rd_error_list_add_error(walk->errors, &error);
    return rd_error_list_add(walk->errors, error.code, walk->path, rd_xml_line(element),
                             "%s of <%s>: %s", name, rd_xml_name(element), error.message);
}

/* A trace without a file: its text is a profile. In: attributes whose values are good. */
static bool check_trace(struct rd_platform_walk *walk, const xmlNode *trace)
{
    const char *file = rd_xml_attribute(trace, "file", walk->arena);
    const char *period = rd_xml_attribute(trace, "periodicity", walk->arena);
    const xmlNode *text = trace->children;
    double period_s;
    struct rd_error error;
    const xmlNode *child = xmlFirstElementChild((xmlNode *)(uintptr_t)trace);
    if (child)
        return rd_platform_fail(walk, child, "<%.100s> in <trace>: text is accepted",
                                rd_xml_name(child));
    if (file && *file)
        return true;
    if (!text || text->type != XML_TEXT_NODE || text->next)
        return rd_platform_fail(walk, trace,
                                "<trace> without a file: events as its text are needed");
    bool read = rd_number_parse(period, strlen(period), &period_s);
    rd_assert(read);
    const char *events = (const char *)text->content;
    return rd_profile_text_check(events, strlen(events), period_s, true, &error) ||
           rd_error_list_add(walk->errors, error.code, walk->path,
                             rd_xml_line(trace) + error.line - 1, "%s", error.message);
}

static bool check_value(struct rd_platform_walk *walk, const xmlNode *element, const char *name,
                        const char *value, enum rd_platform_value kind)
{
    int64_t count;
    double number;
    switch (kind) {
    case RD_VALUE_TEXT: return true;
    case RD_VALUE_NAME: return *value || value_fail(walk, element, name, value, "a name is needed");
    case RD_VALUE_SPEED: return check_quantity(walk, element, name, value, RD_SPEED);
    case RD_VALUE_SPEEDS: return check_quantities(walk, element, name, value, RD_STATE_SPEED);
    case RD_VALUE_BANDWIDTH: return check_quantity(walk, element, name, value, RD_BANDWIDTH);
    case RD_VALUE_BANDWIDTHS: return check_bandwidths(walk, element, name, value);
    case RD_VALUE_LATENCY: return check_quantity(walk, element, name, value, RD_LATENCY);
    case RD_VALUE_COUNT:
        return rd_integer_parse(value, strlen(value), 1, INT32_MAX, &count) ||
               value_fail(walk, element, name, value, "an integer from 1 is accepted");
    case RD_VALUE_NUMBER:
        return (rd_number_parse(value, strlen(value), &number) && number >= 0) ||
               value_fail(walk, element, name, value, "a number, 0 or more, is accepted");
    case RD_VALUE_FILE: return check_file(walk, element, name, value);
    case RD_VALUE_COORDINATES: return check_coordinates(walk, element, name, value);
    case RD_VALUE_ROUTING:
    case RD_VALUE_SHARING:
    case RD_VALUE_BACKBONE_SHARING:
    case RD_VALUE_TOPOLOGY:
    case RD_VALUE_YES_NO:
    case RD_VALUE_DIRECTION:
    case RD_VALUE_CONNECTION: break;
    }
    return check_word(walk, element, name, value, kind);
}

/* Names of attributes and children, then the attributes' values. Returns: are they all good? */
static bool check_form(struct rd_platform_walk *walk, const xmlNode *element,
                       const struct rd_platform_element *form)
{
    enum { ATTRIBUTE_LIMIT = 20 };
    const char *names[ATTRIBUTE_LIMIT + 1] = {NULL};
    size_t errors_before = walk->errors->count, count = 0;
    for (const struct rd_platform_attribute *attribute = form->attributes; attribute->name;
         attribute++) {
        rd_assert(count < ATTRIBUTE_LIMIT);
        names[count++] = attribute->name;
        const char *value = rd_xml_attribute(element, attribute->name, walk->arena);
        if (value)
            check_value(walk, element, attribute->name, value, attribute->value);
        else if (attribute->needed)
            rd_platform_fail(walk, element, "<%s> without %s: it is needed", form->name,
                             attribute->name);
    }
    struct rd_xml_form xml_form = {form->name, names, form->children};
    if (rd_xml_is(element, "trace")) { /* its text is its events */
        rd_xml_check_attributes(element, &xml_form, walk->path, walk->errors);
        return walk->errors->count == errors_before && check_trace(walk, element);
    }
    rd_xml_check_form(element, &xml_form, walk->path, walk->errors);
    for (const xmlNode *child = element->children; child; child = child->next)
        if (child->type == XML_CDATA_SECTION_NODE)
            rd_platform_fail(walk, element, "a CDATA section in <%s>: SimGrid reads none",
                             form->name);
    return walk->errors->count == errors_before;
}

/* Is the state that a host starts in one of its speeds? In: attributes whose values are good. */
static bool check_state(struct rd_platform_walk *walk, const xmlNode *host)
{
    const char *speeds = rd_xml_attribute(host, "speed", walk->arena);
    const char *state = rd_xml_attribute(host, "pstate", walk->arena);
    char accepted[96];
    int last = 0;
    double number = 0;
    if (!state)
        return true;
    bool read = rd_number_parse(state, strlen(state), &number);
    rd_assert(read);
    for (; *speeds; speeds++)
        last += *speeds == ',';
    if (number <= last && number == floor(number))
        return true;
    snprintf(accepted, sizeof accepted,
             "an integer from 0 to %d, the last of its speeds, is accepted", last);
    return value_fail(walk, host, "pstate", state, accepted);
}

/* SimGrid does not know which half of a SPLITDUPLEX link the event of a state is for. */
static bool check_link(struct rd_platform_walk *walk, const xmlNode *link)
{
    const char *state = rd_platform_text(walk, link, "state_file");
    return !*state || !rd_platform_is_duplex(link, walk->arena) ||
           rd_platform_fail(walk, link,
                            "state_file of a %s link: SimGrid ends at its first event; accepted "
                            "are two links, one for each direction",
                            rd_platform_text(walk, link, "sharing_policy"));
}

/* SimGrid reads a zone's parts in a fixed order, and zones and hosts not beside each other. */
struct zone_order {
    const xmlNode *inner, *leaf, *route; /* the first of each, or NULL */
};

static void check_order(struct rd_platform_walk *walk, const xmlNode *child,
                        const struct rd_platform_element *form, struct zone_order *order)
{
    enum rd_platform_role role = form->role;
    bool inner_route = role == RD_ROLE_INNER_ROUTE || role == RD_ROLE_INNER_BYPASS;
    bool leaf_route = role == RD_ROLE_LEAF_ROUTE || role == RD_ROLE_LEAF_BYPASS;
    bool route = inner_route || leaf_route;
    bool inner = role == RD_ROLE_ZONE || role == RD_ROLE_INNER || inner_route;
    bool leaf = role == RD_ROLE_LEAF || leaf_route;
    if (role == RD_ROLE_ANYWHERE)
        return;
    if (!route && order->route)
        rd_platform_fail(walk, child,
                         "<%s> behind the <%s> of line %d: SimGrid reads all else before routes",
                         form->name, rd_xml_name(order->route), rd_xml_line(order->route));
    const xmlNode *other = inner ? order->leaf : leaf ? order->inner : NULL;
    if (other) {
        rd_platform_fail(walk, child,
                         "<%s> beside the <%s> of line %d: a zone holds either zones, clusters and "
                         "peers, or hosts and routers",
                         form->name, rd_xml_name(other), rd_xml_line(other));
        return;
    }
    if (route && !order->route)
        order->route = child;
    if (inner && !order->inner)
        order->inner = child;
    if (leaf && !order->leaf)
        order->leaf = child;
}

/* Settings of SimGrid that change no time, or that have no meaning here: tracing, SMPI, how its
 * actors and its solver are made. They are not handed on, since SimGrid ends at names that it does
 * not know, and knows others in each release. What ends with '/' stands for all that begin so. */
static const char *const left_off[] = {"contexts/",
                                       "cpu/optim",
                                       "debug/",
                                       "disk/optim",
                                       "exception/",
                                       "host/optim",
                                       "maxmin/precision",
                                       "maxmin/solver",
                                       "model-check/",
                                       "network/coordinates",
                                       "network/optim",
                                       "smpi/",
                                       "tracing",
                                       "tracing/",
                                       NULL};

static bool is_left_off(const char *setting)
{
    for (const char *const *name = left_off; *name; name++) {
        size_t length = strlen(*name);
        if (strcmp(setting, *name) == 0 ||
            ((*name)[length - 1] == '/' && strncmp(setting, *name, length) == 0))
            return true;
    }
    return false;
}

/* Settings stand before all else, and none of them may change a time. */
static void check_config(struct rd_platform_walk *walk, xmlNode *config)
{
    const xmlNode *before = xmlPreviousElementSibling(config);
    if (before && !rd_xml_is(before, "config"))
        rd_platform_fail(walk, config,
                         "<config> behind the <%s> of line %d: SimGrid reads settings first",
                         rd_xml_name(before), rd_xml_line(before));
    rd_xml_each (prop, config->children, "prop") {
        const char *id = rd_xml_attribute(prop, "id", walk->arena);
        if (id && !is_left_off(id))
            rd_platform_fail(walk, prop,
                             "setting \"%.100s\" in <config>: the scenario's <network> chooses "
                             "SimGrid's settings; only such as change no time are accepted, and "
                             "left off: contexts/..., smpi/..., tracing/..., cpu/optim, "
                             "network/optim, maxmin/precision",
                             id);
        else if (id)
            rd_text_add(&walk->left_off, walk->left_off.size > 0 ? ", " : "", id, NULL);
    }
}

static void check_element(struct rd_platform_walk *walk, xmlNode *element);

/* Recursion as deep as the document, which the parser holds to 256 levels. */
static void check_children(struct rd_platform_walk *walk, xmlNode *element, bool zone)
{
    struct zone_order order = {NULL, NULL, NULL};
    for (xmlNode *child = xmlFirstElementChild(element); child;
         child = xmlNextElementSibling(child)) {
        const struct rd_platform_element *form = rd_platform_element_named(rd_xml_name(child));
        if (!form || child->ns)
            continue; /* reported with the parent's form */
        if (zone)
            check_order(walk, child, form, &order);
        check_element(walk, child);
    }
}

/* In one Cluster of hosts and their links a route is the sender's link up and the receiver's link
 * down. */
static bool is_part_of_cluster(struct rd_platform_walk *walk, xmlNode *element, const char *name)
{
    if (rd_name_is_listed(name,
                          RD_NAMES("platform", "config", "prop", "host", "link", "host_link")))
        return true;
    const char *routing = rd_xml_attribute(element, "routing", walk->arena);
    return strcmp(name, "zone") == 0 && walk->zone_count++ == 0 && routing &&
           strcmp(routing, "Cluster") == 0;
}

static void check_element(struct rd_platform_walk *walk, xmlNode *element)
{
    const char *name = rd_xml_name(element);
    bool zone = rd_platform_role_of(element) == RD_ROLE_ZONE;
    /* A trace may hold its events as text. */
    walk->varies = walk->varies || strcmp(name, "trace_connect") == 0;
    bool good = check_form(walk, element, rd_platform_element_named(name));
    if (good && strcmp(name, "host") == 0)
        good = check_state(walk, element);
    if (good && strcmp(name, "link") == 0)
        good = check_link(walk, element);
    walk->more_than_cluster = walk->more_than_cluster || !is_part_of_cluster(walk, element, name);
    rd_platform_declare(walk, element);
    check_children(walk, element, zone);
    if (strcmp(name, "config") == 0)
        check_config(walk, element);
    if (good)
        rd_platform_refer(walk, element);
    if (good && zone)
        rd_platform_check_paths(walk, element);
}

/* SimGrid's parser asks for one of two document types, letter by letter. Returns: is it one? */
static bool is_known_type(const xmlDtd *type)
{
    return !type->ExternalID && type->SystemID &&
           rd_name_is_listed((const char *)type->SystemID,
                             RD_NAMES("https://simgrid.org/simgrid.dtd",
                                      "http://simgrid.gforge.inria.fr/simgrid/simgrid.dtd"));
}

static bool check_root(struct rd_platform_walk *walk, const xmlDoc *doc, xmlNode *root)
{
    static const char updated[] = "; simgrid_update_xml, which comes with SimGrid, rewrites older "
                                  "files";
    double version;
    char accepted[120];
    if (!rd_xml_is(root, "platform"))
        return rd_platform_fail(walk, root, "root element <%.100s>: <platform> is accepted",
                                rd_xml_name(root));
    if (!doc->intSubset)
        return rd_platform_fail(walk, root,
                                "no document type: <!DOCTYPE platform SYSTEM "
                                "\"https://simgrid.org/simgrid.dtd\"> is needed before <platform>");
    const char *text = rd_xml_attribute(root, "version", walk->arena);
    bool number = text && rd_number_parse(text, strlen(text), &version);
    snprintf(accepted, sizeof accepted, "4 to 4.1 is accepted%s",
             number && version < 4 ? updated : "");
    if (text && !(number && version >= 4 && version <= 4.1)) /* a missing one is reported later */
        return value_fail(walk, root, "version", text, accepted);
    if (is_known_type(doc->intSubset))
        return true;
    return rd_platform_fail(walk, root,
                            "another document type: <!DOCTYPE platform SYSTEM "
                            "\"https://simgrid.org/simgrid.dtd\"> is needed before <platform>%s",
                            updated);
}

/* SimGrid hangs everything below the first zone, and aborts at what is beside it. */
static void check_one_zone(struct rd_platform_walk *walk, xmlNode *root)
{
    const xmlNode *first = NULL;
    for (xmlNode *child = xmlFirstElementChild(root); child; child = xmlNextElementSibling(child)) {
        const struct rd_platform_element *form = rd_platform_element_named(rd_xml_name(child));
        if (!form || (form->role != RD_ROLE_ZONE && form->role != RD_ROLE_INNER &&
                      form->role != RD_ROLE_LEAF))
            continue;
        if (first)
            rd_platform_fail(walk, child,
                             "<%s> beside the <%s> of line %d: one is accepted, which holds all "
                             "others",
                             form->name, rd_xml_name(first), rd_xml_line(first));
        else
            first = child;
    }
}

static void describe(const struct rd_platform_walk *walk, const xmlNode *root,
                     struct rd_platform_properties *ret_nature)
{
    size_t size;
    const char *text = rd_platform_write(root, walk->file, walk->arena, &size);
    *ret_nature = (struct rd_platform_properties){.text = text,
                                                  .size = size,
                                                  .file = walk->file,
                                                  .file_count = walk->file_count,
                                                  .left_off = walk->left_off.text,
                                                  .host_links = !walk->more_than_cluster,
                                                  .varies = walk->varies};
}

/* In: a walk with path, folder, arena, errors and hosts. Returns: false, *ret_nature (unless it is
 * NULL) untouched, if anything is wrong. */
static bool walk_text(struct rd_platform_walk *walk, const char *text, size_t size,
                      struct rd_platform_properties *ret_nature)
{
    size_t errors_before = walk->errors->count;
    xmlDoc *doc = rd_xml_parse(walk->path, text, size, "platform", walk->errors);
    if (!doc)
        return false;
    xmlNode *root = xmlDocGetRootElement(doc);
    if (check_root(walk, doc, root)) {
        check_element(walk, root);
        check_one_zone(walk, root);
        rd_platform_check_link_names(walk);
        if (walk->hosts->count == 0 && walk->errors->count == errors_before)
            rd_platform_fail(walk, root, "a platform without hosts: at least one is needed");
    }
    bool sound = walk->errors->count == errors_before;
    if (sound && ret_nature)
        describe(walk, root, ret_nature);
    xmlFreeDoc(doc);
    return sound;
}

bool rd_platform_check(const char *path, const char *text, size_t size, const char *allowed_folder,
                       struct rd_arena *arena, struct rd_names *hosts,
                       struct rd_platform_properties *ret_nature, struct rd_error_list *errors)
{
    struct rd_platform_walk walk = {.path = path,
                                    .allowed_folder = allowed_folder,
                                    .arena = arena,
                                    .errors = errors,
                                    .hosts = hosts,
                                    .left_off = {.arena = arena}};
    if (ret_nature)
        *ret_nature = (struct rd_platform_properties){0};
    return walk_text(&walk, text, size, ret_nature);
}

/* Walks a file that was checked. In: a walk and its names, zeroed. */
static void walk_again(struct rd_platform_walk *walk, struct rd_names *hosts,
                       struct rd_error_list *errors, const char *text, size_t size,
                       struct rd_arena *arena)
{
    *hosts = (struct rd_names){0};
    *errors = (struct rd_error_list){.arena = arena};
    *walk = (struct rd_platform_walk){
        .path = "", .arena = arena, .errors = errors, .hosts = hosts, .left_off = {.arena = arena}};
    walk_text(walk, text, size, NULL);
}

const char *const *rd_platform_host_zones(const char *text, size_t size,
                                          const char *const *host_name, uint32_t host_count,
                                          struct rd_arena *arena)
{
    struct rd_names hosts;
    struct rd_error_list errors;
    struct rd_platform_walk walk;
    const char **zone = rd_take(arena, host_count, const char *);
    walk_again(&walk, &hosts, &errors, text, size, arena);
    for (uint32_t host = 0; host < host_count; host++) {
        uint32_t number = rd_names_find(&hosts, host_name[host]);
        zone[host] = number == RD_NO_NAME ? NULL : walk.host_zone[number];
    }
    return zone;
}

int rd_platform_host_line(const char *text, size_t size, const char *host, struct rd_arena *arena)
{
    struct rd_names hosts;
    struct rd_error_list errors;
    struct rd_platform_walk walk;
    walk_again(&walk, &hosts, &errors, text, size, arena);
    uint32_t number = rd_names_find(&walk.points.names, host);
    return number == RD_NO_NAME ? 0 : walk.points.line[number];
}

const char *rd_platform_no_route(const char *text, size_t size, const char *from, const char *to,
                                 struct rd_arena *arena)
{
    struct rd_error_list errors = {.arena = arena};
    int from_line = rd_platform_host_line(text, size, from, arena);
    int to_line = rd_platform_host_line(text, size, to, arena);
    xmlDoc *doc = rd_xml_parse("", text, size, "platform", &errors);
    if (!doc)
        return NULL;
    const char *why =
        rd_platform_explain_route(xmlDocGetRootElement(doc), from, from_line, to, to_line, arena);
    xmlFreeDoc(doc);
    return why;
}
