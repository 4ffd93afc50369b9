#include "bipartite_matching.h"

#include "sim/base/error.h"

#include <string.h>

struct rd_bipartite rd_bipartite_make(uint32_t n, struct rd_arena *arena)
{
    struct rd_bipartite graph = {.n = n, .words_per_row = (n + 63) / 64};
    graph.word = rd_take(arena, (size_t)n * graph.words_per_row, uint64_t);
    return graph;
}

struct search {
    const struct rd_bipartite *graph;
    uint32_t *column_of_row;
    uint32_t *row_of_column;
    uint64_t *free_column; /* bits */
    uint64_t *unvisited;   /* bits: columns that no row has visited in this pass */
    uint32_t *stack_row;   /* the path: rows, and the column between each and the next */
    uint32_t *stack_column;
    uint32_t *next_word; /* of each row in this pass: words before it are exhausted */
};

static void clear_bit(uint64_t *word, uint32_t bit)
{
    word[bit / 64] &= ~(UINT64_C(1) << bit % 64);
}

static const uint64_t *row_words(const struct search *search, uint32_t row)
{
    return &search->graph->word[(uint64_t)row * search->graph->words_per_row];
}

/* A free column beside a row that nobody has visited, or RD_UNMATCHED. */
static uint32_t free_neighbour(const struct search *search, uint32_t row)
{
    const uint64_t *word = row_words(search, row);
    for (uint32_t w = 0; w < search->graph->words_per_row; w++) {
        uint64_t found = word[w] & search->free_column[w] & search->unvisited[w];
        if (found)
            return 64 * w + (uint32_t)__builtin_ctzll(found);
    }
    return RD_UNMATCHED;
}

/* The next matched column beside a row that nobody has visited, or RD_UNMATCHED. */
static uint32_t next_neighbour(struct search *search, uint32_t row)
{
    const uint64_t *word = row_words(search, row);
    for (uint32_t *w = &search->next_word[row]; *w < search->graph->words_per_row; (*w)++) {
        uint64_t found = word[*w] & search->unvisited[*w];
        if (found)
            return 64 * *w + (uint32_t)__builtin_ctzll(found);
    }
    return RD_UNMATCHED;
}

/* Searches depth first from a free row; turns the path round if it ends at a free column. */
static bool augment(struct search *search, uint32_t free_row)
{
    uint32_t depth = 0;
    search->stack_row[0] = free_row;
    for (;;) {
        uint32_t row = search->stack_row[depth];
        uint32_t end = search->next_word[row] == 0 ? free_neighbour(search, row) : RD_UNMATCHED;
        if (end != RD_UNMATCHED) {
            clear_bit(search->free_column, end);
            clear_bit(search->unvisited, end);
            search->stack_column[depth] = end;
            for (uint32_t k = 0; k <= depth; k++) {
                search->column_of_row[search->stack_row[k]] = search->stack_column[k];
                search->row_of_column[search->stack_column[k]] = search->stack_row[k];
            }
            return true;
        }
        uint32_t column = next_neighbour(search, row);
        if (column != RD_UNMATCHED) {
            clear_bit(search->unvisited, column);
            search->stack_column[depth++] = column;
            search->stack_row[depth] = search->row_of_column[column];
        } else if (depth == 0) {
            return false;
        } else {
            depth--;
        }
    }
}

/* Every column unvisited, every row at its first word. */
static void start_pass(struct search *search)
{
    uint32_t n = search->graph->n, words = search->graph->words_per_row;
    memset(search->unvisited, 0xff, words * sizeof *search->unvisited);
    if (n % 64)
        search->unvisited[words - 1] = (UINT64_C(1) << n % 64) - 1;
    memset(search->next_word, 0, n * sizeof *search->next_word);
}

static struct search search_of(const struct rd_bipartite *graph, uint32_t *column_of_row,
                               struct rd_arena *scratch)
{
    uint32_t n = graph->n, words = graph->words_per_row;
    struct search search = {
        .graph = graph,
        .column_of_row = column_of_row,
        .row_of_column = rd_take(scratch, n, uint32_t),
        .free_column = rd_take(scratch, words, uint64_t),
        .unvisited = rd_take(scratch, words, uint64_t),
        .stack_row = rd_take(scratch, (size_t)n + 1, uint32_t),
        .stack_column = rd_take(scratch, (size_t)n + 1, uint32_t),
        .next_word = rd_take(scratch, n, uint32_t),
    };
    start_pass(&search);
    memcpy(search.free_column, search.unvisited, words * sizeof *search.free_column);
    for (uint32_t column = 0; column < n; column++)
        search.row_of_column[column] = RD_UNMATCHED;
    for (uint32_t row = 0; row < n; row++) {
        if (column_of_row[row] == RD_UNMATCHED)
            continue;
        search.row_of_column[column_of_row[row]] = row;
        clear_bit(search.free_column, column_of_row[row]);
    }
    return search;
}

uint32_t rd_bipartite_match(const struct rd_bipartite *graph, uint32_t *column_of_row,
                            struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct search search = search_of(graph, column_of_row, scratch);
    uint32_t size = 0, found;
    for (uint32_t row = 0; row < graph->n; row++)
        size += column_of_row[row] != RD_UNMATCHED;
    do {
        found = 0;
        start_pass(&search);
        for (uint32_t row = 0; row < graph->n; row++)
            if (column_of_row[row] == RD_UNMATCHED)
                found += augment(&search, row);
        size += found;
    } while (found > 0);
    return size;
}

uint32_t rd_bipartite_hall_rows(const struct rd_bipartite *graph, const uint32_t *column_of_row,
                                uint32_t *row, struct rd_arena *scratch)
{
    uint32_t free_row = 0;
    while (free_row < graph->n && column_of_row[free_row] != RD_UNMATCHED)
        free_row++;
    if (free_row == graph->n)
        return 0;
    rd_arena_borrow(scratch);
    uint32_t *matching = rd_arena_copy(scratch, column_of_row, graph->n, sizeof *matching);
    struct search search = search_of(graph, matching, scratch);
    bool found = augment(&search, free_row);
    rd_assert(!found);
    /* The search went wherever an alternating path from the free row leads. */
    uint32_t count = 0;
    for (uint32_t r = 0; r < graph->n; r++) {
        uint32_t column = matching[r];
        bool reached =
            column != RD_UNMATCHED && !(search.unvisited[column / 64] >> column % 64 & 1);
        if (r == free_row || reached)
            row[count++] = r;
    }
    return count;
}
