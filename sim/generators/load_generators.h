/* Generators of loads, by name: what <loads generator="..."> takes. One line of the table in
 * registry.c is one generator. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/options.h"
#include "sim/model/topology.h"

struct rd_copies;
struct rd_objects;

/* Loads to be generated. */
struct rd_load_draft {
    const struct rd_topology *topology;
    uint32_t count; /* of hosts that hold loads: a star's master is left out */
    const struct rd_options *attributes;
    struct rd_arena *arena;
    uint32_t kind_count;    /* 1 to begin with; a generator may set it */
    int64_t *load, *target; /* [count * kind_count] from the arena; target NULL: none is wanted */
    const struct rd_copies *copies; /* in place of loads, from the arena: all kinds are named */
    struct rd_objects *objects;     /* in place of loads, from the arena, each with a name */
};

/* What a generator makes. */
enum rd_made { RD_MAKES_LOADS, RD_MAKES_COPIES, RD_MAKES_OBJECTS };

struct rd_load_generator {
    const char *name, *summary;
    const struct rd_option_spec *attributes; /* what it takes besides `generator` and `seed` */
    bool (*generate)(struct rd_load_draft *draft, struct rd_error *reterr);
    enum rd_made made;
};

/* Rings of items for the stencil: item d of the ring is kind d, and its owner holds 1 of it. A list
 * of owners; blocks with a share of items astray; the ring that 3-Partition becomes. */
extern const struct rd_load_generator rd_owners_loads;
extern const struct rd_load_generator rd_astray_loads;
extern const struct rd_load_generator rd_three_partition_loads;

/* All generators; ends with NULL. */
extern const struct rd_load_generator *const rd_load_generators[];

/* Generates loads on the hosts that hold some. In: a generator that makes loads. Returns: load
 * and target [host_count * kind_count] from the arena, target NULL where no final loads are wanted.
 * Errors: RD_ERROR_INPUT, as the generator says. */
bool rd_loads_generate(const struct rd_load_generator *generator,
                       const struct rd_topology *topology, uint32_t host_count,
                       const struct rd_options *attributes, struct rd_arena *arena,
                       uint32_t *ret_kind_count, int64_t **ret_load, int64_t **ret_target,
                       struct rd_error *reterr);

/* The same of a generator that makes copies, all kinds of which are named. Returns: NULL, and
 * *reterr, if it cannot. */
const struct rd_copies *rd_copies_generate(const struct rd_load_generator *generator,
                                           uint32_t host_count, const struct rd_options *attributes,
                                           struct rd_arena *arena, struct rd_error *reterr);

/* The same of a generator that makes objects. Ports and relays are left to the caller. */
struct rd_objects *rd_objects_generate(const struct rd_load_generator *generator,
                                       uint32_t host_count, const struct rd_options *attributes,
                                       struct rd_arena *arena, struct rd_error *reterr);

/* The generator of a name, or NULL. */
const struct rd_load_generator *rd_load_generator_named(const char *name);
