#include "edge_colouring.h"

#include "edge_paths.h"

#include "sim/base/large_pages.h"

/* Fewer edges are halved in some milliseconds. */
enum { LEAST_FOR_PATHS = 100000 };

struct recorder {
    struct rd_weighted_matching matching;
    struct rd_edge_colouring result;
    struct rd_arena *arena;
};

void rd_colour_run_begin(struct rd_edge_colouring *result, uint32_t edge, int64_t now,
                         size_t *number, struct rd_arena *arena)
{
    if (*number > 0 && result->run[*number - 1].first + result->run[*number - 1].count == now)
        return;
    result->run = rd_arena_room(arena, result->run, result->run_count, &result->run_capacity,
                                sizeof *result->run);
    result->run[result->run_count++] = (struct rd_colour_run){edge, now, 0};
    *number = result->run_count;
}

static void begin_run(void *context, uint32_t edge)
{
    struct recorder *recorder = context;
    rd_colour_run_begin(&recorder->result, edge, recorder->matching.time,
                        &recorder->matching.edge[edge].run, recorder->arena);
}

static void end_run(void *context, uint32_t edge)
{
    struct recorder *recorder = context;
    struct rd_colour_run *run = &recorder->result.run[recorder->matching.edge[edge].run - 1];
    run->count = recorder->matching.time - run->first;
}

void rd_colour_runs_drop_empty(struct rd_edge_colouring *result)
{
    size_t count = 0;
    for (size_t i = 0; i < result->run_count; i++)
        if (result->run[i].count > 0)
            result->run[count++] = result->run[i];
    result->run_count = count;
}

struct rd_edge_colouring rd_edge_colour_compact(const struct rd_multigraph *graph,
                                                struct rd_arena *arena, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct recorder recorder = {.matching = rd_weighted_matching_open(graph, scratch),
                                .arena = arena};
    /* Few edges have two runs or more; room that is not needed is never touched. */
    recorder.result.run_capacity = graph->edge_count + graph->edge_count / 4 + graph->n;
    recorder.result.run = rd_take(arena, recorder.result.run_capacity, struct rd_colour_run);
    rd_large_pages_for(recorder.result.run, graph->edge_count * sizeof *recorder.result.run);
    recorder.result.colour_count = recorder.matching.end;
    recorder.matching.joins = begin_run;
    recorder.matching.leaves = end_run;
    recorder.matching.context = &recorder;
    rd_weighted_matching_fill(&recorder.matching);
    rd_weighted_matching_cover(&recorder.matching);
    for (bool is_left = recorder.matching.end > 0; is_left; recorder.result.matching_count++)
        is_left = rd_weighted_matching_advance(&recorder.matching);
    rd_colour_runs_drop_empty(&recorder.result);
    return recorder.result;
}

/* Colours one by one as runs: an edge goes on where its last run ended. */
static struct rd_edge_colouring join_units(const struct rd_multigraph *graph,
                                           const struct rd_unit_colouring *units,
                                           struct rd_arena *arena, struct rd_arena *scratch)
{
    size_t *run_of_edge = rd_take(scratch, graph->edge_count, size_t); /* counted from 1 */
    struct rd_edge_colouring result = {.colour_count = units->colour_count,
                                       .matching_count = units->colour_count,
                                       .run_capacity = units->first[units->colour_count]};
    result.run = rd_take(arena, result.run_capacity, struct rd_colour_run);
    for (uint32_t colour = 0; colour < units->colour_count; colour++)
        for (size_t i = units->first[colour]; i < units->first[colour + 1]; i++) {
            uint32_t edge = units->edge[i];
            rd_colour_run_begin(&result, edge, colour, &run_of_edge[edge], arena);
            result.run[run_of_edge[edge] - 1].count++;
        }
    return result;
}

struct rd_edge_colouring rd_edge_colour(const struct rd_multigraph *graph, struct rd_arena *arena,
                                        struct rd_arena *scratch)
{
    int64_t size = rd_multigraph_size(graph);
    if (size > RD_HALVING_LIMIT || 2 * size >= 3 * (int64_t)graph->edge_count)
        return rd_edge_colour_compact(graph, arena, scratch);
    rd_arena_borrow(scratch);
    struct rd_unit_colouring units;
    if (size < LEAST_FOR_PATHS || !rd_edge_paths(graph, scratch, arena, &units))
        units = rd_edge_halving(graph, scratch, arena);
    return join_units(graph, &units, arena, scratch);
}
