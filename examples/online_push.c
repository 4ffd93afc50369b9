/* Whoever holds more than one item at the start sends half of the rest to a neighbour drawn at
 * random; all compute what they then hold. */
#include "algorithms/algorithm.h"

#include "algorithms/port_lp/certify.h"
#include "hypotheses.h"
#include "sim/online/event_queue.h"

static void compute_all(struct rd_host *host)
{
    if (host->held[0] > 0)
        rd_compute(host, 0, host->held[0]);
}

static void start(struct rd_host *host)
{
    if (host->held[0] > 1 && host->neighbour_count > 0) {
        uint32_t to = (uint32_t)rd_rng_below(&host->rng, host->neighbour_count);
        rd_send_items(host, host->neighbour[to].host, 0, host->held[0] / 2);
    }
    compute_all(host);
}

static void received(struct rd_host *host, const struct rd_act *message)
{
    (void)message;
    compute_all(host);
}

static const struct rd_protocol protocol = {.start = start, .received = received};

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_protocol_run run = {.protocol = &protocol, .seed = options->seed};
    return rd_protocol_plan(instance, &run, arena, scratch, ret_plan, reterr);
}

const struct rd_algorithm online_push = {
    .name = "online-push",
    .summary = "protocol: sends half away at the start",
    .source = "none: our own",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_FINISH),
    .guarantee = RD_HEURISTIC,
    .protocol = &protocol,
    .accepts = rd_protocol_accepts_holders,
    .plan = plan,
};
