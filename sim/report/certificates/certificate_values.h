/* What JSON says of certificates. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/bound.h"
#include "sim/model/certificates/order_certificate.h"

#include <jansson.h>

/* [[amounts per kind] per host]. In: amount [host_count * kind_count]. */
json_t *rd_amounts_value(const int64_t *amount, uint32_t host_count, uint32_t kind_count);

/* The certificate of a bound with the instance that it is of, so that whoever reads the JSON can
 * check it without this program: the object that docs/development/certificates.md describes. In: a
 * bound that has one. Returns: NULL where it would hold more than RD_FINAL_LIMIT links and
 * amounts. */
json_t *rd_certificate_value(const struct rd_bound *bound, const struct rd_instance *instance,
                             struct rd_arena *arena);

/* The same of a list of objects that can be moved in no order. */
json_t *rd_order_certificate_value(const struct rd_order_certificate *certificate,
                                   const struct rd_instance *instance, struct rd_arena *arena);
