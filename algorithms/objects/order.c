#include "order.h"

#include "sim/base/groups.h"
#include "sim/base/rng.h"

#include <stdlib.h>
#include <string.h>

enum { RULE_COUNT = 5 };

uint32_t rd_takes_space(const struct rd_object_list *copies, uint32_t object)
{
    uint32_t host = copies->objects->to[object];
    return rd_host_space(copies->objects, host) == RD_NO_SPACE_LIMIT ? RD_NO_HOST : host;
}

uint32_t rd_gives_space(const struct rd_object_list *copies, uint32_t object, uint32_t way)
{
    uint32_t host = rd_object_freed(copies->objects, object, copies->way[way].from);
    bool limited = host != RD_NO_HOST && rd_host_space(copies->objects, host) != RD_NO_SPACE_LIMIT;
    return limited ? host : RD_NO_HOST;
}

struct rd_space_state rd_space_state_open(const struct rd_object_list *copies,
                                          struct rd_arena *arena)
{
    struct rd_space_state state = {.free_bytes = rd_take(arena, copies->host_count, int64_t),
                                   .moved = rd_take(arena, copies->count, bool)};
    for (uint32_t host = 0; host < copies->host_count; host++)
        state.free_bytes[host] = rd_host_space(copies->objects, host);
    return state;
}

void rd_space_take(const struct rd_object_list *copies, struct rd_space_state *state,
                   uint32_t object)
{
    uint32_t host = rd_takes_space(copies, object);
    if (host != RD_NO_HOST)
        state->free_bytes[host] -= copies->objects->bytes[object];
}

void rd_space_give(const struct rd_object_list *copies, struct rd_space_state *state,
                   uint32_t object, uint32_t way)
{
    uint32_t host = rd_gives_space(copies, object, way);
    if (host != RD_NO_HOST)
        state->free_bytes[host] += copies->objects->bytes[object];
}

/* Tries at orders, one after the other. */
struct rd_order_search {
    const struct rd_object_list *copies;
    const uint32_t *way;
    struct rd_space_state state;
    struct rd_groups in; /* objects by the host that they take space of, the largest first */
    uint32_t *place;     /* [objects] where an object stands among these.. */
    uint32_t *left_from; /* ..and of a place the same, or one behind it with none left between */
    uint32_t *giver;     /* [objects] the host that gets its bytes, if its space is limited */
    int64_t *to_come;    /* [host_count] bytes */
    uint32_t *rich;      /* [rich_count] hosts that may take all */
    uint32_t rich_count;
    uint32_t *trail; /* [trail_count] hosts, the one freed last behind */
    uint32_t trail_count;
    uint32_t *order;
    uint32_t count, left;
    int rule;
    double noise;
    struct rd_rng *rng;
};

struct sized {
    int64_t bytes;
    uint32_t object;
};

static int largest_first(const void *left, const void *right)
{
    const struct sized *a = left, *b = right;
    if (a->bytes != b->bytes)
        return a->bytes > b->bytes ? -1 : 1;
    return (a->object > b->object) - (a->object < b->object);
}

struct rd_order_search *rd_order_search_open(const struct rd_object_list *copies,
                                             const uint32_t *way, struct rd_arena *arena)
{
    struct rd_order_search *walk = rd_take(arena, 1, struct rd_order_search);
    struct sized *sized = rd_take(arena, copies->count, struct sized);
    uint32_t *host = rd_take(arena, copies->count, uint32_t);
    *walk = (struct rd_order_search){.copies = copies, .way = way};
    for (uint32_t object = 0; object < copies->count; object++)
        sized[object] = (struct sized){copies->objects->bytes[object], object};
    qsort(sized, copies->count, sizeof *sized, largest_first);
    for (uint32_t i = 0; i < copies->count; i++) {
        uint32_t taker = rd_takes_space(copies, sized[i].object);
        host[i] = taker == RD_NO_HOST ? RD_NO_GROUP : taker;
    }
    walk->in = rd_group(host, copies->count, copies->host_count, arena);
    walk->place = rd_take(arena, copies->count, uint32_t);
    for (uint32_t i = 0; i < walk->in.first[copies->host_count]; i++) {
        walk->in.member[i] = sized[walk->in.member[i]].object;
        walk->place[walk->in.member[i]] = i;
    }
    walk->left_from = rd_take(arena, (size_t)copies->count + 1, uint32_t);
    walk->giver = rd_take(arena, copies->count, uint32_t);
    for (uint32_t object = 0; object < copies->count; object++)
        walk->giver[object] = rd_gives_space(copies, object, way[object]);
    walk->state.free_bytes = rd_take(arena, copies->host_count, int64_t);
    walk->state.moved = rd_take(arena, copies->count, bool);
    walk->to_come = rd_take(arena, copies->host_count, int64_t);
    walk->rich = rd_take(arena, (size_t)copies->host_count + copies->count, uint32_t);
    walk->trail = rd_take(arena, (size_t)copies->host_count + copies->count, uint32_t);
    return walk;
}

