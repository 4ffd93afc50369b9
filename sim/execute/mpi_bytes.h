/* Bytes that depend on a key and on their place, for redist-mpi: none is taken for another. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Another number for each number, in no order. O(1). */
uint64_t rd_mix(uint64_t number);

/* Writes the bytes of a key. O(size). */
void rd_make_bytes(uint64_t key, size_t size, unsigned char *ret_bytes);

/* Returns: how many bytes are not those of the key; in *ret_first the first such place, if any.
 * O(size). */
uint64_t rd_wrong_bytes(uint64_t key, size_t size, const unsigned char *bytes, size_t *ret_first);
