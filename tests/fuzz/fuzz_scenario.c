/* Any bytes as a scenario: refused with messages, or read into an instance that holds together;
 * what is read has the form of scenarios/scenario.rng, and is read the same again. */
#include "reading.h"

#include "sim/input/xml.h"
#include "tests/support/scenario_schema.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* As if it lay among the valid scenarios, beside their platforms. */
static bool read_text(const uint8_t *data, size_t size, struct rd_arena *arena,
                      struct rd_scenario *scenario, struct rd_error_list *errors)
{
    static const struct rd_scenario_settings settings = {0};
    return rd_scenario_read_text(SCENARIO_TESTS "/valid/fuzz.xml", (const char *)data, size,
                                 &settings, arena, scenario, errors);
}

static void check_form(const uint8_t *data, size_t size, struct rd_error_list *errors)
{
    char words[SCHEMA_WORDS];
    xmlDoc *doc = rd_xml_parse("fuzz.xml", (const char *)data, size, NULL, errors);
    rd_assert(doc);
    rd_assert(schema_accepts(doc, words));
    xmlFreeDoc(doc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rd_arena arena;
    struct rd_scenario scenario = {0}, again;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    if (read_text(data, size, &arena, &scenario, &errors)) {
        reading_check_scenario(&scenario);
        check_form(data, size, &errors);
        rd_assert(strlen(rd_scenario_digest((const char *)data, size, &arena)) == 64);
        rd_assert(read_text(data, size, &arena, &again, &errors));
        reading_check_same(&scenario, &again);
    } else {
        reading_check_errors(&errors);
        rd_assert(!scenario.path && !scenario.run && !scenario.instance.load);
    }
    rd_arena_close(&arena);
    return 0;
}
