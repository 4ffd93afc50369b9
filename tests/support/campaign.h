/* Random trials: some in the ordinary suite, many times as many in the long one. */
#ifndef REDIST_TESTS_SUPPORT_CAMPAIGN_H
#define REDIST_TESTS_SUPPORT_CAMPAIGN_H

#include <stdint.h>

/* How many times more random trials than usual: the first argument of the program, or 1. */
uint64_t campaign(int argument_count, char **argument);

/* Says how often something was compared with its naive version. */
void print_compared(const char *what, uint64_t count);

#endif
