#include "order_words.h"

#include "sim/base/groups.h"
#include "sim/referee/referee.h"

#include <string.h>

/* Between one that has ended, p, and one that waits for it, m. */
struct word {
    uint32_t from, to;
    uint32_t awaited, transfer; /* p, m */
    uint32_t before;            /* the transfer that it is listed before */
    bool hears;                 /* its sender received p: its round is a later one */
    bool tells;                 /* its receiver sends m: m's round is a later one */
};

struct ordering {
    const struct rd_instance *instance;
    const struct rd_plan *plan;
    struct rd_transfer_span *span; /* [transfer_count] */
    struct rd_groups out, in;      /* each host's transfers */
    struct word *word;             /* [word_count], by transfer */
    size_t word_count;
};

bool rd_can_take_words(const struct rd_instance *instance, const struct rd_plan *plan)
{
    if (plan->timing != RD_SELF_TIMED || !instance->shared || instance->objects ||
        !rd_plan_has_room(plan, RD_ROOM_KEEP) || rd_plan_has_room(plan, RD_ROOM_BYTES))
        return false;
    for (size_t i = 0; i < plan->transfer_count; i++)
        if (plan->transfer[i].to == RD_NO_HOST || plan->transfer[i].messages == 0)
            return false;
    return true;
}

/* When each transfer is under way. A link's messages are listed, and follow each other, in the
 * order of the plan. */
static struct rd_transfer_span *find_spans(const struct rd_instance *instance,
                                           const struct rd_plan *plan, const struct rd_trace *trace,
                                           struct rd_arena *arena)
{
    const struct rd_topology *topology = &instance->topology;
    size_t count = plan->transfer_count, links = rd_link_count(topology);
    struct rd_transfer_span *span = rd_take(arena, count, struct rd_transfer_span);
    uint32_t *link = rd_take(arena, count, uint32_t);
    uint32_t *next = rd_take(arena, links, uint32_t); /* of the link's transfers: under way */
    int64_t *seen = rd_take(arena, links, int64_t);   /* of its messages */
    for (size_t i = 0; i < count; i++)
        link[i] = (uint32_t)rd_link_between(topology, plan->transfer[i].from, plan->transfer[i].to);
    struct rd_groups by_link = rd_group(link, count, links, arena);
    for (size_t i = 0; i < trace->transfer_count; i++) {
        const struct rd_timed_transfer *message = &trace->transfer[i];
        uint64_t at = rd_link_between(topology, message->from, message->to);
        uint32_t transfer = by_link.member[by_link.first[at] + next[at]];
        if (seen[at] == 0)
            span[transfer].start_s = message->start_s;
        span[transfer].end_s = message->end_s;
        if (++seen[at] == plan->transfer[transfer].messages) {
            next[at]++;
            seen[at] = 0;
        }
    }
    return span;
}

/* From when on, after a date, a host with one port has it free. In: its transfers there. */
static double free_from_s(const struct ordering *ordering, const struct rd_groups *port,
                          uint32_t host, double date_s)
{
    uint32_t low = port->first[host], high = port->first[host + 1];
    if (rd_host_ports(ordering->instance, host) != 1)
        return date_s;
    while (low < high) { /* the first that starts at the date or later */
        uint32_t middle = low + (high - low) / 2;
        if (ordering->span[port->member[middle]].start_s < date_s)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == port->first[host])
        return date_s;
    double end_s = ordering->span[port->member[low - 1]].end_s;
    return end_s > date_s ? end_s : date_s;
}

/* The first date, from one on, at which a word's two ports are free. */
static double both_free_from_s(const struct ordering *ordering, uint32_t from, uint32_t to,
                               double date_s)
{
    for (;;) {
        double out_s = free_from_s(ordering, &ordering->out, from, date_s);
        double free_s = free_from_s(ordering, &ordering->in, to, out_s);
        if (free_s == date_s)
            return date_s;
        date_s = free_s;
    }
}

/* The first transfer of a port behind `after` that does not start before a date; at most `limit`.
 */
