#include "json.h"

#include "utf8.h"

#include "sim/base/error.h"

#include <jansson.h>

void rd_json_begin(struct rd_json *json, FILE *out, struct rd_arena *arena)
{
    rd_json_use_own_memory();
    *json = (struct rd_json){.out = out, .arena = arena};
    putc('[', out);
}

void rd_json_object(struct rd_json *json)
{
    fputs(json->object_count++ > 0 ? "\n  },\n  {" : "\n  {", json->out);
    json->member_count = 0;
}

void rd_json_raw(struct rd_json *json, const char *key, const char *value)
{
    fprintf(json->out, "%s\n    \"%s\": %s", json->member_count++ > 0 ? "," : "", key, value);
}

void rd_json_member(struct rd_json *json, const char *key, json_t *value)
{
    rd_assert(value);
    rd_json_raw(json, key, "");
    json_dumpf(value, json->out, JSON_ENCODE_ANY);
    json_decref(value);
}

void rd_json_text(struct rd_json *json, const char *key, const char *text)
{
    rd_json_member(json, key, text ? json_string(rd_utf8_clean(text, json->arena)) : json_null());
}

bool rd_json_end(struct rd_json *json)
{
    fputs(json->object_count > 0 ? "\n  }\n]\n" : "]\n", json->out);
    return !ferror(json->out);
}

json_t *rd_json_integers(const int64_t *value, size_t count)
{
    json_t *list = value ? json_array() : json_null();
    for (size_t i = 0; i < count && value; i++)
        json_array_append_new(list, json_integer(value[i]));
    return list;
}
