/* Any bytes as a number: read if and only if a regular expression and strtod say so, and what is
 * written reads back the same. */
#include "sim/base/error.h"
#include "sim/base/number_text.h"

#include <math.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 400, LONGEST = 127 };

__extension__ typedef __int128 wide;

static regex_t number, integer;

static bool matches(const regex_t *regex, const char *text, size_t size)
{
    return strlen(text) == size && regexec(regex, text, 0, NULL, 0) == 0;
}

static void check_written(double value)
{
    char text[RD_NUMBER_SIZE], shortest[RD_NUMBER_SIZE];
    double again;
    for (int digits = 1; digits <= 17; digits++) {
        rd_number_text(value, digits, text);
        /* Rounded, the least and the greatest may leave what can be read. */
        bool read = rd_number_parse(text, strlen(text), &again);
        rd_assert(read || (digits < 17 && (fabs(value) > 9e99 || fabs(value) < 1.1e-100)));
        rd_assert(!read || fabs(again - value) <= pow(10, 1 - digits) * fabs(value));
    }
    rd_assert(memcmp(&again, &value, sizeof value) == 0);
    rd_number_shortest(value, shortest);
    rd_assert(rd_number_parse(shortest, strlen(shortest), &again));
    rd_assert(memcmp(&again, &value, sizeof value) == 0);
}

static void check_number(const char *bytes, const char *text, size_t size)
{
    double value = -7.25, expected = strtod(text, NULL);
    bool is_number = matches(&number, text, size);
    bool read = rd_number_parse(bytes, size, &value);
    bool fits = strcspn(text, "123456789") >= strcspn(text, "eE") ||
                (fabs(expected) >= RD_NUMBER_LEAST && fabs(expected) <= RD_NUMBER_MOST);
    rd_assert(read == (is_number && size <= LONGEST && fits));
    if (!read)
        rd_assert(value == -7.25);
    else if (memcmp(&value, &expected, sizeof value) != 0)
        rd_assert(!"another number than strtod's");
    else
        check_written(value);
}

static void check_integer(const char *bytes, const char *text, size_t size, int64_t low,
                          int64_t high)
{
    bool negative = text[0] == '-';
    bool fits = matches(&integer, text, size);
    wide expected = 0;
    for (const char *digit = text + negative; fits && *digit; digit++) {
        expected = expected * 10 + (*digit - '0');
        if (expected > (wide)1 << 64)
            expected = (wide)1 << 64;
    }
    expected = negative ? -expected : expected;
    int64_t value = -77;
    bool read = rd_integer_parse(bytes, size, low, high, &value);
    rd_assert(read == (fits && expected >= low && expected <= high));
    rd_assert(value == (read ? (int64_t)expected : -77));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[MOST_BYTES + 1];
    const char *bytes = (const char *)data;
    double value;
    static bool compiled;
    if (!compiled)
        rd_assert(regcomp(&number, "^-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?$",
                          REG_EXTENDED | REG_NOSUB) == 0 &&
                  regcomp(&integer, "^-?[0-9]+$", REG_EXTENDED | REG_NOSUB) == 0);
    compiled = true;
    if (size > MOST_BYTES)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    check_number(bytes, text, size);
    check_integer(bytes, text, size, INT64_MIN, INT64_MAX);
    check_integer(bytes, text, size, -1, 100);
    if (size == sizeof value) {
        memcpy(&value, data, sizeof value);
        if (value == 0 || (fabs(value) >= RD_NUMBER_LEAST && fabs(value) <= RD_NUMBER_MOST))
            check_written(value);
    }
    return 0;
}
