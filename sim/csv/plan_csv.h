/* Plans as CSV text: header round,from,to,kind,items,messages (packets: ,block); before it comment
 * lines `# timing: self-timed|lock-step|free`, `# step_s: 1`, `# rounds: 3`. */
#pragma once

#include "sim/model/instance.h"
#include "sim/model/plan.h"

#include <stdio.h>

/* Writes a plan; hosts by name where the instance has names, else by number.
 * Returns: false if writing failed (errno says why). */
bool rd_plan_write_csv(FILE *out, const struct rd_instance *instance, const struct rd_plan *plan);

/* Reads a plan from `size` bytes of text. A host is one of the instance's names, or its number.
 * Fields may be in any column order; the header names them.
 * Errors: RD_ERROR_INPUT with `path` and the line. Never reads past text + size. */
bool rd_plan_read_csv(const char *path, const char *text, size_t size,
                      const struct rd_instance *instance, struct rd_arena *arena,
                      struct rd_plan *ret_plan, struct rd_error *reterr);

/* The same of a text in an arena that nobody reads any more: the memory of what was read is given
 * back on the way, so that a long plan does not lie there twice. */
bool rd_plan_take_csv(const char *path, const char *text, size_t size,
                      const struct rd_instance *instance, struct rd_arena *arena,
                      struct rd_plan *ret_plan, struct rd_error *reterr);
