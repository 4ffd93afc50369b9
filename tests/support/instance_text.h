/* An instance as text, so that a failing test prints what it failed on. */
#ifndef REDIST_TESTS_SUPPORT_INSTANCE_TEXT_H
#define REDIST_TESTS_SUPPORT_INSTANCE_TEXT_H

#include "sim/model/instance.h"

#include <stdio.h>

/* Writes everything that an algorithm sees of the instance, one line per array. */
void test_instance_print(FILE *out, const struct rd_instance *instance);

#endif
