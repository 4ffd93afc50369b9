/* A small file that is not on disk. */
#ifndef REDIST_BASE_NAMED_TEXT_H
#define REDIST_BASE_NAMED_TEXT_H

struct rd_named_text {
    const char *name; /* of the file, without a folder */
    const char *text;
};

#endif
