/* Drives a fuzz harness without libFuzzer: replays every file of a corpus, then seeded mutations of
 * each, so that the ordinary suite keeps what fuzzing has found and looks a little further. */
#include "sim/base/number_text.h"
#include "sim/base/rng.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LARGEST_FILE = 1 << 16, MOST_CHANGES = 4, MOST_FOLDERS = 4 };

/* Runs the harness on a copy of just this size, so that a sanitizer sees a read behind it. */
static void run(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        abort();
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

/* Changes a byte, takes one out, puts one in, or cuts the end off. Returns: the new size. */
static size_t change(uint8_t *data, size_t size, struct rd_rng *rng)
{
    static const char telling[] = ",\"\n\r#-0189.e: \0x<>&/=[]!";
    size_t place = size ? rd_rng_below(rng, size) : 0;
    uint8_t byte = rd_rng_below(rng, 4) ? (uint8_t)telling[rd_rng_below(rng, sizeof telling)]
                                        : (uint8_t)rd_rng_next(rng);
    switch (rd_rng_below(rng, 8)) {
    case 0: return place;
    case 1:
    case 2:
        if (size == 0)
            return 0;
        memmove(data + place, data + place + 1, size - place - 1);
        return size - 1;
    case 3:
    case 4:
        memmove(data + place + 1, data + place, size - place);
        data[place] = byte;
        return size + 1;
    default:
        if (size > 0)
            data[place] = byte;
        return size;
    }
}

/* Returns: false if the file cannot be read. */
static bool replay(const char *path, int variants, struct rd_rng *rng)
{
    static uint8_t original[LARGEST_FILE], variant[LARGEST_FILE + MOST_CHANGES];
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    size_t size = fread(original, 1, sizeof original, file);
    bool read = !ferror(file);
    fclose(file);
    run(original, size);
    for (int i = 0; i < variants; i++) {
        memcpy(variant, original, size);
        size_t variant_size = size;
        for (uint64_t changes = 1 + rd_rng_below(rng, MOST_CHANGES); changes > 0; changes--)
            variant_size = change(variant, variant_size, rng);
        run(variant, variant_size);
    }
    return read;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

struct folder {
    const char *path;
    struct dirent **entry; /* [count] */
    int count;
};

/* Returns: how many of its files were replayed. */
static int replay_folder(struct folder *folder, int variants, struct rd_rng *rng)
{
    int replayed = 0;
    for (int i = 0; i < folder->count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder->path, folder->entry[i]->d_name);
        replayed += replay(path, variants, rng);
        free(folder->entry[i]);
    }
    free(folder->entry);
    return replayed;
}

int main(int argument_count, char **argument)
{
    struct folder folder[MOST_FOLDERS];
    int folders = argument_count - 2, files = 0, replayed = 0;
    if (folders < 1 || folders > MOST_FOLDERS) {
        fprintf(stderr, "usage: %s MUTATIONS FOLDER...\n", argument[0]);
        return 2;
    }
    for (int i = 0; i < folders; i++) {
        folder[i].path = argument[i + 2];
        folder[i].count = scandir(folder[i].path, &folder[i].entry, is_visible, alphasort);
        if (folder[i].count < 1) {
            fprintf(stderr, "%s: no files\n", folder[i].path);
            return 1;
        }
        files += folder[i].count;
    }
    int64_t mutations = 0;
    bool good = rd_integer_parse(argument[1], strlen(argument[1]), 0, INT32_MAX, &mutations);
    int variants = (int)((mutations + files - 1) / files);
    struct rd_rng rng = rd_rng_seeded(1, 0);
    for (int i = 0; i < folders; i++)
        replayed += replay_folder(&folder[i], variants, &rng);
    printf("%d files replayed, each with %d variants\n", replayed, variants);
    return good && replayed == files ? 0 : 1;
}
