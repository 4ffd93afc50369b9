/* Objects, as the player counts them: where they are, and what bytes hosts have given up. */
#pragma once

#include "replay_state.h"

/* Reads off the plan what each message waits for. In: transfers that were checked. */
void rd_prepare_objects(struct rd_replay_state *replay);

/* May a message start, as far as its object and the space of its receiver are concerned? Once it
 * may, it always may. O(log transfers). */
bool rd_object_may_start(const struct rd_replay_state *replay, uint32_t index);

/* It starts. */
void rd_object_starts(struct rd_replay_state *replay, const struct rd_transfer *transfer);

/* It has arrived, and its bytes are given up. */
void rd_object_ends(struct rd_replay_state *replay, const struct rd_transfer *transfer);

/* Where each object is at the end, RD_NO_HOST: where it was. In: placement [objects]. */
void rd_objects_give_back(const struct rd_replay_state *replay, uint32_t *placement);

/* Is the space of some host limited? O(1). */
bool rd_objects_have_limits(const struct rd_replay_state *replay);
