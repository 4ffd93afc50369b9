/* What protocols ask of an instance. */
#pragma once

#include "algorithms/algorithm.h"
#include "sim/model/reach.h"

/* What all of them are, in a file that defines `protocol`, its `options` and `plan`. */
#define RD_PROTOCOL                                                                                \
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),                      \
    .guarantee = RD_HEURISTIC, .protocol = &protocol, .options = options, .plan = plan

/* One kind of item. Errors: RD_ERROR_REFUSED. O(1). */
bool rd_protocol_accepts_one_kind(RD_ACCEPTS_PARAMETERS);

/* One kind of item, and a link back for each link.
 * Errors: RD_ERROR_REFUSED, naming the two hosts. O(links). */
bool rd_protocol_accepts_both_ways(RD_ACCEPTS_PARAMETERS);

/* The same, and no host that only relays. */
bool rd_protocol_accepts_holders(RD_ACCEPTS_PARAMETERS);

/* Both ways, and in one piece, so that every host hears of every other one.
 * Errors: RD_ERROR_REFUSED, naming two hosts. O(links). */
bool rd_protocol_accepts_one_piece(RD_ACCEPTS_PARAMETERS);

/* How far apart hosts are, where each has a way to every other.
 * Errors: RD_ERROR_REFUSED for a network in pieces, or where that costs more than RD_REACH_LIMIT.
 * O(hosts * links). */
bool rd_protocol_reach(const struct rd_instance *instance, struct rd_reach *ret_reach,
                       struct rd_error *reterr);
