/* RD_CHARGED_SINGLE of charge.h: hosts whose messages, one in and one out each, do not come out
 * even. */
#include "charge.h"
#include "examination.h"
#include "price_certificate.h"

#include "sim/base/groups.h"
#include "sim/base/number_text.h"

typedef rd_wide wide;

/* Whole numbers from low to high. */
struct range {
    int64_t low, high;
};

/* A message as the search sees it: so many items of a kind over a link. */
struct message {
    uint32_t link, kind;
    struct range items;
};

struct chase {
    const struct rd_charged_network *network;
    const uint32_t *out_first, *out_link, *in_first, *in_link;
    int64_t end;
    uint32_t host;       /* whose messages are chased.. */
    const bool *is_free; /* [host_count] */
    bool *is_passed;     /* [host_count]: ..and that have theirs already */
    uint32_t steps;      /* left */
};

static size_t label(const struct chase *chase, uint32_t host, uint32_t kind)
{
    return (size_t)host * chase->network->commodity_count + kind;
}

/* What a host has too much of a kind. */
static int64_t surplus(const struct chase *chase, uint32_t host, uint32_t kind)
{
    size_t of = label(chase, host, kind);
    return chase->network->load[of] - chase->network->target[of];
}

/* Does a host have too much, or too little, of no other kind? */
static bool is_even_but(const struct chase *chase, uint32_t host, uint32_t kind, uint32_t other)
{
    for (uint32_t i = 0; i < chase->network->commodity_count; i++)
        if (i != kind && i != other && surplus(chase, host, i) != 0)
            return false;
    return true;
}

static struct range meet(struct range a, struct range b)
{
    return (struct range){rd_greatest(a.low, b.low), rd_least(a.high, b.high)};
}

static struct range move(struct range range, int64_t by)
{
    return (struct range){range.low + by, range.high + by};
}

static bool has(struct range range, int64_t number)
{
    return range.low <= number && number <= range.high;
}

/* At most so many items take `ticks`, c each. */
static int64_t most_in(wide ticks, int64_t item)
{
    if (ticks < 0)
        return 0;
    wide most = item == 0 ? RD_ITEM_LIMIT : ticks / item;
    return most < RD_ITEM_LIMIT ? (int64_t)most : RD_ITEM_LIMIT;
}

/* How many items of a kind a message may have on a link. */
static struct range fitting(const struct chase *chase, uint32_t link, uint32_t kind)
{
    const struct rd_charged_network *network = chase->network;
    wide left = (wide)chase->end - network->earliest[label(chase, network->from[link], kind)] -
                network->latency[link] - network->rest[label(chase, network->to[link], kind)];
    return (struct range){1, most_in(left, network->item[link])};
}

/* The most items that a host sends on a link if it got `surplus` less of the same kind on another:
 * it holds as many, or they came before. */
static int64_t most_sent(const struct chase *chase, uint32_t in, uint32_t out, uint32_t kind)
{
    const struct rd_charged_network *network = chase->network;
    size_t of = label(chase, network->to[in], kind);
    int64_t more = network->load[of] - network->target[of];
    wide left = (wide)chase->end - network->earliest[label(chase, network->from[in], kind)] -
                network->latency[in] - network->latency[out] -
                network->rest[label(chase, network->to[out], kind)];
    wide item = (wide)network->item[in] + network->item[out];
    left += (wide)network->item[in] * more;
    wide most = left < 0 ? 0 : item == 0 ? RD_ITEM_LIMIT : left / item;
    return rd_greatest(network->load[of], most < RD_ITEM_LIMIT ? (int64_t)most : RD_ITEM_LIMIT);
}

/* May what a message brings to its receiver stay, or be sent on by hosts until it may; and come out
 * even at all others besides? */
static bool leads_on(struct chase *chase, const struct message *in);

/* A chain of messages is whole: do others come out even at the hosts that are left? */
static bool comes_out_even(struct chase *chase);

/* The same over each link of a host, of as many items of a kind as are left there. */
static bool leads_over_links(struct chase *chase, uint32_t host, const struct message *in,
                             uint32_t kind, struct range items)
{
    for (uint32_t i = chase->out_first[host]; i < chase->out_first[host + 1]; i++) {
        uint32_t link = chase->out_link[i];
        struct message out = {link, kind, meet(items, fitting(chase, link, kind))};
        if (in && in->kind == kind)
            out.items.high = rd_least(out.items.high, most_sent(chase, in->link, link, kind));
        if (leads_on(chase, &out))
            return true;
    }
    return false;
}

