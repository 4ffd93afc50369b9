/* The clock of plans of equal messages where items from several links meet. For the referee only.
 */
#pragma once

#include "referee_state.h"

/* Is each transfer one message of items of one kind, as many as in any other, at several ports, so
 * that nothing else binds it than ports, links and items; and is no trace wanted? */
bool rd_has_equal_messages(const struct rd_referee *referee);

/* What rd_referee_by_time does, for such a plan. */
void rd_referee_equal_messages(struct rd_referee *referee);
