/* Random trials: some in the ordinary suite, many times as many in the long one. */
#ifndef REDIST_TESTS_SUPPORT_CAMPAIGN_H
#define REDIST_TESTS_SUPPORT_CAMPAIGN_H

#include "sim/engine/process/child_process.h"

#include <stdint.h>

/* So many random trials, or a quarter of them under sanitizers, where each takes ten times as long.
 */
#if defined(RD_ADDRESS_SANITIZER)
#define USUAL_TRIALS(count) (((count) + 3) / 4)
#else
#define USUAL_TRIALS(count) (count)
#endif

/* Is that so few that some things may not be met? */
enum { FEWER_TRIALS = USUAL_TRIALS(4) < 4 };

/* How many times more random trials than usual: the first argument of the program, or 1. */
uint64_t campaign(int argument_count, char **argument);

/* Says how often something was compared with its naive version. */
void print_compared(const char *what, uint64_t count);

#endif
