#include "pipeline.h"

struct rd_pipeline rd_pipeline_make(size_t count, struct rd_arena *arena)
{
    struct rd_pipeline pipeline = {.leaf_count = 1};
    while (pipeline.leaf_count < count)
        pipeline.leaf_count *= 2;
    pipeline.run = rd_take(arena, 2 * pipeline.leaf_count, struct rd_pipeline_run);
    rd_pipeline_clear(&pipeline);
    return pipeline;
}

void rd_pipeline_clear(struct rd_pipeline *pipeline)
{
    for (size_t i = 0; i < 2 * pipeline->leaf_count; i++)
        pipeline->run[i] = (struct rd_pipeline_run){0, 0, true};
}

/* Two runs, one behind the other: nothing crosses a break. */
static struct rd_pipeline_run joined(const struct rd_pipeline_run *first,
                                     const struct rd_pipeline_run *second)
{
    if (first->broken)
        return *first;
    double through_s = first->item_s + second->longest_s;
    return (struct rd_pipeline_run){
        first->item_s + second->item_s,
        first->longest_s > through_s ? first->longest_s : through_s,
        second->broken,
    };
}

void rd_pipeline_set(struct rd_pipeline *pipeline, size_t place, double item_s, int64_t left)
{
    size_t at = pipeline->leaf_count + place;
    pipeline->run[at] = left > 0 ? (struct rd_pipeline_run){item_s, item_s * (double)left, false}
                                 : (struct rd_pipeline_run){0, 0, true};
    for (at /= 2; at > 0; at /= 2)
        pipeline->run[at] = joined(&pipeline->run[2 * at], &pipeline->run[2 * at + 1]);
}

double rd_pipeline_at(const struct rd_pipeline *pipeline, size_t place)
{
    size_t at = pipeline->leaf_count + place;
    struct rd_pipeline_run run = pipeline->run[at];
    for (; at > 1 && !run.broken; at /= 2)
        if (at % 2 == 0)
            run = joined(&run, &pipeline->run[at + 1]);
    return run.longest_s;
}
