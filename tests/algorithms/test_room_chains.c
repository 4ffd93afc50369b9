/* Chains of room and words, by their law, on random plans: however long messages last, no shared
 * link is ever asked for more than it carries; with words of no time and messages that last as long
 * as planned, none ends later than planned; no wait follows from the others. And that waiting for
 * those whose end makes the room in the plan would not do. Plays of its own: an event at a time. */
#include "tests/support/cmocka.h"

#include "algorithms/kernels/order_words.h"
#include "sim/base/rng.h"
#include "sim/referee/referee.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"

#include <math.h>
#include <string.h>

enum { MOST_HOSTS = 12, MOST_ROWS = 24, MOST_PLAYED = 4 * MOST_ROWS, MOST_SHARED = 3 };

static struct rd_arena arena, scratch;
static uint64_t times = 1;
static struct rd_rng rng;

/* A plan on a switch with shared links, and when its transfers are under way. */
struct planned {
    struct test_instance test;
    struct rd_plan plan;
    struct rd_transfer_span span[MOST_ROWS];
    double makespan_s;
};

/* Who waits for whom in a play besides ports: so many seconds after the end. */
struct wait {
    size_t row, awaited;
    double after_s;
};

struct play {
    const struct rd_instance *instance;
    const struct rd_transfer *row;
    size_t count;
    const struct wait *wait;
    size_t wait_count;
    bool keeps[MOST_PLAYED]; /* no word, and marked so */
    double duration_s[MOST_PLAYED], start_s[MOST_PLAYED],
        end_s[MOST_PLAYED]; /* INFINITY: not yet */
};

static double random_factor(void)
{
    return 0.3 + 2.7 * rd_rng_unit(&rng);
}

/* Has the sender of a row what it and those before it take, by rule 2 of docs/model.md? */
static bool has_items(const struct play *play, size_t row, double date_s)
{
    uint32_t host = play->row[row].from;
    int64_t left = rd_load(play->instance, host, 0);
    for (size_t i = 0; i < play->count; i++) {
        left -= i <= row && play->row[i].from == host ? play->row[i].items : 0;
        left += play->end_s[i] <= date_s && play->row[i].to == host ? play->row[i].items : 0;
    }
    return left >= 0;
}

/* May a row start at a date, as rules 1 and 3 of docs/model.md say, and its waits? */
static bool may_start(const struct play *play, size_t row, double date_s)
{
    const struct rd_transfer *own = &play->row[row];
    uint32_t sends = 0, receives = 0, width_out = rd_host_ports(play->instance, own->from),
             width_in = rd_host_ports(play->instance, own->to);
    for (size_t i = 0; i < play->count; i++) {
        const struct rd_transfer *other = &play->row[i];
        if (play->end_s[i] <= date_s)
            continue;
        if (other->to == own->from && other->round < own->round)
            return false;
        if (i >= row)
            continue;
        sends += other->from == own->from;
        receives += other->to == own->to;
        if (other->from == own->from && other->to == own->to)
            return false;
    }
    for (size_t i = 0; i < play->wait_count; i++)
        if (play->wait[i].row == row &&
            play->end_s[play->wait[i].awaited] + play->wait[i].after_s > date_s)
            return false;
    return sends < width_out && receives < width_in && has_items(play, row, date_s);
}

/* Starts each row as soon as it may. */
static void run(struct play *play)
{
    for (size_t i = 0; i < play->count; i++)
        play->start_s[i] = play->end_s[i] = INFINITY;
    for (double date_s = 0; isfinite(date_s);) {
        bool any = true;
        while (any) { /* a row of no time may let others start */
            any = false;
            for (size_t i = 0; i < play->count; i++)
                if (isinf(play->start_s[i]) && may_start(play, i, date_s)) {
                    play->start_s[i] = date_s;
                    play->end_s[i] = date_s + play->duration_s[i];
                    any = true;
                }
        }
        double next_s = INFINITY;
        for (size_t i = 0; i < play->count; i++)
            if (play->end_s[i] > date_s)
                next_s = fmin(next_s, play->end_s[i]);
        for (size_t i = 0; i < play->wait_count; i++) {
            double told_s = play->end_s[play->wait[i].awaited] + play->wait[i].after_s;
            if (told_s > date_s)
                next_s = fmin(next_s, told_s);
        }
        date_s = next_s;
    }
    for (size_t i = 0; i < play->count; i++)
        assert_true(isfinite(play->end_s[i]));
}

