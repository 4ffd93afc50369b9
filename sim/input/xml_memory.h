/* The memory of libxml2. */
#pragma once

/* From here on libxml2 takes memory that does not fail: where there is none, the program says so
 * and ends (rd_out_of_memory). May be called again. Cost: nothing after the first call. */
void rd_xml_use_own_memory(void);
