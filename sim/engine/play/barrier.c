#include "barrier.h"

#include "copies.h"
#include "recording.h"
#include "sim/engine/simgrid/library.h"

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

/* How many messages of a round a host's port carries. */
static uint32_t width_of(const struct rd_replay_state *replay, uint32_t host)
{
    if (replay->packets) /* in mid-way a packet takes no port */
        return UINT32_MAX;
    bool pipelined = replay->instance->port_model == RD_PIPELINED_PORTS;
    return pipelined ? 1 : rd_host_ports(replay->instance, host);
}

bool rd_check_rounds(struct rd_replay_state *replay, struct rd_error *reterr)
{
    const struct rd_instance *instance = replay->instance;
    uint32_t host_count = instance->topology.host_count;
    struct port *out = rd_take(&replay->arena, host_count, struct port);
    struct port *in = rd_take(&replay->arena, host_count, struct port);
    struct port *processor = rd_take(&replay->arena, host_count, struct port);
    struct port *link = rd_take(&replay->arena, replay->active_link_count, struct port);
    struct port bus = {0, 0};
    uint32_t *gate_number = rd_take(&replay->arena, replay->plan->transfer_count, uint32_t);
    replay->gate = rd_take(&replay->arena, replay->plan->transfer_count, struct rd_gate);
    replay->gate_number = gate_number;
    for (size_t i = 0; i < replay->plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &replay->plan->transfer[i];
        bool fits;
        if (i > 0)
            gate_number[i] = gate_number[i - 1] + (transfer->round != transfer[-1].round);
        replay->gate[gate_number[i]].transfer_count++;
        if (transfer->to == RD_NO_HOST)
            fits = use(&processor[transfer->from], transfer->round, 1);
        else
            fits = use(&out[transfer->from], transfer->round, width_of(replay, transfer->from)) &&
                   use(&in[transfer->to], transfer->round, width_of(replay, transfer->to)) &&
                   use(&link[replay->active_link_number[i]], transfer->round, 1) &&
                   use(&bus, transfer->round, replay->bus ? 1 : UINT32_MAX);
        if (!fits && transfer->to == RD_NO_HOST)
            return rd_failed(reterr, "round %" PRIu32 ": %s computes twice", transfer->round,
                             rd_label(replay->instance, transfer->from));
        if (!fits)
            return rd_failed(reterr,
                             "round %" PRIu32
                             ": a message from %s to %s needs a port, a link or the "
                             "bus, which an earlier transfer of the round uses",
                             transfer->round, rd_label(replay->instance, transfer->from),
                             rd_label(replay->instance, transfer->to));
    }
    return true;
}

void rd_pass_gate(struct rd_replay_state *replay, size_t transfer)
{
    struct rd_gate *gate = &replay->gate[replay->gate_number[transfer]];
    if (gate->open)
        return;
    if (!gate->barrier)
        gate->barrier = rd_simgrid.sg_barrier_init(gate->transfer_count + 1);
    rd_simgrid.sg_barrier_wait(gate->barrier);
}

static bool has_come(const struct rd_replay_state *replay, double date_s)
{
    return date_s - rd_simgrid.simgrid_get_clock() < replay->precision_s;
}

