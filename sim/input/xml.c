#include "xml.h"

#include "sim/base/checked_memory.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/xmlmemory.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- memory ----------------------------------------------------------------------------------- */

/* libxml2 2.9 takes an allocation that fails for a mistake of the file, for an attribute that is
 * not there, or crashes: here none fails. */
static const char purpose[] = "read XML";

static void *take_memory(size_t size)
{
    return rd_checked_malloc(size, purpose);
}

static void *resize_memory(void *memory, size_t size)
{
    return rd_checked_realloc(memory, size, purpose);
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(take_memory(size), text, size);
}

/* What was taken before, by whoever else has loaded libxml2, is freed the same way. */
void rd_xml_use_own_memory(void)
{
    static bool done;
    if (!done)
        xmlMemSetup(free, take_memory, resize_memory, copy_text);
    done = true;
}

/* --- one parse -------------------------------------------------------------------------------- */

/* What the callbacks of one parse share: the first thing that is wrong. What follows is mostly its
 * echo. */
struct parse {
    const char *path;
    struct rd_error_list *errors;
    bool said;
    int line;
    char message[RD_MESSAGE_SIZE]; /* if nothing was said: why there is no document all the same */
};

static struct parse *parse_of(void *context)
{
    return ((xmlParserCtxt *)context)->_private;
}

static __attribute__((format(printf, 3, 4))) void say(struct parse *parse, int line,
                                                      const char *format, ...)
{
    if (parse->said)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(parse->message, sizeof parse->message, format, arguments);
    va_end(arguments);
    parse->line = line;
    parse->said = true;
}

#if LIBXML_VERSION >= 21200
static void note_error(void *context, const xmlError *error)
#else
static void note_error(void *context, xmlError *error)
#endif
{
    /* An entity that a DTD of elsewhere might declare is empty to libxml2 from 2.13 on. */
    if (error->level < XML_ERR_ERROR && error->code != XML_WAR_UNDECLARED_ENTITY)
        return;
    rd_assert(error->message); /* there is always memory for it */
    say(parse_of(context), error->line, "not well-formed, %.*s: XML 1.0 is accepted",
        (int)strcspn(error->message, "\n"), error->message);
}

/* Called for each declaration of an internal DTD subset: the parse ends before it could matter. */
static void refuse_declaration(xmlParserCtxt *parser)
{
    say(parse_of(parser), parser->input->line,
        "a document type with declarations of its own: none are accepted");
    xmlStopParser(parser);
}

static void refuse_entity(void *context, const xmlChar *name, int type, const xmlChar *public_id,
                          const xmlChar *system_id, xmlChar *content)
{
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    refuse_declaration(context);
}

static void refuse_element(void *context, const xmlChar *name, int type, xmlElementContent *content)
{
    (void)name, (void)type, (void)content;
    refuse_declaration(context);
}

static void refuse_attribute(void *context, const xmlChar *element, const xmlChar *name, int type,
                             int default_type, const xmlChar *value, xmlEnumeration *values)
{
    (void)element, (void)name, (void)type, (void)default_type, (void)value;
    xmlFreeEnumeration(values);
    refuse_declaration(context);
}

static void refuse_notation(void *context, RD_UNUSED const xmlChar *name,
                            RD_UNUSED const xmlChar *public_id, RD_UNUSED const xmlChar *system_id)
{
    refuse_declaration(context);
}

static void refuse_unparsed_entity(void *context, const xmlChar *name, const xmlChar *public_id,
                                   const xmlChar *system_id, const xmlChar *notation)
{
    (void)name, (void)public_id, (void)system_id, (void)notation;
    refuse_declaration(context);
}

/* libxml2's own lines end at 65535: the node carries ours. */
static void start_element(void *context, const xmlChar *name, const xmlChar *prefix,
                          const xmlChar *uri, int namespace_count, const xmlChar **namespaces,
                          int attribute_count, int default_count, const xmlChar **attributes)
{
    xmlParserCtxt *parser = context;
    xmlSAX2StartElementNs(context, name, prefix, uri, namespace_count, namespaces, attribute_count,
                          default_count, attributes);
    rd_assert(parser->node && parser->input); /* no element fails to be made */
    parser->node->_private = (void *)(intptr_t)parser->input->line;
}

int rd_xml_line(const xmlNode *element)
{
    return (int)(intptr_t)element->_private;
}

