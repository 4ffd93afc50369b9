/* Any bytes as the CSV file of <loads>: refused with messages, or loads that are one each. */
#include "scratch_file.h"

#include "sim/scenario/scenario.h"

#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char text[] = "<scenario><platform generator=\"ring\" direction=\"one-way\" "
                           "hosts=\"3\"/><topology shape=\"ring\"/><loads file=\"loads.csv\"/>"
                           "<goal reach=\"%s\"/><run algorithm=\"all\"/></scenario>";

static void read_as(const char *path, const char *goal)
{
    static const struct rd_scenario_settings settings = {0};
    struct rd_arena arena;
    struct rd_scenario scenario;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    const char *whole = rd_arena_print(&arena, text, goal);
    const char *folder = rd_arena_print(&arena, "%.*s", (int)(strrchr(path, '/') - path), path);
    const char *beside = rd_arena_print(&arena, "%s/fuzz.xml", folder);
    if (rd_scenario_read_text(beside, whole, strlen(whole), &settings, &arena, &scenario,
                              &errors)) {
        size_t count = 3 * (size_t)scenario.instance.kind_count;
        for (size_t i = 0; i < count; i++)
            rd_assert(scenario.instance.load[i] >= 0);
    } else {
        rd_assert(errors.count > 0);
        for (size_t i = 0; i < rd_error_list_kept(&errors); i++)
            rd_assert(errors.error[i].code == RD_ERROR_INPUT && errors.error[i].line > 0 &&
                      errors.error[i].message[0]);
    }
    rd_arena_close(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = scratch_file("loads.csv", data, size);
    read_as(path, "balance");
    read_as(path, "after");
    return 0;
}
