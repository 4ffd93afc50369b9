#include "picture_file.h"

#include "sim/base/filter.h"
#include "sim/report/output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CONVERTER "rsvg-convert"

static const struct {
    const char *ending;
    const char *converter; /* with its options; NULL: it is not needed */
} forms[] = {
    [RD_PICTURE_SVG] = {".svg", NULL}, /* or any other ending */
    [RD_PICTURE_HTML] = {".html", NULL},
    [RD_PICTURE_PDF] = {".pdf", CONVERTER " --format=pdf"},
    [RD_PICTURE_PNG] = {".png", CONVERTER " --format=png --zoom=2"},
};

enum { FORM_COUNT = sizeof forms / sizeof *forms };

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), end = strlen(ending);
    return length > end && strcmp(text + length - end, ending) == 0;
}

/* Is a program in one of the folders of $PATH? */
static bool is_installed(const char *program)
{
    const char *folder = getenv("PATH");
    while (folder && *folder) {
        char path[RD_PATH_SIZE];
        size_t length = strcspn(folder, ":");
        int size = snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, program);
        if (size < RD_PATH_SIZE && access(path, X_OK) == 0)
            return true;
        folder += length + (folder[length] == ':');
    }
    return false;
}

bool rd_picture_form(const char *path, bool has_page, enum rd_picture_form *ret_form,
                     struct rd_error *reterr)
{
    int form = RD_PICTURE_SVG;
    for (int i = 0; i < FORM_COUNT; i++)
        if (path && ends_with(path, forms[i].ending))
            form = i;
    if (form == RD_PICTURE_HTML && !has_page)
        return rd_fail(reterr, RD_ERROR_USAGE, path, 0,
                       "a page cannot be had of this: FILE.svg, FILE.pdf or FILE.png is accepted");
    if (forms[form].converter && !is_installed(CONVERTER))
        return rd_fail(reterr, RD_ERROR_FILE, path, 0,
                       "%s, which makes %s of SVG, is not installed (Debian: librsvg2-bin): "
                       "FILE.svg needs none",
                       CONVERTER, forms[form].ending + 1);
    *ret_form = (enum rd_picture_form)form;
    return true;
}

/* What is written, and as what. */
struct picture {
    enum rd_picture_form form;
    bool (*write)(FILE *out, const void *context, struct rd_error *reterr);
    const void *context;
};

static bool write_converted(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct picture *picture = context;
    FILE *svg = rd_filter_text();
    if (!svg)
        return rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the picture: %s", strerror(errno));
    bool written = picture->write(svg, picture->context, reterr);
    int status = written ? rd_filter(forms[picture->form].converter, svg, out) : 0;
    fclose(svg);
    if (status != 0)
        return rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "%s failed (status %d): FILE.svg needs none",
                       CONVERTER, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    return written;
}

bool rd_write_picture(const char *path, enum rd_picture_form form,
                      bool (*write)(FILE *out, const void *context, struct rd_error *reterr),
                      const void *context, struct rd_error *reterr)
{
    struct picture picture = {.form = form, .write = write, .context = context};
    return forms[form].converter ? rd_write_whole_file(path, write_converted, &picture, reterr)
                                 : rd_write_whole_file(path, write, context, reterr);
}

bool rd_picture_converts(void)
{
    return is_installed(CONVERTER);
}

bool rd_write_picture_forms(const char *stem,
                            bool (*write)(FILE *out, const void *context, struct rd_error *reterr),
                            const void *context, struct rd_error *reterr)
{
    static const enum rd_picture_form all[] = {RD_PICTURE_SVG, RD_PICTURE_PDF, RD_PICTURE_PNG};
    bool written = true;
    for (size_t i = 0; written && i < sizeof all / sizeof *all; i++) {
        char path[RD_PATH_SIZE];
        int length = snprintf(path, sizeof path, "%s%s", stem, forms[all[i]].ending);
        if (length >= RD_PATH_SIZE)
            return rd_fail(reterr, RD_ERROR_FILE, stem, 0,
                           "the path is too long: at most %d bytes are supported",
                           RD_PATH_SIZE - 1);
        if (!forms[all[i]].converter || rd_picture_converts())
            written = rd_write_picture(path, all[i], write, context, reterr);
    }
    return written;
}

static bool write_text(FILE *out, const void *text, struct rd_error *reterr)
{
    (void)reterr; /* what fails here is found when the file is closed */
    fputs(text, out);
    return true;
}

bool rd_write_picture_text(const char *path, enum rd_picture_form form, const char *text,
                           struct rd_error *reterr)
{
    return rd_write_picture(path, form, write_text, text, reterr);
}
