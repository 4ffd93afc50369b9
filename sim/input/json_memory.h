/* Memory for jansson. */
#pragma once

/* From here on jansson takes memory that does not fail: where there is none, the program says so
 * and ends (rd_out_of_memory). May be called again. Cost: nothing. */
void rd_json_use_own_memory(void);
