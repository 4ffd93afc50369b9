#include "file_text.h"

#include "sim/base/used_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool file_fail(const char *path, struct rd_error *reterr)
{
    return rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "file \"%s\": %s: a readable file is needed",
                   path, strerror(errno));
}

/* Reads up to `size` bytes. Returns: how many there were, or -1 with errno. */
static ssize_t read_all(int file, char *text, size_t size)
{
    size_t taken = 0;
    while (taken < size) {
        ssize_t count = read(file, text + taken, size - taken);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        taken += (size_t)count;
    }
    return (ssize_t)taken;
}

static bool read_open_file(int file, const char *path, size_t limit_bytes, struct rd_arena *arena,
                           const char **ret_text, size_t *ret_size, struct rd_error *reterr)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return file_fail(path, reterr);
    if (!S_ISREG(status.st_mode))
        return rd_fail(reterr, RD_ERROR_FILE, NULL, 0,
                       "\"%s\" is not a regular file: a readable file is needed", path);
    if ((uintmax_t)status.st_size > limit_bytes)
        return rd_wrong(reterr, "file \"%s\" has %jd bytes: at most %zu are supported", path,
                        (intmax_t)status.st_size, limit_bytes);
    rd_note_file_read(status.st_dev, status.st_ino);
    size_t size = (size_t)status.st_size;
    char *text = rd_take(arena, size + 1, char);
    ssize_t taken = read_all(file, text, size);
    if (taken < 0)
        return file_fail(path, reterr);
    text[taken] = '\0';
    *ret_text = text;
    *ret_size = (size_t)taken;
    return true;
}

bool rd_file_text(const char *path, size_t limit_bytes, struct rd_arena *arena,
                  const char **ret_text, size_t *ret_size, struct rd_error *reterr)
{
    /* Not to wait for a writer, should it be a pipe. */
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return file_fail(path, reterr);
    bool read = read_open_file(file, path, limit_bytes, arena, ret_text, ret_size, reterr);
    close(file);
    return read;
}

/* Does a resolved path lie in a resolved folder? */
static bool is_within(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* The folder of a path as typed: "." if it names none. */
static const char *folder_of(const char *path, struct rd_arena *arena)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return ".";
    return slash == path ? "/" : rd_arena_print(arena, "%.*s", (int)(slash - path), path);
}

bool rd_file_near(const char *scenario_path, const char *file, const char *allowed_folder,
                  struct rd_arena *arena, const char **ret_path, struct rd_error *reterr)
{
    const char *folder = folder_of(scenario_path, arena);
    const char *path = file;
    if (file[0] != '/' && strcmp(folder, ".") != 0)
        path = rd_arena_print(arena, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, file);
    char resolved[PATH_MAX], parent[PATH_MAX], allowed[PATH_MAX];
    if (!realpath(path, resolved))
        return file_fail(path, reterr);
    if (!realpath(folder, parent))
        return file_fail(folder, reterr);
    /* A folder of the root has no parent that would be a limit: it stands for itself. */
    char *slash = strrchr(parent, '/');
    if (slash != parent || strcmp(parent, "/") == 0)
        *slash = '\0';
    if (!is_within(resolved, parent)) {
        if (!allowed_folder)
            return rd_wrong(reterr,
                            "file \"%s\" lies outside the parent of the scenario's folder: files "
                            "within it are accepted, others with --allow",
                            path);
        if (!realpath(allowed_folder, allowed))
            return file_fail(allowed_folder, reterr);
        if (!is_within(resolved, strcmp(allowed, "/") == 0 ? "" : allowed))
            return rd_wrong(reterr,
                            "file \"%s\" lies outside the parent of the scenario's folder and the "
                            "allowed folder \"%s\": files within them are accepted",
                            path, allowed_folder);
    }
    *ret_path = path;
    return true;
}
