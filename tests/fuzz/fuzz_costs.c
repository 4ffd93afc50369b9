/* Any text as costs, as a profile, as a number with a unit: refused with a message, or values
 * within what the text says. */
#include "sim/base/number_text.h"
#include "sim/platform/cost_text.h"
#include "sim/platform/platform_units.h"
#include "sim/platform/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 4000, DRAWS = 40 };

static void check_refusal(const struct rd_error *error)
{
    rd_assert(error->code == RD_ERROR_INPUT && strstr(error->message, "accepted"));
}

/* A list written out, with blanks of another number, is the same list. */
static void check_list(const struct rd_costs *costs, struct rd_arena *arena)
{
    struct rd_costs again;
    const char *text = " list  ";
    char number[RD_NUMBER_SIZE];
    for (uint32_t i = 0; i < costs->list_count; i++)
        text = rd_arena_print(arena, "%s %s", text, rd_number_shortest(costs->list[i], number));
    rd_assert(rd_costs_read("cost", text, 1, 1, arena, &again, NULL));
    rd_assert(again.form == RD_COST_LIST && again.list_count == costs->list_count);
    rd_assert(memcmp(again.list, costs->list, costs->list_count * sizeof *costs->list) == 0);
}

static void check_costs(const char *text, struct rd_arena *arena)
{
    struct rd_costs costs = {.name = "untouched"};
    struct rd_error error = {0};
    if (!rd_costs_read("cost", text, 1, 1, arena, &costs, &error)) {
        check_refusal(&error);
        rd_assert(strcmp(costs.name, "untouched") == 0);
        return;
    }
    bool is_list = costs.form == RD_COST_LIST;
    uint32_t count = is_list ? costs.list_count : DRAWS;
    rd_assert(count > 0 && rd_costs_fit(&costs, count, "links", &error));
    rd_assert(rd_costs_fit(&costs, count + 1, "links", &error) == !is_list);
    if (is_list && count < 200)
        check_list(&costs, arena);
    for (uint32_t i = 0; i < count; i++) {
        double value = rd_costs_next(&costs);
        rd_assert(value >= 0 && value <= RD_COST_LIMIT);
        rd_assert(is_list || costs.form == RD_COST_ONE ||
                  (value >= costs.low && value <= costs.high));
        rd_assert(costs.form != RD_COST_UNIFORM || value == floor(value));
    }
}

/* SimGrid reads a profile as dates that rise, each with a value, and a line that says when it
 * begins again. */
static void check_profile(const char *text, struct rd_arena *arena)
{
    struct rd_profile profile;
    struct rd_error error = {0};
    if (!rd_profile_read("profile", text, 1, 1, &profile, &error)) {
        check_refusal(&error);
        return;
    }
    rd_assert(profile.varies == (strcmp(text, "none") != 0));
    if (!profile.varies)
        return;
    char *rest = (char *)(uintptr_t)rd_profile_next(&profile, 3, arena);
    double before_s = 0;
    for (int step = 0; step < RD_PROFILE_STEPS; step++) {
        char *line = strsep(&rest, "\n"), *value = strchr(line, ' ');
        double date_s, bandwidth;
        rd_assert(value && rest && rd_number_parse(line, (size_t)(value - line), &date_s));
        rd_assert(rd_number_parse(value + 1, strlen(value + 1), &bandwidth));
        rd_assert(date_s > before_s && bandwidth >= 3 * profile.low * (1 - 1e-9) &&
                  bandwidth <= 3 * profile.high * (1 + 1e-9));
        before_s = date_s;
    }
    rd_assert(strcmp(rest, "LOOPAFTER 0\n") == 0);
}

static void check_quantity(const char *text)
{
    for (int quantity = RD_BANDWIDTH; quantity <= RD_SPEED; quantity++) {
        double value = -7.25, again;
        char number[RD_NUMBER_SIZE];
        if (!rd_quantity_read((enum rd_quantity)quantity, text, &value)) {
            rd_assert(value == -7.25);
            continue;
        }
        rd_assert(isfinite(value) && (value > 0 || (quantity == RD_LATENCY && value == 0)));
        /* Without a unit it is the same. */
        rd_number_text(value, 17, number);
        rd_assert(rd_quantity_read((enum rd_quantity)quantity, number, &again) && again == value);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = strndup((const char *)data, size < MOST_BYTES ? size : MOST_BYTES);
    struct rd_arena arena;
    rd_assert(text);
    rd_arena_open(&arena, 0);
    check_costs(text, &arena);
    check_profile(text, &arena);
    check_quantity(text);
    rd_arena_close(&arena);
    free(text);
    return 0;
}