static bool is_rich(const struct rd_order_search *walk, uint32_t host)
{
    return walk->state.free_bytes[host] >= walk->to_come[host];
}

/* Does the host that an object gives its bytes to lack space for what is to come to it? */
static bool helps(const struct rd_order_search *walk, uint32_t object)
{
    uint32_t host = walk->giver[object];
    return host != RD_NO_HOST && !is_rich(walk, host);
}

static void move(struct rd_order_search *walk, uint32_t object)
{
    uint32_t taker = rd_takes_space(walk->copies, object);
    uint32_t giver = walk->giver[object];
    rd_space_take(walk->copies, &walk->state, object);
    if (taker != RD_NO_HOST)
        walk->to_come[taker] -= walk->copies->objects->bytes[object];
    walk->state.moved[object] = true;
    if (taker != RD_NO_HOST)
        walk->left_from[walk->place[object]] = walk->place[object] + 1;
    walk->order[walk->count++] = object;
    walk->left--;
    if (giver == RD_NO_HOST)
        return;
    rd_space_give(walk->copies, &walk->state, object, walk->way[object]);
    walk->trail[walk->trail_count++] = giver;
    if (is_rich(walk, giver) && walk->to_come[giver] > 0)
        walk->rich[walk->rich_count++] = giver;
}

static void take_all(struct rd_order_search *walk, uint32_t host)
{
    for (uint32_t i = walk->in.first[host]; i < walk->in.first[host + 1]; i++)
        if (!walk->state.moved[walk->in.member[i]])
            move(walk, walk->in.member[i]);
}

/* How good an object is to move now, by the rule; the greater, the sooner. */
static double value_of(struct rd_order_search *walk, uint32_t object)
{
    double bytes = (double)walk->copies->objects->bytes[object];
    uint32_t giver = walk->giver[object];
    double lack =
        giver == RD_NO_HOST ? 0 : (double)(walk->to_come[giver] - walk->state.free_bytes[giver]);
    double value = 0;
    switch (walk->rule) {
    case 0: value = bytes; break;
    case 1: value = -bytes; break;
    case 2: value = lack; break;
    case 3: value = -lack; break;
    case 4: value = bytes - lack; break;
    }
    return walk->noise > 0 ? value * (1 + walk->noise * (2 * rd_rng_unit(walk->rng) - 1)) : value;
}

/* Is one object to be moved rather than another, by its value? Those that help come first. */
struct choice {
    uint32_t object;
    bool helps;
    double value;
};

static void prefer(struct rd_order_search *walk, struct choice *best, uint32_t object)
{
    struct choice other = {object, helps(walk, object), value_of(walk, object)};
    if (best->object == RD_NO_HOST || other.helps > best->helps ||
        (other.helps == best->helps && other.value > best->value))
        *best = other;
}

/* The first place from `place` on whose object has not moved. Shortens the ways that it goes. */
static uint32_t next_left(struct rd_order_search *walk, uint32_t place)
{
    uint32_t *from = walk->left_from;
    while (from[place] != place) {
        from[place] = from[from[place]];
        place = from[place];
    }
    return place;
}

