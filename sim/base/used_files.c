#include "used_files.h"

#include "names.h"

#include <inttypes.h>
#include <stdio.h>

/* Of the whole program, to its end. */
static struct rd_arena arena = RD_ARENA_OPEN;
static struct rd_names files; /* "DEVICE:INODE" */

enum { NAME_SIZE = 48 };

static void name_file(uint64_t device, uint64_t inode, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "%" PRIx64 ":%" PRIx64, device, inode);
}

void rd_note_file_read(uint64_t device, uint64_t inode)
{
    char name[NAME_SIZE];
    uint32_t number;
    name_file(device, inode, name);
    if (rd_names_find(&files, name) == RD_NO_NAME)
        rd_names_add(&files, &arena, rd_arena_text(&arena, name), &number);
}

bool rd_file_was_read(uint64_t device, uint64_t inode)
{
    char name[NAME_SIZE];
    name_file(device, inode, name);
    return rd_names_find(&files, name) != RD_NO_NAME;
}
