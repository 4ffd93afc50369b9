/* Relabellings, sources and timetables of small random placements, against all there are. */
#include "tests/support/cmocka.h"

#include "sim/base/rng.h"
#include "sim/relabel/timetable.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"

#include <stdlib.h>
#include <string.h>

enum { HOSTS = 5, ITEMS = 9, TRIALS = 300 };

static uint64_t times = 1;

/* What a random placement is like. */
enum nature { SINGLE, REPLICAS, LEADERS, NATURE_COUNT };

struct draw {
    struct rd_placement placement;
    struct rd_placed_item item[ITEMS];
    uint32_t holder[ITEMS][HOSTS], part[ITEMS][HOSTS], ports[HOSTS];
    bool takes[HOSTS];
};

/* Some hosts in random order. Returns: how many, at least one. */
static uint32_t choose(struct rd_rng *rng, uint32_t hosts, uint32_t most, uint32_t *host)
{
    uint32_t count = (uint32_t)rd_rng_between(rng, 1, most < hosts ? most : hosts);
    for (uint32_t i = 0; i < hosts; i++)
        host[i] = i;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = (uint32_t)rd_rng_between(rng, i, hosts - 1), kept = host[i];
        host[i] = host[other];
        host[other] = kept;
    }
    return count;
}

static void draw(struct rd_rng *rng, enum nature nature, uint32_t most_ports, struct draw *draw)
{
    uint32_t hosts = (uint32_t)rd_rng_between(rng, 1, HOSTS);
    memset(draw, 0, sizeof *draw);
    draw->placement = (struct rd_placement){.host_count = hosts, .item = draw->item};
    draw->placement.item_count = (size_t)rd_rng_between(rng, 1, ITEMS);
    for (uint32_t host = 0; host < hosts; host++)
        draw->ports[host] = (uint32_t)rd_rng_between(rng, 1, most_ports);
    for (size_t i = 0; i < draw->placement.item_count; i++) {
        struct rd_placed_item *item = &draw->item[i];
        uint32_t most = nature == SINGLE ? 1 : HOSTS;
        item->name = "item";
        item->size = nature == REPLICAS ? 1 : rd_rng_between(rng, 1, 9);
        item->holder = draw->holder[i];
        item->part = draw->part[i];
        item->holder_count = choose(rng, hosts, most, draw->holder[i]);
        item->part_count = choose(rng, hosts, most, draw->part[i]);
        item->source_count = nature == LEADERS ? 1 : item->holder_count;
        for (uint32_t p = 0; p < item->part_count; p++)
            draw->takes[item->part[p]] = true;
    }
    if (nature == LEADERS)
        draw->placement.takes = draw->takes;
}

static bool holds(const struct rd_placed_item *item, uint32_t host)
{
    for (uint32_t h = 0; h < item->holder_count; h++)
        if (item->holder[h] == host)
            return true;
    return false;
}

/* The least busiest port over all choices of sources from copy `next` on. */
static int64_t least_busy(const struct draw *draw, const struct rd_moves *moves, size_t next,
                          int64_t *sent, const int64_t *received)
{
    int64_t least = INT64_MAX;
    if (next == moves->count) {
        least = 0;
        for (uint32_t host = 0; host < draw->placement.host_count; host++) {
            int64_t amount = sent[host] > received[host] ? sent[host] : received[host];
            int64_t steps = (amount + draw->ports[host] - 1) / draw->ports[host];
            least = steps > least ? steps : least;
        }
        return least;
    }
    const struct rd_placed_item *item = moves->move[next].item;
    for (uint32_t s = 0; s < item->source_count; s++) {
        sent[item->holder[s]] += item->size;
        int64_t found = least_busy(draw, moves, next + 1, sent, received);
        sent[item->holder[s]] -= item->size;
        least = found < least ? found : least;
    }
    return least;
}

/* Volume and busiest port of a relabelling, from their meaning. */
static void evaluate(const struct draw *draw, const uint32_t *host_of_part, int64_t *ret_volume,
                     int64_t *ret_busiest)
{
    struct rd_move move[ITEMS * HOSTS];
    struct rd_moves moves = {0, move};
    int64_t sent[HOSTS] = {0}, received[HOSTS] = {0};
    *ret_volume = 0;
    for (size_t i = 0; i < draw->placement.item_count; i++)
        for (uint32_t p = 0; p < draw->item[i].part_count; p++) {
            uint32_t host = host_of_part[draw->item[i].part[p]];
            if (holds(&draw->item[i], host))
                continue;
            move[moves.count++] = (struct rd_move){0, host, &draw->item[i]};
            received[host] += draw->item[i].size;
            *ret_volume += draw->item[i].size;
        }
    *ret_busiest = moves.count <= 8 ? least_busy(draw, &moves, 0, sent, received) : -1;
}

