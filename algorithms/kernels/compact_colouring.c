/* rd_edge_colour_compact: matchings, each as long as it can last. */
#include "edge_colouring.h"

#include "sim/core/error.h"

struct compaction {
    struct rd_heavy_matching matching;
    struct rd_run_colouring *result;
    struct rd_arena *arena;
    size_t run_capacity;
    size_t *run_of_row; /* [n] the run under way, counted from 1 */
    uint32_t *row_edge; /* [n] its edge */
    uint32_t *used_up;  /* [n] edges of the last matching */
    int64_t colour;     /* colours given so far */
};

/* Begins and ends runs where the matching has changed. */
static void record(struct compaction *compaction)
{
    struct rd_run_colouring *result = compaction->result;
    for (uint32_t row = 0; row < compaction->matching.n; row++) {
        uint32_t edge = compaction->matching.mate[RD_ROWS][row];
        if (edge == compaction->row_edge[row])
            continue;
        if (compaction->run_of_row[row] > 0) {
            struct rd_colour_run *run = &result->run[compaction->run_of_row[row] - 1];
            run->count = compaction->colour - run->first;
        }
        compaction->run_of_row[row] = 0;
        compaction->row_edge[row] = edge;
        if (edge == RD_NO_EDGE)
            continue;
        if (result->run_count == compaction->run_capacity) {
            size_t longer = 2 * compaction->run_capacity + 64;
            result->run = rd_arena_grow(compaction->arena, result->run, compaction->run_capacity,
                                        longer, sizeof *result->run);
            compaction->run_capacity = longer;
        }
        result->run[result->run_count++] = (struct rd_colour_run){edge, compaction->colour, 0};
        compaction->run_of_row[row] = result->run_count;
    }
}

/* How long the matching may last: until an edge is used up, or a vertex left out becomes heavy. */
static int64_t duration(const struct rd_heavy_matching *matching)
{
    int64_t least = INT64_MAX;
    for (int side = 0; side < RD_SIDES; side++)
        for (uint32_t vertex = 0; vertex < matching->n; vertex++) {
            uint32_t edge = matching->mate[side][vertex];
            int64_t lasts = edge == RD_NO_EDGE ? matching->greatest - matching->degree[side][vertex]
                                               : matching->edge[edge].count;
            least = lasts < least ? lasts : least;
        }
    return least;
}

/* Joins a vertex that has come free to another one that is free, if an edge is left. */
static void pair_again(struct rd_heavy_matching *matching, int side, uint32_t vertex)
{
    if (matching->mate[side][vertex] != RD_NO_EDGE)
        return;
    uint32_t edge = rd_heavy_matching_free_edge(matching, side, vertex);
    if (edge != RD_NO_EDGE)
        rd_heavy_matching_join(matching, edge);
}

/* Uses the matching's edges, and takes others for those that are used up where any are free. */
static void use(struct compaction *compaction, int64_t colours)
{
    struct rd_heavy_matching *matching = &compaction->matching;
    uint32_t used_up = 0;
    for (uint32_t row = 0; row < matching->n; row++) {
        uint32_t edge = matching->mate[RD_ROWS][row];
        if (edge == RD_NO_EDGE)
            continue;
        rd_heavy_matching_use(matching, edge, colours);
        if (matching->edge[edge].count > 0)
            continue;
        rd_heavy_matching_part(matching, edge);
        compaction->used_up[used_up++] = edge;
    }
    matching->greatest -= colours;
    for (uint32_t i = 0; i < used_up; i++) {
        const struct rd_multi_edge *edge = &matching->edge[compaction->used_up[i]];
        pair_again(matching, RD_ROWS, edge->row);
        pair_again(matching, RD_COLUMNS, edge->column);
    }
}

struct rd_run_colouring rd_edge_colour_compact(const struct rd_multigraph *graph,
                                               struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_run_colouring result = {0};
    struct compaction compaction = {
        .matching = rd_heavy_matching_open(graph, scratch),
        .result = &result,
        .arena = arena,
        .run_of_row = rd_take(scratch, graph->n, size_t),
        .row_edge = rd_take(scratch, graph->n, uint32_t),
        .used_up = rd_take(scratch, graph->n, uint32_t),
    };
    struct rd_heavy_matching *matching = &compaction.matching;
    result.colour_count = matching->greatest;
    for (uint32_t row = 0; row < graph->n; row++) {
        compaction.row_edge[row] = RD_NO_EDGE;
        uint32_t edge = rd_heavy_matching_free_edge(matching, RD_ROWS, row);
        if (edge != RD_NO_EDGE)
            rd_heavy_matching_join(matching, edge);
    }
    while (matching->greatest > 0) {
        rd_heavy_matching_cover(matching);
        record(&compaction);
        int64_t colours = duration(matching);
        rd_assert(colours > 0);
        use(&compaction, colours);
        compaction.colour += colours;
        result.matching_count++;
    }
    record(&compaction);
    rd_arena_rewind(scratch, mark);
    return result;
}