/* Do messages that keep ever ask a shared link for more than it carries? */
static bool overloads(const struct play *play)
{
    const struct rd_instance *instance = play->instance;
    for (size_t i = 0; i < play->count; i++) {
        int64_t taken[MOST_SHARED] = {0};
        for (size_t k = 0; k < play->count; k++) {
            const struct rd_transfer *row = &play->row[k];
            if (!play->keeps[k] || play->start_s[k] > play->start_s[i] ||
                play->end_s[k] <= play->start_s[i])
                continue;
            uint64_t link = rd_link_between(&instance->topology, row->from, row->to);
            const struct rd_shared_use *end, *use = rd_link_uses(instance, link, &end);
            for (; use < end; use++)
                taken[use->shared] += rd_link_part(instance, link, use);
        }
        for (size_t shared = 0; shared < MOST_SHARED; shared++)
            if (taken[shared] > RD_SHARED_ROOM)
                return true;
    }
    return false;
}

/* Shared links that are filled link by link of a switch. */
struct uses {
    uint32_t *first;
    struct rd_shared_use *use;
};

static struct uses share(struct planned *planned, uint32_t count, const double *bandwidth)
{
    uint64_t links = rd_link_count(&planned->test.instance.topology);
    struct uses uses = {rd_take(&arena, links + 1, uint32_t),
                        rd_take(&arena, links * count, struct rd_shared_use)};
    planned->test.instance.shared =
        rd_make(&arena, struct rd_shared_links, .count = count,
                .bandwidth_bytes_per_s = rd_arena_copy(&arena, bandwidth, count, sizeof *bandwidth),
                .first = uses.first, .use = uses.use);
    return uses;
}

static void add_use(const struct uses *uses, uint32_t link, uint32_t which, uint32_t often)
{
    uses->use[uses->first[link + 1]++] = (struct rd_shared_use){which, often};
}

/* Judges the plan by rule 4, and finds when its transfers are under way: one message each. */
static void judge(struct planned *planned)
{
    struct rd_verdict verdict;
    struct rd_trace trace = {0};
    bool found[MOST_ROWS] = {false};
    rd_referee_plan(&planned->test.instance, &planned->plan, &arena, &scratch, &trace, &verdict);
    assert_int_equal(verdict.violation, RD_LEGAL);
    planned->makespan_s = verdict.makespan_s;
    for (size_t i = 0; i < trace.transfer_count; i++) {
        const struct rd_timed_transfer *message = &trace.transfer[i];
        size_t row = 0;
        while (found[row] || planned->plan.transfer[row].from != message->from ||
               planned->plan.transfer[row].to != message->to)
            row++;
        found[row] = true;
        planned->span[row] = (struct rd_transfer_span){message->start_s, message->end_s};
    }
}

/* Random rates of 1/4, 1/2, 3/4 and 1 on up to three shared links, a route on each with a chance of
 * 2 in 3, now and then twice; a few latencies. Mixed: a quarter shares. */
