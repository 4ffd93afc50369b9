/* redist judge: schedules of other programs, good and bad. The scenario is Lemma 6's on four hosts,
 * 1 s an item: loads (3, 1, 1, 1), final loads (1, 2, 1, 2). Host 0 gives 2 items, one at a time,
 * so no schedule takes less than 2 s. */
#include "program.h"

#include <string.h>

static const char *write_scenario(struct test_place *place)
{
    return test_write(
        place, "four.xml",
        "<scenario name=\"four\">\n"
        "<platform generator=\"ring\" hosts=\"4\" direction=\"two-way\" cost=\"1\"/>\n"
        "<topology shape=\"ring\" direction=\"two-way\" hosts=\"h[0-3]\"/>\n"
        "<loads>\n<load host=\"h0\" items=\"3\" after=\"1\"/>\n"
        "<load host=\"h1\" items=\"1\" after=\"2\"/>\n"
        "<load host=\"h2\" items=\"1\" after=\"1\"/>\n"
        "<load host=\"h3\" items=\"1\" after=\"2\"/>\n</loads>\n"
        "<goal reach=\"after\"/>\n<run algorithm=\"ring-two-way-equal\"/>\n</scenario>\n");
}

static struct test_run judge(struct test_place *place, const char *schedule)
{
    return test_redist(place, "judge", write_scenario(place),
                       test_write(place, "schedule.csv", schedule), NULL);
}

static void accepts_a_plan(void **state)
{
    struct test_run run = judge(*state, "round,from,to,kind,items,messages\n"
                                        "0,h0,h1,0,1,1\n"
                                        "0,h0,h3,0,1,1\n");
    test_status(&run, 0);
    assert_string_equal(run.err, "");
    assert_string_equal(run.out, "plan       legal\n"
                                 "goal       reached\n"
                                 "time       2 s\n"
                                 "bound      2 s (Lemma 6): reached, so the schedule is optimal\n"
                                 "moved      2 item-hops, 2 messages\n");
}

/* The second item the long way round: it reaches h3 at 4 s, 2 times the bound. */
static void accepts_a_trace(void **state)
{
    struct test_run run = judge(*state, "start_s,end_s,from,to,kind,items\n"
                                        "0,1,h0,h1,0,1\n"
                                        "1,2,h0,h1,0,1\n"
                                        "2,3,h1,h2,0,1\n"
                                        "3,4,h2,h3,0,1\n");
    test_status(&run, 0);
    assert_string_equal(run.out, "trace      legal\n"
                                 "goal       reached\n"
                                 "time       4 s\n"
                                 "bound      2 s (Lemma 6): the time is 2 times the bound\n"
                                 "moved      4 item-hops, 4 messages\n");
}

/* Two messages of 1 s, each short by 1.9e-9 s, which 1e-9 of the makespan allows: the sum, 3.8e-9
 * s, is more than that, but nothing against the bound. Nor is 5.7e-9 s, where the second one also
 * starts 1.9e-9 s before the first one has ended. */
static void blames_dates_that_add_up(void **state)
{
    static const char *const second[] = {"0.9999999981,1.9999999962", "0.9999999962,1.9999999943"};
    struct test_place *place = *state;
    for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
        struct test_run run = judge(place, rd_arena_print(&place->arena,
                                                          "start_s,end_s,from,to,kind,items\n"
                                                          "0,0.9999999981,h0,h1,0,1\n"
                                                          "%s,h0,h3,0,1\n",
                                                          second[i]));
        test_status(&run, 1);
        test_contains(run.out, "bound      2 s (Lemma 6): no schedule is shorter: dates that are "
                               "short by 1e-9 of the time add up\n");
    }
}

/* A line h0, h1, h2, 2 s a byte. h0 sends h1 two items of big, of 3 bytes, [0, 6] and [6, 12], two
 * counted ones [12, 14] and [14, 16], and W two by two, [16, 20] and [20, 24]. h1 passes big on,
 * [6, 12] and [12, 18], its own third item [18, 24], and W, [24, 26] to [30, 32]: the link lets
 * nothing pass. With more ports it is the same; as rounds 12 + 18 + 8 s. */
