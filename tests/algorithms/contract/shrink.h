/* A failing instance made smaller before it is printed. */
#ifndef REDIST_TESTS_ALGORITHMS_CONTRACT_SHRINK_H
#define REDIST_TESTS_ALGORITHMS_CONTRACT_SHRINK_H

#include "sim/base/arena.h"
#include "sim/model/instance.h"

#include <stdbool.h>

/* Does the instance still fail, and in the same way? It may be of any size, and is valid. */
typedef bool shrink_fails(void *context, const struct rd_instance *instance);

/* The least instance that greedy steps lead to, each of which still fails: hosts are left out, many
 * at a time and then one by one, and what they hold goes to the next host; kinds are left out;
 * loads become 0, half, or one less; times become 0, 1, 2, 3 or whole; iterations and the allowed
 * error small. Until no step helps, or SHRINK_TRIES were tried. In: an instance that fails.
 * Returns: from the arena. */
enum { SHRINK_TRIES = 5000 };
const struct rd_instance *shrink_instance(const struct rd_instance *instance, shrink_fails *fails,
                                          void *context, struct rd_arena *arena);

#endif
