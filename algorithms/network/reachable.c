#include "reachable.h"

#include "goal.h"

#include "algorithms/kernels/max_flow.h"
#include "sim/base/integers.h"

#include <inttypes.h>
#include <stdio.h>

/* What a kind's items may do. Nodes: hosts, source, sink. */
struct transport {
    const struct rd_network *network;
    uint32_t kind;
    struct rd_flow flow;
    int64_t missing; /* what is wanted, or has to go, and finds no way */
    int64_t limit;   /* of each host in a balance */
    bool fills; /* it is what hosts must get at the least, not what they may keep at the most */
};

static int64_t load_of(const struct transport *transport, uint32_t host)
{
    return rd_load(transport->network->instance, host, transport->kind);
}

/* What may, or must, end at a host. */
static int64_t end_of(const struct transport *transport, uint32_t host)
{
    const struct rd_instance *instance = transport->network->instance;
    return instance->goal == RD_REACH ? rd_target(instance, host, transport->kind)
                                      : transport->limit;
}

/* Finds the flow. Returns: is it whole? */
static bool carry(struct transport *transport, struct rd_arena *scratch)
{
    const struct rd_network *network = transport->network;
    uint32_t n = network->host_count, source = n, sink = n + 1;
    int64_t wanted = 0;
    transport->flow = rd_flow_make(n + 2, network->link_count + 2 * n, scratch);
    for (uint32_t host = 0; host < n; host++) {
        wanted += transport->fills ? end_of(transport, host) : load_of(transport, host);
        rd_flow_add(&transport->flow, source, host, load_of(transport, host));
        rd_flow_add(&transport->flow, host, sink, end_of(transport, host));
    }
    for (uint32_t link = 0; link < network->link_count; link++)
        rd_flow_add(&transport->flow, network->from[link], network->to[link], RD_FLOW_UNBOUNDED);
    transport->missing = wanted - rd_flow_maximize(&transport->flow, source, sink, scratch);
    return transport->missing == 0;
}

/* The first host on the source's side, or on the other, that holds too much there or here too
 * little; else just the first. Returns: RD_NO_HOST if there is none on that side. */
static uint32_t first_host(const struct transport *transport, bool near)
{
    uint32_t any = RD_NO_HOST;
    for (uint32_t host = 0; host < transport->network->host_count; host++) {
        int64_t above = load_of(transport, host) - end_of(transport, host);
        if (rd_flow_is_near(&transport->flow, host) != near)
            continue;
        if (near ? above > 0 : above < 0)
            return host;
        any = any == RD_NO_HOST ? host : any;
    }
    return any;
}

/* "h0 holds 5 and is to end with 2" */
static const char *say_host(const struct transport *transport, uint32_t host, const char *which,
                            char text[2 * RD_LABEL_SIZE])
{
    char label[RD_LABEL_SIZE];
    const struct rd_instance *instance = transport->network->instance;
    const char *limit = instance->goal == RD_REACH ? ""
                        : transport->fills         ? "at least "
                                                   : "at most ";
    snprintf(text, 2 * RD_LABEL_SIZE, "%s%s holds %" PRId64 " and is to end with %s%" PRId64,
             rd_host_label(instance, host, label), which, load_of(transport, host), limit,
             end_of(transport, host));
    return text;
}

/* In: a flow that is not whole. No way leads out of the hosts on the source's side. */
static bool fail(const struct transport *transport, struct rd_error *reterr)
{
    uint32_t from = first_host(transport, true), to = first_host(transport, false);
    char from_text[2 * RD_LABEL_SIZE], to_text[2 * RD_LABEL_SIZE], kind[40] = "";
    rd_assert(from != RD_NO_HOST && to != RD_NO_HOST);
    if (transport->network->kind_count > 1)
        snprintf(kind, sizeof kind, " of kind %" PRIu32, transport->kind);
    return rd_refuse(reterr,
                     "%" PRId64 " item%s%s cannot come where %s must: %s, and no way leads from "
                     "there to %s",
                     transport->missing, transport->missing == 1 ? "" : "s", kind,
                     transport->missing == 1 ? "it" : "they",
                     say_host(transport, from, "", from_text),
                     say_host(transport, to, ", which", to_text));
}

/* Can all hosts end with no more than some number of items; or, filling, all with as many? */
static bool can_balance(const struct rd_network *network, uint32_t kind, bool fills, int64_t limit,
                        struct rd_arena *scratch, struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    struct transport transport = {.network = network, .kind = kind, .limit = limit, .fills = fills};
    return carry(&transport, scratch) || fail(&transport, reterr);
}

/* Hosts that no way leads out of keep what they hold, so that windows must not be too low; those
 * that no way leads to get nothing, so that they must not be too high. */
static bool find_windows(const struct rd_network *network, uint32_t kind, struct rd_arena *scratch,
                         struct rd_network_windows *ret_windows, struct rd_error *reterr)
{
    int64_t low, error, count = rd_network_balance_windows(network, kind, &low, &error);
    int64_t least = low, high = low + count - 1, beyond = high + 1;
    if (!can_balance(network, kind, false, high + error, scratch, reterr) ||
        !can_balance(network, kind, true, low, scratch, reterr))
        return false;
    RD_FIND_FIRST(least, high, i, can_balance(network, kind, false, i + error, scratch, NULL));
    RD_FIND_FIRST(low, beyond, i, !can_balance(network, kind, true, i, scratch, NULL));
    *ret_windows = (struct rd_network_windows){least, beyond - 1};
    return least < beyond || can_balance(network, kind, false, beyond - 1 + error, scratch, reterr);
}

bool rd_network_find_reachable(struct rd_network *network, struct rd_arena *arena,
                               struct rd_arena *scratch, struct rd_error *reterr)
{
    enum rd_goal goal = network->instance->goal;
    if (goal != RD_REACH && goal != RD_BALANCE)
        return true;
    struct rd_network_windows *windows =
        goal == RD_BALANCE ? rd_take(arena, network->kind_count, struct rd_network_windows) : NULL;
    for (uint32_t kind = 0; kind < network->kind_count; kind++) {
        rd_arena_borrow(scratch);
        struct transport transport = {.network = network, .kind = kind};
        if (windows ? !find_windows(network, kind, scratch, &windows[kind], reterr)
                    : !carry(&transport, scratch) && !fail(&transport, reterr))
            return false;
    }
    network->windows = windows;
    return true;
}
