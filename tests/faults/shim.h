/* What the shim that makes calls fail shares with the test that loads it. */
#ifndef REDIST_TESTS_FAULTS_SHIM_H
#define REDIST_TESTS_FAULTS_SHIM_H

#include <stdatomic.h>

/* In a file that all processes map. */
struct counter {
    atomic_long calls;
    atomic_long failed;
};

/* Exit status where the system does not let the shim work. */
enum { SHIM_CANNOT = 177 };

#endif
