#include "exact_search.h"

#include "bounds.h"
#include "deadlines.h"

#include "sim/base/guard.h"

#include <string.h>

/* How many receptions from the end each worker has had, as one number; when the first of them must
 * start at the latest; and from which state, by whose reception. */
struct state {
    uint64_t code;
    int64_t start;
    size_t from;
    uint32_t worker;
};

struct search {
    const struct rd_star *star;
    int64_t date; /* the paper's T */
    bool exchange;
    const uint32_t *by_up;
    int64_t most_expensive; /* way up of a worker that must send; 0 if none must */

    int64_t *sends;   /* [worker_count] of the choice that is tried */
    int64_t *most;    /* [worker_count] receptions */
    uint64_t *weight; /* [worker_count] of one reception in a code */
    int64_t send_count;
    int64_t *arrival; /* [send_count] A_1.., the dates at which the master gets the items */

    struct state *state; /* [state_count] level by level */
    size_t state_count;
    size_t capacity;
    size_t *slot; /* [slot_count] of the level that is made: a state's number + 1, or 0 */
    size_t slot_count;
    size_t goal;
    int64_t tried;
    int64_t limit;
    struct rd_arena *arena;
    struct rd_arena *slots;
};

static bool may_exchange(const struct search *search, uint32_t worker)
{
    return search->exchange && search->star->up[worker] < search->most_expensive;
}

/* Where the level has the state of a code, or would. */
static size_t *find_slot(struct search *search, uint64_t code)
{
    uint64_t place = code * UINT64_C(0x9E3779B97F4A7C15);
    place ^= place >> 29;
    for (;; place++) {
        size_t *slot = &search->slot[place & (search->slot_count - 1)];
        if (*slot == 0 || search->state[*slot - 1].code == code)
            return slot;
    }
}

static void grow_slots(struct search *search, size_t level)
{
    search->slot_count *= 2;
    search->slot = rd_take(search->slots, search->slot_count, size_t);
    for (size_t i = level; i < search->state_count; i++)
        *find_slot(search, search->state[i].code) = i + 1;
}

/* Keeps the state if it is new, or must start later than was known of it. Returns: false if there
 * is no room. */
static bool keep(struct search *search, size_t level, struct state state)
{
    size_t *slot = find_slot(search, state.code);
    if (*slot != 0) {
        if (search->state[*slot - 1].start < state.start)
            search->state[*slot - 1] = state;
        return true;
    }
    if (search->tried++ >= search->limit || rd_time_is_up())
        return false;
    search->state = rd_arena_room(search->arena, search->state, search->state_count,
                                  &search->capacity, sizeof *search->state);
    search->state[search->state_count++] = state;
    *slot = search->state_count;
    if (2 * (search->state_count - level) > search->slot_count)
        grow_slots(search, level);
    return true;
}

/* Makes the states of one reception more from those of a level. Returns: false for no room. */
static bool make_level(struct search *search, size_t first, size_t last, int64_t arrival)
{
    const struct rd_star *star = search->star;
    memset(search->slot, 0, search->slot_count * sizeof *search->slot);
    for (size_t i = first; i < last; i++) {
        for (uint32_t worker = 0; worker < star->worker_count; worker++) {
            if (search->most[worker] == 0)
                continue;
            struct state from = search->state[i];
            int64_t got = (int64_t)(from.code / search->weight[worker] %
                                    (uint64_t)(search->most[worker] + 1));
            if (got == search->most[worker])
                continue;
            int64_t deadline = search->date - (got + 1) * star->w[worker];
            int64_t start = (from.start < deadline ? from.start : deadline) - star->down[worker];
            if (start < arrival)
                continue;
            struct state next = {from.code + search->weight[worker], start, i, worker};
            if (!keep(search, last, next))
                return false;
        }
    }
    return true;
}

enum outcome { IMPOSSIBLE, POSSIBLE, TOO_MANY };

/* What each worker may receive, given what it sends, and its weight in a code. Returns: IMPOSSIBLE
 * if they cannot take all, TOO_MANY if codes would not fit. */
static enum outcome set_receptions(struct search *search)
{
    const struct rd_star *star = search->star;
    uint64_t weight = 1;
    int64_t rooms = 0;
    for (uint32_t worker = 0; worker < star->worker_count; worker++) {
        int64_t most = rd_star_capacity(star, worker, search->date) + search->sends[worker];
        if (most > search->send_count)
            most = search->send_count;
        rd_assert(most >= 0);
        search->most[worker] = most;
        search->weight[worker] = weight;
        rooms += most;
        if (__builtin_mul_overflow(weight, (uint64_t)most + 1, &weight))
            return TOO_MANY;
    }
    return rooms >= search->send_count ? POSSIBLE : IMPOSSIBLE;
}

/* A worker that sends more than it must has to get exactly that much back. */
static bool is_goal(const struct search *search, const struct state *state)
{
    const struct rd_star *star = search->star;
    for (uint32_t worker = 0; worker < star->worker_count; worker++) {
        int64_t room = rd_star_capacity(star, worker, search->date);
        int64_t got =
            (int64_t)(state->code / search->weight[worker] % (uint64_t)(search->most[worker] + 1));
        if (search->sends[worker] > 0 && got != room + search->sends[worker])
            return false;
    }
    return true;
}

