#include "temporary_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool write_fail(const struct rd_temporary_files *files, struct rd_error *reterr)
{
    bool lacks = errno == ENOMEM || errno == EMFILE || errno == ENFILE;
    return rd_fail(reterr, lacks ? RD_ERROR_INTERRUPTED : RD_ERROR_FILE, files->folder, 0,
                   "no folder for the platform's profiles: %s", strerror(errno));
}

static bool write_one(int folder_fd, const struct rd_named_text *file)
{
    int fd = openat(folder_fd, file->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    size_t size = strlen(file->text), written = 0;
    while (fd >= 0 && written < size) {
        ssize_t more = write(fd, file->text + written, size - written);
        if (more <= 0 && errno != EINTR)
            break;
        written += more > 0 ? (size_t)more : 0;
    }
    return fd >= 0 && close(fd) == 0 && written == size;
}

bool rd_temporary_files_write(struct rd_temporary_files *files, const struct rd_named_text *file,
                              size_t count, struct rd_error *reterr)
{
    const char *parent = getenv("TMPDIR");
    snprintf(files->folder, sizeof files->folder, "%s/redist-XXXXXX",
             parent && *parent ? parent : "/tmp");
    if (!mkdtemp(files->folder)) {
        write_fail(files, reterr);
        files->folder[0] = '\0';
        return false;
    }
    int folder_fd = open(files->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool written = folder_fd >= 0;
    for (size_t i = 0; written && i < count; i++)
        written = write_one(folder_fd, &file[i]);
    if (!written)
        write_fail(files, reterr);
    if (folder_fd >= 0)
        close(folder_fd);
    return written;
}

void rd_temporary_files_remove(const struct rd_temporary_files *files,
                               const struct rd_named_text *file, size_t count)
{
    if (!files->folder[0])
        return;
    /* By its path: this works where no more files can be opened, too. */
    for (size_t i = 0; i < count; i++) {
        char path[sizeof files->folder + RD_PATH_SIZE];
        snprintf(path, sizeof path, "%s/%s", files->folder, file[i].name);
        unlink(path);
    }
    rmdir(files->folder);
}
