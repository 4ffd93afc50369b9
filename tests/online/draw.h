/* Random instances for protocols, and a protocol that does everything at random. */
#ifndef REDIST_TESTS_ONLINE_DRAW_H
#define REDIST_TESTS_ONLINE_DRAW_H

#include "sim/model/options.h"
#include "sim/online/protocol.h"
#include "tests/support/build.h"

/* An instance of any shape, ports, costs and goal: dates that are often equal, or never. */
struct test_instance draw_instance(struct rd_rng *rng, struct rd_arena *arena);

/* Sends items and words to anybody, computes, sets timers, decides by what words say, by what
 * messages lasted and by the date; ends after 20 acts a host. A word that says something else than
 * was sent breaks an invariant. */
extern const struct rd_protocol chaos;

/* Values for half of an algorithm's options, and a seed. */
struct rd_options draw_options(struct rd_rng *rng, const struct rd_option_spec *spec,
                               struct rd_arena *arena);

#endif
