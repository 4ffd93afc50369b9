/* The clock by which anything is timed. */
#pragma once

#include <time.h>

/* Seconds since a date in the past; nobody sets this clock. */
static inline double rd_now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
