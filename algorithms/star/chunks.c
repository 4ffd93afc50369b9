#include "chunks.h"

#include "sim/base/integers.h"

#include <stdlib.h>
#include <string.h>

/* What a worker has too many; below 0: too few. */
static int64_t over_of(const struct rd_instance *instance, uint32_t worker)
{
    return rd_load(instance, worker, 0) - rd_target(instance, worker, 0);
}

int64_t rd_star_items(const struct rd_instance *instance, enum rd_star_side side, uint32_t worker,
                      struct rd_star_loan loan)
{
    int64_t over = over_of(instance, worker), items = side == RD_STAR_IN ? over : -over;
    return (items > 0 ? items : 0) + (worker == loan.worker ? loan.items : 0);
}

void rd_star_messages_reserve(struct rd_star_messages *messages, size_t capacity,
                              struct rd_arena *arena)
{
    if (capacity <= messages->capacity)
        return;
    capacity += messages->capacity / 2;
    struct rd_star_message *message = rd_take(arena, capacity, struct rd_star_message);
    if (messages->count > 0)
        memcpy(message, messages->message, messages->count * sizeof *message);
    messages->message = message;
    messages->capacity = capacity;
}

struct rd_star_chunks rd_star_chunks_make(const struct rd_instance *instance,
                                          struct rd_arena *arena)
{
    enum { MOST_SIZES = 4096 };
    uint32_t m = instance->topology.host_count - 1;
    int64_t sizes = instance->costs_equal ? rd_least(m, MOST_SIZES) : 1;
    struct rd_star_chunks chunks = {.instance = instance, .arena = arena, .worker_count = m};
    size_t *having[RD_STAR_SIDES];
    for (int side = 0; side < RD_STAR_SIDES; side++)
        having[side] = rd_take(arena, (size_t)sizes, size_t);
    for (uint32_t worker = 0; worker < m; worker++) {
        int64_t over = over_of(instance, worker), items = llabs(over);
        chunks.items += rd_load(instance, worker, 0);
        chunks.most = rd_greatest(chunks.most, items);
        having[over < 0][items < sizes ? items : 0]++;
    }
    bool by_size = chunks.most < sizes;
    chunks.turn = rd_take(arena, by_size ? (size_t)sizes : (size_t)m + 1, struct rd_keyed);
    for (int side = 0; side < RD_STAR_SIDES && by_size; side++) {
        chunks.having[side] = having[side];
        chunks.next[side] = rd_take(arena, (size_t)sizes, size_t);
        chunks.number[side] = rd_take(arena, (size_t)sizes, uint32_t);
    }
    return chunks;
}

/* In how many messages of up to a size. */
static size_t message_count(int64_t items, int64_t size)
{
    /* Mostly it need not divide. */
    return items <= size ? items > 0 : (size_t)((items - 1) / size + 1);
}

/* Writes the messages of a worker. Returns: how many there are. */
static size_t put_messages(struct rd_star_message *message, uint32_t worker, int64_t items,
                           int64_t size, bool smaller_first)
{
    int64_t count = (int64_t)message_count(items, size);
    int64_t each = count == 1 ? items : items / count, larger = items - each * count;
    for (int64_t i = 0; i < count; i++)
        message[i] = (struct rd_star_message){
            worker, each + (smaller_first ? i >= count - larger : i < larger)};
    return (size_t)count;
}

/* The turn of a worker, or of all that begin with a message of this size. */
static struct rd_keyed turn_of(const struct rd_instance *instance, enum rd_star_side side,
                               enum rd_star_turns turns, struct rd_star_message first,
                               uint32_t number)
{
    double takes_s = rd_star_message_s(instance, side, first);
    double without_s = takes_s - rd_star_cost(instance, side, first.worker).latency_s;
    double turn_s = turns == RD_STAR_BY_MESSAGE
                        ? takes_s
                        : (turns == RD_STAR_BY_SHARE ? takes_s : without_s) / (double)first.items;
    int64_t key = rd_cost_key(turn_s);
    return (struct rd_keyed){side == RD_STAR_IN ? key : -key, number};
}

