/* Which libxml2 reads scenarios. */
#pragma once

enum { RD_LIBXML2_VERSION_SIZE = 48 };

/* "2.9.14": the version that runs, not that compiled. */
const char *rd_libxml2_version(char text[RD_LIBXML2_VERSION_SIZE]);
