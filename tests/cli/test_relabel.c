/* redist relabel: tables, files, what is wrong. Two hosts hold 1 and 9, 8 and 2 items of two parts.
 * As given 8 and 9 items move, one way each, so the busiest port carries 9; with the parts
 * exchanged 1 and 2 do. */
#include "program.h"

#include <string.h>

static const char *write_matrix(struct test_place *place)
{
    return test_write(place, "overlap.txt", "1 9\n8 2\n");
}

static void prints_four_ways(void **state)
{
    struct test_run run = test_redist(*state, "relabel", "overlap", write_matrix(*state), "--gain",
                                      "4", "--format", "csv", NULL);
    test_status(&run, 0);
    assert_string_equal(run.out,
                        "placement,schedule,volume,busiest_port,time,batches,seconds,break_even\n"
                        "as given,greedy batches,17,9,9,1,9,3\n"
                        "as given,redist,17,9,9,,9,3\n"
                        "relabelled,greedy batches,3,2,2,1,2,1\n"
                        "relabelled,redist,3,2,2,,2,1\n");
}

/* Of part 0 hosts 0 and 1, of one group, hold 3 units each, and host 2 of the other 5: at host 0 it
 * lacks 3 units of its own group and 5 of the other, at host 2 6 of the other. */
static void weighs_groups(void **state)
{
    const char *matrix = test_write(*state, "near.txt", "3 0 0 0\n3 0 0 0\n5 0 0 0\n0 0 0 0\n");
    const char *groups = test_write(*state, "groups.csv", "host,group\n3,b\n0,a\n1,a\n2,b\n");
    struct test_run run =
        test_redist(*state, "relabel", "overlap", matrix, "--objective", "volume", "--groups",
                    groups, "--prices", "1,10", "--format", "csv", NULL);
    test_status(&run, 0);
    test_contains(run.out, "placement,schedule,volume,between,busiest_port,time,batches\n");
    test_contains(run.out, "\nrelabelled,redist,8,5,8,8,\n");
    json_t *layers =
        test_redist_json(*state, 0, "relabel", "overlap", matrix, "--objective", "volume",
                         "--groups", groups, "--together", "--certificate", "-", NULL);
    const json_t *layer = json_array_get(layers, 0);
    assert_true(test_number_of(layer, "cost") == 6); /* both groups of parts may change places */
    assert_int_equal(json_array_size(json_object_get(layer, "within_groups")), 4);
    json_decref(layers);
}

/* Both replicas of item 0 are at hosts 0 and 1, one group, and are to go to 1 and 2. */
static void names_replicas_in_one_group(void **state)
{
    const char *old = test_write(*state, "old.json", "[0, 0, 1]");
    const char *new = test_write(*state, "new.json", "[1, 0, 0]");
    const char *groups = test_write(*state, "groups.csv", "host,group\n0,a\n1,a\n2,b\n");
    struct test_run run = test_redist(*state, "relabel", "experts", old, new, "--hosts", "3",
                                      "--objective", "none", "--groups", groups, NULL);
    test_status(&run, 0);
    test_contains(run.out, "items with two replicas in one group\n  as it is: 1, the first is 0\n"
                           "  as given: none\n");
}

/* Hosts 0 and 1 are one group and hold item 0, which two parts are to have; host 2 holds item 1,
 * which the third is to have. Nothing need move, but apart one of the two is at host 2, and lacks
 * 1, as the third does. Three parts of an item do not fit into two groups. */
static void keeps_replicas_apart(void **state)
{
    const char *old = test_write(*state, "old.json", "[0, 0, 1]");
    const char *new = test_write(*state, "new.json", "[1, 0, 0]");
    const char *groups = test_write(*state, "groups.csv", "host,group\n0,a\n1,a\n2,b\n");
    static const double cost[] = {0, 2};
    for (int apart = 0; apart < 2; apart++) {
        json_t *layers = test_redist_json(*state, 0, "relabel", "experts", old, new, "--hosts", "3",
                                          "--objective", "volume", "--groups", groups,
                                          "--certificate", "-", apart ? "--apart" : NULL, NULL);
        assert_true(test_number_of(json_array_get(layers, 0), "cost") == cost[apart]);
        if (apart)
            assert_true(test_number_of(json_array_get(layers, 0), "bound") == 2);
        json_decref(layers);
    }
    new = test_write(*state, "new.json", "[0, 0, 0]");
    struct test_run run = test_redist(*state, "relabel", "experts", old, new, "--hosts", "3",
                                      "--objective", "volume", "--groups", groups, "--apart", NULL);
    test_status(&run, 1);
    test_contains(run.err, "--apart: no relabelling does that, all were tried: as given, 1 item "
                           "has two replicas in one group, the first is 0");
}

