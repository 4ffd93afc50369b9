/* What the checks of certificates share: an instance in whole ticks. price_certificate.h says why
 * costs may be rounded down. Only for this folder. */
#pragma once

#include "sim/model/instance.h"

#include "sim/base/integers.h"

#include <inttypes.h>

struct rd_price_certificate;

/* A claim under examination. */
struct rd_examination {
    const struct rd_instance *instance;
    const struct rd_price_certificate *certificate;
    struct rd_arena *scratch;
    struct rd_error *reterr;
    uint32_t host_count, commodity_count;
    uint32_t relay; /* a star's master, or RD_NO_HOST */
    uint64_t link_count;
    rd_wide claim; /* ticks: no schedule ends before */
    int64_t grid;  /* ticks: g */
    rd_wide end;   /* ticks: E */
    rd_wide needed, offered;
};

#define rd_claim_is_wrong(on, ...)                                                                 \
    rd_fail((on)->reterr, RD_ERROR_RUN, NULL, 0, "the bound's certificate is false: " __VA_ARGS__)

/* One link in whole ticks: what an item takes that has the instance's item_bytes. */
struct rd_lane {
    uint32_t from, to;
    int64_t latency, item;
};

/* A link of the instance in whole ticks. O(1). */
struct rd_lane rd_read_lane(const struct rd_examination *on, const struct rd_link *link);

/* What an item of a commodity takes on a link, in whole ticks. In: its lane. O(1). */
int64_t rd_lane_item(const struct rd_examination *on, const struct rd_link *link,
                     const struct rd_lane *lane, uint32_t commodity);

/* What divides that of all commodities. O(commodities). */
int64_t rd_lane_unit(const struct rd_examination *on, const struct rd_link *link,
                     const struct rd_lane *lane);

/* What an item takes on a host's processor, in whole ticks. O(1). */
int64_t rd_examined_compute(const struct rd_examination *on, uint32_t host);

/* What a host holds, or is to hold, of a commodity. In: amount, [host_count * kinds]. O(kinds). */
int64_t rd_examined_amount(const struct rd_examination *on, const int64_t *amount, uint32_t host,
                           uint32_t commodity);

/* The sum of potential * (load - final load), for the final loads that make it least. In:
 * potential, [host_count * commodity_count] within 2^60. O(hosts log hosts * kinds). */
rd_wide rd_examined_worth(const struct rd_examination *on, const int64_t *potential);
