#include "json_memory.h"

#include "sim/base/checked_memory.h"

#include <jansson.h>
#include <stdlib.h>

/* To jansson a value for which there is no memory is one that is not there, and a text that it has
 * no memory to read is none: whoever asks cannot tell. */
static void *take(size_t size)
{
    return rd_checked_malloc(size, "write or read JSON");
}

void rd_json_use_own_memory(void)
{
    json_set_alloc_funcs(take, free);
}
