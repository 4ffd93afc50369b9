/* Names of hosts: which are accepted, and lists with ranges. */
#pragma once

#include "sim/base/error.h"
#include "sim/base/names.h"

/* "accepted are h0, h1, ..., h15 (did you mean "h1"?)": some of the names, and the nearest to a
 * wrong one, for which lists of more than some thousands are not searched. */
enum { RD_NAMES_ACCEPTED_SIZE = 1024 };
const char *rd_names_accepted(const struct rd_names *names, const char *wrong,
                              char accepted[RD_NAMES_ACCEPTED_SIZE]);

/* Reads a list of names: separated by blanks, a name may hold ranges in brackets, the last of which
 * counts fastest. "h[0-2] m" is h0 h1 h2 m; "n[00-10]" has two digits each; "r[1,3]n[0-1]" is r1n0
 * r1n1 r3n0 r3n1. What stands in single or double quotes, all of a name or a part, is taken as it
 * is: "'Cpu A' 'Host '[1-2]" are three names with a blank in each.
 * In: *names empty. Errors: RD_ERROR_INPUT, without path, for a malformed range, a quote that is
 * not closed, an empty name, a name twice, more names than `limit`. Nothing is allocated for more
 * than the limit. */
bool rd_names_read(const char *list, uint32_t limit, struct rd_arena *arena, struct rd_names *names,
                   struct rd_error *reterr);