/* The least of what all relabellings have; busiest ports only where each was enumerated. */
struct least {
    int64_t volume, busiest, busiest_of_volume, volume_of_busiest;
    bool all_busy_known;
};

static bool may_take(const struct draw *draw, const uint32_t *host_of_part)
{
    for (uint32_t part = 0; part < draw->placement.host_count; part++)
        if (draw->placement.takes && !draw->takes[host_of_part[part]] && host_of_part[part] != part)
            return false;
    return true;
}

static void enumerate(const struct draw *draw, uint32_t *host_of_part, uint32_t next,
                      struct least *least)
{
    int64_t volume, busiest;
    uint32_t n = draw->placement.host_count;
    for (uint32_t other = next; other < n; other++) {
        uint32_t kept = host_of_part[next];
        host_of_part[next] = host_of_part[other];
        host_of_part[other] = kept;
        enumerate(draw, host_of_part, next + 1, least);
        host_of_part[other] = host_of_part[next];
        host_of_part[next] = kept;
    }
    if (next < n || !may_take(draw, host_of_part))
        return;
    evaluate(draw, host_of_part, &volume, &busiest);
    least->all_busy_known &= busiest >= 0;
    if (busiest < least->busiest ||
        (busiest == least->busiest && volume < least->volume_of_busiest))
        least->volume_of_busiest = volume;
    if (volume < least->volume || (volume == least->volume && busiest < least->busiest_of_volume))
        least->busiest_of_volume = busiest;
    least->busiest = busiest < least->busiest ? busiest : least->busiest;
    least->volume = volume < least->volume ? volume : least->volume;
}

static int64_t lacks(const struct draw *draw, uint32_t host, uint32_t part)
{
    int64_t amount = 0;
    for (size_t i = 0; i < draw->placement.item_count; i++)
        for (uint32_t p = 0; p < draw->item[i].part_count; p++)
            if (draw->item[i].part[p] == part && !holds(&draw->item[i], host))
                amount += draw->item[i].size;
    return amount;
}

/* Prices of a claim for all relabellings, from their meaning. */
static void check_prices(const struct draw *draw, const struct rd_relabelling *found)
{
    int64_t sum = 0;
    uint32_t n = draw->placement.host_count;
    for (uint32_t host = 0; host < n; host++) {
        sum += found->host_price[host] + found->part_price[host];
        for (uint32_t part = 0; part < n; part++)
            if (!draw->placement.takes || draw->takes[host] || host == part)
                assert_true(found->host_price[host] + found->part_price[part] <=
                            lacks(draw, host, part));
    }
    assert_int_equal(sum, found->volume);
}

static void check_best(const struct draw *draw, enum nature nature)
{
    uint32_t host_of_part[HOSTS] = {0, 1, 2, 3, 4};
    struct least least = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, true};
    enumerate(draw, host_of_part, 0, &least);
    for (int objective = RD_RELABEL_VOLUME; objective <= RD_RELABEL_PORT_THEN_VOLUME; objective++) {
        int64_t volume, busiest;
        struct rd_relabelling found =
            rd_relabel(&draw->placement, draw->ports, (enum rd_objective)objective, NULL,
                       &test_arena, &test_scratch);
        assert_true(may_take(draw, found.host_of_part));
        evaluate(draw, found.host_of_part, &volume, &busiest);
        assert_int_equal(volume, found.volume);
        bool volume_first =
            objective == RD_RELABEL_VOLUME || objective == RD_RELABEL_VOLUME_THEN_PORT;
        if (volume_first) {
            assert_int_equal(volume, least.volume);
            check_prices(draw, &found);
        }
        if (!least.all_busy_known || objective == RD_RELABEL_VOLUME)
            continue;
        /* The bound holds always; without copies to choose from it is reached. */
        int64_t best = volume_first ? least.busiest_of_volume : least.busiest;
        assert_true(found.port_bound <= best);
        if (nature == SINGLE)
            assert_int_equal(found.port_bound, best);
        if (nature == SINGLE)
            assert_int_equal(busiest, best);
        if (nature == SINGLE && objective == RD_RELABEL_PORT_THEN_VOLUME)
            assert_int_equal(volume, least.volume_of_busiest);
    }
}

