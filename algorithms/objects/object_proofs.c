#include "object_proofs.h"

#include "sim/model/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- which objects ---------------------------------------------------------------------------- */

struct lasting {
    double duration_s;
    uint32_t object;
};

static int longest_first(const void *left, const void *right)
{
    const struct lasting *a = left, *b = right;
    if (a->duration_s != b->duration_s)
        return a->duration_s < b->duration_s ? 1 : -1;
    return rd_order(a->object, b->object);
}

/* The part that each way of an object takes of a shared link, at the least; 0 if it can do without
 * it. */
static int64_t least_part(const struct rd_object_list *copies, uint32_t object, uint32_t shared)
{
    int64_t least = RD_SHARED_ROOM;
    for (uint32_t i = copies->objects->first[object]; i < copies->objects->first[object + 1]; i++) {
        int64_t part = 0;
        if (isinf(copies->way[i].duration_s))
            continue;
        const struct rd_shared_use *end,
            *use = rd_link_uses(copies->instance, copies->way[i].link, &end);
        for (; use < end; use++)
            if (use->shared == shared)
                part = rd_link_part(copies->instance, copies->way[i].link, use);
        least = rd_least(least, part);
    }
    return least;
}

/* Does an object pass the place that a bound is about, so that the bound counts it? */
static bool passes(const struct rd_object_list *copies, const struct rd_load_bound *found,
                   uint32_t object)
{
    const struct rd_copy_way *only = rd_only_way(copies, object);
    uint32_t from = only ? only->from : RD_NO_HOST, to = copies->objects->to[object];
    switch (found->place) {
    case RD_LOAD_OBJECT: return object == found->object;
    case RD_LOAD_PORT:
        if (copies->instance->topology.shape == RD_BUS)
            return true;
        if (copies->objects->combined_ports)
            return from == found->host || to == found->host;
        return (found->receives ? to : from) == found->host;
    case RD_LOAD_PAIR: return from == found->from && to == found->to;
    case RD_LOAD_SHARED: return least_part(copies, object, found->shared) > 0;
    case RD_LOAD_SPACE: return found->member[to] && copies->objects->bytes[object] > 0;
    case RD_LOAD_HOSTS:
        for (uint32_t i = copies->objects->first[object]; i < copies->objects->first[object + 1];
             i++)
            if (!found->member[copies->objects->source[i]])
                return false;
        return found->member[to];
    }
    return false;
}

/* Are two such objects more than the place has room for? */
static bool is_large(const struct rd_object_list *copies, const struct rd_load_bound *found,
                     uint32_t object)
{
    if (found->place == RD_LOAD_SPACE)
        return copies->objects->bytes[object] > found->free_bytes / 2;
    return found->place != RD_LOAD_SHARED ||
           least_part(copies, object, found->shared) > RD_SHARED_ROOM / 2;
}

static enum rd_object_place place_of(const struct rd_object_list *copies,
                                     const struct rd_load_bound *found)
{
    switch (found->place) {
    case RD_LOAD_OBJECT: return RD_OBJECT_WAY;
    case RD_LOAD_PORT:
        return copies->instance->topology.shape == RD_BUS ? RD_OBJECT_BUS : RD_OBJECT_PORT;
    case RD_LOAD_PAIR: return RD_OBJECT_PAIR;
    case RD_LOAD_SHARED: return RD_OBJECT_SHARED;
    case RD_LOAD_SPACE: return RD_OBJECT_SPACE;
    case RD_LOAD_HOSTS: break;
    }
    return RD_OBJECT_HOSTS;
}

/* The hosts of a place. */
static void add_members(struct rd_object_proof *proof, const struct rd_load_bound *found,
                        uint32_t host_count, struct rd_arena *arena)
{
    bool set = proof->place == RD_OBJECT_HOSTS || proof->place == RD_OBJECT_SPACE;
    uint32_t *member = rd_take(arena, set ? host_count : 2, uint32_t), count = 0;
    if (proof->place == RD_OBJECT_PORT)
        member[count++] = found->host;
    if (proof->place == RD_OBJECT_PAIR) {
        member[count++] = found->from;
        member[count++] = found->to;
    }
    for (uint32_t host = 0; set && host < host_count; host++)
        if (found->member[host])
            member[count++] = host;
    proof->members.number = member;
    proof->members.count = count;
}

struct rd_object_proof rd_load_proof(const struct rd_object_list *copies,
                                     const struct rd_load_bound *found, const bool *among,
                                     struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_object_proof proof = {.place = place_of(copies, found),
                                    .receives = found->receives && !copies->objects->combined_ports,
                                    .shared = found->shared};
    add_members(&proof, found, copies->host_count, arena);
    uint32_t *object = rd_take(arena, copies->count, uint32_t), count = 0;
    rd_arena_borrow(scratch);
    struct lasting *lasting = rd_take(scratch, copies->count, struct lasting);
    for (uint32_t i = 0; i < copies->count; i++)
        if ((!among || among[i]) && passes(copies, found, i))
            lasting[count++] = (struct lasting){copies->shortest_s[i], i};
    /* Those that follow each other are among the longest. */
    if (found->chained > 0 && found->messages < count) {
        qsort(lasting, count, sizeof *lasting, longest_first);
        count = found->messages;
    }
    /* Those that exclude each other are large, or all. */
    bool large = found->chained == 0 && found->at_a_time == 1 && found->messages < count;
    for (uint32_t i = 0; i < count; i++)
        if (!large || is_large(copies, found, lasting[i].object))
            object[proof.objects.count++] = lasting[i].object;
    proof.objects.number = object;
    return proof;
}

