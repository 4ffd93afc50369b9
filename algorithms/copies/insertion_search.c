#include "insertion_search.h"

#include "sim/base/guard.h"
#include "sim/base/heap.h"
#include "sim/base/integers.h"

#include <math.h>
#include <string.h>

#define NONE UINT32_MAX

/* When something that carries one message at a time is busy: one stretch behind the other. */
struct stretch {
    double start_s, end_s;
};

struct busy {
    struct stretch *stretch;
    size_t count, capacity;
};

struct search {
    const struct rd_multicast *multicast;
    const struct rd_network *network;
    struct busy *busy; /* [2 hosts + links] ports that send, ports that receive, links */
    struct rd_copy_message *message; /* [items * hosts] of each item, in the order in which they
                                        were put */
    uint32_t *count;                 /* [items] messages of each */
    uint32_t *piece_of;              /* [items] */
    struct rd_rng rng;
    int64_t looks; /* at links that are left */

    /* Of an item that is put. */
    double *arrive_s, *key_s;     /* [hosts] */
    double *start_s;              /* [hosts] of the message that brings it */
    uint32_t *way, *heap, *place; /* [hosts] */
    size_t heap_count;
    bool *inside, *sink; /* [hosts] */
    struct rd_arena *arena;
};

static bool is_nearer(const struct search *search, uint32_t a, uint32_t b)
{
    return search->key_s[a] < search->key_s[b];
}

static void put(struct search *search, size_t place, uint32_t host)
{
    search->heap[place] = host;
    search->place[host] = (uint32_t)place;
}

RD_DEFINE_HEAP(struct search, uint32_t, heap, heap_count, is_nearer, put)

/* What a message on a link keeps busy. Returns: how many. */
static size_t list_busy(const struct search *search, uint32_t link, struct busy *ret_busy[3])
{
    uint32_t n = search->network->host_count;
    size_t count = 0;
    if (rd_has_one_port(search->network->instance)) {
        ret_busy[count++] = &search->busy[search->network->from[link]];
        ret_busy[count++] = &search->busy[n + search->network->to[link]];
    }
    ret_busy[count++] = &search->busy[2 * (size_t)n + link];
    return count;
}

/* The first stretch that ends behind a date. */
static size_t first_behind(const struct busy *busy, double date_s)
{
    size_t low = 0, high = busy->count;
    RD_FIND_FIRST(low, high, i, busy->stretch[i].end_s > date_s * (1 + 1e-12));
    return low;
}

/* When a message can start on a link, at a date or later. */
static double earliest_s(const struct search *search, uint32_t link, double date_s, double lasts_s)
{
    const double NEARLY = 1 - 1e-9;
    struct busy *busy[3];
    size_t count = list_busy(search, link, busy);
    for (size_t i = 0, free = 0; free < count; i = (i + 1) % count) {
        size_t next = first_behind(busy[i], date_s);
        if (next < busy[i]->count && busy[i]->stretch[next].start_s < date_s + lasts_s * NEARLY) {
            date_s = busy[i]->stretch[next].end_s;
            free = 0;
        } else
            free++;
    }
    return date_s;
}

/* Where the stretch of a message lies, or belongs: by start, and of those that start together, as
 * where some last no time, by end. */
static size_t place_of(const struct busy *busy, const struct rd_copy_message *message)
{
    size_t low = 0, high = busy->count;
    RD_FIND_FIRST(low, high, i,
                  busy->stretch[i].start_s > message->start_s ||
                      (busy->stretch[i].start_s == message->start_s &&
                       busy->stretch[i].end_s >= message->end_s));
    return low;
}

static void keep_busy(struct search *search, const struct rd_copy_message *message)
{
    struct busy *busy[3];
    size_t count = list_busy(search, message->link, busy);
    for (size_t i = 0; i < count; i++) {
        size_t at = place_of(busy[i], message);
        busy[i]->stretch = rd_arena_room(search->arena, busy[i]->stretch, busy[i]->count,
                                         &busy[i]->capacity, sizeof *busy[i]->stretch);
        memmove(busy[i]->stretch + at + 1, busy[i]->stretch + at,
                (busy[i]->count++ - at) * sizeof *busy[i]->stretch);
        busy[i]->stretch[at] = (struct stretch){message->start_s, message->end_s};
    }
}

