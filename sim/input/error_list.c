#include "error_list.h"

#include <stdarg.h>
#include <string.h>

bool rd_error_list_add(struct rd_error_list *errors, enum rd_error_code code, const char *path,
                       int line, const char *format, ...)
{
    if (errors->count >= RD_ERROR_LIST_LIMIT) {
        errors->count++;
        return false;
    }
    struct rd_error error;
    va_list arguments;
    va_start(arguments, format);
    rd_vfail(&error, code, path, line, format, arguments);
    va_end(arguments);
    rd_arena_add(errors->arena, errors->error, errors->count, error);
    return false;
}

bool rd_error_list_add_error(struct rd_error_list *errors, const struct rd_error *error)
{
    return rd_error_list_add(errors, error->code, error->path, error->line, "%s", error->message);
}

size_t rd_error_list_kept(const struct rd_error_list *errors)
{
    return errors->count < RD_ERROR_LIST_LIMIT ? errors->count : RD_ERROR_LIST_LIMIT;
}

void rd_error_list_sort(struct rd_error_list *errors)
{
    /* Insertion keeps the order of equals, and there are few. */
    for (size_t i = 1; i < rd_error_list_kept(errors); i++) {
        struct rd_error moved = errors->error[i];
        size_t place = i;
        for (; place > 0; place--) {
            const struct rd_error *before = &errors->error[place - 1];
            int order = strcmp(before->path, moved.path);
            if (order < 0 || (order == 0 && before->line <= moved.line))
                break;
            errors->error[place] = *before;
        }
        errors->error[place] = moved;
    }
}

void rd_error_list_print(FILE *out, const struct rd_error_list *errors)
{
    size_t kept = rd_error_list_kept(errors);
    for (size_t i = 0; i < kept; i++)
        rd_error_print(out, &errors->error[i]);
    if (errors->count > kept)
        fprintf(out, "redist: %zu errors more\n", errors->count - kept);
}

int rd_error_list_exit_status(const struct rd_error_list *errors)
{
    static const enum rd_error_code worst_first[] = {RD_ERROR_FILE, RD_ERROR_INPUT, RD_ERROR_USAGE};
    for (size_t rank = 0; rank < sizeof worst_first / sizeof *worst_first; rank++)
        for (size_t i = 0; i < rd_error_list_kept(errors); i++)
            if (errors->error[i].code == worst_first[rank])
                return rd_error_exit_status(worst_first[rank]);
    return rd_error_exit_status(errors->count ? errors->error[0].code : RD_ERROR_NONE);
}
