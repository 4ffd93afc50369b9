/* SHA-256 (FIPS 180-4) by nettle: what names a content, so that the same runs are known by the same
 * words on every machine. */
#pragma once

#include <nettle/sha2.h>
#include <stddef.h>

struct rd_sha256 {
    struct sha256_ctx context;
};

enum { RD_SHA256_BYTES = SHA256_DIGEST_SIZE, RD_SHA256_TEXT_SIZE = 2 * RD_SHA256_BYTES + 1 };

/* Starts a digest. */
void rd_sha256_begin(struct rd_sha256 *sha256);

/* Takes bytes in. Cost: O(size). */
void rd_sha256_add(struct rd_sha256 *sha256, const void *bytes, size_t size);

/* Takes a text in with the zero that ends it, so that "ab", "c" and "a", "bc" differ. */
void rd_sha256_add_text(struct rd_sha256 *sha256, const char *text);

/* Ends the digest; the struct has to be begun anew. */
void rd_sha256_end(struct rd_sha256 *sha256, unsigned char digest[RD_SHA256_BYTES]);

/* Ends it likewise, in 64 hexadecimal digits. Returns: text. */
const char *rd_sha256_end_text(struct rd_sha256 *sha256, char text[RD_SHA256_TEXT_SIZE]);