static void set_free(struct search *search, const struct rd_copy_message *message)
{
    struct busy *busy[3];
    size_t count = list_busy(search, message->link, busy);
    for (size_t i = 0; i < count; i++) {
        size_t at = place_of(busy[i], message);
        memmove(busy[i]->stretch + at, busy[i]->stretch + at + 1,
                (--busy[i]->count - at) * sizeof *busy[i]->stretch);
    }
}

static struct rd_copy_message *messages_of(struct search *search, uint32_t item)
{
    return search->message + (size_t)item * search->network->host_count;
}

static void take_out(struct search *search, uint32_t item)
{
    for (uint32_t i = 0; i < search->count[item]; i++)
        set_free(search, &messages_of(search, item)[i]);
}

static void put_back(struct search *search, uint32_t item, const struct rd_copy_message *before,
                     uint32_t count)
{
    memcpy(messages_of(search, item), before, count * sizeof *before);
    search->count[item] = count;
    for (uint32_t i = 0; i < count; i++)
        keep_busy(search, &before[i]);
}

/* A host has the item at a date by a link; NONE: it is in the tree. */
static void reach(struct search *search, uint32_t host, double key_s, double start_s,
                  double arrive_s, uint32_t link)
{
    bool is_new = search->place[host] == NONE;
    if (!is_new && key_s >= search->key_s[host])
        return;
    search->key_s[host] = key_s;
    search->start_s[host] = start_s;
    search->arrive_s[host] = arrive_s;
    search->way[host] = link;
    rd_heap_rise(search, is_new ? search->heap_count++ : search->place[host], host);
}

/* Adds the way to a sink to the item's messages. */
static uint32_t add_way(struct search *search, uint32_t item, uint32_t sink)
{
    uint32_t *path = search->heap, length = 0, served = 0; /* which is not needed any more */
    for (uint32_t at = sink; !search->inside[at]; at = search->network->from[search->way[at]])
        path[length++] = at;
    while (length-- > 0) {
        uint32_t host = path[length];
        struct rd_copy_message message = {search->way[host],     search->piece_of[item], item, 1,
                                          search->start_s[host], search->arrive_s[host]};
        messages_of(search, item)[search->count[item]++] = message;
        keep_busy(search, &message);
        search->inside[host] = true;
        served += search->sink[host];
        search->sink[host] = false;
    }
    return served;
}

/* Finds the way to the sink that can have the item first. In: thrift, how much the time of messages
 * counts beside their dates. */
static uint32_t find_sink(struct search *search, uint32_t item, double thrift)
{
    const struct rd_multicast *multicast = search->multicast;
    const struct rd_network *network = search->network;
    uint32_t n = network->host_count, length = multicast->piece[search->piece_of[item]].length;
    rd_guard_look();
    search->heap_count = 0;
    for (uint32_t host = 0; host < n; host++)
        search->place[host] = NONE;
    for (uint32_t host = 0; host < n; host++)
        if (search->inside[host])
            reach(search, host, search->arrive_s[host], 0, search->arrive_s[host], NONE);
    for (;;) {
        uint32_t host = rd_heap_pop(search);
        if (search->sink[host])
            return host;
        for (uint32_t link = network->out_first[host]; link < network->out_first[host + 1];
             link++) {
            uint32_t to = network->to[link];
            search->looks--;
            if (search->inside[to] ||
                (search->place[to] != NONE && search->key_s[to] <= search->key_s[host]))
                continue;
            double lasts_s = rd_multicast_message_s(multicast, length, link, 1);
            double start_s = earliest_s(search, link, search->arrive_s[host], lasts_s);
            double late_s = start_s + lasts_s - search->arrive_s[host];
            reach(search, to, search->key_s[host] + late_s + thrift * lasts_s, start_s,
                  start_s + lasts_s, link);
        }
    }
}

