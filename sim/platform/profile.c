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

static bool read_kind(const char *text, struct rd_profile *profile)
{
    static const char *const word[] = {[RD_PROFILE_STEP] = "steps ",
                                       [RD_PROFILE_TWO_STATE] = "two-state ",
                                       [RD_PROFILE_WALK] = "walk "};
    int kind = 0;
    while (kind <= RD_PROFILE_WALK && strncmp(text, word[kind], strlen(word[kind])) != 0)
        kind++;
    if (kind > RD_PROFILE_WALK)
        return false;
    profile->kind = (enum rd_profile_kind)kind;
    text += strlen(word[kind]);
    return next_number(&text, &profile->period_s) && next_number(&text, &profile->low) &&
           next_number(&text, &profile->high) && text[strspn(text, " ")] == '\0' &&
           profile->period_s >= RD_PROFILE_PERIOD_LEAST && profile->period_s <= 1e15 &&
           profile->low >= 1 / RD_PROFILE_FACTOR_LIMIT && profile->low <= profile->high &&
           profile->high <= RD_PROFILE_FACTOR_LIMIT;
}

bool rd_profile_read(const char *name, const char *text, uint64_t seed, uint64_t stream,
                     struct rd_profile *ret_profile, struct rd_error *reterr)
{
    struct rd_profile profile = {.rng = rd_rng_seeded(seed, stream)};
    if (text && strcmp(text, "none") != 0) {
        profile.varies = true;
        if (!read_kind(text, &profile))
            return rd_wrong(
                reterr,
                "%s \"%.100s\": \"none\", or \"steps PERIOD LOW HIGH\", or two-state or walk for "
                "steps, with a period from %g s and factors LOW <= HIGH from %g to %g, is accepted",
                name, text, RD_PROFILE_PERIOD_LEAST, 1 / RD_PROFILE_FACTOR_LIMIT,
                RD_PROFILE_FACTOR_LIMIT);
    }
    *ret_profile = profile;
    return true;
}

/* The factor of a step, between 0 and 1 of the way from LOW to HIGH. In: last, that of the step
 * before; below 0 at the first. */
static double next_share(struct rd_profile *profile, double *normal, double last)
{
    static const double kept = 0.7788007830714049,
                        drawn = 0.6272713450233213; /* e^-1/4; its rest */
    if (profile->kind == RD_PROFILE_STEP)
        return rd_rng_unit(&profile->rng);
    if (profile->kind == RD_PROFILE_TWO_STATE) {
        uint64_t quarter = rd_rng_below(&profile->rng, 4);
        return last < 0 ? (double)(quarter % 2) : quarter == 0 ? 1 - last : last;
    }
    double z = rd_rng_normal(&profile->rng);
    *normal = last < 0 ? z : kept * *normal + drawn * z;
    double share = 0.5 + *normal / 4;
    /* Libraries differ in the last bit of a logarithm: platforms must not. */
    return (double)(float)(share < 0 ? 0 : share > 1 ? 1 : share);
}

const char *rd_profile_next(struct rd_profile *profile, double nominal, struct rd_arena *arena)
{
    enum { LINE = 2 * RD_NUMBER_SIZE, SIZE = (RD_PROFILE_STEPS + 1) * LINE };
    char *text = rd_take(arena, SIZE, char), date[RD_NUMBER_SIZE], value[RD_NUMBER_SIZE];
    size_t size = 0;
    double normal = 0, share = -1;
    for (int step = 1; step <= RD_PROFILE_STEPS; step++) {
        share = next_share(profile, &normal, share);
        double factor = profile->low + (profile->high - profile->low) * share;
        size += (size_t)snprintf(text + size, SIZE - size, "%s %s\n",
                                 rd_number_text(step * profile->period_s, 15, date),
                                 rd_number_shortest(nominal * factor, value));
    }
    /* The first line's date counts from the end of the last round: no more than that is waited. */
    snprintf(text + size, SIZE - size, "LOOPAFTER 0\n");
    return text;
}
