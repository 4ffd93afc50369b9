/* Maps of hosts onto hosts that keep every link, and what instances and plans look like through
 * them: other numbers, the same thing. */
#ifndef REDIST_TESTS_REFEREE_RELABEL_H
#define REDIST_TESTS_REFEREE_RELABEL_H

#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "sim/base/rng.h"

struct relabelling {
    uint32_t host_count, kind_count;
    uint32_t *host;      /* [hosts] where each goes */
    uint32_t *kind;      /* [kinds] */
    uint32_t *dimension; /* [dimensions] of a hypercube, increasing if they are to stay */
};

/* A random one: turned or turned round (rings), any (switch, bus), any of its workers (star), any
 * dimensions and their ends (hypercube), the complement (shuffle-exchange); any kinds if `kinds`.
 * `straight`: a hypercube's dimensions keep their order, so that blocks stay blocks. */
struct relabelling relabel_at_random(struct rd_rng *rng, struct rd_arena *arena,
                                     const struct rd_instance *instance, bool straight, bool kinds);

struct rd_instance *relabelled_instance(struct rd_arena *arena, const struct rd_instance *instance,
                                        const struct relabelling *map);
/* Hosts and kinds that are none stay what they are. */
struct rd_plan relabelled_plan(struct rd_arena *arena, const struct rd_plan *plan,
                               const struct relabelling *map);

#endif
