#include "greedy.h"

#include "occupancy.h"

#include "sim/base/error.h"
#include "sim/base/heap.h"
#include "sim/base/integers.h"

#include <math.h>
#include <stdlib.h>

const struct rd_greedy_rule rd_greedy_rules[2] = {
    {.rarity = 1, .far = 0.2, .work = 0.2, .cost = 0.3, .random = 0.05, .bundle = 1},
    {.rarity = 1,
     .far = 1,
     .work = 0.5,
     .cost = 0.3,
     .random = 0.05,
     .few_choices_first = true,
     .bundle = 1},
};

/* A link that could start a message, and its best item. */
struct choice {
    double score;
    uint32_t link, item;
};

#define NONE UINT32_MAX

struct greedy {
    const struct rd_multicast *multicast;
    const struct rd_network *network;
    const double *distance_s;
    const struct rd_greedy_rule *rule;
    struct rd_rng *rng;
    double now_s, last_s, diameter_s, most_work_s;
    uint32_t host_count, words;

    uint64_t *held;   /* [hosts * words] a bit an item */
    uint64_t *closed; /* the same: it is there or coming, or of no use there, which lasts */
    uint32_t *piece_of, *holders; /* [items]; who has it, or to whom it is coming */
    double
        *near_s; /* of each item and sink: from the nearest of these; 0: it is there, or coming */
    uint64_t *near_first;    /* [pieces] where those of its first item begin */
    double *share;           /* [links] of shared links that it takes, over the most */
    double *work_s, *item_s; /* [hosts] to receive; of an item of size 1 on its quickest link */

    struct rd_occupancy occupancy;
    bool *idle;       /* [links] of no use until its sender has more */
    uint32_t *looked; /* [links] the event in which it was looked at last */
    uint32_t event;
    bool *sender_changed, *receiver_changed; /* [hosts] since the last event */
    uint64_t missing; /* items times sinks that are neither there nor coming */

    struct rd_arena *arena;
    struct rd_copy_message *message; /* all, by start */
    size_t message_count;
    uint32_t *heap; /* those under way, by end */
    size_t count, heap_capacity;

    struct choice *choice; /* [links] of this event, by receiver when it is matched */
    size_t choice_count;
    uint32_t *matched;                /* [hosts] the choice of a sender; NONE */
    uint32_t *visited;                /* [hosts] the search that saw a sender last */
    uint32_t *choice_first, *choices; /* [hosts] those of a receiver */
    uint32_t search;
};

static bool ends_before(const struct greedy *greedy, uint32_t a, uint32_t b)
{
    return greedy->message[a].end_s < greedy->message[b].end_s;
}

RD_DEFINE_HEAP(struct greedy, uint32_t, heap, count, ends_before, RD_HEAP_PUT)

static bool has_bit(const uint64_t *words, uint32_t item)
{
    return words[item / 64] >> item % 64 & 1;
}

static void set_bit(uint64_t *words, uint32_t item)
{
    words[item / 64] |= UINT64_C(1) << item % 64;
}

static const struct rd_multicast_piece *piece_of(const struct greedy *greedy, uint32_t item)
{
    return &greedy->multicast->piece[greedy->piece_of[item]];
}

static double *near_of(const struct greedy *greedy, uint32_t item)
{
    const struct rd_multicast_piece *piece = piece_of(greedy, item);
    return greedy->near_s + greedy->near_first[greedy->piece_of[item]] +
           (item - piece->first) * piece->sink_count;
}

static double distance_s(const struct greedy *greedy, uint32_t from, uint32_t to)
{
    return greedy->distance_s[(uint64_t)from * greedy->host_count + to];
}

/* Is an item of use to a host that has it not, and how much: 0 to 1 for the distance of those that
 * it nears, and as much for how many these are. */
static bool is_useful(const struct greedy *greedy, uint32_t item, uint32_t to, double *ret_far)
{
    enum { TOLERANCE_INVERSE = 1000000000 };
    const struct rd_multicast_piece *piece = piece_of(greedy, item);
    const double *near_s = near_of(greedy, item);
    double far_s = 0, closer = 0;
    for (uint32_t i = 0; i < piece->sink_count; i++) {
        double from_s = distance_s(greedy, to, piece->sink[i]);
        if (from_s < near_s[i] * (1 - 1.0 / TOLERANCE_INVERSE)) {
            far_s = fmax(far_s, from_s);
            closer++;
        }
    }
    *ret_far = far_s / greedy->diameter_s + closer / piece->sink_count;
    return closer > 0;
}

