#include "experts_map.h"

bool rd_experts_map_find(json_t *value, struct rd_experts_map *ret_map)
{
    static const struct {
        const char *key;
        enum rd_experts_form form;
    } known[] = {{"physical_to_logical_map", RD_LAYERS},
                 {"layer_list", RD_DEVICES},
                 {"initial_global_assignments", RD_NAMED_LAYERS}};
    struct rd_experts_map map = {RD_LAYERS, "", json_is_array(value) ? value : NULL, 0};
    for (size_t i = 0; i < sizeof known / sizeof *known && !map.layers; i++) {
        map.layers = json_object_get(value, known[i].key);
        map.form = map.layers ? known[i].form : RD_LAYERS;
        map.under = map.layers ? known[i].key : "";
    }
    map.layer_count =
        map.form == RD_NAMED_LAYERS ? json_object_size(map.layers) : json_array_size(map.layers);
    if (map.form == RD_LAYERS && map.layer_count > 0 &&
        !json_is_array(json_array_get(map.layers, 0))) {
        map.form = RD_ONE_LAYER;
        map.layer_count = 1;
    }
    *ret_map = map;
    return map.layer_count > 0;
}

static json_t *devices_of(const struct rd_experts_map *map, size_t layer)
{
    return json_object_get(json_array_get(map->layers, layer), "device_list");
}

static json_t *slots_of(const json_t *devices, size_t device)
{
    return json_object_get(json_array_get(devices, device), "device_expert");
}

size_t rd_experts_map_device_slots(const struct rd_experts_map *map)
{
    return json_array_size(slots_of(devices_of(map, 0), 0));
}

const char *rd_experts_map_name(const struct rd_experts_map *map, size_t layer)
{
    void *at = map->form == RD_NAMED_LAYERS ? json_object_iter(map->layers) : NULL;
    for (; at && layer > 0; layer--)
        at = json_object_iter_next(map->layers, at);
    return at ? json_object_iter_key(at) : NULL;
}

json_t *rd_experts_map_layer(const struct rd_experts_map *map, size_t layer)
{
    const char *name = rd_experts_map_name(map, layer);
    if (map->form != RD_DEVICES)
        return json_incref(name                        ? json_object_get(map->layers, name)
                           : map->form == RD_ONE_LAYER ? map->layers
                                                       : json_array_get(map->layers, layer));
    const json_t *devices = devices_of(map, layer);
    json_t *slots = json_array();
    for (size_t i = 0; i < json_array_size(devices); i++) {
        json_t *own = slots_of(devices, i);
        if (json_array_size(own) == 0 ||
            json_array_size(own) != json_array_size(slots_of(devices, 0))) {
            json_decref(slots);
            return NULL;
        }
        json_array_extend(slots, own);
    }
    return slots;
}

void rd_experts_map_set(const struct rd_experts_map *map, size_t layer, json_t *slots)
{
    const json_t *devices = map->form == RD_DEVICES ? devices_of(map, layer) : NULL;
    if (!devices) {
        json_t *own = rd_experts_map_layer(map, layer);
        json_array_clear(own);
        json_array_extend(own, slots);
        json_decref(own);
    }
    for (size_t i = 0, slot = 0; i < json_array_size(devices); i++)
        for (size_t k = 0; k < json_array_size(slots_of(devices, i)); k++)
            json_array_set(slots_of(devices, i), k, json_array_get(slots, slot++));
}
