#include "balls.h"

struct rd_balls rd_balls_take(uint32_t node_count, struct rd_arena *arena)
{
    return (struct rd_balls){.ball = rd_take(arena, node_count, uint32_t),
                             .order = rd_take(arena, node_count, uint32_t),
                             .link = rd_take(arena, node_count, uint32_t)};
}

void rd_balls_find(struct rd_balls *balls, uint32_t node_count, const uint32_t *first,
                   const uint32_t *to, uint32_t radius)
{
    uint32_t *ball = balls->ball, *order = balls->order, begin = 0, end = 0;
    balls->count = 0;
    for (uint32_t node = 0; node < node_count; node++)
        ball[node] = UINT32_MAX;
    for (uint32_t centre = 0; centre < node_count; centre++) {
        if (ball[centre] != UINT32_MAX)
            continue;
        ball[centre] = balls->count;
        balls->link[centre] = UINT32_MAX;
        begin = end;
        order[end++] = centre;
        for (uint32_t step = 0; step < radius && begin < end; step++)
            for (uint32_t stop = end; begin < stop; begin++)
                for (uint32_t link = first[order[begin]]; link < first[order[begin] + 1]; link++)
                    if (ball[to[link]] == UINT32_MAX) {
                        ball[to[link]] = balls->count;
                        balls->link[to[link]] = link;
                        order[end++] = to[link];
                    }
        balls->count++;
    }
}
