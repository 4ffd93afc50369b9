/* Names of objects that are listed, whether the list says where they go or not. */
#pragma once

#include "load_rows.h"

/* Takes the name of an object, whose number is the next one. In: line [names->count], of those
 * before. Returns: false if there are too many, no scenario can have the name, or another has it;
 * that is reported. O(letters). */
bool rd_object_name_take(struct rd_reader *reader, struct rd_names *names, const int *line,
                         const struct rd_load_place *place, const char *name);
