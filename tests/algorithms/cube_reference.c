#include "cube_reference.h"

#include "tests/support/cmocka.h"

static int64_t *held(const struct cube_reference *cube, uint32_t host, uint32_t kind)
{
    return &cube->held[(uint64_t)host * cube->kind_count + kind];
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Two processors share alike; who has more keeps the odd token. Returns: the steps. */
static int64_t share(struct cube_reference *cube, uint32_t a, uint32_t b)
{
    int64_t from_a = 0, from_b = 0;
    for (uint32_t kind = 0; kind < cube->kind_count; kind++) {
        int64_t in_a = *held(cube, a, kind), in_b = *held(cube, b, kind), sum = in_a + in_b;
        int64_t more = (sum + 1) / 2, less = sum / 2;
        bool a_is_heavier = in_a > in_b || in_a == in_b;
        *held(cube, a, kind) = a_is_heavier ? more : less;
        *held(cube, b, kind) = a_is_heavier ? less : more;
        from_a += larger(0, in_a - *held(cube, a, kind));
        from_b += larger(0, in_b - *held(cube, b, kind));
    }
    return larger(from_a, from_b);
}

void cube_reference_ascending(struct cube_reference *cube)
{
    uint32_t host_count = UINT32_C(1) << cube->dimension_count;
    for (uint32_t i = 0; i < cube->dimension_count; i++) {
        cube->level_steps[i + 1] = 0;
        for (uint32_t v = 0; v < host_count; v++)
            if (((v >> i) & 1) == 0)
                cube->level_steps[i + 1] =
                    larger(cube->level_steps[i + 1], share(cube, v, v + (UINT32_C(1) << i)));
    }
}

/* Sum over the kinds of abs(what the initial loads have more on one side of dimension i). */
static int64_t discrepancy(const struct cube_reference *cube, uint32_t base, uint32_t free_bits,
                           uint32_t i)
{
    int64_t sum = 0;
    for (uint32_t kind = 0; kind < cube->kind_count; kind++) {
        int64_t high = 0, low = 0;
        for (uint32_t v = 0; v < UINT32_C(1) << cube->dimension_count; v++) {
            if ((v & ~free_bits) != base)
                continue;
            int64_t load = cube->initial[(uint64_t)v * cube->kind_count + kind];
            if ((v >> i) & 1)
                high += load;
            else
                low += load;
        }
        sum += high > low ? high - low : low - high;
    }
    return sum;
}

/* One subcube: the processors that agree with `base` outside the free bits. Returns: its steps if
 * it waits for nobody else. Depth: d. */
static int64_t adapt(struct cube_reference *cube, uint32_t base, uint32_t free_bits, uint32_t l)
{
    if (l == 0)
        return 0;
    uint32_t best = 0;
    int64_t best_delta = -1;
    for (uint32_t i = 0; i < cube->dimension_count; i++) {
        if (((free_bits >> i) & 1) == 0)
            continue;
        int64_t delta = discrepancy(cube, base, free_bits, i);
        if (best_delta == -1 || delta < best_delta) {
            best_delta = delta;
            best = i;
        }
    }
    cube->least_delta[l] = larger(cube->least_delta[l], best_delta);
    uint32_t bit = UINT32_C(1) << best;
    int64_t low = adapt(cube, base, free_bits ^ bit, l - 1);
    int64_t high = adapt(cube, base | bit, free_bits ^ bit, l - 1);
    int64_t steps = 0;
    for (uint32_t v = 0; v < UINT32_C(1) << cube->dimension_count; v++)
        if ((v & ~(free_bits ^ bit)) == base)
            steps = larger(steps, share(cube, v, v | bit));
    cube->level_steps[l] = larger(cube->level_steps[l], steps);
    return larger(low, high) + steps;
}

void cube_reference_adaptive(struct cube_reference *cube)
{
    for (uint32_t l = 0; l <= cube->dimension_count; l++)
        cube->level_steps[l] = cube->least_delta[l] = 0;
    cube->critical_steps =
        adapt(cube, 0, (UINT32_C(1) << cube->dimension_count) - 1, cube->dimension_count);
}

static uint32_t rotated_right(const struct cube_reference *cube, uint32_t v)
{
    return v >> 1 | (v & 1) << (cube->dimension_count - 1);
}

/* The whole loads of an unshuffle. Returns: the most that one processor passes on if each keeps the
 * least of its cycle. */
static int64_t unshuffle(struct cube_reference *cube)
{
    enum { MOST_ENTRIES = 1 << 14 };
    static int64_t before[MOST_ENTRIES];
    uint32_t host_count = UINT32_C(1) << cube->dimension_count, g = cube->kind_count;
    assert_true((uint64_t)host_count * g <= MOST_ENTRIES);
    int64_t steps = 0;
    for (uint32_t v = 0; v < host_count; v++) {
        int64_t passed_on = 0;
        for (uint32_t kind = 0; kind < g; kind++) {
            int64_t least = *held(cube, v, kind);
            for (uint32_t u = rotated_right(cube, v); u != v; u = rotated_right(cube, u))
                least = *held(cube, u, kind) < least ? *held(cube, u, kind) : least;
            before[v * g + kind] = *held(cube, v, kind);
            passed_on += *held(cube, v, kind) - least;
        }
        steps = larger(steps, passed_on);
    }
    for (uint32_t v = 0; v < host_count; v++)
        for (uint32_t kind = 0; kind < g; kind++)
            *held(cube, rotated_right(cube, v), kind) = before[v * g + kind];
    return steps;
}

void cube_reference_shuffle(struct cube_reference *cube)
{
    uint32_t host_count = UINT32_C(1) << cube->dimension_count;
    for (uint32_t r = 0; r < cube->dimension_count; r++) {
        cube->shuffle_steps[r] = r > 0 ? unshuffle(cube) : 0;
        cube->level_steps[r + 1] = 0;
        for (uint32_t v = 0; v < host_count; v += 2)
            cube->level_steps[r + 1] = larger(cube->level_steps[r + 1], share(cube, v, v + 1));
    }
}

int64_t cube_reference_error(const struct cube_reference *cube, uint32_t kind)
{
    int64_t least = *held(cube, 0, kind), most = least;
    for (uint32_t v = 1; v < UINT32_C(1) << cube->dimension_count; v++) {
        least = *held(cube, v, kind) < least ? *held(cube, v, kind) : least;
        most = larger(most, *held(cube, v, kind));
    }
    return most - least;
}

int64_t cube_reference_minimum_error(struct cube_reference *cube)
{
    int64_t host_count = INT64_C(1) << cube->dimension_count, start = 0, phases = 0;
    for (uint32_t kind = 0; kind < cube->kind_count; kind++) {
        int64_t error = cube_reference_error(cube, kind), sum = 0;
        if (error <= 1)
            continue;
        for (int64_t v = 0; v < host_count; v++)
            sum += *held(cube, (uint32_t)v, kind);
        for (int64_t v = 0; v < host_count; v++)
            *held(cube, (uint32_t)v, kind) = sum / host_count;
        for (int64_t k = 0; k < sum % host_count; k++)
            ++*held(cube, (uint32_t)((start + k) % host_count), kind);
        start += sum;
        phases += error;
    }
    return phases;
}

/* H(l, w), the steps of recursive halving. */
static int64_t halving(int64_t l, int64_t w)
{
    int64_t sum = 0;
    for (int64_t j = 1; j <= l; j++)
        sum += (w + (INT64_C(1) << j) - 1) / (INT64_C(1) << j);
    return sum;
}

int64_t cube_reference_control(int64_t d, int64_t g)
{
    int64_t sum = 0;
    for (int64_t l = 1; l <= d; l++) {
        int64_t halved = 2 * halving(l, l * g);
        sum += halved < l * l * g ? halved : l * l * g;
    }
    return sum;
}
