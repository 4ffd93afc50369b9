/* Placements of experts: which logical expert each physical slot of each layer holds. Slots are
 * dealt out to hosts in equal runs. */
#include "experts_map.h"
#include "placement.h"

#include "sim/input/json_input.h"

#include <inttypes.h>
#include <string.h>

/* With so few slots no sum of copies, times the hosts, comes near 2^53. */
enum { EXPERT_LIMIT = 1 << 20, SLOT_LIMIT = 1 << 24 };

/* [layer_count * slot_count] experts, -1 for an empty slot. */
struct map {
    const struct rd_input_text *text;
    struct rd_experts_map json;
    const char **layer_name; /* [layer_count]; NULL: by number */
    size_t layer_count, slot_count, device_slots;
    uint32_t expert_count; /* one more than the greatest number */
    int32_t *expert;
};

/* The line of a slot; that of the layer, if it has not so many. */
static int line_of(const struct map *map, size_t layer, size_t slot)
{
    const char *under = map->json.under, *bar = *under ? "/" : "";
    size_t run = map->device_slots > 0 ? map->device_slots : 1;
    switch (map->json.form) {
    case RD_ONE_LAYER: return rd_json_line(map->text, "%s%s%zu", under, bar, slot);
    case RD_NAMED_LAYERS:
        return rd_json_line(map->text, "%s/%.80s/%zu", under, map->layer_name[layer], slot);
    case RD_DEVICES:
        return rd_json_line(map->text, "%s/%zu/device_list/%zu/device_expert/%zu", under, layer,
                            slot / run, slot % run);
    default: return rd_json_line(map->text, "%s%s%zu/%zu", under, bar, layer, slot);
    }
}

static bool read_layer(const json_t *layer, size_t number, uint32_t hosts, struct rd_arena *arena,
                       struct map *map, struct rd_error *reterr)
{
    size_t slots = json_array_size(layer), first = number * map->slot_count;
    if (!json_is_array(layer) || slots == 0 || slots % hosts != 0 ||
        (number > 0 && slots != map->slot_count) || slots > SLOT_LIMIT / (number + 1))
        return rd_fail(reterr, RD_ERROR_INPUT, map->text->path, line_of(map, number, slots),
                       "layer %zu: %zu slots: a multiple of %" PRIu32
                       " is accepted, the same in each layer, at most %d in all",
                       number, slots, hosts, SLOT_LIMIT);
    if (number == 0)
        map->slot_count = slots;
    map->expert = rd_arena_grow(arena, map->expert, first, first + slots, sizeof *map->expert);
    for (size_t slot = 0; slot < slots; slot++) {
        const json_t *value = json_array_get(layer, slot);
        json_int_t expert = json_integer_value(value);
        if (!json_is_integer(value) || expert < -1 || expert >= EXPERT_LIMIT)
            return rd_fail(reterr, RD_ERROR_INPUT, map->text->path, line_of(map, number, slot),
                           "layer %zu, slot %zu: an expert from 0 to %d is accepted, or -1 for an "
                           "empty slot",
                           number, slot, EXPERT_LIMIT - 1);
        map->expert[first + slot] = (int32_t)expert;
        if (expert >= map->expert_count)
            map->expert_count = (uint32_t)expert + 1;
    }
    map->layer_count = number + 1;
    return true;
}

static bool read_layers(uint32_t hosts, struct rd_arena *arena, struct map *map,
                        struct rd_error *reterr)
{
    map->layer_name = rd_take(arena, map->json.layer_count, const char *);
    for (size_t number = 0; number < map->json.layer_count; number++) {
        json_auto_t *layer = rd_experts_map_layer(&map->json, number);
        const char *name = rd_experts_map_name(&map->json, number);
        map->layer_name[number] = name ? rd_arena_text(arena, name) : NULL;
        if (map->json.form == RD_DEVICES && json_array_size(layer) == 0)
            return rd_fail(reterr, RD_ERROR_INPUT, map->text->path, line_of(map, number, 0),
                           "layer %zu: no device_list: a device_expert for each device is "
                           "accepted, all of as many experts",
                           number);
        if (map->json.form == RD_DEVICES && number == 0)
            map->device_slots = rd_experts_map_device_slots(&map->json);
        if (!read_layer(layer, number, hosts, arena, map, reterr))
            return false;
    }
    return true;
}

static bool read_map(const struct rd_input_text *text, uint32_t hosts, struct rd_arena *arena,
                     struct map *ret_map, struct rd_error *reterr)
{
    *ret_map = (struct map){.text = text};
    json_auto_t *value = rd_json_input(text, reterr);
    if (!value)
        return false;
    if (!rd_experts_map_find(value, &ret_map->json))
        return rd_fail(reterr, RD_ERROR_INPUT, text->path,
                       rd_json_line(text, "%s/", ret_map->json.under),
                       "no map: an array of experts by slot is accepted, or one for each layer, by "
                       "itself or as physical_to_logical_map or initial_global_assignments of an "
                       "object, or a layer_list");
    return read_layers(hosts, arena, ret_map, reterr);
}

