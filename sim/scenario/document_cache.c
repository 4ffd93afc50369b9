#include "document_cache.h"

#include "sim/base/number_text.h"

#include <libxml/tree.h>
#include <string.h>

static bool is_number(const char *text)
{
    double value;
    return rd_number_parse(text, strlen(text), &value);
}

static bool is_like(const struct rd_option *one, const struct rd_option *other)
{
    return strcmp(one->name, other->name) == 0 &&
           (strcmp(one->value, other->value) == 0 ||
            (is_number(one->value) && is_number(other->value)));
}

xmlDoc *rd_document_cache_take(struct rd_document_cache *kept, const struct rd_option *set,
                               size_t set_count)
{
    xmlDoc *doc = kept->doc;
    if (!doc || set_count != kept->set_count)
        return NULL;
    for (size_t i = 0; i < set_count; i++)
        if (!is_like(&set[i], &kept->set[i]))
            return NULL;
    kept->doc = NULL;
    return doc;
}

void rd_document_cache_keep(struct rd_document_cache *kept, xmlDoc *doc,
                            const struct rd_option *set, size_t set_count)
{
    rd_document_cache_close(kept);
    rd_arena_open(&kept->arena, 0);
    kept->doc = doc;
    kept->set_count = set_count;
    kept->set = rd_take(&kept->arena, set_count, struct rd_option);
    for (size_t i = 0; i < set_count; i++)
        kept->set[i] = (struct rd_option){rd_arena_text(&kept->arena, set[i].name),
                                          rd_arena_text(&kept->arena, set[i].value)};
}

void rd_document_cache_close(struct rd_document_cache *kept)
{
    if (kept->doc)
        xmlFreeDoc(kept->doc);
    kept->doc = NULL;
    rd_arena_close(&kept->arena);
}
