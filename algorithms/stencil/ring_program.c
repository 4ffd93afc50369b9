#include "ring_program.h"

#include <math.h>

/* A state behind item d: the loads of all hosts but the last, as digits to the base N+1, and the
 * owners of items d-1 (a) and d (b). Its value is the least number of communications so far. */
struct program {
    const struct rd_stencil *stencil;
    uint32_t p, n;
    size_t load_count;     /* (N+1)^(P-1) */
    size_t *place;         /* [p] what a digit of a host counts; the last host's: 0 */
    int64_t *value, *next; /* [load_count * p * p] */
    uint8_t *before;       /* [n * load_count * p * p] the owner before a on the best way here */
    int64_t *most;         /* [load_count] the greatest load, once all items lie somewhere */
    uint32_t first, second;
    double best_s;
    struct rd_stencil_cost best;
    uint32_t *owner;
};

static const int64_t unreached = INT64_MAX / 2;

static size_t state_of(const struct program *program, size_t loads, uint32_t a, uint32_t b)
{
    return (loads * program->p + a) * program->p + b;
}

static int64_t moves(const struct program *program, uint32_t item, uint32_t owner)
{
    return program->stencil->home[item] != owner;
}

/* K times the words of an item on b between a and c. */
static int64_t words(const struct program *program, uint32_t a, uint32_t b, uint32_t c)
{
    return program->stencil->iterations * ((a != b) + (c != b && c != a));
}

/* What the ring of the last two owners a, b costs more when it closes on the first two. */
static int64_t closing(const struct program *program, uint32_t a, uint32_t b)
{
    return words(program, a, b, program->first) +
           words(program, b, program->first, program->second);
}

static void find_most(struct program *program)
{
    for (size_t loads = 0; loads < program->load_count; loads++) {
        int64_t most = 0, rest = program->n;
        for (uint32_t host = 0; host + 1 < program->p; host++) {
            int64_t load = (int64_t)(loads / program->place[host] % (program->n + 1));
            most = load > most ? load : most;
            rest -= load;
        }
        program->most[loads] = rest > most ? rest : most;
    }
}

/* Gives item `item` an owner, from every state behind item - 1. */
static void extend(struct program *program, uint32_t item)
{
    uint32_t p = program->p;
    size_t state_count = program->load_count * p * p;
    uint8_t *before = &program->before[(size_t)item * state_count];
    for (size_t state = 0; state < state_count; state++)
        program->next[state] = unreached;
    for (size_t state = 0; state < state_count; state++) {
        if (program->value[state] == unreached)
            continue;
        uint32_t b = (uint32_t)(state % p), a = (uint32_t)(state / p % p);
        size_t loads = state / p / p;
        for (uint32_t c = 0; c < p; c++) {
            int64_t value =
                program->value[state] + moves(program, item, c) + words(program, a, b, c);
            size_t to = state_of(program, loads + program->place[c], b, c);
            if (value < program->next[to]) {
                program->next[to] = value;
                before[to] = (uint8_t)a;
            }
        }
    }
    int64_t *swap = program->value;
    program->value = program->next;
    program->next = swap;
}

/* The owners on the best way to a state behind the last item. */
static void walk_back(struct program *program, size_t state)
{
    uint32_t p = program->p;
    size_t state_count = program->load_count * p * p;
    for (uint32_t item = program->n - 1; item >= 2; item--) {
        uint32_t b = (uint32_t)(state % p), a = (uint32_t)(state / p % p);
        size_t loads = state / p / p - program->place[b];
        program->owner[item] = b;
        state = state_of(program, loads, program->before[item * state_count + state], a);
    }
    program->owner[0] = program->first;
    program->owner[1] = program->second;
}

/* The best target with the first two owners chosen, if it is the best so far. */
static void close_ring(struct program *program)
{
    const struct rd_stencil *stencil = program->stencil;
    uint32_t p = program->p;
    size_t state_count = program->load_count * p * p, best_state = SIZE_MAX;
    for (size_t state = 0; state < state_count; state++) {
        if (program->value[state] == unreached)
            continue;
        uint32_t b = (uint32_t)(state % p), a = (uint32_t)(state / p % p);
        struct rd_stencil_cost cost = {
            .communications = program->value[state] + closing(program, a, b),
            .computations = stencil->iterations * program->most[state / p / p]};
        double total_s = rd_stencil_s(stencil, cost);
        if (total_s < program->best_s) {
            program->best_s = total_s;
            program->best = cost;
            best_state = state;
        }
    }
    if (best_state != SIZE_MAX)
        walk_back(program, best_state);
}

double rd_stencil_ring_program_work(const struct rd_stencil *stencil)
{
    double p = stencil->host_count, n = stencil->item_count;
    if (stencil->metric != RD_VOLUME_METRIC || n < 3)
        return INFINITY;
    return n * pow(n + 1, p - 1) * pow(p, 5);
}

struct rd_stencil_cost rd_stencil_ring_program(const struct rd_stencil *stencil, uint32_t *owner,
                                               struct rd_arena *scratch)
{
    uint32_t p = stencil->host_count, n = stencil->item_count;
    struct program program = {.stencil = stencil, .p = p, .n = n, .load_count = 1, .owner = owner};
    rd_assert(n >= 3 && stencil->metric == RD_VOLUME_METRIC && p <= UINT8_MAX);
    rd_assert(rd_stencil_ring_program_work(stencil) <= RD_STENCIL_EXACT_LIMIT);
    program.place = rd_take(scratch, p, size_t);
    for (uint32_t host = 0; host + 1 < p; host++) {
        program.place[host] = program.load_count;
        program.load_count *= (size_t)n + 1;
    }
    size_t state_count = program.load_count * p * p;
    program.value = rd_take(scratch, state_count, int64_t);
    program.next = rd_take(scratch, state_count, int64_t);
    program.before = rd_take(scratch, state_count * n, uint8_t);
    program.most = rd_take(scratch, program.load_count, int64_t);
    program.best_s = HUGE_VAL;
    find_most(&program);
    for (uint32_t pair = 0; pair < p * p; pair++) {
        program.first = pair / p;
        program.second = pair % p;
        for (size_t state = 0; state < state_count; state++)
            program.value[state] = unreached;
        size_t loads = program.place[program.first] + program.place[program.second];
        program.value[state_of(&program, loads, program.first, program.second)] =
            moves(&program, 0, program.first) + moves(&program, 1, program.second);
        for (uint32_t item = 2; item < n; item++)
            extend(&program, item);
        close_ring(&program);
    }
    return program.best;
}
