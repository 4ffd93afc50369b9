/* Self-timed plans, instant by instant: at each, every row in plan order is asked whether its next
 * message may start, until none starts; then time goes on to the next end. */
#include "oracle.h"

#include <math.h>

struct progress {
    int64_t messages_left; /* unfinished; 1 for as held while anything is owed */
    int64_t items_taken;   /* by messages that have started */
    bool running;
    double end_s;          /* of the message that runs; at its rate, if it shares links */
    int64_t running_items; /* its items */
    size_t message;        /* where it is noted */
    bool flows;            /* it shares links: */
    double bytes_from_s;   /* its latency is over */
    double left_bytes;
    double rate;
    double ended_s; /* the row; INFINITY: it has not */
};

struct game {
    const struct rd_instance *instance;
    const struct rd_plan *plan;
    struct rd_arena *arena;
    struct oracle_verdict *verdict;
    struct progress *progress; /* [rows] */
    int64_t *held_so_far;      /* [hosts * kinds] load + arrived; what leaves stays counted */
    double *known_end_s;       /* [rows] when they ended when the plan was played before */
    bool shares;               /* some row shares links */
    double now_s;
};

static bool is_message(const struct rd_transfer *row)
{
    return row->to != RD_NO_HOST;
}

static bool is_finished(const struct game *game, size_t row)
{
    return game->progress[row].messages_left == 0;
}

static bool is_as_held(const struct rd_transfer *row)
{
    return row->messages == 0;
}

static int64_t *held_so_far(const struct game *game, uint32_t host, int32_t kind)
{
    return &game->held_so_far[host * game->instance->kind_count + (uint32_t)kind];
}

/* The places that a row's unfinished messages take in a queue. As held their number is not known
 * before the last is cut: until then, all places of k ports. */
static int64_t places(const struct game *game, size_t row)
{
    const struct rd_transfer *other = &game->plan->transfer[row];
    const struct progress *progress = &game->progress[row];
    bool cut = !is_as_held(other) || progress->items_taken == other->items;
    if (cut || game->instance->port_model != RD_K_PORTS)
        return progress->messages_left;
    return game->instance->port_count;
}

/* 1. Windows: the unfinished messages that stand before this row's next one, and it, must fit. */
static bool is_in_its_windows(const struct game *game, size_t row)
{
    const struct rd_transfer *next = &game->plan->transfer[row];
    if (game->plan->timing == RD_FREE_ORDER)
        return true; /* port order is not binding */
    struct oracle_crowd crowd = {.from = next->from, .to = next->to};
    for (size_t i = 0; i < row; i++)
        oracle_crowd_add(&crowd, game->plan->transfer[i].from, game->plan->transfer[i].to,
                         places(game, i));
    oracle_crowd_add(&crowd, next->from, next->to, 1);
    return oracle_crowd_fits(game->instance, &crowd);
}

/* Is a row still on its shared links at a date, which is now or, by bytes, later? */
static bool is_there(const struct game *game, size_t row, bool by_bytes, double at_s)
{
    return !is_finished(game, row) &&
           !(by_bytes && game->known_end_s[row] <= at_s + 1e-12 * (1 + at_s));
}

/* 1a. Shared links: of each that this row's link uses, it and all unfinished rows before it take at
 * most everything there is; by bytes, when its bytes begin to move. A row counts once: its messages
 * follow each other. A row that shares does not ask. */
static bool has_shared_room(const struct game *game, size_t row)
{
    const struct rd_instance *instance = game->instance;
    const struct rd_shared_links *shared = instance->shared;
    const struct rd_transfer *next = &game->plan->transfer[row];
    enum rd_room room = rd_plan_room(game->plan, row);
    if (room == RD_ROOM_SHARE || !oracle_uses_shared(instance, next))
        return true;
    bool by_bytes = room == RD_ROOM_BYTES;
    double at_s = game->now_s + (by_bytes ? oracle_silence_s(instance, next->from, next->to) : 0);
    double *taken = rd_take(game->arena, shared->count, double);
    bool *used = rd_take(game->arena, shared->count, bool);
    for (size_t i = 0; i <= row; i++) {
        const struct rd_transfer *other = &game->plan->transfer[i];
        if (!is_message(other) || (i < row && !is_there(game, i, by_bytes, at_s)))
            continue;
        uint64_t link = rd_link_between(&instance->topology, other->from, other->to);
        for (uint32_t j = shared->first[link]; j < shared->first[link + 1]; j++) {
            const struct rd_shared_use *use = &shared->use[j];
            taken[use->shared] += use->times * rd_link_cost(instance, link).bandwidth_bytes_per_s /
                                  shared->bandwidth_bytes_per_s[use->shared];
            used[use->shared] = used[use->shared] || i == row;
        }
    }
    for (uint32_t i = 0; i < shared->count; i++)
        if (used[i] && taken[i] > 1 + 1e-12)
            return false;
    return true;
}