/* The first place of a host whose object fits, since the largest come first. */
static uint32_t first_that_fits(const struct rd_order_search *walk, uint32_t host)
{
    uint32_t low = walk->in.first[host], high = walk->in.first[host + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (walk->copies->objects->bytes[walk->in.member[middle]] > walk->state.free_bytes[host])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* What a host takes next, of what fits; RD_NO_HOST: nothing does. */
static void look_at(struct rd_order_search *walk, uint32_t host, struct choice *best)
{
    uint32_t end = walk->in.first[host + 1], i = next_left(walk, first_that_fits(walk, host));
    for (; i < end; i = next_left(walk, i + 1))
        prefer(walk, best, walk->in.member[i]);
}

/* The next object that is no rich host's. Returns: RD_NO_HOST if nothing fits anywhere. */
static uint32_t next_object(struct rd_order_search *walk)
{
    struct choice best = {.object = RD_NO_HOST};
    for (; walk->trail_count > 0; walk->trail_count--) {
        look_at(walk, walk->trail[walk->trail_count - 1], &best);
        if (best.object != RD_NO_HOST)
            return best.object;
    }
    for (uint32_t host = 0; host < walk->copies->host_count; host++)
        if (walk->to_come[host] > 0)
            look_at(walk, host, &best);
    return best.object;
}

static void begin(struct rd_order_search *walk, const struct rd_space_state *state, uint32_t *order)
{
    const struct rd_object_list *copies = walk->copies;
    memcpy(walk->state.free_bytes, state->free_bytes,
           copies->host_count * sizeof *state->free_bytes);
    memcpy(walk->state.moved, state->moved, copies->count * sizeof *state->moved);
    memset(walk->to_come, 0, copies->host_count * sizeof *walk->to_come);
    walk->rich_count = walk->trail_count = walk->count = walk->left = 0;
    walk->order = order;
    uint32_t places = walk->in.first[copies->host_count];
    for (uint32_t place = 0; place <= places; place++) {
        bool has_moved = place < places && state->moved[walk->in.member[place]];
        walk->left_from[place] = place + has_moved;
    }
    for (uint32_t object = 0; object < copies->count; object++) {
        uint32_t taker = rd_takes_space(copies, object);
        walk->left += !state->moved[object];
        if (!state->moved[object] && taker != RD_NO_HOST)
            walk->to_come[taker] += copies->objects->bytes[object];
    }
}

static bool try(struct rd_order_search *walk, const struct rd_space_state *state, uint32_t *order)
{
    const struct rd_object_list *copies = walk->copies;
    begin(walk, state, order);
    /* What takes no space may always move. */
    for (uint32_t object = 0; object < copies->count; object++)
        if (!walk->state.moved[object] &&
            (rd_takes_space(copies, object) == RD_NO_HOST || copies->objects->bytes[object] == 0))
            move(walk, object);
    for (uint32_t host = 0; host < copies->host_count; host++)
        if (walk->to_come[host] > 0 && is_rich(walk, host))
            walk->rich[walk->rich_count++] = host;
    while (walk->left > 0) {
        if (walk->rich_count > 0) {
            take_all(walk, walk->rich[--walk->rich_count]);
            continue;
        }
        uint32_t object = next_object(walk);
        if (object == RD_NO_HOST)
            return false;
        move(walk, object);
    }
    return true;
}

/* --- all sets of objects moved ---------------------------------------------------------------- */

struct subsets {
    const struct rd_object_list *copies;
    const uint32_t *way;
    struct rd_space_state state;
    uint32_t object[RD_ORDER_SUBSETS], count;
    uint64_t *seen; /* a bit a set: it leads nowhere */
    uint32_t *order;
};

static bool extend(struct subsets *subsets, uint32_t moved, uint32_t listed)
{
    const struct rd_object_list *copies = subsets->copies;
    if (listed == subsets->count)
        return true;
    if (subsets->seen[moved / 64] >> moved % 64 & 1)
        return false;
    subsets->seen[moved / 64] |= UINT64_C(1) << moved % 64;
    for (uint32_t i = 0; i < subsets->count; i++) {
        uint32_t object = subsets->object[i], taker = rd_takes_space(copies, object);
        if (moved >> i & 1 || (taker != RD_NO_HOST &&
                               copies->objects->bytes[object] > subsets->state.free_bytes[taker]))
            continue;
        int64_t bytes = copies->objects->bytes[object];
        uint32_t giver = rd_gives_space(copies, object, subsets->way[object]);
        rd_space_take(copies, &subsets->state, object);
        rd_space_give(copies, &subsets->state, object, subsets->way[object]);
        subsets->order[listed] = object;
        if (extend(subsets, moved | UINT32_C(1) << i, listed + 1))
            return true;
        if (taker != RD_NO_HOST)
            subsets->state.free_bytes[taker] += bytes;
        if (giver != RD_NO_HOST)
            subsets->state.free_bytes[giver] -= bytes;
    }
    return false;
}

static enum rd_order_found try_all(const struct rd_object_list *copies, const uint32_t *way,
                                   const struct rd_space_state *state, uint32_t few,
                                   uint32_t *order, struct rd_arena *scratch)
{
    struct subsets subsets = {.copies = copies, .way = way, .order = order};
    for (uint32_t object = 0; object < copies->count; object++) {
        if (state->moved[object])
            continue;
        if (subsets.count == few)
            return RD_ORDER_UNKNOWN;
        subsets.object[subsets.count++] = object;
    }
    subsets.state.free_bytes =
        rd_arena_copy(scratch, state->free_bytes, copies->host_count, sizeof *state->free_bytes);
    subsets.seen = rd_take(scratch, ((size_t)1 << subsets.count) / 64 + 1, uint64_t);
    return extend(&subsets, 0, 0) ? RD_ORDER_FOUND : RD_ORDER_NONE;
}

enum rd_order_found rd_order_search_run(struct rd_order_search *search,
                                        const struct rd_space_state *state, int64_t tries,
                                        uint32_t few, uint64_t seed, uint32_t *ret_order,
                                        struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct rd_rng rng = rd_rng_seeded(seed, 1);
    search->rng = &rng;
    for (int64_t i = 0; i < RULE_COUNT + tries; i++) {
        search->rule = (int)(i % RULE_COUNT);
        search->noise = i < RULE_COUNT ? 0 : 0.5;
        if (try(search, state, ret_order))
            return RD_ORDER_FOUND;
    }
    return try_all(search->copies, search->way, state, few, ret_order, scratch);
}

enum rd_order_found rd_find_order(const struct rd_object_list *copies, const uint32_t *way,
                                  const struct rd_space_state *state, int64_t tries, uint32_t few,
                                  uint64_t seed, uint32_t *ret_order, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    return rd_order_search_run(rd_order_search_open(copies, way, scratch), state, tries, few, seed,
                               ret_order, scratch);
}