static void judges_and_plays_copies(void **state)
{
    static const char scenario[] =
        "<scenario name=\"copies\">\n<platform generator=\"mesh\" dimensions=\"3\" cost=\"2\"/>\n"
        "<topology shape=\"graph\"/>\n"
        "<items bytes=\"1\"><kind name=\"big\" bytes=\"3\"/></items>\n<loads>\n"
        "<load host=\"h0\" items=\"2\" after=\"0\"/>\n<load host=\"h1\" items=\"0\" after=\"2\"/>\n"
        "<copy kind=\"big\" items=\"2\" held=\"h0\" wanted=\"h[1-2]\"/>\n"
        "<copy kind=\"W\" items=\"4\" held=\"h0\" wanted=\"h2\"/>\n"
        "<copy kind=\"big\" items=\"1\" held=\"h1 h0\" wanted=\"h2\"/>\n</loads>\n"
        "<goal reach=\"copies\"/>\n<run algorithm=\"all\"/>\n</scenario>\n";
    static const char plan[] = "round,from,to,kind,first,items,messages\n"
                               "0,h0,h1,big,0,1,2\n0,h0,h1,0,,1,2\n0,h1,h2,big,0,1,3\n"
                               "0,h0,h1,W,0,2,2\n0,h1,h2,W,0,1,4\n";
    static const char rounds[] = "# timing: lock-step\n# step_s: 0\n"
                                 "round,from,to,kind,first,items,messages\n"
                                 "0,h0,h1,big,0,1,2\n1,h0,h1,W,0,2,2\n1,h1,h2,big,0,3,1\n"
                                 "2,h1,h2,W,0,1,4\n2,h0,h1,0,,1,2\n";
    static const char *const ports[] = {"ports=one", "ports=2", "ports=all"};
    struct test_place *place = *state;
    const char *path = test_write(place, "copies.xml", scenario);
    const char *csv = test_write(place, "copies.csv", plan);
    for (size_t i = 0; i < sizeof ports / sizeof *ports; i++) {
        struct test_run run =
            test_redist(place, "judge", path, csv, "--simulate", "--set", ports[i], NULL);
        test_status(&run, 0);
        test_contains(run.out, "goal       reached\ntime       32 s\nsimulated  32 s\n");
        test_contains(run.out, "held       at most 7 items of named kinds on a host");
    }
    csv = test_write(place, "rounds.csv", rounds);
    struct test_run run = test_redist(place, "judge", path, csv, "--simulate", NULL);
    test_contains(run.out, "goal       reached\ntime       38 s\nsimulated  38 s\n");
    /* Once more, for nothing: four items of W, in 8 s more. */
    csv =
        test_write(place, "twice.csv", rd_arena_print(&place->arena, "%s0,h1,h2,W,0,1,4\n", plan));
    run = test_redist(place, "judge", path, csv, "--simulate", NULL);
    test_contains(run.out, "time       40 s\nsimulated  40 s\n");
    test_contains(run.out, "useless    4 items came to hosts that have them anyway\n");
    csv = test_write(place, "early.csv",
                     "round,from,to,kind,first,items,messages\n"
                     "0,h1,h2,W,3,1,1\n0,h0,h1,W,0,4,1\n");
    run = test_redist(place, "judge", path, csv, NULL);
    test_status(&run, 1);
    test_contains(run.out,
                  "plan       not legal (order): transfer 0: h1 sends item 3 of W and does "
                  "not hold it after the transfers before it: transfer 1 brings it and "
                  "must come first\n");
}

/* Nothing is asked for, or what is does not take the goal: the referee does not mind. Two items
 * to h1 and one to h2, one message at a time in the whole network: 3 s. `run` has nothing to do. */
static void judges_a_scenario_without_a_run(void **state)
{
    struct test_place *place = *state;
    static const char *const runs[] = {"", "<run algorithm=\"switch-steps\"/>\n"};
    static const char *const refusal[] = {"2: 0 <run>: 1 to 10000 are accepted",
                                          "the goal is after: switch-steps takes gather"};
    static const int status[] = {3, 1};
    const char *plan = test_write(place, "schedule.csv",
                                  "round,from,to,kind,items,messages\n"
                                  "0,h0,h1,0,1,2\n"
                                  "0,h0,h2,0,1,1\n");
    for (size_t i = 0; i < 2; i++) {
        const char *path =
            test_write(place, "bus.xml",
                       rd_arena_print(&place->arena,
                                      "<?xml version=\"1.0\"?>\n<scenario name=\"bus\">\n"
                                      "<platform generator=\"switch\" hosts=\"3\" cost=\"1\"/>\n"
                                      "<topology shape=\"bus\" hosts=\"h[0-2]\"/>\n"
                                      "<loads>\n<load host=\"h0\" items=\"3\" after=\"0\"/>\n"
                                      "<load host=\"h1\" items=\"0\" after=\"2\"/>\n"
                                      "<load host=\"h2\" items=\"0\" after=\"1\"/>\n</loads>\n"
                                      "<goal reach=\"after\"/>\n%s</scenario>\n",
                                      runs[i]));
        struct test_run run = test_redist(place, "judge", path, plan, NULL);
        test_status(&run, 0);
        test_contains(run.out, "goal       reached\ntime       3 s\n");
        run = test_redist(place, "check", path, NULL);
        test_status(&run, 0);
        test_contains(run.out, "bus of 3 hosts");
        run = test_redist(place, "run", path, NULL);
        test_status(&run, status[i]);
        test_contains(i == 0 ? run.err : run.out, refusal[i]);
    }
}