/* Which hosts hold each expert in a layer: host[first[e]] .. [first[e] + count[e] - 1]. */
struct lists {
    uint32_t *first, *count, *host;
};

static struct lists list_hosts(const struct map *map, size_t layer, uint32_t hosts,
                               uint32_t expert_count, struct rd_arena *arena)
{
    const int32_t *expert = map->expert + layer * map->slot_count;
    struct lists lists = {rd_take(arena, (size_t)expert_count + 1, uint32_t),
                          rd_take(arena, expert_count, uint32_t),
                          rd_take(arena, map->slot_count, uint32_t)};
    for (size_t slot = 0; slot < map->slot_count; slot++)
        if (expert[slot] >= 0)
            lists.first[expert[slot] + 1]++;
    for (size_t e = 0; e < expert_count; e++)
        lists.first[e + 1] += lists.first[e];
    for (size_t slot = 0; slot < map->slot_count; slot++) {
        if (expert[slot] < 0)
            continue;
        uint32_t host = (uint32_t)(slot / (map->slot_count / hosts));
        uint32_t e = (uint32_t)expert[slot], *end = &lists.host[lists.first[e] + lists.count[e]];
        if (lists.count[e] > 0 && end[-1] == host)
            continue; /* twice on a host: one copy over the network */
        *end = host;
        lists.count[e]++;
    }
    return lists;
}

static int line_of_expert(const struct map *map, size_t layer, uint32_t expert)
{
    size_t slot = 0;
    while (map->expert[layer * map->slot_count + slot] != (int32_t)expert)
        slot++;
    return line_of(map, layer, slot);
}

/* Are the layers as many, and called the same? */
static bool check_layers(const struct map *old, const struct map *new, struct rd_error *reterr)
{
    const char *under = new->json.under;
    if (old->layer_count != new->layer_count)
        return rd_fail(reterr, RD_ERROR_INPUT, new->text->path,
                       rd_json_line(new->text, "%s/", under),
                       "%zu layers: %zu are accepted, as in the old placement", new->layer_count,
                       old->layer_count);
    for (size_t layer = 0; layer < new->layer_count; layer++) {
        const char *was = old->layer_name[layer], *is = new->layer_name[layer];
        if (was && is && strcmp(was, is) != 0)
            return rd_fail(reterr, RD_ERROR_INPUT, new->text->path, line_of(new, layer, 0),
                           "layer \"%.80s\": \"%.80s\" is accepted here, as in the old placement",
                           is, was);
    }
    return true;
}

static bool read_items(const struct map *old, const struct map *new, size_t layer,
                       struct rd_arena *arena, struct rd_placement *placement,
                       struct rd_error *reterr)
{
    uint32_t hosts = placement->host_count;
    uint32_t experts =
        old->expert_count > new->expert_count ? old->expert_count : new->expert_count;
    struct lists held = list_hosts(old, layer, hosts, experts, arena);
    struct lists wanted = list_hosts(new, layer, hosts, experts, arena);
    struct rd_placed_item *item = rd_take(arena, new->slot_count, struct rd_placed_item);
    size_t count = 0;
    for (uint32_t e = 0; e < experts; e++) {
        if (wanted.count[e] == 0)
            continue;
        if (held.count[e] == 0)
            return rd_fail(reterr, RD_ERROR_INPUT, new->text->path, line_of_expert(new, layer, e),
                           "layer %zu: expert %" PRIu32
                           ": one that a slot of the old placement holds is accepted",
                           layer, e);
        item[count++] = (struct rd_placed_item){rd_arena_print(arena, "%" PRIu32, e),
                                                1,
                                                held.host + held.first[e],
                                                wanted.host + wanted.first[e],
                                                held.count[e],
                                                held.count[e],
                                                wanted.count[e]};
    }
    placement->item = item;
    placement->item_count = count;
    return true;
}

bool rd_read_experts(const struct rd_placement_input *input, struct rd_arena *arena,
                     struct rd_placements *ret_placements, struct rd_error *reterr)
{
    struct map old, new;
    uint32_t hosts = (uint32_t)input->host_count;
    if (!read_map(&input->old, hosts, arena, &old, reterr) ||
        !read_map(&input->new, hosts, arena, &new, reterr))
        return false;
    if (!check_layers(&old, &new, reterr))
        return false;
    struct rd_placement *placement = rd_take(arena, new.layer_count, struct rd_placement);
    for (size_t layer = 0; layer < new.layer_count; layer++) {
        placement[layer].host_count = hosts;
        if (!read_items(&old, &new, layer, arena, &placement[layer], reterr))
            return false;
    }
    ret_placements->count = new.layer_count;
    ret_placements->placement = placement;
    return true;
}
