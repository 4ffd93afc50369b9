#include "safe_order.h"

/* Of each object two events: 2 j when it takes, 2 j + 1 when it gives. */
#define NO_EVENT UINT32_MAX

/* The most objects left for which all orders are tried, and the most that other orders are looked
 * for, in all searches together. */
enum { FEW_OBJECTS = 10, SEARCHED_OBJECTS = 1000000 };

struct rd_safe_order {
    const struct rd_object_list *copies;
    const uint32_t *way;
    struct rd_space_state now;   /* what is free, and what has started */
    struct rd_space_state later; /* the same, once all that is under way has ended */
    uint32_t *order;             /* [count]; those that have started are skipped */
    uint32_t count, first;
    uint32_t *head, *tail;     /* [host_count] events in the order */
    uint32_t *next, *previous; /* [2 objects] */
    uint32_t *giver;           /* [objects] the host that gets its bytes, if its space is limited */
    uint32_t *found;           /* [objects] room for another order.. */
    struct rd_order_search *search; /* ..which this finds */
    int64_t searches_left;
    struct rd_arena *scratch;
};

static void append(struct rd_safe_order *safe, uint32_t host, uint32_t event)
{
    if (host == RD_NO_HOST)
        return;
    safe->next[event] = NO_EVENT;
    safe->previous[event] = safe->tail[host];
    if (safe->tail[host] == NO_EVENT)
        safe->head[host] = event;
    else
        safe->next[safe->tail[host]] = event;
    safe->tail[host] = event;
}

static void drop(struct rd_safe_order *safe, uint32_t host, uint32_t event)
{
    if (host == RD_NO_HOST)
        return;
    uint32_t before = safe->previous[event], behind = safe->next[event];
    if (before == NO_EVENT)
        safe->head[host] = behind;
    else
        safe->next[before] = behind;
    if (behind == NO_EVENT)
        safe->tail[host] = before;
    else
        safe->previous[behind] = before;
}

static uint32_t giver_of(const struct rd_safe_order *safe, uint32_t object)
{
    return safe->giver[object];
}

/* Lists the events of an order. */
static void list(struct rd_safe_order *safe)
{
    for (uint32_t host = 0; host < safe->copies->host_count; host++)
        safe->head[host] = safe->tail[host] = NO_EVENT;
    for (uint32_t i = 0; i < safe->count; i++) {
        uint32_t object = safe->order[i];
        append(safe, rd_takes_space(safe->copies, object), 2 * object);
        append(safe, giver_of(safe, object), 2 * object + 1);
    }
}

struct rd_safe_order *rd_safe_order_open(const struct rd_object_list *copies, const uint32_t *way,
                                         const uint32_t *order, struct rd_arena *scratch)
{
    struct rd_safe_order *safe = rd_take(scratch, 1, struct rd_safe_order);
    *safe =
        (struct rd_safe_order){.copies = copies,
                               .way = way,
                               .now = rd_space_state_open(copies, scratch),
                               .later = rd_space_state_open(copies, scratch),
                               .order = rd_arena_copy(scratch, order, copies->count, sizeof *order),
                               .count = copies->count,
                               .head = rd_take(scratch, copies->host_count, uint32_t),
                               .tail = rd_take(scratch, copies->host_count, uint32_t),
                               .next = rd_take(scratch, 2 * (size_t)copies->count, uint32_t),
                               .previous = rd_take(scratch, 2 * (size_t)copies->count, uint32_t),
                               .giver = rd_take(scratch, copies->count, uint32_t),
                               .found = rd_take(scratch, copies->count, uint32_t),
                               .searches_left = SEARCHED_OBJECTS / copies->count,
                               .scratch = scratch};
    for (uint32_t object = 0; object < copies->count; object++)
        safe->giver[object] = rd_gives_space(copies, object, way[object]);
    safe->search = rd_order_search_open(copies, way, scratch);
    list(safe);
    return safe;
}

/* May an object take its bytes now, and the rest follow in the order that is kept? Only its
 * receiver has less for it, and only up to its place. */
static bool may_come_first(const struct rd_safe_order *safe, uint32_t object, uint32_t host)
{
    int64_t bytes = safe->copies->objects->bytes[object];
    int64_t free_bytes = safe->later.free_bytes[host] - bytes;
    for (uint32_t event = safe->head[host]; event != 2 * object; event = safe->next[event]) {
        int64_t moved = safe->copies->objects->bytes[event / 2];
        free_bytes += event % 2 ? moved : -moved;
        if (free_bytes < 0)
            return false;
    }
    return true;
}

/* Looks for another order, of what is left when an object has moved. */
static bool may_be_followed(struct rd_safe_order *safe, uint32_t object)
{
    struct rd_space_state *later = &safe->later;
    uint32_t giver = giver_of(safe, object), taker = rd_takes_space(safe->copies, object);
    int64_t bytes = safe->copies->objects->bytes[object];
    if (safe->searches_left-- <= 0)
        return false;
    rd_space_take(safe->copies, later, object);
    rd_space_give(safe->copies, later, object, safe->way[object]);
    later->moved[object] = true;
    bool found = rd_order_search_run(safe->search, later, 0, FEW_OBJECTS, 1, safe->found + 1,
                                     safe->scratch) == RD_ORDER_FOUND;
    later->moved[object] = false;
    later->free_bytes[taker] += bytes;
    if (giver != RD_NO_HOST)
        later->free_bytes[giver] -= bytes;
    if (!found)
        return false;
    uint32_t count = 0, *old = safe->order;
    for (uint32_t i = safe->first; i < safe->count; i++)
        count += !safe->now.moved[old[i]];
    safe->found[0] = object;
    safe->order = safe->found;
    safe->found = old;
    safe->count = count;
    safe->first = 0;
    list(safe);
    return true;
}

bool rd_safe_order_allows(struct rd_safe_order *safe, uint32_t object)
{
    uint32_t host = rd_takes_space(safe->copies, object);
    if (host == RD_NO_HOST)
        return true;
    if (safe->now.free_bytes[host] < safe->copies->objects->bytes[object])
        return false;
    return may_come_first(safe, object, host) || may_be_followed(safe, object);
}

void rd_safe_order_start(struct rd_safe_order *safe, uint32_t object)
{
    drop(safe, rd_takes_space(safe->copies, object), 2 * object);
    drop(safe, giver_of(safe, object), 2 * object + 1);
    rd_space_take(safe->copies, &safe->now, object);
    rd_space_take(safe->copies, &safe->later, object);
    rd_space_give(safe->copies, &safe->later, object, safe->way[object]);
    safe->now.moved[object] = safe->later.moved[object] = true;
}

void rd_safe_order_end(struct rd_safe_order *safe, uint32_t object)
{
    rd_space_give(safe->copies, &safe->now, object, safe->way[object]);
}

uint32_t rd_safe_order_first(struct rd_safe_order *safe)
{
    while (safe->now.moved[safe->order[safe->first]])
        safe->first++;
    return safe->order[safe->first];
}
