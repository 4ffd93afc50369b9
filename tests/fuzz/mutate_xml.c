/* Changes XML as a tree, for libFuzzer: bytes changed at random seldom come through the parser, and
 * what comes after it would never be tried. Linked to the harnesses of XML files when fuzzing. */
#include "sim/base/rng.h"

#include <libxml/parser.h>
#include <stdbool.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t most, unsigned seed);

enum { MOST_ELEMENTS = 200, MOST_CHANGES = 4, MOST_LETTERS = 255 };

struct tree {
    xmlDoc *doc;
    xmlNode *element[MOST_ELEMENTS];
    size_t count;
    struct rd_rng rng;
};

static void gather(struct tree *tree, xmlNode *node)
{
    for (; node && tree->count < MOST_ELEMENTS; node = node->next)
        if (node->type == XML_ELEMENT_NODE) {
            tree->element[tree->count++] = node;
            gather(tree, node->children);
        }
}

static bool parse(struct tree *tree, const uint8_t *data, size_t size, unsigned seed)
{
    *tree = (struct tree){.rng = rd_rng_seeded(seed, 0)};
    tree->doc = xmlReadMemory((const char *)data, (int)size, NULL, NULL,
                              XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET);
    if (tree->doc)
        gather(tree, xmlDocGetRootElement(tree->doc));
    return tree->count > 0;
}

static xmlNode *any_element(struct tree *tree)
{
    return tree->element[rd_rng_below(&tree->rng, tree->count)];
}

/* One that has attributes, if a few tries find one. Returns: NULL otherwise. */
static xmlAttr *any_attribute(struct tree *tree)
{
    for (int tries = 0; tries < 20; tries++) {
        xmlAttr *attribute = any_element(tree)->properties, *first = attribute;
        size_t count = 0;
        for (; attribute; attribute = attribute->next)
            count++;
        if (count == 0)
            continue;
        for (size_t skip = rd_rng_below(&tree->rng, count); skip > 0; skip--)
            first = first->next;
        return first;
    }
    return NULL;
}

static void set_value(xmlAttr *attribute, const char *value)
{
    xmlSetProp(attribute->parent, attribute->name, (const xmlChar *)value);
}

static void change_value(struct tree *tree, xmlAttr *attribute)
{
    static const char *const telling[] = {
        "0",
        "-1",
        "1",
        "2",
        "3",
        "1e308",
        "1e-300",
        "nan",
        "4294967296",
        "9223372036854775807",
        "0.5",
        "uniform 1 3",
        "real 0.5 2",
        "list 1 2 3",
        "h[0-3]",
        "h0 h1 h2",
        "steps 1 0.5 2",
        "none",
        "all",
        "one",
        "1 2 3",
        "uniform 1 2; 3",
    };
    char value[MOST_LETTERS + 1] = "";
    xmlChar *now = xmlGetProp(attribute->parent, attribute->name);
    snprintf(value, sizeof value, "%s", now ? (const char *)now : "");
    xmlFree(now);
    if (rd_rng_below(&tree->rng, 4) == 0) {
        set_value(attribute, telling[rd_rng_below(&tree->rng, sizeof telling / sizeof *telling)]);
        return;
    }
    size_t size = LLVMFuzzerMutate((uint8_t *)value, strlen(value), MOST_LETTERS);
    for (size_t i = 0; i < size; i++)
        if (value[i] < ' ')
            value[i] = "0123456789 .-;"[(unsigned char)value[i] % 14];
    value[size] = '\0';
    set_value(attribute, value);
}

static bool is_within(const xmlNode *node, const xmlNode *whole)
{
    for (; node; node = node->parent)
        if (node == whole)
            return true;
    return false;
}

/* Takes an element from its place to another, or a copy of it. */
static void move(struct tree *tree, bool keep)
{
    xmlNode *element = any_element(tree), *parent = any_element(tree);
    if (keep)
        element = xmlCopyNode(element, 1);
    else if (is_within(parent, element))
        return;
    else
        xmlUnlinkNode(element);
    xmlAddChild(parent, element);
}

static void change(struct tree *tree)
{
    xmlAttr *attribute = any_attribute(tree), *other = any_attribute(tree);
    xmlNode *element = any_element(tree), *beside = any_element(tree);
    switch (rd_rng_below(&tree->rng, 16)) {
    case 0:
        if (attribute)
            xmlRemoveProp(attribute);
        break;
    case 1:
        if (other)
            xmlSetProp(element, other->name, (const xmlChar *)"1");
        break;
    case 2:
    case 3:
        if (attribute && other) {
            xmlChar *value = xmlGetProp(other->parent, other->name);
            set_value(attribute, (const char *)value);
            xmlFree(value);
        }
        break;
    case 4: move(tree, true); break;
    case 5: move(tree, false); break;
    case 6:
        if (element != tree->element[0]) {
            xmlUnlinkNode(element);
            xmlFreeNode(element);
        }
        break;
    case 7: xmlNodeSetName(element, beside->name); break;
    case 8:
        if (element != tree->element[0])
            xmlAddNextSibling(element, xmlCopyNode(element, 1));
        break;
    default:
        if (attribute)
            change_value(tree, attribute);
    }
    tree->count = 0;
    gather(tree, xmlDocGetRootElement(tree->doc));
}

/* Writes the document out, if it has room. Returns: its size, or 0. */
static size_t write_out(struct tree *tree, uint8_t *data, size_t most)
{
    xmlChar *text = NULL;
    int size = 0;
    xmlDocDumpMemory(tree->doc, &text, &size);
    bool fits = text && size > 0 && (size_t)size <= most;
    if (fits)
        memcpy(data, text, (size_t)size);
    xmlFree(text);
    return fits ? (size_t)size : 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    struct tree tree;
    size_t written = 0;
    if (seed % 8 != 0 && parse(&tree, data, size, seed)) {
        for (uint64_t changes = 1 + rd_rng_below(&tree.rng, MOST_CHANGES); changes > 0; changes--)
            change(&tree);
        written = write_out(&tree, data, most);
    }
    if (seed % 8 != 0)
        xmlFreeDoc(tree.doc);
    return written > 0 ? written : LLVMFuzzerMutate(data, size, most);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other,
                                 size_t other_size, uint8_t *out, size_t most, unsigned seed)
{
    struct tree tree, from;
    size_t written = 0;
    bool both = parse(&tree, data, size, seed);
    both = parse(&from, other, other_size, seed + 1) && both;
    if (both) {
        xmlNode *graft = xmlDocCopyNode(any_element(&from), tree.doc, 1);
        xmlNode *place = any_element(&tree);
        if (place == tree.element[0])
            xmlAddChild(place, graft);
        else
            xmlFreeNode(xmlReplaceNode(place, graft));
        written = write_out(&tree, out, most);
    }
    xmlFreeDoc(tree.doc);
    xmlFreeDoc(from.doc);
    return written;
}
