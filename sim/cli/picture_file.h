/* Pictures in the form that the name of their file asks for. */
#pragma once

#include "sim/base/error.h"

#include <stdbool.h>
#include <stdio.h>

enum rd_picture_form { RD_PICTURE_SVG, RD_PICTURE_HTML, RD_PICTURE_PDF, RD_PICTURE_PNG };

/* The form that the end of a path asks for, .html, .pdf or .png; SVG with any other, of "-",
 * standard output, and of NULL, no picture. Looks for librsvg's converter if it is needed, so that
 * nobody waits in vain. In: has_page, HTML is accepted. Errors: RD_ERROR_USAGE if it is not;
 * RD_ERROR_FILE: there is no converter. */
bool rd_picture_form(const char *path, bool has_page, enum rd_picture_form *ret_form,
                     struct rd_error *reterr);

/* Writes a file in a form: SVG and HTML as `write` writes them, PDF and PNG as librsvg's
 * rsvg-convert makes them of the SVG that it writes, PNG with two dots a pixel.
 * In: path as in rd_write_whole_file. Errors: as there; RD_ERROR_FILE if the converter fails. */
bool rd_write_picture(const char *path, enum rd_picture_form form,
                      bool (*write)(FILE *out, const void *context, struct rd_error *reterr),
                      const void *context, struct rd_error *reterr);

/* Can PDF and PNG be written? */
bool rd_picture_converts(void);

/* Writes STEM.svg and, where there is the converter, STEM.pdf and STEM.png. Errors: as before. */
bool rd_write_picture_forms(const char *stem,
                            bool (*write)(FILE *out, const void *context, struct rd_error *reterr),
                            const void *context, struct rd_error *reterr);

/* rd_write_picture of a text in memory. */
bool rd_write_picture_text(const char *path, enum rd_picture_form form, const char *text,
                           struct rd_error *reterr);
