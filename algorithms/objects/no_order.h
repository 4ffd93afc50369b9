/* Lists of objects of which limits of space leave no order, where that is quickly seen, with
 * certificates. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/certificates/order_certificate.h"
#include "sim/model/instance.h"

/* Shows that the objects cannot be moved one by one, each straight to where it is wanted: an object
 * larger than all that is free among the hosts that its bytes come from and go to, and theirs, and
 * so on; or the largest set of which none can be the first, or none the last. Returns: NULL where
 * that is not shown; else a certificate, from the arena, which is not scratch.
 * In: an instance of goal place. Cost: O(sources) a pass. */
const struct rd_order_certificate *rd_show_no_order(const struct rd_instance *instance,
                                                    struct rd_arena *arena,
                                                    struct rd_arena *scratch);

/* The same in words, from the arena. */
const char *rd_no_order_words(const struct rd_instance *instance,
                              const struct rd_order_certificate *shown, struct rd_arena *arena);
