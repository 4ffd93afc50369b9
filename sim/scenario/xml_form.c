/* What an element may hold, and what to say of what it may not. */
#include "xml.h"

#include "sim/model/options.h"

#include <string.h>

static size_t name_count(const char *const *names)
{
    size_t count = 0;
    while (names[count])
        count++;
    return count;
}

const char *rd_name_list(const char *const *names, const char *before, const char *after,
                         char list[RD_NAME_LIST_SIZE])
{
    size_t length = 0;
    list[0] = '\0';
    /* Names may be a user's, as those of a <case>. */
    for (size_t i = 0; names[i] && length < RD_NAME_LIST_SIZE; i++)
        length += (size_t)snprintf(list + length, RD_NAME_LIST_SIZE - length, "%s%s%s%s",
                                   i ? ", " : "", before, names[i], after);
    return list;
}

const char *rd_name_guess(const char *wrong, const char *const *names, const char *before,
                          const char *after, char guess[RD_GUESS_SIZE])
{
    const char *nearest = rd_nearest_name(wrong, names, name_count(names));
    guess[0] = '\0';
    if (nearest)
        snprintf(guess, RD_GUESS_SIZE, " (did you mean %s%s%s?)", before, nearest, after);
    return guess;
}

const char *rd_names_accepted_of(const char *const *names, const char *wrong,
                                 char accepted[RD_ACCEPTED_SIZE])
{
    char list[RD_NAME_LIST_SIZE], guess[RD_GUESS_SIZE];
    snprintf(accepted, RD_ACCEPTED_SIZE, "accepted are %s%s", rd_name_list(names, "", "", list),
             rd_name_guess(wrong, names, "", "", guess));
    return accepted;
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
    char list[RD_NAME_LIST_SIZE], guess[RD_GUESS_SIZE];
    if (!attribute->ns && rd_name_is_listed(name, form->attributes))
        return;
    if (!form->attributes)
        rd_error_list_add(errors, RD_ERROR_INPUT, path, line,
                          "attribute %.100s of <%s>: none are accepted", name, form->name);
    else
        rd_error_list_add(
            errors, RD_ERROR_INPUT, path, line, "attribute %s%s%.100s of <%s>: accepted are %s%s",
            attribute->ns ? (const char *)attribute->ns->prefix : "", attribute->ns ? ":" : "",
            name, form->name, rd_name_list(form->attributes, "", "", list),
            rd_name_guess(name, form->attributes, "", "", guess));
}

static void check_child(const xmlNode *child, const struct rd_xml_form *form, const char *path,
                        struct rd_error_list *errors)
{
    const char *name = rd_xml_name(child);
    char list[RD_NAME_LIST_SIZE], guess[RD_GUESS_SIZE];
    if (!child->ns && rd_name_is_listed(name, form->children))
        return;
    if (!form->children)
        rd_error_list_add(errors, RD_ERROR_INPUT, path, rd_xml_line(child),
                          "<%.100s> in <%s>: nothing is accepted in it", name, form->name);
    else
        rd_error_list_add(errors, RD_ERROR_INPUT, path, rd_xml_line(child),
                          "<%.100s>%s in <%s>: accepted are %s%s", name,
                          child->ns ? " of a namespace" : "", form->name,
                          rd_name_list(form->children, "<", ">", list),
                          child->ns ? "" : rd_name_guess(name, form->children, "<", ">", guess));
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
