/* A scenario in words. */
#ifndef REDIST_DESCRIBE_H
#define REDIST_DESCRIBE_H

#include "session.h"

#include <stdio.h>

/* Writes what a scenario means, a line a thing: platform, hosts, links, loads, goal.
 * Cost: O(links + hosts * kinds). */
void rd_describe_session(FILE *out, const struct rd_session *session);

#endif
