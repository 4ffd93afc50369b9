/* The oracle's frame: what rows mean by themselves, and which part judges which plan. */
#include "oracle.h"

#include <math.h>

static bool is_message(const struct rd_transfer *row)
{
    return row->to != RD_NO_HOST;
}

int64_t oracle_row_items(const struct rd_transfer *row)
{
    if (row->kind == RD_CONTROL)
        return 0;
    return row->messages == 0 ? row->items : row->items * row->messages;
}

uint32_t oracle_port_depth(const struct rd_instance *instance, uint32_t host)
{
    switch (instance->port_model) {
    case RD_K_PORTS:
        return instance->host_port_count ? instance->host_port_count[host] : instance->port_count;
    case RD_ALL_PORTS: return UINT32_MAX;
    case RD_ONE_PORT:
    case RD_PIPELINED_PORTS: return 1; /* messages that are no packets */
    }
    return 0;
}

void oracle_crowd_add(struct oracle_crowd *crowd, uint32_t from, uint32_t to, int64_t messages)
{
    if (to == RD_NO_HOST) {
        crowd->at_processor += from == crowd->from ? messages : 0;
        return;
    }
    crowd->at_out_port += from == crowd->from ? messages : 0;
    crowd->at_in_port += to == crowd->to ? messages : 0;
    crowd->on_link += from == crowd->from && to == crowd->to ? messages : 0;
    crowd->on_bus += messages;
}

bool oracle_crowd_fits(const struct rd_instance *instance, const struct oracle_crowd *crowd)
{
    if (crowd->to == RD_NO_HOST)
        return crowd->at_processor <= 1;
    bool bus = instance->topology.shape == RD_BUS;
    return crowd->at_out_port <= oracle_port_depth(instance, crowd->from) &&
           crowd->at_in_port <= oracle_port_depth(instance, crowd->to) && crowd->on_link <= 1 &&
           (!bus || crowd->on_bus <= 1);
}

void oracle_move(const struct rd_instance *instance, int64_t *held, uint32_t from, uint32_t to,
                 int32_t kind, int64_t items)
{
    if (kind == RD_CONTROL)
        return;
    held[from * instance->kind_count + (uint32_t)kind] -= items;
    if (to != RD_NO_HOST)
        held[to * instance->kind_count + (uint32_t)kind] += items;
}

int64_t *oracle_copy_of_load(struct rd_arena *arena, const struct rd_instance *instance)
{
    size_t entries = (size_t)instance->topology.host_count * instance->kind_count;
    int64_t *held = rd_take(arena, entries, int64_t);
    for (size_t i = 0; i < entries; i++)
        held[i] = instance->load[i];
    return held;
}

double oracle_duration_s(const struct rd_instance *instance, uint32_t from, uint32_t to,
                         int32_t kind, int64_t items)
{
    if (to == RD_NO_HOST) {
        if (instance->flops_per_item == 0)
            return 0;
        return (double)items * instance->flops_per_item / instance->speed_flops_per_s[from];
    }
    uint64_t link = rd_link_between(&instance->topology, from, to);
    struct rd_link_cost cost = instance->link_cost[instance->costs_equal ? 0 : link];
    double of_item = kind != RD_CONTROL && instance->kind_bytes ? instance->kind_bytes[kind]
                                                                : instance->item_bytes;
    double bytes = kind == RD_CONTROL ? instance->word_bytes : (double)items * of_item;
    return bytes > 0 ? cost.latency_s + bytes / cost.bandwidth_bytes_per_s : cost.latency_s;
}

void oracle_note_message(struct rd_arena *arena, struct oracle_verdict *verdict,
                         struct oracle_message message)
{
    size_t count = verdict->message_count;
    if ((count & (count - 1)) == 0) /* 0, or a power of two: the array is full */
        verdict->message = rd_arena_grow(arena, verdict->message, count, count ? 2 * count : 1,
                                         sizeof *verdict->message);
    verdict->message[verdict->message_count++] = message;
    if (message.end_s > verdict->makespan_s)
        verdict->makespan_s = message.end_s;
}

/* As held, the end of a message must not fall on its own start. */
static bool takes_no_time_as_held(const struct rd_instance *instance, const struct rd_plan *plan,
                                  const struct rd_transfer *row)
{
    return row->messages == 0 && plan->timing == RD_SELF_TIMED &&
           oracle_duration_s(instance, row->from, row->to, row->kind, 1) <= 1e-6;
}

/* Amounts that mean nothing: less than nothing, items of 0, words with items or as held. */
static bool amounts_mean_nothing(const struct rd_plan *plan, const struct rd_transfer *row)
{
    if (row->items < 0 || row->messages < 0 || (plan->block && row->messages != 1))
        return true;
    if (row->kind == RD_CONTROL)
        return row->messages == 0 || (is_message(row) && row->items != 0);
    return row->items == 0;
}

static bool is_too_large(const struct rd_transfer *row)
{
    int64_t messages = row->messages > 1 ? row->messages : 1;
    return messages > RD_ITEM_LIMIT || row->items > RD_ITEM_LIMIT / messages;
}

