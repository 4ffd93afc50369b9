#include "steiner_cuts.h"

#include "sim/base/integers.h"

struct rd_steiner rd_steiner_open(const struct rd_rows *rows, struct rd_arena *arena)
{
    uint32_t n = rows->multicast->network.host_count, links = rows->multicast->network.link_count;
    return (struct rd_steiner){
        .rows = rows,
        .end = RD_NO_DATE,
        .left = rd_take(arena, links, int64_t),
        .since = rd_take(arena, links, uint32_t),
        .tree = rd_take(arena, n, uint32_t),
        .queue = rd_take(arena, n, uint32_t),
        .known = rd_take(arena, n, uint32_t),
        .next = rd_take(arena, n, uint32_t),
        .seen = rd_take(arena, n, uint32_t),
        .earliest = rd_take(arena, n, int64_t),
        .holds = rd_take(arena, n, bool),
        .in_tree = rd_take(arena, n, bool),
    };
}

/* Is a link of use for what goes to a sink by the date? */
static bool is_usable(const struct rd_steiner *steiner, uint32_t link, uint32_t sink)
{
    const struct rd_rows *rows = steiner->rows;
    const struct rd_network *network = &rows->multicast->network;
    uint32_t length = steiner->length;
    return steiner->end >= RD_NO_DATE ||
           steiner->earliest[network->from[link]] + rows->latency[link] + rows->item[link][length] +
                   rd_rows_distance(rows, length, network->to[link], sink) <=
               steiner->end;
}

/* The hosts from which links with nothing left lead to a sink: queue[0 ..], marked as seen, with
 * the link by which each goes on. Stops at a holder, or at the tree. Returns: how many; 0: it is
 * reached, and *ret_from is where from. */
static uint32_t find_set(struct rd_steiner *steiner, uint32_t sink, uint32_t *ret_from)
{
    const struct rd_network *network = &steiner->rows->multicast->network;
    uint32_t count = 1;
    steiner->mark++;
    steiner->queue[0] = sink;
    steiner->seen[sink] = steiner->mark;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t host = steiner->queue[i];
        for (uint32_t j = network->in_first[host]; j < network->in_first[host + 1]; j++) {
            uint32_t link = network->in_link[j], from = network->from[link];
            steiner->looks++;
            if (steiner->left[link] > 0 || steiner->seen[from] == steiner->mark ||
                !is_usable(steiner, link, sink))
                continue;
            steiner->seen[from] = steiner->mark;
            steiner->next[from] = link;
            if (steiner->holds[from] || steiner->in_tree[from]) {
                *ret_from = from;
                return 0;
            }
            steiner->queue[count++] = from;
        }
    }
    return count;
}

/* Adds the way from a host that has the item to a sink. */
static void add_way(struct rd_steiner *steiner, uint32_t from, uint32_t sink)
{
    while (from != sink) {
        uint32_t link = steiner->next[from];
        from = steiner->rows->multicast->network.to[link];
        if (steiner->in_tree[from])
            continue;
        steiner->in_tree[from] = true;
        steiner->tree[steiner->tree_count++] = link;
    }
}

/* Keeps the set that was found as a cut. */
static void keep_cut(struct rd_steiner *steiner, uint32_t sink, uint32_t count, int64_t weight)
{
    if (!steiner->arena)
        return;
    size_t first = steiner->member_count;
    for (uint32_t i = 0; i < count; i++)
        rd_arena_add(steiner->arena, steiner->member, steiner->member_count, steiner->queue[i]);
    struct rd_steiner_cut cut = {sink, weight, first, count};
    rd_arena_add(steiner->arena, steiner->cut, steiner->cut_count, cut);
}

/* Takes the least that is left on the links into the set that was found from all of them. Returns:
 * false if none is usable. */
