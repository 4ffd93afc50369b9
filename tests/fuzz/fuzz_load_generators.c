/* Any bytes as attributes of a generator of loads, whose name is the first line, the others being
 * NAME=VALUE: refused with a message, or loads that are sums of items. */
#include "sim/generators/load_generators.h"
#include "sim/model/objects.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HOSTS = 16, MOST_OPTIONS = 8, MOST_BYTES = 1000, SLOW_LEAST = 6, SLOW_MOST = 9 };

/* Has it numbers that are accepted, and take long to draw? */
static bool is_slow(const char *text)
{
    for (; *text; text++) {
        size_t digits = strspn(text, "0123456789");
        if (digits >= SLOW_LEAST && digits <= SLOW_MOST)
            return true;
        text += digits;
        if (!*text)
            return false;
    }
    return false;
}

static void check_loads(const int64_t *load, const int64_t *target, uint32_t kind_count)
{
    rd_assert(kind_count > 0);
    for (uint32_t kind = 0; kind < kind_count; kind++) {
        int64_t sum = 0, wanted = 0;
        for (uint32_t host = 0; host < HOSTS; host++) {
            size_t place = (size_t)host * kind_count + kind;
            rd_assert(load[place] >= 0 && (!target || target[place] >= 0));
            sum += load[place];
            wanted += target ? target[place] : 0;
        }
        rd_assert(sum <= INT64_C(1) << 53 && (!target || sum == wanted));
    }
}

static void generate(const struct rd_load_generator *generator, const struct rd_options *options,
                     enum rd_shape shape, struct rd_arena *arena)
{
    struct rd_topology topology;
    struct rd_error error = {0};
    uint32_t kind_count;
    int64_t *load = NULL, *target = NULL;
    if (generator->made == RD_MAKES_OBJECTS) {
        const struct rd_objects *objects =
            rd_objects_generate(generator, HOSTS, options, arena, &error);
        rd_assert(objects ? objects->count > 0 : error.message[0] != '\0');
        return;
    }
    if (generator->made == RD_MAKES_COPIES) {
        rd_assert(rd_copies_generate(generator, HOSTS, options, arena, &error) || error.message[0]);
        return;
    }
    rd_assert(rd_topology_make(shape, RD_NO_DIRECTION, HOSTS, &topology, &error));
    if (rd_loads_generate(generator, &topology, HOSTS, options, arena, &kind_count, &load, &target,
                          &error))
        check_loads(load, target, kind_count);
    else
        rd_assert(error.message[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[MOST_BYTES + 1];
    struct rd_option given[MOST_OPTIONS];
    struct rd_error error = {0};
    struct rd_arena arena;
    if (size > MOST_BYTES)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    char *rest = text, *name = strsep(&rest, "\n");
    const struct rd_load_generator *generator = rd_load_generator_named(name);
    if (!generator || (rest && is_slow(rest)))
        return 0;
    struct rd_options options = {.spec = generator->attributes, .given = given, .seed = size};
    while (rest && options.given_count < MOST_OPTIONS) {
        char *value = strsep(&rest, "\n"), *key = strsep(&value, "=");
        if (value)
            given[options.given_count++] = (struct rd_option){key, value};
    }
    if (!rd_options_check(&options, &error)) {
        rd_assert(error.code == RD_ERROR_INPUT && error.message[0]);
        return 0;
    }
    rd_arena_open(&arena, (size_t)1 << 30);
    generate(generator, &options, RD_HYPERCUBE, &arena);
    generate(generator, &options, RD_SWITCH, &arena);
    rd_arena_close(&arena);
    return 0;
}
