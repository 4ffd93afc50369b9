#include "certificate_values.h"

#include "sim/model/certificates/relabelling_certificate.h"
#include "sim/model/certificates/multicast_certificate.h"
#include "sim/model/certificates/count_charge.h"
#include "sim/model/certificates/object_certificate.h"
#include "sim/model/certificates/price_certificate.h"
#include "sim/model/certificates/relay_certificate.h"
#include "sim/model/copies_parts.h"
#include "sim/model/object_copies.h"
#include "sim/model/object_ways.h"
#include "sim/report/json.h"
#include "sim/run/result.h"

#include <math.h>

json_t *rd_amounts_value(const int64_t *amount, uint32_t host_count, uint32_t kind_count)
{
    json_t *hosts = json_array();
    for (uint32_t host = 0; host < host_count; host++) {
        json_t *kinds = json_array();
        for (uint32_t kind = 0; kind < kind_count; kind++)
            json_array_append_new(kinds, json_integer(amount[(uint64_t)host * kind_count + kind]));
        json_array_append_new(hosts, kinds);
    }
    return hosts;
}

/* [from, to, seconds an item, latency in seconds] of each link, of items of so many bytes */
static json_t *links_value(const struct rd_instance *instance, double bytes)
{
    json_t *links = json_array();
    rd_each_link (link, &instance->topology) {
        struct rd_link_cost cost = rd_link_cost(instance, link.number);
        json_array_append_new(links,
                              json_pack("[I,I,f,f]", (json_int_t)link.from, (json_int_t)link.to,
                                        rd_moving_s(cost, bytes), cost.latency_s));
    }
    return links;
}

/* [ports] by host; null where links alone limit hosts */
static json_t *ports_value(const struct rd_instance *instance)
{
    if (instance->port_model != RD_ONE_PORT && instance->port_model != RD_K_PORTS)
        return json_null();
    json_t *ports = json_array();
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        json_array_append_new(ports, json_integer(rd_host_ports(instance, host)));
    return ports;
}

/* [from, to, shared link, seconds an item of so many bytes keeps it busy] of each crossing */
static json_t *shared_value(const struct rd_instance *instance, double bytes)
{
    json_t *uses = json_array();
    rd_each_link (link, &instance->topology) {
        const struct rd_shared_use *end, *use = rd_link_uses(instance, link.number, &end);
        for (; use < end; use++)
            json_array_append_new(uses, json_pack("[I,I,I,f]", (json_int_t)link.from,
                                                  (json_int_t)link.to, (json_int_t)use->shared,
                                                  rd_shared_item_s(instance, use, bytes)));
    }
    return uses;
}

/* What an item of so many bytes takes, by link, and of shared links. */
static json_t *item_times_value(const struct rd_instance *instance, double bytes)
{
    return json_pack("{s:o,s:o}", "links", links_value(instance, bytes), "shared_links",
                     shared_value(instance, bytes));
}

/* The same of an item of each kind. */
static json_t *kind_times_value(const struct rd_instance *instance)
{
    json_t *kinds = json_array();
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        json_array_append_new(kinds, item_times_value(instance, rd_kind_bytes(instance, kind)));
    return kinds;
}

static json_t *instance_value(const struct rd_instance *instance)
{
    uint32_t n = instance->topology.host_count, kinds = instance->kind_count;
    json_t *value = json_object();
    json_object_set_new(value, "hosts", json_integer(n));
    json_object_set_new(value, "kinds", json_integer(kinds));
    json_object_set_new(value, "goal", json_string(rd_goal_name(instance->goal)));
    json_object_set_new(value, "ports", ports_value(instance));
    json_object_set_new(value, "bus", json_boolean(instance->topology.shape == RD_BUS));
    uint32_t relay = rd_relay_host(&instance->topology);
    json_object_set_new(value, "relay", relay == RD_NO_HOST ? json_null() : json_integer(relay));
    json_object_set_new(value, "links", links_value(instance, instance->item_bytes));
    if (instance->shared)
        json_object_set_new(value, "shared_links", shared_value(instance, instance->item_bytes));
    if (instance->kind_bytes)
        json_object_set_new(value, "kind_times", kind_times_value(instance));
    json_object_set_new(value, "loads", rd_amounts_value(instance->load, n, kinds));
    if (instance->goal == RD_REACH)
        json_object_set_new(value, "final_loads", rd_amounts_value(instance->target, n, kinds));
    if (instance->goal == RD_BALANCE)
        json_object_set_new(value, "error", json_integer(instance->balance_error));
    if (instance->goal == RD_FINISH) {
        json_t *computing = json_array();
        for (uint32_t host = 0; host < n; host++)
            json_array_append_new(computing, json_real(rd_compute_item_s(instance, host)));
        json_object_set_new(value, "computing_s", computing);
    }
    return value;
}

