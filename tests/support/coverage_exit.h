/* Builds that measure coverage only (-Db_coverage=true): children of the engine leave by _exit,
 * and the program by quick_exit, which would lose what they counted. */
#ifndef REDIST_TESTS_SUPPORT_COVERAGE_EXIT_H
#define REDIST_TESTS_SUPPORT_COVERAGE_EXIT_H

#include <stdlib.h>
#include <unistd.h>

void __gcov_dump(void);

static inline _Noreturn void exit_with_counts(int status)
{
    __gcov_dump();
    _exit(status);
}

#define _exit exit_with_counts
#define quick_exit exit

#endif
