#include "profile_text.h"

#include "platform_units.h"

#include "sim/model/instance.h"

#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 6, WORD_SIZE = 48 };

struct profile {
    double period_s, loop_after_s;
    double last_s; /* the last date */
    int line, last_line;
    bool has_period, loops_after, loops; /* loops: as STOCHASTIC LOOP says */
    bool stochastic;                     /* from here on dates are drawn, or given as DET */
    bool takes_time;                     /* some date is above 0 */
    bool has_events;
    bool zero_accepted;
    struct rd_error *reterr;
};

/* The words of a line; one more than can be used tells that there are too many. */
struct words {
    char word[MOST_WORDS + 1][WORD_SIZE];
    size_t count;
};

static const struct law {
    const char *name;
    size_t number_count;
} laws[] = {{"DET", 1},     {"NORM", 2}, {"NORMAL", 2},      {"GAUSS", 2}, {"GAUSSIAN", 2},
            {"UNIFORM", 2}, {"EXP", 1},  {"EXPONENTIAL", 1}, {"UNIF", 2}};

static const char blanks[] = " \t\v\f";

/* What is too long for a number is cut and ends so that it is none. */
static void split(const char *line, size_t length, struct words *words)
{
    words->count = 0;
    for (size_t at = 0; at < length && words->count <= MOST_WORDS;) {
        size_t end = at;
        while (end < length && !strchr(blanks, line[end]))
            end++;
        size_t letters = end - at < WORD_SIZE ? end - at : WORD_SIZE - sizeof "...";
        if (end > at)
            snprintf(words->word[words->count++], WORD_SIZE, "%.*s%s", (int)letters, line + at,
                     letters < end - at ? "..." : "");
        at = end + 1;
    }
}

static bool number_fail(const struct profile *profile, const char *what, const char *word,
                        bool zero_accepted)
{
    return rd_fail(profile->reterr, RD_ERROR_INPUT, NULL, profile->line,
                   "%s \"%s\" of a profile: %sa number from %g to %g is accepted", what, word,
                   zero_accepted ? "0 or " : "", RD_COST_LEAST, RD_COST_MOST);
}

static bool read_number(const struct profile *profile, const char *what, const char *word,
                        bool zero_accepted, double *ret_number)
{
    return (rd_bare_number_read(word, ret_number) &&
            (*ret_number == 0 ? zero_accepted
                              : *ret_number >= RD_COST_LEAST && *ret_number <= RD_COST_MOST)) ||
           number_fail(profile, what, word, zero_accepted);
}

static bool form_fail(const struct profile *profile)
{
    return rd_fail(profile->reterr, RD_ERROR_INPUT, NULL, profile->line,
                   "no event of a profile: a date and a value are accepted%s",
                   profile->stochastic
                       ? ", each DET X, UNIF LOW HIGH, NORM MEAN DEVIATION or EXP RATE"
                       : ", as in \"2.5 100\"");
}

/* Reads a date or a value, from *at on: a number, or a law and its numbers. */
static bool read_part(const struct profile *profile, const struct words *words, size_t *at,
                      const char *what, bool zero_accepted, double *ret_first)
{
    const struct law *law = NULL;
    for (size_t i = 0; *at < words->count && i < sizeof laws / sizeof *laws; i++)
        if (strcmp(laws[i].name, words->word[*at]) == 0)
            law = &laws[i];
    size_t count = law ? law->number_count : 1;
    double number[2] = {0};
    *at += law != NULL;
    if (*at + count > words->count || (profile->stochastic && !law))
        return form_fail(profile);
    for (size_t i = 0; i < count; i++)
        if (!read_number(profile, what, words->word[*at + i], zero_accepted || i > 0, &number[i]))
            return false;
    if (law && law->name[0] == 'U' && number[1] < number[0])
        return rd_fail(profile->reterr, RD_ERROR_INPUT, NULL, profile->line,
                       "UNIF %g %g in a profile: the lower number first is accepted", number[0],
                       number[1]);
    *at += count;
    *ret_first = count == 2 && number[1] > number[0] ? number[1] : number[0];
    return true;
}

