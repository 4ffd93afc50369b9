/* <loads> that lists pieces of named kinds: <copy kind= items= held= wanted=>, or
 * copies="pieces.csv", with <load> for the kinds that are counted. */
#include "copy_rows.h"

#include "sim/input/file_text.h"

#include <inttypes.h>

static const struct rd_xml_form inline_form = {"loads", NULL, RD_NAMES("load", "copy")};
static const struct rd_xml_form file_form = {"loads", RD_NAMES("copies"), RD_NAMES("load")};

bool rd_lists_copies(const struct rd_reader *reader, const xmlNode *loads)
{
    return (reader->goal_read && reader->scenario->instance.goal == RD_COPIES) ||
           xmlHasProp(loads, (const xmlChar *)"copies") || rd_xml_named(loads->children, "copy");
}

static void read_copy(struct rd_reader *reader, const xmlNode *element, struct rd_copy_rows *rows)
{
    struct rd_copy_text text = {.place = {reader->path, rd_xml_line(element)}};
    rd_read_element(reader, element, NULL);
    text.kind = rd_read_text(reader, element, "kind");
    text.held = rd_read_text(reader, element, "held");
    text.wanted = rd_read_text(reader, element, "wanted");
    bool good = rd_read_integer(reader, element, "items", &text.items);
    if (good && text.kind && text.held && text.wanted)
        rd_copy_rows_add(reader, rows, &text);
}

static void read_file(struct rd_reader *reader, const xmlNode *element, struct rd_copy_rows *rows)
{
    const char *path, *text;
    size_t size;
    if (rd_read_named_file(reader, element, "copies", RD_LOADS_BYTES_LIMIT, &path, &text, &size))
        rd_copy_rows_read_csv(reader, path, text, size, rows);
}

/* The bytes of an item of each named kind; NULL where all have those of <items>. */
static const double *sizes_of(struct rd_reader *reader, const struct rd_names *kinds)
{
    if (reader->sized_kinds.count == 0)
        return NULL;
    double *bytes = rd_take(reader->arena, kinds->count, double);
    for (uint32_t kind = 0; kind < kinds->count; kind++)
        bytes[kind] = reader->scenario->instance.item_bytes;
    for (uint32_t i = 0; i < reader->sized_kinds.count; i++) {
        uint32_t kind = rd_names_find(kinds, reader->sized_kinds.name[i]);
        if (kind == RD_NO_NAME)
            rd_error_list_add(reader->errors, RD_ERROR_INPUT, reader->path, reader->size_line[i],
                              "kind \"%.100s\" of <items> is in no piece: the name of one is "
                              "accepted",
                              reader->sized_kinds.name[i]);
        else
            bytes[kind] = reader->size_bytes[i];
    }
    return bytes;
}

static void take_copies(struct rd_reader *reader, const xmlNode *loads,
                        const struct rd_copy_rows *rows)
{
    struct rd_instance *instance = &reader->scenario->instance;
    struct rd_load_rows counted = {.path = reader->path, .named_kinds = rows->kinds.count};
    size_t errors_before = reader->errors->count;
    rd_load_rows_read_elements(reader, loads, &counted);
    if (reader->errors->count == errors_before)
        rd_load_rows_apply(reader, &counted, loads);
    if (!instance->load)
        return;
    struct rd_copies *copies =
        rd_copy_rows_arrange(rows, instance->kind_count - rows->kinds.count, reader->arena);
    copies->bytes = sizes_of(reader, &rows->kinds);
    instance->copies = copies;
}