static struct planned draw(uint32_t ports, bool mixed)
{
    struct planned planned = {.plan = {.timing = RD_SELF_TIMED, .keeps_shared = true}};
    uint32_t hosts = 3 + (uint32_t)rd_rng_below(&rng, MOST_HOSTS - 3);
    uint32_t count = 1 + (uint32_t)rd_rng_below(&rng, MOST_SHARED), links = hosts * hosts;
    size_t rows = 2 + rd_rng_below(&rng, MOST_ROWS - 2);
    bool latencies = rd_rng_below(&rng, 3) == 0;
    planned.test = test_instance_make(&arena, RD_SWITCH, RD_NO_DIRECTION, hosts, 1);
    test_instance_set_ports(&planned.test, ports);
    struct uses uses = share(&planned, count, (double[]){1, 1, 1.25});
    for (uint32_t link = 0; link < links; link++) {
        uses.first[link + 1] = uses.first[link];
        if (link / hosts == link % hosts)
            continue;
        double rate = (double)(1 + rd_rng_below(&rng, 4)) / 4;
        test_instance_set_cost(&planned.test, link / hosts, link % hosts,
                               latencies ? (double)rd_rng_below(&rng, 3) / 2 : 0, 1 / rate);
        for (uint32_t i = 0; i < count; i++)
            if (rd_rng_below(&rng, 3) > 0)
                add_use(&uses, link, i, rate <= 0.5 && rd_rng_below(&rng, 5) == 0 ? 2 : 1);
    }
    bool relays = rd_rng_below(&rng, 2) == 0; /* what comes is sent on first */
    int64_t held[MOST_HOSTS] = {0};
    for (size_t i = 0; i < rows; i++) {
        uint32_t from = (uint32_t)rd_rng_below(&rng, hosts);
        uint32_t to = (from + 1 + (uint32_t)rd_rng_below(&rng, hosts - 1)) % hosts;
        int64_t items = 1 + (int64_t)rd_rng_below(&rng, 5);
        int64_t own = !relays || held[from] < items ? items : 0;
        planned.test.load[from] += own;
        held[from] += own - items;
        held[to] += items;
        rd_plan_add(&planned.plan, &arena, (struct rd_transfer){0, from, to, 0, items, 1});
        if (mixed && rd_rng_below(&rng, 4) == 0)
            rd_plan_set_room(&planned.plan, &arena, i, RD_ROOM_SHARE);
    }
    judge(&planned);
    return planned;
}

static struct rd_room_waits chains_of(const struct planned *planned)
{
    struct rd_room_waits waits;
    struct rd_error error;
    assert_true(rd_room_chains(&planned->test.instance, &planned->plan, planned->span, &arena,
                               &scratch, &waits, &error));
    return waits;
}

static bool have_common_host(const struct rd_transfer *a, const struct rd_transfer *b)
{
    return a->from == b->from || a->from == b->to || a->to == b->from || a->to == b->to;
}

/* The waits of a play: a word takes word_s. Returns: how many words there are. */
static size_t with_words(const struct planned *planned, const struct rd_room_waits *waits,
                         double word_s, struct wait *ret_wait)
{
    size_t words = 0;
    for (size_t i = 0; i < waits->count; i++) {
        struct rd_room_wait wait = waits->wait[i];
        const struct rd_transfer *row = planned->plan.transfer;
        bool told = !have_common_host(&row[wait.transfer], &row[wait.awaited]);
        /* Of "told ? word_s : 0" gcc 12 has an internal error at -O3. */
        ret_wait[i] = (struct wait){wait.transfer, wait.awaited, told * word_s};
        words += told;
    }
    return words;
}

static struct play play_of(const struct planned *planned, const struct wait *wait, size_t count)
{
    struct play play = {.instance = &planned->test.instance,
                        .row = planned->plan.transfer,
                        .count = planned->plan.transfer_count,
                        .wait = wait,
                        .wait_count = count};
    for (size_t i = 0; i < play.count; i++) {
        play.duration_s[i] = planned->span[i].end_s - planned->span[i].start_s;
        play.keeps[i] = rd_plan_room(&planned->plan, i) == RD_ROOM_KEEP;
    }
    return play;
}

static double last_end_s(const struct play *play)
{
    double end_s = 0;
    for (size_t i = 0; i < play->count; i++)
        end_s = fmax(end_s, play->end_s[i]);
    return end_s;
}

