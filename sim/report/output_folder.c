#include "output_folder.h"

#include "output_file.h"

#include "sim/run/interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool rd_make_folder(const char *path, struct rd_error *reterr)
{
    struct stat status;
    rd_interrupt_hold();
    bool made = mkdir(path, 0777) == 0;
    int reason = errno;
    if (made)
        rd_output_note_folder(path);
    rd_interrupt_release();
    return made || (reason == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode)) ||
           rd_fail(reterr, RD_ERROR_FILE, path, 0, "%s: a folder that can be written is needed",
                   strerror(reason));
}

/* Can a file be made in a folder that is there? Only making one tells: rights are not all. */
static bool takes_files(const char *path, struct rd_error *reterr)
{
    char probe[RD_PATH_SIZE];
    int length = snprintf(probe, sizeof probe, "%s/.redist-XXXXXX", path);
    if (length >= RD_PATH_SIZE)
        return true; /* said with the first file's path, which is longer still */
    int fd = mkstemp(probe);
    if (fd < 0)
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, "%s: a folder that can be written is needed",
                       strerror(errno));
    close(fd);
    unlink(probe);
    return true;
}

bool rd_check_folder(const char *path, struct rd_error *reterr)
{
    struct stat status;
    rd_interrupt_hold();
    bool there = stat(path, &status) == 0;
    bool good = rd_make_folder(path, reterr) && takes_files(path, reterr);
    if (!there)
        rmdir(path);
    rd_interrupt_release();
    return good;
}
