#include "gate.h"

#include "actors.h"

#include <simgrid/engine.h>

#include <inttypes.h>

/* How often a port was used in a round. */
struct port {
    uint32_t round; /* one more than the round that it counts; 0: none yet */
    uint32_t used;
};

/* Returns: is there room for one use more? */
static bool use(struct port *port, uint32_t round, uint32_t width)
{
    if (port->round != round + 1)
        *port = (struct port){round + 1, 0};
    return port->used++ < width;
}

bool rd_check_rounds(struct rd_stage *stage, struct rd_error *reterr)
{
    const struct rd_instance *instance = stage->instance;
    uint32_t host_count = instance->topology.host_count;
    uint32_t width = instance->port_model == RD_PIPELINED_PORTS ? 1 : instance->port_count;
    if (stage->packets) /* in mid-way a packet takes no port */
        width = UINT32_MAX;
    struct port *out = rd_take(&stage->arena, host_count, struct port);
    struct port *in = rd_take(&stage->arena, host_count, struct port);
    struct port *processor = rd_take(&stage->arena, host_count, struct port);
    struct port *link = rd_take(&stage->arena, stage->pair_count, struct port);
    struct port bus = {0, 0};
    for (size_t i = 0; i < stage->plan->row_count; i++) {
        const struct rd_row *row = &stage->plan->row[i];
        bool fits;
        if (row->to == RD_NO_HOST)
            fits = use(&processor[row->from], row->round, 1);
        else
            fits = use(&out[row->from], row->round, width) &&
                   use(&in[row->to], row->round, width) &&
                   use(&link[rd_pair_between(stage, row->from, row->to) - stage->pair], row->round,
                       1) &&
                   use(&bus, row->round, stage->bus ? 1 : UINT32_MAX);
        if (!fits)
            return rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                           "round %" PRIu32 ": a message from host %" PRIu32 " to host %" PRIu32
                           ", or a computation, needs what an earlier row of the round uses",
                           row->round, row->from, row->to == RD_NO_HOST ? row->from : row->to);
    }
    return true;
}

void rd_end_in_round(struct rd_stage *stage)
{
    if (--stage->round_rows_left == 0)
        rd_wake(stage->keeper);
}

static void sleep_until(const struct rd_stage *stage, double date_s)
{
    double left_s = date_s - simgrid_get_clock();
    if (left_s >= stage->precision_s)
        sg_actor_sleep_for(left_s);
}

/* How far the rounds have come: the first row that has not been played, and of packets the first
 * that has not left, and the first place in the order of acceptance. */
struct progress {
    size_t played;
    size_t left;
    size_t accepted;
};

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The next round in which anything happens; round_count if there is none. */
static uint32_t next_round(const struct rd_stage *stage, const struct progress *progress)
{
    const struct rd_plan *plan = stage->plan;
    uint32_t next = plan->round_count;
    if (progress->played < plan->row_count)
        next = lesser(next, plan->row[progress->played].round);
    if (!stage->packets)
        return next;
    const struct rd_plan *packets = stage->packets->plan;
    if (progress->left < packets->row_count)
        next = lesser(next, packets->row[progress->left].round);
    if (progress->accepted < packets->row_count)
        next = lesser(next, rd_last_round(packets, stage->packets->accepted[progress->accepted]));
    return next;
}

/* Takes what a row sends or computes out of what is held when its round starts. */
static void take_row(struct rd_stage *stage, const struct rd_row *row, size_t index)
{
    if (row->kind < 0)
        return;
    size_t account = rd_account(stage, row->from, row->kind);
    int64_t there = stage->held[account] - stage->parted[account];
    int64_t items = row->items * (row->messages + (row->messages == 0));
    if (there < items)
        rd_break(stage, (struct rd_failure){.kind = RD_FAILURE_NOT_HELD,
                                            .from = row->from,
                                            .row = index,
                                            .amount = there});
    stage->parted[account] += items;
}

/* Opens a round: first it takes what its rows need, then it lets them start. */
static void open_round(struct rd_stage *stage, struct progress *progress, uint32_t round)
{
    const struct rd_plan *plan = stage->plan;
    size_t first = progress->played, end = first;
    for (; end < plan->row_count && plan->row[end].round == round; end++)
        if (!stage->packets)
            take_row(stage, &plan->row[end], end);
    if (stage->packets) {
        const struct rd_plan *packets = stage->packets->plan;
        for (; progress->left < packets->row_count && packets->row[progress->left].round == round;
             progress->left++) {
            take_row(stage, &packets->row[progress->left], progress->left);
            stage->packets->start_s[progress->left] = simgrid_get_clock();
        }
    }
    progress->played = end;
    stage->round_rows_left = end - first;
    stage->open_rounds = round + 1;
    for (size_t i = first; i < end; i++)
        rd_wake_host(stage, plan->row[i].from);
}

/* Packets whose last round has ended are held where they go. */
static void accept_packets(struct rd_stage *stage, struct progress *progress, uint32_t round)
{
    const struct rd_plan *plan = stage->packets->plan;
    for (; progress->accepted < plan->row_count; progress->accepted++) {
        uint32_t index = stage->packets->accepted[progress->accepted];
        const struct rd_row *row = &plan->row[index];
        if (rd_last_round(plan, index) != round)
            break;
        if (stage->trace && plan->block) {
            struct rd_block *block = rd_at(stage->request, stage->request->trace_block_offset);
            block[stage->request->trace_count] = plan->block[index];
        }
        rd_record(stage, row, stage->packets->start_s[index], row->items);
        if (row->kind >= 0)
            stage->held[rd_account(stage, row->to, row->kind)] += row->items;
    }
}

void rd_keep_gate(int argument_count, char **argument)
{
    (void)argument_count, (void)argument;
    struct rd_actor *keeper = rd_begin();
    struct rd_stage *stage = keeper->stage;
    const struct rd_plan *plan = stage->plan;
    struct progress progress = {0};
    for (uint32_t round = 0; round < plan->round_count;) {
        double start_s = simgrid_get_clock();
        uint32_t next = next_round(stage, &progress);
        if (next > round) {
            sleep_until(stage, start_s + (next - round) * plan->step_s);
            round = next;
            continue;
        }
        open_round(stage, &progress, round);
        while (stage->round_rows_left > 0)
            rd_sleep(keeper);
        sleep_until(stage, start_s + plan->step_s);
        if (stage->packets)
            accept_packets(stage, &progress, round);
        round++;
    }
}
