#include "scratch_file.h"

#include "sim/base/error.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[64];

static void remove_folder(void)
{
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));)
        unlinkat(dirfd(open), entry->d_name, 0);
    if (open)
        closedir(open);
    rmdir(folder);
}

const char *scratch_file(const char *name, const uint8_t *data, size_t size)
{
    static char path[128];
    if (!folder[0]) {
        snprintf(folder, sizeof folder, "%s/redist_fuzz_XXXXXX",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        rd_assert(mkdtemp(folder));
        atexit(remove_folder);
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    rd_assert(file && (size == 0 || fwrite(data, 1, size, file) == size) && fclose(file) == 0);
    return path;
}
