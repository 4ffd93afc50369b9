#include "objects.h"

#include <inttypes.h>
#include <stdio.h>

bool rd_object_has_source(const struct rd_objects *objects, uint32_t object, uint32_t host)
{
    uint32_t low = objects->first[object], high = objects->first[object + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (objects->source[middle] == host)
            return true;
        if (objects->source[middle] < host)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

uint32_t rd_object_freed(const struct rd_objects *objects, uint32_t object, uint32_t from)
{
    uint32_t drop = objects->drop[object];
    bool stopped = rd_objects_stop(objects) && !rd_object_has_source(objects, object, from);
    return drop == RD_DROP_SOURCE || stopped ? from : drop;
}

const char *rd_object_label(const struct rd_objects *objects, uint32_t object,
                            char label[RD_OBJECT_LABEL_SIZE])
{
    if (objects->name)
        snprintf(label, RD_OBJECT_LABEL_SIZE, "%s", objects->name[object]);
    else
        snprintf(label, RD_OBJECT_LABEL_SIZE, "object %" PRIu32, object);
    return label;
}
