/* A lower bound that a theorem proves for an instance, and what makes it true. */
#ifndef REDIST_CORE_BOUND_H
#define REDIST_CORE_BOUND_H

#include <stdbool.h>
#include <stdint.h>

/* What a bound rests on, for pictures. Hosts first..last go round the ring if last < first. */
enum rd_witness { RD_WITNESS_NONE, RD_WITNESS_SLICE, RD_WITNESS_HOST, RD_WITNESS_LINK };

struct rd_bound {
    double seconds;   /* no legal schedule that reaches the goal is shorter; see `among` */
    const char *name; /* "Theorem 2, corrected": what proves it */
    const char *why;  /* one or two sentences with this instance's numbers */
    bool reached;     /* the theorem says that some schedule of this instance takes just that */
    enum rd_witness witness;
    uint32_t first; /* slice: first host; host: it; link: from */
    uint32_t last;  /* slice: last host; host: it; link: to */

    /* NULL: it holds for every legal schedule. Else it holds among those of a kind only, and so
     * does `reached`: "single-send", "item-by-item". Schedules of other kinds may beat it. */
    const char *among;
};

#endif