/* [number, price] of each host, or shared link, with a price; [object, ticks] of each with some */
static json_t *numbered(const int64_t *price, uint32_t count)
{
    json_t *prices = json_array();
    for (uint32_t i = 0; i < count; i++)
        if (price[i] > 0)
            json_array_append_new(prices, json_pack("[I,I]", (json_int_t)i, (json_int_t)price[i]));
    return prices;
}

/* [from, to, price] of each link with a price */
static json_t *link_prices(const int64_t *price, const struct rd_topology *topology)
{
    json_t *prices = json_array();
    rd_each_link (link, topology)
        if (price[link.number] != 0)
            json_array_append_new(prices,
                                  json_pack("[I,I,I]", (json_int_t)link.from, (json_int_t)link.to,
                                            (json_int_t)price[link.number]));
    return prices;
}

static json_t *numbers_value(const int64_t *number, uint32_t count)
{
    return number ? rd_json_integers(number, count) : json_array();
}

static json_t *hosts_value(const uint32_t *host, size_t first, size_t past)
{
    json_t *hosts = json_array();
    for (size_t i = first; i < past; i++)
        json_array_append_new(hosts, json_integer(host[i]));
    return hosts;
}

/* Why no relabelling moves less, or takes fewer steps. */
static json_t *relabelling_value(const struct rd_bound *bound, const struct rd_instance *instance,
                                 struct rd_arena *arena)
{
    const struct rd_certificate *relabelling = bound->relabelling;
    uint32_t n = instance->topology.host_count;
    bool holds = rd_bound_check(bound, instance, arena, NULL);
    json_t *hosts = hosts_value(relabelling->hall_host, 0, relabelling->hall_host_count);
    return json_pack("{s:b,s:I,s:I,s:o,s:o,s:o,s:o}", "holds", holds, "volume",
                     (json_int_t)relabelling->volume, "steps", (json_int_t)relabelling->steps,
                     "host_prices", numbers_value(relabelling->host_price, n), "kind_prices",
                     numbers_value(relabelling->kind_price, n), "short_hosts", hosts, "instance",
                     instance_value(instance));
}

/* What each case counts, or what shows it. */
static json_t *cases_value(const struct rd_port_charge *charge, const struct rd_instance *instance,
                           uint32_t commodity_count)
{
    uint32_t n = instance->topology.host_count, links = 0;
    json_t *cases = json_array();
    rd_each_link (link, &instance->topology)
        links += link.from < n;
    for (uint32_t i = 0; i < charge->case_count; i++) {
        const struct rd_count_case *of = &charge->cases[i];
        json_array_append_new(
            cases,
            of->row != RD_NO_HOST
                ? json_pack("{s:I,s:I}", "row", (json_int_t)of->row, "count", (json_int_t)of->count)
                : json_pack("{s:o,s:o,s:o}", "prices", numbers_value(of->price, 3 * n + links + 1),
                            "tolls", numbers_value(of->toll, 3 * n), "potentials",
                            rd_amounts_value(of->potential, n, commodity_count)));
    }
    return cases;
}

/* Which argument it is, and about which port and sets of hosts. */
static json_t *charge_value(const struct rd_port_charge *charge, const struct rd_instance *instance,
                            uint32_t commodity_count)
{
    uint32_t host_count = instance->topology.host_count;
    json_t *value = json_pack("{s:s}", "reason", rd_charged_reason_name(charge->reason));
    if (charge->reason == RD_CHARGED_SINGLE)
        json_object_set_new(value, "host", json_integer(charge->host));
    if (charge->reason == RD_CHARGED_COUNTS)
        json_object_set_new(value, "cases", cases_value(charge, instance, commodity_count));
    if (!rd_charged_reason_has_port(charge->reason))
        return value;
    json_t *sets = json_array();
    for (uint32_t host = 0; host < host_count; host++) {
        json_t *of_host = json_array();
        for (uint32_t i = 0; i < commodity_count; i++) {
            uint32_t set = charge->group[(uint64_t)host * commodity_count + i];
            json_array_append_new(of_host, set == RD_NO_HOST ? json_null() : json_integer(set));
        }
        json_array_append_new(sets, of_host);
    }
    json_object_set_new(value, "host", json_integer(charge->host));
    json_object_set_new(value, "receives", json_boolean(charge->receives));
    json_object_set_new(value, "commodity", json_integer(charge->commodity));
    json_object_set_new(value, "sets", sets);
    return value;
}

