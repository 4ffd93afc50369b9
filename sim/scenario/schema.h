/* scenarios/scenario.rng, built into the program: the last gate of a scenario. */
#pragma once

#include "error_list.h"

#include <libxml/tree.h>

/* Its bytes (written by embed.sh). */
extern const unsigned char rd_schema_text[];
extern const unsigned long rd_schema_text_size;

/* Does a document have the schema's form? Of a long list of loads only the first thousand are
 * looked at: libxml2's time grows with their square, and the reader has looked at all.
 * Returns: true; false with one RD_ERROR_INPUT added, in libxml2's words. */
bool rd_schema_check(xmlDoc *doc, const char *path, struct rd_error_list *errors);
