#include "scenario_reading.h"

#include "tests/support/cmocka.h"

void reading_open(struct reading *reading)
{
    *reading = (struct reading){0};
    rd_arena_open(&reading->arena, 0);
}

void reading_close(struct reading *reading)
{
    rd_arena_close(&reading->arena);
}

bool read_with(struct reading *reading, const char *file, const struct rd_option *set,
               size_t set_count)
{
    struct rd_scenario_settings settings = {
        .set = set, .set_count = set_count, .kept = reading->kept};
    reading->errors = (struct rd_error_list){.arena = &reading->arena};
    return rd_scenario_read(rd_arena_print(&reading->arena, "%s/%s", SCENARIO_TESTS, file),
                            &settings, &reading->arena, &reading->scenario, &reading->errors);
}

void read_valid(struct reading *reading, const char *file)
{
    bool read = read_with(reading, file, NULL, 0);
    rd_error_list_print(stderr, &reading->errors);
    assert_true(read);
}
