/* Which networks, ports, costs and goals have an algorithm: the table, found by asking the registry
 * about small standard instances of each cell. */
#pragma once

#include "sim/base/arena.h"
#include "sim/report/sheet.h"

/* The table, a row for each network (the shapes, and graphs of several kinds), number of ports
 * (one, 2, all), costs (equal, unequal) and goal. An algorithm serves a cell if it accepts one of
 * its standard instances; `served` says how many of these some algorithm accepts; `proved` what is
 * promised of them at best, and in part if not of all; behind an algorithm stands its guarantee.
 * Statements known to be wrong are left out, and so are pipelined ports.
 * Returns: a sheet from the arena. Cost: some ten thousand questions, no plan is made. */
struct rd_sheet rd_matrix_sheet(struct rd_arena *arena);

/* What stands above it in a page of Markdown, docs/matrix.md. */
extern const char rd_matrix_page_head[];
