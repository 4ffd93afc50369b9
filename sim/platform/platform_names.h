/* What a platform file declares, and whether what it refers to is among it. SimGrid wants
 * everything declared before it is used, so one walk in the order of the file does both. */
#pragma once

#include "host_names.h"
#include "platform_forms.h"

#include "sim/base/named_text.h"
#include "sim/input/error_list.h"
#include "sim/input/xml.h"

/* Names with their declarations. */
struct rd_declared {
    struct rd_names names;
    int *line;               /* [names.count] */
    const xmlNode **element; /* [names.count] while the file is walked */
};

struct rd_platform_walk {
    const char *path;
    const char *allowed_folder;
    struct rd_arena *arena;
    struct rd_error_list *errors;
    struct rd_names *hosts; /* all hosts */
    const char **host_zone; /* [zoned_count] the cluster or zone that declares each host */
    size_t zoned_count;
    struct rd_declared points;   /* hosts, routers and peers; clusters' own routers */
    struct rd_declared links;    /* those of a SPLITDUPLEX link as its two halves */
    struct rd_declared duplexes; /* SPLITDUPLEX links by their own names */
    struct rd_declared zones;    /* zones and clusters */
    struct rd_declared profiles; /* files, and traces that are text: SimGrid takes each once */
    struct rd_declared followed; /* "speed of h0", "state of h0": what follows a profile */
    struct rd_declared routes;   /* "zone\nfrom\nto" of each route that must be the only one */
    struct rd_declared bypasses; /* "from > to in zone z" of each */
    bool more_than_cluster;      /* than one Cluster of hosts and their links */
    uint32_t zone_count;
    struct rd_named_text *file; /* [file_count] profiles, under names of our own */
    size_t file_count;
    bool varies;             /* some link or host has a profile of its speed */
    struct rd_text left_off; /* settings of SimGrid, with commas between: not handed on */
};

/* An attribute's text; "" if there is none. */
static inline const char *rd_platform_text(const struct rd_platform_walk *walk,
                                           const xmlNode *element, const char *name)
{
    return rd_xml_text(element, name, walk->arena);
}

/* Adds an RD_ERROR_INPUT at an element's line. Returns: false. */
#define rd_platform_fail(walk, element, ...)                                                       \
    rd_error_list_add((walk)->errors, RD_ERROR_INPUT, (walk)->path, rd_xml_line(element),          \
                      __VA_ARGS__)

/* Notes what an element declares, whatever else is wrong with it, so that nobody misses it later;
 * reports what was declared before, and absurd clusters. Its children have not been walked. */
void rd_platform_declare(struct rd_platform_walk *walk, const xmlNode *element);

/* Adds a declaration. Returns: false, with a message, if the name is declared already. */
bool rd_platform_declare_name(struct rd_platform_walk *walk, struct rd_declared *declared,
                              const xmlNode *element, const char *what, const char *name);
