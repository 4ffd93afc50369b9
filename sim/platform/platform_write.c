#include "platform_write.h"

#include "platform_forms.h"

#include <stdio.h>
#include <string.h>

struct writer {
    struct rd_text out;
    int line;
    const struct rd_named_text *file; /* the next one */
};

/* What SimGrid's parser decodes, in attributes and between tags: it takes a number for one byte, so
 * that only letters of ASCII have one, and all others stand as they are. */
static void put_escaped(struct writer *writer, const char *text, const char *to_escape)
{
    while (*text) {
        int plain = (int)strcspn(text, to_escape);
        rd_text_print(&writer->out, "%.*s", plain, text);
        for (; plain > 0; plain--)
            writer->line += *text++ == '\n';
        if (*text)
            rd_text_print(&writer->out, "&#%d;", *text++);
    }
}

/* In the order in which they were checked, which is that of the files. */
static void put_attributes(struct writer *writer, const xmlNode *element,
                           const struct rd_platform_element *form)
{
    for (const struct rd_platform_attribute *attribute = form->attributes; attribute->name;
         attribute++) {
        const char *value = rd_xml_attribute(element, attribute->name, writer->out.arena);
        if (!value)
            continue;
        if (attribute->value == RD_VALUE_FILE && *value)
            value = (writer->file++)->name;
        rd_text_print(&writer->out, " %s=\"", attribute->name);
        put_escaped(writer, value, "&<>\"'\n\r\t");
        rd_text_print(&writer->out, "\"");
    }
}

static void put_element(struct writer *writer, const xmlNode *element)
{
    const struct rd_platform_element *form = rd_platform_element_named(rd_xml_name(element));
    rd_assert(form); /* it was checked */
    for (; writer->line < rd_xml_line(element); writer->line++)
        rd_text_print(&writer->out, "\n");
    rd_text_print(&writer->out, "<%s", form->name);
    put_attributes(writer, element, form);
    rd_text_print(&writer->out, ">");
    for (const xmlNode *child = element->children; child; child = child->next) {
        if (child->type == XML_ELEMENT_NODE && !rd_xml_is(child, "config")) /* left off */
            put_element(writer, child);
        else if (child->type == XML_TEXT_NODE && rd_xml_is(element, "trace"))
            put_escaped(writer, (const char *)child->content, "&<>");
    }
    rd_text_print(&writer->out, "</%s>", form->name);
}

const char *rd_platform_write(const xmlNode *root, const struct rd_named_text *file,
                              struct rd_arena *arena, size_t *ret_size)
{
    struct writer writer = {.out = {.arena = arena}, .line = 1, .file = file};
    rd_text_print(&writer.out, "<?xml version=\"1.0\"?>"
                               "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">");
    put_element(&writer, root);
    rd_text_print(&writer.out, "\n");
    *ret_size = writer.out.size;
    return writer.out.text;
}