static bool check_document(const xmlDoc *doc, const char *doctype, const struct parse *parse)
{
    const xmlDtd *dtd = doc->intSubset;
    if (dtd && (!doctype || strcmp((const char *)dtd->name, doctype) != 0))
        return rd_error_list_add(
            parse->errors, RD_ERROR_INPUT, parse->path, 1,
            "document type \"%s\": %s%s is accepted%s", (const char *)dtd->name,
            doctype ? "only " : "none", doctype ? doctype : "",
            !doctype && strcmp((const char *)dtd->name, "platform") == 0
                ? "; did you mean a scenario with <platform file=\"...\"/>, which names this file?"
                : "");
    if (doc->version && strcmp((const char *)doc->version, "1.0") != 0)
        return rd_error_list_add(parse->errors, RD_ERROR_INPUT, parse->path, 1,
                                 "XML %.20s: 1.0 is accepted", (const char *)doc->version);
    const char *encoding = (const char *)doc->encoding;
    if (encoding && strcasecmp(encoding, "UTF-8") != 0 && strcasecmp(encoding, "US-ASCII") != 0 &&
        strcasecmp(encoding, "ASCII") != 0)
        return rd_error_list_add(parse->errors, RD_ERROR_INPUT, parse->path, 1,
                                 "encoding \"%s\": UTF-8 is accepted", encoding);
    return true;
}

static void set_callbacks(xmlParserCtxt *parser)
{
    xmlSAXHandler *sax = parser->sax;
    sax->serror = note_error;
    sax->startElementNs = start_element;
    sax->entityDecl = refuse_entity;
    sax->elementDecl = refuse_element;
    sax->attributeDecl = refuse_attribute;
    sax->notationDecl = refuse_notation;
    sax->unparsedEntityDecl = refuse_unparsed_entity;
}

static xmlDoc *parsed(xmlParserCtxt *parser, const char *text, size_t size, const char *doctype,
                      const struct parse *parse)
{
    xmlDoc *doc = xmlCtxtReadMemory(parser, text, (int)size, parse->path, NULL, XML_PARSE_NONET);
    bool good = doc && !parse->said;
    if (!good)
        rd_error_list_add(parse->errors, RD_ERROR_INPUT, parse->path, parse->line, "%s",
                          parse->message);
    if (good && check_document(doc, doctype, parse))
        return doc;
    xmlFreeDoc(doc);
    return NULL;
}

/* Is it UTF-8? libxml2 knows other encodings by their first bytes, and takes a zero byte for the
 * end or for half a letter. */
static bool check_bytes(const char *text, size_t size, const struct parse *parse)
{
    const char *zero = memchr(text, '\0', size);
    int line = 1;
    for (const char *at = text; zero && at < zero; at++)
        line += *at == '\n';
    xmlCharEncoding found = xmlDetectCharEncoding((const xmlChar *)text, (int)size);
    if (zero || (found != XML_CHAR_ENCODING_NONE && found != XML_CHAR_ENCODING_UTF8))
        return rd_error_list_add(parse->errors, RD_ERROR_INPUT, parse->path, line,
                                 "%s: text in UTF-8 is accepted",
                                 zero ? "a zero byte" : "another encoding");
    return true;
}

xmlDoc *rd_xml_parse(const char *path, const char *text, size_t size, const char *doctype,
                     struct rd_error_list *errors)
{
    struct parse parse = {.path = path,
                          .errors = errors,
                          .line = 1,
                          .message = "not well-formed: XML 1.0 is accepted"};
    rd_assert(size <= INT_MAX);
    if (!check_bytes(text, size, &parse))
        return NULL;
    rd_xml_use_own_memory();
    xmlParserCtxt *parser = xmlNewParserCtxt();
    rd_assert(parser);
    parser->_private = &parse;
    set_callbacks(parser);
    xmlDoc *doc = parsed(parser, text, size, doctype, &parse);
    xmlFreeParserCtxt(parser);
    return doc;
}

bool rd_xml_is(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && !node->ns && strcmp(rd_xml_name(node), name) == 0;
}

bool rd_xml_holds(const xmlNode *outer, const xmlNode *element)
{
    while (element && element != outer)
        element = element->parent;
    return element;
}

void rd_xml_set(xmlNode *element, const char *name, const char *value)
{
    const xmlAttr *attribute = xmlSetProp(element, (const xmlChar *)name, (const xmlChar *)value);
    rd_assert(attribute);
}

void rd_xml_set_number(xmlNode *element, const char *name, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, number);
    rd_xml_set(element, name, text);
}

xmlNode *rd_xml_add_child(xmlNode *element, const char *name)
{
    xmlNode *child = xmlNewChild(element, NULL, (const xmlChar *)name, NULL);
    rd_assert(child);
    return child;
}

void rd_xml_drop(xmlNode *node)
{
    xmlUnlinkNode(node);
    xmlFreeNode(node);
}

xmlNode *rd_xml_named(xmlNode *node, const char *name)
{
    while (node && !rd_xml_is(node, name))
        node = node->next;
    return node;
}

const char *rd_xml_attribute(const xmlNode *element, const char *name, struct rd_arena *arena)
{
    xmlChar *value = xmlGetNoNsProp(element, (const xmlChar *)name);
    if (!value)
        return NULL;
    const char *text = rd_arena_text(arena, (const char *)value);
    xmlFree(value);
    return text;
}
