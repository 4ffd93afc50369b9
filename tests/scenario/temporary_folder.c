#include "temporary_folder.h"

#include "tests/support/cmocka.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "redist-test-XXXXXX";
static char back[4096];

int temporary_folder_enter(void **state)
{
    (void)state;
    const char *base = getenv("TMPDIR");
    return getcwd(back, sizeof back) && chdir(base ? base : "/tmp") == 0 && mkdtemp(folder) &&
                   chdir(folder) == 0
               ? 0
               : -1;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status, (void)type, (void)walk;
    return remove(path);
}

int temporary_folder_leave(void **state)
{
    (void)state;
    enum { OPEN_FOLDERS = 8 };
    return chdir("..") == 0 && nftw(folder, remove_entry, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS) == 0
               ? chdir(back)
               : -1;
}

void write_bytes(const char *path, const char *text, size_t size)
{
    const char *slash = strrchr(path, '/');
    if (slash) {
        char parent[256];
        snprintf(parent, sizeof parent, "%.*s", (int)(slash - path), path);
        mkdir(parent, 0777); /* or it is there */
    }
    remove(path); /* some file systems wait for the disk when a file is written over */
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

void write_text(const char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

char *text_with(struct rd_arena *arena, const char *text, const char *from, const char *to)
{
    const char *place = strstr(text, from);
    assert_non_null(place);
    return rd_arena_print(arena, "%.*s%s%s", (int)(place - text), text, to, place + strlen(from));
}

const char *printed(const struct rd_error_list *errors)
{
    char *text = rd_take(errors->arena, 300000, char);
    FILE *out = fmemopen(text, 300000, "w");
    assert_non_null(out);
    rd_error_list_print(out, errors);
    fclose(out);
    return text;
}