static void relabels_as_well_as_any(void **state)
{
    struct rd_rng rng = rd_rng_seeded(1, 0);
    (void)state;
    for (uint64_t trial = 0; trial < TRIALS * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct draw drawn;
        enum nature nature = (enum nature)(trial % NATURE_COUNT);
        draw(&rng, nature, 1 + trial % 2, &drawn);
        check_best(&drawn, nature);
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("relabellings", TRIALS * times);
}

static void chooses_sources_as_well_as_any(void **state)
{
    struct rd_rng rng = rd_rng_seeded(2, 0);
    uint32_t same[HOSTS] = {0, 1, 2, 3, 4};
    (void)state;
    for (uint64_t trial = 0; trial < TRIALS * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct draw drawn;
        int64_t volume, busiest;
        draw(&rng, REPLICAS, 3, &drawn);
        evaluate(&drawn, same, &volume, &busiest);
        struct rd_moves moves =
            rd_moves(&drawn.placement, same, drawn.ports, false, &test_arena, &test_scratch);
        assert_int_equal(rd_moves_volume(&moves), volume);
        for (size_t i = 0; i < moves.count; i++) {
            assert_true(holds(moves.move[i].item, moves.move[i].from));
            assert_false(holds(moves.move[i].item, moves.move[i].to));
        }
        if (busiest >= 0)
            assert_int_equal(
                rd_moves_busiest(&moves, drawn.placement.host_count, drawn.ports, &test_scratch),
                busiest);
        rd_arena_rewind(&test_arena, mark);
    }
}

/* Nobody is in more copies at a time than it has ports, and each move is made whole. */
static void check_rows(const struct draw *draw, const struct rd_timetable *timetable,
                       const struct rd_moves *moves, bool is_divisible)
{
    int64_t left[HOSTS][HOSTS] = {{0}};
    size_t copies[HOSTS][HOSTS] = {{0}}; /* of whole items */
    for (size_t i = 0; i < moves->count; i++) {
        left[moves->move[i].from][moves->move[i].to] += moves->move[i].item->size;
        copies[moves->move[i].from][moves->move[i].to]++;
    }
    for (size_t i = 0; i < timetable->row_count; i++) {
        const struct rd_timetable_row *row = &timetable->row[i];
        uint32_t out = 0, in = 0;
        assert_true(row->start >= 0 && row->end <= timetable->end);
        assert_int_equal(row->end - row->start, row->size);
        assert_true(i == 0 || row->start >= row[-1].start);
        left[row->from][row->to] -= row->size;
        copies[row->from][row->to]--;
        for (size_t k = 0; k < timetable->row_count; k++) {
            const struct rd_timetable_row *other = &timetable->row[k];
            bool during = other->start <= row->start && row->start < other->end;
            out += during && other->from == row->from;
            in += during && other->to == row->to;
        }
        assert_true(out <= draw->ports[row->from] && in <= draw->ports[row->to]);
    }
    for (uint32_t a = 0; a < HOSTS; a++)
        for (uint32_t b = 0; b < HOSTS; b++) {
            assert_int_equal(left[a][b], 0);
            assert_true(is_divisible || copies[a][b] == 0);
        }
}

static void makes_legal_timetables(void **state)
{
    struct rd_rng rng = rd_rng_seeded(3, 0);
    uint32_t same[HOSTS] = {0, 1, 2, 3, 4};
    (void)state;
    for (uint64_t trial = 0; trial < TRIALS * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        enum nature nature = (enum nature)(trial % NATURE_COUNT);
        bool one_port = trial % 2 == 0;
        struct draw drawn;
        draw(&rng, nature, one_port ? 1 : 3, &drawn);
        struct rd_moves moves =
            rd_moves(&drawn.placement, same, drawn.ports, false, &test_arena, &test_scratch);
        int64_t busiest =
            rd_moves_busiest(&moves, drawn.placement.host_count, drawn.ports, &test_scratch);
        struct rd_timetable ours = rd_timetable_ours(&drawn.placement, nature == SINGLE, &moves,
                                                     drawn.ports, &test_arena, &test_scratch);
        struct rd_timetable greedy = rd_timetable_greedy(&drawn.placement, nature == SINGLE, &moves,
                                                         drawn.ports, &test_arena, &test_scratch);
        check_rows(&drawn, &ours, &moves, nature == SINGLE);
        check_rows(&drawn, &greedy, &moves, false);
        assert_true(ours.end >= busiest && greedy.end >= busiest);
        if (one_port && nature != LEADERS)
            assert_int_equal(ours.end, busiest); /* Koenig */
        if (one_port && moves.count > 0)
            assert_true(ours.end < 2 * busiest); /* Racsmany */
        rd_arena_rewind(&test_arena, mark);
    }
}

/* Host 0 alone holds a, hosts 0 and 1 hold b, and everybody is to have both: whoever gets which
 * part, host 0 sends a twice. Host 2 receives two copies by its two ports in one step. */
static void counts_what_a_host_alone_holds(void **state)
{
    static const uint32_t host[] = {0, 1, 2}, ports[] = {1, 1, 2};
    const struct rd_placed_item item[] = {{"a", 1, host, host, 1, 1, 3},
                                          {"b", 1, host, host, 2, 2, 3}};
    const struct rd_placement placement = {.host_count = 3, .item_count = 2, .item = item};
    (void)state;
    struct rd_relabelling found =
        rd_relabel(&placement, ports, RD_RELABEL_PORT, NULL, &test_arena, &test_scratch);
    assert_int_equal(found.port_bound, 2);
    struct rd_moves moves =
        rd_moves(&placement, found.host_of_part, ports, false, &test_arena, &test_scratch);
    assert_int_equal(rd_moves_busiest(&moves, 3, ports, &test_scratch), 2);
}

/* Nothing to copy: no rows, no time. */
static void does_nothing_where_nothing_moves(void **state)
{
    static const uint32_t host[] = {0, 1}, ports[] = {1, 1};
    const struct rd_placed_item item[] = {{"a", 1, host, host, 1, 1, 1}};
    const struct rd_placement placement = {.host_count = 2, .item_count = 1, .item = item};
    (void)state;
    struct rd_moves moves = rd_moves(&placement, host, ports, false, &test_arena, &test_scratch);
    struct rd_timetable ours =
        rd_timetable_ours(&placement, false, &moves, ports, &test_arena, &test_scratch);
    struct rd_timetable greedy =
        rd_timetable_greedy(&placement, false, &moves, ports, &test_arena, &test_scratch);
    assert_int_equal(ours.row_count + greedy.row_count + greedy.batch_count, 0);
    assert_int_equal(ours.end + greedy.end, 0);
}

/* Three hosts in a circle and one pair more: 0 to 1, 1 to 2, 2 to 0, 0 to 2, a unit each. Pairs by
 * number: {0,1}, {0,2} with both ways, {1,2}: no two of them share no host, so greedy takes three
 * batches; a port has two at most, which is what ours takes. */
static void takes_greedy_batches(void **state)
{
    static const uint32_t host[] = {0, 1, 2};
    const struct rd_placed_item item[] = {{"a", 1, &host[0], &host[1], 1, 1, 1},
                                          {"b", 1, &host[1], &host[2], 1, 1, 1},
                                          {"c", 1, &host[2], &host[0], 1, 1, 1},
                                          {"d", 1, &host[0], &host[2], 1, 1, 1}};
    const struct rd_placement placement = {.host_count = 3, .item_count = 4, .item = item};
    static const uint32_t ports[] = {1, 1, 1};
    (void)state;
    struct rd_moves moves = rd_moves(&placement, host, ports, true, &test_arena, &test_scratch);
    struct rd_timetable greedy =
        rd_timetable_greedy(&placement, false, &moves, ports, &test_arena, &test_scratch);
    assert_int_equal(greedy.batch_count, 3);
    assert_int_equal(greedy.end, 3);
    struct rd_timetable ours =
        rd_timetable_ours(&placement, false, &moves, ports, &test_arena, &test_scratch);
    assert_int_equal(ours.end, 2);
}

int main(int argument_count, char **argument)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(relabels_as_well_as_any),          ARENAS_TEST(chooses_sources_as_well_as_any),
        ARENAS_TEST(makes_legal_timetables),           ARENAS_TEST(counts_what_a_host_alone_holds),
        ARENAS_TEST(does_nothing_where_nothing_moves), ARENAS_TEST(takes_greedy_batches),
    };
    times = campaign(argument_count, argument);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
