#include "output_file.h"

#include "sim/base/names.h"
#include "sim/base/used_files.h"
#include "sim/run/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct rd_output_file *open_files;
static char made_folder[RD_PATH_SIZE]; /* the last one */
static pid_t folder_owner;

/* At exit. A forked child leaves its parent's files alone. */
static void remove_open_files(void)
{
    for (const struct rd_output_file *file = open_files; file; file = file->next)
        if (file->owner == getpid())
            unlink(file->temporary);
}

static void clean_up(void)
{
    remove_open_files();
    if (made_folder[0] && folder_owner == getpid())
        rmdir(made_folder); /* if nothing came into it */
}

static void prepare_removal(void)
{
    static bool prepared;
    if (!prepared) {
        atexit(remove_open_files);
        at_quick_exit(remove_open_files);
        rd_interrupt_clean_with(clean_up);
    }
    prepared = true;
}

static void remember(struct rd_output_file *file)
{
    prepare_removal();
    file->owner = getpid();
    file->next = open_files;
    open_files = file;
}

static void forget(const struct rd_output_file *file)
{
    for (struct rd_output_file **link = &open_files; *link; link = &(*link)->next)
        if (*link == file) {
            *link = file->next;
            return;
        }
}

static bool cannot_write(const char *path, int reason, struct rd_error *reterr)
{
    return rd_fail(reterr, RD_ERROR_FILE, path, 0, "cannot be written: %s", strerror(reason));
}

/* The places of all files that were written: "DEVICE:INODE/NAME", of the folder and in it. */
static struct rd_arena place_arena = RD_ARENA_OPEN;
static struct rd_names places;

/* In: a path without a link at its end. Returns: NULL where its folder is not there, as opening it
 * will tell. */
static const char *place_of(const char *path)
{
    struct stat folder;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    char *in = rd_arena_print(&place_arena, "%.*s.", (int)(name - path), path);
    if (stat(in, &folder) != 0)
        return NULL;
    return rd_arena_print(&place_arena, "%jx:%jx/%s", (uintmax_t)folder.st_dev,
                          (uintmax_t)folder.st_ino, name);
}

/* Is another output there, or being written? */
static bool is_taken(const char *place)
{
    bool taken = place && rd_names_find(&places, place) != RD_NO_NAME;
    for (const struct rd_output_file *file = open_files; place && file; file = file->next)
        taken =
            taken || (file->owner == getpid() && file->place && strcmp(file->place, place) == 0);
    return taken;
}

/* Does a file lie there that the program has read? */
static bool is_input(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && rd_file_was_read(found.st_dev, found.st_ino);
}

static bool is_used(const char *path, const char *how, struct rd_error *reterr)
{
    return rd_fail(reterr, RD_ERROR_FILE, path, 0,
                   "cannot be written: this command %s it: give another name", how);
}

/* Opens a file beside the place of the one wanted, with the permissions that a new file gets.
 * Returns: a descriptor, or -1 with errno. */
