#include "star_optimum.h"

#include "sim/base/error.h"

#include <stdbool.h>

/* A second's beginning. 3 bits each: per worker items held and seconds left of the one computed;
 * items at the master; per port a worker and seconds left. All small enough for 36 bits. */
struct second {
    int held[TINY_WORKERS];
    int computing[TINY_WORKERS];
    int at_master;
    int sender, in;    /* seconds left; 0: idle */
    int receiver, out; /* the same */
};

struct tiny {
    uint32_t worker_count;
    const int64_t *up;
    const int64_t *down;
    const int64_t *w;
    uint64_t *seen; /* [slots] code + 1, or 0 */
    uint64_t *code; /* [slots] those of the next second */
    size_t count;
};

enum { SLOTS = 1 << 20 };

static uint64_t encode(const struct second *second)
{
    uint64_t code = 0;
    for (int worker = 0; worker < TINY_WORKERS; worker++)
        code = code << 6 | (uint64_t)(second->held[worker] << 3 | second->computing[worker]);
    code = code << 3 | (uint64_t)second->at_master;
    code = code << 6 | (uint64_t)((second->in ? second->sender : 0) << 3 | second->in);
    return code << 6 | (uint64_t)((second->out ? second->receiver : 0) << 3 | second->out);
}

static struct second decode(uint64_t code)
{
    struct second second;
    second.out = code & 7, second.receiver = code >> 3 & 7;
    second.in = code >> 6 & 7, second.sender = code >> 9 & 7;
    second.at_master = code >> 12 & 7;
    code >>= 15;
    for (int worker = TINY_WORKERS - 1; worker >= 0; worker--, code >>= 6)
        second.computing[worker] = code & 7, second.held[worker] = code >> 3 & 7;
    return second;
}

static void reach(struct tiny *tiny, const struct second *second)
{
    uint64_t code = encode(second), place = code * UINT64_C(0x9E3779B97F4A7C15) >> 40;
    for (;; place++) {
        uint64_t *slot = &tiny->seen[place % SLOTS];
        if (*slot == code + 1)
            return;
        if (*slot != 0)
            continue;
        rd_assert(tiny->count < SLOTS / 2);
        *slot = code + 1;
        tiny->code[tiny->count++] = code;
        return;
    }
}

static void pass(struct tiny *tiny, struct second second)
{
    for (int worker = 0; worker < TINY_WORKERS; worker++)
        second.computing[worker] -= second.computing[worker] > 0;
    if (second.in > 0 && --second.in == 0)
        second.at_master++;
    if (second.out > 0 && --second.out == 0)
        second.held[second.receiver]++;
    reach(tiny, &second);
}

/* Every set of idle workers that hold something computes it, or not. */
static void compute(struct tiny *tiny, const struct second *before)
{
    for (unsigned set = 0; set < 1U << tiny->worker_count; set++) {
        struct second second = *before;
        bool possible = true;
        for (uint32_t worker = 0; worker < tiny->worker_count; worker++) {
            if (!(set >> worker & 1))
                continue;
            possible = possible && second.computing[worker] == 0 && second.held[worker] > 0;
            second.held[worker]--;
            second.computing[worker] = (int)tiny->w[worker];
        }
        if (possible)
            pass(tiny, second);
    }
}

static void receive(struct tiny *tiny, const struct second *before)
{
    compute(tiny, before);
    for (uint32_t worker = 0; worker < tiny->worker_count; worker++) {
        struct second second = *before;
        if (second.out > 0 || second.at_master == 0)
            return;
        second.at_master--;
        second.receiver = (int)worker;
        second.out = (int)tiny->down[worker];
        compute(tiny, &second);
    }
}

static void send(struct tiny *tiny, const struct second *before)
{
    receive(tiny, before);
    for (uint32_t worker = 0; worker < tiny->worker_count; worker++) {
        struct second second = *before;
        if (second.in > 0 || second.held[worker] == 0)
            continue;
        second.held[worker]--;
        second.sender = (int)worker;
        second.in = (int)tiny->up[worker];
        receive(tiny, &second);
    }
}

int64_t star_optimum(uint32_t worker_count, const int64_t *up, const int64_t *down,
                     const int64_t *w, const int64_t *load, struct rd_arena *arena)
{
    struct rd_arena_mark mark = rd_arena_mark(arena);
    struct tiny tiny = {
        .worker_count = worker_count,
        .up = up,
        .down = down,
        .w = w,
        .seen = rd_take(arena, SLOTS, uint64_t),
        .code = rd_take(arena, SLOTS, uint64_t),
    };
    struct second begin = {0}, done = {0};
    for (uint32_t worker = 0; worker < worker_count; worker++)
        begin.held[worker] = (int)load[worker];
    reach(&tiny, &begin);
    uint64_t wanted = encode(&done);
    int64_t date = 0;
    bool ended = encode(&begin) == wanted;
    for (size_t first = 0; !ended; date++) {
        size_t last = tiny.count;
        rd_assert(first < last);
        for (; first < last && !ended; first++) {
            struct second second = decode(tiny.code[first]);
            send(&tiny, &second);
        }
        for (size_t i = last; i < tiny.count; i++)
            ended = ended || tiny.code[i] == wanted;
    }
    rd_arena_rewind(arena, mark);
    return date;
}
