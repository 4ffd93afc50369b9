#include "bound.h"

#include "sim/model/certificates/multicast_certificate.h"
#include "sim/model/certificates/object_certificate.h"
#include "sim/model/certificates/price_certificate.h"
#include "sim/model/certificates/relabelling_certificate.h"
#include "sim/model/certificates/relay_certificate.h"
#include "sim/model/copies_parts.h"
#include "sim/model/object_copies.h"

#include <inttypes.h>
#include <string.h>

/* What is listed at the most. */
enum { SHOWN = 12 };

void rd_bound_add_bottleneck_port(struct rd_bound *bound, uint32_t host, bool receives)
{
    rd_assert(bound->port_count < sizeof bound->port / sizeof *bound->port);
    bound->bottleneck = RD_BOTTLENECK_PORTS;
    bound->port[bound->port_count++] = (struct rd_bound_port){host, receives};
}

bool rd_bound_bottleneck_has_host(const struct rd_bound *bound, uint32_t host)
{
    if (bound->bottleneck == RD_BOTTLENECK_HOSTS)
        return bound->member[host];
    if (bound->bottleneck != RD_BOTTLENECK_SLICE)
        return false;
    if (bound->first <= bound->last)
        return host >= bound->first && host <= bound->last;
    return host >= bound->first || host <= bound->last;
}

bool rd_bound_bottleneck_has_port(const struct rd_bound *bound, uint32_t host, bool receives)
{
    if (bound->bottleneck == RD_BOTTLENECK_PRICES)
        return (receives ? bound->certificate->receive_price
                         : bound->certificate->send_price)[host] > 0;
    for (uint32_t i = 0; i < bound->port_count; i++)
        if (bound->port[i].host == host && bound->port[i].receives == receives)
            return true;
    return false;
}

bool rd_bound_bottleneck_is_ports(const struct rd_bound *bound, uint32_t host_count)
{
    for (uint32_t host = 0; bound->bottleneck == RD_BOTTLENECK_PRICES && host < host_count; host++)
        if (rd_bound_bottleneck_has_port(bound, host, false) ||
            rd_bound_bottleneck_has_port(bound, host, true))
            return true;
    return bound->bottleneck == RD_BOTTLENECK_PORTS;
}

bool rd_bound_is_item_by_item(const struct rd_bound *bound)
{
    return bound->schedule_class && strcmp(bound->schedule_class, RD_ITEM_BY_ITEM) == 0;
}

/* Whatever kind each host keeps, some host's port, or the bus, carries so many items one after the
 * other: of the messages that a host may send at a time some have to wait for others. */
static bool check_relabelling(const struct rd_bound *bound, const struct rd_instance *instance,
                              struct rd_arena *scratch, struct rd_error *reterr)
{
    const struct rd_certificate *relabelling = bound->relabelling;
    bool bus = instance->topology.shape == RD_BUS;
    if (!rd_certificate_check(instance, relabelling, scratch, reterr))
        return false;
    if (instance->goal != RD_GATHER ||
        relabelling->claim != (bus ? RD_LEAST_VOLUME : RD_FEWEST_STEPS) ||
        !rd_costs_are_equal(instance))
        return rd_failed(reterr, "the bound's certificate is for gathering on links alike");
    int64_t items = bus ? relabelling->volume : relabelling->steps;
    double item_s = instance->topology.host_count < 2 || instance->item_bytes == 0
                        ? 0
                        : instance->item_bytes /
                              rd_link_cost(instance, rd_link_between(&instance->topology, 0, 1))
                                  .bandwidth_bytes_per_s;
    return bound->seconds <= (double)items * item_s ||
           rd_failed(reterr,
                     "the bound is %.12g s and its certificate shows %" PRId64 " items of %.12g s",
                     bound->seconds, items, item_s);
}

bool rd_bound_prices_shared_links(const struct rd_bound *bound, const struct rd_instance *instance)
{
    const int64_t *price = bound->certificate ? bound->certificate->shared_price : NULL;
    for (uint32_t i = 0; price && i < instance->shared->count; i++)
        if (price[i] > 0)
            return true;
    return false;
}

