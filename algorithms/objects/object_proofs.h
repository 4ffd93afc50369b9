/* Certificates of what is known of lists of objects: sim/model/certificates/object_certificate.h.
 */
#pragma once

#include "load_bounds.h"

#include "sim/model/bound.h"
#include "sim/model/certificates/object_certificate.h"

/* What a bound rests on, in seconds. */
struct rd_object_proof {
    enum rd_object_place place;
    bool receives;   /* of a port */
    uint32_t shared; /* of a shared link */
    struct {
        uint32_t count;
        const uint32_t *number;
    } members, objects;
    const double *head_s, *tail_s; /* [objects], or NULL */
    /* RD_OBJECT_PRICES: of a second of a place of a port, and of all of a shared link; or NULL */
    const double *out_price, *in_price, *shared_price;
};

/* What shows a bound by one place. In: among [objects], those that it is about, or NULL: all. From
 * the arena. Cost: O(sources + objects log objects). */
struct rd_object_proof rd_load_proof(const struct rd_object_list *copies,
                                     const struct rd_load_bound *found, const bool *among,
                                     struct rd_arena *arena, struct rd_arena *scratch);

/* Gives a bound its certificate, and lowers it to what that shows, by its last digits; where none
 * shows as much, there is none. Ticks are the steps of all dates where these are known, else so
 * short that nothing to speak of is lost. In: numbers of the proof live as long as the bound, and
 * arena is not scratch. Cost: of some checks. */
void rd_object_certify(const struct rd_object_list *copies, const struct rd_object_proof *proof,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_bound *bound);
