#include "profile.h"

#include "sim/base/number_text.h"

#include <stdio.h>
#include <string.h>

static bool next_number(const char **text, double *ret_number)
{
    const char *start = *text + strspn(*text, " ");
    size_t length = strcspn(start, " ");
    *text = start + length;
    return length > 0 && rd_number_parse(start, length, ret_number);
}

static bool read_steps(const char *text, struct rd_profile *profile)
{
    static const char word[] = "steps ";
    if (strncmp(text, word, strlen(word)) != 0)
        return false;
    text += strlen(word);
    return next_number(&text, &profile->period_s) && next_number(&text, &profile->low) &&
           next_number(&text, &profile->high) && text[strspn(text, " ")] == '\0' &&
           profile->period_s >= RD_PROFILE_PERIOD_LEAST && profile->period_s <= 1e15 &&
           profile->low >= 1 / RD_PROFILE_FACTOR_LIMIT && profile->low <= profile->high &&
           profile->high <= RD_PROFILE_FACTOR_LIMIT;
}

bool rd_profile_read(const char *text, uint64_t seed, uint64_t stream,
                     struct rd_profile *ret_profile, struct rd_error *reterr)
{
    struct rd_profile profile = {.rng = rd_rng_seeded(seed, stream)};
    if (strcmp(text, "none") != 0) {
        profile.varies = true;
        if (!read_steps(text, &profile))
            return rd_fail(
                reterr, RD_ERROR_INPUT, NULL, 0,
                "profile \"%.100s\": \"none\", or \"steps PERIOD LOW HIGH\" with a period "
                "from %g s and factors LOW <= HIGH from %g to %g, is accepted",
                text, RD_PROFILE_PERIOD_LEAST, 1 / RD_PROFILE_FACTOR_LIMIT,
                RD_PROFILE_FACTOR_LIMIT);
    }
    *ret_profile = profile;
    return true;
}

const char *rd_profile_next(struct rd_profile *profile, double nominal, struct rd_arena *arena)
{
    enum { LINE = 2 * RD_NUMBER_SIZE, SIZE = (RD_PROFILE_STEPS + 1) * LINE };
    char *text = rd_take(arena, SIZE, char), date[RD_NUMBER_SIZE], value[RD_NUMBER_SIZE];
    size_t size = 0;
    for (int step = 1; step <= RD_PROFILE_STEPS; step++) {
        double unit = rd_rng_unit(&profile->rng);
        double factor = profile->low + (profile->high - profile->low) * unit;
        size += (size_t)snprintf(text + size, SIZE - size, "%s %s\n",
                                 rd_number_text(step * profile->period_s, 15, date),
                                 rd_number_shortest(nominal * factor, value));
    }
    /* The first line's date counts from the end of the last round: no more than that is waited. */
    snprintf(text + size, SIZE - size, "LOOPAFTER 0\n");
    return text;
}