static bool take_cut(struct rd_steiner *steiner, uint32_t sink, uint32_t count)
{
    const struct rd_network *network = &steiner->rows->multicast->network;
    int64_t least = INT64_MAX;
    steiner->taken++;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t host = steiner->queue[i];
            for (uint32_t j = network->in_first[host]; j < network->in_first[host + 1]; j++) {
                uint32_t link = network->in_link[j];
                if (steiner->seen[network->from[link]] == steiner->mark ||
                    !is_usable(steiner, link, sink))
                    continue;
                if (pass == 0)
                    least = rd_least(least, steiner->left[link]);
                else if ((steiner->left[link] -= least) == 0 && steiner->since[link] == 0)
                    steiner->since[link] = steiner->taken;
            }
        }
        if (least == INT64_MAX)
            return false;
    }
    steiner->paid += least;
    keep_cut(steiner, sink, count, least);
    return true;
}

static void open_piece(struct rd_steiner *steiner, const struct rd_multicast_piece *piece)
{
    uint32_t n = steiner->rows->multicast->network.host_count;
    steiner->length = piece->length;
    steiner->paid = 0;
    steiner->taken = 0;
    for (uint32_t link = 0; link < steiner->rows->multicast->network.link_count; link++)
        steiner->since[link] = 0;
    steiner->is_late = false;
    steiner->tree_count = 0;
    for (uint32_t host = 0; host < n; host++) {
        steiner->holds[host] = steiner->in_tree[host] = false;
        steiner->earliest[host] = RD_NO_DATE;
        for (uint32_t i = 0; steiner->end < RD_NO_DATE && i < piece->holder_count; i++)
            steiner->earliest[host] =
                rd_least(steiner->earliest[host],
                         rd_rows_distance(steiner->rows, piece->length, piece->holder[i], host));
    }
    for (uint32_t i = 0; i < piece->holder_count; i++)
        steiner->holds[piece->holder[i]] = true;
    for (uint32_t i = 0; i < piece->sink_count; i++)
        steiner->known[i] = 1;
}

/* The sink that is not reached with the fewest hosts known to lead to it; the count if all are. */
static uint32_t smallest(const struct rd_steiner *steiner, const struct rd_multicast_piece *piece)
{
    uint32_t best = piece->sink_count;
    for (uint32_t i = 0; i < piece->sink_count; i++)
        if (steiner->known[i] > 0 &&
            (best == piece->sink_count || steiner->known[i] < steiner->known[best]))
            best = i;
    return best;
}

void rd_steiner_ascend(struct rd_steiner *steiner, const struct rd_multicast_piece *piece)
{
    open_piece(steiner, piece);
    for (uint32_t i; (i = smallest(steiner, piece)) < piece->sink_count;) {
        uint32_t sink = piece->sink[i], from = sink;
        uint32_t count = steiner->in_tree[sink] ? 0 : find_set(steiner, sink, &from);
        steiner->looks += piece->sink_count;
        if (count == 0) {
            add_way(steiner, from, sink);
            steiner->known[i] = 0;
            continue;
        }
        uint32_t before = steiner->known[i];
        steiner->known[i] = count;
        if (count > before && smallest(steiner, piece) != i)
            continue;
        if (!take_cut(steiner, sink, count)) {
            steiner->is_late = true;
            steiner->paid += RD_LATE_WEIGHT;
            keep_cut(steiner, sink, count, RD_LATE_WEIGHT);
            return;
        }
    }
}

/* Takes hosts away that lead to no sink, and what led to them. In: hosts in the order in which they
 * came into the tree. */
static void prune(const struct rd_steiner *steiner, const struct rd_multicast_piece *piece,
                  const uint32_t *order, uint32_t count, struct rd_arena *scratch,
                  uint32_t *link_into)
{
    const struct rd_network *network = &steiner->rows->multicast->network;
    rd_arena_borrow(scratch);
    bool *needed = rd_take(scratch, network->host_count, bool);
    for (uint32_t i = 0; i < piece->sink_count; i++)
        needed[piece->sink[i]] = true;
    while (count-- > 0) {
        uint32_t host = order[count];
        if (link_into[host] == RD_NO_TREE)
            continue;
        if (needed[host])
            needed[network->from[link_into[host]]] = true;
        else
            link_into[host] = RD_NO_TREE;
    }
}

