#include "prepare.h"

#include "free_order.h"
#include "gate.h"
#include "packets.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* SimGrid takes a message's size as a whole number; a double counts them up to here. */
#define BYTE_LIMIT 9007199254740992.0

static bool bad_row(struct rd_error *reterr, size_t row, const char *wrong)
{
    return rd_fail(reterr, RD_ERROR_RUN, NULL, 0, "row %zu: %s", row, wrong);
}

/* May actors follow a row without leaving the instance? */
static bool check_row(const struct rd_stage *stage, size_t index, uint32_t round_before,
                      struct rd_error *reterr)
{
    const struct rd_instance *instance = stage->instance;
    const struct rd_row *row = &stage->plan->row[index];
    int64_t product;
    if (row->round < round_before || row->round >= stage->plan->round_count)
        return bad_row(reterr, index, "a round out of order: rows come by round");
    if (row->from >= instance->topology.host_count ||
        (row->to != RD_NO_HOST &&
         rd_link_between(&instance->topology, row->from, row->to) == RD_NO_LINK))
        return bad_row(reterr, index, "no link joins its hosts");
    if (row->kind < RD_CONTROL || row->kind >= (int64_t)instance->kind_count)
        return bad_row(reterr, index, "a kind that the instance does not have");
    if (row->to == RD_NO_HOST && instance->topology.shape == RD_STAR &&
        row->from + 1 == instance->topology.host_count)
        return bad_row(reterr, index, "a computation on the master: a star's master only relays");
    bool held = row->kind >= 0 || row->to == RD_NO_HOST;
    if (row->items < 0 || row->messages < 0 || (!held && row->items > 0) ||
        (row->kind == RD_CONTROL && row->messages == 0) ||
        __builtin_mul_overflow(row->items, row->messages, &product) || product > RD_ITEM_LIMIT ||
        row->items > RD_ITEM_LIMIT)
        return bad_row(reterr, index, "an amount of items that cannot be");
    return true;
}

static bool check_bytes(const struct rd_stage *stage, size_t index, struct rd_error *reterr)
{
    const struct rd_row *row = &stage->plan->row[index];
    if (row->to == RD_NO_HOST)
        return true;
    /* Any number of items may be in a message of a row that is sent as held. */
    int64_t items = row->messages == 0 ? 1 : row->items;
    double bytes = row->kind == RD_CONTROL ? stage->instance->word_bytes
                                           : (double)items * stage->instance->item_bytes;
    double most =
        row->kind == RD_CONTROL ? bytes : (double)row->items * stage->instance->item_bytes;
    if (bytes == floor(bytes) && most <= BYTE_LIMIT)
        return true;
    return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                   "row %zu: a message of %g bytes: SimGrid counts whole bytes, up to 2^53", index,
                   bytes == floor(bytes) ? most : bytes);
}

/* Numbers the links that rows use, by first use. */
static bool read_rows(struct rd_stage *stage, struct rd_error *reterr)
{
    const struct rd_plan *plan = stage->plan;
    if (plan->row_count >= UINT32_MAX)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "%zu rows: fewer than 2^32 - 1 are needed", plan->row_count);
    stage->pair_of_link =
        rd_take(&stage->arena, rd_link_count(&stage->instance->topology), uint32_t);
    uint32_t round = 0;
    for (size_t i = 0; i < plan->row_count; i++) {
        const struct rd_row *row = &plan->row[i];
        if (!check_row(stage, i, round, reterr) || !check_bytes(stage, i, reterr))
            return false;
        round = row->round;
        if (row->to == RD_NO_HOST)
            continue;
        uint64_t link = rd_link_between(&stage->instance->topology, row->from, row->to);
        if (stage->pair_of_link[link] == 0)
            stage->pair_of_link[link] = ++stage->pair_count;
    }
    stage->pair = rd_take(&stage->arena, stage->pair_count, struct rd_pair);
    return true;
}

/* By what rows are put into lanes. */
enum lane_key { BY_SENDER, BY_RECEIVER, BY_PAIR, BY_PROCESSOR };

#define NO_LANE UINT32_MAX

