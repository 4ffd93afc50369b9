#include "placed_rows.h"

#include "object_names.h"

void rd_placed_rows_add(struct rd_reader *reader, struct rd_placed_rows *rows,
                        const struct rd_placed_text *text)
{
    const struct rd_load_place *place = &text->place;
    uint32_t group = RD_ALONE;
    if (!reader->names_read)
        return;
    if (!rd_object_name_take(reader, &rows->names, rows->line, place, text->name))
        return;
    if (text->group && (group = rd_names_find(&rows->groups, text->group)) == RD_NO_NAME) {
        group = rows->groups.count;
        rd_names_add(&rows->groups, reader->arena, text->group, &group);
    }
    rd_arena_add(reader->arena, rows->line, rows->line_count, place->line);
    rd_arena_add(reader->arena, rows->bytes, rows->byte_count, text->bytes);
    rd_arena_add(reader->arena, rows->at, rows->at_count, rd_load_host(reader, *place, text->at));
    rd_arena_add(reader->arena, rows->group, rows->group_count, group);
}

/* In: line [hosts]: that of the <rack> of a host; rack [hosts]. */
static void read_rack(struct rd_reader *reader, const xmlNode *element, struct rd_names *names,
                      int *line, uint32_t *rack)
{
    uint32_t number, *host = NULL;
    size_t host_count = 0;
    rd_read_element(reader, element, NULL);
    const char *name = rd_read_text(reader, element, "name");
    const char *list = rd_read_text(reader, element, "hosts");
    struct rd_load_place place = {reader->path, rd_xml_line(element)};
    if (!name || !list)
        return;
    if (!rd_names_add(names, reader->arena, name, &number))
        rd_read_fail(reader, element, "rack \"%.100s\" a second time: each is accepted once", name);
    if (!rd_load_hosts(reader, place, "hosts of <rack>", list, &host, &host_count))
        return;
    for (size_t i = 0; i < host_count; i++) {
        if (line[host[i]] > 0)
            rd_read_fail(reader, element,
                         "host \"%.100s\" in a second rack (first on line %d): each is accepted in "
                         "one",
                         reader->host_names.name[host[i]], line[host[i]]);
        line[host[i]] = rd_xml_line(element);
        rack[host[i]] = number;
    }
}

void rd_placed_rows_take(struct rd_reader *reader, const xmlNode *loads,
                         const struct rd_placed_rows *rows, const int64_t *space)
{
    size_t errors_before = reader->errors->count;
    uint32_t hosts = reader->scenario->topology.host_count;
    int64_t *weight = rd_take(reader->arena, hosts, int64_t);
    uint32_t *rack = rd_take(reader->arena, hosts, uint32_t);
    int *target_line = rd_take(reader->arena, hosts, int);
    int *rack_line = rd_take(reader->arena, hosts, int);
    struct rd_names racks = {0};
    for (uint32_t host = 0; host < hosts; host++) {
        weight[host] = host < reader->loaded_host_count; /* a star's master holds nothing */
        rack[host] = RD_ALONE;
    }
    rd_xml_each (node, loads->children, "target")
        rd_load_host_number(reader, node, "weight", target_line, weight);
    rd_xml_each (node, loads->children, "rack")
        read_rack(reader, node, &racks, rack_line, rack);
    if (!reader->settings->places_objects)
        rd_read_fail(reader, loads,
                     "objects without to: from and to of each are needed, or `redist rebalance`, "
                     "which finds where they go");
    if (reader->errors->count > errors_before)
        return;
    struct rd_placed_objects placed = {.count = rows->names.count,
                                       .host_count = hosts,
                                       .name = rows->names.name,
                                       .bytes = rows->bytes,
                                       .at = rows->at,
                                       .group = rows->group,
                                       .group_count = rows->groups.count,
                                       .weight = weight,
                                       .rack = rack,
                                       .rack_count = racks.count,
                                       .space_bytes = space};
    reader->scenario->placed = rd_arena_copy(reader->arena, &placed, 1, sizeof placed);
}
