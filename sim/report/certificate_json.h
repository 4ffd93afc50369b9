/* The certificate of a bound, with the instance that it is of, so that whoever reads the JSON can
 * check it without this program. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/bound.h"

#include <jansson.h>

/* A value of jansson's for the caller: the object that docs/commands.md describes.
 * In: a bound of the instance that has a certificate, of prices or of a relabelling. Returns: NULL
 * where it would hold more than RD_FINAL_LIMIT links and amounts. */
json_t *rd_certificate_json(const struct rd_bound *bound, const struct rd_instance *instance,
                            struct rd_arena *arena);

/* [[amounts per kind] per host], for the caller. In: amount [host_count * kind_count]. */
json_t *rd_amounts_json(const int64_t *amount, uint32_t host_count, uint32_t kind_count);
