/* Rings of many ports whose messages carry at most B items, and last as long whatever they carry;
 * with B = 1, token distribution.
 *
 *     host x-1 ==min(B, held, owed)==> x ==min(B, held, owed)==> x+1 ==> ...    whenever a link is
 * free
 *
 * A host sends what it holds and still owes, at most B items at a time. Let all messages take one
 * step. What has crossed edge e after t steps is, unless all has, the least of L(a+1..e) +
 * B (t - (e - a)) over the edges a behind it: going back from the last message, each step either
 * filled a message, or waited for what the edge before had carried, and the loads L between come on
 * top. That is what no schedule of such messages exceeds (capacity.h), so the plan meets its bound;
 * and with B = 1 also where messages take different times. On a ring that balances loads with the
 * average A it is ceil((max S - min S) / (2 min(A, B))) steps.
 * Hypotheses: as ring-all-port; items of 0 bytes. The bound of B = 1 is that of its class,
 * item by item; of other B the plan's note has it. */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "edge_transfers.h"
#include "many_ports.h"

#include <inttypes.h>
#include <math.h>

extern const struct rd_algorithm ring_all_port;

static bool accepts_model(RD_ACCEPTS_PARAMETERS)
{
    if (instance->item_bytes != 0)
        return rd_refuse(reterr,
                         "items of %g bytes: 0 bytes are accepted, since a message takes as long "
                         "whatever it carries (ring-all-port)",
                         instance->item_bytes);
    return ring_all_port.accepts(instance, options, reterr);
}

/* Messages of several items are listed one by one where they differ; no link carries more than it
 * has time for. */
static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    if (!accepts_model(instance, options, reterr))
        return false;
    int64_t message_items = rd_option_integer(options, "message-items");
    if (message_items == 1)
        return true;
    rd_arena_own(work);
    uint32_t n = instance->topology.host_count;
    struct rd_ring_choice choice = rd_ring_best_capped(instance, message_items, &work);
    double messages = 0;
    for (uint32_t edge = 0; n > 1 && edge < n; edge++)
        messages += fmin(fabs((double)(choice.ring.sum[edge] - choice.z)),
                         1 + choice.seconds / rd_item_s(instance, edge, rd_ring_next(n, edge)));
    return messages <= (double)RD_PLAN_TRANSFER_LIMIT ||
           rd_refuse(reterr,
                     "some %.3g messages: at most %" PRId64
                     " are planned; a larger option message-items makes them fewer",
                     messages, RD_PLAN_TRANSFER_LIMIT);
}

/* --- plans --- */

/* What a host holds from some date on, and has not sent yet. */
struct stock {
    double date_s;
    int64_t items;
    struct stock *next;
};

struct stocks {
    struct stock **first, **last; /* [hosts] by date */
    struct rd_arena *scratch;
};

static void hold(struct stocks *stocks, uint32_t host, double date_s, int64_t items)
{
    struct stock *stock = rd_take(stocks->scratch, 1, struct stock);
    *stock = (struct stock){date_s, items, NULL};
    if (stocks->last[host])
        stocks->last[host]->next = stock;
    else
        stocks->first[host] = stock;
    stocks->last[host] = stock;
}

/* Takes up to `most` items that a host holds at a date, or at the first later one at which it holds
 * any. Returns: how many; the date in *date_s. */
static int64_t take(struct stocks *stocks, uint32_t host, int64_t most, double *date_s)
{
    int64_t taken = 0;
    for (struct stock *stock = stocks->first[host];
         stock && taken < most && (taken == 0 || stock->date_s <= *date_s); stock = stock->next) {
        int64_t items = stock->items < most - taken ? stock->items : most - taken;
        if (items > 0)
            *date_s = fmax(*date_s, stock->date_s);
        taken += items;
        stock->items -= items;
        if (stock->items == 0 && stock->next)
            stocks->first[host] = stock->next;
    }
    return taken;
}

/* All that goes over an edge: equal messages in a row are one transfer. The sender never runs out
 * of items: edges come upstream first (edge_transfers.h), so its stocks have been told all that it
 * starts with and receives, and that less all that it sends is its final load, which is not
 * negative; take() waits for the date of the next item, if there is one. */
static void send_over(struct stocks *stocks, const struct rd_instance *instance,
                      const struct rd_transfer *flow, int64_t message_items, struct rd_arena *arena,
                      struct rd_plan *plan)
{
    double date_s = 0, message_s = rd_item_s(instance, flow->from, flow->to);
    struct rd_transfer run = {.from = flow->from, .to = flow->to};
    for (int64_t owed = flow->messages; owed > 0;) {
        int64_t most = owed < message_items ? owed : message_items;
        int64_t items = take(stocks, flow->from, most, &date_s);
        rd_assert(items > 0);
        if (run.messages > 0 && run.items != items) {
            rd_plan_add(plan, arena, run);
            run.messages = 0;
        }
        run.items = items;
        run.messages++;
        date_s += message_s;
        hold(stocks, flow->to, date_s, items);
        owed -= items;
    }
    rd_plan_add(plan, arena, run);
}

/* Cuts what goes over each edge into messages, upstream first. Of one item each they are as
 * rd_ring_plan_net_flow writes them. */
static void write_messages(const struct rd_instance *instance, const struct rd_ring_choice *choice,
                           int64_t message_items, struct rd_arena *arena, struct rd_arena *scratch,
                           struct rd_plan *plan)
{
    uint32_t n = instance->topology.host_count;
    struct rd_plan flow = {0};
    rd_ring_plan_net_flow(&choice->ring, choice->z, scratch, &flow);
    struct stocks stocks = {.first = rd_take(scratch, n, struct stock *),
                            .last = rd_take(scratch, n, struct stock *),
                            .scratch = scratch};
    for (uint32_t host = 0; host < n; host++)
        hold(&stocks, host, 0, rd_load(instance, host, 0));
    for (size_t i = 0; i < flow.transfer_count; i++)
        send_over(&stocks, instance, &flow.transfer[i], message_items, arena, plan);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    int64_t message_items = rd_option_integer(options, "message-items");
    struct rd_ring_choice choice = rd_ring_best_capped(instance, message_items, scratch);
    if (message_items == 1)
        rd_ring_plan_net_flow(&choice.ring, choice.z, arena, ret_plan);
    else
        write_messages(instance, &choice, message_items, arena, scratch, ret_plan);
    bool known = rd_ring_capped_is_reached(instance) &&
                 (message_items == 1 || rd_ring_links_are_equal(instance));
    if (choice.seconds > 0)
        ret_plan->note = rd_arena_print(
            arena, "no schedule of messages of at most %" PRId64 " items ends before %.10g s%s",
            message_items, choice.seconds, known ? ", which this one needs" : "");
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"message-items", "integer 1 9007199254740992", "1",
     "the items that a message carries at the most"},
    {NULL, NULL, NULL, NULL},
};

const struct rd_algorithm ring_all_port_capped = {
    .name = "ring-all-port-capped",
    .summary =
        "ring of many ports: messages of at most so many items, sent as soon as they are held",
    .source = "none: our own, after the ring load distribution paper",
    .shape = RD_RING,
    .directions = RD_ONE_WAY | RD_TWO_WAY,
    .ports = RD_BIT(RD_ALL_PORTS),
    .goals = RD_RING_GOALS,
    .guarantee = RD_OPTIMAL,
    .promises = rd_ring_capped_is_reached,
    .options = option_specs,
    .accepts = accepts,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan,
};
