/* Parameters of a scenario: --set NAME=VALUE, written into its document. */
#include "attributes.h"
#include "reader.h"

#include "sim/generators/load_generators.h"
#include "sim/platform/platform_kinds.h"

#include <string.h>

enum { NAME_LIMIT = 96, VALUE_LIMIT = 100000 };

/* Does a parameter say what kind an element is of, and so which attributes it takes? */
static bool is_kind(const char *name)
{
    static const char *const kinds[] = {"platform-generator", "load-generator", "goal"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i], name) == 0)
            return true;
    return false;
}

static bool usage_fail(struct rd_reader *reader, const char *name, const char *value,
                       const char *why)
{
    return rd_error_list_add(reader->errors, RD_ERROR_USAGE, NULL, 0, "--set %.100s=%.100s: %s",
                             name, value, why);
}

static const char *unknown_name(const char *name, char why[RD_ACCEPTED_SIZE])
{
    const char *names[NAME_LIMIT + 1] = {NULL};
    size_t count = 0;
    rd_parameters_each (parameter) {
        rd_assert(count < NAME_LIMIT);
        if (!rd_name_is_listed(parameter->parameter, names))
            names[count++] = parameter->parameter;
    }
    return rd_names_accepted_of(names, name, why);
}

/* Has an attribute this value? */
static bool has_value(struct rd_reader *reader, const xmlNode *element, const char *attribute,
                      const char *value)
{
    const char *text = rd_xml_attribute(element, attribute, reader->arena);
    return text && strcmp(text, value) == 0;
}

static bool generator_takes(struct rd_reader *reader, const xmlNode *loads, const char *attribute)
{
    const char *name = rd_xml_attribute(loads, "generator", reader->arena);
    const struct rd_load_generator *generator = name ? rd_load_generator_named(name) : NULL;
    if (!generator)
        return false;
    for (const struct rd_option_spec *spec = generator->attributes; spec->name; spec++)
        if (strcmp(spec->name, attribute) == 0)
            return true;
    return false;
}

static bool kind_takes(struct rd_reader *reader, const xmlNode *platform, const char *attribute)
{
    const char *name = rd_xml_attribute(platform, "generator", reader->arena);
    const struct rd_platform_kind *kind = name ? rd_platform_kind_named(name) : NULL;
    return kind && rd_platform_kind_takes(kind, attribute);
}

static bool has_place(struct rd_reader *reader, const struct rd_attribute *parameter,
                      const xmlNode *element)
{
    switch (parameter->place) {
    case RD_PLACE_ALWAYS:
    case RD_PLACE_RUNS: return true;
    case RD_PLACE_FILE: return xmlHasProp(element, (const xmlChar *)"file");
    case RD_PLACE_GENERATED: return xmlHasProp(element, (const xmlChar *)"generator");
    case RD_PLACE_SHAPE:
        return xmlHasProp(rd_xml_named(reader->root->children, "platform"),
                          (const xmlChar *)"generator");
    case RD_PLACE_KIND: return kind_takes(reader, element, parameter->name);
    case RD_PLACE_LOADS: return generator_takes(reader, element, parameter->name);
    case RD_PLACE_RING: return has_value(reader, element, "shape", "ring");
    case RD_PLACE_BALANCE: return has_value(reader, element, "reach", "balance");
    case RD_PLACE_STENCIL: break;
    }
    return has_value(reader, element, "reach", "stencil");
}

static const char *place_needed(const struct rd_attribute *parameter)
{
    static const char *const needed[] = {
        [RD_PLACE_ALWAYS] = "a scenario with <run> is needed",
        [RD_PLACE_RUNS] = "a scenario with <run> is needed",
        [RD_PLACE_FILE] = "a scenario whose <platform> names a file is needed",
        [RD_PLACE_GENERATED] = "a scenario whose <platform> has a generator is needed",
        [RD_PLACE_SHAPE] = "a scenario whose <platform> has a generator is needed",
        [RD_PLACE_KIND] = "a scenario whose <platform> has a generator that takes it is needed",
        [RD_PLACE_LOADS] = "a scenario whose <loads> has a generator that takes it is needed",
        [RD_PLACE_RING] = "a scenario of a ring, generated torus or generated graph is needed",
        [RD_PLACE_BALANCE] = "a scenario with goal reach=\"balance\" is needed",
        [RD_PLACE_STENCIL] = "a scenario with goal reach=\"stencil\" is needed",
    };
    if (strcmp(parameter->element, "loads") != 0)
        return needed[parameter->place];
    return parameter->place == RD_PLACE_GENERATED
               ? "a scenario whose <loads> has a generator is needed"
           : parameter->place == RD_PLACE_FILE ? "a scenario whose <loads> names a file is needed"
                                               : needed[parameter->place];
}

/* Writes the attribute, and into it who did, for messages about its value. */
static void write_attribute(xmlNode *element, const struct rd_attribute *parameter,
                            const char *value)
{
    xmlAttr *attribute =
        xmlSetProp(element, (const xmlChar *)parameter->name, (const xmlChar *)value);
    rd_assert(attribute);
    attribute->_private = (void *)(uintptr_t)parameter->parameter;
}

/* Does an element keep an attribute when a parameter makes it another kind of itself? */
static bool keeps(const struct rd_attribute *parameter, const char *value, const char *attribute)
{
    const struct rd_platform_kind *kind = rd_platform_kind_named(value);
    if (strcmp(parameter->element, "platform") == 0)
        return !kind || rd_platform_kind_takes(kind, attribute);
    return strcmp(attribute, parameter->name) == 0 ||
           (strcmp(parameter->element, "loads") == 0 && strcmp(attribute, "seed") == 0);
}