static int open_temporary(struct rd_output_file *file)
{
    enum { ATTEMPTS = 100 };
    const char *slash = strrchr(file->path, '/');
    int folder_length = slash ? (int)(slash + 1 - file->path) : 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        snprintf(file->temporary, sizeof file->temporary, "%.*s.redist-%ld-%d", folder_length,
                 file->path, (long)getpid(), attempt);
        int descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

void rd_output_note_folder(const char *path)
{
    if (strlen(path) >= sizeof made_folder)
        return;
    prepare_removal();
    snprintf(made_folder, sizeof made_folder, "%s", path);
    folder_owner = getpid();
}

/* Where a link points to, not the link, is what the user wants written, also if nothing is there
 * yet. Returns: false, and errno, for links without an end and paths that are too long. */
static bool follow_links(char path[RD_PATH_SIZE])
{
    enum { LINKS = 40 };
    char target[RD_PATH_SIZE], behind[2 * RD_PATH_SIZE];
    for (int i = 0; i < LINKS; i++) {
        ssize_t length = readlink(path, target, sizeof target);
        if (length < 0)
            return true; /* no link, or nothing there: the opening tells */
        const char *slash = strrchr(path, '/');
        int folder = target[0] == '/' || !slash ? 0 : (int)(slash + 1 - path);
        int size = snprintf(behind, sizeof behind, "%.*s%.*s", folder, path, (int)length, target);
        if (size >= RD_PATH_SIZE) {
            errno = ENAMETOOLONG;
            return false;
        }
        memcpy(path, behind, (size_t)size + 1);
    }
    errno = ELOOP;
    return false;
}

/* Opens what is written: the device or the pipe itself, or a file beside the place. */
static bool open_stream(struct rd_output_file *file, const char *path, bool is_device,
                        struct rd_error *reterr)
{
    int descriptor = is_device ? open(path, O_WRONLY | O_CLOEXEC) : open_temporary(file);
    if (is_device || descriptor < 0)
        file->temporary[0] = '\0';
    if (descriptor < 0)
        return cannot_write(path, errno, reterr);
    file->stream = fdopen(descriptor, "w");
    if (file->stream && file->temporary[0])
        remember(file);
    if (file->stream)
        return true;
    int reason = errno;
    close(descriptor);
    rd_output_discard(file);
    return cannot_write(path, reason, reterr);
}

/* An interruption waits while a file is beside its place; not at a pipe, which leaves nothing
 * behind and whose reader may never come. Returns: does it wait? */
static bool hold(const struct rd_output_file *file)
{
    if (file->temporary[0])
        rd_interrupt_hold();
    return file->temporary[0];
}

static void release(bool held)
{
    if (held)
        rd_interrupt_release();
}

bool rd_output_open(struct rd_output_file *file, const char *path, struct rd_error *reterr)
{
    *file = (struct rd_output_file){0};
    if (strlen(path) >= sizeof file->path)
        return cannot_write(path, ENAMETOOLONG, reterr);
    if (!*path)
        return cannot_write(path, ENOENT, reterr);
    snprintf(file->path, sizeof file->path, "%s", path);
    struct stat found;
    if (!follow_links(file->path))
        return cannot_write(path, errno, reterr);
    bool exists = stat(path, &found) == 0;
    if (!exists && errno != ENOENT)
        return cannot_write(path, errno, reterr);
    if (exists && S_ISDIR(found.st_mode))
        return cannot_write(path, EISDIR, reterr);
    /* A file that its owner protects is not replaced, though the folder would allow it. */
    if (exists && access(path, W_OK) != 0)
        return cannot_write(path, errno, reterr);
    /* A device or a pipe is no place to move a file into. */
    if (exists && !S_ISREG(found.st_mode))
        return open_stream(file, path, true, reterr);
    if (is_input(path))
        return is_used(path, "reads", reterr);
    file->place = place_of(file->path);
    if (is_taken(file->place))
        return is_used(path, "writes another output to", reterr);
    rd_interrupt_hold();
    bool opened = open_stream(file, path, false, reterr);
    rd_interrupt_release();
    return opened;
}

/* Does a device or pipe refuse to be synced, as it may? */
static bool is_no_disk(int reason)
{
    return reason == EINVAL || reason == EROFS || reason == ENOTSUP;
}

/* Brings everything to the disk and closes. Returns: 0, or what went wrong. */
static int finish(struct rd_output_file *file)
{
    int reason = 0;
    /* An error that came earlier has lost its errno: writing once more may tell it. */
    if (ferror(file->stream)) {
        reason = EIO;
        fputc('\n', file->stream);
    }
    if (fflush(file->stream) != 0)
        reason = errno;
    if (reason == 0 && fsync(fileno(file->stream)) != 0 &&
        !(file->temporary[0] == '\0' && is_no_disk(errno)))
        reason = errno;
    if (fclose(file->stream) != 0 && reason == 0)
        reason = errno;
    file->stream = NULL;
    if (reason == 0 && file->temporary[0] && rename(file->temporary, file->path) != 0)
        reason = errno;
    return reason;
}

bool rd_output_commit(struct rd_output_file *file, struct rd_error *reterr)
{
    /* It may have been read since it was opened. */
    if (file->temporary[0] && is_input(file->path)) {
        rd_output_discard(file);
        return is_used(file->path, "reads", reterr);
    }
    bool held = hold(file);
    int reason = finish(file);
    if (reason == 0) {
        uint32_t number;
        if (file->temporary[0] && file->place)
            rd_names_add(&places, &place_arena, file->place, &number);
        forget(file);
        file->temporary[0] = '\0';
    } else {
        rd_output_discard(file);
    }
    release(held);
    return reason == 0 || cannot_write(file->path, reason, reterr);
}

void rd_output_discard(struct rd_output_file *file)
{
    bool held = hold(file);
    if (file->stream)
        fclose(file->stream);
    file->stream = NULL;
    forget(file);
    if (file->temporary[0])
        unlink(file->temporary);
    file->temporary[0] = '\0';
    release(held);
}

bool rd_write_whole_file(const char *path,
                         bool (*write)(FILE *out, const void *context, struct rd_error *reterr),
                         const void *context, struct rd_error *reterr)
{
    struct rd_output_file file;
    if (strcmp(path, "-") == 0)
        return write(stdout, context, reterr);
    bool opened = rd_output_open(&file, path, reterr);
    bool written = opened && write(file.stream, context, reterr);
    if (opened && !written)
        rd_output_discard(&file);
    return written && rd_output_commit(&file, reterr);
}

/* --- folders ------------------------------------------------------------------------------- */

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
