#include "sha256.h"

#include <nettle/base16.h>
#include <string.h>

void rd_sha256_begin(struct rd_sha256 *sha256)
{
    sha256_init(&sha256->context);
}

void rd_sha256_add(struct rd_sha256 *sha256, const void *bytes, size_t size)
{
    sha256_update(&sha256->context, size, bytes);
}

void rd_sha256_add_text(struct rd_sha256 *sha256, const char *text)
{
    rd_sha256_add(sha256, text, strlen(text) + 1);
}

void rd_sha256_end(struct rd_sha256 *sha256, unsigned char digest[RD_SHA256_BYTES])
{
    sha256_digest(&sha256->context, RD_SHA256_BYTES, digest);
}

const char *rd_sha256_end_text(struct rd_sha256 *sha256, char text[RD_SHA256_TEXT_SIZE])
{
    unsigned char digest[RD_SHA256_BYTES];
    rd_sha256_end(sha256, digest);
    base16_encode_update(text, RD_SHA256_BYTES, digest);
    text[2 * RD_SHA256_BYTES] = '\0';
    return text;
}
