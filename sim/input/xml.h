/* libxml2, kept safe: nothing is fetched, expanded or included, and every node knows its line. */
#pragma once

#include "error_list.h"

#include <libxml/tree.h>

/* From here on libxml2 takes memory that does not fail: where there is none, the program says so
 * and ends (rd_out_of_memory). May be called again. Cost: nothing after the first call. */
void rd_xml_use_own_memory(void);

/* Parses XML 1.0 in UTF-8.
 * In: path for messages; doctype, the name that a document type declaration may have, or NULL: none
 *     is accepted. A declaration may name a DTD, which is not read; it may declare nothing.
 * Returns: the document, the caller's to give to xmlFreeDoc; NULL after an error.
 * Errors: RD_ERROR_INPUT: what is not well-formed, is not UTF-8, refers to entities, declares
 *     anything. libxml2's warnings are no errors. */
xmlDoc *rd_xml_parse(const char *path, const char *text, size_t size, const char *doctype,
                     struct rd_error_list *errors);

/* The line on which an element's start tag ends; exact beyond 65535, where libxml2 stops counting.
 */
int rd_xml_line(const xmlNode *element);

/* Is it an element of this name, in no namespace? */
bool rd_xml_is(const xmlNode *node, const char *name);

/* Is an element within another one, or the same? Cost: O(depth). */
bool rd_xml_holds(const xmlNode *outer, const xmlNode *element);

/* The next sibling from `node` on (itself included) that is an element of this name. */
xmlNode *rd_xml_named(xmlNode *node, const char *name);

/* Writes an attribute of an element, in place of one of that name. */
void rd_xml_set(xmlNode *element, const char *name, const char *value);
void rd_xml_set_number(xmlNode *element, const char *name, int64_t number);

/* Puts an element of a name behind the children of another. */
xmlNode *rd_xml_add_child(xmlNode *element, const char *name);

/* Takes a node out of its document, and frees it. */
void rd_xml_drop(xmlNode *node);

/* For each element of a name, from the sibling `first` on. */
#define rd_xml_each(node, first, name)                                                             \
    for (xmlNode *node = rd_xml_named((first), (name)); node;                                      \
         node = rd_xml_named(node->next, (name)))

/* The text of an attribute, in the arena; NULL if the element has none of that name. */
const char *rd_xml_attribute(const xmlNode *element, const char *name, struct rd_arena *arena);

/* The same; "" if the element has none. */
static inline const char *rd_xml_text(const xmlNode *element, const char *name,
                                      struct rd_arena *arena)
{
    const char *text = rd_xml_attribute(element, name, arena);
    return text ? text : "";
}

/* An element's name as messages write it. */
static inline const char *rd_xml_name(const xmlNode *element)
{
    return (const char *)element->name;
}

/* What an element may hold: names, each list ended by NULL; a list that is NULL is empty. */
struct rd_xml_form {
    const char *name;
    const char *const *attributes;
    const char *const *children;
};

#define RD_NAMES(...)                                                                              \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

/* Is a name in such a list? */
bool rd_name_is_listed(const char *name, const char *const *names);

/* Reports every attribute that the form does not list (with the nearest that it does), and
 * namespaces. */
void rd_xml_check_attributes(const xmlNode *element, const struct rd_xml_form *form,
                             const char *path, struct rd_error_list *errors);

/* The same, and every child that is not listed and text between tags. Children are not looked
 * into. */
void rd_xml_check_form(const xmlNode *element, const struct rd_xml_form *form, const char *path,
                       struct rd_error_list *errors);

/* "accepted are a, b, c (did you mean b?)". Cut to the size. */
enum { RD_ACCEPTED_SIZE = 1200 };
const char *rd_names_accepted_of(const char *const *names, const char *wrong,
                                 char accepted[RD_ACCEPTED_SIZE]);