static uint32_t first_from(const struct ordering *ordering, const struct rd_groups *port,
                           uint32_t host, uint32_t after, uint32_t limit, double date_s)
{
    uint32_t low = port->first[host], high = port->first[host + 1], end = high;
    while (low < high) { /* the first behind `after` */
        uint32_t middle = low + (high - low) / 2;
        if (port->member[middle] <= after)
            low = middle + 1;
        else
            high = middle;
    }
    while (low < end && port->member[low] < limit &&
           ordering->span[port->member[low]].start_s < date_s)
        low++;
    return low < end && port->member[low] < limit ? port->member[low] : limit;
}

/* A word between two hosts of p and m, if it may go there. Returns: how much it makes others wait:
 * rounds, and then seconds by which it is late; false if it cannot go there. */
static bool try_word(const struct ordering *ordering, const struct rd_room_wait *wait, bool hears,
                     bool tells, struct word *ret_word, double *ret_late_s)
{
    const struct rd_instance *instance = ordering->instance;
    const struct rd_transfer *p = &ordering->plan->transfer[wait->awaited];
    const struct rd_transfer *m = &ordering->plan->transfer[wait->transfer];
    uint32_t from = hears ? p->to : p->from, to = tells ? m->from : m->to;
    if (rd_link_between(&instance->topology, from, to) == RD_NO_LINK ||
        (!hears && rd_host_ports(instance, from) != 1) ||
        (!tells && rd_host_ports(instance, to) != 1))
        return false;
    double start_s = ordering->span[wait->transfer].start_s;
    double date_s = both_free_from_s(ordering, from, to, ordering->span[wait->awaited].end_s);
    *ret_late_s = date_s > start_s ? date_s - start_s : 0;
    date_s = date_s < start_s ? date_s : start_s;
    uint32_t before =
        first_from(ordering, &ordering->out, from, wait->awaited, wait->transfer, date_s);
    *ret_word = (struct word){
        .from = from,
        .to = to,
        .awaited = wait->awaited,
        .transfer = wait->transfer,
        .before = first_from(ordering, &ordering->in, to, wait->awaited, before, date_s),
        .hears = hears,
        .tells = tells,
    };
    return true;
}

/* The word that makes others wait least: for rounds, then for ports. */
static bool find_word(const struct ordering *ordering, const struct rd_room_wait *wait,
                      struct word *ret_word, struct rd_error *reterr)
{
    static const struct {
        bool hears, tells;
    } kind[] = {{false, false}, {false, true}, {true, false}, {true, true}};
    const struct rd_transfer *p = &ordering->plan->transfer[wait->awaited];
    const struct rd_transfer *m = &ordering->plan->transfer[wait->transfer];
    int least_rounds = 3;
    double least_late_s = 0;
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        struct word word;
        double late_s;
        int rounds = kind[i].hears + kind[i].tells;
        if (!try_word(ordering, wait, kind[i].hears, kind[i].tells, &word, &late_s) ||
            rounds > least_rounds || (rounds == least_rounds && late_s >= least_late_s))
            continue;
        *ret_word = word;
        least_rounds = rounds;
        least_late_s = late_s;
    }
    const struct rd_instance *instance = ordering->instance;
    return least_rounds < 3 ||
           rd_refuse(reterr,
                     "%s > %s waits for the room of %s > %s on a shared link, and no link that a "
                     "word could take joins a host of the one to a host of the other",
                     rd_label(instance, m->from), rd_label(instance, m->to),
                     rd_label(instance, p->from), rd_label(instance, p->to));
}

/* Words for all waits but those of who sends what it received: rounds order that. */
static bool find_words(struct ordering *ordering, const struct rd_room_waits *waits,
                       struct rd_arena *arena, struct rd_error *reterr)
{
    const struct rd_transfer *rows = ordering->plan->transfer;
    ordering->word = rd_take(arena, waits->count, struct word);
    for (size_t i = 0; i < waits->count; i++) {
        const struct rd_room_wait *wait = &waits->wait[i];
        if (rows[wait->awaited].to != rows[wait->transfer].from &&
            !find_word(ordering, wait, &ordering->word[ordering->word_count++], reterr))
            return false;
    }
    return true;
}

