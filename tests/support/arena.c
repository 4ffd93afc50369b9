#include "arena.h"

#include "sim/base/arena.h"

int test_arena_open(void **state)
{
    static struct rd_arena arena;
    rd_arena_open(&arena, 0);
    *state = &arena;
    return 0;
}

int test_arena_close(void **state)
{
    rd_arena_close(*state);
    return 0;
}
