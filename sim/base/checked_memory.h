/* Memory for libraries that do not notice, or do not say, that there is none. */
#pragma once

#include <stddef.h>

/* As malloc and realloc, and freed as theirs; but where there is no memory the program says so and
 * ends (rd_out_of_memory). In: purpose ends the sentence "... bytes more were needed to". */
void *rd_checked_malloc(size_t size, const char *purpose);
void *rd_checked_realloc(void *memory, size_t size, const char *purpose);