static unsigned wrong_row(const struct rd_instance *instance, const struct rd_plan *plan, size_t i)
{
    const struct rd_transfer *row = &plan->transfer[i];
    const struct rd_topology *topology = &instance->topology;
    bool hosts_exist =
        row->from < topology->host_count && (!is_message(row) || row->to < topology->host_count);
    bool round_comes =
        row->round < plan->round_count && (i == 0 || row->round >= plan->transfer[i - 1].round);
    bool kind_exists = row->kind >= RD_CONTROL && row->kind < (int64_t)instance->kind_count;
    /* A star's master only relays, and packets are not computed. */
    bool works_in_vain =
        !is_message(row) &&
        (plan->block || (topology->shape == RD_STAR && row->from == topology->host_count - 1));
    unsigned wrong = 0;
    if (!hosts_exist || !round_comes || !kind_exists || works_in_vain ||
        amounts_mean_nothing(plan, row))
        wrong |= ORACLE_BIT(RD_VIOLATION_TRANSFER);
    if (is_too_large(row))
        wrong |= ORACLE_BIT(RD_VIOLATION_SIZE);
    if (hosts_exist && is_message(row) &&
        (row->from == row->to ||
         (!plan->block && rd_link_between(topology, row->from, row->to) == RD_NO_LINK)))
        wrong |= ORACLE_BIT(RD_VIOLATION_NEIGHBOUR);
    return wrong;
}

unsigned oracle_wrong_rows(const struct rd_instance *instance, const struct rd_plan *plan,
                           bool *ret_unsaid, size_t *ret_row)
{
    for (size_t i = 0; i < plan->transfer_count; i++) {
        unsigned wrong = wrong_row(instance, plan, i);
        *ret_row = i;
        if (wrong)
            return wrong;
        if (takes_no_time_as_held(instance, plan, &plan->transfer[i]))
            *ret_unsaid = true;
    }
    *ret_row = SIZE_MAX;
    return 0;
}

/* The order of rows: the first that could not be executed whole after those before it, or
 * SIZE_MAX. */
static size_t first_not_executable(const struct rd_instance *instance, const struct rd_plan *plan,
                                   struct rd_arena *arena)
{
    int64_t *held = oracle_copy_of_load(arena, instance);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *row = &plan->transfer[i];
        int64_t items = oracle_row_items(row);
        if (row->kind != RD_CONTROL &&
            held[row->from * instance->kind_count + (uint32_t)row->kind] < items)
            return i;
        oracle_move(instance, held, row->from, row->to, row->kind, items);
    }
    return SIZE_MAX;
}

/* Does some host part with more of a kind than its load and all that it receives? */
static bool parts_with_too_much(const struct rd_instance *instance, const struct rd_plan *plan)
{
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        for (int32_t kind = 0; kind < (int32_t)instance->kind_count; kind++) {
            /* In doubles, which do not overflow; exact up to 2^53. */
            double parts = 0, ever = (double)rd_load(instance, host, (uint32_t)kind);
            for (size_t i = 0; i < plan->transfer_count; i++) {
                const struct rd_transfer *row = &plan->transfer[i];
                if (row->kind == kind && row->from == host)
                    parts += (double)oracle_row_items(row);
                if (row->kind == kind && row->to == host)
                    ever += (double)oracle_row_items(row);
            }
            if (parts > ever)
                return true;
        }
    return false;
}

static bool kind_is_balanced(const struct rd_instance *instance, const int64_t *held, uint32_t kind)
{
    uint32_t hosts = instance->topology.host_count;
    int64_t least = INT64_MAX, most = INT64_MIN, sum = 0;
    for (uint32_t host = 0; host < hosts; host++) {
        int64_t items = held[host * instance->kind_count + kind];
        sum += items;
        least = items < least ? items : least;
        most = items > most ? items : most;
    }
    int64_t error = instance->balance_error;
    if (sum % hosts != 0 && error < 1)
        error = 1;
    return most - least <= error;
}

/* Each kind whole on one host, and no host with two kinds. */
static bool is_gathered(const struct rd_instance *instance, const int64_t *held)
{
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        uint32_t kinds_here = 0;
        for (uint32_t kind = 0; kind < instance->kind_count; kind++) {
            if (held[host * instance->kind_count + kind] == 0)
                continue;
            kinds_here++;
            for (uint32_t other = 0; other < instance->topology.host_count; other++)
                if (other != host && held[other * instance->kind_count + kind] != 0)
                    return false;
        }
        if (kinds_here > 1)
            return false;
    }
    return true;
}

bool oracle_goal_is_reached(const struct rd_instance *instance, const int64_t *held)
{
    size_t entries = (size_t)instance->topology.host_count * instance->kind_count;
    switch (instance->goal) {
    case RD_REACH:
        for (size_t i = 0; i < entries; i++)
            if (held[i] != instance->target[i])
                return false;
        return true;
    case RD_BALANCE:
        for (uint32_t kind = 0; kind < instance->kind_count; kind++)
            if (!kind_is_balanced(instance, held, kind))
                return false;
        return true;
    case RD_GATHER: return is_gathered(instance, held);
    case RD_FINISH:
        for (size_t i = 0; i < entries; i++)
            if (held[i] != 0)
                return false;
        return true;
    case RD_STENCIL:
    case RD_PLACE:
    case RD_COPIES: return true; /* kept by tests of their own */
    }
    return false;
}

