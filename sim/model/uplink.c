#include "uplink.h"

/* The use of a shared link by a host's link to another one, or from it; NULL if it does not cross
 * it. In: other, not the host. */
static const struct rd_shared_use *use_of(const struct rd_instance *instance, uint64_t link,
                                          uint32_t shared)
{
    const struct rd_shared_use *end, *use = rd_link_uses(instance, link, &end);
    for (; use < end; use++)
        if (use->shared == shared)
            return use;
    return NULL;
}

static uint64_t link_of(const struct rd_instance *instance, uint32_t host, uint32_t other,
                        bool receives)
{
    return receives ? rd_link_between(&instance->topology, other, host)
                    : rd_link_between(&instance->topology, host, other);
}

/* Is a shared link on all links of a host one way? */
static bool is_uplink(const struct rd_instance *instance, uint32_t host, bool receives,
                      uint32_t shared, struct rd_uplink *ret_uplink)
{
    struct rd_uplink found = {.shared = shared, .item_s = INFINITY, .is_full = true};
    for (uint32_t other = 0; other < instance->topology.host_count; other++) {
        if (other == host)
            continue;
        uint64_t link = link_of(instance, host, other, receives);
        const struct rd_shared_use *use = use_of(instance, link, shared);
        if (!use)
            return false;
        found.item_s = fmin(found.item_s, rd_shared_item_s(instance, use, instance->item_bytes));
        found.is_full &= rd_link_part(instance, link, use) == RD_SHARED_ROOM &&
                         rd_link_cost(instance, link).latency_s == 0;
    }
    *ret_uplink = found;
    return true;
}

bool rd_find_uplink(const struct rd_instance *instance, uint32_t host, bool receives,
                    struct rd_uplink *ret_uplink)
{
    if (!instance->shared || instance->topology.host_count < 2)
        return false;
    uint64_t link = link_of(instance, host, host == 0 ? 1 : 0, receives);
    const struct rd_shared_use *end, *use = rd_link_uses(instance, link, &end);
    struct rd_uplink uplink;
    bool found = false;
    for (; use < end; use++)
        if (is_uplink(instance, host, receives, use->shared, &uplink) &&
            (!found || uplink.item_s > ret_uplink->item_s)) {
            *ret_uplink = uplink;
            found = true;
        }
    return found;
}

static bool is_filled(const struct rd_instance *instance, uint32_t host, bool receives)
{
    struct rd_uplink uplink;
    return rd_find_uplink(instance, host, receives, &uplink) && uplink.is_full;
}

uint32_t rd_switch_width(const struct rd_instance *instance, uint32_t host)
{
    uint32_t hosts = instance->topology.host_count, ports = rd_host_ports(instance, host);
    if (instance->topology.shape == RD_BUS || hosts < 2 ||
        (is_filled(instance, host, false) && is_filled(instance, host, true)))
        return 1;
    return ports < hosts - 1 ? ports : hosts - 1;
}

/* The host at one end of all links that cross a shared link. */
struct common_host {
    bool any, several;
    uint32_t host;
};

static void add_host(struct common_host *common, uint32_t host)
{
    common->several |= common->any && common->host != host;
    common->any = true;
    common->host = host;
}

bool rd_shares_at_ends_only(const struct rd_instance *instance)
{
    if (!instance->shared)
        return true;
    rd_arena_own(arena);
    uint32_t count = instance->shared->count;
    struct common_host *sender = rd_take(&arena, count, struct common_host);
    struct common_host *receiver = rd_take(&arena, count, struct common_host);
    rd_each_link (link, &instance->topology) {
        const struct rd_shared_use *end, *use = rd_link_uses(instance, link.number, &end);
        for (; use < end; use++) {
            add_host(&sender[use->shared], link.from);
            add_host(&receiver[use->shared], link.to);
        }
    }
    bool at_ends = true;
    for (uint32_t shared = 0; shared < count; shared++)
        at_ends &= !sender[shared].several || !receiver[shared].several;
    return at_ends;
}