static void misses_the_goal(void **state)
{
    struct test_run run = judge(*state, "round,from,to,kind,items,messages\n"
                                        "0,h0,h1,0,1,2\n");
    test_status(&run, 1);
    test_contains(run.out, "plan       legal\ngoal       not reached: h1 ");
    test_contains(run.out, "bound      2 s (Lemma 6)\n");
}

/* Each violation is named, with who is to blame. */
static void names_what_is_not_legal(void **state)
{
    static const struct {
        const char *schedule;
        const char *const words[3];
    } bad[] = {
        /* Host 2 holds 1 item and is sent none. */
        {"round,from,to,kind,items,messages\n0,h2,h3,0,1,2\n",
         {"plan       not legal (", "h2", "more than 1"}},
        {"round,from,to,kind,items,messages\n0,h0,h2,0,1,1\n",
         {"plan       not legal (neighbour): ", "h0", "h2"}},
        /* Messages of 10 items round a ring whose hosts hold fewer: all wait in a circle. */
        {"round,from,to,kind,items,messages\n0,h0,h1,0,10,1\n0,h1,h2,0,10,1\n0,h2,h3,0,10,1\n"
         "0,h3,h0,0,10,1\n",
         {"plan       not legal (deadlock): ", "deadlock: ", " waits for items at h0"}},
        /* Two sends at a time from host 0's port. */
        {"start_s,end_s,from,to,kind,items\n0,1,h0,h1,0,1\n0.5,1.5,h0,h3,0,1\n",
         {"trace      not legal (port): ", "h0", ""}},
        /* A message that claims to be faster than its link. */
        {"start_s,end_s,from,to,kind,items\n0,0.5,h0,h1,0,1\n0.5,1.5,h0,h3,0,1\n",
         {"trace      not legal (time): ", "h0", "0.5"}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct test_run run = judge(*state, bad[i].schedule);
        test_status(&run, 1);
        assert_string_equal(run.err, "");
        for (size_t word = 0; word < 3; word++)
            test_contains(run.out, bad[i].words[word]);
    }
}

/* Where the network is not the exact one, or varies, a message may last as long as it likes, and no
 * time is compared with a bound: 1.5 s, then 1 s from the same port. */
static void judges_no_durations_of_other_networks(void **state)
{
    static const char *const other[] = {"--set=model=tcp", "--set=profile=steps 1 0.5 2"};
    const char *scenario = write_scenario(*state);
    const char *slow = test_write(*state, "slow.csv",
                                  "start_s,end_s,from,to,kind,items\n"
                                  "0,1.5,h0,h1,0,1\n"
                                  "1.5,2.5,h0,h3,0,1\n");
    struct test_run run = test_redist(*state, "judge", scenario, slow, NULL);
    test_status(&run, 1);
    test_contains(run.out, "trace      not legal (time): ");
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        run = test_redist(*state, "judge", other[i], scenario, slow, NULL);
        test_status(&run, 0);
        assert_string_equal(run.out, "trace      legal\n"
                                     "goal       reached\n"
                                     "time       2.5 s\n"
                                     "bound      2 s (Lemma 6)\n"
                                     "moved      2 item-hops, 2 messages\n");
    }
}

/* Who lets the network decide has no time to compare. */
static void judges_a_plan_without_an_order(void **state)
{
    struct test_run run = judge(*state, "# timing: free\n"
                                        "round,from,to,kind,items,messages\n"
                                        "0,h0,h1,0,1,1\n"
                                        "0,h0,h3,0,1,1\n");
    test_status(&run, 0);
    assert_string_equal(run.out, "plan       legal\n"
                                 "goal       reached\n"
                                 "time       none: in free order the network decides\n"
                                 "bound      2 s (Lemma 6)\n"
                                 "moved      2 item-hops, 2 messages\n");
}

