/* Links whose bandwidths have a factor of their own: scaled-links="up_a up_b" link-scale="0.25". */
#pragma once

#include "host_names.h"

struct rd_scaled_links {
    struct rd_names name; /* the links' */
    double factor;
};

/* Reads the names, a list as rd_names_read takes it. In: list NULL: no link is scaled; factor 0
 * stands for 1.
 * Errors: RD_ERROR_INPUT, without path, as rd_names_read; a list without a name. */
bool rd_scaled_links_read(const char *list, double factor, struct rd_arena *arena,
                          struct rd_scaled_links *ret_scaled, struct rd_error *reterr);

/* Is a link one of them? */
bool rd_link_is_scaled(const struct rd_scaled_links *scaled, const char *link);

/* By how much the bandwidth of a link is multiplied: the factor, or 1. */
double rd_scaled_links_factor(const struct rd_scaled_links *scaled, const char *link);

/* Is each of them a link of the platform, whose links are given? Errors: RD_ERROR_INPUT, without
 * path: the first that is none. */
bool rd_scaled_links_check(const struct rd_scaled_links *scaled, const struct rd_names *link,
                           struct rd_error *reterr);
