#include "platform_units.h"

#include "sim/base/number_text.h"
#include "sim/model/instance.h"

#include <stdio.h>
#include <string.h>

struct unit {
    const char *name;
    double scale;
};

static const struct unit bandwidth_units[] = {
    {"Bps", 1},         {"kBps", 1e3},      {"MBps", 1e6},
    {"GBps", 1e9},      {"TBps", 1e12},     {"PBps", 1e15},
    {"EBps", 1e18},     {"KiBps", 0x1p10},  {"MiBps", 0x1p20},
    {"GiBps", 0x1p30},  {"TiBps", 0x1p40},  {"PiBps", 0x1p50},
    {"EiBps", 0x1p60},  {"bps", 0.125},     {"kbps", 0.125e3},
    {"Mbps", 0.125e6},  {"Gbps", 0.125e9},  {"Tbps", 0.125e12},
    {"Pbps", 0.125e15}, {"Ebps", 0.125e18}, {"Kibps", 0x1p7},
    {"Mibps", 0x1p17},  {"Gibps", 0x1p27},  {"Tibps", 0x1p37},
    {"Pibps", 0x1p47},  {"Eibps", 0x1p57},  {"", 1},
    {NULL, 0}};

static const struct unit latency_units[] = {{"s", 1},      {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9},
                                            {"ps", 1e-12}, {"m", 60},    {"h", 3600},  {"d", 86400},
                                            {"w", 604800}, {"", 1},      {NULL, 0}};

static const struct unit speed_units[] = {{"f", 1},
                                          {"kf", 1e3},
                                          {"Mf", 1e6},
                                          {"Gf", 1e9},
                                          {"Tf", 1e12},
                                          {"Pf", 1e15},
                                          {"Ef", 1e18},
                                          {"Zf", 1e21},
                                          {"Yf", 1e24},
                                          {"flops", 1},
                                          {"kiloflops", 1e3},
                                          {"megaflops", 1e6},
                                          {"gigaflops", 1e9},
                                          {"teraflops", 1e12},
                                          {"petaflops", 1e15},
                                          {"exaflops", 1e18},
                                          {"zettaflops", 1e21},
                                          {"yottaflops", 1e24},
                                          {"", 1},
                                          {NULL, 0}};

static const struct {
    const struct unit *units;
    bool zero_accepted;
    const char *accepted;
} quantities[] = {
    [RD_BANDWIDTH] = {bandwidth_units, false,
                      "a number with a unit such as Bps, kBps, MBps, GBps, MiBps, Mbps or Mibps, "
                      "1e-30 to 1e+30 Bps in all, is accepted"},
    [RD_LATENCY] = {latency_units, true,
                    "a number with a unit (ps, ns, us, ms, s, m, h, d, w), 0 or 1e-30 to 1e+30 s "
                    "in all, is accepted"},
    [RD_SPEED] = {speed_units, false,
                  "a number with a unit such as f, kf, Mf, Gf or Tf, 1e-30 to 1e+30 f in all, is "
                  "accepted"},
    [RD_STATE_SPEED] = {speed_units, true,
                        "a number with a unit such as f, kf, Mf, Gf or Tf, 0 or 1e-30 to 1e+30 f "
                        "in all, is accepted"},
};

static size_t digit_count(const char *text)
{
    return strspn(text, "0123456789");
}

/* Reads the number that a text starts with, as SimGrid would: a '+' before it, and no digits on one
 * side of its point, are accepted. Returns: what follows it, or NULL. */
static const char *read_number(const char *text, double *ret_number)
{
    enum { PART_SIZE = 40, NUMBER_SIZE = 3 * PART_SIZE };
    char number[NUMBER_SIZE];
    const char *sign = *text == '-' ? "-" : "";
    const char *whole = text + (*text == '-' || *text == '+');
    size_t whole_count = digit_count(whole);
    const char *rest = whole + whole_count;
    const char *decimals = *rest == '.' ? rest + 1 : rest;
    size_t decimal_count = *rest == '.' ? digit_count(decimals) : 0;
    rest = decimals + decimal_count;
    const char *exponent = rest;
    if (*rest == 'e' || *rest == 'E') {
        size_t sign_count = rest[1] == '-' || rest[1] == '+';
        size_t exponent_count = digit_count(rest + 1 + sign_count);
        if (exponent_count > 0)
            rest += 1 + sign_count + exponent_count;
    }
    if (whole_count + decimal_count == 0 || whole_count >= PART_SIZE ||
        decimal_count >= PART_SIZE || rest - exponent >= PART_SIZE / 2)
        return NULL;
    int length = snprintf(number, sizeof number, "%s0%.*s.%.*s0%.*s", sign, (int)whole_count, whole,
                          (int)decimal_count, decimals, (int)(rest - exponent), exponent);
    return rd_number_parse(number, (size_t)length, ret_number) ? rest : NULL;
}

bool rd_bare_number_read(const char *text, double *ret_value)
{
    double number;
    const char *rest = read_number(text, &number);
    if (!rest || *rest)
        return false;
    *ret_value = number;
    return true;
}

bool rd_quantity_read(enum rd_quantity quantity, const char *text, double *ret_value)
{
    double number;
    const char *unit_name = read_number(text, &number);
    if (!unit_name || number < 0 || (number == 0 && !quantities[quantity].zero_accepted))
        return false;
    for (const struct unit *unit = quantities[quantity].units; unit->name; unit++) {
        double value = number * unit->scale;
        if (strcmp(unit_name, unit->name) != 0)
            continue;
        if (number > 0 && (value < RD_COST_LEAST || value > RD_COST_MOST))
            return false;
        *ret_value = value;
        return true;
    }
    return false;
}

const char *rd_quantity_accepted(enum rd_quantity quantity)
{
    return quantities[quantity].accepted;
}
