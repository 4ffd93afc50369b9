#include "number_text.h"

#include "error.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum { LONGEST_NUMBER = 127 }; /* characters that are read as one number */

const char *rd_number_text(double value, int digits, char text[RD_NUMBER_SIZE])
{
    rd_assert(isfinite(value) && digits >= 1 && digits <= 17);
    char printed[RD_NUMBER_SIZE];
    const char format[] = {'%', '.', (char)('0' + digits / 10), (char)('0' + digits % 10),
                           'g', '\0'};
    strfromd(printed, sizeof printed, format, value);
    /* Whatever the locale writes for the point, of one byte or more, is no digit, sign or e. */
    size_t length = 0;
    bool in_point = false;
    for (const char *c = printed; *c; c++) {
        bool is_point = !strchr("0123456789+-e", *c);
        if (!is_point || !in_point)
            text[length++] = is_point ? '.' : *c;
        in_point = is_point;
    }
    text[length] = '\0';
    return text;
}

/* Skips digits. Returns: how many there were. */
static size_t skip_digits(const char **next, const char *end)
{
    const char *first = *next;
    while (*next < end && **next >= '0' && **next <= '9')
        (*next)++;
    return (size_t)(*next - first);
}

static bool is_number(const char *text, size_t length)
{
    const char *next = text, *end = text + length;
    if (next < end && *next == '-')
        next++;
    if (skip_digits(&next, end) == 0)
        return false;
    if (next < end && *next == '.') {
        next++;
        if (skip_digits(&next, end) == 0)
            return false;
    }
    if (next < end && (*next == 'e' || *next == 'E')) {
        next++;
        if (next < end && (*next == '+' || *next == '-'))
            next++;
        if (skip_digits(&next, end) == 0)
            return false;
    }
    return next == end;
}

/* Returns: false if it is none, or too large for a double. */
static bool read_double(const char *text, size_t length, double *ret_value)
{
    if (length > LONGEST_NUMBER || !is_number(text, length))
        return false;
    /* A copy with an end: the text may be the last bytes of a file in memory. */
    char copy[LONGEST_NUMBER + 1];
    memcpy(copy, text, length);
    copy[length] = '\0';
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    rd_assert(plain != (locale_t)0);
    double value = strtod_l(copy, NULL, plain);
    freelocale(plain);
    if (isinf(value))
        return false;
    *ret_value = value;
    return true;
}

const char *rd_limit_text(double value, int digits, char text[RD_NUMBER_SIZE])
{
    static const double tolerance = 1e-9; /* as clocks that agree */
    double shown = 0;
    rd_assert(value >= 0);
    rd_number_text(value, digits, text);
    if (!read_double(text, strlen(text), &shown) || shown >= value * (1 - tolerance))
        return text;
    /* One more at the last of the digits. */
    double unit = pow(10, floor(log10(shown)) - digits + 1);
    return rd_number_text(shown + unit, digits, text);
}

const char *rd_factor_text(double value, int digits, char text[RD_NUMBER_SIZE])
{
    rd_number_text(value, digits, text);
    return strcmp(text, "1") == 0 ? rd_limit_text(value, digits, text) : text;
}

const char *rd_whole_text(uint64_t value, char text[RD_WHOLE_SIZE])
{
    char digits[RD_WHOLE_SIZE], *first = digits + RD_WHOLE_SIZE - 1;
    *first = '\0';
    do
        *--first = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    return memcpy(text, first, (size_t)(digits + RD_WHOLE_SIZE - first));
}

const char *rd_wide_text(rd_wide value, char text[RD_WIDE_SIZE])
{
    char digits[RD_WIDE_SIZE], *next = text;
    int count = 0;
    if (value < 0)
        *next++ = '-';
    for (wide left = value < 0 ? -(wide)value : (wide)value; left > 0 || count == 0; left /= 10)
        digits[count++] = (char)('0' + (int)(left % 10));
    while (count > 0)
        *next++ = digits[--count];
    *next = '\0';
    return text;
}

/* The nearest number of so many digits, as value * 10^after: whole. Returns: whether it is known to
 * read back the same: it lies nearer to the value than half the way to the next double. */
static bool round_whole(uint64_t mantissa, int shift, wide power, uint64_t *ret_whole)
{
    wide scaled = mantissa * power, half = shift > 0 ? (wide)1 << (shift - 1) : 0;
    wide whole = (scaled + half) >> shift;
    wide back = whole << shift, error = back > scaled ? back - scaled : scaled - back;
    if (error == half && half > 0)
        whole &= ~(wide)1; /* half the way between two: the even one, as printf does */
    *ret_whole = (uint64_t)whole;
    return 2 * error < power;
}

