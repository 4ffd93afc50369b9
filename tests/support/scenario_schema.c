#include "scenario_schema.h"

#include "sim/base/error.h"

#include <libxml/relaxng.h>
#include <stdio.h>
#include <string.h>

#if LIBXML_VERSION >= 21200
static void note_error(void *context, const xmlError *error)
#else
static void note_error(void *context, xmlError *error)
#endif
{
    char *words = context;
    if (!*words)
        snprintf(words, SCHEMA_WORDS, "%.*s", (int)strcspn(error->message, "\n"), error->message);
}

/* Read once in a process: a harness asks thousands of times. */
static xmlRelaxNG *read_schema(void)
{
    static xmlRelaxNG *schema;
    if (schema)
        return schema;
    xmlRelaxNGParserCtxt *parser = xmlRelaxNGNewParserCtxt(SCENARIO_SCHEMA);
    rd_assert(parser);
    schema = xmlRelaxNGParse(parser);
    rd_assert(schema);
    xmlRelaxNGFreeParserCtxt(parser);
    return schema;
}

bool schema_accepts(xmlDoc *doc, char words[SCHEMA_WORDS])
{
    xmlRelaxNGValidCtxt *context = xmlRelaxNGNewValidCtxt(read_schema());
    rd_assert(context);
    *words = '\0';
    xmlRelaxNGSetValidStructuredErrors(context, note_error, words);
    bool valid = xmlRelaxNGValidateDoc(context, doc) == 0;
    xmlRelaxNGFreeValidCtxt(context);
    return valid;
}
