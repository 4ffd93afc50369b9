/* cmocka, with the headers that it wants before it. */
#ifndef REDIST_TESTS_SUPPORT_CMOCKA_H
#define REDIST_TESTS_SUPPORT_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* cmocka 2 tells signed ranges from unsigned ones, and warns of the old name. */
#ifdef assert_uint_in_range
#undef assert_in_range
#define assert_in_range assert_uint_in_range
#endif

#endif
