#include "object_certificate.h"

#include "object_examination.h"
#include "object_heads.h"

#include "sim/base/gcd.h"
#include "sim/model/object_ways.h"
#include "sim/model/shared_links.h"

#include <inttypes.h>

const char *rd_object_place_name(enum rd_object_place place)
{
    static const char *const names[] = {"prices", "way",         "port",  "bus",
                                        "pair",   "shared link", "hosts", "space"};
    return names[place];
}

/* Reads what all ways last. Returns false if nothing takes a tick. */
static bool read_ways(struct rd_object_examination *check)
{
    const struct rd_objects *objects = check->objects;
    uint32_t sources = objects->first[objects->count];
    const double *way_s =
        rd_object_ways_s(check->instance, check->stops, check->scratch, check->scratch);
    check->way = rd_take(check->scratch, sources, int64_t);
    check->least = rd_take(check->scratch, objects->count, int64_t);
    for (uint32_t i = 0; i < sources; i++) {
        check->way[i] = rd_whole_ticks(way_s[i], check->certificate->tick_s);
        check->grid = rd_gcd(check->way[i], check->grid);
    }
    if (check->stops)
        check->grid = 1;
    if (check->grid == 0)
        return rd_object_claim_is_wrong(check, "nothing takes a tick");
    check->end = (check->certificate->ticks - 1) / check->grid * check->grid;
    for (uint32_t object = 0; object < objects->count; object++) {
        check->least[object] = RD_OBJECT_NEVER;
        for (uint32_t i = objects->first[object]; i < objects->first[object + 1]; i++) {
            if (check->way[i] > check->end)
                check->way[i] = RD_OBJECT_NEVER;
            check->least[object] = rd_least(check->least[object], check->way[i]);
        }
    }
    return true;
}

/* What a way takes of a shared link. */
static int64_t part_of(const struct rd_object_examination *check, uint32_t from, uint32_t to,
                       uint32_t shared)
{
    uint64_t link = rd_link_between(&check->instance->topology, from, to);
    const struct rd_shared_use *end, *use = rd_link_uses(check->instance, link, &end);
    for (; use < end; use++)
        if (use->shared == shared)
            return rd_link_part(check->instance, link, use);
    return 0;
}

/* --- prices ----------------------------------------------------------------------------------- */

/* ticks * part * price / 2^50, rounded down, where the product has more than 128 bits. */
static rd_wide pays_shared(int64_t ticks, int64_t part, int64_t price)
{
    rd_wide takes = (rd_wide)ticks * part, room = RD_SHARED_ROOM;
    return takes / room * price + takes % room * price / room;
}

/* What an object pays on a way. Returns: false if it is too much. */
static bool payment(const struct rd_object_examination *check, uint32_t object, uint32_t way,
                    rd_wide *ret_pays)
{
    const struct rd_object_certificate *certificate = check->certificate;
    uint32_t from = check->objects->source[way], to = check->objects->to[object];
    uint64_t link = rd_link_between(&check->instance->topology, from, to);
    const struct rd_shared_use *end, *use = rd_link_uses(check->instance, link, &end);
    const int64_t *enter =
        check->objects->combined_ports ? certificate->send_price : certificate->receive_price;
    rd_wide pays = (rd_wide)check->way[way] * (rd_wide)(certificate->send_price[from] + enter[to]);
    for (; use < end; use++)
        if (__builtin_add_overflow(pays,
                                   pays_shared(check->way[way],
                                               rd_link_part(check->instance, link, use),
                                               certificate->shared_price[use->shared]),
                                   &pays))
            return false;
    *ret_pays = pays;
    return true;
}

/* Adds prices, each as often as there is room. */
static bool offer(struct rd_object_examination *check, const int64_t *price, uint32_t count,
                  bool ports, rd_wide *offered)
{
    for (uint32_t i = 0; i < count; i++) {
        if (price[i] < 0 || price[i] > RD_PRICE_LIMIT)
            return rd_object_claim_is_wrong(check, "a price is not within 0 and 2^60");
        *offered += (rd_wide)price[i] * (ports ? rd_object_ports(check, i) : 1);
    }
    return true;
}

static bool check_prices(struct rd_object_examination *check)
{
    const struct rd_object_certificate *certificate = check->certificate;
    const struct rd_shared_links *shared = check->instance->shared;
    bool combined = check->objects->combined_ports;
    rd_wide offered = 0, needed = 0;
    if (check->stops || !certificate->send_price || !certificate->receive_price != combined ||
        !certificate->shared_price != !shared)
        return rd_object_claim_is_wrong(check, "prices that have no meaning");
    if (!offer(check, certificate->send_price, check->host_count, true, &offered) ||
        (!combined &&
         !offer(check, certificate->receive_price, check->host_count, true, &offered)) ||
        (shared && !offer(check, certificate->shared_price, shared->count, false, &offered)))
        return false;
    bool fits = !__builtin_mul_overflow(offered, (rd_wide)check->end, &offered);
    for (uint32_t object = 0; object < check->objects->count && fits; object++) {
        rd_wide least = -1, pays;
        for (uint32_t i = check->objects->first[object]; rd_next_object_way(check, object, &i);
             i++) {
            fits = fits && payment(check, object, i, &pays);
            least = fits && (least < 0 || pays < least) ? pays : least;
        }
        fits = fits && !__builtin_add_overflow(needed, least, &needed);
    }
    if (!fits)
        return rd_object_claim_is_wrong(check, "its sums do not fit 128 bits");
    return needed > offered || rd_object_claim_is_wrong(check, "no more is needed than there is");
}