/* Each row ends no later than planned where words take no time. */
static void expect_no_later(const struct planned *planned, const struct rd_room_waits *waits)
{
    struct wait wait[MOST_ROWS * MOST_ROWS];
    with_words(planned, waits, 0, wait);
    struct play play = play_of(planned, wait, waits->count);
    run(&play);
    assert_false(overloads(&play));
    for (size_t i = 0; i < play.count; i++)
        assert_true(play.end_s[i] <= planned->span[i].end_s + 1e-9 * planned->makespan_s);
}

/* No wait follows from the others and from ports: ways of two and more steps, by trying all. */
static void expect_reduced(const struct planned *planned, const struct rd_room_waits *waits)
{
    bool before[MOST_ROWS][MOST_ROWS] = {{false}};
    const struct rd_instance *instance = &planned->test.instance;
    const struct rd_transfer *row = planned->plan.transfer;
    size_t count = planned->plan.transfer_count;
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++)
            before[i][k] =
                (row[i].from == row[k].from &&
                 (row[i].to == row[k].to || rd_host_ports(instance, row[i].from) == 1)) ||
                (row[i].to == row[k].to && rd_host_ports(instance, row[i].to) == 1);
    for (size_t i = 0; i < waits->count; i++)
        assert_false(before[waits->wait[i].awaited][waits->wait[i].transfer]);
    for (size_t i = 0; i < waits->count; i++)
        before[waits->wait[i].awaited][waits->wait[i].transfer] = true;
    bool far[MOST_ROWS][MOST_ROWS] = {{false}}; /* in two steps or more */
    for (size_t gap = 2; gap < count; gap++)
        for (size_t i = 0; i + gap < count; i++)
            for (size_t via = i + 1; via < i + gap; via++)
                far[i][i + gap] |=
                    (before[i][via] || far[i][via]) && (before[via][i + gap] || far[via][i + gap]);
    for (size_t i = 0; i < waits->count; i++)
        assert_false(far[waits->wait[i].awaited][waits->wait[i].transfer]);
}

static void chains_hold(void **state)
{
    (void)state;
    uint64_t waits_in_all = 0;
    for (uint64_t trial = 0; trial < 300 * times; trial++) {
        struct planned planned = draw((uint32_t)(trial % 3), trial % 4 == 0);
        struct rd_room_waits waits = chains_of(&planned);
        struct wait wait[MOST_ROWS * MOST_ROWS];
        waits_in_all += waits.count;
        expect_no_later(&planned, &waits);
        expect_reduced(&planned, &waits);
        for (int i = 0; i < 3; i++) {
            with_words(&planned, &waits, i * 0.5, wait);
            struct play play = play_of(&planned, wait, waits.count);
            for (size_t k = 0; k < play.count; k++)
                play.duration_s[k] *= random_factor();
            run(&play);
            assert_false(overloads(&play));
        }
        rd_arena_rewind(&arena, (struct rd_arena_mark){0});
    }
    print_message("%llu waits\n", (unsigned long long)waits_in_all);
    assert_true(waits_in_all > 300 * times);
}

/* What the plays above would show if messages waited only for those that end in the plan when they
 * start, which makes their room there. */
static void ends_that_make_room_are_not_enough(void **state)
{
    (void)state;
    uint64_t overloaded = 0;
    for (uint64_t trial = 0; trial < 300; trial++) {
        struct planned planned = draw(1, false);
        struct wait wait[MOST_ROWS * MOST_ROWS];
        size_t count = 0;
        for (size_t i = 0; i < planned.plan.transfer_count; i++)
            for (size_t k = 0; k < i; k++)
                if (planned.span[k].end_s == planned.span[i].start_s)
                    wait[count++] = (struct wait){i, k, 0};
        struct play play = play_of(&planned, wait, count);
        for (size_t k = 0; k < play.count; k++)
            play.duration_s[k] *= random_factor();
        run(&play);
        overloaded += overloads(&play);
        rd_arena_rewind(&arena, (struct rd_arena_mark){0});
    }
    print_message("overloaded: %llu of 300\n", (unsigned long long)overloaded);
    assert_true(overloaded > 20);
}

