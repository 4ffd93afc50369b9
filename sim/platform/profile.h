/* How a link's bandwidth, or a host's speed, goes up and down while a simulation runs: SimGrid's
 * profiles, drawn. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/base/rng.h"

/* "steps PERIOD LOW HIGH": every PERIOD seconds a rate becomes its nominal value times a factor
 * drawn uniformly from LOW to HIGH. "two-state PERIOD LOW HIGH": LOW or HIGH, one as likely
 * as the other; every PERIOD seconds it changes with probability 1/4. "walk PERIOD LOW HIGH": an
 * Ornstein-Uhlenbeck process on a grid: normal, with the mean between LOW and HIGH and a quarter of
 * their distance as deviation, beyond them cut; from one PERIOD to the next its correlation is
 * e^(-1/4). */
enum rd_profile_kind { RD_PROFILE_STEP, RD_PROFILE_TWO_STATE, RD_PROFILE_WALK };

struct rd_profile {
    bool varies; /* false: "none" */
    enum rd_profile_kind kind;
    double period_s;
    double low, high; /* factors */
    struct rd_rng rng;
};

/* After so many steps a profile begins again. */
enum { RD_PROFILE_STEPS = 64 };

/* The farthest that a factor may be from 1, and the shortest period. */
#define RD_PROFILE_FACTOR_LIMIT 1e6
#define RD_PROFILE_PERIOD_LEAST 1e-6

/* Reads a text; "none" or NULL is a profile that does not vary, whose factors are 0.
 * In: name, of the attribute. Errors: RD_ERROR_INPUT, without path. */
bool rd_profile_read(const char *name, const char *text, uint64_t seed, uint64_t stream,
                     struct rd_profile *ret_profile, struct rd_error *reterr);

/* The next link's or host's profile, as SimGrid reads it: nominal until PERIOD, then a value each
 * PERIOD. Draws do not depend on LOW and HIGH: two profiles of one seed go up and down together.
 * In: a profile that varies. Cost: O(RD_PROFILE_STEPS). */
const char *rd_profile_next(struct rd_profile *profile, double nominal, struct rd_arena *arena);
