/* Many greedy schedules: rules, random numbers, last dates, lengths of links, items together. And
 * what changes a schedule, whoever made it. */
#pragma once

#include "greedy.h"

/* How long to look for a better schedule. */
struct rd_copy_effort {
    double bound_s;   /* no schedule ends before it */
    int64_t messages; /* that are started in all schedules, at the most */
    uint64_t seed;
};

/* Makes schedules until one ends at the bound, or as many messages were started; the first is made
 * anyway. Half of them have a last date, before which the best one ended: slow links then leave the
 * last items to quicker ones. Half of the rest relays along ways that are short where links have
 * random lengths. Where links have latency items go together, twice as many in each of some
 * schedules.
 * Returns: the best, in the arena; ret_schedules counts them. */
struct rd_copy_schedule rd_greedy_search(const struct rd_multicast *multicast,
                                         const struct rd_copy_effort *effort,
                                         struct rd_arena *arena, struct rd_arena *scratch,
                                         int64_t *ret_schedules);

/* Takes up to eight items of a schedule out, half of them such as end last, and puts them anew one
 * by one: each goes to one sink after the other, from whoever has it, over links and ports when
 * these are free between other messages, to the sink that can have it first. Keeps what is not
 * worse: it ends sooner, or fewer items end last. Until it ends at the bound, 500 in a row
 * were in vain, or so many links were looked at, 100 for each message of the effort. In: a
 * schedule. Returns: is it shorter? Then it is another, in the arena. Only where hosts have one
 * port, or as many as links, up to 20,000 messages of one item each, and no links are shared. */
bool rd_insertion_search(const struct rd_multicast *multicast, const struct rd_copy_effort *effort,
                         struct rd_copy_schedule *schedule, struct rd_arena *arena,
                         struct rd_arena *scratch);
