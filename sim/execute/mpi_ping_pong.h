/* Messages between two ranks, there and back, as processes of redist-mpi time them. */
#pragma once

#include <stdio.h>

/* Pairs of a round at once, rounds one after the other: reads sizes and pairs from the orders
 * (calibration.c), and says in the report on which machine this rank is and how long each message
 * and its empty answer took.
 * Returns: NULL, or what is wrong with the orders, or lacking. */
const char *rd_mpi_ping_pong(FILE *orders, FILE *report);
