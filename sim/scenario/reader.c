#include "reader.h"

#include "attributes.h"

#include "file_text.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <string.h>

bool rd_read_fail_with(struct rd_reader *reader, const xmlNode *element,
                       const struct rd_error *error)
{
    return rd_error_list_add(reader->errors, error->code, reader->path, rd_xml_line(element), "%s",
                             error->message);
}

/* The name of the parameter that wrote an attribute's value, or NULL: see parameters.c. */
static const char *set_by(const xmlNode *element, const char *name)
{
    const xmlAttr *attribute = xmlHasProp(element, (const xmlChar *)name);
    rd_assert(attribute);
    return attribute->_private;
}

/* Reports a value that is not accepted. */
static bool value_fail(struct rd_reader *reader, const xmlNode *element, const char *name,
                       const char *value, const char *accepted)
{
    const char *parameter = set_by(element, name);
    return rd_read_fail(reader, element, "%s=\"%.100s\" of <%s>%s%s%s: %s", name, value,
                        rd_xml_name(element), parameter ? ", from --set " : "",
                        parameter ? parameter : "", rd_minus_remark(value), accepted);
}

const char *rd_read_text(struct rd_reader *reader, const xmlNode *element, const char *name)
{
    const char *text = rd_xml_attribute(element, name, reader->arena);
    if (!text || *text)
        return text;
    value_fail(reader, element, name, "", "a value is needed, or leave the attribute out");
    return NULL;
}

bool rd_read_there(struct rd_reader *reader, const xmlNode *element, const char *name)
{
    if (xmlHasProp(element, (const xmlChar *)name))
        return true;
    return rd_read_fail(reader, element, "<%s> without %s: it is needed", rd_xml_name(element),
                        name);
}

const char *rd_read_needed(struct rd_reader *reader, const xmlNode *element, const char *name)
{
    return rd_read_there(reader, element, name) ? rd_read_text(reader, element, name) : NULL;
}

bool rd_read_integer(struct rd_reader *reader, const xmlNode *element, const char *name,
                     int64_t low, int64_t high, int64_t *ret_value)
{
    const char *text = rd_xml_attribute(element, name, reader->arena);
    int64_t value;
    if (!text)
        return true;
    if (rd_integer_parse(text, strlen(text), low, high, &value)) {
        *ret_value = value;
        return true;
    }
    char accepted[96];
    snprintf(accepted, sizeof accepted, "an integer from %" PRId64 " to %" PRId64 " is accepted",
             low, high);
    return value_fail(reader, element, name, text, accepted);
}

bool rd_read_number(struct rd_reader *reader, const xmlNode *element, const char *name, double low,
                    double high, double *ret_value)
{
    const char *text = rd_xml_attribute(element, name, reader->arena);
    double value;
    if (!text)
        return true;
    if (rd_number_parse(text, strlen(text), &value) && value >= low && value <= high) {
        *ret_value = value;
        return true;
    }
    char accepted[96];
    snprintf(accepted, sizeof accepted, "a number from %g to %g is accepted", low, high);
    return value_fail(reader, element, name, text, accepted);
}

bool rd_read_seed(struct rd_reader *reader, const xmlNode *element, uint64_t *ret_seed)
{
    int64_t seed = (int64_t)*ret_seed;
    bool good = rd_read_integer(reader, element, "seed", 0, INT64_MAX, &seed);
    *ret_seed = (uint64_t)seed;
    return good;
}

int rd_read_word(struct rd_reader *reader, const xmlNode *element, const char *name,
                 const char *const *words)
{
    const char *text = rd_xml_attribute(element, name, reader->arena);
    if (!text)
        return -1;
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    char accepted[RD_ACCEPTED_SIZE];
    value_fail(reader, element, name, text, rd_names_accepted_of(words, text, accepted));
    return -1;
}

bool rd_read_yes(struct rd_reader *reader, const xmlNode *element, const char *name)
{
    static const char *const words[] = {"no", "yes", NULL};
    return rd_read_word(reader, element, name, words) == 1;
}

bool rd_read_named_file(struct rd_reader *reader, const xmlNode *element, const char *name,
                        size_t limit_bytes, const char **ret_path, const char **ret_text,
                        size_t *ret_size)
{
    struct rd_error error;
    const char *file = rd_read_needed(reader, element, name);
    return file &&
           ((rd_file_near(reader->path, file, reader->settings->allowed_folder, reader->arena,
                          ret_path, &error) &&
             rd_file_text(*ret_path, limit_bytes, reader->arena, ret_text, ret_size, &error)) ||
            rd_read_fail_with(reader, element, &error));
}

xmlNode *rd_read_only_child(struct rd_reader *reader, const xmlNode *element, const char *name)
{
    xmlNode *first = rd_xml_named(element->children, name);
    rd_xml_each (node, first ? first->next : NULL, name)
        rd_read_fail(reader, node, "a second <%s> (the first is on line %d): one is accepted", name,
                     rd_xml_line(first));
    return first;
}

bool rd_read_way(struct rd_reader *reader, const xmlNode *element, enum rd_direction *ret_way)
{
    static const char *const words[] = {"one-way", "two-way", NULL};
    static const enum rd_direction ways[] = {RD_ONE_WAY, RD_TWO_WAY};
    int word = rd_read_word(reader, element, "direction", words);
    if (word < 0)
        return false;
    *ret_way = ways[word];
    return true;
}

void rd_read_form(struct rd_reader *reader, const xmlNode *element, const struct rd_xml_form *form)
{
    rd_xml_check_form(element, form, reader->path, reader->errors);
}

void rd_read_element(struct rd_reader *reader, const xmlNode *element, const char *const *children)
{
    const char *names[RD_ATTRIBUTES_OF_ELEMENT + 1];
    rd_attributes_of(rd_xml_name(element), names);
    rd_read_form(reader, element, &(struct rd_xml_form){rd_xml_name(element), names, children});
}