/* Why a star does not end sooner. */
static json_t *relay_value(const struct rd_bound *bound, const struct rd_instance *instance,
                           struct rd_arena *arena)
{
    return json_pack("{s:b,s:f,s:I,s:I,s:b,s:o}", "holds",
                     rd_bound_check(bound, instance, arena, NULL), "tick_s", bound->relay->tick_s,
                     "ticks", (json_int_t)bound->relay->ticks, "relay_date_ticks",
                     (json_int_t)bound->relay->date, "single_items", bound->relay->single_items,
                     "instance", instance_value(instance));
}

/* Adds what is known of counted kinds: their loads, and what an item of each takes. */
static void add_loads(json_t *value, json_t *sizes, const struct rd_instance *instance,
                      struct rd_arena *arena)
{
    rd_arena_borrow(arena);
    struct rd_instance counted = rd_counted_part(instance, arena);
    uint32_t hosts = counted.topology.host_count, kinds = counted.kind_count;
    json_t *size_of_kind = json_array();
    double bytes = NAN;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        double of_kind = rd_kind_bytes(instance, kind);
        if (of_kind != bytes)
            json_array_append_new(sizes, item_times_value(instance, of_kind));
        bytes = of_kind;
        json_array_append_new(size_of_kind, json_integer((json_int_t)json_array_size(sizes) - 1));
    }
    json_object_set_new(value, "load_sizes", size_of_kind);
    json_object_set_new(value, "loads", rd_amounts_value(counted.load, hosts, kinds));
    json_object_set_new(value, "final_loads", rd_amounts_value(counted.target, hosts, kinds));
}

/* The pieces, and what an item of each size takes. In: with_loads: counted kinds count, too. */
static json_t *copies_value(const struct rd_instance *instance, bool with_loads,
                            struct rd_arena *arena)
{
    const struct rd_copies *copies = instance->copies;
    json_t *pieces = json_array(), *sizes = json_array();
    double bytes = NAN;
    for (uint32_t named = 0; named < copies->count; named++) {
        double of_kind = rd_kind_bytes(instance, copies->first_kind + named);
        if (of_kind != bytes)
            json_array_append_new(sizes, item_times_value(instance, of_kind));
        bytes = of_kind;
        for (uint32_t i = copies->piece[named]; i < copies->piece[named + 1]; i++)
            json_array_append_new(
                pieces, json_pack("{s:I,s:I,s:o,s:o}", "items", (json_int_t)copies->items[i],
                                  "size", (json_int_t)json_array_size(sizes) - 1, "held",
                                  hosts_value(copies->held, copies->held_first[i],
                                              copies->held_first[i + 1]),
                                  "wanted",
                                  hosts_value(copies->wanted, copies->wanted_first[i],
                                              copies->wanted_first[i + 1])));
    }
    json_t *value =
        json_pack("{s:I,s:s,s:o,s:b,s:o,s:o}", "hosts", (json_int_t)instance->topology.host_count,
                  "goal", rd_goal_name(instance->goal), "ports", ports_value(instance), "bus",
                  instance->topology.shape == RD_BUS, "sizes", sizes, "pieces", pieces);
    if (with_loads)
        add_loads(value, sizes, instance, arena);
    return value;
}