void rd_read_copies(struct rd_reader *reader, const xmlNode *loads)
{
    struct rd_instance *instance = &reader->scenario->instance;
    struct rd_copy_rows rows = {0};
    size_t errors_before = reader->errors->count;
    bool file = xmlHasProp(loads, (const xmlChar *)"copies");
    rd_read_form(reader, loads, file ? &file_form : &inline_form);
    if (file)
        read_file(reader, loads, &rows);
    rd_xml_each (node, loads->children, "copy")
        if (!file)
            read_copy(reader, node, &rows);
    if (reader->goal_read && instance->goal != RD_COPIES)
        rd_read_fail(reader, loads, "copies with goal reach=\"%s\": reach=\"copies\" is needed",
                     rd_goal_name(instance->goal));
    if (reader->errors->count > errors_before || !reader->goal_read || !reader->topology_read)
        return;
    if (rows.count == 0)
        rd_read_fail(reader, loads,
                     "goal reach=\"copies\" without pieces: <copy> in <loads>, or "
                     "copies=\"pieces.csv\", is needed");
    else
        take_copies(reader, loads, &rows);
}

void rd_make_copies(struct rd_reader *reader, const xmlNode *loads,
                    const struct rd_load_generator *generator, struct rd_options *attributes)
{
    struct rd_instance *instance = &reader->scenario->instance;
    struct rd_layouts layouts = {0};
    struct rd_error error;
    if (!rd_read_layouts(reader, loads, attributes, &layouts))
        return;
    const struct rd_copies *copies =
        layouts.names.count > 0
            ? rd_copies_of_layouts(&layouts, attributes, reader->arena, &error)
            : rd_copies_generate(generator, reader->loaded_host_count, attributes, reader->arena,
                                 &error);
    if (!copies && error.line > 0)
        rd_error_list_add_error(reader->errors, &error);
    else if (!copies)
        rd_read_fail_with(reader, loads, &error);
    if (!copies)
        return;
    reader->scenario->generates_copies = true;
    reader->scenario->piece_bytes = rd_option_integer(attributes, "piece-bytes");
    if (!rd_load_entries_fit(reader, loads, copies->count))
        return;
    size_t entries = (size_t)instance->topology.host_count * copies->count;
    instance->kind_count = copies->count;
    instance->load = rd_take(reader->arena, entries, int64_t);
    instance->target = rd_take(reader->arena, entries, int64_t);
    instance->copies = copies;
    if (reader->sized_kinds.count > 0)
        rd_error_list_add(reader->errors, RD_ERROR_INPUT, reader->path, reader->size_line[0],
                          "<kind> of <items> beside copies that are generated: their generator "
                          "says what they have");
}

/* Lists the sizes of items that a generator made. */
static void write_sizes(struct rd_reader *reader, const struct rd_copies *copies)
{
    xmlNode *items = rd_xml_named(reader->root->children, "items");
    if (reader->sized_kinds.count > 0 || !copies->bytes)
        return;
    if (!items)
        items = rd_xml_add_child(reader->root, "items");
    for (uint32_t kind = 0; kind < copies->count; kind++) {
        xmlNode *element = rd_xml_add_child(items, "kind");
        rd_xml_set(element, "name", copies->name[kind]);
        rd_xml_set_number(element, "bytes", (int64_t)copies->bytes[kind]);
    }
}

void rd_write_copies(struct rd_reader *reader, xmlNode *loads)
{
    const struct rd_copies *copies = reader->scenario->instance.copies;
    write_sizes(reader, copies);
    uint32_t kind = 0;
    for (uint32_t piece = 0; piece < copies->piece_count; piece++) {
        while (copies->piece[kind + 1] <= piece)
            kind++;
        uint32_t held = copies->held_first[piece], wanted = copies->wanted_first[piece];
        xmlNode *element = rd_xml_add_child(loads, "copy");
        rd_arena_borrow(reader->arena);
        rd_xml_set(element, "kind", copies->name[kind]);
        rd_xml_set_number(element, "items", copies->items[piece]);
        rd_xml_set(element, "held",
                   rd_host_list(reader, copies->held + held, copies->held_first[piece + 1] - held));
        rd_xml_set(element, "wanted",
                   rd_host_list(reader, copies->wanted + wanted,
                                copies->wanted_first[piece + 1] - wanted));
    }
}