static double rarity_of(const struct greedy *greedy, uint32_t item)
{
    const struct rd_multicast_piece *piece = piece_of(greedy, item);
    return 1 - greedy->holders[item] / ((double)piece->holder_count + piece->sink_count);
}

static double duration_s(const struct greedy *greedy, uint32_t link, uint32_t item, uint32_t items)
{
    return rd_multicast_message_s(greedy->multicast, piece_of(greedy, item)->length, link, items);
}

/* What counts besides rarity. Returns: -INFINITY if the item must not, or need not, be sent. */
static double score_of(struct greedy *greedy, uint32_t link, uint32_t item)
{
    const struct rd_greedy_rule *rule = greedy->rule;
    uint32_t to = greedy->network->to[link];
    double last_s = duration_s(greedy, link, item, 1), far;
    if (greedy->now_s + last_s > greedy->last_s)
        return -INFINITY;
    if (!is_useful(greedy, item, to, &far)) {
        set_bit(greedy->closed + (uint64_t)to * greedy->words, item);
        return -INFINITY;
    }
    double work = greedy->most_work_s > 0 ? greedy->work_s[to] / greedy->most_work_s : 0;
    return rule->rarity * rarity_of(greedy, item) + rule->far * far + rule->work * work -
           rule->cost * last_s / greedy->diameter_s - rule->share * greedy->share[link] +
           rule->random * rd_rng_unit(greedy->rng);
}

/* The rarest item that a link could bring; 0 if there is none. */
static double most_rare(const struct greedy *greedy, const uint64_t *held, const uint64_t *closed)
{
    double most = 0;
    for (uint32_t word = 0; word < greedy->words; word++)
        for (uint64_t bits = held[word] & ~closed[word]; bits != 0; bits &= bits - 1)
            most = fmax(most, rarity_of(greedy, word * 64 + (uint32_t)__builtin_ctzll(bits)));
    return most;
}

/* The best item of a link. Of many that are as rare only some are looked at, from a random place
 * on. Returns: score -INFINITY if there is none. */
static struct choice best_of(struct greedy *greedy, uint32_t link)
{
    enum { LOOKS = 2048, LEAST = 4 };
    uint32_t from = greedy->network->from[link], to = greedy->network->to[link];
    const uint64_t *held = greedy->held + (uint64_t)from * greedy->words,
                   *closed = greedy->closed + (uint64_t)to * greedy->words;
    double rare = most_rare(greedy, held, closed), slack = 2 * greedy->rule->far;
    struct choice best = {-INFINITY, link, 0};
    uint32_t start = (uint32_t)rd_rng_below(greedy->rng, greedy->words), looks = 0, found = 0;
    for (uint32_t i = 0; i < greedy->words; i++) {
        uint32_t word = (start + i) % greedy->words;
        for (uint64_t bits = held[word] & ~closed[word]; bits != 0; bits &= bits - 1) {
            uint32_t item = word * 64 + (uint32_t)__builtin_ctzll(bits);
            bool matters =
                greedy->rule->rarity * (rare - rarity_of(greedy, item)) <= slack || found == 0;
            if (!matters || (looks > LOOKS && found >= LEAST))
                continue;
            double score = score_of(greedy, link, item);
            looks += piece_of(greedy, item)->sink_count;
            found += score > -INFINITY;
            if (score > best.score)
                best = (struct choice){score, link, item};
        }
    }
    greedy->idle[link] = found == 0;
    return best;
}

static bool can_start(const struct greedy *greedy, uint32_t link)
{
    return !greedy->idle[link] && rd_occupancy_is_free(&greedy->occupancy, link);
}

/* An item is coming to a host, or there. */
static void approach(struct greedy *greedy, uint32_t item, uint32_t to)
{
    const struct rd_multicast_piece *piece = piece_of(greedy, item);
    double *near_s = near_of(greedy, item);
    set_bit(greedy->closed + (uint64_t)to * greedy->words, item);
    greedy->holders[item]++;
    for (uint32_t i = 0; i < piece->sink_count; i++) {
        near_s[i] = fmin(near_s[i], distance_s(greedy, to, piece->sink[i]));
        if (piece->sink[i] == to) {
            greedy->missing--;
            greedy->work_s[to] -= greedy->item_s[to] * greedy->multicast->size[piece->length];
        }
    }
}

/* Could the message take another item, too? */
static bool can_join(struct greedy *greedy, const struct rd_copy_message *message, uint32_t item)
{
    uint32_t from = greedy->network->from[message->link], to = greedy->network->to[message->link];
    double far;
    return has_bit(greedy->held + (uint64_t)from * greedy->words, item) &&
           !has_bit(greedy->closed + (uint64_t)to * greedy->words, item) &&
           greedy->now_s + duration_s(greedy, message->link, item, message->items + 1) <=
               greedy->last_s &&
           is_useful(greedy, item, to, &far);
}

