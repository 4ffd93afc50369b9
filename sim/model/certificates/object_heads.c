#include "object_heads.h"

#include "sim/base/groups.h"

#include <stdlib.h>

/* Objects as they take and give bytes, forward or time reversed. */
struct side {
    struct rd_object_examination *check;
    bool backwards;
    uint32_t *takes;     /* [count] a host with a limit; RD_NO_HOST: none, or nobody knows */
    int64_t *free_bytes; /* [hosts] at its start */
    struct rd_groups givers;
    uint32_t *giver; /* objects of the members of groups, by host */
    bool *own_port;  /* [hosts] all that gives there leaves by its port */
};

struct gift {
    int64_t at, ticks, bytes; /* at: its end */
};

static uint32_t limited_receiver(const struct rd_object_examination *check, uint32_t object)
{
    uint32_t host = check->objects->to[object];
    return rd_host_space(check->objects, host) == RD_NO_SPACE_LIMIT ? RD_NO_HOST : host;
}

/* The one host that gets an object's bytes whatever its way; RD_NO_HOST: there is none. */
static uint32_t only_getter(const struct rd_object_examination *check, uint32_t object)
{
    uint32_t only = RD_NO_HOST;
    bool first = true;
    for (uint32_t i = check->objects->first[object]; rd_next_object_way(check, object, &i); i++) {
        uint32_t host = rd_object_getter(check, object, i);
        if (!first && host != only)
            return RD_NO_HOST;
        only = host;
        first = false;
    }
    return only;
}

/* Does an object leave by a host's own port, whatever its way? */
static bool leaves_by(const struct rd_object_examination *check, uint32_t object, uint32_t host)
{
    for (uint32_t i = check->objects->first[object]; rd_next_object_way(check, object, &i); i++)
        if (check->objects->source[i] != host)
            return false;
    return true;
}

/* Adds those who may give, and whether they leave by the host's own port. */
static void list_givers(struct side *side)
{
    const struct rd_object_examination *check = side->check;
    const struct rd_objects *objects = check->objects;
    struct rd_arena *scratch = check->scratch;
    size_t count = 0, most = objects->first[objects->count];
    uint32_t *host_of = rd_take(scratch, most, uint32_t);
    side->giver = rd_take(scratch, most, uint32_t);
    for (uint32_t object = 0; object < objects->count; object++) {
        uint32_t before = RD_NO_HOST;
        if (objects->bytes[object] == 0)
            continue;
        for (uint32_t i = objects->first[object]; rd_next_object_way(check, object, &i); i++) {
            uint32_t host = side->backwards ? limited_receiver(check, object)
                                            : rd_object_getter(check, object, i);
            if (host == RD_NO_HOST || host == before)
                continue;
            side->own_port[host] &= side->backwards || leaves_by(check, object, host);
            host_of[count] = host;
            side->giver[count++] = object;
            before = host;
        }
    }
    side->givers = rd_group(host_of, count, check->host_count, scratch);
}

static struct side open_side(struct rd_object_examination *check, bool backwards)
{
    const struct rd_objects *objects = check->objects;
    struct side side = {.check = check,
                        .backwards = backwards,
                        .takes = rd_take(check->scratch, objects->count, uint32_t),
                        .free_bytes = rd_take(check->scratch, check->host_count, int64_t),
                        .own_port = rd_take(check->scratch, check->host_count, bool)};
    for (uint32_t host = 0; host < check->host_count; host++) {
        side.free_bytes[host] = rd_host_space(objects, host);
        side.own_port[host] = true;
    }
    for (uint32_t object = 0; object < objects->count; object++) {
        uint32_t to = limited_receiver(check, object), before = RD_NO_HOST;
        side.takes[object] = backwards ? only_getter(check, object) : to;
        if (!backwards)
            continue;
        if (to != RD_NO_HOST)
            side.free_bytes[to] -= objects->bytes[object];
        for (uint32_t i = check->objects->first[object]; rd_next_object_way(check, object, &i);
             i++) {
            uint32_t host = rd_object_getter(check, object, i);
            if (host != RD_NO_HOST && host != before)
                side.free_bytes[host] += objects->bytes[object];
            before = host;
        }
    }
    list_givers(&side);
    return side;
}

