/* Translations: a network that looks the same from every host, as rings, tori and hypercubes do. */
#pragma once

#include "network.h"

enum { RD_MOST_DIGITS = 20 };

/* Hosts as numbers of some digits, the last one the lowest. Adding a host's number to those of all
 * hosts, each digit by itself modulo its radix, takes links to links that cost the same. */
struct rd_translations {
    uint32_t digit_count, radix[RD_MOST_DIGITS];
    bool neighbours_alone; /* each link leads to a host of which one digit is one more or less */
};

/* Finds them: of all ways to write host numbers those with neighbours alone first. Returns: false
 * if there are none, or none among the first 1,000 of each, or more than 2^12 hosts. Cost: O(digits
 * links log links) for each of these. */
bool rd_translations_find(const struct rd_network *network, struct rd_translations *ret_found);

/* A host's number plus another's. O(digits). */
uint32_t rd_translated(const struct rd_translations *of, uint32_t host, uint32_t by);

/* The number that it takes from one host to another. O(digits). */
uint32_t rd_translation_between(const struct rd_translations *of, uint32_t from, uint32_t to);

/* A digit of a host's number. O(digits). */
uint32_t rd_translation_digit(const struct rd_translations *of, uint32_t host, uint32_t digit);

/* The host of which one digit is 1, or the radix - 1, and all others are 0. O(digits). */
uint32_t rd_translation_step(const struct rd_translations *of, uint32_t digit, bool back);
