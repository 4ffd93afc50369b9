/* A platform file written anew from what was checked: SimGrid's parser and libxml2 do not read all
 * that is well-formed in one way, so SimGrid gets no byte that a file holds. */
#pragma once

#include "sim/base/named_text.h"
#include "sim/input/xml.h"

/* The text of a tree that rd_platform_check found nothing wrong with; every start tag ends on the
 * line on which it ended. In: file, what the files that it names are called now, in the order in
 * which rd_platform_check came upon them. Returns: it; *ret_size its bytes, without the zero behind
 * them. Cost: O(bytes). */
const char *rd_platform_write(const xmlNode *root, const struct rd_named_text *file,
                              struct rd_arena *arena, size_t *ret_size);
