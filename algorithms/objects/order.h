/* Orders in which objects can be moved one by one where hosts have little space. A schedule exists
 * if and only if such an order does: list a legal schedule by start, and no message starts later
 * than in it. Take them one by one, and let the message m have started at t. Those listed before it
 * start no later than before, by induction, so what had ended by t has ended by t. Those before it
 * in the queues of its ports, its pair, its shared links that are unfinished at t were unfinished
 * then; there were fewer than the places. At its receiver, all listed before it had started by t
 * and had taken their bytes, and what ended messages had given up by then is given up by t. So all
 * conditions of docs/model.md hold at t. */
#pragma once

#include "object_list.h"

/* What hosts have free, and what has not moved. */
struct rd_space_state {
    int64_t *free_bytes; /* [host_count]; RD_NO_SPACE_LIMIT: no limit */
    bool *moved;         /* [count] */
};

/* The state before anything moves, from the arena. */
struct rd_space_state rd_space_state_open(const struct rd_object_list *copies,
                                          struct rd_arena *arena);

/* The host with limited space that an object takes bytes of, and the one that gets them when it
 * has arrived by a way; RD_NO_HOST: none. O(1). */
uint32_t rd_takes_space(const struct rd_object_list *copies, uint32_t object);
uint32_t rd_gives_space(const struct rd_object_list *copies, uint32_t object, uint32_t way);

/* Moves an object, or lets one that moves take and give separately. O(1). */
void rd_space_take(const struct rd_object_list *copies, struct rd_space_state *state,
                   uint32_t object);
void rd_space_give(const struct rd_object_list *copies, struct rd_space_state *state,
                   uint32_t object, uint32_t way);

enum rd_order_found { RD_ORDER_FOUND, RD_ORDER_NONE, RD_ORDER_UNKNOWN };

/* The most objects for which all sets of objects moved are looked at. */
enum { RD_ORDER_SUBSETS = 24 };

/* An order of what has not moved: five rules, then chance, then, for few objects, all sets of
 * objects moved.
 *
 * rich    A host that has space for all that is still to come to it takes all of it. That is never
 *         wrong: moving it first keeps all other moves possible, and other hosts only gain.
 * trail   Else the host that was freed last takes an object that fits, one whose giver lacks space
 *         first; if none fits, the one freed before it, as in walks of Euler.
 * else    any host, by the rule.
 *
 * In: state, as it is now, which stays as it is; way [count]; tries, by chance; few, up
 * to RD_ORDER_SUBSETS; order [what has not moved].
 * Returns: found; none, for sure; or neither was shown. Cost: O(objects log objects) a try on
 * trails. */
enum rd_order_found rd_find_order(const struct rd_object_list *copies, const uint32_t *way,
                                  const struct rd_space_state *state, int64_t tries, uint32_t few,
                                  uint64_t seed, uint32_t *ret_order, struct rd_arena *scratch);

/* The same for who looks for orders again and again: opened once, O(objects log objects), in the
 * arena, which keeps copies and way; then each search O(objects) and its tries. */
struct rd_order_search *rd_order_search_open(const struct rd_object_list *copies,
                                             const uint32_t *way, struct rd_arena *arena);
enum rd_order_found rd_order_search_run(struct rd_order_search *search,
                                        const struct rd_space_state *state, int64_t tries,
                                        uint32_t few, uint64_t seed, uint32_t *ret_order,
                                        struct rd_arena *scratch);
