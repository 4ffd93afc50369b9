#include "platform_write.h"

#include "platform_forms.h"

#include <stdio.h>
#include <string.h>

struct writer {
    struct rd_arena *arena;
    char *text;
    size_t size, capacity;
    int line;
    const struct rd_named_text *file; /* the next one */
};

static void put(struct writer *writer, const char *bytes, size_t size)
{
    if (writer->capacity - writer->size <= size) {
        size_t capacity = 2 * (writer->capacity + size) + 4096;
        writer->text = rd_arena_grow(writer->arena, writer->text, writer->capacity, capacity, 1);
        writer->capacity = capacity;
    }
    memcpy(writer->text + writer->size, bytes, size);
    writer->size += size;
    writer->text[writer->size] = '\0';
    for (size_t i = 0; i < size; i++)
        writer->line += bytes[i] == '\n';
}

static void put_text(struct writer *writer, const char *text)
{
    put(writer, text, strlen(text));
}

/* What SimGrid's parser decodes, in attributes and between tags: it takes a number for one byte, so
 * that only letters of ASCII have one, and all others stand as they are. */
static void put_escaped(struct writer *writer, const char *text, const char *to_escape)
{
    while (*text) {
        size_t plain = strcspn(text, to_escape);
        put(writer, text, plain);
        text += plain;
        if (*text) {
            char number[8];
            snprintf(number, sizeof number, "&#%d;", *text++);
            put_text(writer, number);
        }
    }
}

/* In the order in which they were checked, which is that of the files. */
static void put_attributes(struct writer *writer, const xmlNode *element,
                           const struct rd_platform_element *form)
{
    for (const struct rd_platform_attribute *attribute = form->attributes; attribute->name;
         attribute++) {
        const char *value = rd_xml_attribute(element, attribute->name, writer->arena);
        if (!value)
            continue;
        if (attribute->value == RD_VALUE_FILE && *value)
            value = (writer->file++)->name;
        put_text(writer, " ");
        put_text(writer, attribute->name);
        put_text(writer, "=\"");
        put_escaped(writer, value, "&<>\"'\n\r\t");
        put_text(writer, "\"");
    }
}

static void put_element(struct writer *writer, const xmlNode *element)
{
    const struct rd_platform_element *form = rd_platform_element_named(rd_xml_name(element));
    rd_assert(form); /* it was checked */
    while (writer->line < rd_xml_line(element))
        put_text(writer, "\n");
    put_text(writer, "<");
    put_text(writer, form->name);
    put_attributes(writer, element, form);
    put_text(writer, ">");
    for (const xmlNode *child = element->children; child; child = child->next) {
        if (child->type == XML_ELEMENT_NODE)
            put_element(writer, child);
        else if (child->type == XML_TEXT_NODE && rd_xml_is(element, "trace"))
            put_escaped(writer, (const char *)child->content, "&<>");
    }
    put_text(writer, "</");
    put_text(writer, form->name);
    put_text(writer, ">");
}

const char *rd_platform_write(const xmlNode *root, const struct rd_named_text *file,
                              struct rd_arena *arena, size_t *ret_size)
{
    struct writer writer = {.arena = arena, .line = 1, .file = file};
    put_text(&writer, "<?xml version=\"1.0\"?>"
                      "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">");
    put_element(&writer, root);
    put_text(&writer, "\n");
    *ret_size = writer.size;
    return writer.text;
}
