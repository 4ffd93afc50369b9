/* Any bytes as the two layouts that generated loads may name, apart by a line "--": refused with
 * messages, or copies that are what they should be. */
#include "reading.h"
#include "scratch_file.h"

#include "sim/scenario/scenario.h"

#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char text[] = "<scenario><platform generator=\"switch\" hosts=\"4\"/>"
                           "<topology shape=\"switch\"/><goal reach=\"copies\"/>"
                           "<loads generator=\"reshard\" piece-bytes=\"1000000\" "
                           "from-layout=\"old.json\" to-layout=\"new.json\"/>"
                           "<run algorithm=\"all\"/></scenario>";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char apart[] = "\n--\n";
    const struct rd_scenario_settings settings = {0};
    const uint8_t *at = memmem(data, size, apart, strlen(apart));
    size_t first = at ? (size_t)(at - data) : size, second = at ? first + strlen(apart) : size;
    scratch_file("old.json", data, first);
    const char *path = scratch_file("new.json", data + second, size - second);
    struct rd_arena arena;
    struct rd_scenario scenario;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    const char *beside =
        rd_arena_print(&arena, "%.*s/fuzz.xml", (int)(strrchr(path, '/') - path), path);
    if (rd_scenario_read_text(beside, text, strlen(text), &settings, &arena, &scenario, &errors))
        reading_check_scenario(&scenario);
    else
        reading_check_errors(&errors);
    rd_arena_close(&arena);
    return 0;
}