/* The plans that processes play: no waits, but words in the order of ports and rounds. */
static void plans_with_words_hold(void **state)
{
    (void)state;
    uint64_t words_in_all = 0, messages = 0;
    for (uint64_t trial = 0; trial < 300 * times; trial++) {
        struct planned planned = draw((uint32_t)(trial % 3), trial % 4 == 0);
        const struct rd_instance *instance = &planned.test.instance;
        struct rd_plan ordered;
        struct rd_error error;
        struct rd_verdict verdict;
        int64_t words;
        assert_true(
            rd_order_by_words(instance, &planned.plan, &arena, &scratch, &ordered, &words, &error));
        assert_int_equal(ordered.transfer_count, planned.plan.transfer_count + (size_t)words);
        assert_false(rd_plan_has_room(&ordered, RD_ROOM_KEEP));
        rd_referee_plan(instance, &ordered, &arena, &scratch, NULL, &verdict);
        assert_int_equal(verdict.violation, RD_LEGAL);
        words_in_all += (uint64_t)words;
        messages += planned.plan.transfer_count;
        for (int i = 0; i < 3; i++) {
            struct play play = {
                .instance = instance, .row = ordered.transfer, .count = ordered.transfer_count};
            for (size_t k = 0, message = 0; k < play.count; k++) {
                bool is_word = play.row[k].kind == RD_CONTROL;
                play.duration_s[k] =
                    is_word ? i * 0.5 : random_factor() * (double)play.row[k].items;
                play.keeps[k] = !is_word && rd_plan_room(&planned.plan, message++) == RD_ROOM_KEEP;
            }
            run(&play);
            assert_false(overloads(&play));
        }
        rd_arena_rewind(&arena, (struct rd_arena_mark){0});
    }
    print_message("%llu words, %llu messages\n", (unsigned long long)words_in_all,
                  (unsigned long long)messages);
    assert_true(words_in_all < messages);
}

/* Two racks of six, 24 messages of 1 to 5 s from one to the other over a cable, of which a message
 * takes `least` to 4 quarters, or one third of it. */
static struct planned draw_racks(uint32_t least_quarters, uint32_t most_quarters)
{
    enum { RACK = 6 };
    struct planned planned = {.plan = {.timing = RD_SELF_TIMED, .keeps_shared = true}};
    planned.test = test_instance_make(&arena, RD_SWITCH, RD_NO_DIRECTION, 2 * RACK, 1);
    struct uses uses = share(&planned, 1, (double[]){1});
    for (uint32_t link = 0; link < 4 * RACK * RACK; link++) {
        uint32_t from = link / (2 * RACK), to = link % (2 * RACK);
        uses.first[link + 1] = uses.first[link];
        if (from >= RACK || to < RACK)
            continue;
        uint32_t quarters = least_quarters;
        if (most_quarters > least_quarters)
            quarters += (uint32_t)rd_rng_below(&rng, most_quarters - least_quarters + 1);
        test_instance_set_cost(&planned.test, from, to, 0,
                               quarters == 0 ? 3 : 4 / (double)quarters);
        add_use(&uses, link, 0, 1);
    }
    for (size_t i = 0; i < MOST_ROWS; i++) {
        uint32_t from = (uint32_t)rd_rng_below(&rng, RACK);
        uint32_t to = RACK + (uint32_t)rd_rng_below(&rng, RACK);
        int64_t items = 1 + (int64_t)rd_rng_below(&rng, 5);
        planned.test.load[from] += items;
        rd_plan_add(&planned.plan, &arena, (struct rd_transfer){0, from, to, 0, items, 1});
    }
    judge(&planned);
    return planned;
}

/* Words a message, and times over that of rule 4, which reserves room for what still waits. Where
 * each message fills the cable, each of 23 pairs that follow each other has a host in common by a
 * chance of 11 in 36: 23/24 * 25/36 = 0.666 words are needed, no more and no fewer. */
