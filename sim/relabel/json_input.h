/* JSON of other programs. */
#ifndef REDIST_RELABEL_JSON_INPUT_H
#define REDIST_RELABEL_JSON_INPUT_H

#include "placement.h"

#include <jansson.h>

/* Reads the first value of a text, an object or an array; what stands before it and behind it,
 * such as the lines that Kafka's tools print, is left out.
 * Returns: the value, to be given back (json_decref); NULL with RD_ERROR_INPUT and the line. */
json_t *rd_json_input(const struct rd_placement_text *text, struct rd_error *reterr);

#endif
