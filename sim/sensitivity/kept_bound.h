/* Does a bound hold where links cost less? */
#pragma once

#include "sim/model/bound.h"

/* Does the certificate of a bound prove as much of the same problem with other costs? Its prices
 * and potentials stay, and so does what it claims; when items can come to each host, and how long
 * they are under way from there, is found anew. The referee's check decides. In: a bound of
 * `instance`, which is that of `changed` but for what links cost and share. Returns: false also
 * where the bound, above 0, has no such certificate. Scratch is rewound. Cost: O(links log hosts *
 * kinds). */
bool rd_bound_is_kept(const struct rd_bound *bound, const struct rd_instance *instance,
                      const struct rd_instance *changed, struct rd_arena *scratch);
