#include "keyed_sort.h"

#include "error.h"

enum { FEW = 48, MANY = 4096, NARROW_BITS = 8, WIDE_BITS = 11 };

static bool is_before(struct rd_keyed a, struct rd_keyed b)
{
    return a.key != b.key ? a.key < b.key : a.number < b.number;
}

static void sort_few(struct rd_keyed *item, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct rd_keyed own = item[i];
        size_t place = i;
        for (; place > 0 && is_before(own, item[place - 1]); place--)
            item[place] = item[place - 1];
        item[place] = own;
    }
}

/* What the digits are of: how far a key is above the least, or a number. */
struct digits {
    bool of_numbers;
    uint64_t least, most;
};

static uint64_t value_of(const struct digits *digits, struct rd_keyed item)
{
    return digits->of_numbers ? item.number : (uint64_t)item.key - digits->least;
}

/* In: `from` sorted by the digits below. */
static void sort_by_digit(const struct rd_keyed *from, size_t count, const struct digits *digits,
                          int shift, int bits, struct rd_keyed *to)
{
    uint32_t first[1 << WIDE_BITS] = {0}, sum = 0;
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    for (size_t i = 0; i < count; i++)
        first[value_of(digits, from[i]) >> shift & mask]++;
    for (size_t digit = 0; digit <= mask; digit++) {
        uint32_t own = first[digit];
        first[digit] = sum;
        sum += own;
    }
    for (size_t i = 0; i < count; i++)
        to[first[value_of(digits, from[i]) >> shift & mask]++] = from[i];
}

/* Sorts by all digits. Returns: which of both arrays it is in. */
static bool sort_by_digits(struct rd_keyed *both[2], bool second, size_t count,
                           const struct digits *digits)
{
    int bits = count < MANY ? NARROW_BITS : WIDE_BITS;
    for (int shift = 0; shift < 64 && digits->most >> shift > 0; shift += bits) {
        sort_by_digit(both[second], count, digits, shift, bits, both[!second]);
        second = !second;
    }
    return second;
}

void rd_sort_keyed(struct rd_keyed *item, size_t count, struct rd_arena *scratch)
{
    if (count < FEW) {
        sort_few(item, count);
        return;
    }
    bool in_order = true, numbered = true;
    int64_t least = item[0].key, most = item[0].key;
    uint32_t most_number = item[0].number;
    for (size_t i = 1; i < count; i++) {
        in_order = in_order && !is_before(item[i], item[i - 1]);
        numbered = numbered && item[i - 1].number <= item[i].number;
        least = item[i].key < least ? item[i].key : least;
        most = item[i].key > most ? item[i].key : most;
        most_number = item[i].number > most_number ? item[i].number : most_number;
    }
    if (in_order)
        return;
    rd_assert(count <= UINT32_MAX);
    rd_arena_borrow(scratch);
    struct rd_keyed *both[2] = {item, rd_take(scratch, count, struct rd_keyed)};
    bool second = false;
    if (!numbered)
        second = sort_by_digits(both, second, count, &(struct digits){true, 0, most_number});
    second =
        sort_by_digits(both, second, count,
                       &(struct digits){false, (uint64_t)least, (uint64_t)most - (uint64_t)least});
    if (second)
        memcpy(item, both[1], count * sizeof *item);
}

uint32_t *rd_order_by_keys(const int64_t *first, const int64_t *second, size_t count,
                           struct rd_arena *arena)
{
    uint32_t *order = rd_take(arena, count, uint32_t);
    rd_arena_borrow(arena);
    struct rd_keyed *by_second = rd_take(arena, second ? count : 0, struct rd_keyed);
    struct rd_keyed *by_first = rd_take(arena, count, struct rd_keyed);
    for (uint32_t i = 0; second && i < count; i++)
        by_second[i] = (struct rd_keyed){second[i], i};
    rd_sort_keyed(by_second, second ? count : 0, arena);
    for (uint32_t i = 0; i < count; i++)
        by_first[i] = (struct rd_keyed){first[second ? by_second[i].number : i], i};
    rd_sort_keyed(by_first, count, arena);
    for (uint32_t i = 0; i < count; i++)
        order[i] = second ? by_second[by_first[i].number].number : by_first[i].number;
    return order;
}