static void start(struct greedy *greedy, const struct choice *choice)
{
    const struct rd_multicast_piece *piece = piece_of(greedy, choice->item);
    struct rd_copy_message message = {
        choice->link, greedy->piece_of[choice->item], choice->item, 1, greedy->now_s, 0};
    uint32_t past = (uint32_t)(piece->first + (uint64_t)piece->items);
    while (message.items < greedy->rule->bundle && message.item + message.items < past &&
           can_join(greedy, &message, message.item + message.items))
        message.items++;
    while (message.items < greedy->rule->bundle && message.item > piece->first &&
           can_join(greedy, &message, message.item - 1)) {
        message.item--;
        message.items++;
    }
    message.end_s = greedy->now_s + duration_s(greedy, choice->link, message.item, message.items);
    for (uint32_t i = 0; i < message.items; i++)
        approach(greedy, message.item + i, greedy->network->to[choice->link]);
    rd_occupancy_start(&greedy->occupancy, choice->link);
    rd_arena_add(greedy->arena, greedy->message, greedy->message_count, message);
    greedy->heap = rd_arena_room(greedy->arena, greedy->heap, greedy->count, &greedy->heap_capacity,
                                 sizeof *greedy->heap);
    rd_heap_rise(greedy, greedy->count++, (uint32_t)(greedy->message_count - 1));
}

/* Starts a choice, or the next best of its link if others made it useless. */
static void start_if_useful(struct greedy *greedy, struct choice choice)
{
    double far;
    if (!can_start(greedy, choice.link))
        return;
    uint32_t to = greedy->network->to[choice.link];
    if (has_bit(greedy->closed + (uint64_t)to * greedy->words, choice.item) ||
        !is_useful(greedy, choice.item, to, &far))
        choice = best_of(greedy, choice.link);
    if (choice.score > -INFINITY)
        start(greedy, &choice);
}

/* Looks at a link once an event: of many items that takes a while, and no memory. */
static void look(struct greedy *greedy, uint32_t link)
{
    rd_guard_look();
    if (greedy->looked[link] == greedy->event || !can_start(greedy, link))
        return;
    greedy->looked[link] = greedy->event;
    struct choice best = best_of(greedy, link);
    if (best.score > -INFINITY)
        greedy->choice[greedy->choice_count++] = best;
}

/* All links that could start: those at a host where something has changed. Others could not before,
 * and still cannot, unless links are shared. */
static void look_around(struct greedy *greedy)
{
    const struct rd_network *network = greedy->network;
    bool all = network->shared_count > 0 || greedy->multicast->bus;
    greedy->event++;
    greedy->choice_count = 0;
    for (uint32_t host = 0; host < greedy->host_count; host++) {
        if (all || greedy->sender_changed[host])
            for (uint32_t link = network->out_first[host]; link < network->out_first[host + 1];
                 link++)
                look(greedy, link);
        if (!all && greedy->receiver_changed[host])
            for (uint32_t i = network->in_first[host]; i < network->in_first[host + 1]; i++)
                look(greedy, network->in_link[i]);
        greedy->sender_changed[host] = greedy->receiver_changed[host] = false;
    }
}

static int best_first(const void *left, const void *right)
{
    const struct choice *a = left, *b = right;
    return a->score != b->score ? rd_order(b->score, a->score) : rd_order(a->link, b->link);
}

/* Finds a sender for a receiver, also by giving others to those who have one. */
static bool match(struct greedy *greedy, uint32_t receiver)
{
    uint32_t first = greedy->choice_first[receiver];
    for (uint32_t i = first; i < first + greedy->choices[receiver]; i++) {
        uint32_t sender = greedy->network->from[greedy->choice[i].link];
        if (greedy->visited[sender] == greedy->search)
            continue;
        greedy->visited[sender] = greedy->search;
        uint32_t other = greedy->matched[sender];
        if (other == NONE || match(greedy, greedy->network->to[greedy->choice[other].link])) {
            greedy->matched[sender] = i;
            return true;
        }
    }
    return false;
}

/* Receivers, in the order in which they are matched. */
struct receiver {
    double key;
    uint32_t host;
};

static int greatest_key_first(const void *left, const void *right)
{
    const struct receiver *a = left, *b = right;
    return a->key != b->key ? rd_order(b->key, a->key) : rd_order(a->host, b->host);
}