/* Prices and cuts of copies, without the instance. Returns: NULL where it would be too large. */
static json_t *multicast_value(const struct rd_multicast_certificate *certificate,
                               const struct rd_instance *instance, struct rd_arena *arena)
{
    uint32_t n = instance->topology.host_count;
    size_t numbers = certificate->cut_count;
    for (size_t i = 0; i < certificate->cut_count; i++)
        numbers += certificate->cut[i].count;
    if (numbers > RD_FINAL_LIMIT)
        return NULL;
    struct rd_price_verdict verdict;
    bool holds = rd_multicast_certificate_check(instance, certificate, arena, &verdict, NULL);
    json_t *cuts = json_array();
    for (size_t i = 0; i < certificate->cut_count; i++) {
        const struct rd_multicast_cut *cut = &certificate->cut[i];
        json_t *members = hosts_value(certificate->member, cut->first, cut->first + cut->count);
        json_array_append_new(cuts,
                              json_pack("[I,I,I,o]", (json_int_t)cut->piece, (json_int_t)cut->sink,
                                        (json_int_t)cut->weight, members));
    }
    json_t *value = json_object();
    json_object_set_new(value, "holds", json_boolean(holds));
    json_object_set_new(value, "seconds", holds ? json_real(verdict.seconds) : json_null());
    json_object_set_new(value, "tick_s", json_real(certificate->tick_s));
    json_object_set_new(value, "ticks", json_integer(certificate->ticks));
    json_object_set_new(value, "send_prices", numbered(certificate->send_price, n));
    json_object_set_new(value, "receive_prices", numbered(certificate->receive_price, n));
    json_object_set_new(value, "link_prices",
                        link_prices(certificate->link_price, &instance->topology));
    json_object_set_new(value, "bus_price", json_integer(certificate->bus_price));
    if (certificate->shared_price)
        json_object_set_new(value, "shared_prices",
                            numbered(certificate->shared_price, instance->shared->count));
    json_object_set_new(value, "cuts", cuts);
    if (certificate->potential)
        json_object_set_new(
            value, "potentials",
            rd_amounts_value(certificate->potential, n, instance->copies->first_kind));
    return value;
}

/* [host, seconds] of each source that has a way. */
static json_t *sources_value(const struct rd_objects *objects, uint32_t object, const double *way_s)
{
    json_t *sources = json_array();
    for (uint32_t i = objects->first[object]; i < objects->first[object + 1]; i++)
        if (isfinite(way_s[i]))
            json_array_append_new(sources,
                                  json_pack("[I,f]", (json_int_t)objects->source[i], way_s[i]));
    return sources;
}

/* A host, "source", or null: nobody. */
static json_t *drop_value(uint32_t drop)
{
    return drop == RD_DROP_SOURCE ? json_string("source")
           : drop == RD_NO_HOST   ? json_null()
                                  : json_integer(drop);
}

/* [from, to, shared link, part] of the links that objects may take, each once, by what comes to a
 * host. */
static json_t *parts_value(const struct rd_instance *instance, struct rd_arena *arena)
{
    const struct rd_objects *objects = instance->objects;
    json_t *parts = json_array();
    rd_arena_borrow(arena);
    bool *seen = rd_take(arena, rd_link_count(&instance->topology), bool);
    for (uint32_t object = 0; instance->shared && object < objects->count; object++)
        for (uint32_t i = objects->first[object]; i < objects->first[object + 1]; i++) {
            uint32_t from = objects->source[i], to = objects->to[object];
            uint64_t link = rd_link_between(&instance->topology, from, to);
            if (link == RD_NO_LINK || seen[link])
                continue;
            seen[link] = true;
            const struct rd_shared_use *end, *use = rd_link_uses(instance, link, &end);
            for (; use < end; use++)
                json_array_append_new(parts,
                                      json_pack("[I,I,I,I]", (json_int_t)from, (json_int_t)to,
                                                (json_int_t)use->shared,
                                                (json_int_t)rd_link_part(instance, link, use)));
        }
    return parts;
}

/* [bytes] by host, null of one without a limit; null where no host has one */
static json_t *space_value(const struct rd_instance *instance)
{
    const struct rd_objects *objects = instance->objects;
    if (!objects->space_bytes)
        return json_null();
    json_t *space = json_array();
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        json_array_append_new(space, objects->space_bytes[host] == RD_NO_SPACE_LIMIT
                                         ? json_null()
                                         : json_integer(objects->space_bytes[host]));
    return space;
}

/* The list, and how long each message lasts. */
static json_t *objects_value(const struct rd_instance *instance, struct rd_arena *arena)
{
    const struct rd_objects *objects = instance->objects;
    bool stops = rd_objects_stop(objects);
    rd_arena_borrow(arena);
    const double *way_s = rd_object_ways_s(instance, stops, arena, arena);
    json_t *list = json_array();
    for (uint32_t object = 0; object < objects->count; object++)
        json_array_append_new(list, json_pack("{s:I,s:I,s:o,s:o}", "bytes",
                                              (json_int_t)objects->bytes[object], "to",
                                              (json_int_t)objects->to[object], "drop",
                                              drop_value(objects->drop[object]), "from",
                                              sources_value(objects, object, way_s)));
    return json_pack(
        "{s:I,s:s,s:o,s:b,s:b,s:b,s:b,s:o,s:o,s:o}", "hosts",
        (json_int_t)instance->topology.host_count, "goal", rd_goal_name(instance->goal), "ports",
        ports_value(instance), "bus", instance->topology.shape == RD_BUS, "combined",
        objects->combined_ports, "many_a_pair", objects->many_a_pair, "stops", stops, "space",
        space_value(instance), "objects", list, "shared_links", parts_value(instance, arena));
}

