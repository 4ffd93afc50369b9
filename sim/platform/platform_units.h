/* Numbers with SimGrid's units: "1.5MBps", "10us", "2Gf". */
#pragma once

#include <stdbool.h>

enum rd_quantity {
    RD_BANDWIDTH,
    RD_LATENCY,
    RD_SPEED,
    RD_STATE_SPEED /* of a host: 0 while it boots, or if it is none that computes */
};

/* Reads a number with a unit, or without one: bytes/s, s, flops/s.
 * Returns: false if malformed, below 0, or (bandwidths, speeds but of states) 0; beyond
 * RD_COST_LEAST and RD_COST_MOST (sim/model/instance.h). */
bool rd_quantity_read(enum rd_quantity quantity, const char *text, double *ret_value);

/* Reads a number without a unit, as SimGrid writes and reads them. Returns: false if malformed or
 * no rd_number_parse takes it. */
bool rd_bare_number_read(const char *text, double *ret_value);

/* What rd_quantity_read accepts, for messages. */
const char *rd_quantity_accepted(enum rd_quantity quantity);
