/* Classes of schedules, of which some bounds speak, and to which some algorithms keep. A class is
 * named by its properties, apart by ", ": "item-by-item, exchange-free". NULL: all legal schedules.
 * docs/commands.md says what each means. */
#pragma once

#include "instance.h"

/* Messages have one item each. It comes first where a class has several properties. */
#define RD_ITEM_BY_ITEM "item-by-item"

/* A host sends all that it owes to a neighbour at once. */
#define RD_SINGLE_SEND_CLASS "single-send"

/* No worker of a star both sends and receives. */
#define RD_EXCHANGE_FREE "exchange-free"

/* On pipelined ports each round lasts an item's time. */
#define RD_FULL_STEP "full-step"

/* A stencil's items move first; its iterations follow, step by step, one transfer at a time. */
#define RD_PHASED "phased"
#define RD_PHASED_ONE_AT_A_TIME "phased, one-transfer-at-a-time"

/* Does every schedule of `narrow` belong to `wide`: has it all properties of it? */
bool rd_class_is_within(const char *narrow, const char *wide);

/* Has it this property? */
bool rd_class_has(const char *schedule_class, const char *property);

/* What of a class restricts the schedules of an instance: where no link has latency a message may
 * as well be sent item by item, and nothing arrives later. O(links). */
const char *rd_class_on(const struct rd_instance *instance, const char *schedule_class);
