/* Large pages for arrays of any size: arenas ask for none above 64 MiB, since little of such an
 * array may ever be touched. */
#pragma once

#include <stddef.h>

/* Of a smaller array ordinary pages are as good. */
enum { RD_LEAST_LARGE_BYTES = 16 << 20 };

/* Asks for large pages for an array that is about to be filled whole; for a small one nothing is
 * asked. In: its bytes, from an arena and not written yet. May be refused, and then nothing
 * happens. */
void rd_large_pages_for(const void *bytes, size_t size);
