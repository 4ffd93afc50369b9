/* <kind bytes=> of <items>: what an item has of a named kind (name=), or of a counted one
 * (number=). */
#include "copy_rows.h"

#include <inttypes.h>

static void read_named(struct rd_reader *reader, const xmlNode *element, double bytes)
{
    uint32_t number;
    const char *name = rd_read_text(reader, element, "name");
    if (!name)
        return;
    if (!rd_names_add(&reader->sized_kinds, reader->arena, name, &number)) {
        rd_read_fail(reader, element,
                     "kind \"%.100s\" a second time (first on line %d): each is accepted once",
                     name, reader->size_line[number]);
        return;
    }
    rd_arena_add(reader->arena, reader->size_bytes, reader->size_count, bytes);
    rd_arena_add(reader->arena, reader->size_line, reader->size_line_count, rd_xml_line(element));
}

static void read_numbered(struct rd_reader *reader, const xmlNode *element, double bytes)
{
    int64_t number;
    if (!rd_read_integer(reader, element, "number", &number))
        return;
    if (bytes == 0) {
        rd_read_fail(reader, element,
                     "kind %" PRId64 " of 0 bytes: a kind with a number has 1 byte or more",
                     number);
        return;
    }
    struct rd_numbered_size size = {(uint32_t)number, rd_xml_line(element), bytes};
    rd_arena_add(reader->arena, reader->numbered_size, reader->numbered_size_count, size);
}

void rd_read_kind_sizes(struct rd_reader *reader, const xmlNode *items)
{
    rd_xml_each (node, items->children, "kind") {
        double bytes = 0;
        rd_read_element(reader, node, NULL);
        bool sized = rd_read_whole_bytes(reader, node, "bytes", &bytes);
        bool named = xmlHasProp(node, (const xmlChar *)"name");
        if (named == (xmlHasProp(node, (const xmlChar *)"number") != NULL))
            rd_read_fail(reader, node,
                         "<kind> %s: a name, of a named kind, or a number, of a counted one, is "
                         "needed",
                         named ? "with name and number" : "without name or number");
        else if (sized)
            (named ? read_named : read_numbered)(reader, node, bytes);
    }
}

#define wrong(reader, line, ...)                                                                   \
    rd_error_list_add((reader)->errors, RD_ERROR_INPUT, (reader)->path, line, __VA_ARGS__)

void rd_take_kind_sizes(struct rd_reader *reader)
{
    struct rd_instance *instance = &reader->scenario->instance;
    const struct rd_numbered_size *size = reader->numbered_size;
    size_t count = reader->numbered_size_count, errors_before = reader->errors->count;
    if (count > 0 && reader->goal_read && instance->goal == RD_PLACE)
        wrong(reader, size->line,
              "<kind> of <items> with a number and goal reach=\"place\": objects have bytes of "
              "their own");
    if (count == 0 || !instance->load)
        return;
    uint32_t kinds = rd_counted_kinds(instance);
    double *bytes = rd_take(reader->arena, kinds, double);
    int *line = rd_take(reader->arena, kinds, int);
    for (size_t i = 0; i < count; i++, size++) {
        if (size->kind >= kinds) {
            wrong(reader, size->line,
                  "kind %" PRIu32 " of <items> is not in the loads: a number below %" PRIu32
                  " is accepted",
                  size->kind, kinds);
        } else if (line[size->kind] > 0) {
            wrong(reader, size->line,
                  "kind %" PRIu32 " a second time (first on line %d): each is accepted once",
                  size->kind, line[size->kind]);
        } else {
            line[size->kind] = size->line;
            bytes[size->kind] = size->bytes;
        }
    }
    for (uint32_t kind = 0; kind < kinds; kind++) {
        if (bytes[kind] == 0 && instance->item_bytes == 0) {
            wrong(reader, reader->numbered_size->line,
                  "kind %" PRIu32 " has the 0 bytes of <items>: where another one has bytes of its "
                  "own, 1 or more are needed",
                  kind);
            return;
        }
        bytes[kind] = bytes[kind] > 0 ? bytes[kind] : instance->item_bytes;
    }
    if (reader->errors->count == errors_before)
        rd_instance_size_kinds(instance, bytes);
}