static void raise(uint32_t *round, uint32_t least)
{
    *round = *round > least ? *round : least;
}

/* Lists transfers and words, in rounds that make hosts wait for what they must have heard. */
static void list(const struct ordering *ordering, const struct rd_room_waits *waits,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    const struct rd_transfer *rows = ordering->plan->transfer;
    size_t count = ordering->plan->transfer_count;
    uint32_t *before = rd_take(scratch, ordering->word_count, uint32_t);
    uint32_t *round_of = rd_take(scratch, count, uint32_t);
    uint32_t *least = rd_take(scratch, count, uint32_t); /* round of a transfer that was told */
    for (size_t i = 0; i < ordering->word_count; i++)
        before[i] = ordering->word[i].before;
    struct rd_groups words = rd_group(before, ordering->word_count, count, scratch);
    uint32_t round = 0;
    size_t next_wait = 0;
    rd_plan_reserve(plan, arena, count + ordering->word_count);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = words.first[i]; k < words.first[i + 1]; k++) {
            const struct word *word = &ordering->word[words.member[k]];
            if (word->hears)
                raise(&round, round_of[word->awaited] + 1);
            if (word->tells)
                raise(&least[word->transfer], round + 1);
            rd_plan_add(plan, arena,
                        (struct rd_transfer){round, word->from, word->to, RD_CONTROL, 0, 1});
        }
        if (i > 0 && rows[i].round > rows[i - 1].round)
            round++;
        for (; next_wait < waits->count && waits->wait[next_wait].transfer == i; next_wait++) {
            uint32_t awaited = waits->wait[next_wait].awaited;
            if (rows[awaited].to == rows[i].from)
                raise(&least[i], round_of[awaited] + 1);
        }
        raise(&round, least[i]);
        round_of[i] = round;
        struct rd_transfer transfer = rows[i];
        transfer.round = round;
        if (ordering->plan->first_item)
            rd_plan_add_copies(plan, arena, transfer, rd_plan_first_item(ordering->plan, i));
        else
            rd_plan_add(plan, arena, transfer);
    }
}

bool rd_order_by_words(const struct rd_instance *instance, const struct rd_plan *plan,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                       int64_t *ret_word_count, struct rd_error *reterr)
{
    rd_arena_own(own);
    struct rd_trace trace = {0};
    struct rd_verdict verdict;
    struct rd_room_waits waits;
    struct ordering ordering = {.instance = instance, .plan = plan};
    rd_referee_plan(instance, plan, arena, scratch, &trace, &verdict);
    if (verdict.violation != RD_LEGAL)
        return rd_refuse(reterr, "%s", verdict.message);
    size_t count = plan->transfer_count, hosts = instance->topology.host_count;
    ordering.span = find_spans(instance, plan, &trace, &own);
    uint32_t *host = rd_take(&own, 2 * count, uint32_t);
    for (size_t i = 0; i < count; i++) {
        host[i] = plan->transfer[i].from;
        host[count + i] = plan->transfer[i].to;
    }
    ordering.out = rd_group(host, count, hosts, &own);
    ordering.in = rd_group(host + count, count, hosts, &own);
    if (!rd_room_chains(instance, plan, ordering.span, &own, scratch, &waits, reterr) ||
        !find_words(&ordering, &waits, &own, reterr))
        return false;
    struct rd_plan ordered = *plan;
    ordered.transfer = NULL;
    ordered.transfer_count = ordered.transfer_capacity = 0;
    ordered.round_count = 0;
    ordered.room = NULL;
    ordered.first_item = NULL;
    ordered.keeps_shared = ordered.searched_all = false;
    list(&ordering, &waits, arena, &own, &ordered);
    *ret_plan = ordered;
    *ret_word_count = (int64_t)ordering.word_count;
    return true;
}