/* Puts an item: one sink after the other, whichever can have it first. */
static void insert(struct search *search, uint32_t item, double thrift)
{
    const struct rd_multicast_piece *piece = &search->multicast->piece[search->piece_of[item]];
    uint32_t n = search->network->host_count;
    search->count[item] = 0;
    for (uint32_t host = 0; host < n; host++)
        search->inside[host] = search->sink[host] = false;
    for (uint32_t i = 0; i < piece->sink_count; i++)
        search->sink[piece->sink[i]] = true;
    for (uint32_t i = 0; i < piece->holder_count; i++) {
        search->inside[piece->holder[i]] = true;
        search->arrive_s[piece->holder[i]] = 0;
    }
    for (uint32_t left = piece->sink_count; left > 0;)
        left -= add_way(search, item, find_sink(search, item, thrift));
}

/* When an item's last message ends. */
static double end_of(struct search *search, uint32_t item)
{
    double end_s = 0;
    for (uint32_t i = 0; i < search->count[item]; i++)
        end_s = fmax(end_s, messages_of(search, item)[i].end_s);
    return end_s;
}

/* How good a schedule is: its end, and how many items end then. */
struct worth {
    double end_s;
    uint32_t last;
};

static struct worth worth_of(struct search *search)
{
    struct worth worth = {0, 0};
    for (uint32_t item = 0; item < search->multicast->item_count; item++) {
        double end_s = end_of(search, item);
        if (end_s > worth.end_s * (1 + 1e-9))
            worth = (struct worth){end_s, 0};
        worth.last += end_s >= worth.end_s * (1 - 1e-9);
    }
    return worth;
}

static bool is_worse(struct worth a, struct worth b)
{
    if (a.end_s > b.end_s * (1 + 1e-9) || a.end_s < b.end_s * (1 - 1e-9))
        return a.end_s > b.end_s;
    return a.last > b.last;
}

/* An item: any, or one of those that end last. */
static uint32_t choose(struct search *search, double end_s)
{
    uint32_t items = (uint32_t)search->multicast->item_count, chosen = 0;
    uint64_t seen = 0;
    if (rd_rng_below(&search->rng, 2) == 0)
        return (uint32_t)rd_rng_below(&search->rng, items);
    for (uint32_t item = 0; item < items; item++)
        if (end_of(search, item) >= end_s * (1 - 1e-9) && rd_rng_below(&search->rng, ++seen) == 0)
            chosen = item;
    return chosen;
}

enum { MOST_CHANGED = 8 };

/* Takes some items out, and puts them anew; puts them back as they were if that is worse. */
static struct worth change(struct search *search, struct worth worth, struct rd_arena *scratch)
{
    static const double thrifts[] = {0, 0, 0.5, 2};
    uint32_t n = search->network->host_count, items = (uint32_t)search->multicast->item_count;
    rd_arena_borrow(scratch);
    uint32_t most = items < MOST_CHANGED ? items : MOST_CHANGED, changed = 0;
    uint32_t wanted = 1 + (uint32_t)rd_rng_below(&search->rng, most);
    uint32_t item[MOST_CHANGED], count[MOST_CHANGED];
    struct rd_copy_message *before = rd_take(scratch, (size_t)wanted * n, struct rd_copy_message);
    for (uint32_t i = 0; i < wanted; i++) {
        uint32_t chosen = choose(search, worth.end_s);
        bool is_new = true;
        for (uint32_t j = 0; j < changed; j++)
            is_new &= item[j] != chosen;
        if (!is_new)
            continue;
        memcpy(before + (size_t)changed * n, messages_of(search, chosen),
               search->count[chosen] * sizeof *before);
        count[changed] = search->count[chosen];
        item[changed++] = chosen;
        take_out(search, chosen);
    }
    double thrift = thrifts[rd_rng_below(&search->rng, 4)];
    for (uint32_t i = 0; i < changed; i++)
        insert(search, item[i], thrift);
    struct worth now = worth_of(search);
    if (!is_worse(now, worth))
        return now;
    for (uint32_t i = 0; i < changed; i++)
        take_out(search, item[i]);
    for (uint32_t i = 0; i < changed; i++)
        put_back(search, item[i], before + (size_t)i * n, count[i]);
    return worth;
}

