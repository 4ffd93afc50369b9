/* A small file that is not on disk. */
#ifndef REDIST_CORE_NAMED_TEXT_H
#define REDIST_CORE_NAMED_TEXT_H

struct rd_named_text {
    const char *name; /* of the file, without a folder */
    const char *text;
};

#endif