/* Two hosts change places with an item each, at the same time, where nothing had to move. */
static void compares_with_a_bound_of_nothing(void **state)
{
    const char *scenario =
        test_write(*state, "still.xml",
                   "<scenario name=\"still\">\n"
                   "<platform generator=\"ring\" hosts=\"2\" direction=\"two-way\" cost=\"1\"/>\n"
                   "<topology shape=\"ring\" direction=\"two-way\" hosts=\"h0 h1\"/>\n"
                   "<loads>\n<load host=\"h0\" items=\"2\" after=\"2\"/>\n"
                   "<load host=\"h1\" items=\"1\" after=\"1\"/>\n</loads>\n"
                   "<goal reach=\"after\"/>\n<run algorithm=\"ring-shorter-way\"/>\n</scenario>\n");
    const char *plan = test_write(*state, "change.csv",
                                  "round,from,to,kind,items,messages\n"
                                  "0,h0,h1,0,1,1\n"
                                  "0,h1,h0,0,1,1\n");
    struct test_run run = test_redist(*state, "judge", scenario, plan, NULL);
    test_status(&run, 0);
    test_contains(run.out, "time       1 s\nbound      0 s (");
    test_contains(run.out, "): the time is above the bound\nmoved      2 item-hops, 2 messages\n");
}

/* In another network SimGrid does not say when a message that waited in its queues started: not
 * before the one before it had left its ports, and no port is taken twice. Each host keeps its 9
 * items of one component, and the other 2 + 3 + 4 + 2 + 1 + 5 move, in a message a pair. */
static void judges_a_run_without_an_order(void **state)
{
    struct test_place *place = *state;
    const char *scenario =
        test_write(place, "free.xml",
                   "<scenario name=\"free\">\n<platform generator=\"switch\" hosts=\"3\"/>\n"
                   "<topology shape=\"switch\" hosts=\"h[0-2]\"/>\n<network model=\"tcp\"/>\n"
                   "<loads generator=\"matrix\" rows=\"9 2 3; 4 9 2; 1 5 9\"/>\n"
                   "<goal reach=\"gather\"/>\n<run algorithm=\"switch-volume\">\n"
                   "<option name=\"schedule\" value=\"all-at-once\"/></run>\n</scenario>\n");
    struct test_run run = test_redist(place, "run", scenario, "--trace", place->folder, NULL);
    test_status(&run, 0);
    run = test_redist(place, "judge", scenario, test_path(place, "free.switch-volume.csv"), NULL);
    test_status(&run, 0);
    test_contains(run.out, "trace      legal\ngoal       reached\n");
    test_contains(run.out, "moved      17 item-hops, 6 messages\n");
}

/* Two racks of two machines, 125 MB/s each, and one cable between the switches of as much. Ten
 * items of 1 MB go from a0 to b0, and from a1 to b1: alone each takes 0.00012 s of latency and 0.08
 * s. The cable is busy with all of them for 0.16 s, behind the first latency: 0.16012 s at least.
 */
static const char *write_racks(struct test_place *place)
{
    test_write(place, "two_racks.xml",
               "<?xml version=\"1.0\"?>\n"
               "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
               "<platform version=\"4.1\">\n<zone id=\"room\" routing=\"Full\">\n"
               "<cluster id=\"a\" prefix=\"a\" suffix=\"\" radical=\"0-1\" speed=\"1Gf\" "
               "bw=\"125MBps\" lat=\"50us\" router_id=\"a-router\"/>\n"
               "<cluster id=\"b\" prefix=\"b\" suffix=\"\" radical=\"0-1\" speed=\"1Gf\" "
               "bw=\"125MBps\" lat=\"50us\" router_id=\"b-router\"/>\n"
               "<link id=\"cable\" bandwidth=\"125MBps\" latency=\"20us\" "
               "sharing_policy=\"SPLITDUPLEX\"/>\n"
               "<zoneRoute src=\"a\" dst=\"b\" gw_src=\"a-router\" gw_dst=\"b-router\">\n"
               "<link_ctn id=\"cable\" direction=\"UP\"/>\n</zoneRoute>\n</zone>\n</platform>\n");
    return test_write(place, "racks.xml",
                      "<scenario name=\"racks\">\n<platform file=\"two_racks.xml\"/>\n"
                      "<topology shape=\"graph\" edges=\"all\" hosts=\"a[0-1] b[0-1]\"/>\n"
                      "<network model=\"exact\" ports=\"one\"/>\n<items bytes=\"1000000\"/>\n"
                      "<loads>\n<load host=\"a0\" items=\"10\" after=\"0\"/>\n"
                      "<load host=\"a1\" items=\"10\" after=\"0\"/>\n"
                      "<load host=\"b0\" items=\"0\" after=\"10\"/>\n"
                      "<load host=\"b1\" items=\"0\" after=\"10\"/>\n</loads>\n"
                      "<goal reach=\"after\"/>\n</scenario>\n");
}

