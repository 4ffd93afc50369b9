/* What the readers of a scenario's elements share. Each adds what it finds wrong to the list and
 * goes on, so that one pass finds everything; what it could not read stays as it was. */
#pragma once

#include "scenario.h"

#include "sim/input/xml.h"
#include "sim/platform/host_names.h"
#include "sim/platform/platform_generator.h"

/* <kind number= bytes=>. */
struct rd_numbered_size {
    uint32_t kind;
    int line;
    double bytes;
};

struct rd_reader {
    struct rd_arena *arena;
    struct rd_error_list *errors;
    const char *path; /* the scenario's */
    const struct rd_scenario_settings *settings;
    xmlNode *root;
    struct rd_scenario *scenario; /* what was read so far */

    /* From <platform>. */
    bool platform_read;
    struct rd_names platform_hosts; /* all names */
    bool generator_named;           /* whether or not its platform could be generated */
    bool platform_generated;
    struct rd_platform_request request; /* if generated, as the next */
    struct rd_topology generated_topology;

    /* From <topology>. */
    bool topology_read;
    bool names_read; /* true before topology_read where only the rest is wrong */
    struct rd_names host_names;
    uint32_t loaded_host_count; /* the star's master, the last name, left out */

    const double *throttle; /* [host_names.count] from <network>; 0: none of the host; or NULL */

    /* From <network> and <goal>, of objects. */
    const xmlNode *pair_rules; /* the <network> that has combined= or pair=, or NULL */
    bool combined_ports, many_a_pair, relays, staging;

    /* From <items>, of named kinds. */
    struct rd_names sized_kinds;
    double *size_bytes; /* [size_count] of an item of each */
    int *size_line;     /* [size_line_count] */
    size_t size_count, size_line_count;

    /* From <items>, of counted kinds, as they are listed. */
    struct rd_numbered_size *numbered_size;
    size_t numbered_size_count;

    bool goal_read;
};

/* Adds an RD_ERROR_INPUT at an element's line. Returns: false. */
#define rd_read_fail(reader, element, ...)                                                         \
    rd_error_list_add((reader)->errors, RD_ERROR_INPUT, (reader)->path, rd_xml_line(element),      \
                      __VA_ARGS__)

/* Adds what another part found wrong, at an element's line.
 * In: an error without a place of its own. Returns: false. */
bool rd_read_fail_with(struct rd_reader *reader, const xmlNode *element,
                       const struct rd_error *error);

/* Values of attributes, as the table says what they are (attributes.h). One that is absent is
 * reported if its line says that it is needed; else it is what the line says it is otherwise, and
 * if it says nothing *ret_value stays as it was. Returns: false if it is there and wrong, or needed
 * and absent. */
bool rd_read_integer(struct rd_reader *reader, const xmlNode *element, const char *name,
                     int64_t *ret_value);
bool rd_read_number(struct rd_reader *reader, const xmlNode *element, const char *name,
                    double *ret_value);
bool rd_read_whole_bytes(struct rd_reader *reader, const xmlNode *element, const char *name,
                         double *ret_bytes);
bool rd_read_seed(struct rd_reader *reader, const xmlNode *element, uint64_t *ret_seed);

/* The place of a word in its line of the table. Returns: -1 if it is absent and nothing otherwise,
 * or none of them (which is reported). */
int rd_read_word(struct rd_reader *reader, const xmlNode *element, const char *name);

/* The same of "no" and "yes": is it yes? */
bool rd_read_yes(struct rd_reader *reader, const xmlNode *element, const char *name);

/* The same of words that another table has. */
int rd_read_word_of(struct rd_reader *reader, const xmlNode *element, const char *name,
                    const char *const *words);

/* A text. Returns: NULL if it is absent and nothing otherwise, or empty (which is reported). */
const char *rd_read_text(struct rd_reader *reader, const xmlNode *element, const char *name);

/* Is the attribute there? Its absence is reported. */
bool rd_read_there(struct rd_reader *reader, const xmlNode *element, const char *name);

/* A text that is needed in this place, whatever its line says. */
const char *rd_read_needed(struct rd_reader *reader, const xmlNode *element, const char *name);

/* Reads the file that an attribute names; an absent one is reported as wrong if it is needed.
 * Returns: false, reported, if it cannot be had; else its path, and its text. */
bool rd_read_named_file(struct rd_reader *reader, const xmlNode *element, const char *name,
                        size_t limit_bytes, const char **ret_path, const char **ret_text,
                        size_t *ret_size);

