#include "platform_vary.h"

#include "platform_forms.h"
#include "platform_units.h"
#include "platform_write.h"
#include "profile.h"
#include "scaled_links.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum stream { BANDWIDTH_STREAM = 71, PROFILE_STREAM, SPEED_PROFILE_STREAM };

/* A tree whose bandwidths, and speeds, are being changed. */
struct varying {
    const char *path;
    struct rd_arena *arena;
    struct rd_error_list *errors;
    struct rd_bandwidth bandwidth;
    struct rd_scaled_links scaled;
    struct rd_names link; /* all that may be scaled; empty where none is */
    struct rd_profile profile, speed_profile;
    uint64_t count;                   /* of bandwidths */
    uint64_t host_count;              /* of hosts whose speeds vary */
    const struct rd_named_text *next; /* of the files that the text names */
    struct rd_named_text *file;       /* [file_count] of the new text */
    size_t file_count, profile_count;
    bool changes_all; /* not only scaled links */
    bool changes;     /* else it only counts, and checks */
};

static bool changes_all(const struct rd_platform_request *request)
{
    return request->bandwidth_scale != 1 || request->bandwidth_spread != 1 ||
           strcmp(request->profile, "none") != 0 || strcmp(request->speed_profile, "none") != 0;
}

bool rd_platform_is_varied(const struct rd_platform_request *request)
{
    return request->scaled_links || changes_all(request);
}

/* Is it what messages between hosts are slowed down by? Disks and loopbacks are not. */
static bool is_bandwidth(const xmlNode *element, const struct rd_platform_attribute *attribute)
{
    return (attribute->value == RD_VALUE_BANDWIDTH || attribute->value == RD_VALUE_BANDWIDTHS) &&
           !rd_xml_is(element, "disk") && strcmp(attribute->name, "loopback_bw") != 0 &&
           strcmp(attribute->name, "limiter_link") != 0;
}

static bool vary_fail(struct varying *varying, const xmlNode *element, const char *why)
{
    return rd_error_list_add(varying->errors, RD_ERROR_INPUT, varying->path, rd_xml_line(element),
                             "<%s>: %s", rd_xml_name(element), why);
}

static void check_speed(struct varying *varying, const xmlNode *element)
{
    if (!rd_xml_is(element, "host"))
        vary_fail(varying, element,
                  "its hosts have no profile of their own: speed-profile is accepted where all are "
                  "<host> elements");
    else if (xmlHasProp(element, (const xmlChar *)"speed_file"))
        vary_fail(varying, element,
                  "speed_file and speed-profile: hosts without the former are accepted");
    varying->host_count++;
}

static void check(struct varying *varying, const xmlNode *element)
{
    bool is_link = rd_xml_is(element, "link");
    const char *id = rd_xml_attribute(element, "id", varying->arena);
    uint32_t number;
    if (varying->scaled.name.count > 0)
        rd_names_add(&varying->link, varying->arena, id, &number);
    if (is_link && xmlHasProp(element, (const xmlChar *)"bandwidth_file") &&
        (varying->changes_all || rd_link_is_scaled(&varying->scaled, id)))
        vary_fail(varying, element,
                  "bandwidth_file has bandwidths themselves, which bandwidth-scale, "
                  "bandwidth-spread, link-scale and profile do not change: links without it are "
                  "accepted");
    else if (!is_link && varying->profile.varies)
        vary_fail(varying, element,
                  "its links have no profile of their own: profile is accepted where all are "
                  "<link> elements");
}

/* Writes a bandwidth, or those of a wireless link, times the next factor. */
static void change(struct varying *varying, xmlNode *element, const char *name, double *ret_value)
{
    char *rest = rd_arena_text(varying->arena, rd_xml_attribute(element, name, varying->arena));
    double factor =
        rd_bandwidth_next(&varying->bandwidth) *
        rd_scaled_links_factor(&varying->scaled, rd_xml_attribute(element, "id", varying->arena));
    const char *text = "";
    for (char *word; (word = strsep(&rest, ","));) {
        char number[RD_NUMBER_SIZE];
        bool read = rd_quantity_read(RD_BANDWIDTH, word, ret_value);
        rd_assert(read); /* it was checked */
        *ret_value *= factor;
        text = rd_arena_print(varying->arena, "%s%s%sBps", text, *text ? "," : "",
                              rd_number_shortest(*ret_value, number));
    }
    double as_read;
    if (!rd_quantity_read(RD_BANDWIDTH, text, &as_read) && !strchr(text, ','))
        vary_fail(varying, element, "its bandwidth becomes too small or too large");
    xmlSetProp(element, (const xmlChar *)name, (const xmlChar *)text);
}

