/* The order on shared links, told by words: a plan whose messages wait for room on shared links,
 * which no process sees, becomes one whose messages wait for nothing but their ports, items and
 * rounds.
 *
 * Where the chains of room say that m waits for p, a control word goes from a host of p to one of
 * m: behind p at p's sender, so that it leaves when p has ended, and before m at m's receiver,
 * which takes m only then. That is the order of ports with one message; other words, and what is
 * forwarded, are ordered by rounds. */
#pragma once

#include "room_chains.h"

/* Does a plan wait for room on shared links, and can words tell what it waits for? It is
 * self-timed, of messages whose number is known: no computations, none as held, none that keeps its
 * bytes only to shared links. O(transfers). */
bool rd_can_take_words(const struct rd_instance *instance, const struct rd_plan *plan);

/* In: a legal plan that needs words.
 * Returns: the same transfers in the same order with words between them, in the arena; no transfer
 *     keeps to shared links, and yet together they never take more of one than there is, however
 *     long they last (words apart). Its planned time is another one. How many words there are.
 * Errors: RD_ERROR_REFUSED, where no link joins those that a word would have to join; those of
 *     rd_room_chains; a plan of more than RD_TRACE_TRANSFER_LIMIT messages.
 * Cost: as rd_room_chains, and the plan's trace. */
bool rd_order_by_words(const struct rd_instance *instance, const struct rd_plan *plan,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                       int64_t *ret_word_count, struct rd_error *reterr);
