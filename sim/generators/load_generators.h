/* Generators of loads, by name: what <loads generator="..."> takes. One line of the table in
 * load_generators.c is one generator. */
#ifndef REDIST_GENERATORS_LOAD_GENERATORS_H
#define REDIST_GENERATORS_LOAD_GENERATORS_H

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/options.h"
#include "sim/model/topology.h"

#include <stdint.h>

struct rd_load_generator {
    const char *name, *summary;
    const struct rd_option_spec *attributes; /* what it takes besides `generator` and `seed` */
    /* Fills load and target [loaded_host_count * kind_count], taken from the arena; *ret_target
     * NULL where the generator wants no final loads. loaded_host_count leaves a star's master
     * out. */
    bool (*generate)(const struct rd_topology *topology, uint32_t loaded_host_count,
                     const struct rd_options *attributes, struct rd_arena *arena,
                     uint32_t *ret_kind_count, int64_t **ret_load, int64_t **ret_target,
                     struct rd_error *reterr);
};

/* All generators; ends with NULL. */
extern const struct rd_load_generator *const rd_load_generators[];

/* The generator of a name, or NULL. */
const struct rd_load_generator *rd_load_generator_named(const char *name);

#endif
