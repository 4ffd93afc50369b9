#include "schedule_class.h"

#include <string.h>

static const char between[] = ", ";

/* Is a property of `length` letters in the class? */
static bool has(const char *schedule_class, const char *property, size_t length)
{
    for (const char *at = schedule_class; at;) {
        const char *end = strstr(at, between);
        size_t own = end ? (size_t)(end - at) : strlen(at);
        if (own == length && strncmp(at, property, length) == 0)
            return true;
        at = end ? end + strlen(between) : NULL;
    }
    return false;
}

bool rd_class_has(const char *schedule_class, const char *property)
{
    return has(schedule_class, property, strlen(property));
}

bool rd_class_is_within(const char *narrow, const char *wide)
{
    for (const char *at = wide; at;) {
        const char *end = strstr(at, between);
        if (!has(narrow, at, end ? (size_t)(end - at) : strlen(at)))
            return false;
        at = end ? end + strlen(between) : NULL;
    }
    return true;
}

const char *rd_class_on(const struct rd_instance *instance, const char *schedule_class)
{
    if (!rd_class_has(schedule_class, RD_ITEM_BY_ITEM) || rd_has_latency(instance))
        return schedule_class;
    const char *rest = strstr(schedule_class, between);
    return rest ? rest + strlen(between) : NULL;
}
