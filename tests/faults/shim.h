/* What the shim that makes calls fail shares with the test that loads it. */
#ifndef REDIST_TESTS_FAULTS_SHIM_H
#define REDIST_TESTS_FAULTS_SHIM_H

#include <stdatomic.h>

/* In a file that all processes map. */
struct counter {
    atomic_long calls;
    atomic_long failed;
};

/* What is asked of a program that was started with REDIST_FAULT_SERVER: its arguments, one after
 * the other, each with its zero. With it come two file descriptors, standard output and error. The
 * answer is the status that waitpid gave, an int. */
struct order {
    char fault[64];
    int argument_count;
    char argument[2048];
};

enum {
    SHIM_CANNOT = 177,  /* exit status where the system does not let the shim work */
    ORDER_LIMIT_S = 120 /* what takes longer hangs: it is ended by SIGALRM */
};

#endif
