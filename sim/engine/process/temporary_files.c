#include "temporary_files.h"

#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char live_folder[RD_PATH_SIZE];
static pid_t live_owner;
static char shelter[RD_PATH_SIZE], outer[RD_PATH_SIZE]; /* and that of whoever started this one */
static pid_t shelter_owner, outer_owner;

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

/* Makes the folder, which no signal may find before it is known to be one. */
static bool make_folder(struct rd_temporary_files *files)
{
    const char *parent = shelter[0] ? shelter : getenv("TMPDIR");
    static const char name[] = "/redist-XXXXXX";
    snprintf(files->folder, sizeof files->folder, "%.*s%s", RD_PATH_SIZE - (int)sizeof name,
             parent && *parent ? parent : "/tmp", name);
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    bool made = mkdtemp(files->folder) != NULL;
    if (made) {
        snprintf(live_folder, sizeof live_folder, "%s", files->folder);
        live_owner = getpid();
    }
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return made;
}

bool rd_temporary_files_write(struct rd_temporary_files *files, const struct rd_named_text *file,
                              size_t count, struct rd_error *reterr)
{
    if (!make_folder(files)) {
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
    live_folder[0] = '\0';
}

/* Returns: false where a child that still runs has made something there meanwhile. */
static bool remove_live_folder(void)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/rm", "rm", "-rf", "--", live_folder, (char *)NULL);
        _exit(1);
    }
    return child < 0 || waitpid(child, &status, 0) < 0 || status == 0;
}

void rd_temporary_files_clean_up(void)
{
    enum { ATTEMPTS = 3 };
    if (!live_folder[0] || live_owner != getpid())
        return;
    rd_child_end_latest();
    for (int attempt = 0; attempt < ATTEMPTS && !remove_live_folder(); attempt++)
        continue;
}

void rd_temporary_files_shelter(void)
{
    static bool prepared;
    if (!prepared) { /* no memory left ends the program wherever it is */
        atexit(rd_temporary_files_unshelter);
        at_quick_exit(rd_temporary_files_unshelter);
        prepared = true;
    }
    struct rd_temporary_files files;
    if (!make_folder(&files))
        return;
    memcpy(outer, shelter, sizeof outer);
    outer_owner = shelter_owner;
    snprintf(shelter, sizeof shelter, "%s", files.folder);
    shelter_owner = getpid();
}

void rd_temporary_files_unshelter(void)
{
    if (!shelter[0] || shelter_owner != getpid())
        return;
    if (rmdir(shelter) != 0) /* a child that was killed has left something */
        rd_temporary_files_clean_up();
    live_folder[0] = '\0';
    memcpy(shelter, outer, sizeof shelter);
    shelter_owner = outer_owner;
}