/* Are ports one, or as many as links, do items go one by one, over links of their own, and may a
 * change look at as many links as it can take? */
static bool is_suited(const struct rd_multicast *multicast, const struct rd_copy_schedule *schedule,
                      int64_t looks)
{
    enum { MOST_MESSAGES = 20000 };
    const struct rd_network *network = &multicast->network;
    if (multicast->bus || network->shared_count > 0 || schedule->count > MOST_MESSAGES ||
        isinf(schedule->end_s) ||
        (!rd_has_one_port(network->instance) && !rd_network_has_port_per_link(network)))
        return false;
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule->message[i].items != 1)
            return false;
    for (uint32_t i = 0; i < multicast->piece_count; i++)
        if ((uint64_t)multicast->piece[i].sink_count * network->link_count > (uint64_t)looks)
            return false;
    return true;
}

static struct search open_search(const struct rd_multicast *multicast, uint64_t seed,
                                 struct rd_arena *arena)
{
    const struct rd_network *network = &multicast->network;
    uint32_t n = network->host_count;
    size_t items = multicast->item_count;
    struct search search = {
        .multicast = multicast,
        .network = network,
        .busy = rd_take(arena, 2 * (size_t)n + network->link_count, struct busy),
        .message = rd_take(arena, items * n, struct rd_copy_message),
        .count = rd_take(arena, items, uint32_t),
        .piece_of = rd_take(arena, items, uint32_t),
        .rng = rd_rng_seeded(seed, 3),
        .arrive_s = rd_take(arena, n, double),
        .key_s = rd_take(arena, n, double),
        .start_s = rd_take(arena, n, double),
        .way = rd_take(arena, n, uint32_t),
        .heap = rd_take(arena, n, uint32_t),
        .place = rd_take(arena, n, uint32_t),
        .inside = rd_take(arena, n, bool),
        .sink = rd_take(arena, n, bool),
        .arena = arena,
    };
    for (uint32_t i = 0; i < multicast->piece_count; i++)
        for (int64_t j = 0; j < multicast->piece[i].items; j++)
            search.piece_of[multicast->piece[i].first + (uint64_t)j] = i;
    return search;
}

bool rd_insertion_search(const struct rd_multicast *multicast, const struct rd_copy_effort *effort,
                         struct rd_copy_schedule *schedule, struct rd_arena *arena,
                         struct rd_arena *scratch)
{
    enum { LOOKS_A_MESSAGE = 200, MOST_IN_VAIN = 500 };
    rd_arena_own(own);
    const int64_t looks = effort->messages * LOOKS_A_MESSAGE;
    if (!is_suited(multicast, schedule, looks))
        return false;
    struct search search = open_search(multicast, effort->seed, &own);
    for (size_t i = 0; i < schedule->count; i++) {
        const struct rd_copy_message *message = &schedule->message[i];
        messages_of(&search, message->item)[search.count[message->item]++] = *message;
        keep_busy(&search, message);
    }
    struct worth worth = worth_of(&search);
    double before_s = schedule->end_s;
    search.looks = looks;
    for (int in_vain = 0; in_vain < MOST_IN_VAIN && search.looks > 0 && !rd_time_is_up() &&
                          worth.end_s > effort->bound_s * (1 + 1e-9);
         in_vain++) {
        struct worth before = worth;
        search.looks -= (int64_t)schedule->count;
        worth = change(&search, worth, scratch);
        if (is_worse(before, worth))
            in_vain = 0;
    }
    if (worth.end_s > before_s * (1 - 1e-9))
        return false;
    struct rd_copy_schedule found = {.end_s = worth.end_s};
    for (uint32_t item = 0; item < multicast->item_count; item++)
        for (uint32_t i = 0; i < search.count[item]; i++)
            rd_arena_add(arena, found.message, found.count, messages_of(&search, item)[i]);
    rd_sort_messages(&found);
    *schedule = found;
    return true;
}
