#include "reader.h"

#include "attributes.h"

#include "sim/base/number_text.h"
#include "sim/input/file_text.h"

#include <inttypes.h>
#include <math.h>
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

bool rd_read_there(struct rd_reader *reader, const xmlNode *element, const char *name)
{
    if (xmlHasProp(element, (const xmlChar *)name))
        return true;
    return rd_read_fail(reader, element, "<%s> without %s: it is needed", rd_xml_name(element),
                        name);
}

/* An attribute's text, or what it is otherwise, as its line says, if it has one: a <case> has names
 * of parameters. Returns: NULL if it is neither; false in *ret_good if it is needed and absent,
 * which is reported. */
static const char *given(struct rd_reader *reader, const xmlNode *element, const char *name,
                         const struct rd_attribute *line, bool *ret_good)
{
    const char *text = rd_xml_attribute(element, name, reader->arena);
    *ret_good = text || !line || !line->needed || rd_read_there(reader, element, name);
    return text || !line ? text : line->otherwise;
}

/* Reports a value that its line of the table does not accept. */
static bool not_accepted(struct rd_reader *reader, const xmlNode *element,
                         const struct rd_attribute *line, const char *text)
{
    return value_fail(
        reader, element, line->name, text,
        rd_arena_print(reader->arena, "%s is accepted", rd_attribute_accepts(line, reader->arena)));
}

static const char *not_empty(struct rd_reader *reader, const xmlNode *element, const char *name,
                             const char *text)
{
    if (!text || *text)
        return text;
    value_fail(reader, element, name, "", "a value is needed, or leave the attribute out");
    return NULL;
}

const char *rd_read_text(struct rd_reader *reader, const xmlNode *element, const char *name)
{
    const struct rd_attribute *line = rd_attribute_of(rd_xml_name(element), name);
    bool good;
    return not_empty(reader, element, name, given(reader, element, name, line, &good));
}

const char *rd_read_needed(struct rd_reader *reader, const xmlNode *element, const char *name)
{
    return rd_read_there(reader, element, name)
               ? not_empty(reader, element, name, rd_xml_attribute(element, name, reader->arena))
               : NULL;
}

bool rd_read_integer(struct rd_reader *reader, const xmlNode *element, const char *name,
                     int64_t *ret_value)
{
    const struct rd_attribute *line = rd_attribute_of(rd_xml_name(element), name);
    bool good;
    const char *text = given(reader, element, name, line, &good);
    rd_assert(line->type == RD_VALUE_INTEGER);
    return text ? rd_integer_parse(text, strlen(text), line->low, line->high, ret_value) ||
                      not_accepted(reader, element, line, text)
                : good;
}

bool rd_read_number(struct rd_reader *reader, const xmlNode *element, const char *name,
                    double *ret_value)
{
    const struct rd_attribute *line = rd_attribute_of(rd_xml_name(element), name);
    bool good;
    double value;
    const char *text = given(reader, element, name, line, &good);
    rd_assert(line->type == RD_VALUE_NUMBER);
    if (!text)
        return good;
    if (!rd_number_parse(text, strlen(text), &value) || value < line->least || value > line->most)
        return not_accepted(reader, element, line, text);
    *ret_value = value;
    return true;
}

/* SimGrid counts whole bytes. */
bool rd_read_whole_bytes(struct rd_reader *reader, const xmlNode *element, const char *name,
                         double *ret_bytes)
{
    double bytes = *ret_bytes;
    if (!rd_read_number(reader, element, name, &bytes))
        return false;
    if (bytes != floor(bytes))
        return rd_read_fail(reader, element,
                            "%s=\"%s\" of <%s>: a whole number is accepted, since SimGrid counts "
                            "whole bytes",
                            name, rd_xml_attribute(element, name, reader->arena),
                            rd_xml_name(element));
    *ret_bytes = bytes;
    return true;
}

bool rd_read_seed(struct rd_reader *reader, const xmlNode *element, uint64_t *ret_seed)
{
    int64_t seed = (int64_t)*ret_seed;
    bool good = rd_read_integer(reader, element, "seed", &seed);
    *ret_seed = (uint64_t)seed;
    return good;
}

int rd_read_word_of(struct rd_reader *reader, const xmlNode *element, const char *name,
                    const char *const *words)
{
    const struct rd_attribute *line = rd_attribute_of(rd_xml_name(element), name);
    bool good;
    const char *text = given(reader, element, name, line, &good);
    if (!text)
        return -1;
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    char accepted[RD_ACCEPTED_SIZE];
    value_fail(reader, element, name, text, rd_names_accepted_of(words, text, accepted));
    return -1;
}

int rd_read_word(struct rd_reader *reader, const xmlNode *element, const char *name)
{
    const struct rd_attribute *line = rd_attribute_of(rd_xml_name(element), name);
    rd_assert(line->type == RD_VALUE_WORD);
    return rd_read_word_of(reader, element, name, line->words);
}

bool rd_read_yes(struct rd_reader *reader, const xmlNode *element, const char *name)
{
    return rd_read_word(reader, element, name) == 1;
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
    static const enum rd_direction ways[] = {RD_ONE_WAY, RD_TWO_WAY};
    int word = rd_read_word(reader, element, "direction");
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