/* The prices, or the place and who passes it. */
static void add_object_proof(json_t *value, const struct rd_object_certificate *certificate,
                             const struct rd_instance *instance)
{
    uint32_t n = instance->topology.host_count, count = instance->objects->count;
    if (certificate->place == RD_OBJECT_PRICES) {
        json_object_set_new(value, "send_prices", numbered(certificate->send_price, n));
        json_object_set_new(
            value, "receive_prices",
            numbered(certificate->receive_price, certificate->receive_price ? n : 0));
        json_object_set_new(
            value, "shared_prices",
            numbered(certificate->shared_price, instance->shared ? instance->shared->count : 0));
        return;
    }
    json_object_set_new(value, "room", json_string(rd_object_place_name(certificate->place)));
    if (certificate->place == RD_OBJECT_PORT)
        json_object_set_new(value, "receives", json_boolean(certificate->receives));
    if (certificate->place == RD_OBJECT_SHARED)
        json_object_set_new(value, "shared_link", json_integer(certificate->shared));
    if (certificate->member_count > 0)
        json_object_set_new(value, "hosts",
                            hosts_value(certificate->member, 0, certificate->member_count));
    json_object_set_new(value, "objects",
                        hosts_value(certificate->object, 0, certificate->object_count));
    if (certificate->head)
        json_object_set_new(value, "heads", numbered(certificate->head, count));
    if (certificate->tail)
        json_object_set_new(value, "tails", numbered(certificate->tail, count));
}

/* What shows a bound of a list of objects. Returns: NULL where it would be too large. */
static json_t *object_value(const struct rd_bound *bound, const struct rd_instance *instance,
                            struct rd_arena *arena)
{
    const struct rd_object_certificate *certificate = bound->objects;
    const struct rd_objects *objects = instance->objects;
    if (objects->first[objects->count] > RD_FINAL_LIMIT)
        return NULL;
    double seconds;
    bool holds = rd_object_certificate_check(instance, certificate, arena, &seconds, NULL);
    json_t *value = json_object();
    json_object_set_new(value, "holds", json_boolean(holds));
    json_object_set_new(value, "seconds", holds ? json_real(seconds) : json_null());
    json_object_set_new(value, "tick_s", json_real(certificate->tick_s));
    json_object_set_new(value, "ticks", json_integer(certificate->ticks));
    add_object_proof(value, certificate, instance);
    json_object_set_new(value, "instance", objects_value(instance, arena));
    return value;
}

/* Prices and cuts of objects as copies, with what objects of each size take. Returns: NULL where it
 * would be too large. */
static json_t *relayed_value(const struct rd_bound *bound, const struct rd_instance *instance,
                             struct rd_arena *arena)
{
    const struct rd_objects *objects = instance->objects;
    rd_arena_borrow(arena);
    struct rd_instance copies = rd_objects_as_copies(instance, arena);
    int64_t *bytes = rd_arena_copy(arena, objects->bytes, objects->count, sizeof *objects->bytes);
    uint32_t size_count = 0;
    rd_sort_rising(bytes, objects->count);
    for (uint32_t i = 0; i < objects->count; i++)
        if (i == 0 || bytes[i] != bytes[i - 1])
            bytes[size_count++] = bytes[i];
    if (objects->first[objects->count] + rd_link_count(&instance->topology) * size_count >
        RD_FINAL_LIMIT)
        return NULL;
    json_t *value = multicast_value(bound->multicast, &copies, arena);
    if (!value)
        return NULL;
    json_t *of = objects_value(instance, arena), *sizes = json_array();
    for (uint32_t i = 0; i < size_count; i++) {
        json_t *size = item_times_value(instance, (double)bytes[i]);
        json_object_set_new(size, "bytes", json_integer(bytes[i]));
        json_array_append_new(sizes, size);
    }
    json_object_set_new(of, "sizes", sizes);
    json_object_set_new(value, "instance", of);
    return value;
}

