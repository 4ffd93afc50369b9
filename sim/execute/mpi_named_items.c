#include "mpi_named_items.h"

#include <stdlib.h>

uint32_t rd_named_kinds(const struct rd_problem *problem)
{
    if (problem->goal != RD_GOAL_COPIES || problem->piece_count == 0)
        return 0;
    return problem->piece_kind ? problem->piece_kind[problem->piece_count - 1] + 1 : 1;
}

void rd_number_items(const struct rd_problem *problem, int64_t *ret_first)
{
    uint32_t kind = 0, kinds = rd_named_kinds(problem);
    int64_t number = 0;
    for (size_t piece = 0; kinds > 0 && piece < problem->piece_count; piece++) {
        while (problem->piece_kind && kind < problem->piece_kind[piece])
            ret_first[++kind] = number;
        number += problem->piece_items[piece];
    }
    ret_first[0] = 0;
    ret_first[kinds] = number;
}

size_t rd_held_ranges(const struct rd_problem *problem, uint32_t rank,
                      struct rd_item_range *ret_range)
{
    size_t count = 0;
    int64_t number = 0;
    for (size_t piece = 0; piece < problem->piece_count; piece++) {
        int64_t end = number + problem->piece_items[piece];
        for (size_t i = problem->piece_held_first[piece]; i < problem->piece_held_first[piece + 1];
             i++)
            if (problem->piece_held[i] == rank)
                ret_range[count++] = (struct rd_item_range){number, end};
        number = end;
    }
    return count;
}

static int compare(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Sorts, and keeps each number once. Returns: how many. */
static size_t sort_once(int64_t *number, size_t count)
{
    size_t kept = 0;
    qsort(number, count, sizeof *number, compare);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || number[i] != number[kept - 1])
            number[kept++] = number[i];
    return kept;
}

/* The first stretch from one on that no range has yet. In: next, of each one that has a range a
 * later one. The ways there become shorter. */
static size_t first_free(size_t *next, size_t stretch)
{
    while (next[stretch] != stretch) {
        next[stretch] = next[next[stretch]];
        stretch = next[stretch];
    }
    return stretch;
}

/* Range by range, each takes what those before it have left. */
static void deal_out(const struct rd_item_range *range, size_t count,
                     struct rd_stretches *stretches, size_t *next)
{
    for (size_t i = 0; i <= stretches->count; i++)
        next[i] = i;
    for (size_t i = 0; i < stretches->count; i++)
        stretches->range[i] = RD_NO_RANGE;
    for (size_t i = 0; i < count; i++) {
        if (range[i].first == range[i].end)
            continue;
        size_t at = first_free(next, rd_stretch_of(stretches, range[i].first));
        while (stretches->from[at] < range[i].end) {
            stretches->range[at] = i;
            next[at] = at + 1;
            at = first_free(next, at);
        }
    }
}

bool rd_stretches_find(const struct rd_item_range *range, size_t count, int64_t all,
                       struct rd_stretches *ret_stretches)
{
    size_t most = 2 * count + 2, bounds = 0;
    struct rd_stretches stretches = {.from = malloc(most * sizeof *stretches.from),
                                     .range = malloc(most * sizeof *stretches.range)};
    size_t *next = malloc(most * sizeof *next);
    bool done = stretches.from && stretches.range && next;
    if (done) {
        stretches.from[bounds++] = 0;
        stretches.from[bounds++] = all;
        for (size_t i = 0; i < count; i++) {
            stretches.from[bounds++] = range[i].first;
            stretches.from[bounds++] = range[i].end;
        }
        stretches.count = sort_once(stretches.from, bounds) - 1;
        deal_out(range, count, &stretches, next);
        *ret_stretches = stretches;
    } else {
        rd_stretches_free(&stretches);
    }
    free(next);
    return done;
}

size_t rd_run_of(const int64_t *from, size_t count, int64_t item)
{
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (from[middle] <= item)
            low = middle;
        else
            high = middle;
    }
    return low;
}

size_t rd_stretch_of(const struct rd_stretches *stretches, int64_t item)
{
    return rd_run_of(stretches->from, stretches->count, item);
}

void rd_stretches_free(struct rd_stretches *stretches)
{
    free(stretches->from);
    free(stretches->range);
    *stretches = (struct rd_stretches){0};
}
