#include "renamed.h"

#include "experts_map.h"
#include "numbers_text.h"

#include "sim/base/number_text.h"
#include "sim/input/json_input.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static void write_partition(FILE *out, const struct rd_renaming *of)
{
    struct rd_number_lines parts;
    rd_arena_own(arena);
    bool read =
        rd_number_lines_read(&of->new, 0, RD_PLACEMENT_HOST_LIMIT, "", &arena, &parts, NULL);
    rd_assert(read); /* as it was before */
    for (size_t i = 0; i < parts.line_count; i++)
        fprintf(out, "%" PRIu32 "\n", of->relabelling->host_of_part[parts.value[i]]);
}

/* The slots of each layer, host by host. */
static void rename_experts(json_t *value, const struct rd_renaming *of)
{
    uint32_t hosts = of->placements->placement->host_count;
    struct rd_experts_map map;
    bool found = rd_experts_map_find(value, &map);
    rd_assert(found); /* as it was before */
    for (size_t layer = 0; layer < map.layer_count; layer++) {
        const uint32_t *host_of_part = of->relabelling[layer].host_of_part;
        json_auto_t *given = rd_experts_map_layer(&map, layer), *result = json_copy(given);
        size_t slots = json_array_size(given) / hosts;
        for (size_t slot = 0; slot < slots * hosts; slot++)
            json_array_set(result, host_of_part[slot / slots] * slots + slot % slots,
                           json_array_get(given, slot));
        rd_experts_map_set(&map, layer, result);
    }
}

static void rename_brokers(json_t *value, const struct rd_renaming *of)
{
    const struct rd_placement *placement = of->placements->placement;
    const json_t *list = json_object_get(value, "partitions");
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *replicas = json_object_get(json_array_get(list, i), "replicas");
        json_t *folders = json_object_get(json_array_get(list, i), "log_dirs");
        for (size_t k = 0; k < json_array_size(replicas); k++) {
            char name[RD_NUMBER_SIZE];
            uint32_t part = 0;
            int64_t broker = 0;
            snprintf(name, sizeof name, "%" PRId64,
                     (int64_t)json_integer_value(json_array_get(replicas, k)));
            while (strcmp(placement->host_name[part], name) != 0)
                part++;
            const char *host = placement->host_name[of->relabelling->host_of_part[part]];
            rd_integer_parse(host, strlen(host), 0, INT32_MAX, &broker);
            json_array_set_new(replicas, k, json_integer(broker));
            /* A log directory is of the broker that was named before. */
            if (host != placement->host_name[part])
                json_array_set_new(folders, k, json_string("any"));
        }
    }
}

static const struct {
    const char *format;
    void (*write)(FILE *out, const struct rd_renaming *of); /* NULL: JSON, which is changed */
    void (*rename)(json_t *value, const struct rd_renaming *of);
} writers[] = {{"partition", write_partition, NULL},
               {"experts", NULL, rename_experts},
               {"kafka", NULL, rename_brokers}};

enum { WRITER_COUNT = sizeof writers / sizeof *writers };

static size_t writer_of(const struct rd_placement_format *format)
{
    size_t i = 0;
    while (i < WRITER_COUNT && strcmp(writers[i].format, format->name) != 0)
        i++;
    return i;
}

bool rd_renaming_is_known(const struct rd_placement_format *format)
{
    return writer_of(format) < WRITER_COUNT;
}

bool rd_renaming_write(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct rd_renaming *of = context;
    size_t i = writer_of(of->placements->format);
    if (writers[i].write) {
        writers[i].write(out, of);
    } else {
        json_auto_t *value = rd_json_input(&of->new, NULL);
        rd_assert(value); /* as it was before */
        writers[i].rename(value, of);
        json_dumpf(value, out, JSON_COMPACT);
        putc('\n', out);
    }
    return !ferror(out) ||
           rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the relabelled placement: %s", strerror(errno));
}
