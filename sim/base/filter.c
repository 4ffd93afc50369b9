#include "filter.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

enum { COMMAND_SIZE = 256 };

FILE *rd_filter_text(void)
{
    int file = memfd_create("text", 0); /* the command opens it by its number */
    return file < 0 ? NULL : fdopen(file, "w+");
}

int rd_filter(const char *command, FILE *text, FILE *out)
{
    char line[COMMAND_SIZE], bytes[8192];
    if (fflush(text) != 0)
        return -1;
    snprintf(line, sizeof line, "%s </proc/self/fd/%d", command, fileno(text));
    FILE *made = popen(line, "r");
    if (!made)
        return -1;
    int reason = 0;
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, made)) > 0;)
        if (fwrite(bytes, 1, got, out) != got && reason == 0)
            reason = errno;
    if (reason == 0 && (ferror(made) || fflush(out) != 0))
        reason = errno;
    int status = pclose(made);
    if (reason == 0)
        return status;
    errno = reason;
    return -1;
}