/* An order without dates is judged as one that can be executed: the cable carries one message, then
 * the other, 0.16024 s. In rounds of one message each it is the same. Two in a round share it, and
 * so do those that are posted at once: the second latency passes while the first goes on. */
static void lets_a_plan_wait_for_shared_links(void **state)
{
    struct test_place *place = *state;
    const char *scenario = write_racks(place);
    static const struct {
        const char *plan, *simulate, *times;
    } plans[] = {
        {"round,from,to,kind,items,messages\n0,a0,b0,0,10,1\n0,a1,b1,0,10,1\n", NULL,
         "time       0.16024 s: messages wait for room on shared links\nbound      0.16012 s ("},
        {"# shared-links: kept\n"
         "round,from,to,kind,items,messages\n0,a0,b0,0,10,1\n0,a1,b1,0,10,1\n",
         "--simulate",
         "time       0.16024 s: messages wait for room on shared links\nsimulated  0.16024 s\n"},
        {"# timing: lock-step\n"
         "round,from,to,kind,items,messages\n0,a0,b0,0,10,1\n1,a1,b1,0,10,1\n",
         "--simulate", "time       0.16024 s\nsimulated  0.16024 s\n"},
        {"# timing: lock-step\n"
         "round,from,to,kind,items,messages\n0,a0,b0,0,10,1\n0,a1,b1,0,10,1\n",
         "--simulate",
         "time       none: messages slow each other down on shared links, and the network decides\n"
         "simulated  0.16012 s\n"},
    };
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        const char *plan = test_write(place, "plan.csv", plans[i].plan);
        struct test_run run = test_redist(place, "judge", scenario, plan, plans[i].simulate, NULL);
        test_status(&run, 0);
        test_contains(run.out, "plan       legal\ngoal       reached\n");
        test_contains(run.out, plans[i].times);
        test_contains(run.out, "moved      20 item-hops, 2 messages\n");
    }
}

/* Dates that the cable cannot give: both messages as if alone, whole or in part, or slowed by less
 * than sharing takes. Shared fairly both end at 0.16012 s, and no schedule is shorter. */
static void holds_a_trace_to_shared_links(void **state)
{
    struct test_place *place = *state;
    const char *scenario = write_racks(place);
    static const struct {
        const char *trace;
        int status;
        const char *words;
    } traces[] = {
        {"0,0.08012,a0,b0,0,10\n0,0.08012,a1,b1,0,10\n", 1,
         "trace      not legal (port): transfer 1: a1 sends to b1 besides transfer 0, a0 to b0: "
         "from 0.00012 s to 0.08012 s messages take 2 times what the shared link 'cable_UP' "
         "carries\n"},
        {"0,0.08012,a0,b0,0,10\n0.04,0.12012,a1,b1,0,10\n", 1,
         "from 0.04012 s to 0.08012 s messages take 2 times what the shared link 'cable_UP' "},
        {"0,0.08012,a0,b0,0,10\n0,0.1,a1,b1,0,10\n", 1, "the shared link 'cable_UP' carries\n"},
        {"0,0.16012,a0,b0,0,10\n0,0.16012,a1,b1,0,10\n", 0,
         "): reached, so the schedule is optimal\n"},
        {"0,0.08012,a0,b0,0,10\n0.08,0.16012,a1,b1,0,10\n", 0,
         "): reached, so the schedule is optimal\n"},
    };
    for (size_t i = 0; i < sizeof traces / sizeof *traces; i++) {
        const char *trace = test_write(
            place, "trace.csv",
            rd_arena_print(&place->arena, "start_s,end_s,from,to,kind,items\n%s", traces[i].trace));
        struct test_run run = test_redist(place, "judge", scenario, trace, NULL);
        test_status(&run, traces[i].status);
        test_contains(run.out, traces[i].words);
    }
}

/* Milliseconds: each message is 0.12 ms too short, and the end comes so much before the bound of
 * 0.16012 s twice. What is off by more than the tolerance is not legal, or shorter than anything.
 */