/* Sorts workers by their turn. */
static void list_by_worker(const struct rd_star_chunks *chunks, enum rd_star_side side,
                           const struct rd_star_start *start, struct rd_star_messages *ret)
{
    enum { AHEAD = 32 }; /* workers are in no order: their items are fetched so many turns ahead */
    const struct rd_instance *instance = chunks->instance;
    struct rd_keyed *turn = chunks->turn;
    size_t count = 0, messages = 0;
    for (uint32_t worker = 0; worker < chunks->worker_count; worker++) {
        int64_t items = rd_star_items(instance, side, worker, start->loan);
        struct rd_star_message first = {worker, rd_least(items, start->size)};
        /* Without a branch: the next takes the place of a worker without items. */
        turn[count] = turn_of(instance, side, start->turns, first, worker);
        count += items > 0;
        messages += message_count(items, start->size);
    }
    rd_sort_keyed(turn, count, chunks->arena);
    ret->count = 0;
    rd_star_messages_reserve(ret, messages, chunks->arena);
    for (size_t i = 0; i < count; i++) {
        uint32_t worker = turn[i].number, ahead = turn[i + AHEAD < count ? i + AHEAD : i].number;
        __builtin_prefetch(&instance->load[ahead]);
        __builtin_prefetch(&instance->target[ahead]);
        ret->count += put_messages(&ret->message[ret->count], worker,
                                   rd_star_items(instance, side, worker, start->loan), start->size,
                                   start->smaller_first[side]);
    }
}

/* Sorts sizes, and finds where the messages of each turn begin. */
static void place_turns(const struct rd_star_chunks *chunks, enum rd_star_side side,
                        const struct rd_star_start *start, struct rd_star_messages *ret)
{
    struct rd_keyed *turn = chunks->turn;
    size_t *next = chunks->next[side], count = 0;
    uint32_t *number = chunks->number[side], turns = 0;
    int64_t size = start->size;
    for (uint32_t i = 0; i < size; i++)
        turn[i] = turn_of(chunks->instance, side, start->turns, (struct rd_star_message){0, i + 1},
                          i + 1);
    rd_sort_keyed(turn, (size_t)size, chunks->arena);
    for (int64_t i = 0; i < size; i++) {
        turns += i == 0 || turn[i].key != turn[i - 1].key;
        number[turn[i].number] = turns;
        next[turns] = 0;
    }
    for (int64_t items = 1; items <= chunks->most; items++)
        next[number[rd_least(items, size)]] +=
            chunks->having[side][items] * message_count(items, size);
    if (start->loan.worker != RD_NO_HOST) {
        int64_t with = rd_star_items(chunks->instance, side, start->loan.worker, start->loan);
        int64_t without = with - start->loan.items;
        next[number[rd_least(without, size)]] -= message_count(without, size);
        next[number[rd_least(with, size)]] += message_count(with, size);
    }
    for (uint32_t i = 1; i <= turns; i++) {
        size_t own = next[i];
        next[i] = count;
        count += own;
    }
    next[0] = count; /* who has no items writes behind all, and the next one over that */
    ret->count = 0;
    rd_star_messages_reserve(ret, count + 1, chunks->arena);
    ret->count = count;
}

/* Puts the messages of a worker where those of its turn go on. */
static inline void place(const struct rd_star_chunks *chunks, enum rd_star_side side,
                         const struct rd_star_start *start, uint32_t worker, int64_t items,
                         const struct rd_star_messages *ret)
{
    enum { AHEAD = 8 }; /* turns are many: where they go on is fetched so many messages ahead */
    size_t *next = &chunks->next[side][chunks->number[side][rd_least(items, start->size)]];
    struct rd_star_message *message = &ret[side].message[*next];
    __builtin_prefetch(message + AHEAD, 1);
    if (items > start->size) {
        *next += put_messages(message, worker, items, start->size, start->smaller_first[side]);
    } else { /* without a branch: who has items is as good as random */
        *message = (struct rd_star_message){worker, items};
        *next += items > 0;
    }
}

void rd_star_chunks_list(const struct rd_star_chunks *chunks, const struct rd_star_start *start,
                         struct rd_star_messages *ret_messages)
{
    const struct rd_instance *instance = chunks->instance;
    const struct rd_star_loan loan = start->loan;
    bool by_size = chunks->having[RD_STAR_IN];
    for (int side = 0; side < RD_STAR_SIDES; side++)
        (by_size ? place_turns : list_by_worker)(chunks, side, start, &ret_messages[side]);
    for (uint32_t worker = 0; by_size && worker < chunks->worker_count; worker++) {
        int64_t over = over_of(instance, worker);
        if (worker != loan.worker)
            place(chunks, over < 0, start, worker, llabs(over), ret_messages);
        else
            for (int side = 0; side < RD_STAR_SIDES; side++)
                place(chunks, side, start, worker, rd_star_items(instance, side, worker, loan),
                      ret_messages);
    }
}