json_t *rd_order_certificate_value(const struct rd_order_certificate *certificate,
                                   const struct rd_instance *instance, struct rd_arena *arena)
{
    const struct rd_objects *objects = instance->objects;
    if (objects->first[objects->count] > RD_FINAL_LIMIT)
        return NULL;
    json_t *value = json_pack("{s:b,s:s,s:s,s:o,s:I,s:I,s:I}", "holds",
                              rd_order_certificate_check(instance, certificate, arena, NULL),
                              "among", rd_objects_stop(objects) ? "direct" : "all", "reason",
                              rd_order_reason_name(certificate->reason), "objects",
                              hosts_value(certificate->object, 0, certificate->object_count),
                              "bytes", (json_int_t)certificate->missing_bytes, "object",
                              (json_int_t)certificate->short_object, "host",
                              (json_int_t)certificate->short_host);
    if (certificate->reason == RD_ORDER_TOO_LARGE)
        json_object_set_new(value, "hosts",
                            hosts_value(certificate->member, 0, certificate->member_count));
    json_object_set_new(value, "instance", objects_value(instance, arena));
    return value;
}

/* Prices and potentials, or a fixed charge, with what they are about. */
static json_t *prices_value(const struct rd_price_certificate *certificate,
                            const struct rd_instance *of_bound, struct rd_arena *arena)
{
    rd_arena_borrow(arena);
    struct rd_instance priced = rd_priced_instance(of_bound, arena);
    const struct rd_instance *instance = &priced;
    const struct rd_topology *topology = &instance->topology;
    uint32_t n = topology->host_count;
    struct rd_price_verdict verdict;
    bool holds = rd_price_certificate_check(instance, certificate, arena, &verdict, NULL);
    json_t *value = json_object();
    json_object_set_new(value, "holds", json_boolean(holds));
    json_object_set_new(value, "seconds", holds ? json_real(verdict.seconds) : json_null());
    json_object_set_new(value, "tick_s", json_real(certificate->tick_s));
    json_object_set_new(value, "ticks", json_integer(certificate->ticks));
    json_object_set_new(value, "scale", json_integer(certificate->scale));
    json_object_set_new(value, "single_items", json_boolean(certificate->single_items));
    uint32_t k = certificate->commodity_count;
    json_object_set_new(value, "commodities", json_integer(k));
    json_object_set_new(value, "earliest_ticks", rd_amounts_value(certificate->earliest, n, k));
    json_object_set_new(value, "rest_ticks", rd_amounts_value(certificate->rest, n, k));
    json_object_set_new(value, "instance", instance_value(instance));
    if (certificate->charge) {
        json_object_set_new(value, "charge", charge_value(certificate->charge, instance, k));
        return value;
    }
    json_object_set_new(value, "send_prices", numbered(certificate->send_price, n));
    json_object_set_new(value, "receive_prices", numbered(certificate->receive_price, n));
    json_object_set_new(value, "processor_prices", numbered(certificate->processor_price, n));
    json_object_set_new(value, "link_prices", link_prices(certificate->link_price, topology));
    json_object_set_new(value, "bus_price", json_integer(certificate->bus_price));
    if (certificate->shared_price)
        json_object_set_new(value, "shared_prices",
                            numbered(certificate->shared_price, instance->shared->count));
    json_object_set_new(value, "potentials", rd_amounts_value(certificate->potential, n, k));
    return value;
}

json_t *rd_certificate_value(const struct rd_bound *bound, const struct rd_instance *instance,
                             struct rd_arena *arena)
{
    const struct rd_topology *topology = &instance->topology;
    uint32_t n = topology->host_count;
    uint64_t times = rd_link_count(topology) * (instance->kind_bytes ? instance->kind_count : 1);
    if (bound->objects)
        return object_value(bound, instance, arena);
    if (bound->multicast && instance->objects)
        return relayed_value(bound, instance, arena);
    if ((uint64_t)n * instance->kind_count + times > RD_FINAL_LIMIT)
        return NULL;
    if (bound->relabelling)
        return relabelling_value(bound, instance, arena);
    if (bound->multicast) {
        json_t *value = multicast_value(bound->multicast, instance, arena);
        if (value)
            json_object_set_new(value, "instance",
                                copies_value(instance, bound->multicast->potential != NULL, arena));
        return value;
    }
    if (bound->relay)
        return relay_value(bound, instance, arena);
    return prices_value(bound->certificate, instance, arena);
}
