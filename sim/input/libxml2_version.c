#include "libxml2_version.h"

#include <stdio.h>
#include <stdlib.h>

#include <libxml/parser.h>
#include <libxml/xmlversion.h>

const char *rd_libxml2_version(char text[RD_LIBXML2_VERSION_SIZE])
{
    /* "20914", perhaps with more behind it. */
    long number = strtol(xmlParserVersion, NULL, 10);
    snprintf(text, RD_LIBXML2_VERSION_SIZE, "%ld.%ld.%ld", number / 10000, number / 100 % 100,
             number % 100);
    return text;
}
