/* What shows that no schedule takes less than a time. Whether a time is proved to be the least is
 * decided here, for all who say so: rows of results, `redist recommend` and libredist. */
#pragma once

#include "bound.h"

/* The ways to show it, the best first. */
enum rd_proof {
    RD_PROOF_NONE,
    RD_PROOF_CERTIFICATE, /* a bound's prices or relabelling, which a check of this run accepted */
    RD_PROOF_SEARCH,      /* all schedules were searched, or a maximum flow in time was found */
    RD_PROOF_THEOREM,     /* a bound that has no certificate: its theorem has to be believed */
    RD_PROOF_COUNT
};

/* The greatest time that is shown in each way: no schedule takes less. Zeroed: nothing is shown. */
struct rd_proofs {
    struct {
        double seconds;
        const char *name; /* the bound's, or who searched; NULL: nothing */
    } shown[RD_PROOF_COUNT];
};

/* "certificate", "search", "theorem"; NULL for RD_PROOF_NONE. */
const char *rd_proof_name(enum rd_proof proof);

/* Takes down that no schedule takes less than so many seconds. In: a name that outlives the proofs.
 * O(1). */
void rd_proofs_add(struct rd_proofs *proofs, enum rd_proof how, double seconds, const char *name);

/* The same of a bound whose certificate, if it has one, was checked. O(1). */
void rd_proofs_add_bound(struct rd_proofs *proofs, const struct rd_bound *bound);

/* Is it a time that no schedule takes less than? Returns: the best way that shows it, or
 * RD_PROOF_NONE. In: time_s, of a schedule; NAN: never. O(1). */
enum rd_proof rd_proof_of(const struct rd_proofs *proofs, double time_s);
