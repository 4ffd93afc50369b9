#include "greedy_swaps.h"

#include <stdlib.h>

struct swap {
    int64_t gain;
    uint32_t i, j; /* i < j */
};

static int compare(const void *left, const void *right)
{
    const struct swap *a = left, *b = right;
    if (a->gain != b->gain)
        return a->gain > b->gain ? -1 : 1;
    if (a->i != b->i)
        return a->i < b->i ? -1 : 1;
    return (a->j > b->j) - (a->j < b->j);
}

/* The swaps that gain anything: where one of two hosts holds what the other is to keep. */
static size_t list_swaps(const struct rd_switch *of, struct swap *swap)
{
    size_t count = 0;
    for (uint32_t host = 0; host < of->n; host++) {
        for (uint64_t k = of->held.row_start[host]; k < of->held.row_start[host + 1]; k++) {
            uint32_t other = of->held.column[k], i = host < other ? host : other,
                     j = host < other ? other : host;
            int64_t back = rd_switch_kept(of, other, host);
            int64_t kept = rd_load(of->instance, other, other); /* of a kind that is held */
            int64_t gain = of->held.value[k] + back - rd_switch_kept(of, host, host) - kept;
            /* Both may list the pair: then the lower one does. */
            if (host == other || gain <= 0 || (back > 0 && other < host))
                continue;
            swap[count++] = (struct swap){gain, i, j};
        }
    }
    return count;
}

uint32_t *rd_switch_greedy_swaps(const struct rd_switch *of, struct rd_arena *arena,
                                 struct rd_arena *scratch)
{
    uint32_t *host_of_kind = rd_switch_canonical(of->n, arena);
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct swap *swap = rd_take(scratch, of->held.row_start[of->n], struct swap);
    size_t count = list_swaps(of, swap);
    qsort(swap, count, sizeof *swap, compare);
    for (size_t k = 0; k < count; k++) {
        uint32_t i = swap[k].i, j = swap[k].j;
        if (host_of_kind[i] != i || host_of_kind[j] != j)
            continue;
        host_of_kind[i] = j;
        host_of_kind[j] = i;
    }
    rd_arena_rewind(scratch, mark);
    return host_of_kind;
}