/* Takes the attributes of another kind away. */
static void forget_attributes(const struct rd_attribute *parameter, const char *value,
                              xmlNode *element)
{
    for (xmlAttr *attribute = element->properties, *next; attribute; attribute = next) {
        next = attribute->next;
        if (!keeps(parameter, value, (const char *)attribute->name))
            xmlRemoveProp(attribute);
    }
}

/* The shape of a platform of this kind; what is no kind is refused where it stands. */
static const char *shape_of(const char *generator)
{
    const struct rd_platform_kind *kind = rd_platform_kind_named(generator);
    return kind ? rd_shape_name(kind->shape) : generator;
}

bool rd_parameter_opens(const char *name, const char *other)
{
    const char *element = NULL;
    rd_parameters_each (parameter)
        if (is_kind(name) && strcmp(parameter->parameter, name) == 0 && !element)
            element = parameter->element;
    rd_parameters_each (parameter)
        if (element && strcmp(parameter->parameter, other) == 0 &&
            strcmp(parameter->element, element) == 0)
            return true;
    return false;
}

/* Is a word one of a list that is separated by blanks? */
static bool has_word(const char *list, const char *word)
{
    static const char blanks[] = " \t\r\n";
    for (const char *next = list + strspn(list, blanks); *next; next += strspn(next, blanks)) {
        size_t length = strcspn(next, blanks);
        if (strlen(word) == length && strncmp(next, word, length) == 0)
            return true;
        next += length;
    }
    return false;
}

/* Takes every <run> away whose algorithm is not listed. Returns: how many are left. */
static size_t keep_runs(struct rd_reader *reader, const char *list)
{
    size_t count = 0;
    xmlNode *next = rd_xml_named(reader->root->children, "run");
    for (xmlNode *run = next; run; run = next) {
        const char *name = rd_xml_attribute(run, "algorithm", reader->arena);
        next = rd_xml_named(run->next, "run");
        if (name && has_word(list, name))
            count++;
        else
            rd_xml_drop(run);
    }
    return count;
}

/* May it be left out, and be made for a parameter? */
static bool may_be_missing(const struct rd_attribute *parameter)
{
    return strcmp(parameter->element, "network") == 0 || strcmp(parameter->element, "items") == 0;
}

/* Writes one line's attribute wherever it has a place. Returns: how many there were. */
static size_t apply_line(struct rd_reader *reader, const struct rd_attribute *parameter,
                         const char *value)
{
    size_t count = 0;
    if (parameter->place == RD_PLACE_RUNS)
        return keep_runs(reader, value);
    xmlNode *first = rd_xml_named(reader->root->children, parameter->element);
    if (!first && may_be_missing(parameter)) {
        first = xmlNewChild(reader->root, NULL, (const xmlChar *)parameter->element, NULL);
        rd_assert(first);
        first->_private = reader->root->_private; /* its line */
    }
    rd_xml_each (element, first, parameter->element) {
        if (!has_place(reader, parameter, element))
            continue;
        if (is_kind(parameter->parameter))
            forget_attributes(parameter, value, element);
        write_attribute(element, parameter,
                        parameter->place == RD_PLACE_SHAPE ? shape_of(value) : value);
        count++;
    }
    return count;
}

/* Has one line a place, without writing? */
static bool line_has_place(struct rd_reader *reader, const struct rd_attribute *parameter)
{
    xmlNode *first = rd_xml_named(reader->root->children, parameter->element);
    rd_xml_each (element, first, parameter->element)
        if (has_place(reader, parameter, element))
            return true;
    return !first && may_be_missing(parameter);
}

const char *rd_parameter_wrong(struct rd_reader *reader, const char *name,
                               char why[RD_ACCEPTED_SIZE])
{
    const struct rd_attribute *known = NULL;
    rd_parameters_each (parameter) {
        if (strcmp(parameter->parameter, name) != 0)
            continue;
        known = parameter;
        if (line_has_place(reader, parameter))
            return NULL;
    }
    return known ? place_needed(known) : unknown_name(name, why);
}

static bool check_value(struct rd_reader *reader, const struct rd_option *set)
{
    if (!*set->value)
        return usage_fail(reader, set->name, "", "a value is needed");
    if (strlen(set->value) > VALUE_LIMIT || !xmlCheckUTF8((const unsigned char *)set->value))
        return usage_fail(reader, set->name, set->value,
                          "a value in UTF-8 of at most 100000 bytes is accepted");
    return true;
}

static bool apply(struct rd_reader *reader, const struct rd_option *set)
{
    const struct rd_attribute *known = NULL;
    size_t places = 0;
    if (!check_value(reader, set))
        return false;
    rd_parameters_each (parameter) {
        if (strcmp(parameter->parameter, set->name) != 0)
            continue;
        known = parameter;
        places += apply_line(reader, parameter, set->value);
    }
    char why[RD_ACCEPTED_SIZE];
    if (!known)
        return usage_fail(reader, set->name, set->value, unknown_name(set->name, why));
    if (places == 0)
        return usage_fail(reader, set->name, set->value, place_needed(known));
    return true;
}

bool rd_parameters_apply(struct rd_reader *reader)
{
    const struct rd_option *set = reader->settings->set;
    bool good = true;
    for (size_t i = 0; i < reader->settings->set_count; i++) {
        for (size_t earlier = 0; earlier < i; earlier++)
            if (strcmp(set[earlier].name, set[i].name) == 0)
                good = usage_fail(reader, set[i].name, set[i].value,
                                  "given twice: each parameter is accepted once");
    }
    /* Kinds first: they say which attributes there are. */
    for (int first = 1; first >= 0; first--)
        for (size_t i = 0; i < reader->settings->set_count; i++)
            if (is_kind(set[i].name) == first)
                good = apply(reader, &set[i]) && good;
    return good;
}