/* In: name: of the attribute that takes the file. */
static void add_profile(struct varying *varying, xmlNode *element, const char *name,
                        struct rd_profile *profile, double nominal)
{
    struct rd_named_text *file = &varying->file[varying->file_count++];
    file->name = rd_arena_print(varying->arena, "varied_%zu.txt", ++varying->profile_count);
    file->text = rd_profile_next(profile, nominal, varying->arena);
    xmlSetProp(element, (const xmlChar *)name, (const xmlChar *)file->name);
}

/* Goes through elements as rd_platform_write does, which takes files in the same order. */
static void walk(struct varying *varying, xmlNode *element)
{
    const struct rd_platform_element *form = rd_platform_element_named(rd_xml_name(element));
    double nominal = 0;
    bool counted = false, computes = false;
    for (const struct rd_platform_attribute *attribute = form->attributes; attribute->name;
         attribute++) {
        bool there = xmlHasProp(element, (const xmlChar *)attribute->name);
        computes = computes || (there && strcmp(attribute->name, "speed") == 0);
        if (there && is_bandwidth(element, attribute)) {
            counted = true;
            varying->count += !varying->changes;
            if (varying->changes)
                change(varying, element, attribute->name, &nominal);
        }
        if (!varying->changes || attribute->value != RD_VALUE_FILE)
            continue;
        const char *name = rd_xml_attribute(element, attribute->name, varying->arena);
        if (name && *name)
            varying->file[varying->file_count++] = *varying->next++;
        else if (varying->profile.varies && strcmp(attribute->name, "bandwidth_file") == 0)
            add_profile(varying, element, attribute->name, &varying->profile, nominal);
        else if (varying->speed_profile.varies && strcmp(attribute->name, "speed_file") == 0)
            add_profile(varying, element, attribute->name, &varying->speed_profile, 1);
    }
    if (counted && !varying->changes)
        check(varying, element);
    if (computes && varying->speed_profile.varies && !varying->changes)
        check_speed(varying, element);
    for (xmlNode *child = xmlFirstElementChild(element); child;
         child = xmlNextElementSibling(child))
        walk(varying, child);
}

bool rd_platform_vary(const char *path, const struct rd_platform_request *request,
                      const char *asked_path, int asked_line, struct rd_arena *arena,
                      struct rd_platform_properties *properties, double *ret_factor,
                      struct rd_error_list *errors)
{
    struct varying varying = {.path = path,
                              .arena = arena,
                              .errors = errors,
                              .next = properties->file,
                              .changes_all = changes_all(request)};
    struct rd_error error;
    size_t errors_before = errors->count;
    if (!rd_profile_read("profile", request->profile, request->seed, PROFILE_STREAM,
                         &varying.profile, &error) ||
        !rd_profile_read("speed-profile", request->speed_profile, request->seed,
                         SPEED_PROFILE_STREAM, &varying.speed_profile, &error) ||
        !rd_scaled_links_read(request->scaled_links, request->link_scale, arena, &varying.scaled,
                              &error))
        return rd_error_list_add(errors, error.code, asked_path, asked_line, "%s", error.message);
    xmlDoc *doc = rd_xml_parse(path, properties->text, properties->size, "platform", errors);
    if (!doc)
        return false;
    xmlNode *root = xmlDocGetRootElement(doc);
    walk(&varying, root);
    if (!rd_scaled_links_check(&varying.scaled, &varying.link, &error))
        rd_error_list_add(errors, error.code, asked_path, asked_line, "%s", error.message);
    uint64_t links = varying.profile.varies ? varying.count : 0;
    if (links + varying.host_count > RD_PROFILE_LIMIT)
        rd_error_list_add(errors, RD_ERROR_INPUT, asked_path, asked_line,
                          "%" PRIu64 " links and %" PRIu64 " hosts that vary: at most %d in all "
                          "are supported",
                          links, varying.host_count, RD_PROFILE_LIMIT);
    bool good = errors->count == errors_before;
    if (good) {
        varying.changes = true;
        varying.bandwidth = rd_bandwidth_open(request->bandwidth_shape, request->bandwidth_scale,
                                              request->bandwidth_spread, varying.count,
                                              request->seed, BANDWIDTH_STREAM);
        varying.file = rd_take(arena, properties->file_count + links + varying.host_count,
                               struct rd_named_text);
        walk(&varying, root);
        good = errors->count == errors_before;
    }
    if (good) {
        double high = fmax(varying.profile.high, varying.speed_profile.high);
        *ret_factor = properties->varies ? 0 : fmax(high, 1);
        properties->text = rd_platform_write(root, varying.file, arena, &properties->size);
        properties->file = varying.file;
        properties->file_count = varying.file_count;
        properties->varies = properties->varies || varying.profile_count > 0;
    }
    xmlFreeDoc(doc);
    return good;
}
