#include "judges.h"

void open_judges(struct judges *judges)
{
    *judges = (struct judges){0};
    rd_arena_open(&judges->instances, 0);
    rd_arena_open(&judges->arena, 0);
    rd_arena_open(&judges->scratch, 0);
    /* The scratch arena of a program has been used before. */
    rd_arena_take(&judges->scratch, 1, 1);
}

void close_judges(struct judges *judges)
{
    rd_arena_close(&judges->instances);
    rd_arena_close(&judges->arena);
    rd_arena_close(&judges->scratch);
}

const struct family *family_of(size_t number)
{
    if (number < family_count)
        return &families[number];
    number -= family_count;
    return number < shared_family_count ? &shared_families[number]
                                        : &marked_families[number - shared_family_count];
}

struct rd_plan draw(struct judges *judges, size_t number_of_family, uint64_t number,
                    struct test_instance *ret_test, struct rd_rng *ret_rng)
{
    const struct family *family = family_of(number_of_family);
    *ret_rng = rd_rng_seeded(number, number_of_family);
    *ret_test = generate_instance(ret_rng, &judges->instances, family);
    size_t most_rows = 1 + rd_rng_below(ret_rng, family->with & LONG_ROWS ? 5 : 16);
    return generate_plan(ret_rng, &judges->instances, family, &ret_test->instance, most_rows);
}

void forget(struct judges *judges)
{
    rd_arena_rewind(&judges->instances, (struct rd_arena_mark){0});
    rd_arena_rewind(&judges->arena, (struct rd_arena_mark){0});
}
