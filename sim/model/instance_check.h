/* Is an instance one that everything else may take for granted? */
#pragma once

#include "instance.h"

/* Checks everything that no later function checks again: counts and limits, loads that are
 * negative or overflow, loads and targets that do not sum alike, costs that are negative, zero or
 * not numbers, speeds where something computes, a goal without what it needs, a star's master that
 * holds anything.
 * Errors: RD_ERROR_INPUT, worded for the scenario's author. Cost: O(links + hosts * kinds). */
bool rd_instance_check(const struct rd_instance *instance, struct rd_error *reterr);

/* Checks the objects of an instance: counts, hosts, bytes and space; that what they leave each host
 * in the end fits; that each can go straight from a source, unless it may be relayed.
 * Errors: RD_ERROR_INPUT, worded for the scenario's author. Cost: O(objects + sources). */
bool rd_objects_check(const struct rd_instance *instance, struct rd_error *reterr);

/* Checks the copies of an instance: counts, pieces, hosts, bytes.
 * Errors: RD_ERROR_INPUT, worded for the scenario's author. Cost: O(pieces + their hosts). */
bool rd_copies_check(const struct rd_instance *instance, struct rd_error *reterr);
