#include "shortest_paths.h"

#include "sim/base/heap.h"

/* Hosts by label, the least first; of equal ones the first host. */
struct queue {
    const int64_t *label;
    uint32_t stride;
    uint32_t count;
    uint32_t *heap;  /* [count] hosts */
    uint32_t *place; /* [host_count]: of a host in the heap, plus 1; 0 if it is not in */
};

static bool is_before(const struct queue *queue, uint32_t a, uint32_t b)
{
    int64_t x = queue->label[(size_t)a * queue->stride],
            y = queue->label[(size_t)b * queue->stride];
    return x < y || (x == y && a < b);
}

static void put(struct queue *queue, size_t place, uint32_t host)
{
    queue->heap[place] = host;
    queue->place[host] = (uint32_t)place + 1;
}

RD_DEFINE_HEAP(struct queue, uint32_t, heap, count, is_before, put)

/* Adds a host, or moves it to where its lowered label belongs. */
static void raise(struct queue *queue, uint32_t host)
{
    rd_heap_rise(queue, queue->place[host] > 0 ? queue->place[host] - 1 : queue->count++, host);
}

static uint32_t take_first(struct queue *queue)
{
    uint32_t first = rd_heap_pop(queue);
    queue->place[first] = 0;
    return first;
}

void rd_shortest_paths(const struct rd_network *network, const int64_t *length, bool backward,
                       uint32_t stride, struct rd_arena *scratch, int64_t *label)
{
    uint32_t n = network->host_count;
    rd_arena_borrow(scratch);
    struct queue queue = {label, stride, 0, rd_take(scratch, n, uint32_t),
                          rd_take(scratch, n, uint32_t)};
    /* A host that starts with a label which lowers another one is where a way begins. */
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t tail = backward ? network->to[link] : network->from[link];
        uint32_t head = backward ? network->from[link] : network->to[link];
        if (length[link] < RD_FAR && queue.place[tail] == 0 &&
            label[(size_t)head * stride] > label[(size_t)tail * stride] + length[link])
            raise(&queue, tail);
    }
    while (queue.count > 0) {
        uint32_t host = take_first(&queue);
        struct rd_port_links port = rd_port_links_of(network, host, backward);
        for (uint32_t k = 0; k < port.count; k++) {
            uint32_t link = rd_port_link(&port, k), next = rd_port_neighbour(network, &port, k);
            int64_t through = label[(size_t)host * stride] + length[link];
            if (length[link] >= RD_FAR || through >= label[(size_t)next * stride])
                continue;
            label[(size_t)next * stride] = through;
            raise(&queue, next);
        }
    }
}
