/* SimGrid's hosts, in the order of the topology (its own list is alphabetical), and its mailboxes.
 */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "library.h"

/* Finds the host of each name [count] on the loaded platform.
 * Errors: RD_ERROR_INPUT: a host that the platform lacks, with the nearest name. */
bool rd_find_hosts(const char *const *name, uint32_t count, struct rd_arena *arena,
                   sg_host_t **ret_host, struct rd_error *reterr);

/* As many mailboxes of the process, the same in each run: to look one up in a run is a call that an
 * actor waits for. Empty unless a run was broken off. Returns: them [count]; valid until the next
 * call. Cost: O(those that are new). */
const sg_mailbox_t *rd_mailboxes(uint32_t count);
