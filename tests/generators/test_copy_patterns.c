/* Patterns of copies: who holds and wants which piece, by hand. */
#include "sim/generators/load_generators.h"
#include "sim/model/instance.h"

#include "tests/support/cmocka.h"

#include <string.h>

enum { ATTRIBUTE_LIMIT = 8 };

/* Attributes as "bytes=10;root=1", with hosts by number. Returns: NULL with *error where they make
 * nothing; else copies that an instance of so many hosts may have. */
static const struct rd_copies *make(struct rd_arena *arena, const char *name,
                                    const char *attributes, uint32_t hosts, struct rd_error *error)
{
    const struct rd_load_generator *generator = rd_load_generator_named(name);
    struct rd_option given[ATTRIBUTE_LIMIT];
    struct rd_options options = {.given = given};
    assert_non_null(generator);
    char *text = rd_arena_print(arena, "%s", attributes);
    for (char *save, *word = strtok_r(text, ";", &save); word; word = strtok_r(NULL, ";", &save)) {
        char *sign = strchr(word, '=');
        *sign = '\0';
        given[options.given_count++] = (struct rd_option){word, sign + 1};
    }
    options.spec = generator->attributes;
    assert_true(rd_options_check(&options, error));
    return rd_copies_generate(generator, hosts, &options, arena, error);
}

/* Are the pieces of the first kind these, as "5: 0 > 1 2; 3: 1 > 0"? */
static void check(const char *name, const char *attributes, uint32_t hosts, const char *pieces,
                  double bytes)
{
    rd_arena_own(arena);
    struct rd_error error = {.message = ""};
    const struct rd_copies *copies = make(&arena, name, attributes, hosts, &error);
    if (!copies)
        fail_msg("%s", error.message);
    struct rd_text text = {.arena = &arena};
    for (uint32_t piece = 0; piece < copies->piece[1]; piece++) {
        rd_text_print(&text, "%s%d:", piece > 0 ? "; " : "", (int)copies->items[piece]);
        for (uint32_t i = copies->held_first[piece]; i < copies->held_first[piece + 1]; i++)
            rd_text_print(&text, " %u", copies->held[i]);
        rd_text_print(&text, " >");
        for (uint32_t i = copies->wanted_first[piece]; i < copies->wanted_first[piece + 1]; i++)
            rd_text_print(&text, " %u", copies->wanted[i]);
    }
    assert_string_equal(text.text, pieces);
    assert_true(copies->bytes[0] == bytes);
}

static void test_patterns(void **state)
{
    (void)state;
    /* 10 bytes in items of up to 4: three, of 4 bytes. */
    check("broadcast", "bytes=10;piece-bytes=4;root=1", 3, "3: 1 > 0 1 2", 4);
    check("multicast", "bytes=10;among=2 0", 3, "1: 0 > 0 2", 10);
    check("scatter", "bytes=6;piece-bytes=3;root=2;among=0 1", 4, "2: 2 > 0; 2: 2 > 1", 3);
    check("gather", "bytes=6;among=1 2", 4, "1: 1 > 0; 1: 2 > 0", 6);
    check("allgather", "bytes=1", 3, "1: 0 > 0 1 2; 1: 1 > 0 1 2; 1: 2 > 0 1 2", 1);
    check("alltoall", "bytes=1;among=0 2", 3, "1: 0 > 2; 1: 2 > 0", 1);
}

/* Two shards with two copies each to three shards: sixths. Shard 0 of the old layout, on hosts 0
 * and 2, is the first three; of the new one host 4 has the first two. */
static void test_reshard(void **state)
{
    (void)state;
    check("reshard", "bytes=60;from=2 1 2 1;from-hosts=0 1 2 3;to=3 1 1 1;to-hosts=4 5 6", 7,
          "2: 0 2 > 4; 1: 0 2 > 5; 1: 1 3 > 5; 2: 1 3 > 6", 10);
    /* One stage to two, two layers each of 6 bytes in items of up to 2. */
    check("reshard", "bytes=12;piece-bytes=2;from-hosts=0;to=1 2 1 1;to-hosts=1 2", 3,
          "3: 0 > 1; 3: 0 > 2", 2);
    /* Experts of two groups on two ranks to one rank with both: a kind of its own. */
    rd_arena_own(arena);
    struct rd_error error;
    const struct rd_copies *copies =
        make(&arena, "reshard", "bytes=2;expert-bytes=8;from=1 1 1 2;from-hosts=0 1;to-hosts=2", 3,
             &error);
    assert_non_null(copies);
    assert_int_equal(copies->count, 2);
    assert_string_equal(copies->name[1], "experts");
    assert_int_equal(copies->piece_count, 3); /* weights on both; each group on one */
    assert_int_equal(copies->held_first[1], 2);
    assert_int_equal(copies->held[2], 0);
    assert_int_equal(copies->held[3], 1);
    assert_true(copies->bytes[1] == 4);
}

static void check_refused(const char *name, const char *attributes, const char *message)
{
    rd_arena_own(arena);
    struct rd_error error = {.message = ""};
    assert_null(make(&arena, name, attributes, 4, &error));
    assert_string_equal(error.message, message);
}

static void test_refusals(void **state)
{
    (void)state;
    check_refused("broadcast", "root=4", "root: host number 4 of 4: fewer are there");
    check_refused("alltoall", "among=2", "among: one host: two or more are needed");
    check_refused("reshard", "from=2 1 1",
                  "from: 3 numbers: tensor, pipeline, data and expert, four, are accepted");
    check_refused("reshard", "from=2 1 1 1;from-hosts=0 1 2",
                  "from: 2 ranks, and from-hosts names 3 hosts: as many are needed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_reshard),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
