/* The links of a graph as a scenario lists them. */
#ifndef REDIST_SCENARIO_READ_EDGES_H
#define REDIST_SCENARIO_READ_EDGES_H

#include "reader.h"

/* Reads a graph's <edge> elements, or edges="exclusive".
 * In: the <topology>, whose hosts were read. Returns: false if anything was found wrong, which was
 *     reported; with edges="exclusive" a graph whose links are still to be found. */
bool rd_read_graph(struct rd_reader *reader, const xmlNode *element,
                   struct rd_topology *ret_topology);

/* Reports edges where there may be none.
 * In: the words: what is wrong, a colon, what is accepted. Returns: false if there are any. */
bool rd_read_no_edges(struct rd_reader *reader, const xmlNode *element, const char *words);

#endif
