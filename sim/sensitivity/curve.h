/* Makespans over the speed of a part of the network: of a plan that is kept, of plans made anew,
 * and the bound. */
#pragma once

#include "algorithms/robust/plan_network.h"
#include "sim/run/upgrades.h"
#include "what_if.h"

struct rd_curve_point {
    double speed;     /* times the bandwidth */
    double kept_s;    /* of the plan as it is; NAN where it has no time */
    double planned_s; /* of the shortest plan; NAN likewise */
    double bound_s;
    bool corner; /* the plan that is kept ends later for another reason from here on */
    bool bound_enough, plan_enough; /* the least speed that is enough, as below */
};

enum { RD_CURVE_OCTAVES = 2, RD_CURVE_STEPS = 6, RD_CURVE_CORNERS = 32 };

struct rd_curve {
    struct rd_curve_point *point; /* [count], the slowest first: from 2^-3 to 2^3 times the speed,
                                     four to a doubling, and the corners */
    size_t count;
    size_t corner_count;   /* in that range; RD_CURVE_CORNERS of them at the most are points */
    const char *why_none;  /* why corners are not known; NULL: they are, exactly */
    const char *algorithm; /* whose plan is kept */
    /* The speeds that are enough, to a millionth of them: from there on, as far as it was looked,
     * the bound, or the shortest plan that is found, takes no longer than with the part without
     * limit, to a millionth. NAN: it is beyond the range. */
    double bound_enough, plan_enough;
};

/* Finds the points, the speeds that are enough, and, of a plan of a fixed order, its corners.
 * In: a run context that is loaded; an upgrade of it. What is returned is from its arena. progress:
 * as of struct rd_upgrade_settings; or NULL. Errors: as rd_shortest_plan_find and rd_what_if_open.
 * Cost: of each point a bound and two plans, and some twenty bounds, and as many plans, more. */
bool rd_curve_find(struct rd_run_context *context, const struct rd_upgrades *upgrades,
                   const struct rd_upgrade *upgrade, double within_s,
                   void (*progress)(void *context, size_t done, size_t count),
                   void *progress_context, struct rd_curve *ret_curve, struct rd_error *reterr);

/* Draws it. In: the scenario's name, and what gets faster. Returns: false if writing failed (errno
 * says why). */
bool rd_curve_draw(FILE *out, const struct rd_curve *curve, const char *scenario, const char *what);