static void refuses_wrong_groups(void **state)
{
    static const struct {
        const char *groups, *option, *value, *said;
        int status;
    } wrong[] = {
        {"host,group\n0,a\n", NULL, NULL,
         "groups.csv: host 1 is in no group: a line for each host is needed", 3},
        {"host,group\n0,a\n2,b\n", NULL, NULL,
         "groups.csv:3: host \"2\": hosts are numbers from 0 to 1", 3},
        {"host,group\n0,a\n0,b\n", NULL, NULL,
         "groups.csv:3: host \"0\": it is in a group already: once is accepted", 3},
        {"host,group\n0,a\n1,\n", NULL, NULL, "groups.csv:3: group \"\": a name is needed", 3},
        {"host,group\n0,a\n1,b\n", "--prices", "1",
         "--prices 1: WITHIN,BETWEEN, integers from 0 to 1000000, is accepted", 2},
        {"host,group\n0,a\n1,b\n", "--prices", "1,-2",
         "--prices 1,-2: WITHIN,BETWEEN, integers from 0 to 1000000, is accepted", 2},
        {"host,group\n0,a\n1,b\n", "--together", "--apart",
         "--together and --apart: one of them is accepted", 2},
        {"host,group\n0,a\n1,b\n", "--apart", NULL, "--apart: --objective volume is accepted", 2},
        {"host,group\n0,a\n1,b\n", "--together", NULL, "--together: --objective volume is accepted",
         2},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *groups = test_write(*state, "groups.csv", wrong[i].groups);
        struct test_run run =
            test_redist(*state, "relabel", "overlap", write_matrix(*state), "--groups", groups,
                        wrong[i].option, wrong[i].value, NULL);
        test_status(&run, wrong[i].status);
        test_contains(run.err, wrong[i].said);
    }
}

static void prints_json(void **state)
{
    json_t *rows = test_redist_json(*state, 0, "relabel", "overlap", write_matrix(*state),
                                    "--objective", "none", "--format", "json", NULL);
    assert_int_equal(json_array_size(rows), 2);
    assert_string_equal(test_text_of(json_array_get(rows, 1), "schedule"), "redist");
    assert_true(test_number_of(json_array_get(rows, 1), "volume") == 17);
    json_decref(rows);
}

static void says_why(void **state)
{
    struct test_run run = test_redist(*state, "relabel", "overlap", write_matrix(*state), NULL);
    test_status(&run, 0);
    test_contains(run.out, "volume 3: the least");
    test_contains(run.out, "busiest port 2: the least");
    test_contains(run.out, "host of each part: 1 0\n");
}

/* Prices sum to the volume, and each pair's are at most what it lacks. */
static void writes_a_certificate(void **state)
{
    static const double lacks[2][2] = {{8, 2}, {1, 9}};
    json_t *layers = test_redist_json(*state, 0, "relabel", "overlap", write_matrix(*state),
                                      "--objective", "volume", "--certificate", "-", NULL);
    const json_t *layer = json_array_get(layers, 0);
    const json_t *host = json_object_get(layer, "host_price");
    const json_t *part = json_object_get(layer, "part_price");
    double sum = 0;
    assert_true(test_number_of(layer, "volume") == 3);
    assert_true(json_is_null(json_object_get(layer, "port_bound")));
    for (size_t i = 0; i < 2; i++) {
        sum +=
            json_number_value(json_array_get(host, i)) + json_number_value(json_array_get(part, i));
        for (size_t j = 0; j < 2; j++)
            assert_true(json_number_value(json_array_get(host, i)) +
                            json_number_value(json_array_get(part, j)) <=
                        lacks[i][j]);
    }
    assert_true(sum == 3);
    json_decref(layers);
}

static void writes_the_schedule(void **state)
{
    struct test_run run =
        test_redist(*state, "relabel", "overlap", write_matrix(*state), "--out", "-", NULL);
    test_status(&run, 0);
    assert_string_equal(run.out, "layer,start,end,from,to,item,size\n"
                                 "0,0,1,0,1,,1\n"
                                 "0,0,2,1,0,,2\n");
}