static void judges_rounded_dates(void **state)
{
    struct test_place *place = *state;
    const char *scenario = write_racks(place), *four = write_scenario(place);
    const char *trace = test_write(place, "ms.csv",
                                   "start_s,end_s,from,to,kind,items\n"
                                   "0,0.08,a0,b0,0,10\n0.08,0.16,a1,b1,0,10\n");
    struct test_run run = test_redist(place, "judge", scenario, trace, NULL);
    test_status(&run, 1);
    test_contains(run.out, "not legal (time): transfer 0: a0 sends to b0 for 0.08 s: it takes "
                           "0.08012 s; --tolerance accepts rounded dates, and a plan has none\n");
    run = test_redist(place, "judge", scenario, trace, "--tolerance", "0.0001", NULL);
    test_status(&run, 1);
    run = test_redist(place, "judge", scenario, trace, "--tolerance=0.001", NULL);
    test_status(&run, 0);
    test_contains(run.out, "time       0.16 s\nbound      0.16012 s (");
    test_contains(run.out, "): reached within the tolerance\n");
    /* Two of 0.6 s for 1 s, which follow each other: 1.2 s where 2 s are the least. */
    trace = test_write(place, "early.csv",
                       "start_s,end_s,from,to,kind,items\n"
                       "0,0.6,h0,h1,0,1\n0.6,1.2,h0,h3,0,1\n");
    run = test_redist(place, "judge", four, trace, "--tolerance=0.5", NULL);
    test_status(&run, 1);
    test_contains(run.out, "): no schedule is so much shorter, so the dates are off by more\n");
}

/* Dates are what only a trace has, and only a plan needs a simulation. */
static void takes_options_of_each_kind(void **state)
{
    struct test_place *place = *state;
    const char *scenario = write_scenario(place);
    const char *plan = test_write(place, "plan.csv",
                                  "round,from,to,kind,items,messages\n"
                                  "0,h0,h1,0,1,1\n0,h0,h3,0,1,1\n");
    const char *trace =
        test_write(place, "trace.csv", "start_s,end_s,from,to,kind,items\n0,1,h0,h1,0,1\n");
    struct test_run run = test_redist(place, "judge", scenario, plan, "--simulate", NULL);
    test_status(&run, 0);
    test_contains(run.out, "time       2 s\nsimulated  2 s\nbound      2 s (Lemma 6): reached");
    run = test_redist(place, "judge", scenario, plan, "--simulate", "--set=model=tcp", NULL);
    test_status(&run, 0);
    test_contains(run.out, "time       2 s\nsimulated  ");
    run = test_redist(place, "judge", scenario, trace, "--simulate", NULL);
    test_status(&run, 3);
    test_contains(run.err, "/trace.csv: a trace, which has dates: --simulate takes a plan\n");
    run = test_redist(place, "judge", scenario, plan, "--tolerance=1", NULL);
    test_status(&run, 3);
    test_contains(run.err, "/plan.csv: a plan, which has no dates: --tolerance takes a trace\n");
    run = test_redist(place, "judge", scenario, trace, "--tolerance=-1", NULL);
    test_status(&run, 2);
    test_contains(run.err, "--tolerance");
}

/* What SimGrid is not given is judged without it: here 1e13 s an item, 1e-13 bytes a second. */
static void says_why_it_does_not_simulate(void **state)
{
    struct test_place *place = *state;
    const char *plan = test_write(place, "plan.csv",
                                  "round,from,to,kind,items,messages\n"
                                  "0,h0,h1,0,1,1\n0,h0,h3,0,1,1\n");
    struct test_run run = test_redist(place, "judge", write_scenario(place), plan, "--simulate",
                                      "--set=cost=1e13", NULL);
    test_status(&run, 0);
    test_contains(run.out, "time       2e+13 s\n"
                           "simulated  no: links or hosts of less than 1e-09 bytes or flops a "
                           "second, for which SimGrid's counts are too coarse\n"
                           "bound      2e+13 s (Lemma 6): reached, so the schedule is optimal\n");
}

/* On a ring SimGrid keeps no port in free order, and the judgement stands without it. */
static void judges_what_is_not_simulated(void **state)
{
    struct test_place *place = *state;
    const char *plan = test_write(place, "plan.csv",
                                  "# timing: free\nround,from,to,kind,items,messages\n"
                                  "0,h0,h1,0,1,1\n0,h0,h3,0,1,1\n");
    struct test_run run =
        test_redist(place, "judge", write_scenario(place), plan, "--simulate", NULL);
    test_status(&run, 0);
    assert_string_equal(run.err, "");
    test_contains(run.out, "plan       legal\ngoal       reached\n"
                           "time       none: in free order the network decides\n"
                           "simulated  no: h0 sends over routes that have no link in common");
    test_contains(run.out, "\nbound      2 s (Lemma 6)\n");
}

