/* Plans of packets: the pipelined hypercube, in lock-step.
 *
 * A packet of round r whose block has L dimensions crosses, or passes over, its k-th dimension in
 * round r + k. It takes the out-port of its origin in round r, the in-port of its destination in
 * round r + L - 1, each link that it crosses in that dimension's round, and no port in between; its
 * items are held from round r + L on. L is at most 20, so that 32 rounds are in sight at a time:
 * what is booked for them is a mask of bits per link and port, and a ring of 32 rounds. */
#include "judge.h"

#include <inttypes.h>

enum { RING = 32 };

/* Rounds in which something is busy: bit k stands for round `base` + k. */
struct bookings {
    uint32_t base;
    uint32_t busy;
};

/* A round in sight. */
struct round {
    double start_s;
    double length_s;   /* so far */
    uint32_t accepted; /* first row that is accepted in it, + 1; 0: none */
};

struct pipeline {
    struct rd_judge *judge;
    struct bookings *link; /* [links] */
    struct bookings *in;   /* [host_count] */
    uint32_t *out;         /* [host_count] last round of origination + 1 */
    int64_t *held;         /* [host_count * kind_count] */
    uint32_t *next;        /* [row_count] of those accepted in a round, + 1 */
    struct round ring[RING];
    struct rd_round_clock clock;
    uint32_t round; /* under way */
};

/* Books a round, from `round` on. Returns: false if it is taken. */
static bool book(struct bookings *bookings, uint32_t round, uint32_t wanted)
{
    uint32_t passed = round - bookings->base;
    bookings->busy = passed < RING ? bookings->busy >> passed : 0;
    bookings->base = round;
    uint32_t bit = UINT32_C(1) << (wanted - round);
    if (bookings->busy & bit)
        return false;
    bookings->busy |= bit;
    return true;
}

static bool blame(struct pipeline *pipeline, size_t index, uint32_t round, uint32_t host,
                  const char *what)
{
    char label[RD_LABEL_SIZE];
    return rd_judge_fail(pipeline->judge, RD_VIOLATION_PACKET, index, host,
                         "round %" PRIu32 ": %s %s", round,
                         rd_host_label(pipeline->judge->instance, host, label), what);
}

bool rd_judge_block(struct rd_judge *judge, size_t index)
{
    const struct rd_row *row = &judge->plan->row[index];
    struct rd_block block = judge->plan->block[index];
    uint32_t d = judge->instance->topology.dimension_count;
    uint32_t low = block.first < block.last ? block.first : block.last;
    uint32_t high = block.first < block.last ? block.last : block.first;
    if (high >= d)
        return rd_judge_fail(judge, RD_VIOLATION_PACKET, index, row->from,
                             "row %zu: block %d-%d: dimensions are 0 to %" PRIu32, index,
                             block.first, block.last, d - 1);
    uint32_t inside = ((UINT32_C(2) << high) - 1) & ~((UINT32_C(1) << low) - 1);
    uint32_t outside = (row->from ^ row->to) & ~inside;
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    if (outside)
        return rd_judge_fail(judge, RD_VIOLATION_PACKET, index, row->from,
                             "row %zu: block %d-%d of a packet from %s to %s, which differ in "
                             "dimension %d",
                             index, block.first, block.last,
                             rd_host_label(judge->instance, row->from, from),
                             rd_host_label(judge->instance, row->to, to), __builtin_ctz(outside));
    return true;
}

/* Is a packet accepted before the plan ends? */
static bool check_end(struct rd_judge *judge, size_t index)
{
    const struct rd_row *row = &judge->plan->row[index];
    uint32_t rounds_left = judge->plan->round_count - row->round;
    uint32_t length = rd_block_length(judge->plan->block[index]);
    if (length <= rounds_left)
        return true;
    return rd_judge_fail(judge, RD_VIOLATION_ROW, index, row->from,
                         "row %zu: a packet of %" PRIu32 " rounds, of which the plan has %" PRIu32
                         " left",
                         index, length, rounds_left);
}

/* Ends the round under way: what it accepts is held from the next on. */
static bool end_round(struct pipeline *pipeline)
{
    struct rd_judge *judge = pipeline->judge;
    struct round *round = &pipeline->ring[pipeline->round % RING];
    rd_round_pass(&pipeline->clock, rd_later(round->length_s, judge->plan->step_s), 1);
    double end_s = rd_round_start_s(&pipeline->clock);
    for (uint32_t i = round->accepted; i; i = pipeline->next[i - 1]) {
        const struct rd_row *row = &judge->plan->row[i - 1];
        if (row->kind >= 0)
            pipeline->held[rd_stock_index(judge, row->to, row->kind)] += row->items;
        if (!judge->trace)
            continue;
        if (judge->trace->row_count == RD_TRACE_ROW_LIMIT)
            return rd_judge_too_long(judge, i - 1, RD_TRACE_ROW_LIMIT, "the trace would have rows");
        rd_trace_add_packet(judge->trace, judge->arena,
                            (struct rd_trace_row){pipeline->ring[row->round % RING].start_s, end_s,
                                                  row->from, row->to, row->kind, row->items},
                            judge->plan->block[i - 1]);
    }
    round->length_s = 0;
    round->accepted = 0;
    pipeline->round++;
    pipeline->ring[pipeline->round % RING].start_s = end_s;
    return true;
}