RD_ORDERED_BY(by_end, struct gift, at)

/* By ticks a byte. */
static int by_price(const void *left, const void *right)
{
    const struct gift *a = left, *b = right;
    rd_wide one = (rd_wide)a->ticks * b->bytes, other = (rd_wide)b->ticks * a->bytes;
    return (one > other) - (one < other);
}

/* The least that the places of a port are busy for so many bytes, of gifts by price. */
static int64_t busy(const struct gift *gift, int64_t lack, int64_t ports)
{
    rd_wide ticks = 0, places = ports;
    for (; lack > gift->bytes; gift++) {
        ticks += gift->ticks;
        lack -= gift->bytes;
    }
    places *= gift->bytes;
    rd_wide left = ticks % ports * gift->bytes + (rd_wide)gift->ticks * lack;
    return (int64_t)(ticks / ports + (left + places - 1) / places);
}

/* The latest head that is shown of an object; 0: none. In: heads that others have. */
static int64_t shown_head(const struct side *side, uint32_t object, const int64_t *head)
{
    struct rd_object_examination *check = side->check;
    const struct rd_objects *objects = check->objects;
    uint32_t host = side->takes[object], count = 0;
    int64_t lack = host == RD_NO_HOST ? 0 : objects->bytes[object] - side->free_bytes[host];
    if (lack <= 0)
        return 0;
    rd_arena_borrow(check->scratch);
    uint32_t first = side->givers.first[host], end = side->givers.first[host + 1];
    struct gift *gift = rd_take(check->scratch, end - first, struct gift);
    int64_t begin = RD_OBJECT_NEVER, given = 0, by = RD_OBJECT_NEVER;
    for (uint32_t i = first; i < end; i++) {
        uint32_t other = side->giver[side->givers.member[i]];
        if (other == object)
            continue;
        begin = rd_least(begin, head[other]);
        gift[count++] = (struct gift){rd_least(RD_OBJECT_NEVER, head[other] + check->least[other]),
                                      check->least[other], objects->bytes[other]};
    }
    if (count > 0)
        qsort(gift, count, sizeof *gift, by_end);
    for (uint32_t i = 0; i < count && given < lack; i++) {
        given += gift[i].bytes;
        by = gift[i].at;
    }
    if (given < lack)
        return RD_OBJECT_NEVER;
    if (!side->own_port[host])
        return by;
    qsort(gift, count, sizeof *gift, by_price);
    return rd_greatest(by, begin + busy(gift, lack, rd_object_ports(check, host)));
}

bool rd_object_heads_check(struct rd_object_examination *check, const int64_t *head, bool backwards)
{
    if (!head)
        return true;
    if (check->stops)
        return rd_object_claim_is_wrong(check, "dates where objects may stop");
    rd_arena_borrow(check->scratch);
    for (uint32_t object = 0; object < check->objects->count; object++)
        if (head[object] < 0 || head[object] > RD_PRICE_LIMIT)
            return rd_object_claim_is_wrong(check, "a date is not within 0 and 2^60");
    struct side side = open_side(check, backwards);
    for (uint32_t object = 0; object < check->objects->count; object++)
        if (head[object] > 0 && head[object] > shown_head(&side, object, head))
            return rd_object_claim_is_wrong(check, "%s may %s sooner",
                                            rd_label_of_object(check->objects, object),
                                            backwards ? "be followed by the end" : "start");
    return true;
}

bool rd_object_heads_lower(struct rd_object_examination *check, int64_t *head, bool backwards)
{
    enum { ROUNDS = 60 };
    bool changed = head;
    if (!head)
        return true;
    rd_arena_borrow(check->scratch);
    struct side side = open_side(check, backwards);
    for (int round = 0; round < ROUNDS && changed; round++) {
        changed = false;
        for (uint32_t object = 0; object < check->objects->count; object++) {
            int64_t shown = head[object] > 0 ? shown_head(&side, object, head) : 0;
            changed = changed || shown < head[object];
            head[object] = rd_least(head[object], shown);
        }
    }
    return !changed;
}