struct rd_instance rd_priced_instance(const struct rd_instance *instance, struct rd_arena *arena)
{
    return instance->goal == RD_COPIES ? rd_counted_part(instance, arena) : *instance;
}

/* What prices show, and about what. */
static bool check_prices(const struct rd_bound *bound, const struct rd_instance *instance,
                         struct rd_arena *scratch, struct rd_price_verdict *ret_verdict,
                         struct rd_error *reterr)
{
    if (instance->goal == RD_COPIES && !rd_has_two_parts(instance))
        return rd_failed(reterr, "the bound's certificate is about loads, and there are copies "
                                 "alone");
    struct rd_instance priced = rd_priced_instance(instance, scratch);
    return rd_price_certificate_check(&priced, bound->certificate, scratch, ret_verdict, reterr);
}

/* What the certificate that a bound has shows. */
static bool check_certificate(const struct rd_bound *bound, const struct rd_instance *instance,
                              struct rd_arena *scratch, struct rd_price_verdict *ret_verdict,
                              struct rd_error *reterr)
{
    if (bound->multicast && instance->objects) {
        struct rd_instance copies = rd_objects_as_copies(instance, scratch);
        return (!instance->objects->many_a_pair ||
                rd_failed(reterr, "the bound's certificate is for links that carry one object")) &&
               rd_multicast_certificate_check(&copies, bound->multicast, scratch, ret_verdict,
                                              reterr);
    }
    if (bound->multicast)
        return rd_multicast_certificate_check(instance, bound->multicast, scratch, ret_verdict,
                                              reterr);
    if (bound->objects)
        return rd_object_certificate_check(instance, bound->objects, scratch, &ret_verdict->seconds,
                                           reterr);
    if ((bound->certificate ? bound->certificate->single_items : bound->relay->single_items) &&
        !rd_bound_is_item_by_item(bound))
        return rd_failed(reterr,
                         "the bound's certificate is for schedules that send items one by one");
    return bound->certificate
               ? check_prices(bound, instance, scratch, ret_verdict, reterr)
               : rd_relay_certificate_check(instance, bound->relay, &ret_verdict->seconds, reterr);
}

bool rd_bound_check(const struct rd_bound *bound, const struct rd_instance *instance,
                    struct rd_arena *scratch, struct rd_error *reterr)
{
    struct rd_price_verdict verdict;
    rd_arena_borrow(scratch);
    if (bound->relabelling && !check_relabelling(bound, instance, scratch, reterr))
        return false;
    if (!bound->certificate && !bound->relay && !bound->multicast && !bound->objects)
        return true;
    if (!check_certificate(bound, instance, scratch, &verdict, reterr))
        return false;
    return verdict.seconds >= bound->seconds ||
           rd_failed(reterr, "the bound is %.12g s and its certificate shows %.12g s",
                     bound->seconds, verdict.seconds);
}

const char *rd_slice_words(const struct rd_instance *instance, uint32_t first, uint32_t last,
                           struct rd_arena *arena)
{
    return first == last ? rd_arena_text(arena, rd_label(instance, first))
                         : rd_arena_print(arena, "the slice from %s to %s",
                                          rd_label(instance, first), rd_label(instance, last));
}

const char *rd_members_words(const char *noun, const char *const *name, const bool *member,
                             bool wanted, uint32_t n, struct rd_arena *arena)
{
    uint32_t count = 0, shown = 0;
    for (uint32_t i = 0; i < n; i++)
        count += member[i] == wanted;
    const char *words = rd_arena_print(arena, "%s%s", noun, count == 1 ? "" : "s");
    if (count == 0)
        return rd_arena_print(arena, "no %s", noun);
    for (uint32_t i = 0; i < n && shown < SHOWN; i++) {
        if (member[i] != wanted)
            continue;
        const char *between = shown == 0 ? " " : shown + 1 == count ? " and " : ", ";
        words = name ? rd_arena_print(arena, "%s%s%s", words, between, name[i])
                     : rd_arena_print(arena, "%s%s%" PRIu32, words, between, i);
        shown++;
    }
    return count > shown ? rd_arena_print(arena, "%s and %" PRIu32 " more", words, count - shown)
                         : words;
}