/* Sorts choices by receiver, each one's best first. Returns: how many receivers there are. */
static uint32_t list_receivers(struct greedy *greedy, struct receiver *receiver,
                               struct rd_arena *scratch)
{
    size_t count = greedy->choice_count;
    uint32_t *receiver_of = rd_take(scratch, count, uint32_t), receivers = 0;
    struct choice *sorted = rd_take(scratch, count, struct choice);
    qsort(greedy->choice, count, sizeof *greedy->choice, best_first);
    for (size_t i = 0; i < count; i++) {
        receiver_of[i] = greedy->network->to[greedy->choice[i].link];
        uint32_t host = receiver_of[i];
        if (greedy->choices[host]++ == 0)
            receiver[receivers++] = (struct receiver){greedy->choice[i].score, host};
    }
    uint32_t first = 0;
    for (uint32_t i = 0; i < receivers; i++) {
        uint32_t host = receiver[i].host;
        greedy->choice_first[host] = first;
        first += greedy->choices[host];
        if (greedy->rule->few_choices_first)
            receiver[i].key = -(double)greedy->choices[host];
        greedy->choices[host] = 0;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t host = receiver_of[i];
        sorted[greedy->choice_first[host] + greedy->choices[host]++] = greedy->choice[i];
    }
    for (size_t i = 0; i < count; i++)
        greedy->choice[i] = sorted[i];
    qsort(receiver, receivers, sizeof *receiver, greatest_key_first);
    return receivers;
}

/* One port: starts as many as can be started at once. */
static void start_matching(struct greedy *greedy, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct receiver *receiver = rd_take(scratch, greedy->host_count, struct receiver);
    uint32_t receivers = list_receivers(greedy, receiver, scratch);
    for (uint32_t host = 0; host < greedy->host_count; host++)
        greedy->matched[host] = NONE;
    for (uint32_t i = 0; i < receivers; i++) {
        greedy->search++;
        match(greedy, receiver[i].host);
    }
    for (uint32_t i = 0; i < receivers; i++)
        greedy->choices[receiver[i].host] = 0;
    for (uint32_t host = 0; host < greedy->host_count; host++)
        if (greedy->matched[host] != NONE)
            start_if_useful(greedy, greedy->choice[greedy->matched[host]]);
}

static void start_best_first(struct greedy *greedy)
{
    qsort(greedy->choice, greedy->choice_count, sizeof *greedy->choice, best_first);
    for (size_t i = 0; i < greedy->choice_count; i++)
        start_if_useful(greedy, greedy->choice[i]);
}

/* All messages that end next have ended. */
static void advance(struct greedy *greedy)
{
    double end_s = greedy->message[greedy->heap[0]].end_s;
    double together_s = end_s * (1 + 1e-12);
    while (greedy->count > 0 && greedy->message[greedy->heap[0]].end_s <= together_s) {
        const struct rd_copy_message *message = &greedy->message[rd_heap_pop(greedy)];
        uint32_t from = greedy->network->from[message->link],
                 to = greedy->network->to[message->link];
        greedy->now_s = message->end_s;
        rd_occupancy_end(&greedy->occupancy, message->link);
        for (uint32_t i = 0; i < message->items; i++)
            set_bit(greedy->held + (uint64_t)to * greedy->words, message->item + i);
        for (uint32_t link = greedy->network->out_first[to];
             link < greedy->network->out_first[to + 1]; link++)
            greedy->idle[link] = false;
        greedy->sender_changed[from] = greedy->sender_changed[to] = true;
        greedy->receiver_changed[to] = true;
    }
}

static void open_items(struct greedy *greedy, struct rd_arena *scratch)
{
    const struct rd_multicast *multicast = greedy->multicast;
    uint64_t n = greedy->host_count;
    greedy->words = (uint32_t)((multicast->item_count + 63) / 64);
    greedy->held = rd_take(scratch, n * greedy->words, uint64_t);
    greedy->closed = rd_take(scratch, n * greedy->words, uint64_t);
    greedy->piece_of = rd_take(scratch, multicast->item_count, uint32_t);
    greedy->holders = rd_take(scratch, multicast->item_count, uint32_t);
    greedy->near_s = rd_take(scratch, multicast->deliveries, double);
    greedy->near_first = rd_take(scratch, multicast->piece_count, uint64_t);
    greedy->missing = multicast->deliveries;
    uint64_t first = 0;
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        greedy->near_first[i] = first;
        for (uint64_t item = piece->first; item < piece->first + (uint64_t)piece->items; item++) {
            greedy->piece_of[item] = i;
            for (uint32_t sink = 0; sink < piece->sink_count; sink++)
                greedy->near_s[first++] = INFINITY;
            for (uint32_t j = 0; j < piece->holder_count; j++) {
                approach(greedy, (uint32_t)item, piece->holder[j]);
                set_bit(greedy->held + (uint64_t)piece->holder[j] * greedy->words, (uint32_t)item);
            }
        }
    }
}

