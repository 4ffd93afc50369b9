/* cmocka, with the headers that it wants before it. */
#ifndef REDIST_TESTS_SUPPORT_CMOCKA_H
#define REDIST_TESTS_SUPPORT_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
