#include "proof.h"

#include "trace.h"

const char *rd_proof_name(enum rd_proof proof)
{
    static const char *const names[] = {[RD_PROOF_CERTIFICATE] = "certificate",
                                        [RD_PROOF_SEARCH] = "search",
                                        [RD_PROOF_THEOREM] = "theorem",
                                        [RD_PROOF_COUNT] = NULL};
    return names[proof];
}

void rd_proofs_add(struct rd_proofs *proofs, enum rd_proof how, double seconds, const char *name)
{
    if (proofs->shown[how].name && !(seconds > proofs->shown[how].seconds))
        return;
    proofs->shown[how].seconds = seconds;
    proofs->shown[how].name = name;
}

void rd_proofs_add_bound(struct rd_proofs *proofs, const struct rd_bound *bound)
{
    rd_proofs_add(proofs, rd_bound_has_certificate(bound) ? RD_PROOF_CERTIFICATE : RD_PROOF_THEOREM,
                  bound->seconds, bound->name);
}

enum rd_proof rd_proof_of(const struct rd_proofs *proofs, double time_s)
{
    for (enum rd_proof how = RD_PROOF_CERTIFICATE; how < RD_PROOF_COUNT; how++) {
        double least_s = proofs->shown[how].seconds;
        if (proofs->shown[how].name && rd_time_meets(time_s, least_s))
            return how;
    }
    return RD_PROOF_NONE;
}
