/* The linear programme of the port bound, solved by a first-order method: O(links) a step. */
#pragma once

#include "dual_rounding.h"

/* A descent under way: flow, prices and potentials. */
struct rd_pdhg;

/* A descent that starts from nothing. All its memory is from the arena.
 * In: stage with some capacity above 0; with_links, whether links have prices of their own, which
 *     one port does not need where capacities are plain. */
struct rd_pdhg *rd_pdhg_open(const struct rd_port_lp *problem, const struct rd_port_stage *stage,
                             bool with_links, struct rd_arena *arena);

/* Starts from a flow, final loads, and prices of another stage instead.
 * In: flow [link_count * commodity_count] and final loads [host_count * commodity_count] in items.
 */
void rd_pdhg_start(struct rd_pdhg *descent, const double *flow, const double *final,
                   const struct rd_real_prices *prices);

/* Starts from a flow that is perhaps twice as long as it has to be, for which the stage's size
 * should be chosen. Where the network is long and narrow nothing comes of it: there a descent that
 * starts from nothing is as quick. In: flow [link_count * commodity_count] in items. */
void rd_pdhg_start_flow(struct rd_pdhg *descent, const double *flow);

/* Takes so many steps more.
 * Idea: primal-dual hybrid gradient with steps for each row and column, reflected, drawn back to
 * where it started (Halpern), and restarted as it comes nearer. X is the time of a link's items
 * over the stage's size; rows' prices are kept on the simplex, potentials are free. Source:
 * Chambolle and Pock 2011; Pock and Chambolle 2011 (steps); Applegate et al. 2021 (restarts,
 * weight); Lu and Yang 2024 (reflected, Halpern). */
void rd_pdhg_run(struct rd_pdhg *descent, uint32_t steps);

/* The prices and potentials that it has come to: they live until it goes on. */
struct rd_real_prices rd_pdhg_prices(struct rd_pdhg *descent);

/* Its flow and final loads, in items: they give and take nearly what they have to.
 * In: ret_flow [link_count * commodity_count]; ret_final [host_count * commodity_count], left alone
 *     where the goal gives them. Cost: O(links * commodities). */
void rd_pdhg_flow(const struct rd_pdhg *descent, double *ret_flow, double *ret_final);