/* --- room ------------------------------------------------------------------------------------- */

/* The room of a place; -1: it has no meaning. */
static int64_t room_of(const struct rd_object_examination *check)
{
    const struct rd_object_certificate *certificate = check->certificate;
    const struct rd_objects *objects = check->objects;
    int64_t room = 0;
    switch (certificate->place) {
    case RD_OBJECT_WAY: return certificate->object_count == 1 ? 1 : -1;
    case RD_OBJECT_PORT:
        return certificate->member_count == 1 ? rd_object_ports(check, certificate->member[0]) : -1;
    case RD_OBJECT_BUS: return check->instance->topology.shape == RD_BUS ? 1 : -1;
    case RD_OBJECT_PAIR: return certificate->member_count == 2 && !objects->many_a_pair ? 1 : -1;
    case RD_OBJECT_SHARED:
        return check->instance->shared && certificate->shared < check->instance->shared->count
                   ? RD_SHARED_ROOM
                   : -1;
    case RD_OBJECT_HOSTS:
        for (uint32_t host = 0; host < check->host_count; host++)
            room += check->inside[host] ? rd_object_ports(check, host) : 0;
        return objects->combined_ports ? room : -1;
    case RD_OBJECT_SPACE: break;
    case RD_OBJECT_PRICES:
    case RD_OBJECT_PLACE_COUNT: return -1;
    }
    for (uint32_t host = 0; host < check->host_count; host++) {
        if (check->inside[host] && rd_host_space(objects, host) == RD_NO_SPACE_LIMIT)
            return -1;
        room += check->inside[host] ? rd_host_space(objects, host) : 0;
    }
    for (uint32_t object = 0; object < objects->count; object++) {
        bool gets = false;
        for (uint32_t i = check->objects->first[object]; rd_next_object_way(check, object, &i);
             i++) {
            uint32_t host = rd_object_getter(check, object, i);
            gets = gets || (host != RD_NO_HOST && check->inside[host]);
        }
        room += gets && !check->inside[objects->to[object]] ? objects->bytes[object] : 0;
    }
    return room;
}

/* What an object takes of the place on a way; -1: it does not pass it. */
static int64_t takes(const struct rd_object_examination *check, uint32_t object, uint32_t way)
{
    const struct rd_object_certificate *certificate = check->certificate;
    uint32_t from = check->objects->source[way], to = check->objects->to[object];
    bool leaves = check->inside[from], comes = check->inside[to];
    switch (certificate->place) {
    case RD_OBJECT_WAY:
    case RD_OBJECT_BUS: return 1;
    case RD_OBJECT_PORT:
        if (check->objects->combined_ports)
            return leaves || comes ? 1 : -1;
        return (certificate->receives ? comes : leaves) ? 1 : -1;
    case RD_OBJECT_PAIR:
        return from == certificate->member[0] && to == certificate->member[1] ? 1 : -1;
    case RD_OBJECT_SHARED: {
        int64_t part = part_of(check, from, to, certificate->shared);
        return part > 0 ? part : -1;
    }
    case RD_OBJECT_HOSTS: return leaves && comes ? 2 : -1;
    case RD_OBJECT_SPACE: return comes ? check->objects->bytes[object] : -1;
    case RD_OBJECT_PRICES:
    case RD_OBJECT_PLACE_COUNT: break;
    }
    return -1;
}

/* Reads the members of the place. */
static bool read_members(struct rd_object_examination *check)
{
    const struct rd_object_certificate *certificate = check->certificate;
    check->inside = rd_take(check->scratch, check->host_count, bool);
    for (uint32_t i = 0; i < certificate->member_count; i++) {
        if (certificate->member[i] >= check->host_count)
            return rd_object_claim_is_wrong(check, "a host that there is not");
        check->inside[certificate->member[i]] = true;
    }
    if (check->stops && certificate->place != RD_OBJECT_WAY &&
        certificate->place != RD_OBJECT_PORT && certificate->place != RD_OBJECT_BUS)
        return rd_object_claim_is_wrong(check, "a place that objects need not pass");
    return true;
}

/* Do objects that take so much of the place each pass it within some ticks? Both [count] are
 * sorted here. */
