#include "schema.h"

#include "xml.h"

#include <libxml/relaxng.h>
#include <string.h>

/* Of lists of loads, edges and ports: libxml2 may take time in proportion to their square. */
enum { CHILDREN_LOOKED_AT = 1000 };

/* The first thing that libxml2 says. */
struct verdict {
    bool said;
    int line;
    char message[RD_MESSAGE_SIZE];
};

#if LIBXML_VERSION >= 21200
static void note_error(void *context, const xmlError *error)
#else
static void note_error(void *context, xmlError *error)
#endif
{
    struct verdict *verdict = context;
    if (verdict->said)
        return;
    rd_assert(error->message); /* there is always memory for it: see xml_memory.h */
    snprintf(verdict->message, sizeof verdict->message, "%.*s", (int)strcspn(error->message, "\n"),
             error->message);
    verdict->line = error->line;
    verdict->said = true;
}

/* Where a list was cut, to be joined again. */
struct cut {
    xmlNode *list, *last_kept, *next, *last;
};

static struct cut shorten(const xmlDoc *doc, const char *name)
{
    struct cut cut = {0};
    xmlNode *list = rd_xml_named(xmlDocGetRootElement(doc)->children, name);
    size_t count = 0;
    for (xmlNode *node = list ? list->children : NULL; node; node = node->next) {
        if (++count < 2 * CHILDREN_LOOKED_AT)
            continue;
        cut = (struct cut){list, node, node->next, list->last};
        node->next = NULL;
        list->last = node;
    }
    return cut;
}

static void join(struct cut cut)
{
    if (!cut.list)
        return;
    cut.last_kept->next = cut.next;
    cut.list->last = cut.last;
}

static bool validate(xmlRelaxNG *schema, xmlDoc *doc, struct verdict *verdict)
{
    xmlRelaxNGValidCtxt *context = xmlRelaxNGNewValidCtxt(schema);
    rd_assert(context);
    xmlRelaxNGSetValidStructuredErrors(context, note_error, verdict);
    struct cut loads = shorten(doc, "loads"), edges = shorten(doc, "topology");
    struct cut ports = shorten(doc, "network");
    bool valid = xmlRelaxNGValidateDoc(context, doc) == 0;
    join(ports);
    join(edges);
    join(loads);
    xmlRelaxNGFreeValidCtxt(context);
    return valid;
}

/* Read once in a process, and kept: a sweep checks a scenario at every point. */
static xmlRelaxNG *read_schema(void)
{
    static xmlRelaxNG *schema;
    if (schema)
        return schema;
    xmlRelaxNGParserCtxt *parser =
        xmlRelaxNGNewMemParserCtxt((const char *)rd_schema_text, (int)rd_schema_text_size);
    rd_assert(parser);
    schema = xmlRelaxNGParse(parser);
    rd_assert(schema); /* the text is ours */
    xmlRelaxNGFreeParserCtxt(parser);
    return schema;
}

bool rd_schema_check(xmlDoc *doc, const char *path, struct rd_error_list *errors)
{
    struct verdict verdict = {.message = "not a scenario"};
    return validate(read_schema(), doc, &verdict) ||
           rd_error_list_add(errors, RD_ERROR_INPUT, path, verdict.line,
                             "%s: the form of scenarios/scenario.rng is accepted", verdict.message);
}
