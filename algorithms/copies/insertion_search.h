/* A schedule made shorter item by item: some are taken out and put anew. */
#pragma once

#include "greedy_search.h"

/* Takes up to eight items of a schedule out, half of them such as end last, and puts them anew one
 * by one: each goes to one sink after the other, from whoever has it, over links and ports when
 * these are free between other messages, to the sink that can have it first. Keeps what is not
 * worse: it ends sooner, or fewer items end last. Until it ends at the bound, 500 in a row
 * were in vain, or so many links were looked at, 200 for each message of the effort. In: a
 * schedule. Returns: is it shorter? Then it is another, in the arena. Only where hosts have one
 * port, or as many as links, up to 20,000 messages of one item each, no links are shared, and an
 * item's sinks times the links are no more than that. */
bool rd_insertion_search(const struct rd_multicast *multicast, const struct rd_copy_effort *effort,
                         struct rd_copy_schedule *schedule, struct rd_arena *arena,
                         struct rd_arena *scratch);
