#include "parameters_text.h"

#include "json_memory.h"

#include <jansson.h>

const char *rd_parameters_text(const struct rd_option *value, size_t count, struct rd_arena *arena)
{
    rd_json_use_own_memory();
    json_auto_t *object = json_object();
    for (size_t i = 0; i < count; i++)
        json_object_set_new(object, value[i].name, json_string(value[i].value));
    size_t size = json_dumpb(object, NULL, 0, JSON_COMPACT);
    char *text = rd_arena_take(arena, size + 1, 1);
    size_t written = json_dumpb(object, text, size, JSON_COMPACT);
    rd_assert(size > 0 && written == size);
    return text;
}

bool rd_parameters_parse(const char *text, struct rd_arena *arena, struct rd_option **ret_value,
                         size_t *ret_count)
{
    rd_json_use_own_memory();
    json_auto_t *object = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const char *name;
    json_t *member;
    size_t count = 0;
    if (!json_is_object(object))
        return false;
    struct rd_option *value = rd_take(arena, json_object_size(object), struct rd_option);
    json_object_foreach(object, name, member)
    {
        const char *word = json_string_value(member);
        if (!word)
            break;
        value[count++] = (struct rd_option){rd_arena_text(arena, name), rd_arena_text(arena, word)};
    }
    *ret_value = value;
    *ret_count = count;
    return count == json_object_size(object);
}