/* Writes digits with so many of them before the point, or so many zeros behind it. */
static void place_point(const char *digits, int before, char text[RD_NUMBER_SIZE])
{
    if (before <= 0)
        *text++ = '0';
    for (; before > 0; before--)
        *text++ = *digits++;
    *text++ = '.';
    for (; before < 0; before++)
        *text++ = '0';
    memcpy(text, digits, strlen(digits) + 1);
}

/* Writes the fewest digits from 15 on, reckoned in whole numbers, which takes a sixth of the time
 * of printing and reading back, if the value is one as most costs are. Returns: false if not. */
static bool write_exact(double value, char text[RD_NUMBER_SIZE])
{
    static const double bound[] = {1e-3, 1e-2, 1e-1, 1,   1e1,  1e2,  1e3,  1e4,  1e5,
                                   1e6,  1e7,  1e8,  1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
    static const int bounds = sizeof bound / sizeof *bound;
    char number[RD_WHOLE_SIZE];
    int exponent, before = -3, digits = 15;
    uint64_t whole;
    wide power = 1;
    if (!(value >= 1e-4 && value < 1e15))
        return false;
    uint64_t mantissa = (uint64_t)(frexp(value, &exponent) * 0x1p53);
    if (mantissa == UINT64_C(1) << 52) /* the double below it lies nearer than the one above */
        return false;
    while (before + 3 < bounds && value >= bound[before + 3])
        before++;
    for (int after = digits - before; after > 0; after--)
        power *= 10;
    for (; !round_whole(mantissa, 53 - exponent, power, &whole) && digits < 17; digits++)
        power *= 10;
    if (strlen(rd_whole_text(whole, number)) != (size_t)digits) /* rounded up to a power of ten */
        return false;
    while (number[digits - 1] == '0')
        number[--digits] = '\0';
    place_point(number, before, text);
    return true;
}

const char *rd_number_exact(double value, int least, char text[RD_NUMBER_SIZE])
{
    if (least >= 15 && value >= 0 && value < 1e15 && value == floor(value) && !signbit(value))
        return rd_whole_text((uint64_t)value, text); /* most costs are: a sweep writes many */
    if (least == 15 && write_exact(value, text))
        return text;
    for (int digits = least; digits < 17; digits++) {
        double read_back = 0;
        rd_number_text(value, digits, text);
        /* Rounded up, the largest of all numbers is none. */
        if (read_double(text, strlen(text), &read_back) && read_back == value)
            return text;
    }
    return rd_number_text(value, 17, text);
}

const char *rd_number_shortest(double value, char text[RD_NUMBER_SIZE])
{
    if (value >= 0 && value < 1e15 && value == floor(value) && !signbit(value))
        return rd_whole_text((uint64_t)value, text);
    if (write_exact(value, text)) /* whose last digit is no 0 */
        return text;
    int least = 1; /* as many as stand before the point: 10, not 1e+01 */
    for (double bound = 10; fabs(value) >= bound && least < 15; bound *= 10)
        least++;
    return rd_number_exact(value, least, text);
}

bool rd_number_parse(const char *text, size_t length, double *ret_value)
{
    double value;
    if (!read_double(text, length, &value))
        return false;
    bool zero = true; /* as it is written: what is too small for a double is no zero */
    for (size_t i = 0; i < length && text[i] != 'e' && text[i] != 'E'; i++)
        zero = zero && !(text[i] >= '1' && text[i] <= '9');
    if (!zero && (fabs(value) < RD_NUMBER_LEAST || fabs(value) > RD_NUMBER_MOST))
        return false;
    *ret_value = value;
    return true;
}

const char *rd_minus_remark(const char *text)
{
    return strstr(text, "\xe2\x88\x92") ? ", with the sign U+2212 in place of '-'" : "";
}

bool rd_integer_parse(const char *text, size_t length, int64_t low, int64_t high,
                      int64_t *ret_value)
{
    bool negative = length > 0 && text[0] == '-';
    if (length == (negative ? 1 : 0))
        return false;
    int64_t value = 0;
    for (size_t i = negative ? 1 : 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        int digit = text[i] - '0';
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, negative ? -digit : digit, &value))
            return false;
    }
    if (value < low || value > high)
        return false;
    *ret_value = value;
    return true;
}
