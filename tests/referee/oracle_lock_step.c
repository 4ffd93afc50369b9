/* Lock-step plans: round by round; and packets, pair by pair. What cannot start is wrong. */
#include "oracle.h"

/* The rows of a round occupy together what each occupies: more than fits is wrong. */
static bool has_its_ports(const struct rd_instance *instance, const struct rd_plan *plan, size_t i)
{
    const struct rd_transfer *row = &plan->transfer[i];
    struct oracle_crowd crowd = {.from = row->from, .to = row->to};
    for (size_t j = 0; j < plan->transfer_count; j++)
        if (plan->transfer[j].round == row->round)
            oracle_crowd_add(&crowd, plan->transfer[j].from, plan->transfer[j].to, 1);
    return oracle_crowd_fits(instance, &crowd);
}

/* Does the host hold, when the round starts, what its rows of this round take? */
static bool holds_its_items(const struct rd_instance *instance, const struct rd_plan *plan,
                            size_t i)
{
    const struct rd_transfer *row = &plan->transfer[i];
    if (row->kind == RD_CONTROL)
        return true;
    int64_t items = rd_load(instance, row->from, (uint32_t)row->kind);
    for (size_t j = 0; j < plan->transfer_count; j++) {
        const struct rd_transfer *other = &plan->transfer[j];
        if (other->kind != row->kind)
            continue;
        if (other->to == row->from && other->round < row->round)
            items += oracle_row_items(other);
        if (other->from == row->from && other->round <= row->round)
            items -= oracle_row_items(other);
    }
    return items >= 0;
}

/* Rows of a round start together; a round lasts as long as its longest row, at least step_s. */
static void play_rounds(const struct rd_instance *instance, const struct rd_plan *plan,
                        struct rd_arena *arena, struct oracle_verdict *verdict)
{
    double start_s = 0;
    uint32_t round = 0; /* starts at start_s */
    for (size_t i = 0; i < plan->transfer_count;) {
        start_s += (double)(plan->transfer[i].round - round) * plan->step_s;
        round = plan->transfer[i].round;
        double longest_s = plan->step_s;
        for (; i < plan->transfer_count && plan->transfer[i].round == round; i++) {
            const struct rd_transfer *row = &plan->transfer[i];
            double each_s = oracle_duration_s(instance, row->from, row->to, row->kind, row->items);
            int64_t messages = row->messages ? row->messages : 1; /* as held: one, of all */
            double row_s = (double)messages * each_s;
            longest_s = row_s > longest_s ? row_s : longest_s;
            for (int64_t k = 0; k < messages; k++)
                oracle_note_message(arena, verdict,
                                    (struct oracle_message){i, start_s + (double)k * each_s,
                                                            start_s + (double)(k + 1) * each_s,
                                                            row->from, row->to, row->kind,
                                                            row->items});
        }
        start_s += longest_s;
        round++;
    }
    verdict->makespan_s = start_s + (double)(plan->round_count - round) * plan->step_s;
}

/* The dimension that packet i crosses in a round, or -1 if it is not on its way then. */
static int dimension_in_round(const struct rd_plan *plan, size_t i, uint32_t round)
{
    int first = plan->block[i].first, last = plan->block[i].last;
    int64_t step = (int64_t)round - (int64_t)plan->transfer[i].round;
    int length = first <= last ? last - first + 1 : first - last + 1;
    if (step < 0 || step >= length)
        return -1;
    return first <= last ? first + (int)step : first - (int)step;
}

static uint32_t last_round(const struct rd_plan *plan, size_t i)
{
    int first = plan->block[i].first, last = plan->block[i].last;
    return plan->transfer[i].round + (uint32_t)(first <= last ? last - first : first - last);
}

/* Where packet i is when a round starts: the bits of dimensions crossed before are the receiver's.
 */
static uint32_t place_in_round(const struct rd_plan *plan, size_t i, uint32_t round)
{
    uint32_t place = plan->transfer[i].from;
    for (uint32_t before = plan->transfer[i].round; before < round; before++) {
        uint32_t bit = UINT32_C(1) << dimension_in_round(plan, i, before);
        place = (place & ~bit) | (plan->transfer[i].to & bit);
    }
    return place;
}

/* Does packet i change its place in a round? */
static bool moves_in_round(const struct rd_plan *plan, size_t i, uint32_t round)
{
    int dimension = dimension_in_round(plan, i, round);
    return dimension >= 0 && ((plan->transfer[i].from ^ plan->transfer[i].to) >> dimension & 1);
}

static bool block_holds_its_dimensions(const struct rd_instance *instance,
                                       const struct rd_plan *plan, size_t i)
{
    uint32_t dimensions = instance->topology.dimension_count;
    uint32_t low = plan->block[i].first, high = plan->block[i].last;
    if (low > high) {
        uint32_t other = low;
        low = high;
        high = other;
    }
    if (high >= dimensions)
        return false;
    uint32_t differ = plan->transfer[i].from ^ plan->transfer[i].to;
    for (uint32_t dimension = 0; dimension < dimensions; dimension++)
        if ((differ >> dimension & 1) && (dimension < low || dimension > high))
            return false;
    return true;
}

