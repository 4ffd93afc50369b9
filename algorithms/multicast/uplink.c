#include "uplink.h"

#include <math.h>

/* The most holders that are looked at: of more as many. */
enum { MOST_HOLDERS = 1024 };

/* Items of size 1 a second that routes carry. */
struct rates {
    const struct rd_multicast *multicast;
    double *free;       /* [shared links] of the routes from a host that none stands for yet */
    double *route;      /* [links] */
    bool *is_stood_for; /* [links] */
    double unit_bytes;  /* of an item of size 1 */
};

static struct rates open_rates(const struct rd_multicast *multicast, struct rd_arena *scratch)
{
    const struct rd_network *network = &multicast->network;
    double bytes = network->instance->item_bytes;
    struct rates rates = {.multicast = multicast,
                          .free = rd_take(scratch, network->shared_count, double),
                          .route = rd_take(scratch, network->link_count, double),
                          .is_stood_for = rd_take(scratch, network->link_count, bool),
                          .unit_bytes = bytes > 0 ? bytes : 1};
    for (uint32_t link = 0; link < network->link_count; link++)
        rates.route[link] = 1 / network->item_s[link];
    return rates;
}

static const struct rd_shared_use *uses_of(const struct rates *rates, uint32_t link,
                                           const struct rd_shared_use **ret_end)
{
    const struct rd_network *network = &rates->multicast->network;
    return rd_link_uses(network->instance, network->number[link], ret_end);
}

/* Adds what a route carries to its shared links, or takes it away. */
static void count(struct rates *rates, uint32_t link, double sign)
{
    const struct rd_shared_use *end, *use = uses_of(rates, link, &end);
    for (; use < end; use++)
        rates->free[use->shared] += sign * rates->route[link];
}

static double carries(const struct rates *rates, uint32_t shared)
{
    const struct rd_shared_links *links = rates->multicast->network.instance->shared;
    return links->bandwidth_bytes_per_s[shared] / rates->unit_bytes;
}

/* The shared link that says most of what the routes of a host carry together: these could carry so
 * many times as much alone. Returns: false if there is none. */
static bool find_narrowest(const struct rates *rates, const struct rd_port_links *routes,
                           uint32_t *ret_shared)
{
    double most = 1;
    for (uint32_t i = 0; i < routes->count; i++) {
        uint32_t link = rd_port_link(routes, i);
        const struct rd_shared_use *end, *use = uses_of(rates, link, &end);
        for (; use < end && !rates->is_stood_for[link]; use++) {
            double times = rates->free[use->shared] / carries(rates, use->shared);
            if (times > most * (1 + 1e-9)) {
                most = times;
                *ret_shared = use->shared;
            }
        }
    }
    return most > 1;
}

/* A bound on what leaves a host: one shared link after the other stands for all routes that cross
 * it, as long as it carries less than they do alone. */
static double find_leaves(struct rates *rates, uint32_t host)
{
    const struct rd_network *network = &rates->multicast->network;
    struct rd_port_links routes = rd_port_links_of(network, host, false);
    double together = 0, quickest = 0;
    uint32_t shared = 0;
    for (uint32_t i = 0; i < routes.count; i++) {
        uint32_t link = rd_port_link(&routes, i);
        quickest = fmax(quickest, rates->route[link]);
        count(rates, link, 1);
    }
    while (find_narrowest(rates, &routes, &shared)) {
        together += carries(rates, shared);
        for (uint32_t i = 0; i < routes.count; i++) {
            uint32_t link = rd_port_link(&routes, i);
            const struct rd_shared_use *end, *use = uses_of(rates, link, &end);
            while (use < end && use->shared != shared)
                use++;
            if (use == end || rates->is_stood_for[link])
                continue;
            rates->is_stood_for[link] = true;
            count(rates, link, -1);
        }
    }
    for (uint32_t i = 0; i < routes.count; i++) {
        uint32_t link = rd_port_link(&routes, i);
        if (rates->is_stood_for[link])
            continue;
        together += rates->route[link];
        count(rates, link, -1);
    }
    return fmin(together, quickest * rd_multicast_ports(rates->multicast, host, false));
}

/* Who holds an item. */
struct holder {
    double since_s, next_s; /* since when, and when its next copy ends */
    double copies;          /* that it has made, and the next one */
};

/* The dates of holders, of which there are two at 0, one of them ahead of its copies by a latency
 * and more. In: what the first copy of others takes besides the latency, and each at the least;
 * ret_s [count] from the third holder on. */
static void date_holders(double latency_s, double first_s, double each_s, uint32_t count,
                         double *ret_s, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct holder *holder = rd_take(scratch, (size_t)count + 2, struct holder);
    double later_s = latency_s + fmax(first_s, each_s);
    holder[0] = (struct holder){0, each_s, 1};
    holder[1] = (struct holder){0, later_s, 1};
    for (uint32_t i = 0; i < count; i++) {
        struct holder *next = holder;
        for (uint32_t j = 1; j < i + 2; j++)
            next = holder[j].next_s < next->next_s ? &holder[j] : next;
        ret_s[i] = next->next_s;
        holder[i + 2] = (struct holder){next->next_s, next->next_s + later_s, 1};
        next->copies++;
        next->next_s = next == holder
                           ? next->copies * each_s
                           : next->since_s + latency_s + fmax(first_s, next->copies * each_s);
    }
}

static double least_of(const double *value, uint32_t count)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++)
        least = fmin(least, value[i]);
    return least;
}

bool rd_uplinks_find(const struct rd_multicast *multicast, struct rd_arena *arena,
                     struct rd_arena *scratch, struct rd_uplinks *ret_uplinks)
{
    const struct rd_network *network = &multicast->network;
    double item_s = least_of(network->item_s, network->link_count), most = 0;
    if (!(item_s > 0) || isinf(item_s))
        return false;
    double *leaves = rd_take(arena, network->host_count, double);
    double *date_s = rd_take(arena, (size_t)multicast->length_count * MOST_HOLDERS, double);
    struct rd_uplinks uplinks = {
        .leaves = leaves,
        .latency_s = least_of(network->latency_s, network->link_count),
        .date_s = date_s,
    };
    rd_arena_borrow(scratch);
    struct rates rates = open_rates(multicast, scratch);
    for (uint32_t host = 0; host < network->host_count; host++)
        most = fmax(most, leaves[host] = find_leaves(&rates, host));
    uint32_t holders = network->host_count < MOST_HOLDERS ? network->host_count : MOST_HOLDERS;
    for (uint32_t length = 0; length < multicast->length_count; length++) {
        double size = multicast->size[length];
        date_holders(uplinks.latency_s, size * item_s, size / most, holders,
                     date_s + (size_t)length * MOST_HOLDERS, scratch);
    }
    *ret_uplinks = uplinks;
    return true;
}

double rd_uplinks_rest_s(const struct rd_uplinks *uplinks, uint32_t length, uint32_t holders)
{
    uint32_t known = holders < MOST_HOLDERS ? holders : MOST_HOLDERS;
    return known < 3 ? 0 : uplinks->date_s[(size_t)length * MOST_HOLDERS + known - 3];
}