/* Tries the choice of senders. */
static enum outcome try_senders(struct search *search)
{
    const struct rd_star *star = search->star;
    if (search->tried++ >= search->limit || rd_time_is_up())
        return TOO_MANY;
    enum outcome outcome = set_receptions(search);
    if (outcome != POSSIBLE)
        return outcome;
    struct rd_arena_mark mark = rd_arena_mark(search->slots);
    search->arrival = rd_take(search->slots, (size_t)search->send_count, int64_t);
    rd_star_list_senders(star, search->by_up, search->sends, NULL, search->arrival);
    search->slot_count = 1024;
    search->slot = rd_take(search->slots, search->slot_count, size_t);
    search->state[0] = (struct state){.code = 0, .start = search->date};
    search->state_count = 1;
    size_t first = 0;
    outcome = IMPOSSIBLE;
    for (int64_t level = search->send_count; level > 0; level--) {
        size_t last = search->state_count;
        if (!make_level(search, first, last, search->arrival[level - 1])) {
            outcome = TOO_MANY;
            break;
        }
        first = last;
    }
    for (size_t i = first; outcome == IMPOSSIBLE && i < search->state_count; i++) {
        if (is_goal(search, &search->state[i])) {
            search->goal = i;
            outcome = POSSIBLE;
        }
    }
    rd_arena_rewind(search->slots, mark);
    return outcome;
}

/* The next choice of senders: as many more items as may be exchanged, counted like digits, and
 * only as many as the in-port has time for. Returns: false if there is none. */
static bool next_senders(struct search *search)
{
    const struct rd_star *star = search->star;
    for (uint32_t worker = 0; worker < star->worker_count; worker++) {
        if (!may_exchange(search, worker))
            continue;
        int64_t room = rd_star_capacity(star, worker, search->date);
        int64_t least = room < 0 ? -room : 0;
        int64_t in = star->up[worker];
        for (uint32_t other = 0; other < star->worker_count; other++)
            in += search->sends[other] * star->up[other];
        if (search->sends[worker] < star->load[worker] && in < search->date) {
            search->sends[worker]++;
            search->send_count++;
            return true;
        }
        search->send_count -= search->sends[worker] - least;
        search->sends[worker] = least;
    }
    return false;
}

/* Is there a schedule that ends by a date? */
static enum outcome try_date(struct search *search, int64_t date)
{
    const struct rd_star *star = search->star;
    search->date = date;
    search->most_expensive = rd_star_dearest_sender(star, date);
    search->send_count = rd_star_rooms(star, date, search->sends, NULL);
    do {
        enum outcome outcome = try_senders(search);
        if (outcome != IMPOSSIBLE)
            return outcome;
    } while (next_senders(search));
    return IMPOSSIBLE;
}

/* The schedule that ends in the state that was found: its receptions are those on the way back from
 * there, the first one first. */
static struct rd_star_moves read_moves(const struct search *search, struct rd_arena *arena)
{
    const struct rd_star *star = search->star;
    struct rd_star_moves moves = rd_star_moves_make(search->send_count, arena);
    rd_star_list_senders(star, search->by_up, search->sends, moves.sender, NULL);
    size_t at = search->goal;
    for (int64_t k = 0; k < moves.count; k++, at = search->state[at].from)
        moves.receiver[k] = search->state[at].worker;
    return moves;
}

struct rd_star_answer rd_star_exact(const struct rd_star *star, bool exchange, int64_t best,
                                    int64_t state_limit, struct rd_arena *arena,
                                    struct rd_arena *scratch)
{
    uint32_t m = star->worker_count;
    int64_t low = rd_star_bound_units(star, scratch) - 1; /* impossible */
    struct rd_arena states;
    rd_arena_open(&states, 0);
    struct search search = {
        .star = star,
        .exchange = exchange,
        .by_up = rd_star_by_up(star, scratch),
        .sends = rd_take(scratch, m, int64_t),
        .most = rd_take(scratch, m, int64_t),
        .weight = rd_take(scratch, m, uint64_t),
        .capacity = 1024,
        .state = rd_take(&states, 1024, struct state),
        .limit = state_limit,
        .arena = &states,
        .slots = scratch,
    };
    struct rd_star_answer answer = {.found = true, .makespan = best};
    while (answer.makespan - low > 1 + star->grain) {
        int64_t middle = low + (answer.makespan - low) / 2;
        enum outcome outcome = try_date(&search, middle);
        if (outcome == TOO_MANY) {
            answer.found = false;
            answer.makespan = low + 1;
            break;
        }
        if (outcome == IMPOSSIBLE) {
            low = middle;
            continue;
        }
        answer.improved = true;
        answer.moves = read_moves(&search, arena);
        answer.makespan = rd_star_makespan(star, &answer.moves, search.most);
        rd_assert(answer.makespan <= middle);
    }
    answer.state_count = search.tried;
    rd_arena_close(&states);
    return answer;
}
