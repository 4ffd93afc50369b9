#include "critical_path.h"

#include "sim/base/integers.h"

#include <math.h>
#include <stdlib.h>

/* Transfers are handled by rank: their place by (start, end, transfer). A link of the chain comes
 * behind its predecessor in rank too, so that the walk back ends whatever the trace. */

/* Ways to group transfers by what they occupied or brought when they ended. */
enum group {
    BRINGS,   /* items, to a host, of a kind */
    SENDS,    /* from a host */
    RECEIVES, /* at a host */
    CROSSES,  /* a directed link */
    COMPUTES, /* on a host */
    RIDES,    /* the bus */
    FREES,    /* space, on a host */
    ANY,
    GROUP_COUNT
};

struct ending {
    uint64_t key;
    double end_s;
    size_t rank;
    int64_t items_before; /* of all endings before this one: BRINGS only */
};

struct search {
    const struct rd_instance *instance;
    const struct rd_trace *trace;
    size_t *transfer_at; /* [rank] */
    struct ending *ending[GROUP_COUNT];
    size_t ending_count[GROUP_COUNT];
    int64_t *parted; /* [rank] items of its kind that its host has parted with, itself included */
    double tolerance_s;
};

static const struct rd_timed_transfer *transfer_at(const struct search *search, size_t rank)
{
    return &search->trace->transfer[search->transfer_at[rank]];
}