static bool is_too_much(int64_t *ticks, rd_wide area, rd_wide sum, int64_t *taken, uint32_t count,
                        int64_t room, int64_t within)
{
    uint32_t at_a_time = 0;
    rd_wide chain = 0;
    int64_t left = room;
    rd_sort_rising(taken, count);
    rd_sort_rising(ticks, count);
    while (at_a_time < count && taken[at_a_time] <= left)
        left -= taken[at_a_time++];
    if (at_a_time == 0)
        return true; /* not one of them finds room */
    for (uint32_t i = 0; i < (count - 1) / at_a_time + 1; i++)
        chain += ticks[i];
    return chain > within || sum > (rd_wide)at_a_time * within || area > (rd_wide)room * within;
}

static bool check_room(struct rd_object_examination *check)
{
    const struct rd_object_certificate *certificate = check->certificate;
    const struct rd_objects *objects = check->objects;
    uint32_t count = certificate->object_count;
    if (!read_members(check) || !rd_object_heads_check(check, certificate->head, false) ||
        !rd_object_heads_check(check, certificate->tail, true))
        return false;
    int64_t room = room_of(check), head = RD_OBJECT_NEVER, tail = RD_OBJECT_NEVER;
    if (room < 0 || count == 0 || count > objects->count)
        return rd_object_claim_is_wrong(check, "a place that has no meaning");
    bool *seen = rd_take(check->scratch, objects->count, bool);
    int64_t *taken = rd_take(check->scratch, count, int64_t);
    int64_t *ticks = rd_take(check->scratch, count, int64_t);
    rd_wide area = 0, sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t object = certificate->object[i];
        if (object >= objects->count || seen[object])
            return rd_object_claim_is_wrong(check, "an object that there is not, or twice");
        seen[object] = true;
        rd_wide least = -1;
        taken[i] = RD_OBJECT_NEVER;
        for (uint32_t j = objects->first[object]; rd_next_object_way(check, object, &j); j++) {
            int64_t part = takes(check, object, j);
            rd_wide product = (rd_wide)part * check->way[j];
            taken[i] = rd_least(taken[i], part);
            least = least < 0 || product < least ? product : least;
        }
        if (taken[i] < 0)
            return rd_object_claim_is_wrong(check, "%s need not pass the place",
                                            rd_label_of_object(objects, object));
        ticks[i] = check->least[object];
        head = rd_least(head, certificate->head ? certificate->head[object] : 0);
        tail = rd_least(tail, certificate->tail ? certificate->tail[object] : 0);
        sum += ticks[i];
        if (__builtin_add_overflow(area, least, &area))
            return rd_object_claim_is_wrong(check, "its sums do not fit 128 bits");
    }
    return is_too_much(ticks, area, sum, taken, count, room, check->end - head - tail) ||
           rd_object_claim_is_wrong(check, "all that has to pass the place does so in time");
}

/* --- all of it -------------------------------------------------------------------------------- */

static bool open_check(const struct rd_instance *instance,
                       const struct rd_object_certificate *certificate, struct rd_arena *scratch,
                       struct rd_error *reterr, struct rd_object_examination *ret_check)
{
    *ret_check = (struct rd_object_examination){.instance = instance,
                                                .objects = instance->objects,
                                                .certificate = certificate,
                                                .scratch = scratch,
                                                .reterr = reterr,
                                                .host_count = instance->topology.host_count};
    if (!instance->objects || !(certificate->tick_s > 0) || certificate->ticks < 1 ||
        certificate->ticks > RD_PRICE_LIMIT || certificate->place >= RD_OBJECT_PLACE_COUNT)
        return rd_object_claim_is_wrong(ret_check,
                                        "a tick above 0 s, and 1 to 2^60 ticks are accepted");
    ret_check->stops = rd_objects_stop(instance->objects);
    return read_ways(ret_check);
}

/* Has each object a way that is short enough? */
static bool all_have_ways(const struct rd_object_examination *check)
{
    for (uint32_t object = 0; object < check->objects->count; object++)
        if (check->least[object] == RD_OBJECT_NEVER)
            return false;
    return true;
}

bool rd_object_certificate_check(const struct rd_instance *instance,
                                 const struct rd_object_certificate *certificate,
                                 struct rd_arena *scratch, double *ret_seconds,
                                 struct rd_error *reterr)
{
    struct rd_object_examination check;
    rd_arena_borrow(scratch);
    if (!open_check(instance, certificate, scratch, reterr, &check))
        return false;
    if (all_have_ways(&check) &&
        !(certificate->place == RD_OBJECT_PRICES ? check_prices(&check) : check_room(&check)))
        return false;
    *ret_seconds = rd_wide_ticks_in_seconds((rd_wide)check.end + check.grid, certificate->tick_s);
    return true;
}

bool rd_object_dates_lower(const struct rd_instance *instance,
                           const struct rd_object_certificate *certificate, int64_t *head,
                           int64_t *tail, struct rd_arena *scratch)
{
    struct rd_object_examination check;
    rd_arena_borrow(scratch);
    return open_check(instance, certificate, scratch, NULL, &check) &&
           rd_object_heads_lower(&check, head, false) && rd_object_heads_lower(&check, tail, true);
}