static void two_racks(void **state)
{
    (void)state;
    static const struct {
        uint32_t least, most;
        double least_words, most_words;
        const char *part;
    } row[] = {{4, 4, 0.65, 0.68, "1"},
               {2, 2, 0, 0.51, "1/2"},
               {0, 0, 0, 0.38, "1/3"},
               {1, 4, 0, 0.71, "1/4 to 1"}};
    enum { PLANS = 300 };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        double words = 0, ratio[3] = {0};
        for (int trial = 0; trial < PLANS; trial++) {
            struct planned planned = draw_racks(row[i].least, row[i].most);
            struct rd_room_waits waits = chains_of(&planned);
            struct wait wait[MOST_ROWS * MOST_ROWS];
            for (int k = 0; k < 3; k++) {
                double word_s = (double[]){0, 0.1, 0.5}[k];
                size_t count = with_words(&planned, &waits, word_s, wait);
                words += k == 0 ? (double)count / MOST_ROWS / PLANS : 0;
                struct play play = play_of(&planned, wait, waits.count);
                run(&play);
                ratio[k] += last_end_s(&play) / planned.makespan_s / PLANS;
            }
            rd_arena_rewind(&arena, (struct rd_arena_mark){0});
        }
        print_message("part %-8s %.2f words a message, time %.2f %.2f %.2f\n", row[i].part, words,
                      ratio[0], ratio[1], ratio[2]);
        assert_true(words >= row[i].least_words && words <= row[i].most_words);
        assert_true(ratio[0] <= 1 + 1e-9);
    }
}

/* 0>1, then 2>3 over one cable, and no link from 0 or 1 to 2 or 3, or one from 1 to 2: the word
 * goes from a receiver to a sender, between two rounds. [0, 1], [1, 2], [2, 3]. */
static void where_no_link_joins(void **state)
{
    (void)state;
    const struct rd_edge edge[] = {{0, 1}, {2, 3}, {1, 2}};
    struct rd_plan plan = {.timing = RD_SELF_TIMED, .keeps_shared = true}, ordered;
    struct rd_error error;
    struct rd_verdict verdict;
    int64_t words;
    rd_plan_add(&plan, &arena, (struct rd_transfer){0, 0, 1, 0, 1, 1});
    rd_plan_add(&plan, &arena, (struct rd_transfer){0, 2, 3, 0, 1, 1});
    for (size_t edges = 2; edges <= 3; edges++) {
        struct test_instance test = test_instance_on(&arena, test_graph(&arena, 4, edge, edges), 1);
        test.load[0] = test.load[2] = 1;
        test_instance_share(&test, &arena, 1);
        assert_true(rd_can_take_words(&test.instance, &plan));
        bool done =
            rd_order_by_words(&test.instance, &plan, &arena, &scratch, &ordered, &words, &error);
        assert_int_equal(done, edges == 3);
        if (!done) {
            assert_int_equal(error.code, RD_ERROR_REFUSED);
            assert_string_equal(error.message,
                                "host 2 > host 3 waits for the room of host 0 > host 1 on a shared "
                                "link, and no link that a word could take joins a host of the one "
                                "to a host of the other");
            continue;
        }
        assert_int_equal(words, 1);
        assert_int_equal(ordered.round_count, 3);
        rd_referee_plan(&test.instance, &ordered, &arena, &scratch, NULL, &verdict);
        assert_true(verdict.makespan_s == 3);
    }
    rd_plan_set_room(&plan, &arena, 1, RD_ROOM_BYTES);
    struct test_instance test = test_instance_on(&arena, test_graph(&arena, 4, edge, 3), 1);
    test_instance_share(&test, &arena, 1);
    assert_false(rd_can_take_words(&test.instance, &plan));
}

int main(int argument_count, char **argument)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_hold),
        cmocka_unit_test(ends_that_make_room_are_not_enough),
        cmocka_unit_test(plans_with_words_hold),
        cmocka_unit_test(two_racks),
        cmocka_unit_test(where_no_link_joins),
    };
    times = campaign(argument_count, argument);
    rng = rd_rng_seeded(45, 0);
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&scratch);
    rd_arena_close(&arena);
    return failed;
}
