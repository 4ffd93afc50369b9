/* A collective operation of MPI, as a process of redist-mpi calls it. */
#pragma once

#include <stdio.h>

/* Calls an operation twice, verifies every byte that came, and says so in the report: how long the
 * second call took, on this rank from when all began (under SMPI at one date), how many bytes it
 * brought, how many came wrong in either call, and the first of these.
 * In: orders, "bcast 1000 0": the operation, bytes of a part, and the root, which others ignore.
 * Returns: NULL, or what is wrong with the orders, or lacking. */
const char *rd_mpi_collective(FILE *orders, FILE *report);