static uint32_t lane_of(const struct rd_stage *stage, const struct rd_row *row, enum lane_key key)
{
    if ((row->to == RD_NO_HOST) != (key == BY_PROCESSOR))
        return NO_LANE;
    switch (key) {
    case BY_SENDER:
    case BY_PROCESSOR: return row->from;
    case BY_RECEIVER: return row->to;
    case BY_PAIR: break;
    }
    uint64_t link = rd_link_between(&stage->instance->topology, row->from, row->to);
    return stage->pair_of_link[link] - 1;
}

/* At a port of k no more than k messages are under way, nor more than there are. */
static uint32_t lane_width(const struct rd_stage *stage, const struct rd_lane *lane, uint32_t ports)
{
    int64_t messages = 0;
    for (uint32_t i = 0; i < lane->row_count && messages < ports; i++) {
        int64_t more = stage->plan->row[lane->row[i]].messages;
        messages += more < ports ? more + (more == 0) : ports;
    }
    return messages < ports ? (uint32_t)messages : ports;
}

/* A counting sort. In: lane_count: numbers that lane_of may give; ports: the width of a lane. */
static struct rd_lanes make_lanes(struct rd_stage *stage, enum lane_key key, uint32_t lane_count,
                                  uint32_t ports)
{
    const struct rd_plan *plan = stage->plan;
    struct rd_lanes lanes = {lane_count, rd_take(&stage->arena, lane_count, struct rd_lane)};
    size_t total = 0;
    for (size_t i = 0; i < plan->row_count; i++) {
        uint32_t number = lane_of(stage, &plan->row[i], key);
        if (number == NO_LANE)
            continue;
        lanes.lane[number].row_count++;
        total++;
    }
    uint32_t *order = rd_take(&stage->arena, total, uint32_t);
    for (uint32_t i = 0; i < lane_count; i++) {
        lanes.lane[i].row = order;
        order += lanes.lane[i].row_count;
        lanes.lane[i].row_count = 0;
    }
    for (size_t i = 0; i < plan->row_count; i++) {
        uint32_t number = lane_of(stage, &plan->row[i], key);
        if (number == NO_LANE)
            continue;
        struct rd_lane *lane = &lanes.lane[number];
        lane->row[lane->row_count++] = (uint32_t)i;
        lane->host = key == BY_RECEIVER ? plan->row[i].to : plan->row[i].from;
    }
    for (uint32_t i = 0; i < lane_count; i++)
        lanes.lane[i].width =
            ports == 1 ? lanes.lane[i].row_count > 0 : lane_width(stage, &lanes.lane[i], ports);
    return lanes;
}

/* Lanes of links live at their senders; these are walked along by receivers. */
static void turn_to_receivers(const struct rd_stage *stage, struct rd_lanes *lanes)
{
    for (uint32_t i = 0; i < lanes->count; i++)
        lanes->lane[i].host = stage->plan->row[lanes->lane[i].row[0]].to;
}

/* Windows: a lane for each port, or, where ports never make a message wait, for each link. */
static void make_all_lanes(struct rd_stage *stage)
{
    const struct rd_instance *instance = stage->instance;
    uint32_t host_count = instance->topology.host_count, ports = instance->port_count;
    if (instance->port_model == RD_PIPELINED_PORTS && !stage->packets)
        ports = 1;
    stage->computing = make_lanes(stage, BY_PROCESSOR, host_count, 1);
    if (stage->free_order) {
        stage->sending = make_lanes(stage, BY_SENDER, host_count, 1);
        stage->receiving = make_lanes(stage, BY_PAIR, stage->pair_count, 1);
        turn_to_receivers(stage, &stage->receiving);
        return;
    }
    stage->locks_links = ports > 1 && ports != UINT32_MAX && !stage->lock_step;
    bool by_host = ports == 1 || stage->locks_links;
    uint32_t lane_count = by_host ? host_count : stage->pair_count;
    uint32_t width = by_host ? ports : 1;
    stage->sending = make_lanes(stage, by_host ? BY_SENDER : BY_PAIR, lane_count, width);
    stage->receiving = make_lanes(stage, by_host ? BY_RECEIVER : BY_PAIR, lane_count, width);
    if (!by_host)
        turn_to_receivers(stage, &stage->receiving);
}

