/* What each upgrade of a network is worth: the bound and the plan of its scenario with that link
 * faster, and the bound with it free. */
#pragma once

#include "sim/run/upgrades.h"
#include "what_if.h"

enum { RD_UPGRADE_STEPS = 3 }; /* the most upgrades that are made at a time */

struct rd_upgrade_effect {
    size_t upgrade[RD_UPGRADE_STEPS]; /* [upgrade_count] of the list */
    size_t upgrade_count;
    const char *what;         /* "trunk", "trunk + h0 out" */
    double bound_s;           /* at so many times the speed */
    double bound_free_s;      /* at any speed: without limit */
    struct rd_best_plan plan; /* at so many times the speed */
    double gain_s;            /* of the bound; 0 or more */
    /* JSON of the certificates of the two bounds, if they were asked for and there are some; else
     * NULL. */
    const char *certificate, *certificate_free;
};

struct rd_upgrade_settings {
    double factor;     /* above 1: how many times as fast */
    double within_s;   /* of wall clock: for the plans of the scenario as it is, and for each
                          other plan */
    size_t steps;      /* upgrades at a time, 1 to RD_UPGRADE_STEPS */
    bool certificates; /* are to be kept */
    /* Called before each upgrade, and when all are done; or NULL. */
    void (*progress)(void *context, size_t done, size_t count);
    void *context;
};

struct rd_upgrade_effects {
    struct rd_upgrades upgrades;
    double bound_s; /* of the scenario as it is */
    const char *bound_name;
    bool bound_certified;
    struct rd_best_plan plan;         /* the same */
    struct rd_upgrade_effect *effect; /* [count], the greatest gain first */
    size_t count;
    size_t skipped; /* upgrades with which, even free, the certificate of the bound still holds */
};

/* Finds the effects of all upgrades but those that are skipped. With more steps, the one of the
 * greatest gain is then made, and all others are tried with it, and so on; of those the best alone
 * is listed.
 * Plans are those of the two algorithms whose plans of the scenario as it is are the shortest, or
 * of those that its --algorithm names, made anew; and the shortest of these plans as it is.
 * In: a run context that is loaded. What is returned is in its arena.
 * Errors: as rd_upgrades_list; RD_ERROR_REFUSED where no bound is known; RD_ERROR_INTERRUPTED;
 * RD_ERROR_RUN: a plan that is shorter than the bound, which is a defect.
 * Cost: per upgrade that is not skipped two bounds, two plans, and four times the reading of the
 * platform's routes. */
bool rd_upgrade_effects_find(struct rd_run_context *context,
                             const struct rd_upgrade_settings *settings,
                             struct rd_upgrade_effects *ret_effects, struct rd_error *reterr);
