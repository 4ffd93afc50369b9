#include "upgrade_numbers.h"

#include "sim/base/number_text.h"
#include "sim/csv/csv_text.h"
#include "sim/input/file_text.h"
#include "sim/platform/host_names.h"

#include <math.h>

enum column { COLUMN_LINK, COLUMN_NUMBER, COLUMN_COUNT };

/* In: the names of all upgrades, by their numbers. */
static bool read_record(const struct rd_csv *csv, const struct rd_csv_columns *columns,
                        double above, const struct rd_names *names, struct rd_arena *arena,
                        double *value, struct rd_error *reterr)
{
    if (!rd_csv_check_count(csv, columns, reterr))
        return false;
    const struct rd_csv_field link = rd_csv_unmarked(&csv->field[columns->at[COLUMN_LINK]]);
    const struct rd_csv_field *field = &csv->field[columns->at[COLUMN_NUMBER]];
    const char *name = rd_csv_field_text(&link, arena);
    uint32_t number = rd_names_find(names, name);
    char accepted[RD_NAMES_ACCEPTED_SIZE];
    if (number == RD_NO_NAME)
        return rd_csv_fail_field(csv, "link", &link, reterr,
                                 "no link of the platform, or direction of a host: %s",
                                 rd_names_accepted(names, name, accepted));
    if (!isnan(value[number]))
        return rd_csv_fail_field(csv, "link", &link, reterr,
                                 "it is there already: once is accepted");
    if (!rd_number_parse(field->text, field->length, &value[number]) || !(value[number] > above))
        return rd_csv_fail_field(csv, columns->name[COLUMN_NUMBER], field, reterr,
                                 "a number above %g is needed", above);
    return true;
}

bool rd_upgrade_numbers_read(const char *path, const char *column, double above,
                             const struct rd_upgrades *upgrades, struct rd_arena *arena,
                             const double **ret_number, struct rd_error *reterr)
{
    const char *const name[] = {"link", column};
    struct rd_csv_columns columns = {.name = name, .count = COLUMN_COUNT, .needed = COLUMN_COUNT};
    struct rd_csv csv;
    struct rd_names names = {0};
    struct rd_error error;
    const char *text;
    size_t size;
    if (!rd_file_text(path, RD_LOADS_BYTES_LIMIT, arena, &text, &size, &error))
        return rd_fail(reterr, error.code, path, 0, "%s", error.message);
    double *value = rd_take(arena, upgrades->count, double);
    for (size_t i = 0; i < upgrades->count; i++) {
        uint32_t number;
        rd_names_add(&names, arena, upgrades->upgrade[i].what, &number);
        value[i] = NAN;
    }
    rd_csv_open(&csv, path, text, size);
    enum rd_csv_line line;
    while ((line = rd_csv_next(&csv, &columns, reterr)) == RD_CSV_RECORD)
        if (!read_record(&csv, &columns, above, &names, arena, value, reterr))
            return false;
    *ret_number = value;
    return line == RD_CSV_END;
}
