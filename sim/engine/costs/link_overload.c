#include "link_overload.h"

#include "sim/base/error.h"
#include "sim/model/topology.h"

#include <math.h>
#include <stdio.h>

struct two_hosts {
    uint32_t from, to;
};

/* The rates at which a host's messages one way ask for a link. */
struct rates {
    double greatest, sum;
};

/* What the hosts of one side ask for at once. */
struct tally {
    uint32_t host; /* whose pairs are being noted */
    struct rates rates;
    double others; /* the sum over hosts before it */
};

/* A host that all pairs of a link may turn out to have in common, as one end or the other. */
struct common_end {
    bool none; /* some pair goes without it */
    uint32_t host;
    struct rates sent, received;
};

struct rd_link_use {
    sg_link_t link;
    struct rd_link_use *next;
    uint64_t route;         /* the last that crossed it, */
    uint32_t times;         /* and how often */
    uint32_t number_from_1; /* 0: none yet */
    uint32_t pair_count;
    struct two_hosts one, other; /* the first two pairs, or two strangers */
    bool one_sender, one_receiver;
    bool back; /* the way back of the first pair crosses it, too */
    struct tally sending, receiving;
    struct common_end end[2]; /* of the first pair */
};

/* So much may be lost in sums. */
static const double tolerance = 1e-9;

void rd_sharing_open(struct rd_sharing *sharing, uint32_t ports, bool many_a_pair,
                     struct rd_arena *arena)
{
    *sharing = (struct rd_sharing){.arena = arena, .ports = ports, .many_a_pair = many_a_pair};
    sharing->end = &sharing->first;
}

void rd_sharing_forget(struct rd_sharing *sharing)
{
    for (struct rd_link_use *use = sharing->first; use; use = use->next)
        rd_simgrid.sg_link_set_data(use->link, NULL);
    rd_sharing_open(sharing, sharing->ports, sharing->many_a_pair, sharing->arena);
}

void rd_sharing_begin_route(struct rd_sharing *sharing)
{
    sharing->route++;
}

uint32_t rd_sharing_cross(struct rd_sharing *sharing, sg_link_t link)
{
    struct rd_link_use *use = rd_simgrid.sg_link_get_data(link);
    if (!use) {
        use =
            rd_make(sharing->arena, struct rd_link_use, .link = link, .one_sender = true,
                    .one_receiver = true, .sending.host = RD_NO_HOST, .receiving.host = RD_NO_HOST);
        rd_simgrid.sg_link_set_data(link, use);
        *sharing->end = use;
        sharing->end = &use->next;
    }
    if (use->route != sharing->route)
        use->times = 0;
    use->route = sharing->route;
    return ++use->times;
}

/* Crossed twice, a link is asked for the rate twice. */
static void add_rate(struct rates *rates, double rate, uint32_t times)
{
    rates->greatest = fmax(rates->greatest, rate * times);
    rates->sum += rate;
}

/* What a host with so many ports asks for at once, at the most. */
static double asked_at_once(struct rates rates, const struct rd_sharing *sharing)
{
    if (sharing->ports == UINT32_MAX)
        return sharing->many_a_pair && rates.sum > 0 ? INFINITY : rates.sum;
    double asked = rates.greatest * sharing->ports;
    return sharing->many_a_pair ? asked : fmin(asked, rates.sum);
}

static void add_to_tally(struct tally *tally, const struct rd_sharing *sharing, uint32_t host,
                         double rate, uint32_t times)
{
    if (tally->host != host) {
        tally->others += asked_at_once(tally->rates, sharing);
        tally->rates = (struct rates){0};
        tally->host = host;
    }
    add_rate(&tally->rates, rate, times);
}

static double sum_of(const struct tally *tally, const struct rd_sharing *sharing)
{
    return tally->others + asked_at_once(tally->rates, sharing);
}

/* Keeps two pairs to name. Pairs that have no end in common are found as soon as there are some:
 * until then all have one sender, or all have one receiver. */
static void note_pair(struct rd_link_use *use, struct two_hosts pair)
{
    use->pair_count++;
    if (use->pair_count == 1) {
        use->one = pair;
        return;
    }
    if (!use->one_sender && !use->one_receiver)
        return;
    use->one_sender = use->one_sender && use->one.from == pair.from;
    use->one_receiver = use->one_receiver && use->one.to == pair.to;
    bool strangers = !use->one_sender && !use->one_receiver;
    /* If this pair and the first have an end in common, it and the second have none. */
    if (strangers && (use->one.from == pair.from || use->one.to == pair.to))
        use->one = use->other;
    if (strangers || use->pair_count == 2)
        use->other = pair;
}