/* How much of shared links each link takes, over the most that any takes. */
static void open_shares(struct greedy *greedy, struct rd_arena *scratch)
{
    const struct rd_network *network = greedy->network;
    double most = 0;
    greedy->share = rd_take(scratch, network->link_count, double);
    for (uint32_t link = 0; link < network->link_count; link++) {
        for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++)
            greedy->share[link] += (double)network->share[i].part;
        most = fmax(most, greedy->share[link]);
    }
    for (uint32_t link = 0; link < network->link_count && most > 0; link++)
        greedy->share[link] /= most;
}

static void open_hosts(struct greedy *greedy, struct rd_arena *scratch)
{
    const struct rd_multicast *multicast = greedy->multicast;
    const struct rd_network *network = greedy->network;
    uint32_t n = greedy->host_count, links = network->link_count;
    greedy->work_s = rd_take(scratch, n, double);
    greedy->item_s = rd_take(scratch, n, double);
    greedy->occupancy = rd_occupancy_open(multicast, scratch);
    greedy->idle = rd_take(scratch, links, bool);
    greedy->looked = rd_take(scratch, links, uint32_t);
    greedy->sender_changed = rd_take(scratch, n, bool);
    greedy->receiver_changed = rd_take(scratch, n, bool);
    greedy->choice = rd_take(scratch, links, struct choice);
    greedy->matched = rd_take(scratch, n, uint32_t);
    greedy->visited = rd_take(scratch, n, uint32_t);
    greedy->choice_first = rd_take(scratch, n, uint32_t);
    greedy->choices = rd_take(scratch, n, uint32_t);
    for (uint32_t host = 0; host < n; host++) {
        greedy->item_s[host] = INFINITY;
        greedy->sender_changed[host] = true;
        for (uint32_t i = network->in_first[host]; i < network->in_first[host + 1]; i++)
            greedy->item_s[host] = fmin(greedy->item_s[host], network->item_s[network->in_link[i]]);
    }
    for (uint32_t i = 0; i < multicast->piece_count; i++)
        for (uint32_t sink = 0; sink < multicast->piece[i].sink_count; sink++) {
            uint32_t host = multicast->piece[i].sink[sink];
            greedy->work_s[host] += (double)multicast->piece[i].items * greedy->item_s[host] *
                                    multicast->size[multicast->piece[i].length];
            greedy->most_work_s = fmax(greedy->most_work_s, greedy->work_s[host]);
        }
    for (uint64_t i = 0; i < (uint64_t)n * n; i++)
        if (isfinite(greedy->distance_s[i]))
            greedy->diameter_s = fmax(greedy->diameter_s, greedy->distance_s[i]);
}

struct rd_copy_schedule
rd_copies_by_events(const struct rd_multicast *multicast, const double *distance_s,
                    const struct rd_greedy_rule *rule, const struct rd_greedy_limits *limits,
                    struct rd_rng *rng, struct rd_arena *arena, struct rd_arena *scratch)
{
    if (multicast->item_count == 0)
        return (struct rd_copy_schedule){.end_s = 0};
    rd_arena_borrow(scratch);
    struct greedy greedy = {
        .multicast = multicast,
        .network = &multicast->network,
        .distance_s = distance_s,
        .rule = rule,
        .rng = rng,
        .last_s = limits->last_s,
        .host_count = multicast->network.host_count,
        .arena = arena,
    };
    open_shares(&greedy, scratch);
    open_hosts(&greedy, scratch);
    open_items(&greedy, scratch);
    double end_s = 0;
    do {
        if (greedy.count > 0)
            advance(&greedy);
        look_around(&greedy);
        if (rd_has_one_port(multicast->network.instance) && !multicast->bus)
            start_matching(&greedy, scratch);
        else
            start_best_first(&greedy);
    } while (greedy.count > 0 && greedy.now_s < limits->give_up_s);
    for (size_t i = 0; i < greedy.message_count; i++)
        end_s = fmax(end_s, greedy.message[i].end_s);
    bool complete = greedy.missing == 0 && greedy.count == 0;
    return (struct rd_copy_schedule){complete ? end_s : INFINITY, greedy.message_count,
                                     greedy.message};
}