/* Three partitions, of which broker 7 has the last. */
#define KAFKA(first, second)                                                                       \
    "{\"partitions\":[{\"topic\":\"t\",\"partition\":0,\"replicas\":[" first                       \
    "]},{\"topic\":\"t\",\"partition\":1,\"replicas\":[" second                                    \
    "]},{\"topic\":\"t\",\"partition\":2,\"replicas\":[7]}]}"

/* Where the parts are exchanged they are named as before. */
static void writes_what_is_relabelled(void **state)
{
    const struct {
        const char *argument[8], *expected;
    } cases[] = {
        {{"partition", test_write(*state, "old", "0\n0\n1\n"),
          test_write(*state, "new", "1\n1\n0\n")},
         "0\n0\n1\n"},
        {{"experts", test_write(*state, "map", "[0, 1, 2, 3]"),
          test_write(*state, "other", "[3, 2, 0, 1]"), "--hosts", "2"},
         "[0,1,3,2]\n"},
        {{"experts",
          test_write(*state, "layers", "{\"physical_to_logical_map\": [[0, 1], [1, 0]]}"),
          test_write(*state, "turned", "{\"physical_to_logical_map\": [[0, 1], [0, 1]]}"),
          "--hosts", "2"},
         "{\"physical_to_logical_map\":[[0,1],[1,0]]}\n"},
        {{"experts", test_write(*state, "map", "[0, 1, 2, 3]"),
          test_write(*state, "devices",
                     "{\"layer_list\":[{\"device_list\":[{\"device_expert\":[3,2]},"
                     "{\"device_expert\":[0,1]}]}]}"),
          "--hosts", "2"},
         "{\"layer_list\":[{\"device_list\":[{\"device_expert\":[0,1]},"
         "{\"device_expert\":[3,2]}]}]}\n"},
        {{"experts", test_write(*state, "map", "[0, 1, 2, 3]"),
          test_write(*state, "named", "{\"initial_global_assignments\":{\"9\":[3,2,0,1]}}"),
          "--hosts", "2"},
         "{\"initial_global_assignments\":{\"9\":[0,1,3,2]}}\n"},
        /* Broker 7 alone holds what its part has. */
        {{"kafka", test_write(*state, "was", KAFKA("5,7", "9")),
          test_write(*state, "is", KAFKA("9,7", "5")), "--sizes",
          test_write(*state, "sizes",
                     "{\"brokers\":[{\"logDirs\":[{\"partitions\":["
                     "{\"partition\":\"t-0\",\"size\":3},"
                     "{\"partition\":\"t-1\",\"size\":4},"
                     "{\"partition\":\"t-2\",\"size\":5}]}]}]}")},
         KAFKA("5,7", "9") "\n"},
        /* The same with log directories: those of a broker that changes are another's. */
        {{"kafka", test_write(*state, "was", KAFKA("5,7", "9")),
          test_write(*state, "is_in",
                     "{\"partitions\":[{\"topic\":\"t\",\"partition\":0,\"replicas\":[9,7],"
                     "\"log_dirs\":[\"/a\",\"/c\"]},{\"topic\":\"t\",\"partition\":1,"
                     "\"replicas\":[5],\"log_dirs\":[\"/e\"]},{\"topic\":\"t\",\"partition\":2,"
                     "\"replicas\":[7],\"log_dirs\":[\"/d\"]}]}"),
          "--sizes", test_path(*state, "sizes")},
         "{\"partitions\":[{\"topic\":\"t\",\"partition\":0,\"replicas\":[5,7],"
         "\"log_dirs\":[\"any\",\"/c\"]},{\"topic\":\"t\",\"partition\":1,"
         "\"replicas\":[9],\"log_dirs\":[\"any\"]},{\"topic\":\"t\",\"partition\":2,"
         "\"replicas\":[7],\"log_dirs\":[\"/d\"]}]}\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *argument[12] = {"relabel", "--relabelled", "-"};
        memcpy(argument + 3, cases[i].argument, sizeof cases[i].argument);
        struct test_run run = test_redist_to(*state, NULL, argument);
        test_status(&run, 0);
        assert_string_equal(run.out, cases[i].expected);
    }
}

/* Replica 7 goes from one disk of its broker to another, which no network carries. */
static void names_moves_between_disks(void **state)
{
    struct test_run run = test_redist(
        *state, "relabel", "kafka",
        test_write(*state, "old_disk",
                   "{\"partitions\":[{\"topic\":\"t\",\"partition\":0,\"replicas\":[9,7],"
                   "\"log_dirs\":[\"/b\",\"/c\"]}]}"),
        test_write(*state, "new_disk",
                   "{\"partitions\":[{\"topic\":\"t\",\"partition\":0,\"replicas\":[9,7],"
                   "\"log_dirs\":[\"/b\",\"/d\"]}]}"),
        "--sizes",
        test_write(*state, "disk_sizes",
                   "{\"brokers\":[{\"logDirs\":[{\"partitions\":["
                   "{\"partition\":\"t-0\",\"size\":3}]}]}]}"),
        NULL);
    test_status(&run, 0);
    test_contains(run.err, "1 replica is moved between disks of one broker, which crosses no "
                           "network and is not counted");
}

/* The same map in two forms. */
static void reads_devices_as_slots(void **state)
{
    static const char *const new[] = {"examples/placements/experts_new.json",
                                      "examples/placements/experts_new_devices.json"};
    struct test_run run[2];
    for (int i = 0; i < 2; i++) {
        run[i] = test_redist(*state, "relabel", "experts", "examples/placements/experts_old.json",
                             new[i], "--hosts", "8", "--objects", "-", NULL);
        test_status(&run[i], 0);
    }
    test_contains(run[0].out, "\n1/");
    assert_string_equal(run[0].out, run[1].out);
}

/* Item 0 goes from hosts 0 and 1 to 1 and 2: from either, and 0 gives it up. Item 1 goes from 2 to
 * 0. A replica more is given up by nobody. */
static void writes_objects(void **state)
{
    static const struct {
        const char *old, *new, *hosts, *expected;
    } cases[] = {{"[0, 0, 1]", "[1, 0, 0]", "3", "0,5,0 1,2,0,\n1,5,2,0,2,\n"},
                 {"[0, -1]", "[0, 0]", "2", "0,5,0,1,,no\n"},
                 {"[[0, 1], [0, 1]]", "[[1, 0], [0, 1]]", "2", "0/0,5,0,1,0,\n0/1,5,1,0,1,\n"},
                 {"[0, 0, 1, 1]", "[1, 1, 0, 0]", "4",
                  "0>2,5,0 1,2,0,\n0>3,5,0 1,3,1,\n1>0,5,2 3,0,2,\n1>1,5,2 3,1,3,\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct test_run run =
            test_redist(*state, "relabel", "experts", test_write(*state, "old.json", cases[i].old),
                        test_write(*state, "new.json", cases[i].new), "--hosts", cases[i].hosts,
                        "--objective", "none", "--objects", "-", "--item-bytes", "5", NULL);
        test_status(&run, 0);
        assert_string_equal(run.out,
                            rd_arena_print(&((struct test_place *)*state)->arena,
                                           "name,bytes,from,to,drop,frees\n%s", cases[i].expected));
    }
}

/* A node with a blank and a bracket in its name gives 1536 bytes, in the place of b, and a scenario
 * takes the list. */
static void writes_objects_that_a_scenario_takes(void **state)
{
    const char *shards = test_write(*state, "shards.txt",
                                    "i 0 r RELOCATING 7 1kb 10.0.0.2 b -> 10.0.0.3 c\n"
                                    "i 0 p STARTED 7 1.5kb 10.0.0.1 n [a\n");
    struct test_run run = test_redist(*state, "relabel", "elasticsearch", shards, "--objects",
                                      test_path(*state, "list.csv"), NULL);
    test_status(&run, 0);
    test_contains(run.out, "elasticsearch: 3 hosts; volume in bytes");
    assert_string_equal(test_read(*state, test_path(*state, "list.csv")),
                        "name,bytes,from,to,drop,frees\ni/0,1536,n' ''['a,c,b,\n");
    test_write(*state, "nodes.xml",
               TEST_PLATFORM("<host id=\"n [a\" speed=\"1f\"/><host id=\"b\" speed=\"1f\"/>"
                             "<host id=\"c\" speed=\"1f\"/>"
                             "<link id=\"l\" bandwidth=\"1Bps\" latency=\"0\"/>"
                             "<route src=\"n [a\" dst=\"c\"><link_ctn id=\"l\"/></route>"
                             "<route src=\"n [a\" dst=\"b\"><link_ctn id=\"l\"/></route>"
                             "<route src=\"b\" dst=\"c\"><link_ctn id=\"l\"/></route>"));
    run = test_redist(*state, "run",
                      test_write(*state, "moves.xml",
                                 "<scenario><platform file=\"nodes.xml\"/>"
                                 "<topology shape=\"switch\" hosts=\"'n [a' b c\"/>"
                                 "<goal reach=\"place\"/><loads objects=\"list.csv\"/>"
                                 "<run algorithm=\"objects-first-come\"/></scenario>"),
                      "--format", "csv", NULL);
    test_status(&run, 0);
    test_contains(run.out, "1536");
}

/* The scenario's own algorithms find the same volume and steps. */
static void writes_a_scenario(void **state)
{
    const char *path = test_path(*state, "overlap.xml");
    struct test_run run =
        test_redist(*state, "relabel", "overlap", write_matrix(*state), "--scenario", path, NULL);
    test_status(&run, 0);
    run = test_redist(*state, "run", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "volume 3, the least; steps 2, the fewest with it");
}

struct mistake {
    int status;
    const char *argument[8], *message;
};

static void says_what_is_wrong(void **state)
{
    const char *matrix = write_matrix(*state);
    const char *damaged = test_write(*state, "damaged.txt", "1 9\n8 two\n");
    const struct mistake mistakes[] = {
        {3, {"overlap", damaged}, "damaged.txt:2: \"two\": a whole number from 0 to"},
        {5, {"overlap", test_path(*state, "none")}, "none: "},
        {2,
         {"chess", matrix},
         "overlap partition block-cyclic experts kafka ceph or elasticsearch is accepted"},
        {3, {"ceph", damaged}, "damaged.txt:3: "},
        {2,
         {"ceph", matrix, "--objective", "port"},
         "--objective: ceph is accepted with none, who gets what is settled"},
        {2, {"elasticsearch", matrix, "--sizes", matrix}, "--sizes: elasticsearch has no sizes"},
        {2,
         {"overlap", matrix, "--objects", "-"},
         "--objects: experts, kafka, ceph and elasticsearch are accepted"},
        {2, {"ceph", matrix, "--item-bytes", "3"}, "--item-bytes: it is for --objects of experts"},
        {2, {"ceph", matrix, "--objects=-", "--out=-"}, "another file for each is accepted"},
        {2, {"overlap"}, "MATRIX is missing"},
        {2, {"overlap", matrix, matrix}, "unexpected argument"},
        {2, {"partition", matrix}, "NEW is missing"},
        {2, {"experts", matrix, matrix}, "--hosts N is missing"},
        {2, {"kafka", matrix, matrix}, "--sizes FILE is missing"},
        {2, {"overlap", matrix, "--sizes", matrix}, "--sizes: overlap has no sizes"},
        {2, {"overlap", matrix, "--relabelled", "-"}, "partition, experts and kafka are accepted"},
        {2, {"overlap", matrix, "--out=-", "--certificate=-"}, "another file for each is accepted"},
        {2, {"overlap", matrix, "--objective", "least"}, "--objective least: none, volume"},
        {2, {"overlap", matrix, "--ports", "2,5=1"}, "--ports 2,5=1: K for all hosts is accepted"},
        {2, {"overlap", matrix, "--ports", "1,2"}, "--ports 1,2: K for all hosts is accepted"},
        {2,
         {"overlap", matrix, "--ports", "2", "--scenario", "x.xml"},
         "--scenario x.xml: overlap, partition and block-cyclic with one port are accepted"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const char *argument[10] = {"relabel"};
        memcpy(argument + 1, mistakes[i].argument, sizeof mistakes[i].argument);
        struct test_run run = test_redist_to(*state, NULL, argument);
        test_status(&run, mistakes[i].status);
        test_contains(run.err, mistakes[i].message);
        assert_string_equal(run.out, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prints_four_ways),
        cmocka_unit_test(weighs_groups),
        cmocka_unit_test(names_replicas_in_one_group),
        cmocka_unit_test(keeps_replicas_apart),
        cmocka_unit_test(refuses_wrong_groups),
        cmocka_unit_test(prints_json),
        cmocka_unit_test(says_why),
        cmocka_unit_test(writes_a_certificate),
        cmocka_unit_test(writes_the_schedule),
        cmocka_unit_test(reads_devices_as_slots),
        cmocka_unit_test(writes_objects),
        cmocka_unit_test(writes_objects_that_a_scenario_takes),
        cmocka_unit_test(writes_a_scenario),
        cmocka_unit_test(writes_what_is_relabelled),
        cmocka_unit_test(names_moves_between_disks),
        cmocka_unit_test(says_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
