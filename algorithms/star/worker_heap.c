#include "worker_heap.h"

struct rd_worker_heap rd_worker_heap_make(uint32_t worker_count,
                                          bool (*before)(const void *, uint32_t, uint32_t),
                                          const void *context, struct rd_arena *arena)
{
    struct rd_worker_heap heap = {
        .at = rd_take(arena, worker_count, uint32_t),
        .place = rd_take(arena, worker_count, uint32_t),
        .before = before,
        .context = context,
    };
    for (uint32_t worker = 0; worker < worker_count; worker++)
        heap.place[worker] = UINT32_MAX;
    return heap;
}

static void set(struct rd_worker_heap *heap, uint32_t place, uint32_t worker)
{
    heap->at[place] = worker;
    heap->place[worker] = place;
}

static void sink(struct rd_worker_heap *heap, uint32_t place)
{
    uint32_t worker = heap->at[place];
    for (uint32_t child; (child = 2 * place + 1) < heap->count; place = child) {
        if (child + 1 < heap->count &&
            heap->before(heap->context, heap->at[child + 1], heap->at[child]))
            child++;
        if (!heap->before(heap->context, heap->at[child], worker))
            break;
        set(heap, place, heap->at[child]);
    }
    set(heap, place, worker);
}

/* Moves the worker at a place up, then down, to where it belongs. */
static void settle(struct rd_worker_heap *heap, uint32_t place)
{
    uint32_t worker = heap->at[place];
    for (; place > 0; place = (place - 1) / 2) {
        uint32_t parent = heap->at[(place - 1) / 2];
        if (!heap->before(heap->context, worker, parent))
            break;
        set(heap, place, parent);
    }
    set(heap, place, worker);
    sink(heap, place);
}

void rd_worker_heap_fill(struct rd_worker_heap *heap, uint32_t worker_count)
{
    for (uint32_t worker = 0; worker < worker_count; worker++)
        set(heap, heap->count++, worker);
    for (uint32_t place = worker_count / 2; place-- > 0;)
        sink(heap, place);
}

void rd_worker_heap_put(struct rd_worker_heap *heap, uint32_t worker)
{
    if (heap->place[worker] == UINT32_MAX)
        set(heap, heap->count++, worker);
    settle(heap, heap->place[worker]);
}

void rd_worker_heap_remove(struct rd_worker_heap *heap, uint32_t worker)
{
    uint32_t place = heap->place[worker];
    if (place == UINT32_MAX)
        return;
    heap->place[worker] = UINT32_MAX;
    uint32_t last = heap->at[--heap->count];
    if (last == worker)
        return;
    set(heap, place, last);
    settle(heap, place);
}
