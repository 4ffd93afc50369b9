/* Objects that move between hosts drawn at random: the line that it adds to the table of
 * registry.c. */
#pragma once

#include "load_generators.h"

extern const struct rd_load_generator rd_moves_objects;
