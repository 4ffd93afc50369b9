#include "mpi_bytes.h"

#include <string.h>

enum { WORDS = 512 };

uint64_t rd_mix(uint64_t number)
{
    number *= UINT64_C(0x9e3779b97f4a7c15);
    number = (number ^ (number >> 29)) * UINT64_C(0xbf58476d1ce4e5b9);
    return number ^ (number >> 32);
}

/* The next bytes of a key. Returns: how many. */
static size_t next_bytes(uint64_t key, size_t place, size_t size, uint64_t word[WORDS])
{
    size_t count = size - place < WORDS * sizeof *word ? size - place : WORDS * sizeof *word;
    for (size_t i = 0; i * sizeof *word < count; i++)
        word[i] = rd_mix(key + place / sizeof *word + i);
    return count;
}

void rd_make_bytes(uint64_t key, size_t size, unsigned char *ret_bytes)
{
    uint64_t word[WORDS];
    for (size_t place = 0, count; place < size; place += count) {
        count = next_bytes(key, place, size, word);
        memcpy(ret_bytes + place, word, count);
    }
}

uint64_t rd_wrong_bytes(uint64_t key, size_t size, const unsigned char *bytes, size_t *ret_first)
{
    uint64_t word[WORDS], wrong = 0;
    for (size_t place = 0, count; place < size; place += count) {
        const unsigned char *should = (const unsigned char *)word;
        count = next_bytes(key, place, size, word);
        if (memcmp(bytes + place, should, count) == 0)
            continue;
        for (size_t i = 0; i < count; i++)
            if (bytes[place + i] != should[i] && wrong++ == 0)
                *ret_first = place + i;
    }
    return wrong;
}