static bool read_event(struct profile *profile, const struct words *words)
{
    size_t at = 0;
    double date_s, value;
    bool law = words->word[0][0] >= 'A' && strcmp(words->word[0], "DET") != 0;
    if (law && !profile->stochastic)
        return number_fail(profile, "date", words->word[0], true);
    if (!read_part(profile, words, &at, "date", true, &date_s) ||
        !read_part(profile, words, &at, "value", profile->zero_accepted, &value))
        return false;
    if (at < words->count && words->word[at][0] != '#')
        return form_fail(profile);
    if (!profile->stochastic && date_s < profile->last_s)
        return rd_fail(profile->reterr, RD_ERROR_INPUT, NULL, profile->line,
                       "date %g behind date %g of a profile: dates in their order are accepted",
                       date_s, profile->last_s);
    if (!profile->stochastic)
        profile->last_s = date_s;
    profile->last_line = profile->line;
    profile->takes_time = profile->takes_time || date_s > 0;
    profile->has_events = true;
    return true;
}

static bool read_line(struct profile *profile, const char *line, size_t length)
{
    struct words words;
    split(line, length, &words);
    const char *first = words.count > 0 ? words.word[0] : "#";
    if (first[0] == '#' || first[0] == '%')
        return true;
    if (strcmp(first, "STOCHASTIC") == 0 &&
        (words.count == 1 || (words.count == 2 && strcmp(words.word[1], "LOOP") == 0))) {
        profile->stochastic = true;
        profile->loops = profile->loops || words.count == 2;
        return true;
    }
    if (words.count == 2 && strcmp(first, "PERIODICITY") == 0) {
        profile->has_period = true;
        return read_number(profile, first, words.word[1], false, &profile->period_s);
    }
    if (words.count == 2 && strcmp(first, "LOOPAFTER") == 0) {
        profile->loops_after = true;
        return read_number(profile, first, words.word[1], true, &profile->loop_after_s);
    }
    return read_event(profile, &words);
}

/* Can it begin again as it says? */
static bool check_loop(const struct profile *profile)
{
    const char *wrong = NULL;
    if (profile->has_period && profile->stochastic)
        wrong = "a period of a stochastic profile: LOOPAFTER is accepted";
    else if (profile->has_period && profile->loop_after_s > 0)
        wrong = "a period of a profile and LOOPAFTER: one of them is accepted";
    else if (profile->has_period && profile->period_s < profile->last_s)
        wrong = "a date of a profile behind its period: dates within the period are accepted";
    else if ((profile->loops || profile->loops_after) && profile->has_events &&
             !profile->takes_time && profile->loop_after_s == 0)
        wrong = "a profile that begins again at once: a date or LOOPAFTER above 0 is needed";
    return !wrong || rd_fail(profile->reterr, RD_ERROR_INPUT, NULL,
                             profile->last_line > 0 ? profile->last_line : 1, "%s", wrong);
}

bool rd_profile_text_check(const char *text, size_t size, double period_s, bool zero_accepted,
                           struct rd_error *reterr)
{
    struct profile profile = {.period_s = period_s,
                              .has_period = period_s > 0,
                              .zero_accepted = zero_accepted,
                              .reterr = reterr};
    for (size_t at = 0; at < size;) {
        const char *line = text + at;
        size_t length = 0;
        while (at + length < size && line[length] != '\n')
            length++;
        size_t read_length = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        profile.line++;
        if (memchr(line, '\0', length) || memchr(line, '\r', read_length))
            return rd_fail(reterr, RD_ERROR_INPUT, NULL, profile.line,
                           "a zero byte or a carriage return in a line of a profile: text is "
                           "accepted");
        if (!read_line(&profile, line, read_length))
            return false;
        at += length + 1;
    }
    return check_loop(&profile);
}
