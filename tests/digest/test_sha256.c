/* The digest's published values (FIPS 180-4 examples; NIST's million letters a). */
#include "sim/digest/sha256.h"

#include "tests/support/cmocka.h"

#include <string.h>

static void has_digest(const char *text, size_t repeat, const char *expected)
{
    struct rd_sha256 sha256;
    char digest[RD_SHA256_TEXT_SIZE];
    rd_sha256_begin(&sha256);
    for (size_t i = 0; i < repeat; i++)
        rd_sha256_add(&sha256, text, strlen(text));
    assert_string_equal(rd_sha256_end_text(&sha256, digest), expected);
}

static void meets_the_published_digests(void **state)
{
    (void)state;
    has_digest("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    has_digest("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    has_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    has_digest("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklm"
               "nopqrlmnopqrsmnopqrstnopqrstu",
               1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    has_digest("a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void tells_texts_apart_that_join_alike(void **state)
{
    (void)state;
    struct rd_sha256 one, other;
    char first[RD_SHA256_TEXT_SIZE], second[RD_SHA256_TEXT_SIZE];
    rd_sha256_begin(&one);
    rd_sha256_add_text(&one, "ab");
    rd_sha256_add_text(&one, "c");
    rd_sha256_begin(&other);
    rd_sha256_add_text(&other, "a");
    rd_sha256_add_text(&other, "bc");
    assert_string_not_equal(rd_sha256_end_text(&one, first), rd_sha256_end_text(&other, second));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meets_the_published_digests),
        cmocka_unit_test(tells_texts_apart_that_join_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
