/* SimGrid's hosts by name: its own list is alphabetical, ours is the topology's order. */
#ifndef REDIST_ENGINE_HOSTS_H
#define REDIST_ENGINE_HOSTS_H

#include "sim/base/arena.h"
#include "sim/base/error.h"

#include <simgrid/host.h>

#include <stdbool.h>
#include <stdint.h>

/* Finds the host of each name [count] on the loaded platform.
 * Errors: RD_ERROR_INPUT: a host that the platform lacks, with the nearest name. */
bool rd_find_hosts(const char *const *name, uint32_t count, struct rd_arena *arena,
                   sg_host_t **ret_host, struct rd_error *reterr);

#endif
