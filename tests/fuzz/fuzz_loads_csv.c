/* Any bytes as each CSV file that <loads> may name: refused with messages, or loads, objects or
 * copies that are what they should be. */
#include "reading.h"
#include "scratch_file.h"

#include "sim/scenario/scenario.h"

#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char text[] = "<scenario><platform generator=\"switch\" hosts=\"3\"/>"
                           "<topology shape=\"switch\"/>%s<loads %s=\"list.csv\"/>"
                           "<goal reach=\"%s\"/><run algorithm=\"all\"/></scenario>";

/* What a file is read as: the attribute that names it, the goal, the rest of the scenario; and may
 * objects lack a destination? */
static const struct reading {
    const char *attribute, *goal, *items;
    bool places_objects;
} readings[] = {
    {"file", "balance", "", false},
    {"file", "after", "", false},
    {"objects", "place", "", false},
    {"objects", "place", "", true},
    {"copies", "copies", "<items><kind name=\"weights\" bytes=\"4\"/></items>", false},
};

static void read_as(const struct reading *reading, const char *path)
{
    const struct rd_scenario_settings settings = {.places_objects = reading->places_objects};
    struct rd_arena arena;
    struct rd_scenario scenario;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    const char *whole =
        rd_arena_print(&arena, text, reading->items, reading->attribute, reading->goal);
    const char *folder = rd_arena_print(&arena, "%.*s", (int)(strrchr(path, '/') - path), path);
    const char *beside = rd_arena_print(&arena, "%s/fuzz.xml", folder);
    if (!rd_scenario_read_text(beside, whole, strlen(whole), &settings, &arena, &scenario, &errors))
        reading_check_errors(&errors);
    else if (scenario.placed)
        rd_assert(reading->places_objects && scenario.placed->count > 0);
    else
        reading_check_scenario(&scenario);
    rd_arena_close(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = scratch_file("list.csv", data, size);
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
        read_as(&readings[i], path);
    return 0;
}