static void add_to_end(struct common_end *end, struct two_hosts pair, double rate, uint32_t times)
{
    end->none = end->none || (pair.from != end->host && pair.to != end->host);
    add_rate(pair.from == end->host ? &end->sent : &end->received, rate, times);
}

void rd_sharing_note_sender(const struct rd_sharing *sharing, sg_link_t link, uint32_t from,
                            uint32_t to, double rate, uint32_t times)
{
    struct rd_link_use *use = rd_simgrid.sg_link_get_data(link);
    rd_assert(use);
    if (use->pair_count == 0) {
        use->end[0].host = from;
        use->end[1].host = to;
    }
    use->back = use->back || (to == use->end[0].host && from == use->end[1].host);
    note_pair(use, (struct two_hosts){from, to});
    add_to_tally(&use->sending, sharing, from, rate, times);
    for (int i = 0; i < 2; i++)
        add_to_end(&use->end[i], (struct two_hosts){from, to}, rate, times);
}

void rd_sharing_note_receiver(const struct rd_sharing *sharing, sg_link_t link, uint32_t to,
                              double rate, uint32_t times)
{
    struct rd_link_use *use = rd_simgrid.sg_link_get_data(link);
    rd_assert(use);
    add_to_tally(&use->receiving, sharing, to, rate, times);
}

static double overload_of(const struct rd_link_use *use, const struct rd_sharing *sharing)
{
    double asked = sum_of(&use->sending, sharing);
    if (use->receiving.host != RD_NO_HOST)
        asked = fmin(asked, sum_of(&use->receiving, sharing));
    for (int i = 0; i < 2; i++)
        if (!use->end[i].none)
            asked = fmin(asked, asked_at_once(use->end[i].sent, sharing) +
                                    asked_at_once(use->end[i].received, sharing));
    double overload = asked / rd_simgrid.sg_link_get_bandwidth(use->link);
    return overload > 1 + tolerance ? overload : 1;
}

double rd_sharing_overload(const struct rd_sharing *sharing, sg_link_t link)
{
    const struct rd_link_use *use = rd_simgrid.sg_link_get_data(link);
    rd_assert(use);
    return overload_of(use, sharing);
}

uint32_t rd_sharing_number(struct rd_sharing *sharing, sg_link_t link)
{
    struct rd_link_use *use = rd_simgrid.sg_link_get_data(link);
    rd_assert(use);
    if (use->number_from_1 == 0)
        use->number_from_1 = ++sharing->numbered;
    return use->number_from_1 - 1;
}

/* Do two pairs cross it that have no end in common? */
static bool has_strangers(const struct rd_link_use *use)
{
    return !use->one_sender && !use->one_receiver;
}

/* Is it crossed by two pairs, or by one whose messages do not wait for each other? */
static bool may_meet_on(const struct rd_link_use *use, const struct rd_sharing *sharing)
{
    return use->pair_count > 1 || (sharing->many_a_pair && sharing->ports > 1);
}

/* More of it comes first: overload, then strangers. */
static double weight_of(const struct rd_link_use *use, const struct rd_sharing *sharing)
{
    return overload_of(use, sharing) + (has_strangers(use) ? tolerance : 0);
}

/* Do messages to some host cross it, and messages from it? */
static bool is_both_ways(const struct rd_link_use *use)
{
    bool both = use->back;
    for (int i = 0; i < 2; i++)
        both =
            both || (!use->end[i].none && use->end[i].sent.sum > 0 && use->end[i].received.sum > 0);
    return both;
}

double rd_sharing_describe(const struct rd_sharing *sharing, const char *const *host_name,
                           char *text, size_t size, bool *ret_both_ways)
{
    const struct rd_link_use *worst = NULL;
    for (const struct rd_link_use *use = sharing->first; use; use = use->next)
        if (may_meet_on(use, sharing) && rd_simgrid.sg_link_is_shared(use->link) &&
            (!worst || weight_of(use, sharing) > weight_of(worst, sharing)))
            worst = use;
    if (!worst)
        return 0;
    if (worst->pair_count == 1)
        snprintf(text, size, "messages of %s > %s share the link '%s'", host_name[worst->one.from],
                 host_name[worst->one.to], rd_simgrid.sg_link_get_name(worst->link));
    else
        snprintf(text, size, "%s > %s and %s > %s share the link '%s'", host_name[worst->one.from],
                 host_name[worst->one.to], host_name[worst->other.from], host_name[worst->other.to],
                 rd_simgrid.sg_link_get_name(worst->link));
    *ret_both_ways = is_both_ways(worst);
    return overload_of(worst, sharing);
}

bool rd_sharing_lets_meet(const struct rd_sharing *sharing)
{
    for (const struct rd_link_use *use = sharing->first; use; use = use->next)
        if (may_meet_on(use, sharing) && (sharing->ports != 1 || has_strangers(use)))
            return true;
    return false;
}