/* What is held at the start, and what each row may not touch because earlier rows take it. */
static bool make_accounts(struct rd_stage *stage, struct rd_error *reterr)
{
    const struct rd_instance *instance = stage->instance;
    size_t count = (size_t)instance->topology.host_count * instance->kind_count;
    stage->held = rd_take(&stage->arena, count, int64_t);
    memcpy(stage->held, instance->load, count * sizeof *stage->held);
    stage->parted = rd_take(&stage->arena, count, int64_t);
    stage->waiting = rd_take(&stage->arena, instance->topology.host_count, struct rd_actor *);
    if (stage->lock_step)
        return true;
    stage->promised = rd_take(&stage->arena, stage->plan->row_count, int64_t);
    int64_t *taken = rd_take(&stage->arena, count, int64_t);
    for (size_t i = 0; i < stage->plan->row_count; i++) {
        const struct rd_row *row = &stage->plan->row[i];
        if (row->kind < 0)
            continue;
        int64_t *total = &taken[rd_account(stage, row->from, row->kind)];
        stage->promised[i] = *total;
        *total += row->items * (row->messages + (row->messages == 0));
        if (*total > RD_ITEM_LIMIT)
            return bad_row(reterr, i, "more items than there can be, with the rows before it");
    }
    return true;
}

/* Who learns from a row: its receiver, or the host that computes. */
static uint32_t learner(const struct rd_row *row)
{
    return row->to == RD_NO_HOST ? row->from : row->to;
}

/* For every host, the rounds in which it receives or computes, and how many rows there are. */
static void make_knowledge(struct rd_stage *stage)
{
    const struct rd_plan *plan = stage->plan;
    if (stage->lock_step || plan->row_count == 0 ||
        plan->row[0].round == plan->row[plan->row_count - 1].round)
        return;
    uint32_t host_count = stage->instance->topology.host_count;
    uint32_t *end = rd_take(&stage->arena, host_count, uint32_t);
    uint32_t *last_round = rd_take(&stage->arena, host_count, uint32_t);
    /* First the parts' sizes, then, a part starting where the one before ends, their contents. */
    for (size_t i = 0; i < plan->row_count; i++) {
        uint32_t host = learner(&plan->row[i]);
        end[host] += last_round[host] != plan->row[i].round + 1;
        last_round[host] = plan->row[i].round + 1;
    }
    uint32_t total = 0;
    stage->unknown = rd_take(&stage->arena, host_count, uint32_t);
    for (uint32_t host = 0; host < host_count; host++) {
        uint32_t size = end[host];
        stage->unknown[host] = end[host] = total;
        total += size;
    }
    stage->knowledge = rd_take(&stage->arena, total, struct rd_knowledge);
    for (size_t i = 0; i < plan->row_count; i++) {
        uint32_t host = learner(&plan->row[i]);
        if (end[host] == stage->unknown[host] ||
            stage->knowledge[end[host] - 1].round != plan->row[i].round)
            stage->knowledge[end[host]++].round = plan->row[i].round;
        stage->knowledge[end[host] - 1].rows_left++;
    }
    stage->knowledge_end = end;
}

bool rd_prepare_stage(struct rd_stage *stage, struct rd_error *reterr)
{
    bool packets = stage->plan->block && stage->plan->row_count > 0;
    if ((packets && !rd_unfold_packets(stage, reterr)) || !read_rows(stage, reterr) ||
        !make_accounts(stage, reterr))
        return false;
    if (stage->plan->timing == RD_FREE_ORDER && !rd_prepare_free_order(stage, reterr))
        return false;
    make_all_lanes(stage);
    make_knowledge(stage);
    while (stage->bus_turn < stage->plan->row_count &&
           stage->plan->row[stage->bus_turn].to == RD_NO_HOST)
        stage->bus_turn++;
    return !stage->lock_step || rd_check_rounds(stage, reterr);
}