static bool collide(const struct rd_plan *plan, size_t i, size_t j)
{
    const struct rd_transfer *a = &plan->transfer[i], *b = &plan->transfer[j];
    if (a->from == b->from && a->round == b->round)
        return true; /* originates twice */
    if (a->to == b->to && last_round(plan, i) == last_round(plan, j))
        return true; /* accepts twice */
    for (uint32_t round = a->round; round <= last_round(plan, i); round++)
        if (moves_in_round(plan, i, round) && moves_in_round(plan, j, round) &&
            dimension_in_round(plan, i, round) == dimension_in_round(plan, j, round) &&
            place_in_round(plan, i, round) == place_in_round(plan, j, round))
            return true; /* the same directed edge */
    return false;
}

static bool packet_is_held(const struct rd_instance *instance, const struct rd_plan *plan, size_t i)
{
    const struct rd_transfer *row = &plan->transfer[i];
    if (row->kind == RD_CONTROL)
        return true;
    int64_t items = rd_load(instance, row->from, (uint32_t)row->kind);
    for (size_t j = 0; j < plan->transfer_count; j++) {
        const struct rd_transfer *other = &plan->transfer[j];
        if (other->kind != row->kind)
            continue;
        if (other->to == row->from && last_round(plan, j) < row->round)
            items += other->items;
        if (other->from == row->from && other->round <= row->round)
            items -= other->items;
    }
    return items >= 0;
}

static double round_of_packets_s(const struct rd_instance *instance, const struct rd_plan *plan,
                                 uint32_t round)
{
    double longest_s = plan->step_s;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        if (!moves_in_round(plan, i, round))
            continue;
        uint32_t from = place_in_round(plan, i, round);
        uint32_t to = from ^ (UINT32_C(1) << dimension_in_round(plan, i, round));
        double hop_s =
            oracle_duration_s(instance, from, to, plan->transfer[i].kind, plan->transfer[i].items);
        longest_s = hop_s > longest_s ? hop_s : longest_s;
    }
    return longest_s;
}

/* A packet starts with its round and ends with the round in which it is accepted. */
static void play_packets(const struct rd_instance *instance, const struct rd_plan *plan,
                         struct rd_arena *arena, struct oracle_verdict *verdict)
{
    double *start_s = rd_take(arena, (size_t)plan->round_count + 1, double);
    for (uint32_t round = 0; round < plan->round_count; round++)
        start_s[round + 1] = start_s[round] + round_of_packets_s(instance, plan, round);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *row = &plan->transfer[i];
        oracle_note_message(arena, verdict,
                            (struct oracle_message){i, start_s[row->round],
                                                    start_s[last_round(plan, i) + 1], row->from,
                                                    row->to, row->kind, row->items});
    }
    verdict->makespan_s = start_s[plan->round_count];
}

static unsigned wrong_packets(const struct rd_instance *instance, const struct rd_plan *plan)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        if (!block_holds_its_dimensions(instance, plan, i))
            wrong |= ORACLE_BIT(RD_VIOLATION_PACKET);
        if (!packet_is_held(instance, plan, i))
            wrong |= ORACLE_BIT(RD_VIOLATION_NOT_HELD);
        if (last_round(plan, i) >= plan->round_count) /* the plan must last until then */
            wrong |= ORACLE_BIT(RD_VIOLATION_TRANSFER);
    }
    if (wrong & ORACLE_BIT(RD_VIOLATION_PACKET))
        return wrong; /* on what is no dimension nothing collides */
    for (size_t i = 0; i < plan->transfer_count; i++) {
        for (size_t j = 0; j < i; j++)
            if (collide(plan, i, j))
                wrong |= ORACLE_BIT(RD_VIOLATION_PACKET);
    }
    return wrong;
}

static unsigned wrong_rounds(const struct rd_instance *instance, const struct rd_plan *plan)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        if (!has_its_ports(instance, plan, i))
            wrong |= ORACLE_BIT(RD_VIOLATION_PORT);
        if (!holds_its_items(instance, plan, i))
            wrong |= ORACLE_BIT(RD_VIOLATION_NOT_HELD);
    }
    return wrong;
}

/* The first row to blame is the last of the shortest beginning of the plan that is wrong. */
unsigned oracle_play_lock_step(const struct rd_instance *instance, const struct rd_plan *plan,
                               struct rd_arena *arena, struct oracle_verdict *verdict)
{
    verdict->steps = plan->round_count;
    if (plan->block ? wrong_packets(instance, plan) : wrong_rounds(instance, plan)) {
        struct rd_plan beginning = *plan;
        unsigned wrong = 0;
        for (beginning.transfer_count = 1; !wrong; beginning.transfer_count++)
            wrong = plan->block ? wrong_packets(instance, &beginning)
                                : wrong_rounds(instance, &beginning);
        verdict->row = beginning.transfer_count - 2;
        return wrong;
    }
    if (plan->block)
        play_packets(instance, plan, arena, verdict);
    else
        play_rounds(instance, plan, arena, verdict);
    return 0;
}
