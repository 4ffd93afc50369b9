#include "gate.h"

#include "actors.h"

#include <simgrid/engine.h>

#include <inttypes.h>

/* SimGrid makes a sleep shorter than this last as long as this. */
#define SHORTEST_SLEEP_S 1e-9

/* Counts the uses of a port in a round. Returns: is there room for one more? */
struct port {
    uint32_t round; /* one more than the round that it counts; 0: none yet */
    uint32_t used;
};

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
                           "round %" PRIu32 ": row %zu needs a port, a link or a processor that an "
                           "earlier row of the round uses",
                           row->round, i);
    }
    return true;
}

void rd_end_in_round(struct rd_stage *stage)
{
    if (--stage->round_rows_left == 0)
        rd_wake(stage->keeper);
}

static void sleep_until(double date_s)
{
    double left_s = date_s - simgrid_get_clock();
    if (left_s >= SHORTEST_SLEEP_S)
        sg_actor_sleep_for(left_s);
}

/* Takes what the rows of a round send and compute out of what is held now.
 * Returns: the number of the first row behind them. */
static size_t take_items(struct rd_stage *stage, size_t first, uint32_t round)
{
    const struct rd_plan *plan = stage->plan;
    size_t i = first;
    for (; i < plan->row_count && plan->row[i].round == round; i++) {
        const struct rd_row *row = &plan->row[i];
        if (row->kind < 0)
            continue;
        size_t account = rd_account(stage, row->from, row->kind);
        int64_t there = stage->held[account] - stage->parted[account];
        if (there < row->items * row->messages)
            rd_break(stage, RD_FAILURE_NOT_HELD, i, row->from, there);
        stage->parted[account] += row->items * row->messages;
    }
    return i;
}

void rd_keep_gate(int argument_count, char **argument)
{
    (void)argument_count, (void)argument;
    struct rd_actor *keeper = rd_begin();
    struct rd_stage *stage = keeper->stage;
    const struct rd_plan *plan = stage->plan;
    uint32_t round = 0;
    for (size_t row = 0; round < plan->round_count;) {
        double start_s = simgrid_get_clock();
        uint32_t next = row < plan->row_count ? plan->row[row].round : plan->round_count;
        if (next > round) {
            sleep_until(start_s + (next - round) * plan->step_s);
            round = next;
            continue;
        }
        size_t end = take_items(stage, row, round);
        stage->round_rows_left = end - row;
        stage->open_rounds = round + 1;
        for (; row < end; row++)
            rd_wake_host(stage, plan->row[row].from);
        while (stage->round_rows_left > 0)
            rd_sleep(keeper);
        sleep_until(start_s + plan->step_s);
        round++;
    }
}
