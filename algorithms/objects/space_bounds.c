#include "space_bounds.h"

#include "order.h"
#include "sim/base/groups.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- joined hosts ----------------------------------------------------------------------------- */

static uint32_t root_of(uint32_t *parent, uint32_t host)
{
    while (parent[host] != host)
        host = parent[host] = parent[parent[host]];
    return host;
}

/* Each host that may give an object's bytes up, as the host with limited space that gets them. */
#define each_giver(giver, copies, object)                                                          \
    (uint32_t giver##_way = (copies)->objects->first[object], giver;                               \
     giver##_way < (copies)->objects->first[(object) + 1] &&                                       \
     (giver = rd_gives_space((copies), (object), giver##_way), true);                              \
     giver##_way++)

struct rd_joined_hosts rd_join_hosts(const struct rd_object_list *copies, struct rd_arena *scratch)
{
    struct rd_joined_hosts joined = {rd_take(scratch, copies->host_count, uint32_t),
                                     rd_take(scratch, copies->host_count, int64_t)};
    for (uint32_t host = 0; host < copies->host_count; host++)
        joined.root[host] = host;
    for (uint32_t object = 0; object < copies->count; object++) {
        uint32_t host = rd_takes_space(copies, object);
        for
            each_giver(giver, copies, object)
            {
                if (giver != RD_NO_HOST && host == RD_NO_HOST)
                    host = giver;
                if (giver != RD_NO_HOST)
                    joined.root[root_of(joined.root, giver)] = root_of(joined.root, host);
            }
    }
    for (uint32_t host = 0; host < copies->host_count; host++) {
        int64_t space = rd_host_space(copies->objects, host);
        joined.root[host] = root_of(joined.root, host);
        joined.free_bytes[joined.root[host]] += space == RD_NO_SPACE_LIMIT ? 0 : space;
    }
    /* What takes nothing and gives there. */
    for (uint32_t object = 0; object < copies->count; object++) {
        uint32_t to = RD_NO_HOST;
        for
            each_giver(giver, copies, object) to = giver != RD_NO_HOST ? giver : to;
        if (rd_takes_space(copies, object) == RD_NO_HOST && to != RD_NO_HOST)
            joined.free_bytes[joined.root[to]] += copies->objects->bytes[object];
    }
    return joined;
}

static int by_bytes(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* Joined hosts whose objects [count] are given. */
static struct rd_load_bound area_of(const struct rd_object_list *copies, const uint32_t *object,
                                    uint32_t count, int64_t free_bytes, struct rd_arena *scratch)
{
    struct rd_load_bound best = {.place = RD_LOAD_SPACE, .free_bytes = free_bytes};
    rd_arena_borrow(scratch);
    double *job_s = rd_take(scratch, count, double), area = 0, large_s = 0;
    int64_t *bytes = rd_take(scratch, count, int64_t), fit = free_bytes;
    uint32_t jobs = 0, large = 0, at_a_time = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t own = copies->objects->bytes[object[i]];
        double s = copies->shortest_s[object[i]];
        if (own > free_bytes) {
            best.seconds = INFINITY;
            return best;
        }
        if (own == 0)
            continue;
        area += (double)own * s;
        if (own > free_bytes / 2) { /* two of them are more than all that is free */
            large_s += s;
            large++;
        }
        bytes[jobs] = own;
        job_s[jobs++] = s;
    }
    if (jobs == 0)
        return best;
    qsort(bytes, jobs, sizeof *bytes, by_bytes);
    while (at_a_time < jobs && bytes[at_a_time] <= fit)
        fit -= bytes[at_a_time++];
    struct rd_load_bound chain = best;
    chain.at_a_time = at_a_time;
    chain.seconds = rd_machines_bound_s(job_s, jobs, at_a_time, &chain.messages, &chain.chained);
    best.seconds = area / (double)free_bytes;
    best.messages = jobs;
    if (large_s > best.seconds) {
        best.seconds = large_s;
        best.messages = large;
        best.at_a_time = 1;
    }
    return chain.seconds > best.seconds ? chain : best;
}

struct rd_load_bound rd_space_area_bound(const struct rd_object_list *copies,
                                         struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_load_bound best = {.place = RD_LOAD_SPACE};
    if (!copies->objects->space_bytes)
        return best;
    bool *member = rd_take(arena, copies->host_count, bool);
    rd_arena_borrow(scratch);
    struct rd_joined_hosts joined = rd_join_hosts(copies, scratch);
    uint32_t *group = rd_take(scratch, copies->count, uint32_t), root = RD_NO_HOST;
    for (uint32_t object = 0; object < copies->count; object++) {
        uint32_t host = rd_takes_space(copies, object);
        group[object] = host == RD_NO_HOST ? RD_NO_GROUP : joined.root[host];
    }
    struct rd_groups groups = rd_group(group, copies->count, copies->host_count, scratch);
    for (uint32_t host = 0; host < copies->host_count; host++) {
        struct rd_load_bound found =
            area_of(copies, groups.member + groups.first[host],
                    groups.first[host + 1] - groups.first[host], joined.free_bytes[host], scratch);
        if (found.seconds > best.seconds) {
            best = found;
            root = host;
        }
    }
    for (uint32_t host = 0; host < copies->host_count; host++)
        member[host] =
            joined.root[host] == root && rd_host_space(copies->objects, host) != RD_NO_SPACE_LIMIT;
    best.member = member;
    best.seconds = rd_rounded_up_s(copies, best.seconds);
    return best;
}

/* --- heads and tails -------------------------------------------------------------------------- */

/* An object as one that takes bytes at a host and gives them at another: backwards the other way
 * round. With several sources nobody knows which gives. */
struct exchange {
    uint32_t takes, gives; /* RD_NO_HOST: none */
    bool gives_any;        /* each source may give */
};

struct heads {
    const struct rd_object_list *copies;
    struct exchange *exchange; /* [count] */
    int64_t *free_bytes;       /* [host_count] */
    struct rd_groups givers;   /* objects by the host that they may give to */
    uint32_t *giver_object;
    double *head_s;       /* [count] */
    double *ports;        /* [host_count] */
    bool *one_port_gives; /* [host_count]: all that gives there leaves by its own port */
};

struct gift {
    double at_s, duration_s;
    int64_t bytes;
};

static int by_date(const void *left, const void *right)
{
    const struct gift *a = left, *b = right;
    return (a->at_s > b->at_s) - (a->at_s < b->at_s);
}

/* By seconds a byte, the fewest first. */
static int by_price(const void *left, const void *right)
{
    const struct gift *a = left, *b = right;
    double one = a->duration_s * (double)b->bytes, other = b->duration_s * (double)a->bytes;
    return (one > other) - (one < other);
}

/* When a host can have been given so many bytes, at the earliest. INFINITY: never. */
static double given_by_s(const struct heads *heads, uint32_t host, uint32_t except, int64_t lack,
                         struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    const struct rd_groups *givers = &heads->givers;
    uint32_t count = 0, most = givers->first[host + 1] - givers->first[host];
    struct gift *gift = rd_take(scratch, most, struct gift);
    double first_s = INFINITY;
    for (uint32_t i = givers->first[host]; i < givers->first[host + 1]; i++) {
        uint32_t object = heads->giver_object[givers->member[i]];
        double duration_s = heads->copies->shortest_s[object];
        if (object == except || heads->copies->objects->bytes[object] == 0)
            continue;
        first_s = fmin(first_s, heads->head_s[object]);
        gift[count++] = (struct gift){heads->head_s[object] + duration_s, duration_s,
                                      heads->copies->objects->bytes[object]};
    }
    if (count == 0)
        return INFINITY;
    qsort(gift, count, sizeof *gift, by_date);
    int64_t given = 0;
    double at_s = INFINITY;
    for (uint32_t i = 0; i < count && isinf(at_s); i++)
        if ((given += gift[i].bytes) >= lack)
            at_s = gift[i].at_s;
    if (!heads->one_port_gives[host] || isinf(at_s))
        return at_s;
    /* The port carries them one after the other, k at a time: cut to what is lacking. */
    qsort(gift, count, sizeof *gift, by_price);
    double work_s = 0, left = (double)lack;
    for (uint32_t i = 0; i < count && left > 0; i++) {
        work_s += gift[i].duration_s * fmin(1, left / (double)gift[i].bytes);
        left -= (double)gift[i].bytes;
    }
    return fmax(at_s, first_s + work_s / heads->ports[host]);
}

/* Which objects may give to which host, and whether all of these leave through its own port. In:
 * exchanges. */
static void group_givers(struct heads *heads, bool backwards, struct rd_arena *scratch)
{
    const struct rd_object_list *copies = heads->copies;
    const struct rd_objects *objects = copies->objects;
    size_t most = (size_t)objects->first[copies->count] + copies->count;
    uint32_t *host = rd_take(scratch, most, uint32_t), count = 0;
    heads->giver_object = rd_take(scratch, most, uint32_t);
    for (uint32_t object = 0; object < copies->count; object++) {
        const struct exchange *of = &heads->exchange[object];
        const struct rd_copy_way *only = rd_only_way(copies, object);
        uint32_t ways = objects->first[object + 1] - objects->first[object];
        for (uint32_t i = 0; i < (of->gives_any ? ways : 1); i++) {
            uint32_t gives = of->gives_any
                                 ? rd_gives_space(copies, object, objects->first[object] + i)
                                 : of->gives;
            host[count] = gives == RD_NO_HOST ? RD_NO_GROUP : gives;
            heads->giver_object[count++] = object;
            uint32_t port = backwards ? objects->to[object] : only ? only->from : RD_NO_HOST;
            if (gives != RD_NO_HOST && port != gives)
                heads->one_port_gives[gives] = false;
        }
    }
    heads->givers = rd_group(host, count, copies->host_count, scratch);
}

/* When each object can start at the earliest: [count]. In: backwards: how long after its end the
 * schedule goes on at least. */
static double *find_heads(const struct rd_object_list *copies, bool backwards,
                          struct rd_arena *arena, struct rd_arena *scratch)
{
    enum { REPEATS = 12 };
    double *head_s = rd_take(arena, copies->count, double);
    rd_arena_borrow(scratch);
    struct heads heads = {.copies = copies,
                          .exchange = rd_take(scratch, copies->count, struct exchange),
                          .free_bytes = rd_take(scratch, copies->host_count, int64_t),
                          .head_s = head_s,
                          .ports = rd_take(scratch, copies->host_count, double),
                          .one_port_gives = rd_take(scratch, copies->host_count, bool)};
    const struct rd_objects *objects = copies->objects;
    for (uint32_t host = 0; host < copies->host_count; host++) {
        heads.free_bytes[host] = rd_host_space(objects, host);
        heads.ports[host] = rd_copy_ports(copies, host, copies->count);
        heads.one_port_gives[host] = true;
    }
    for (uint32_t object = 0; object < copies->count; object++) {
        uint32_t first = objects->first[object];
        bool known =
            objects->first[object + 1] == first + 1 || objects->drop[object] != RD_DROP_SOURCE;
        uint32_t takes = rd_takes_space(copies, object);
        uint32_t gives = known ? rd_gives_space(copies, object, first) : RD_NO_HOST;
        if (backwards && gives != RD_NO_HOST)
            heads.free_bytes[gives] += objects->bytes[object];
        if (backwards && takes != RD_NO_HOST)
            heads.free_bytes[takes] -= objects->bytes[object];
        /* A source that may have given is free of it in the end, for all that is known. */
        for (uint32_t i = first; backwards && !known && i < objects->first[object + 1]; i++) {
            uint32_t host = rd_gives_space(copies, object, i);
            if (host != RD_NO_HOST)
                heads.free_bytes[host] += objects->bytes[object];
        }
        heads.exchange[object] = backwards ? (struct exchange){gives, takes, false}
                                           : (struct exchange){takes, gives, !known};
    }
    group_givers(&heads, backwards, scratch);
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        bool changed = false;
        for (uint32_t object = 0; object < copies->count; object++) {
            uint32_t host = heads.exchange[object].takes;
            int64_t lack = host == RD_NO_HOST ? 0 : objects->bytes[object] - heads.free_bytes[host];
            if (lack <= 0)
                continue;
            double given_s = given_by_s(&heads, host, object, lack, scratch);
            changed = changed || given_s > head_s[object];
            head_s[object] = fmax(head_s[object], given_s);
        }
        if (!changed)
            break;
    }
    return head_s;
}

/* Some of the numbers [count], rising, without twins: at most `most`. Returns how many. */
static uint32_t levels_of(double *number, uint32_t count, uint32_t most, double *ret_level)
{
    uint32_t levels = 0, distinct = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i; j > 0 && number[j - 1] > number[j]; j--) {
            double swapped = number[j];
            number[j] = number[j - 1];
            number[j - 1] = swapped;
        }
    for (uint32_t i = 0; i < count; i++)
        if (distinct == 0 || number[i] > number[distinct - 1])
            number[distinct++] = number[i];
    for (uint32_t i = 0; i < most && i < distinct; i++)
        ret_level[levels++] = number[distinct <= most ? i : (uint64_t)i * distinct / most];
    return levels;
}

/* What is at least as late at both ends of the schedule. */
struct levels {
    double head_s, tail_s;
};

/* Messages of one port: for each two levels, those with at least such heads and tails. */
static struct rd_load_bound window_bound(const struct rd_object_list *copies,
                                         const uint32_t *object, uint32_t count, uint32_t k,
                                         const struct rd_heads_bound *heads,
                                         struct levels *ret_levels, struct rd_arena *scratch)
{
    enum { LEVELS = 12 };
    double head[LEVELS], tail[LEVELS];
    struct rd_load_bound best = {.place = RD_LOAD_PORT};
    rd_arena_borrow(scratch);
    double *job_s = rd_take(scratch, count, double);
    if (count > 1000) /* sorting by insertion: levels of some of them are as good */
        count = 1000;
    for (uint32_t i = 0; i < count; i++)
        job_s[i] = heads->head_s[object[i]];
    uint32_t head_count = levels_of(job_s, count, LEVELS, head);
    for (uint32_t i = 0; i < count; i++)
        job_s[i] = heads->tail_s[object[i]];
    uint32_t tail_count = levels_of(job_s, count, LEVELS, tail);
    for (uint32_t h = 0; h < head_count; h++)
        for (uint32_t q = 0; q < tail_count; q++) {
            uint32_t jobs = 0;
            for (uint32_t i = 0; i < count; i++)
                if (heads->head_s[object[i]] >= head[h] && heads->tail_s[object[i]] >= tail[q])
                    job_s[jobs++] = copies->shortest_s[object[i]];
            if (jobs == 0)
                continue;
            struct rd_load_bound found = {.place = RD_LOAD_PORT, .at_a_time = k};
            found.seconds = head[h] + tail[q] +
                            rd_machines_bound_s(job_s, jobs, k, &found.messages, &found.chained);
            if (found.seconds > best.seconds) {
                best = found;
                *ret_levels = (struct levels){head[h], tail[q]};
            }
        }
    return best;
}

struct rd_heads_bound rd_space_heads_bound(const struct rd_object_list *copies,
                                           struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_heads_bound best = {.load = {.place = RD_LOAD_OBJECT}};
    if (!copies->objects->space_bytes)
        return best;
    bool *among = rd_take(arena, copies->count, bool);
    best.among = among;
    best.head_s = find_heads(copies, false, arena, scratch);
    best.tail_s = find_heads(copies, true, arena, scratch);
    rd_arena_borrow(scratch);
    struct levels levels = {0}, found_levels = {0};
    for (uint32_t object = 0; object < copies->count; object++) {
        double all_s = best.head_s[object] + copies->shortest_s[object] + best.tail_s[object];
        if (all_s > best.load.seconds)
            best.load = (struct rd_load_bound){
                .seconds = all_s, .place = RD_LOAD_OBJECT, .object = object, .messages = 1};
    }
    if (isinf(best.load.seconds))
        return best;
    struct rd_groups ports = rd_port_groups(copies, scratch);
    for (uint32_t i = 0; i < 2 * copies->host_count; i++) {
        uint32_t count = ports.first[i + 1] - ports.first[i], host = i % copies->host_count;
        if (count == 0)
            continue;
        struct rd_load_bound found =
            window_bound(copies, ports.member + ports.first[i], count,
                         rd_copy_ports(copies, host, copies->count), &best, &found_levels, scratch);
        if (found.seconds <= best.load.seconds)
            continue;
        best.load = found;
        best.load.host = host;
        best.load.receives = i >= copies->host_count;
        levels = found_levels;
    }
    for (uint32_t object = 0; object < copies->count; object++)
        among[object] =
            best.head_s[object] >= levels.head_s && best.tail_s[object] >= levels.tail_s;
    best.load.seconds = rd_rounded_up_s(copies, best.load.seconds);
    return best;
}
