#include "checked_memory.h"

#include "error.h"

#include <stdlib.h>

static void *held(void *memory, size_t size, const char *purpose)
{
    if (!memory)
        rd_out_of_memory("%zu bytes more were needed to %s", size, purpose);
    return memory;
}

void *rd_checked_malloc(size_t size, const char *purpose)
{
    return held(malloc(size ? size : 1), size, purpose);
}

void *rd_checked_realloc(void *memory, size_t size, const char *purpose)
{
    return held(realloc(memory, size ? size : 1), size, purpose);
}