static void sleep_until(const struct rd_replay_state *replay, double date_s)
{
    if (!has_come(replay, date_s))
        rd_simgrid.sg_actor_sleep_for(date_s - rd_simgrid.simgrid_get_clock());
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The next round in which anything happens; round_count if there is none. */
static uint32_t next_round(const struct rd_replay_state *replay)
{
    const struct rd_rounds *rounds = &replay->rounds;
    const struct rd_plan *plan = replay->plan;
    uint32_t next = plan->round_count;
    if (rounds->played < plan->transfer_count)
        next = lesser(next, plan->transfer[rounds->played].round);
    if (!replay->packets)
        return next;
    const struct rd_plan *packets = replay->packets->plan;
    if (rounds->left < packets->transfer_count)
        next = lesser(next, packets->transfer[rounds->left].round);
    if (rounds->accepted < packets->transfer_count)
        next = lesser(next, rd_last_round(packets, replay->packets->accepted[rounds->accepted]));
    return next;
}

/* Takes what a transfer sends or computes out of what is held when its round starts. */
static void take_transfer(struct rd_replay_state *replay, const struct rd_transfer *transfer,
                          size_t index)
{
    if (transfer->kind < 0)
        return;
    bool copies = rd_is_of_copies(replay, transfer);
    size_t account = rd_holding_index(replay, transfer->from, transfer->kind);
    int64_t there = copies ? rd_replay_copies_there(replay, index)
                           : replay->held[account] - replay->parted[account];
    int64_t items = transfer->items * (transfer->messages + (transfer->messages == 0));
    if (there < items)
        rd_replay_break(replay, (struct rd_failure){.kind = RD_FAILURE_NOT_HELD,
                                                    .from = transfer->from,
                                                    .transfer = index,
                                                    .amount = there});
    replay->parted[account] += copies ? 0 : items;
}

/* Opens a round: first it takes what its transfers need, then it lets them start. */
static void open_round(struct rd_replay_state *replay)
{
    const struct rd_plan *plan = replay->plan;
    struct rd_rounds *rounds = &replay->rounds;
    size_t first = rounds->played, end = first;
    rounds->start_s = rd_simgrid.simgrid_get_clock();
    for (; end < plan->transfer_count && plan->transfer[end].round == rounds->round; end++)
        if (!replay->packets)
            take_transfer(replay, &plan->transfer[end], end);
    if (replay->packets) {
        const struct rd_plan *packets = replay->packets->plan;
        for (; rounds->left < packets->transfer_count &&
               packets->transfer[rounds->left].round == rounds->round;
             rounds->left++) {
            take_transfer(replay, &packets->transfer[rounds->left], rounds->left);
            replay->packets->start_s[rounds->left] = rounds->start_s;
        }
    }
    rounds->played = end;
    rounds->transfers_left = end - first;
    rounds->gate = NULL;
    if (end == first)
        return;
    struct rd_gate *gate = &replay->gate[replay->gate_number[first]];
    rounds->gate = gate;
    gate->open = !gate->barrier; /* else whoever comes has to make the barrier full */
    if (gate->barrier)
        rd_simgrid.sg_barrier_wait(gate->barrier);
}

/* Packets whose last round is the open one are held where they go. */
static void accept_packets(struct rd_replay_state *replay)
{
    const struct rd_plan *plan = replay->packets->plan;
    struct rd_rounds *rounds = &replay->rounds;
    for (; rounds->accepted < plan->transfer_count; rounds->accepted++) {
        uint32_t index = replay->packets->accepted[rounds->accepted];
        const struct rd_transfer *transfer = &plan->transfer[index];
        if (rd_last_round(plan, index) != rounds->round)
            break;
        if (replay->request->trace && plan->block)
            replay->request->trace_block[replay->request->trace_count] = plan->block[index];
        rd_record(replay, transfer, replay->packets->start_s[index], transfer->items);
        if (transfer->kind >= 0)
            replay->held[rd_holding_index(replay, transfer->to, transfer->kind)] += transfer->items;
    }
}

/* The open round has ended, and lasted its step. */
static void close_round(struct rd_replay_state *replay)
{
    struct rd_rounds *rounds = &replay->rounds;
    if (rounds->gate && rounds->gate->barrier) /* all have passed */
        rd_simgrid.sg_barrier_destroy(rounds->gate->barrier);
    if (replay->packets)
        accept_packets(replay);
    rounds->round++;
}

/* May the next round start at once, without anybody waiting at a barrier? */
static bool next_may_start(const struct rd_replay_state *replay)
{
    const struct rd_rounds *rounds = &replay->rounds;
    const struct rd_plan *plan = replay->plan;
    return replay->coordinator->asleep && has_come(replay, rounds->start_s + plan->step_s) &&
           rounds->played < plan->transfer_count &&
           plan->transfer[rounds->played].round == rounds->round + 1 &&
           !replay->gate[replay->gate_number[rounds->played]].barrier;
}

void rd_end_in_round(struct rd_replay_state *replay)
{
    if (--replay->rounds.transfers_left > 0)
        return;
    if (!next_may_start(replay)) {
        rd_actor_wake(replay->coordinator);
        return;
    }
    close_round(replay);
    open_round(replay);
}

void rd_run_coordinator(struct rd_actor *coordinator)
{
    struct rd_replay_state *replay = coordinator->replay;
    struct rd_rounds *rounds = &replay->rounds;
    const struct rd_plan *plan = replay->plan;
    while (rounds->round < plan->round_count) {
        uint32_t next = next_round(replay);
        if (next > rounds->round) {
            sleep_until(replay,
                        rd_simgrid.simgrid_get_clock() + (next - rounds->round) * plan->step_s);
            rounds->round = next;
            continue;
        }
        open_round(replay);
        while (rounds->transfers_left > 0)
            rd_actor_sleep(coordinator);
        sleep_until(replay, rounds->start_s + plan->step_s);
        close_round(replay);
    }
}