static uint64_t pair(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

/* Returns: false if the transfer does not belong to the group. */
static bool key_of(const struct search *search, enum group group,
                   const struct rd_timed_transfer *transfer, uint64_t *ret_key)
{
    bool is_message = transfer->to != RD_NO_HOST;
    bool belongs = is_message;
    switch (group) {
    case BRINGS:
        belongs = is_message && transfer->kind >= 0;
        *ret_key = pair(transfer->to, (uint32_t)transfer->kind);
        break;
    case SENDS: *ret_key = transfer->from; break;
    case RECEIVES: *ret_key = transfer->to; break;
    case CROSSES: *ret_key = pair(transfer->from, transfer->to); break;
    case COMPUTES:
        belongs = !is_message;
        *ret_key = transfer->from;
        break;
    case RIDES:
        belongs = is_message && search->instance->topology.shape == RD_BUS;
        *ret_key = 0;
        break;
    case FREES:
        belongs = search->instance->objects != NULL;
        *ret_key = belongs ? rd_object_freed(search->instance->objects, (uint32_t)transfer->kind,
                                             transfer->from)
                           : 0;
        break;
    case ANY:
    case GROUP_COUNT:
        belongs = true;
        *ret_key = 0;
        break;
    }
    return belongs;
}

RD_ORDERED_BY(compare_endings, struct ending, key, end_s, rank)

/* A transfer that is being ranked. */
struct ranked {
    double start_s, end_s;
    size_t transfer;
};

RD_ORDERED_BY(compare_ranked, struct ranked, start_s, end_s, transfer)

static void rank_transfers(struct search *search, struct rd_arena *arena)
{
    size_t count = search->trace->transfer_count;
    struct ranked *ranked = rd_take(arena, count, struct ranked);
    for (size_t i = 0; i < count; i++)
        ranked[i] = (struct ranked){search->trace->transfer[i].start_s,
                                    search->trace->transfer[i].end_s, i};
    qsort(ranked, count, sizeof *ranked, compare_ranked);
    search->transfer_at = rd_take(arena, count, size_t);
    for (size_t rank = 0; rank < count; rank++)
        search->transfer_at[rank] = ranked[rank].transfer;
}

static void collect(struct search *search, enum group group, struct rd_arena *arena)
{
    size_t transfer_count = search->trace->transfer_count, count = 0, taken = 0;
    uint64_t key;
    for (size_t rank = 0; rank < transfer_count; rank++)
        count += key_of(search, group, transfer_at(search, rank), &key);
    struct ending *ending = rd_take(arena, count, struct ending);
    for (size_t rank = 0; rank < transfer_count; rank++)
        if (key_of(search, group, transfer_at(search, rank), &key)) {
            ending[taken].key = key;
            ending[taken].end_s = transfer_at(search, rank)->end_s;
            ending[taken++].rank = rank;
        }
    qsort(ending, taken, sizeof *ending, compare_endings);
    for (size_t i = 1; group == BRINGS && i < taken; i++)
        ending[i].items_before =
            ending[i - 1].items_before + transfer_at(search, ending[i - 1].rank)->items;
    search->ending[group] = ending;
    search->ending_count[group] = taken;
}

/* The first ending of a group at or behind (key, end_s). */
static size_t first_at(const struct search *search, enum group group, uint64_t key, double end_s)
{
    struct ending wanted = {.key = key, .end_s = end_s};
    size_t low = 0, high = search->ending_count[group];
    RD_FIND_FIRST(low, high, i, compare_endings(&search->ending[group][i], &wanted) >= 0);
    return low;
}

/* The transfer of least rank, below `rank`, that ended at a date. Returns: SIZE_MAX if there is
 * none. */
static size_t ended_at(const struct search *search, enum group group, uint64_t key, double date_s,
                       size_t rank)
{
    size_t least = SIZE_MAX;
    size_t place = first_at(search, group, key, date_s - search->tolerance_s);
    while (place < search->ending_count[group]) {
        const struct ending *ending = &search->ending[group][place];
        if (ending->key != key || ending->end_s > date_s + search->tolerance_s)
            break;
        if (ending->rank < rank && ending->rank < least)
            least = ending->rank;
        /* Of those that end together the first is the least. */
        place = first_at(search, group, key, nextafter(ending->end_s, INFINITY));
    }
    return least;
}

/* Items of each host and kind that have left or been computed, up to each transfer. */
static void count_parted(struct search *search, struct rd_arena *arena)
{
    const struct rd_instance *instance = search->instance;
    if (instance->objects) /* each is one item, which its first host holds */
        return;
    size_t entries = (size_t)instance->topology.host_count * instance->kind_count;
    int64_t *parted = rd_take(arena, entries, int64_t);
    search->parted = rd_take(arena, search->trace->transfer_count, int64_t);
    for (size_t rank = 0; rank < search->trace->transfer_count; rank++) {
        const struct rd_timed_transfer *transfer = transfer_at(search, rank);
        if (transfer->kind < 0 || rd_is_named_kind(instance->copies, transfer->kind))
            continue;
        int64_t *of_host =
            &parted[(size_t)transfer->from * instance->kind_count + (size_t)transfer->kind];
        *of_host += transfer->items;
        search->parted[rank] = *of_host;
    }
}

/* Would a transfer lack items without what arrived at the very date of its start? */
static bool needs_arrival(const struct search *search, size_t rank)
{
    const struct rd_timed_transfer *transfer = transfer_at(search, rank);
    if (transfer->kind < 0 || rd_is_named_kind(search->instance->copies, transfer->kind))
        return false;
    if (search->instance->objects)
        return !rd_object_has_source(search->instance->objects, (uint32_t)transfer->kind,
                                     transfer->from);
    uint64_t key = pair(transfer->from, (uint32_t)transfer->kind);
    const struct ending *ending = search->ending[BRINGS];
    size_t first = first_at(search, BRINGS, key, -INFINITY);
    size_t now = first_at(search, BRINGS, key, transfer->start_s - search->tolerance_s);
    int64_t held = rd_load(search->instance, transfer->from, (uint32_t)transfer->kind);
    if (now > first)
        held += ending[now - 1].items_before + transfer_at(search, ending[now - 1].rank)->items -
                ending[first].items_before;
    return held < search->parted[rank];
}

/* What a transfer may have waited for: transfers of a group, with the key that concerns it. */
struct cause {
    enum rd_critical_reason reason;
    enum group group;
    uint64_t key;
};

enum { CAUSE_LIMIT = 10 };

/* Fills the causes that apply to a transfer, in the order in which they are tried. */
static size_t causes_of(const struct search *search, size_t rank, struct cause cause[CAUSE_LIMIT])
{
    const struct rd_timed_transfer *transfer = transfer_at(search, rank);
    enum rd_port_model ports = search->instance->port_model;
    bool has_ports = ports == RD_ONE_PORT || ports == RD_K_PORTS;
    bool is_message = transfer->to != RD_NO_HOST;
    uint64_t stock = pair(transfer->from, (uint32_t)transfer->kind);
    size_t count = 0;
    if (needs_arrival(search, rank))
        cause[count++] = (struct cause){RD_CRITICAL_ITEM, BRINGS, stock};
    if (is_message && (ports == RD_K_PORTS || ports == RD_ALL_PORTS))
        cause[count++] =
            (struct cause){RD_CRITICAL_LINK, CROSSES, pair(transfer->from, transfer->to)};
    if (is_message && has_ports) {
        cause[count++] = (struct cause){RD_CRITICAL_SEND_PORT, SENDS, transfer->from};
        cause[count++] = (struct cause){RD_CRITICAL_RECEIVE_PORT, RECEIVES, transfer->to};
    }
    if (is_message && search->instance->objects)
        cause[count++] = (struct cause){RD_CRITICAL_SPACE, FREES, transfer->to};
    if (is_message && has_ports && search->instance->objects &&
        search->instance->objects->combined_ports) {
        cause[count++] = (struct cause){RD_CRITICAL_SEND_PORT, RECEIVES, transfer->from};
        cause[count++] = (struct cause){RD_CRITICAL_RECEIVE_PORT, SENDS, transfer->to};
    }
    if (!is_message)
        cause[count++] = (struct cause){RD_CRITICAL_PROCESSOR, COMPUTES, transfer->from};
    if (is_message)
        cause[count++] = (struct cause){RD_CRITICAL_BUS, RIDES, 0};
    bool named = rd_is_named_kind(search->instance->copies, transfer->kind);
    if (transfer->kind >= 0 && !named) /* items promised to a transfer that could not start yet */
        cause[count++] = (struct cause){RD_CRITICAL_ITEM, BRINGS, stock};
    return count;
}

static bool share_a_link(const struct search *search, const struct rd_timed_transfer *a,
                         const struct rd_timed_transfer *b)
{
    const struct rd_topology *topology = &search->instance->topology;
    if (a->to == RD_NO_HOST || b->to == RD_NO_HOST)
        return false;
    const struct rd_shared_use *a_end, *b_end;
    uint64_t b_link = rd_link_between(topology, b->from, b->to);
    const struct rd_shared_use *a_use =
        rd_link_uses(search->instance, rd_link_between(topology, a->from, a->to), &a_end);
    for (; a_use < a_end; a_use++) {
        const struct rd_shared_use *b_use = rd_link_uses(search->instance, b_link, &b_end);
        for (; b_use < b_end; b_use++)
            if (a_use->shared == b_use->shared)
                return true;
    }
    return false;
}

/* The transfer of least rank that left a shared link when this one, which crosses it, started.
 * Returns: SIZE_MAX if there is none. */
static size_t left_room(const struct search *search, size_t rank)
{
    const struct rd_timed_transfer *transfer = transfer_at(search, rank);
    size_t least = SIZE_MAX;
    size_t place = first_at(search, ANY, 0, transfer->start_s - search->tolerance_s);
    for (; search->instance->shared && place < search->ending_count[ANY]; place++) {
        const struct ending *ending = &search->ending[ANY][place];
        if (ending->end_s > transfer->start_s + search->tolerance_s)
            break;
        if (ending->rank < rank && ending->rank < least &&
            share_a_link(search, transfer, transfer_at(search, ending->rank)))
            least = ending->rank;
    }
    return least;
}

/* Does one transfer of a named kind bring another one items that its sender did not hold at the
 * start? */
static bool brings_copies(const struct search *search, size_t rank, size_t to_rank)
{
    const struct rd_copies *copies = search->instance->copies;
    const struct rd_timed_transfer *a = transfer_at(search, rank);
    const struct rd_timed_transfer *b = transfer_at(search, to_rank);
    int64_t a_first = search->trace->first_item[search->transfer_at[rank]];
    int64_t b_first = search->trace->first_item[search->transfer_at[to_rank]];
    int64_t item = rd_greatest(a_first, b_first);
    int64_t end = rd_least(a_first + a->items, b_first + b->items);
    while (item < end) {
        uint32_t piece = rd_piece_of(copies, (uint32_t)b->kind, item);
        if (!rd_piece_is_held(copies, piece, b->from))
            return true;
        item = copies->first_item[piece] + copies->items[piece];
    }
    return false;
}

/* The transfer of least rank that brought items of a named kind when they left. Returns: SIZE_MAX
 * if there is none. */
static size_t brought_copies(const struct search *search, size_t rank)
{
    const struct rd_timed_transfer *transfer = transfer_at(search, rank);
    uint64_t key = pair(transfer->from, (uint32_t)transfer->kind);
    size_t least = SIZE_MAX;
    if (!search->trace->first_item || !rd_is_named_kind(search->instance->copies, transfer->kind))
        return SIZE_MAX;
    size_t place = first_at(search, BRINGS, key, transfer->start_s - search->tolerance_s);
    for (; place < search->ending_count[BRINGS]; place++) {
        const struct ending *ending = &search->ending[BRINGS][place];
        if (ending->key != key || ending->end_s > transfer->start_s + search->tolerance_s)
            break;
        if (ending->rank < rank && ending->rank < least &&
            brings_copies(search, ending->rank, rank))
            least = ending->rank;
    }
    return least;
}

/* The transfer that a waiting one is told after: what its host received or computed last, else
 * whatever ended then, else the last that had ended. Returns: SIZE_MAX if nothing had. */
static size_t ended_before(const struct search *search, size_t rank)
{
    const struct rd_timed_transfer *transfer = transfer_at(search, rank);
    size_t found = ended_at(search, RECEIVES, transfer->from, transfer->start_s, rank);
    if (found == SIZE_MAX)
        found = ended_at(search, COMPUTES, transfer->from, transfer->start_s, rank);
    if (found == SIZE_MAX)
        found = ended_at(search, ANY, 0, transfer->start_s, rank);
    if (found != SIZE_MAX)
        return found;
    size_t place = first_at(search, ANY, 0, transfer->start_s - search->tolerance_s);
    if (place == 0)
        return SIZE_MAX;
    double last_end_s = search->ending[ANY][place - 1].end_s;
    found = search->ending[ANY][first_at(search, ANY, 0, last_end_s)].rank;
    return found < rank ? found : SIZE_MAX;
}

/* The link before a transfer, and why. Returns: SIZE_MAX if the chain starts with it. */
static size_t step_back(const struct search *search, size_t rank,
                        enum rd_critical_reason *ret_reason)
{
    double start_s = transfer_at(search, rank)->start_s;
    *ret_reason = RD_CRITICAL_START;
    if (start_s <= search->tolerance_s)
        return SIZE_MAX;
    size_t brought = brought_copies(search, rank);
    *ret_reason = RD_CRITICAL_ITEM;
    if (brought != SIZE_MAX)
        return brought;
    struct cause cause[CAUSE_LIMIT];
    size_t count = causes_of(search, rank, cause);
    for (size_t i = 0; i < count; i++) {
        size_t found = ended_at(search, cause[i].group, cause[i].key, start_s, rank);
        if (found != SIZE_MAX) {
            *ret_reason = cause[i].reason;
            return found;
        }
    }
    size_t left = left_room(search, rank);
    *ret_reason = left == SIZE_MAX ? RD_CRITICAL_WAIT : RD_CRITICAL_SHARED;
    if (left != SIZE_MAX)
        return left;
    return ended_before(search, rank);
}

/* The transfer that ends last, of least rank. */
static size_t last_transfer(const struct search *search)
{
    size_t last = 0;
    for (size_t rank = 1; rank < search->trace->transfer_count; rank++)
        if (transfer_at(search, rank)->end_s > transfer_at(search, last)->end_s)
            last = rank;
    return last;
}

size_t rd_critical_path_of_trace(const struct rd_instance *instance, const struct rd_trace *trace,
                                 struct rd_arena *arena, struct rd_critical_transfer **ret_path)
{
    *ret_path = NULL;
    if (trace->transfer_count == 0)
        return 0;
    struct search search = {.instance = instance, .trace = trace};
    rank_transfers(&search, arena);
    for (int group = 0; group < GROUP_COUNT; group++)
        collect(&search, (enum group)group, arena);
    count_parted(&search, arena);
    size_t last = last_transfer(&search);
    search.tolerance_s = RD_TIME_TOLERANCE * transfer_at(&search, last)->end_s;

    struct rd_critical_transfer *path =
        rd_take(arena, trace->transfer_count, struct rd_critical_transfer);
    size_t count = 0;
    for (size_t rank = last; rank != SIZE_MAX; count++) {
        path[count].transfer = search.transfer_at[rank];
        rank = step_back(&search, rank, &path[count].reason);
    }
    for (size_t i = 0; i < count / 2; i++) {
        struct rd_critical_transfer swapped = path[i];
        path[i] = path[count - 1 - i];
        path[count - 1 - i] = swapped;
    }
    *ret_path = path;
    return count;
}

const char *rd_critical_reason_name(enum rd_critical_reason reason)
{
    switch (reason) {
    case RD_CRITICAL_START: return "starts at 0";
    case RD_CRITICAL_SEND_PORT: return "sends after";
    case RD_CRITICAL_RECEIVE_PORT: return "receives after";
    case RD_CRITICAL_LINK: return "crosses the link after";
    case RD_CRITICAL_ITEM: return "has its items from";
    case RD_CRITICAL_PROCESSOR: return "computes after";
    case RD_CRITICAL_BUS: return "takes the bus after";
    case RD_CRITICAL_SPACE: return "has space after";
    case RD_CRITICAL_SHARED: return "has room on a shared link after";
    case RD_CRITICAL_WAIT: return "waits after";
    }
    rd_assert(!"a reason without a name");
    return "";
}