/* --- ticks ------------------------------------------------------------------------------------ */

/* Prices as whole numbers, all of them together about 2^50. NULL stays NULL. */
static const int64_t *whole_prices(const double *price, uint32_t count, struct rd_arena *arena)
{
    if (!price)
        return NULL;
    int64_t *whole = rd_take(arena, count, int64_t);
    for (uint32_t i = 0; i < count; i++)
        whole[i] = (int64_t)(price[i] * 0x1p50);
    return whole;
}

/* A date in ticks, and somewhat more than was worked out in doubles: what is too much is taken
 * back. */
static int64_t date_ticks(double date_s, double tick_s)
{
    double ticks = date_s / tick_s * (1 + 1e-14) + 0.25;
    return date_s == 0 ? 0 : rd_least(RD_PRICE_LIMIT, (int64_t)fmin(ticks, 0x1p60));
}

/* Dates in the certificate's ticks, as many as follow from each other. */
static bool set_dates(const struct rd_instance *instance, const struct rd_object_proof *proof,
                      struct rd_object_certificate *certificate, struct rd_arena *arena,
                      struct rd_arena *scratch)
{
    uint32_t count = instance->objects->count;
    int64_t *head, *tail;
    if (!proof->head_s)
        return true;
    certificate->head = head = rd_take(arena, count, int64_t);
    certificate->tail = tail = rd_take(arena, count, int64_t);
    for (uint32_t i = 0; i < count; i++) {
        head[i] = date_ticks(proof->head_s[i], certificate->tick_s);
        tail[i] = date_ticks(proof->tail_s[i], certificate->tick_s);
    }
    return rd_object_dates_lower(instance, certificate, head, tail, scratch);
}

/* Is the claim shown, with as many ticks less as agree with the bound? In: within, so much less. */
static bool claim(const struct rd_instance *instance, const struct rd_object_proof *proof,
                  double tick_s, int64_t ticks, double within, struct rd_arena *arena,
                  struct rd_arena *scratch, struct rd_object_certificate *certificate,
                  struct rd_bound *bound)
{
    double shown_s;
    certificate->tick_s = tick_s;
    for (int64_t less = 1; ticks > 0; ticks -= less, less *= 16) {
        certificate->ticks = ticks;
        double claimed_s = rd_ticks_in_seconds(ticks, tick_s);
        if (claimed_s < bound->seconds * (1 - within))
            return false;
        struct rd_arena_mark mark = rd_arena_mark(arena);
        if (set_dates(instance, proof, certificate, arena, scratch) &&
            rd_object_certificate_check(instance, certificate, scratch, &shown_s, NULL)) {
            bound->seconds = fmin(bound->seconds, shown_s);
            return true;
        }
        rd_arena_rewind(arena, mark);
    }
    return false;
}

void rd_object_certify(const struct rd_object_list *copies, const struct rd_object_proof *proof,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_bound *bound)
{
    const struct rd_instance *instance = copies->instance;
    uint32_t hosts = copies->host_count;
    double bound_s = bound->seconds, step_s = copies->step_s;
    int exponent;
    rd_assert(arena != scratch);
    if (!(bound_s > 0x1p-900) || isinf(bound_s))
        return;
    struct rd_object_certificate *certificate = rd_make(
        arena, struct rd_object_certificate, .place = proof->place, .receives = proof->receives,
        .shared = proof->shared, .member_count = proof->members.count,
        .member = proof->members.number, .object_count = proof->objects.count,
        .object = proof->objects.number, .send_price = whole_prices(proof->out_price, hosts, arena),
        .receive_price = whole_prices(proof->in_price, hosts, arena),
        .shared_price = whole_prices(proof->shared_price,
                                     instance->shared ? instance->shared->count : 0, arena));
    (void)frexp(bound_s, &exponent);
    /* A step, and one that is less by a digit: costs in doubles may be less than whole steps. Or
     * between 2^57 and 2^58 ticks. */
    double tick_s[] = {step_s, step_s * (1 - 0x1p-51), ldexp(1, exponent - 58)};
    for (int i = step_s > 0 && bound_s / step_s < 0x1p50 ? 0 : 2; i < 3; i++) {
        int64_t ticks = i < 2 ? (int64_t)(bound_s / step_s + 0.5) : (int64_t)(bound_s / tick_s[i]);
        if (claim(instance, proof, tick_s[i], ticks, i < 2 ? 1e-14 : RD_TIME_TOLERANCE, arena,
                  scratch, certificate, bound)) {
            bound->objects = certificate;
            return;
        }
    }
}
