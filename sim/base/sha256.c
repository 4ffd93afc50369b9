#include "sha256.h"

#include <string.h>

/* The first 32 bits of the fractions of the cube roots of the first 64 primes. */
static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotated(uint32_t word, int count)
{
    return word >> count | word << (32 - count);
}

static void take_block(struct rd_sha256 *sha256, const unsigned char *block)
{
    uint32_t w[64];
    for (size_t i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (size_t i = 16; i < 64; i++) {
        uint32_t low = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t high = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    uint32_t *state = sha256->state, a = state[0], b = state[1], c = state[2], d = state[3],
             e = state[4], f = state[5], g = state[6], h = state[7];
    for (size_t i = 0; i < 64; i++) {
        uint32_t sum_e = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
        uint32_t first = h + sum_e + ((e & f) ^ (~e & g)) + round_constant[i] + w[i];
        uint32_t sum_a = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
        uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
        h = g, g = f, f = e, e = d + first;
        d = c, c = b, b = a, a = first + sum_a + majority;
    }
    const uint32_t end[8] = {a, b, c, d, e, f, g, h};
    for (size_t i = 0; i < 8; i++)
        state[i] += end[i];
}

void rd_sha256_begin(struct rd_sha256 *sha256)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(sha256->state, start, sizeof start);
    sha256->byte_count = 0;
}

void rd_sha256_add(struct rd_sha256 *sha256, const void *bytes, size_t size)
{
    const unsigned char *next = bytes;
    size_t held = sha256->byte_count % sizeof sha256->block;
    sha256->byte_count += size;
    while (size > 0) {
        size_t room = sizeof sha256->block - held;
        size_t taken = size < room ? size : room;
        memcpy(sha256->block + held, next, taken);
        next += taken;
        size -= taken;
        held += taken;
        if (held == sizeof sha256->block) {
            take_block(sha256, sha256->block);
            held = 0;
        }
    }
}

void rd_sha256_add_text(struct rd_sha256 *sha256, const char *text)
{
    rd_sha256_add(sha256, text, strlen(text) + 1);
}

void rd_sha256_end(struct rd_sha256 *sha256, unsigned char digest[RD_SHA256_BYTES])
{
    static const unsigned char padding[64] = {0x80};
    uint64_t bits = sha256->byte_count * 8;
    size_t held = sha256->byte_count % 64;
    unsigned char length[8];
    for (size_t i = 0; i < 8; i++)
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    rd_sha256_add(sha256, padding, held < 56 ? 56 - held : 120 - held);
    rd_sha256_add(sha256, length, sizeof length);
    for (size_t i = 0; i < RD_SHA256_BYTES; i++)
        digest[i] = (unsigned char)(sha256->state[i / 4] >> (24 - 8 * (i % 4)));
}

const char *rd_sha256_end_text(struct rd_sha256 *sha256, char text[RD_SHA256_TEXT_SIZE])
{
    unsigned char digest[RD_SHA256_BYTES];
    rd_sha256_end(sha256, digest);
    for (size_t i = 0; i < 2 * (size_t)RD_SHA256_BYTES; i++)
        text[i] = "0123456789abcdef"[i % 2 ? digest[i / 2] & 15 : digest[i / 2] >> 4];
    text[2 * RD_SHA256_BYTES] = '\0';
    return text;
}