/* May a host have got a message, or none (NULL), and send one on, or none? */
static bool may_have(struct chase *chase, uint32_t host, const struct message *in)
{
    uint32_t of = in ? in->kind : RD_NO_HOST;
    int64_t lack = in ? -surplus(chase, host, of) : 0;
    if (in && is_even_but(chase, host, of, of) &&
        ((has(in->items, lack) && comes_out_even(chase)) ||
         leads_over_links(chase, host, in, of, move(in->items, -lack))))
        return true;
    for (uint32_t kind = 0; kind < chase->network->commodity_count; kind++) {
        int64_t more = surplus(chase, host, kind);
        if (kind != of && more > 0 && is_even_but(chase, host, of, kind) &&
            (!in || has(in->items, lack)) &&
            leads_over_links(chase, host, in, kind, (struct range){more, more}))
            return true;
    }
    return false;
}

static bool leads_on(struct chase *chase, const struct message *in)
{
    uint32_t host = chase->network->to[in->link];
    if (chase->steps == 0)
        return true;
    chase->steps--;
    if (in->items.low > in->items.high)
        return false;
    if (chase->is_free[host])
        return comes_out_even(chase);
    if (chase->is_passed[host])
        return false;
    chase->is_passed[host] = true;
    bool leads = may_have(chase, host, in);
    chase->is_passed[host] = false;
    return leads;
}

/* A message on the way to the host that is chased: on its link, of `more` items more than the one
 * that comes there. */
struct trail {
    const struct message *last; /* what comes there; its items */
    struct range items;
    uint32_t link, kind;
    int64_t more;
};

static bool may_come(struct chase *chase, const struct trail *trail);

/* May the sender have got the items, or some of them, over one of its links? In: kind, what came,
 * and how many more than the last. */
static bool came_over_links(struct chase *chase, const struct trail *trail, struct range items,
                            uint32_t kind, int64_t more)
{
    uint32_t host = chase->network->from[trail->link];
    for (uint32_t i = chase->in_first[host]; i < chase->in_first[host + 1]; i++) {
        uint32_t link = chase->in_link[i];
        struct trail before = {trail->last, meet(items, move(fitting(chase, link, kind), -more)),
                               link, kind, more};
        if (kind == trail->kind)
            before.items.high = rd_least(before.items.high,
                                         most_sent(chase, link, trail->link, kind) - trail->more);
        if (may_come(chase, &before))
            return true;
    }
    return false;
}

/* What came to the host that is chased is known but for a range: may it go on from there? */
static bool goes_on(struct chase *chase, const struct trail *trail, struct range items)
{
    struct message last = {trail->last->link, trail->last->kind, items};
    return items.low <= items.high && may_have(chase, chase->host, &last);
}

/* The trail comes back to the host that is chased: is what it sends what it got and has too much?
 */
static bool closes(const struct chase *chase, const struct trail *trail)
{
    uint32_t in = trail->last->kind, out = trail->kind, host = chase->host;
    if (in == out)
        return is_even_but(chase, host, in, in) && trail->more == surplus(chase, host, in) &&
               trail->items.low + trail->more <=
                   most_sent(chase, trail->last->link, trail->link, in);
    return is_even_but(chase, host, in, out) && has(trail->items, -surplus(chase, host, in)) &&
           has(move(trail->items, trail->more), surplus(chase, host, out));
}

/* May the sender of a trail's message have got what it sends, if anything? */
static bool may_have_got(struct chase *chase, const struct trail *trail)
{
    uint32_t host = chase->network->from[trail->link];
    int64_t own = surplus(chase, host, trail->kind);
    struct range just = meet(trail->items, (struct range){own - trail->more, own - trail->more});
    if (is_even_but(chase, host, trail->kind, trail->kind) &&
        (goes_on(chase, trail, just) ||
         came_over_links(chase, trail, trail->items, trail->kind, trail->more - own)))
        return true;
    for (uint32_t kind = 0; kind < chase->network->commodity_count; kind++) {
        int64_t lack = -surplus(chase, host, kind);
        if (kind != trail->kind && lack > 0 && is_even_but(chase, host, trail->kind, kind) &&
            came_over_links(chase, trail, just, kind, lack - just.low))
            return true;
    }
    return false;
}

static bool may_come(struct chase *chase, const struct trail *trail)
{
    uint32_t host = chase->network->from[trail->link];
    if (chase->steps == 0)
        return true;
    chase->steps--;
    if (trail->items.low > trail->items.high)
        return false;
    if (host == chase->host)
        return closes(chase, trail) && comes_out_even(chase);
    if (chase->is_free[host])
        return goes_on(chase, trail, trail->items);
    if (chase->is_passed[host])
        return false;
    chase->is_passed[host] = true;
    bool may = may_have_got(chase, trail);
    chase->is_passed[host] = false;
    return may;
}