/* 2. Promises: what the host has held so far, minus all that this row's earlier messages and
 * everything listed before it from this host and kind take. */
static int64_t unpromised(const struct game *game, size_t row)
{
    const struct rd_transfer *next = &game->plan->transfer[row];
    int64_t items = *held_so_far(game, next->from, next->kind) - game->progress[row].items_taken;
    for (size_t i = 0; i < row; i++)
        if (game->plan->transfer[i].from == next->from &&
            game->plan->transfer[i].kind == next->kind)
            items -= oracle_row_items(&game->plan->transfer[i]);
    return items;
}

/* As held: 'all arrivals of one date are counted before a message is cut; dates within 1e-9 s are
 * one date'. */
static int64_t about_to_arrive(const struct game *game, uint32_t host, int32_t kind)
{
    int64_t items = 0;
    for (size_t i = 0; i < game->plan->transfer_count; i++)
        if (game->progress[i].running && game->plan->transfer[i].to == host &&
            game->plan->transfer[i].kind == kind && game->progress[i].end_s <= game->now_s + 1e-9)
            items += game->progress[i].running_items;
    return items;
}

/* 3. Knowledge: everything that its host receives or computes in earlier rounds has ended. */
static bool knows_enough(const struct game *game, size_t row)
{
    const struct rd_transfer *next = &game->plan->transfer[row];
    for (size_t i = 0; i < game->plan->transfer_count; i++) {
        const struct rd_transfer *other = &game->plan->transfer[i];
        bool concerns = is_message(other) ? other->to == next->from : other->from == next->from;
        if (other->round < next->round && concerns && !is_finished(game, i))
            return false;
    }
    return true;
}

/* The items of the message that the row may start now; -1 if it may not. */
static int64_t startable_items(const struct game *game, size_t row)
{
    const struct rd_transfer *next = &game->plan->transfer[row];
    bool may_begin = game->progress[row].items_taken > 0 || has_shared_room(game, row);
    if (is_finished(game, row) || game->progress[row].running || !is_in_its_windows(game, row) ||
        !may_begin || !knows_enough(game, row))
        return -1;
    if (next->kind == RD_CONTROL)
        return next->items;
    int64_t items = unpromised(game, row);
    if (!is_as_held(next))
        return items >= next->items ? next->items : -1;
    if (items < 1)
        return -1;
    items += about_to_arrive(game, next->from, next->kind);
    int64_t owed = next->items - game->progress[row].items_taken;
    return items < owed ? items : owed;
}

static void start(struct game *game, size_t row, int64_t items)
{
    const struct rd_transfer *next = &game->plan->transfer[row];
    struct progress *progress = &game->progress[row];
    progress->running = true;
    progress->running_items = items;
    if (next->kind != RD_CONTROL)
        progress->items_taken += items;
    progress->end_s =
        game->now_s + oracle_duration_s(game->instance, next->from, next->to, next->kind, items);
    if (is_message(next))
        progress->left_bytes =
            game->instance->message_bytes + rd_content_bytes(game->instance, next->kind, items);
    progress->flows =
        game->shares && oracle_uses_shared(game->instance, next) && progress->left_bytes > 0;
    if (progress->flows) {
        progress->bytes_from_s =
            game->now_s + oracle_silence_s(game->instance, next->from, next->to);
        progress->end_s = INFINITY;
    }
    progress->message = game->verdict->message_count;
    oracle_note_message(game->arena, game->verdict,
                        (struct oracle_message){row, game->now_s,
                                                progress->flows ? game->now_s : progress->end_s,
                                                next->from, next->to, next->kind, items});
}

static void finish(struct game *game, size_t row)
{
    const struct rd_transfer *done = &game->plan->transfer[row];
    struct progress *progress = &game->progress[row];
    progress->running = false;
    game->verdict->message[progress->message].end_s = progress->end_s;
    game->verdict->makespan_s = fmax(game->verdict->makespan_s, progress->end_s);
    if (!is_as_held(done))
        progress->messages_left--;
    else if (progress->items_taken == done->items)
        progress->messages_left = 0;
    if (is_finished(game, row))
        progress->ended_s = progress->end_s;
    if (is_message(done) && done->kind != RD_CONTROL)
        *held_so_far(game, done->to, done->kind) += progress->running_items;
}

static bool end_what_ends(struct game *game)
{
    bool changed = false;
    for (size_t row = 0; row < game->plan->transfer_count; row++)
        if (game->progress[row].running && game->progress[row].end_s <= game->now_s) {
            finish(game, row);
            changed = true;
        }
    return changed;
}

static bool start_what_may(struct game *game, bool as_held)
{
    bool changed = false;
    for (size_t row = 0; row < game->plan->transfer_count; row++) {
        if (is_as_held(&game->plan->transfer[row]) != as_held)
            continue;
        int64_t items = startable_items(game, row);
        if (items < 0)
            continue;
        start(game, row, items);
        changed = true;
    }
    return changed;
}

