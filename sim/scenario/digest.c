/* The digest of a scenario: of its canonical XML, so that what means the same reads the same. */
#include "scenario.h"

#include "sim/digest/sha256.h"
#include "sim/input/xml.h"

#include <libxml/c14n.h>
#include <string.h>

/* Takes out what a digest does not cover: <sweep>, and the blanks between elements. */
static void strip(xmlNode *root)
{
    for (xmlNode *node = root->children, *next; node; node = next) {
        next = node->next;
        if (rd_xml_is(node, "sweep") || xmlIsBlankNode(node) || node->type == XML_COMMENT_NODE)
            rd_xml_drop(node);
    }
}

const char *rd_scenario_digest(const char *text, size_t size, struct rd_arena *arena)
{
    struct rd_error_list errors = {.arena = arena};
    xmlDoc *doc = rd_xml_parse("", text, size, NULL, &errors);
    rd_assert(doc);
    strip(xmlDocGetRootElement(doc));
    xmlChar *canonical = NULL;
    int length = xmlC14NDocDumpMemory(doc, NULL, XML_C14N_1_0, NULL, 0, &canonical);
    rd_assert(length >= 0);
    struct rd_sha256 sha256;
    rd_sha256_begin(&sha256);
    rd_sha256_add(&sha256, canonical, (size_t)length);
    xmlFree(canonical);
    xmlFreeDoc(doc);
    return rd_sha256_end_text(&sha256, rd_take(arena, RD_SHA256_TEXT_SIZE, char));
}