/* "the send port of host 1 and the receive port of host 2", "both ports of m". */
static const char *port_words(const struct rd_bound *bound, const struct rd_instance *instance,
                              struct rd_arena *arena)
{
    if (bound->port_count == 2 && bound->port[0].host == bound->port[1].host)
        return rd_arena_print(arena, "both ports of %s", rd_label(instance, bound->port[0].host));
    const char *words = "";
    for (uint32_t i = 0; i < bound->port_count; i++)
        words = rd_arena_print(arena, "%s%sthe %s port of %s", words, i > 0 ? " and " : "",
                               bound->port[i].receives ? "receive" : "send",
                               rd_label(instance, bound->port[i].host));
    return words;
}

/* "and 3 links" at the end of what there is already. */
static const char *add_count(const char *words, uint64_t count, const char *noun,
                             struct rd_arena *arena)
{
    if (count == 0)
        return words;
    return rd_arena_print(arena, "%s%s%" PRIu64 " %s%s", words, words[0] ? ", and " : "", count,
                          noun, count == 1 ? "" : "s");
}

/* "the send ports of hosts h0 and h2", of those with a price. */
static const char *add_hosts(const char *words, const int64_t *price, const char *what,
                             const struct rd_instance *instance, struct rd_arena *arena)
{
    uint32_t n = instance->topology.host_count, count = 0;
    bool *member = rd_take(arena, n, bool);
    for (uint32_t host = 0; host < n; host++) {
        member[host] = price[host] > 0;
        count += member[host];
    }
    if (count == 0)
        return words;
    return rd_arena_print(arena, "%s%sthe %s%s of %s", words, words[0] ? ", and " : "", what,
                          count == 1 ? "" : "s",
                          rd_members_words("host", instance->host_name, member, true, n, arena));
}

static const char *price_words(const struct rd_bound *bound, const struct rd_instance *instance,
                               struct rd_arena *arena)
{
    const struct rd_price_certificate *certificate = bound->certificate;
    uint64_t links = 0;
    for (uint64_t link = 0; link < rd_link_count(&instance->topology); link++)
        links += certificate->link_price[link] > 0;
    const char *words = add_hosts("", certificate->send_price, "send port", instance, arena);
    words = add_hosts(words, certificate->receive_price, "receive port", instance, arena);
    words = add_hosts(words, certificate->processor_price, "processor", instance, arena);
    words = add_count(words, links, "link", arena);
    if (certificate->shared_price) {
        const struct rd_shared_links *shared = instance->shared;
        bool *member = rd_take(arena, shared->count, bool);
        uint32_t count = 0;
        for (uint32_t i = 0; i < shared->count; i++)
            count += member[i] = certificate->shared_price[i] > 0;
        if (count > 0)
            words = rd_arena_print(
                arena, "%s%sthe shared %s", words, words[0] ? ", and " : "",
                rd_members_words("link", shared->name, member, true, shared->count, arena));
    }
    if (certificate->bus_price > 0)
        words = rd_arena_print(arena, "%s%sthe bus", words, words[0] ? ", and " : "");
    return words[0] ? words : "dates alone";
}

const char *rd_bound_bottleneck_words(const struct rd_bound *bound,
                                      const struct rd_instance *instance, struct rd_arena *arena)
{
    switch (bound->bottleneck) {
    case RD_BOTTLENECK_NONE: return NULL;
    case RD_BOTTLENECK_SLICE: return rd_slice_words(instance, bound->first, bound->last, arena);
    case RD_BOTTLENECK_PORTS: return port_words(bound, instance, arena);
    case RD_BOTTLENECK_HOSTS:
        return rd_members_words("host", instance->host_name, bound->member, true,
                                instance->topology.host_count, arena);
    case RD_BOTTLENECK_PROCESSORS: return "all processors";
    case RD_BOTTLENECK_BUS: return "the bus";
    case RD_BOTTLENECK_PRICES: return price_words(bound, instance, arena);
    }
    rd_assert(!"a bottleneck without words");
    return NULL;
}
