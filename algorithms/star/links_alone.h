/* Stars that compute, over links that each work alone: by when all can end (star_ports_finish.c).
 */
#pragma once

#include "star.h"

/* The hypotheses: those of a star that computes (rd_star_accepts), and not too many items that
 * could be sent or received. Errors: RD_ERROR_REFUSED. O(m). */
bool rd_star_alone_accepts(const struct rd_instance *instance, struct rd_error *reterr);

/* Has the master a port for every worker, so that each link does work alone? O(1). */
bool rd_star_links_are_alone(const struct rd_instance *instance);

/* Are workers that send more than they must looked at? O(m). */
bool rd_star_may_exchange(const struct rd_star *star);

/* Can all end by a date? In: exchange, whether workers may send more than they must. Returns: if
 * so, the moves in *ret_moves, from scratch. Cost: a sort of what can arrive, and a maximum flow.
 */
bool rd_star_try_alone(const struct rd_star *star, int64_t date, bool exchange,
                       struct rd_arena *scratch, struct rd_star_moves *ret_moves);

/* The least date by which all can end, and the cut of the date before: a date up to which arrivals
 * are cut, and behind which slots are (relay_certificate.h). Cost: a sort a date, O(log) dates. */
int64_t rd_star_least_date_alone(const struct rd_star *star, struct rd_arena *scratch,
                                 int64_t *ret_cut);
