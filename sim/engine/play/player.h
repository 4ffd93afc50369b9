/* The player: stock actors that play any plan on the loaded platform. */
#pragma once

#include "sim/engine/process/request.h"

/* Serves a request to simulate: leaves what was counted and recorded, or the error, in the request.
 * Does not return if an actor stops the run. */
void rd_serve_simulation(struct rd_simulate_request *request);

/* The error of a run that an actor stopped. Returns: false, always. */
bool rd_fail_of_player(struct rd_simulate_request *request, struct rd_error *reterr);