/* Final loads and counts, which do not depend on time. */
static void count_up(const struct rd_instance *instance, const struct rd_plan *plan,
                     struct rd_arena *arena, struct oracle_verdict *verdict)
{
    verdict->held = oracle_copy_of_load(arena, instance);
    verdict->computed = rd_take(arena, instance->topology.host_count, int64_t);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *row = &plan->transfer[i];
        int64_t items = oracle_row_items(row); /* 0 for words and plain work */
        oracle_move(instance, verdict->held, row->from, row->to, row->kind, items);
        if (is_message(row)) {
            verdict->transfers += row->messages;
            verdict->items_moved +=
                items * (plan->block ? __builtin_popcount(row->from ^ row->to) : 1);
        } else {
            verdict->computed[row->from] += items;
        }
    }
    /* As held: as many as were cut; in free order, where nothing is, one. */
    for (size_t i = 0; i < verdict->message_count; i++)
        if (plan->transfer[verdict->message[i].row].messages == 0 &&
            verdict->message[i].to != RD_NO_HOST)
            verdict->transfers++;
    for (size_t i = 0; plan->timing == RD_FREE_ORDER && i < plan->transfer_count; i++)
        verdict->transfers += plan->transfer[i].messages == 0 && is_message(&plan->transfer[i]);
    verdict->goal_reached = oracle_goal_is_reached(instance, verdict->held);
}

static unsigned judge_order(const struct rd_instance *instance, const struct rd_plan *plan,
                            struct rd_arena *arena, struct oracle_verdict *verdict)
{
    size_t first = first_not_executable(instance, plan, arena);
    bool executable = first == SIZE_MAX;
    if (!executable && parts_with_too_much(instance, plan))
        return ORACLE_BIT(RD_VIOLATION_MORE_THAN_EVER_HELD);
    if (plan->timing == RD_FREE_ORDER && executable)
        return 0;
    if (executable && !oracle_bytes_are_timed(instance, plan, &verdict->row))
        return ORACLE_BIT(RD_VIOLATION_TRANSFER);
    verdict->row = SIZE_MAX;
    struct rd_instance played =
        *instance; /* whether it ends at all is asked without shared links */
    if (!executable || plan->timing == RD_FREE_ORDER)
        played.shared = NULL;
    bool finishes = oracle_play_self_timed(&played, plan, arena, verdict);
    rd_assert(finishes || !executable); /* 'a plan in executable order always finishes' */
    if (executable)
        return 0;
    verdict->row = finishes ? first : SIZE_MAX;
    return ORACLE_BIT(finishes ? RD_VIOLATION_ORDER : RD_VIOLATION_DEADLOCK);
}

/* What is wrong with a plan before any of its rows. */
static unsigned wrong_plan(const struct rd_instance *instance, const struct rd_plan *plan)
{
    bool lock_step = plan->timing == RD_LOCK_STEP;
    unsigned wrong = 0;
    if (!lock_step && plan->timing != RD_SELF_TIMED && plan->timing != RD_FREE_ORDER)
        wrong |= ORACLE_BIT(RD_VIOLATION_TRANSFER);
    if (lock_step && !(plan->step_s >= 0 && isfinite(plan->step_s)))
        wrong |= ORACLE_BIT(RD_VIOLATION_TRANSFER);
    if (plan->block && (!lock_step || instance->port_model != RD_PIPELINED_PORTS))
        wrong |= ORACLE_BIT(RD_VIOLATION_PACKET);
    return wrong;
}

void oracle_judge_plan(const struct rd_instance *instance, const struct rd_plan *plan,
                       struct rd_arena *arena, struct oracle_verdict *ret_verdict)
{
    struct oracle_verdict verdict = {.steps = -1, .row = SIZE_MAX};
    bool lock_step = plan->timing == RD_LOCK_STEP;
    verdict.wrong = wrong_plan(instance, plan);
    if (!verdict.wrong)
        verdict.wrong = oracle_wrong_rows(instance, plan, &verdict.unsaid, &verdict.row);
    if (!verdict.wrong && !verdict.unsaid)
        verdict.wrong = lock_step ? oracle_play_lock_step(instance, plan, arena, &verdict)
                                  : judge_order(instance, plan, arena, &verdict);
    if (!verdict.wrong && !verdict.unsaid && verdict.makespan_s == INFINITY)
        verdict.wrong = ORACLE_BIT(RD_VIOLATION_SIZE);
    if (!verdict.wrong && !verdict.unsaid)
        count_up(instance, plan, arena, &verdict);
    if (plan->timing == RD_FREE_ORDER)
        verdict.makespan_s = NAN;
    *ret_verdict = verdict;
}