/* The first child of a name, or NULL; others are reported. */
xmlNode *rd_read_only_child(struct rd_reader *reader, const xmlNode *element, const char *name);

/* The way of a ring: "one-way" or "two-way". Returns: false as rd_read_word returns -1. */
bool rd_read_way(struct rd_reader *reader, const xmlNode *element, enum rd_direction *ret_way);

/* Reports attributes of an element that rd_attributes does not have, and children that are not
 * listed (NULL: none is accepted). */
void rd_read_element(struct rd_reader *reader, const xmlNode *element, const char *const *children);

/* As it, of an element whose attributes depend on its kind. */
void rd_read_form(struct rd_reader *reader, const xmlNode *element, const struct rd_xml_form *form);

/* Writes the settings' parameters (attributes.h) into the document.
 * Returns: false, RD_ERROR_USAGE, if any is unknown, has no place or is given twice. */
bool rd_parameters_apply(struct rd_reader *reader);

/* Does a parameter say what kind the element of another one is, so that the other may have a place
 * only then? */
bool rd_parameter_opens(const char *name, const char *other);

/* Has a parameter a place in the document? Returns: NULL, or what is wrong with it, in `why`:
 * "there is no such parameter: ..." */
const char *rd_parameter_wrong(struct rd_reader *reader, const char *name,
                               char why[RD_ACCEPTED_SIZE]);

/* Reports edges where there may be none.
 * In: the words: what is wrong, a colon, what is accepted. Returns: false if there are any. */
bool rd_read_no_edges(struct rd_reader *reader, const xmlNode *element, const char *words);

/* Reads a graph's <edge> elements, or edges=.
 * In: the <topology>, whose hosts were read. Returns: false if anything was found wrong, which was
 *     reported; with edges="exclusive" or "routes" a graph whose links are still to be found. */
bool rd_read_graph(struct rd_reader *reader, const xmlNode *element,
                   struct rd_topology *ret_topology);

/* Takes the kind of a generated platform, and reports attributes that only others have. Returns:
 * false if there are any. */
bool rd_read_platform_kind(struct rd_reader *reader, const xmlNode *element,
                           const struct rd_platform_kind *kind,
                           struct rd_platform_request *request);

/* Reads what a generated graph is made from, and how many hosts it has, as far as that tells.
 * In: a request of shape RD_GRAPH whose direction was read, and `hosts` if it is there.
 * Returns: false if anything is wrong, which was reported. */
bool rd_read_graph_request(struct rd_reader *reader, const xmlNode *element,
                           struct rd_platform_request *request);

/* Rewrites the document that was read with what it generates, so that it stands alone, and keeps
 * its text and files in scenario->alone: its platform is a file, its links and loads are listed.
 * Everything that generates nothing stays as its author wrote it; the <sweep> goes. A platform that
 * is drawn but not written (even_platform) stays too, if nothing of it depends on a seed.
 * In: a reader that found nothing wrong, and settings that name a folder.
 * Errors, added to the reader's: RD_ERROR_INPUT for a platform of that size that depends on a seed,
 * and for what would be too long to be read. Cost: O(links + hosts * kinds). */
void rd_self_contained(struct rd_reader *reader, xmlDoc *doc);

/* Does <network>, or a <port> in it, have a throttle? It may not have been read. */
bool rd_throttles_given(const struct rd_reader *reader);

/* Puts the throttles that were read into the text of the platform. What stands alone says them
 * itself: it is to be written before. Errors, added to the reader's: as rd_platform_throttle; a
 * platform that is drawn but not written; edges="exclusive". Cost: O(bytes of the platform). */
void rd_place_throttles(struct rd_reader *reader);

/* The readers of the scenario's elements, called in this order, which is what each may rely on; of
 * <network>, <items> and <sweep> the element is NULL where it was left out. */
void rd_read_platform(struct rd_reader *reader, const xmlNode *element);
void rd_read_topology(struct rd_reader *reader, const xmlNode *element);
void rd_read_network(struct rd_reader *reader, const xmlNode *element);
void rd_read_items(struct rd_reader *reader, const xmlNode *element);
void rd_read_goal(struct rd_reader *reader, const xmlNode *element);
void rd_read_loads(struct rd_reader *reader, const xmlNode *element);
void rd_take_kind_sizes(struct rd_reader *reader); /* of counted kinds, from <items> and <loads> */
void rd_read_runs(struct rd_reader *reader, xmlNode *first_child);
void rd_read_sweep(struct rd_reader *reader, const xmlNode *element);
