/* Maps of experts as programs write them, layer by layer:
 *
 *     [0, 3, 1, 2], or [[..], [..]]                              EPLB, vLLM
 *     {"physical_to_logical_map": one of these}                  SGLang
 *     {"layer_list": [{"device_list": [{"device_expert": [..]},
 *                                      ..]}, ..]}                vLLM-Ascend
 *     {"initial_global_assignments": {"3": [..], ..}}            TensorRT-LLM */
#pragma once

#include <jansson.h>
#include <stdbool.h>

enum rd_experts_form { RD_ONE_LAYER, RD_LAYERS, RD_DEVICES, RD_NAMED_LAYERS };

struct rd_experts_map {
    enum rd_experts_form form;
    const char *under; /* what leads to the layers in the text */
    json_t *layers;    /* of the value */
    size_t layer_count;
};

/* Where the layers of a value are. Returns: false if it has none. */
bool rd_experts_map_find(json_t *value, struct rd_experts_map *ret_map);

/* The experts of a layer, slot by slot: a new array, to be given back; NULL if there is none, such
 * as of devices that have not all as many slots. */
json_t *rd_experts_map_layer(const struct rd_experts_map *map, size_t layer);

/* How many experts each device of the first layer has, where layers list devices. */
size_t rd_experts_map_device_slots(const struct rd_experts_map *map);

/* What the layer is called, as an element of the text; NULL: by its number. */
const char *rd_experts_map_name(const struct rd_experts_map *map, size_t layer);

/* Puts as many slots in the place of a layer's. */
void rd_experts_map_set(const struct rd_experts_map *map, size_t layer, json_t *slots);