void rd_steiner_find_tree(const struct rd_steiner *steiner, const struct rd_multicast_piece *piece,
                          struct rd_arena *scratch, uint32_t *ret_link_into)
{
    const struct rd_network *network = &steiner->rows->multicast->network;
    uint32_t n = network->host_count, count = 0;
    rd_arena_borrow(scratch);
    uint32_t *since = rd_take(scratch, n, uint32_t), *order = rd_take(scratch, n, uint32_t);
    bool *inside = rd_take(scratch, n, bool);
    for (uint32_t host = 0; host < n; host++) {
        ret_link_into[host] = RD_NO_TREE;
        since[host] = steiner->holds[host] ? 0 : UINT32_MAX;
    }
    for (;;) {
        uint32_t next = n;
        for (uint32_t host = 0; host < n; host++)
            if (!inside[host] && since[host] < UINT32_MAX &&
                (next == n || since[host] < since[next]))
                next = host;
        if (next == n)
            break;
        inside[next] = true;
        order[count++] = next;
        for (uint32_t link = network->out_first[next]; link < network->out_first[next + 1];
             link++) {
            uint32_t to = network->to[link];
            if (inside[to] || steiner->left[link] > 0 || steiner->since[link] >= since[to])
                continue;
            since[to] = steiner->since[link];
            ret_link_into[to] = link;
        }
    }
    prune(steiner, piece, order, count, scratch, ret_link_into);
}

/* How far a sink is from where items that pay enter a set. */
static int64_t depth_of(const struct rd_rows *rows, const bool *pays,
                        const struct rd_multicast_certificate *of,
                        const struct rd_multicast_cut *cut, const bool *inside, uint32_t sink)
{
    const struct rd_network *network = &rows->multicast->network;
    int64_t least = RD_NO_DATE;
    for (size_t i = 0; i < cut->count; i++) {
        uint32_t host = of->member[cut->first + i];
        for (uint32_t j = network->in_first[host]; j < network->in_first[host + 1]; j++)
            if (pays[network->in_link[j]] && !inside[network->from[network->in_link[j]]])
                least = rd_least(least, rd_rows_distance(rows, 0, host, sink));
    }
    return least;
}

/* The sink of a piece within a set that is farthest. Returns: how far. */
static int64_t find_far_sink(const struct rd_rows *rows, const bool *pays,
                             const struct rd_multicast_certificate *of,
                             const struct rd_multicast_piece *piece, bool *inside,
                             struct rd_multicast_cut *cut)
{
    int64_t farthest = -1;
    for (size_t i = 0; i < cut->count; i++)
        inside[of->member[cut->first + i]] = true;
    for (uint32_t i = 0; i < piece->sink_count; i++) {
        uint32_t sink = piece->sink[i];
        int64_t depth = inside[sink] ? depth_of(rows, pays, of, cut, inside, sink) : -1;
        if (depth > farthest) {
            farthest = depth;
            cut->sink = sink;
        }
    }
    for (size_t i = 0; i < cut->count; i++)
        inside[of->member[cut->first + i]] = false;
    return farthest;
}

int64_t rd_steiner_far_sinks(const struct rd_rows *rows, const bool *pays,
                             struct rd_multicast_certificate *of, struct rd_arena *arena,
                             struct rd_arena *scratch)
{
    const uint64_t MOST_WORK = UINT64_C(1) << 22;
    const struct rd_multicast *multicast = rows->multicast;
    uint32_t n = multicast->network.host_count, piece = 0;
    if (of->cut_count == 0 || of->member_count * n > MOST_WORK)
        return 0;
    rd_arena_borrow(scratch);
    bool *inside = rd_take(scratch, n, bool);
    struct rd_multicast_cut *cut = rd_arena_copy(arena, of->cut, of->cut_count, sizeof *cut);
    int64_t nearest = RD_NO_DATE;
    for (size_t i = 0; i < of->cut_count; i++) {
        while (multicast->piece[piece].number < cut[i].piece)
            piece++;
        nearest = rd_least(
            nearest, find_far_sink(rows, pays, of, &multicast->piece[piece], inside, &cut[i]));
    }
    of->cut = cut;
    return nearest >= RD_NO_DATE ? 0 : nearest;
}
