/* Texts of whole numbers, line by line. */
#pragma once

#include "placement.h"

struct rd_number_lines {
    size_t line_count;
    const size_t *first; /* [line_count + 1]: line i has value[first[i]] .. [first[i + 1] - 1] */
    const int *number;   /* [line_count] in the file, from 1 */
    const int64_t *value;
};

/* Reads numbers apart by blanks, tabs or commas. What stands behind # or % is a comment; lines
 * without numbers are left out.
 * In: low, 0 or more; letters that are accepted, too, and read as -1, -2, ..; "" for none.
 * Errors: RD_ERROR_INPUT for any other word. Cost: O(bytes). */
bool rd_number_lines_read(const struct rd_input_text *text, int64_t low, int64_t high,
                          const char *letters, struct rd_arena *arena,
                          struct rd_number_lines *ret_lines, struct rd_error *reterr);

/* How many numbers a line has. */
static inline size_t rd_number_lines_width(const struct rd_number_lines *lines, size_t line)
{
    return lines->first[line + 1] - lines->first[line];
}

/* Where a line is in the file; beyond the last one, where that is, and 1 if there is none. */
static inline int rd_number_lines_place(const struct rd_number_lines *lines, size_t line)
{
    size_t last = lines->line_count - 1;
    return lines->line_count == 0 ? 1 : lines->number[line < last ? line : last];
}
