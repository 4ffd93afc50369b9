/* The bandwidths of a platform file, changed as those of a generated platform are. */
#pragma once

#include "platform_check.h"
#include "platform_generator.h"

/* Does a request change bandwidths or speeds at all? Scaled links count whatever their factor is:
 * whether they are there is to be checked. */
bool rd_platform_is_varied(const struct rd_platform_request *request);

/* Multiplies every bandwidth of a checked platform by the scale and a factor drawn for it, in the
 * order of the file: of each link and backbone; one of a cluster's or cabinet's links and one of a
 * cluster's backbone; of a peer, in and out. Gives each link the profile of the request, as a file.
 * A scaled link is an element with bandwidths, by its id: of a cluster or cabinet all its links, of
 * a peer both.
 * In: what rd_platform_check returned; scale, spread, shape, seed, scaled links and profile of the
 *     request, and where that was made.
 * Returns: the platform in its new form; *ret_factor what no bandwidth ever exceeds, times its
 *     nominal one, or 0 if the file has profiles of its own.
 * Errors: RD_ERROR_INPUT, of `path`: a changed link with a bandwidth_file, whose numbers are
 *     bandwidths themselves; a profile where links belong to a cluster, cabinet or peer; a
 *     bandwidth beyond what is accepted. Of the request: a profile that cannot be read; a scaled
 *     link that is not there; more than RD_PROFILE_LIMIT links that vary.
 * Cost: O(bytes). */
bool rd_platform_vary(const char *path, const struct rd_platform_request *request,
                      const char *asked_path, int asked_line, struct rd_arena *arena,
                      struct rd_platform_properties *properties, double *ret_factor,
                      struct rd_error_list *errors);