/* Ends the rounds before `round`. Beyond what is in sight they are idle. */
static bool advance(struct pipeline *pipeline, uint32_t round)
{
    for (uint32_t ended = 0; pipeline->round < round && ended < RING; ended++)
        if (!end_round(pipeline))
            return false;
    if (pipeline->round == round)
        return true;
    rd_round_pass(&pipeline->clock, pipeline->judge->plan->step_s, round - pipeline->round);
    pipeline->round = round;
    pipeline->ring[round % RING].start_s = rd_round_start_s(&pipeline->clock);
    return true;
}

/* Books the links of a packet, hop by hop. */
static bool cross(struct pipeline *pipeline, size_t index)
{
    const struct rd_judge *judge = pipeline->judge;
    const struct rd_row *row = &judge->plan->row[index];
    struct rd_block block = judge->plan->block[index];
    uint32_t at = row->from, length = rd_block_length(block);
    for (uint32_t k = 0; k < length; k++) {
        uint32_t bit = UINT32_C(1) << rd_block_dimension(block, k);
        if (!((row->from ^ row->to) & bit))
            continue;
        uint64_t link = rd_link_between(&judge->instance->topology, at, at ^ bit);
        if (!book(&pipeline->link[link], row->round, row->round + k)) {
            char to[RD_LABEL_SIZE], what[RD_LABEL_SIZE + 32];
            snprintf(what, sizeof what, "sends two packets to %s",
                     rd_host_label(judge->instance, at ^ bit, to));
            return blame(pipeline, index, row->round + k, at, what);
        }
        struct round *round = &pipeline->ring[(row->round + k) % RING];
        round->length_s =
            rd_later(round->length_s, rd_message_s(judge->instance, row, link, row->items));
        at ^= bit;
    }
    uint32_t last = row->round + length - 1;
    if (!book(&pipeline->in[row->to], row->round, last))
        return blame(pipeline, index, last, row->to, "accepts twice");
    pipeline->next[index] = pipeline->ring[last % RING].accepted;
    pipeline->ring[last % RING].accepted = (uint32_t)index + 1;
    return true;
}

static bool play(struct pipeline *pipeline, size_t index, const struct rd_row *row)
{
    struct rd_judge *judge = pipeline->judge;
    if (!rd_judge_block(judge, index) || !check_end(judge, index) || !advance(pipeline, row->round))
        return false;
    if (pipeline->out[row->from] == row->round + 1)
        return blame(pipeline, index, row->round, row->from, "originates twice");
    pipeline->out[row->from] = row->round + 1;
    if (row->kind >= 0) {
        int64_t *held = &pipeline->held[rd_stock_index(judge, row->from, row->kind)];
        if (*held < row->items)
            return rd_judge_not_held(judge, index, row->items, *held);
        *held -= row->items;
    }
    return cross(pipeline, index);
}

static void open_pipeline(struct pipeline *pipeline, struct rd_judge *judge)
{
    *pipeline = (struct pipeline){.judge = judge};
    struct rd_arena *scratch = judge->scratch;
    size_t entries = (size_t)judge->host_count * judge->kind_count;
    pipeline->link = rd_take(scratch, rd_link_count(&judge->instance->topology), struct bookings);
    pipeline->in = rd_take(scratch, judge->host_count, struct bookings);
    pipeline->out = rd_take(scratch, judge->host_count, uint32_t);
    pipeline->next = rd_take(scratch, judge->plan->row_count, uint32_t);
    pipeline->held = rd_take(judge->arena, entries, int64_t);
    for (size_t i = 0; i < entries; i++)
        pipeline->held[i] = judge->instance->load[i];
}

bool rd_judge_packets(struct rd_judge *judge)
{
    struct pipeline pipeline;
    open_pipeline(&pipeline, judge);
    uint32_t round_before = 0;
    for (size_t i = 0; i < judge->plan->row_count; i++) {
        const struct rd_row *row = &judge->plan->row[i];
        int64_t items;
        if (!rd_row_is_well_formed(judge, row, round_before, &items))
            return rd_judge_form(judge, i);
        if (!rd_judge_sum(judge, row, items * __builtin_popcount(row->from ^ row->to)))
            return rd_judge_too_much(judge, i);
        if (!play(&pipeline, i, row)) {
            rd_judge_form(judge, i + 1); /* a row that means nothing is named before any other */
            return false;
        }
        round_before = row->round;
    }
    if (!advance(&pipeline, judge->plan->round_count))
        return false;
    judge->makespan_s = rd_round_start_s(&pipeline.clock);
    judge->steps = judge->plan->round_count;
    judge->final = pipeline.held;
    return true;
}
