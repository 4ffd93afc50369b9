#include "arrivals.h"

struct rd_arrivals *rd_arrivals_open(const struct rd_referee *referee, struct rd_pieces *ret_pieces)
{
    size_t entries = (size_t)referee->host_count * referee->kind_count;
    struct rd_arrivals *queue = rd_take(referee->scratch, entries, struct rd_arrivals);
    for (size_t i = 0; i < entries; i++)
        queue[i].base = referee->inventory[i].own_left < 0 ? referee->instance->load[i] : -1;
    size_t transfers = referee->plan->transfer_count;
    bool single =
        !referee->as_held && referee->transfers + referee->computations == (int64_t)transfers;
    *ret_pieces = (struct rd_pieces){.scratch = referee->scratch,
                                     .used = 1,
                                     .capacity = 1024,
                                     .limit = referee->limits->arrivals,
                                     .apart = single && transfers < referee->limits->arrivals};
    ret_pieces->piece = rd_take(referee->scratch, ret_pieces->capacity, struct rd_piece);
    return queue;
}

bool rd_pieces_grow(struct rd_pieces *pieces)
{
    if (pieces->capacity >= pieces->limit)
        return false;
    pieces->piece = rd_arena_grow(pieces->scratch, pieces->piece, pieces->capacity,
                                  2 * (size_t)pieces->capacity, sizeof *pieces->piece);
    pieces->capacity *= 2;
    return true;
}

/* Drops what no later message needs: pieces that end before the item number `need`. */
static const struct rd_piece *front_for(struct rd_pieces *pieces, struct rd_arrivals *queue,
                                        int64_t need)
{
    for (;;) {
        rd_assert(queue->front != 0);
        struct rd_piece *front = &pieces->piece[queue->front];
        int64_t after = queue->base + front->count * front->items;
        if (need <= after)
            return front;
        uint32_t next = front->next;
        front->next = pieces->free;
        pieces->free = queue->front;
        queue->front = next;
        queue->base = after;
    }
}

/* Messages of x items, one after the other without a pause, each duration_s, the first at start_s,
 * when arrival `first` of y items a time is there: does any of the messages after it have to wait
 * for the arrivals that follow? They come every step_s. `into` is how many of the items of arrival
 * `first` are taken before the last item of the first message.
 *
 * On the average sending must be no faster than arriving: duration / x >= step / y. Then it is
 * enough to look at the first later arrival that a message needs: each after it comes y items
 * later, for which sending takes no less than step_s. */
static bool never_waits(int64_t x, int64_t y, int64_t into, double start_s, double duration_s,
                        double arrival_s, double step_s)
{
    if (duration_s * (double)y < step_s * (double)x)
        return false;
    if (x > y) /* message m needs at most (into + m x) / y arrivals after `first` */
        return start_s + duration_s >= arrival_s + step_s * ((double)(into + x) / (double)y);
    int64_t rest = y - 1 - into; /* items of arrival `first` behind the first message's */
    double messages = y % x == 0 ? (double)(rest / x + 1) : (double)(rest + 1) / (double)x;
    return start_s + messages * duration_s >= arrival_s + step_s;
}

struct rd_supply rd_arrivals_next(struct rd_pieces *pieces, struct rd_arrivals *queue,
                                  int64_t items, int64_t messages, double free_s, double duration_s)
{
    int64_t need = queue->taken + items;
    if (need <= queue->base) {
        int64_t held = (queue->base - queue->taken) / items;
        return (struct rd_supply){0, 0, held < messages ? held : messages};
    }
    const struct rd_piece *front = front_for(pieces, queue, need);
    int64_t each = front->items;
    int64_t arrival = (need - queue->base - 1) / each;
    int64_t covered = (queue->base + front->count * each - queue->taken) / items;
    struct rd_supply supply = {.first_s = front->first_s + (double)arrival * front->step_s,
                               .count = covered < messages ? covered : messages};
    if (supply.count == 1 || arrival == front->count - 1)
        return supply;
    if (items % each == 0) {
        supply.step_s = front->step_s * (double)(items / each);
        return supply;
    }
    double start_s = supply.first_s > free_s ? supply.first_s : free_s;
    int64_t into = need - queue->base - 1 - arrival * each;
    if (never_waits(items, each, into, start_s, duration_s, supply.first_s, front->step_s))
        return supply;
    int64_t by_this = (queue->base + (arrival + 1) * each - queue->taken) / items;
    if (by_this < supply.count)
        supply.count = by_this;
    return supply;
}

/* How many arrivals of a piece have come by a date. */
static int64_t come_by(const struct rd_piece *piece, double date_s)
{
    if (piece->first_s > date_s)
        return 0;
    double last = (date_s - piece->first_s) / piece->step_s;
    if (!(last < (double)(piece->count - 1))) /* also where step_s is 0 */
        return piece->count;
    int64_t index = (int64_t)last;
    /* The quotient was rounded: compare with its neighbours. */
    if (piece->first_s + (double)index * piece->step_s > date_s)
        index--;
    else if (piece->first_s + (double)(index + 1) * piece->step_s <= date_s)
        index++;
    return index + 1;
}

int64_t rd_arrivals_by(const struct rd_pieces *pieces, const struct rd_arrivals *queue,
                       double date_s, double *ret_last_s)
{
    int64_t held = queue->base;
    double last_s = 0;
    for (uint32_t index = queue->front; index; index = pieces->piece[index].next) {
        const struct rd_piece *piece = &pieces->piece[index];
        int64_t come = come_by(piece, date_s);
        if (come == 0)
            break;
        held += come * piece->items;
        last_s = piece->first_s + (double)(come - 1) * piece->step_s;
        if (come < piece->count)
            break;
    }
    *ret_last_s = last_s;
    return held;
}