/* Ends what ends now and starts what may start, until nothing more happens at this instant; as held
 * last, when all that arrives now, over links that take no time too, has arrived. */
static void play_instant(struct game *game)
{
    bool changed = true;
    while (changed) {
        changed = end_what_ends(game);
        changed |= start_what_may(game, false);
        if (!changed)
            changed = start_what_may(game, true);
    }
}

/* Does the message of a row move bytes over shared links now? */
static bool moves(const struct game *game, size_t row)
{
    const struct progress *progress = &game->progress[row];
    return progress->running && progress->flows && progress->bytes_from_s <= game->now_s;
}

/* Rates are found anew at each end of a latency or a message. */
static void find_rates(struct game *game)
{
    size_t rows = game->plan->transfer_count, count = 0;
    struct oracle_flow *flow = rd_take(game->arena, rows, struct oracle_flow);
    for (size_t row = 0; row < rows; row++)
        if (moves(game, row))
            flow[count++] = (struct oracle_flow){.from = game->plan->transfer[row].from,
                                                 .to = game->plan->transfer[row].to};
    if (count > 0)
        oracle_share(game->instance, flow, count);
    count = 0;
    for (size_t row = 0; row < rows; row++)
        if (moves(game, row)) {
            struct progress *progress = &game->progress[row];
            progress->rate = flow[count++].rate;
            progress->end_s = game->now_s + progress->left_bytes / progress->rate;
        }
}

/* The next date at which anything ends, or at which there is room for a row by bytes. */
static double next_date(const struct game *game)
{
    double next_s = INFINITY;
    for (size_t row = 0; row < game->plan->transfer_count; row++) {
        const struct progress *progress = &game->progress[row];
        const struct rd_transfer *at = &game->plan->transfer[row];
        if (progress->running) {
            bool waits = progress->flows && progress->bytes_from_s > game->now_s;
            next_s = fmin(next_s, waits ? progress->bytes_from_s : progress->end_s);
        }
        if (!oracle_uses_shared(game->instance, at) ||
            rd_plan_room(game->plan, row) != RD_ROOM_BYTES)
            continue;
        for (size_t i = 0; i < row; i++) {
            double from_s =
                game->known_end_s[i] - oracle_silence_s(game->instance, at->from, at->to);
            if (from_s > game->now_s)
                next_s = fmin(next_s, from_s);
        }
    }
    return next_s;
}

static void go_on(struct game *game, double next_s)
{
    for (size_t row = 0; row < game->plan->transfer_count; row++)
        if (moves(game, row))
            game->progress[row].left_bytes -= game->progress[row].rate * (next_s - game->now_s);
    game->now_s = next_s;
}

/* Plays the plan once. Returns: did every message end? */
static bool play(struct game *game)
{
    const struct rd_plan *plan = game->plan;
    game->progress = rd_take(game->arena, plan->transfer_count, struct progress);
    game->held_so_far = oracle_copy_of_load(game->arena, game->instance);
    game->now_s = 0;
    game->verdict->message_count = 0;
    game->verdict->message = NULL;
    game->verdict->makespan_s = 0;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        game->progress[i].ended_s = INFINITY;
        game->progress[i].messages_left =
            is_as_held(&plan->transfer[i]) ? 1 : plan->transfer[i].messages;
    }
    for (;;) {
        play_instant(game);
        if (game->shares)
            find_rates(game);
        bool all_finished = true;
        for (size_t row = 0; row < plan->transfer_count; row++)
            all_finished &= is_finished(game, row);
        if (all_finished)
            return true;
        double next_s = next_date(game);
        if (next_s == INFINITY)
            return false;
        go_on(game, next_s);
    }
}

/* Rows by bytes wait for ends that may lie ahead: the plan is played until all ends are those that
 * were known before. Each time one message more has its date. */
bool oracle_play_self_timed(const struct rd_instance *instance, const struct rd_plan *plan,
                            struct rd_arena *arena, struct oracle_verdict *verdict)
{
    struct game game = {.instance = instance, .plan = plan, .arena = arena, .verdict = verdict};
    bool by_bytes = false;
    game.known_end_s = rd_take(arena, plan->transfer_count, double);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        game.known_end_s[i] = INFINITY;
        if (!oracle_uses_shared(instance, &plan->transfer[i]))
            continue;
        game.shares |= rd_plan_room(plan, i) == RD_ROOM_SHARE;
        by_bytes |= rd_plan_room(plan, i) == RD_ROOM_BYTES;
    }
    for (size_t times = 0; times < game.verdict->message_count + 2; times++) {
        if (!play(&game))
            return false;
        bool same = true;
        for (size_t i = 0; i < plan->transfer_count; i++) {
            same &= fabs(game.known_end_s[i] - game.progress[i].ended_s) <=
                    1e-13 * game.progress[i].ended_s;
            game.known_end_s[i] = game.progress[i].ended_s;
        }
        if (same || !by_bytes)
            return true;
    }
    rd_assert(false);
    return false;
}
