#include "arenas.h"

struct rd_arena test_arena, test_scratch;

int test_arenas_open(void **state)
{
    (void)state;
    rd_arena_open(&test_arena, 0);
    rd_arena_open(&test_scratch, 0);
    rd_arena_take(&test_arena, 1, 1);
    rd_arena_take(&test_scratch, 1, 1);
    return 0;
}

int test_arenas_close(void **state)
{
    (void)state;
    rd_arena_close(&test_arena);
    rd_arena_close(&test_scratch);
    return 0;
}