/* May the host that is chased get a message, and what it sends go on? */
static bool may_get(struct chase *chase)
{
    for (uint32_t i = chase->in_first[chase->host]; i < chase->in_first[chase->host + 1]; i++)
        for (uint32_t kind = 0; kind < chase->network->commodity_count; kind++) {
            uint32_t link = chase->in_link[i];
            struct message last = {link, kind, fitting(chase, link, kind)};
            struct trail trail = {&last, last.items, link, kind, 0};
            if (may_come(chase, &trail))
                return true;
        }
    return false;
}

/* Has a host too much or too little, and its messages are to be chased? */
static bool is_left(const struct chase *chase, uint32_t host)
{
    return !chase->is_free[host] && !chase->is_passed[host] &&
           !is_even_but(chase, host, RD_NO_HOST, RD_NO_HOST);
}

/* Do the messages of a host come out even, and those of all that are left? */
static bool comes_out_even_from(struct chase *chase, uint32_t host)
{
    uint32_t before = chase->host;
    chase->host = host;
    chase->is_passed[host] = true;
    bool comes = may_have(chase, host, NULL) || may_get(chase);
    chase->is_passed[host] = false;
    chase->host = before;
    return comes;
}

static bool comes_out_even(struct chase *chase)
{
    for (uint32_t host = 0; host < chase->network->host_count; host++)
        if (is_left(chase, host))
            return comes_out_even_from(chase, host);
    return true;
}

/* May a port of a host carry two messages by the end? In: its links. */
static bool may_carry_two(const struct chase *chase, uint32_t host, const uint32_t *link,
                          uint32_t count, bool receives)
{
    const struct rd_charged_network *network = chase->network;
    wide latency = RD_PRICE_LIMIT, item = RD_PRICE_LIMIT, items = 0,
         ways = 2 * (wide)RD_PRICE_LIMIT;
    for (uint32_t kind = 0; kind < network->commodity_count; kind++) {
        int64_t more = receives ? -surplus(chase, host, kind) : surplus(chase, host, kind);
        items += more > 0 ? more : 0;
    }
    items = items > 2 ? items : 2;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = network->from[link[i]], to = network->to[link[i]];
        latency = latency < network->latency[link[i]] ? latency : network->latency[link[i]];
        item = item < network->item[link[i]] ? item : network->item[link[i]];
        for (uint32_t first = 0; first < network->commodity_count; first++)
            for (uint32_t last = 0; last < network->commodity_count; last++) {
                wide way = (wide)network->earliest[label(chase, from, first)] +
                           network->rest[label(chase, to, last)];
                ways = ways < way ? ways : way;
            }
    }
    return count > 0 && 2 * latency + item * items + ways <= chase->end;
}

bool rd_single_charge_shows(const struct rd_charged_network *network, uint32_t host, rd_wide end,
                            uint32_t *steps, struct rd_arena *scratch)
{
    uint32_t n = network->host_count;
    if (end > RD_PRICE_LIMIT || n > RD_SINGLE_HOSTS)
        return false;
    rd_arena_borrow(scratch);
    struct rd_groups out = rd_group(network->from, network->link_count, n, scratch);
    struct rd_groups in = rd_group(network->to, network->link_count, n, scratch);
    bool *is_free = rd_take(scratch, n, bool);
    struct chase chase = {network,  out.first, out.member,
                          in.first, in.member, (int64_t)end,
                          host,     is_free,   rd_take(scratch, n, bool),
                          *steps};
    for (uint32_t i = 0; i < n; i++)
        is_free[i] =
            network->ports[i] != 1 ||
            may_carry_two(&chase, i, out.member + out.first[i], out.first[i + 1] - out.first[i],
                          false) ||
            may_carry_two(&chase, i, in.member + in.first[i], in.first[i + 1] - in.first[i], true);
    bool shows = is_left(&chase, host) && !comes_out_even_from(&chase, host) && chase.steps > 0;
    *steps = chase.steps;
    return shows;
}

bool rd_single_charge_check(struct rd_examination *on, const struct rd_charged_network *network)
{
    uint32_t host = on->certificate->charge->host;
    uint32_t steps = RD_SINGLE_STEPS;
    char end[RD_WIDE_SIZE];
    if (host >= on->host_count)
        return rd_claim_is_wrong(on, "there is no host %" PRIu32, host);
    on->needed = on->end + 1;
    return rd_single_charge_shows(network, host, on->end, &steps, on->scratch) ||
           rd_claim_is_wrong(on,
                             "by %s ticks one message in and one out may do at host %" PRIu32
                             " and all others, or some may have two",
                             rd_wide_text(on->end, end), host);
}