/* SimGrid never ends a message whose latency changes before it has passed. */
static void fails_where_the_simulation_does(void **state)
{
    struct test_place *place = *state;
    test_write(place, "slower.txt", "0.5 2\n");
    test_write(place, "slower.xml",
               "<?xml version=\"1.0\"?>\n"
               "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
               "<platform version=\"4.1\">\n<zone id=\"z\" routing=\"Full\">\n"
               "<host id=\"h0\" speed=\"1f\"/>\n<host id=\"h1\" speed=\"1f\"/>\n"
               "<link id=\"there\" bandwidth=\"1Bps\" latency=\"1s\" "
               "latency_file=\"slower.txt\"/>\n"
               "<link id=\"back\" bandwidth=\"1Bps\" latency=\"1s\"/>\n"
               "<route src=\"h0\" dst=\"h1\" symmetrical=\"NO\"><link_ctn id=\"there\"/></route>\n"
               "<route src=\"h1\" dst=\"h0\" symmetrical=\"NO\"><link_ctn id=\"back\"/></route>\n"
               "</zone>\n</platform>\n");
    const char *scenario =
        test_write(place, "changing.xml",
                   "<scenario name=\"changing\">\n<platform file=\"slower.xml\"/>\n"
                   "<topology shape=\"ring\" direction=\"two-way\" hosts=\"h0 h1\"/>\n"
                   "<loads>\n<load host=\"h0\" items=\"3\" after=\"1\"/>\n"
                   "<load host=\"h1\" items=\"1\" after=\"3\"/>\n</loads>\n"
                   "<goal reach=\"after\"/>\n</scenario>\n");
    const char *plan =
        test_write(place, "plan.csv", "round,from,to,kind,items,messages\n0,h0,h1,0,2,1\n");
    struct test_run run = test_redist(place, "judge", scenario, plan, NULL);
    test_status(&run, 0);
    test_contains(run.out, "time       3 s\n");
    run = test_redist(place, "judge", scenario, plan, "--simulate", NULL);
    test_status(&run, 1);
    assert_string_equal(run.out, "");
    test_contains(run.err, "h0>h1 is under way and never ends\n");
}

/* No bound here is of items that are gathered on a ring. What is not legal is not simulated. */
static void judges_without_a_bound(void **state)
{
    struct test_place *place = *state;
    const char *scenario =
        test_write(place, "gather.xml",
                   "<scenario name=\"gather\">\n"
                   "<platform generator=\"ring\" hosts=\"3\" direction=\"two-way\" cost=\"1\"/>\n"
                   "<topology shape=\"ring\" direction=\"two-way\"/>\n"
                   "<loads>\n<load host=\"h0\" items=\"3\"/>\n<load host=\"h1\" items=\"1\"/>\n"
                   "<load host=\"h2\" items=\"0\"/>\n</loads>\n"
                   "<goal reach=\"gather\"/>\n</scenario>\n");
    const char *plan =
        test_write(place, "plan.csv", "round,from,to,kind,items,messages\n0,h1,h0,0,1,1\n");
    struct test_run run = test_redist(place, "judge", scenario, plan, NULL);
    test_status(&run, 0);
    assert_string_equal(run.out, "plan       legal\n"
                                 "goal       reached\n"
                                 "time       1 s\n"
                                 "bound      none known\n"
                                 "moved      1 item-hops, 1 messages\n");
    plan = test_write(place, "plan.csv", "round,from,to,kind,items,messages\n0,h1,h0,0,2,1\n");
    run = test_redist(place, "judge", scenario, plan, "--simulate", NULL);
    test_status(&run, 1);
    test_contains(run.out, "plan       not legal (");
    assert_null(strstr(run.out, "simulated"));
}

static void refuses_what_is_no_schedule(void **state)
{
    struct test_place *place = *state;
    struct test_run run = judge(place, "round,from,to,kind,items,messages\n0,h0,paris,0,1,1\n");
    test_status(&run, 3);
    assert_string_equal(run.out, "");
    test_contains(run.err, "/schedule.csv:2: ");
    test_contains(run.err, "paris");
    run = judge(place, "start_s,end_s,from,to,kind,items\n0,1,h0,h1,0,1\n1,2,h0,h1,0\n");
    test_status(&run, 3);
    test_contains(run.err, "/schedule.csv:3: ");
    run = judge(place, "src,dst,blocks,start,end\nh0,h1,1,0,1\n");
    test_status(&run, 3);
    test_contains(run.err,
                  "/schedule.csv:1: a header that begins with \"src\": the header of a plan "
                  "is round,from,to,kind,items,messages, that of a trace "
                  "start_s,end_s,from,to,kind,items\n");
    run = test_redist(place, "judge", write_scenario(place), "no_such.csv", NULL);
    test_status(&run, 5);
    test_contains(run.err, "no_such.csv");
    run = test_redist(place, "judge", write_scenario(place), "a.csv", "b.csv", NULL);
    test_status(&run, 2);
    test_contains(run.err, "redist judge: unexpected argument \"b.csv\"\n");
}

