/* The kind of a generated platform, and what a graph is made from. */
#ifndef REDIST_SCENARIO_READ_GRAPH_PLATFORM_H
#define REDIST_SCENARIO_READ_GRAPH_PLATFORM_H

#include "reader.h"

/* Takes the kind, and reports attributes that only others have. Returns: false if there are any. */
bool rd_read_platform_kind(struct rd_reader *reader, const xmlNode *element,
                           const struct rd_platform_kind *kind,
                           struct rd_platform_request *request);

/* Reads what the graph is made from, and how many hosts it has, as far as that tells.
 * In: a request of shape RD_GRAPH whose direction was read, and `hosts` if it is there.
 * Returns: false if anything is wrong, which was reported. */
bool rd_read_graph_request(struct rd_reader *reader, const xmlNode *element,
                           struct rd_platform_request *request);

#endif
