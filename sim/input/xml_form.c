/* What an element may hold, and what to say of what it may not. */
#include "xml.h"

#include "sim/model/options.h"

#include <string.h>

/* What is said of all names of a form. */
enum { FORM_SIZE = 2048 };

/* Writes "accepted are a, b, c (did you mean b?)", cut to the size; names stand between the given
 * signs. In: wrong, to which one may be near; NULL: none is. */
static const char *write_accepted(const char *const *names, const char *before, const char *after,
                                  const char *wrong, char *text, size_t size)
{
    char guess[128] = "";
    size_t count = 0, length = (size_t)snprintf(text, size, "accepted are ");
    for (; names[count]; count++)
        if (length < size)
            length += (size_t)snprintf(text + length, size - length, "%s%s%s%s", count ? ", " : "",
                                       before, names[count], after);
    const char *nearest = wrong ? rd_nearest_name(wrong, names, count) : NULL;
    if (nearest)
        snprintf(guess, sizeof guess, " (did you mean %s%s%s?)", before, nearest, after);
    if (length < size)
        snprintf(text + length, size - length, "%s", guess);
    return text;
}

const char *rd_names_accepted_of(const char *const *names, const char *wrong,
                                 char accepted[RD_ACCEPTED_SIZE])
{
    return write_accepted(names, "", "", wrong, accepted, RD_ACCEPTED_SIZE);
}

bool rd_name_is_listed(const char *name, const char *const *names)
{
    for (; names && *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

static void check_attribute(const xmlAttr *attribute, const struct rd_xml_form *form, int line,
                            const char *path, struct rd_error_list *errors)
{
    const char *name = (const char *)attribute->name;
    char accepted[FORM_SIZE];
    if (!attribute->ns && rd_name_is_listed(name, form->attributes))
        return;
    if (!form->attributes)
        rd_error_list_add(errors, RD_ERROR_INPUT, path, line,
                          "attribute %.100s of <%s>: none are accepted", name, form->name);
    else
        rd_error_list_add(
            errors, RD_ERROR_INPUT, path, line, "attribute %s%s%.100s of <%s>: %s",
            attribute->ns ? (const char *)attribute->ns->prefix : "", attribute->ns ? ":" : "",
            name, form->name,
            write_accepted(form->attributes, "", "", name, accepted, sizeof accepted));
}

static void check_child(const xmlNode *child, const struct rd_xml_form *form, const char *path,
                        struct rd_error_list *errors)
{
    const char *name = rd_xml_name(child);
    char accepted[FORM_SIZE];
    if (!child->ns && rd_name_is_listed(name, form->children))
        return;
    if (!form->children)
        rd_error_list_add(errors, RD_ERROR_INPUT, path, rd_xml_line(child),
                          "<%.100s> in <%s>: nothing is accepted in it", name, form->name);
    else
        rd_error_list_add(errors, RD_ERROR_INPUT, path, rd_xml_line(child),
                          "<%.100s>%s in <%s>: %s", name, child->ns ? " of a namespace" : "",
                          form->name,
                          write_accepted(form->children, "<", ">", child->ns ? NULL : name,
                                         accepted, sizeof accepted));
}

/* Blanks before the text that is quoted in a message. */
static const char *trimmed(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

void rd_xml_check_attributes(const xmlNode *element, const struct rd_xml_form *form,
                             const char *path, struct rd_error_list *errors)
{
    int line = rd_xml_line(element);
    if (element->nsDef)
        rd_error_list_add(errors, RD_ERROR_INPUT, path, line,
                          "a namespace on <%s>: none is accepted", form->name);
    for (const xmlAttr *attribute = element->properties; attribute; attribute = attribute->next)
        check_attribute(attribute, form, line, path, errors);
}

void rd_xml_check_form(const xmlNode *element, const struct rd_xml_form *form, const char *path,
                       struct rd_error_list *errors)
{
    int line = rd_xml_line(element);
    rd_xml_check_attributes(element, form, path, errors);
    for (const xmlNode *child = element->children; child; child = child->next) {
        if (child->type == XML_ELEMENT_NODE) {
            check_child(child, form, path, errors);
        } else if (child->type == XML_TEXT_NODE || child->type == XML_CDATA_SECTION_NODE) {
            const char *text = trimmed((const char *)child->content);
            if (*text)
                rd_error_list_add(errors, RD_ERROR_INPUT, path, line,
                                  "text \"%.*s\" in <%s>: none is accepted",
                                  (int)strcspn(text, "\n") < 40 ? (int)strcspn(text, "\n") : 40,
                                  text, form->name);
        }
    }
}
