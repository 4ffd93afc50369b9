/* A small file that is not on disk. */
#pragma once

struct rd_named_text {
    const char *name; /* of the file, without a folder */
    const char *text;
};