/* What the program plans and simulates, it judges legal: the plan and the trace of each algorithm.
 */
static void agrees_with_itself(void **state)
{
    struct test_place *place = *state;
    static const char scenario[] = "scenarios/ring_two_way_equal.xml";
    const char *folder = test_path(place, "traces");
    const char *plan = test_path(place, "plan.csv");
    struct test_run run = test_redist(place, "run", scenario, "--trace", folder, NULL);
    test_status(&run, 0);
    static const struct {
        const char *algorithm, *trace, *time;
    } rows[] = {
        {"ring-two-way-equal", "traces/ring_two_way_equal.ring-two-way-equal.csv",
         "time       3 s\n"},
        {"ring-two-way-equal-printed", "traces/ring_two_way_equal.ring-two-way-equal-printed.csv",
         "time       3 s\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        run = test_redist(place, "judge", scenario, test_path(place, rows[i].trace), NULL);
        test_status(&run, 0);
        test_contains(run.out, rows[i].time);
        run = test_redist(place, "plan", scenario, "--algorithm", rows[i].algorithm, "--out", plan,
                          NULL);
        test_status(&run, 0);
        run = test_redist(place, "judge", scenario, plan, NULL);
        test_status(&run, 0);
        test_contains(run.out, rows[i].time);
    }
}

/* One bound that is asked for, and bounds within a time: the verdict is the same. */
static void looks_for_bounds_as_asked(void **state)
{
    struct test_place *place = *state;
    static const char scenario[] = "scenarios/ring_two_way_equal.xml";
    const char *plan = test_path(place, "plan.csv");
    struct test_run run = test_redist(place, "plan", scenario, "--algorithm", "ring-two-way-equal",
                                      "--out", plan, NULL);
    test_status(&run, 0);
    run = test_redist(place, "judge", scenario, plan, "--bound", "ring-half-slice", NULL);
    test_status(&run, 0);
    test_contains(run.out, "plan       legal\n");
    test_contains(run.out, "bound      3 s (Lemma 6): reached, so the schedule is optimal\n");
    run = test_redist(place, "judge", scenario, plan, "--bound", "ring-slice", NULL);
    test_status(&run, 2);
    run = test_redist(place, "judge", scenario, plan, "--within", "1e-9", NULL);
    test_status(&run, 0);
    test_contains(run.out, "plan       legal\n");
    /* Which is found in no time is the machine's affair. */
    test_contains(run.out, "\nbound      ");
    assert_null(strstr(run.out, "none known"));
    run = test_redist(place, "judge", scenario, plan, "--within", "60", NULL);
    test_status(&run, 0);
    test_contains(run.out, "bound      3 s (Lemma 6): reached, so the schedule is optimal\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_a_plan),
        cmocka_unit_test(blames_dates_that_add_up),
        cmocka_unit_test(accepts_a_trace),
        cmocka_unit_test(judges_and_plays_copies),
        cmocka_unit_test(judges_a_scenario_without_a_run),
        cmocka_unit_test(misses_the_goal),
        cmocka_unit_test(names_what_is_not_legal),
        cmocka_unit_test(judges_no_durations_of_other_networks),
        cmocka_unit_test(judges_a_plan_without_an_order),
        cmocka_unit_test(compares_with_a_bound_of_nothing),
        cmocka_unit_test(judges_a_run_without_an_order),
        cmocka_unit_test(lets_a_plan_wait_for_shared_links),
        cmocka_unit_test(holds_a_trace_to_shared_links),
        cmocka_unit_test(judges_rounded_dates),
        cmocka_unit_test(takes_options_of_each_kind),
        cmocka_unit_test(says_why_it_does_not_simulate),
        cmocka_unit_test(judges_what_is_not_simulated),
        cmocka_unit_test(fails_where_the_simulation_does),
        cmocka_unit_test(judges_without_a_bound),
        cmocka_unit_test(refuses_what_is_no_schedule),
        cmocka_unit_test(agrees_with_itself),
        cmocka_unit_test(looks_for_bounds_as_asked),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
