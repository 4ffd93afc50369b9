/* Generators of loads, by name: what <loads generator="..."> takes. One line of the table in
 * load_generators.c is one generator. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/options.h"
#include "sim/model/topology.h"

/* Loads to be generated. */
struct rd_load_draft {
    const struct rd_topology *topology;
    uint32_t count; /* of hosts that hold loads: a star's master is left out */
    const struct rd_options *attributes;
    struct rd_arena *arena;
    uint32_t kind_count;    /* 1 to begin with; a generator may set it */
    int64_t *load, *target; /* [count * kind_count] from the arena; target NULL: none is wanted */
};

struct rd_load_generator {
    const char *name, *summary;
    const struct rd_option_spec *attributes; /* what it takes besides `generator` and `seed` */
    bool (*generate)(struct rd_load_draft *draft, struct rd_error *reterr);
};

/* All generators; ends with NULL. */
extern const struct rd_load_generator *const rd_load_generators[];

/* Generates loads on the hosts that hold some. Returns: load and target [host_count * kind_count]
 * from the arena, target NULL where no final loads are wanted.
 * Errors: RD_ERROR_INPUT, as the generator says. */
bool rd_loads_generate(const struct rd_load_generator *generator,
                       const struct rd_topology *topology, uint32_t host_count,
                       const struct rd_options *attributes, struct rd_arena *arena,
                       uint32_t *ret_kind_count, int64_t **ret_load, int64_t **ret_target,
                       struct rd_error *reterr);

/* The generator of a name, or NULL. */
const struct rd_load_generator *rd_load_generator_named(const char *name);
