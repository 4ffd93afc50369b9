/* Random instances for protocols, and a protocol that does everything at random. */
#ifndef REDIST_TESTS_ONLINE_DRAW_H
#define REDIST_TESTS_ONLINE_DRAW_H

#include "sim/model/options.h"
#include "sim/online/protocol.h"
#include "tests/support/build.h"

/* An instance of any costs and loads: dates that are often equal, or never. Its shape, ports and
 * goal are those of its number: DRAW_CYCLE of them in a row have all. */
enum { DRAW_SHAPES = 8, DRAW_PORTS = 4, DRAW_GOALS = 3 };
enum { DRAW_CYCLE = DRAW_SHAPES * DRAW_PORTS * DRAW_GOALS };
struct test_instance draw_instance(struct rd_rng *rng, uint64_t number, struct rd_arena *arena);

/* Sends items and words to anybody, computes, sets timers, decides by what words say, by what
 * messages lasted and by the date; ends after 20 acts a host. A word that says something else than
 * was sent breaks an invariant. */
extern const struct rd_protocol chaos;

/* Values for half of an algorithm's options, and a seed. */
struct rd_options draw_options(struct rd_rng *rng, const struct rd_option_spec *spec,
                               struct rd_arena *arena);

#endif
