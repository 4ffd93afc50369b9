/* What ports take where links have latency and messages may have any number of items: a fixed
 * charge for each link that must be used, for all schedules. Goal after only.
 * sim/model/certificates/charge.h has the arguments. Here the sets of a host are the parts that
 * fall apart without it; on a one-way ring, those before and behind it until a link that need not
 * be used. */
#pragma once

#include "algorithms/port_lp/port_lp.h"
#include "sim/model/certificates/charge.h"
#include "sim/model/certificates/price_certificate.h"

struct rd_fixed_charge_ports {
    rd_wide ticks; /* that are charged; 0 if nothing shows more */
    int64_t date;  /* port_lp.h: no schedule ends before */
    enum rd_charged_reason reason;
    uint32_t host; /* whose port it is, or whose messages; RD_NO_HOST of RD_CHARGED_SPREAD */
    bool receives;
    uint32_t commodity;
    int64_t items; /* that have to pass the port; of no port 0 */
};

/* A problem as charges see it; arrays are the problem's. O(1). */
struct rd_charged_network rd_charged_network_of(const struct rd_port_lp *problem);

/* In: a problem whose goal is after. Scratch is rewound.
 * Cost: O((links log links + hosts) kinds), and O(sqrt(items)) a hub. */
struct rd_fixed_charge_ports rd_fixed_charge_ports_find(const struct rd_port_lp *problem,
                                                        struct rd_arena *scratch);

/* The certificate of what was found, which shows its date; from the arena. O(links * kinds). */
struct rd_price_certificate *
rd_fixed_charge_ports_certificate(const struct rd_port_lp *problem,
                                  const struct rd_fixed_charge_ports *found, struct rd_arena *arena,
                                  struct rd_arena *scratch);
