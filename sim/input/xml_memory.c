#include "xml_memory.h"

#include "sim/base/checked_memory.h"

#include <libxml/xmlmemory.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* libxml2 2.9 takes an allocation that fails for a mistake of the file, for an attribute that is
 * not there, or crashes: here none fails. */
static const char purpose[] = "read XML";

static void *take(size_t size)
{
    return rd_checked_malloc(size, purpose);
}

static void *resize(void *memory, size_t size)
{
    return rd_checked_realloc(memory, size, purpose);
}

static char *copy(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(take(size), text, size);
}

/* What was taken before, by whoever else has loaded libxml2, is freed the same way. */
void rd_xml_use_own_memory(void)
{
    static bool done;
    if (!done)
        xmlMemSetup(free, take, resize, copy);
    done = true;
}
