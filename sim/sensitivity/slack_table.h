/* The slack of each link, cluster and direction of a host, and of each processor, under a plan. */
#pragma once

#include "algorithms/robust/plan_network.h"
#include "sim/run/run_context.h"
#include "sim/run/upgrades.h"

struct rd_slack_row {
    const char *what;
    double percent;     /* so much longer it may take; INFINITY: however long */
    const char *factor; /* exactly: "4/3" times as long; NULL: not known exactly, or no limit */
    double later_s_per_percent; /* and with each percent beyond the plan ends so much later, at
                                   first */
    bool exact;
};

struct rd_slack_table {
    struct rd_slack_row *row; /* [count], the least slack first */
    size_t count;
    const char *why_found; /* why slacks were looked for by trying; NULL: they were not */
    const struct rd_plan_network *network; /* NULL where they were looked for */
    double end_s;
};

/* Who is told how far slacks are that are looked for. */
struct rd_slack_progress {
    void (*show)(void *context, size_t done,
                 size_t count); /* called before each row, and when all are there; or NULL */
    void *context;
};

/* Slower is an upgrade's links by a factor of their bandwidth, latencies stay; or a processor.
 * Where the plan's order is fixed slacks are exact (slack.h), but for links that messages would
 * share if they were so slow. Else the factor is looked for at
 * which the plan is first seen to end later, by doubling and halving: where messages wait for room
 * on shared links it may end later at a factor below. In: a legal plan that reaches the goal, with
 * all its transfers. What is returned is from the context's arena. Errors: as rd_what_if_open;
 * RD_ERROR_REFUSED for a plan without a time of its own; RD_ERROR_RUN: the network and the referee
 * disagree, a defect. Cost: a few passes over the plan for each row; where slacks are looked for
 * some 40 readings of the platform for each. */
bool rd_slack_table_find(struct rd_run_context *context, const struct rd_plan *plan,
                         const struct rd_upgrades *upgrades,
                         const struct rd_slack_progress *progress, struct rd_slack_table *ret_table,
                         struct rd_error *reterr);
