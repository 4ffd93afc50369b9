/* Placements of other programs: what is read, worked out by hand, and what is refused. */
#include "tests/support/cmocka.h"

#include "sim/base/rng.h"
#include "sim/relabel/placement.h"
#include "tests/support/arenas.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct input {
    const char *format, *old, *new, *sizes;
    int64_t hosts;
    const char *expected; /* what is read, or the message */
};

static bool read_input(const struct input *input, struct rd_placements *ret_placements,
                       struct rd_error *reterr)
{
    const struct rd_placement_format *format = rd_placement_formats;
    while (strcmp(format->name, input->format) != 0)
        format++;
    struct rd_placement_input texts = {.old = {"old", input->old, strlen(input->old), 0},
                                       .host_count = input->hosts};
    if (input->new)
        texts.new = (struct rd_input_text){"new", input->new, strlen(input->new), 0};
    if (input->sizes)
        texts.sizes = (struct rd_input_text){"sizes", input->sizes, strlen(input->sizes), 0};
    return rd_placements_read(format, &texts, &test_arena, ret_placements, reterr);
}

static void print_hosts(struct rd_text *text, const struct rd_placement *placement,
                        const uint32_t *host, uint32_t count, uint32_t sources)
{
    for (uint32_t i = 0; i < count; i++) {
        rd_text_print(text, i == 0 ? "" : i == sources ? "/" : ",");
        if (placement->host_name)
            rd_text_print(text, "%s", placement->host_name[host[i]]);
        else
            rd_text_print(text, "%" PRIu32, host[i]);
    }
}

/* "HOSTS:" and each item as NAME SOURCES/OTHER HOLDERS>PARTS SIZE; layers apart by "|". */
static const char *text_of(const struct rd_placements *placements)
{
    struct rd_text text = {.arena = &test_arena};
    for (size_t k = 0; k < placements->count; k++) {
        const struct rd_placement *placement = &placements->placement[k];
        rd_text_print(&text, "%s%" PRIu32 ":", k > 0 ? " | " : "", placement->host_count);
        for (size_t i = 0; i < placement->item_count; i++) {
            const struct rd_placed_item *item = &placement->item[i];
            rd_text_print(&text, " %s%s", item->name ? item->name : "", item->name ? " " : "");
            print_hosts(&text, placement, item->holder, item->holder_count, item->source_count);
            rd_text_print(&text, ">");
            print_hosts(&text, placement, item->part, item->part_count, item->part_count);
            rd_text_print(&text, " %" PRId64, item->size);
        }
    }
    return text.text;
}

#define KAFKA_OLD                                                                                  \
    "Current partition replica assignment\n{\"version\":1,\"partitions\":["                        \
    "{\"topic\":\"t\",\"partition\":1,\"replicas\":[7,3],\"log_dirs\":[\"any\",\"any\"]},"         \
    "{\"topic\":\"t\",\"partition\":0,\"replicas\":[3,5]}]}\n"
#define KAFKA_NEW                                                                                  \
    "{\"version\":1,\"partitions\":[{\"topic\":\"t\",\"partition\":0,\"replicas\":[9,3]}]}"
#define KAFKA_GENERATED KAFKA_OLD "\nProposed partition reassignment configuration\n" KAFKA_NEW "\n"
#define KAFKA_SIZES                                                                                \
    "Querying brokers for log directories information\n{\"version\":1,\"brokers\":[{\"broker\":3," \
    "\"logDirs\":[{\"logDir\":\"/d\",\"error\":null,\"partitions\":["                              \
    "{\"partition\":\"t-0\",\"size\":40,\"offsetLag\":0,\"isFuture\":false},"                      \
    "{\"partition\":\"t-0\",\"size\":90,\"offsetLag\":0,\"isFuture\":true}]}]},"                   \
    "{\"broker\":5,\"logDirs\":[{\"partitions\":[{\"partition\":\"t-0\",\"size\":41}]}]}]}"

/* The group of pool 1 has replicas at 3, 7 and 5, which 7 leads; the shards of the groups of pool 2
 * hold two parts of the data each. 2.1 lacks its second shard. */
#define CEPH_GROUP(name, bytes, up, acting, primary)                                               \
    "{\"pgid\":\"" name "\",\"stat_sum\":{\"num_bytes\":" bytes "},\"up\":[" up                    \
    "],\"acting\":[" acting "],\"acting_primary\":" primary "}"
#define CEPH_GROUPS                                                                                \
    "\"pg_stats\":[\n" CEPH_GROUP("1.a", "40", "3,7,5", "3,7,5", "7") ",\n" CEPH_GROUP(            \
        "2.0", "9", "3,4,7", "3,4,5", "3") ",\n" CEPH_GROUP("2.1", "8", "3,4,7",                   \
                                                            "7,2147483647,"                        \
                                                            "4",                                   \
                                                            "7") "]"
#define CEPH_OLD "dumped all\n{\"pg_map\":{" CEPH_GROUPS "}}"
#define CEPH_COMMANDS "# mode upmap\n\nceph osd pg-upmap-items 1.a 9 3 7 8 3 2 &\n"
#define CEPH_POOLS                                                                                 \
    "{\"pools\":[{\"pool\":1,\"type\":1},{\"pool\":2,\"type\":3,\"erasure_code_profile\":\"e\"}]," \
    "\"erasure_code_profiles\":{\"e\":{\"k\":\"2\"}}}"

/* Of shard 0 the primary is at a node with a blank in its name, and a replica goes from b to c. */
#define SHARDS                                                                                     \
    "index shard prirep state docs store dataset ip node\n"                                        \
    "i 0 r RELOCATING 7 1kb 1kb 10.0.0.2 b -> 10.0.0.3 abcdefghijklmnopqrstuv c\n"                 \
    "i 0 p STARTED 7 1.5kb 1kb 10.0.0.1 node a\n"                                                  \
    "i 1 p STARTED 7 20b 10.0.0.2 b\n"                                                             \
    "i 1 r INITIALIZING ::1 c\n"                                                                   \
    "i 1 r UNASSIGNED\n"
#define SHARDS_LATER                                                                               \
    "[{\"index\":\"i\",\"shard\":\"1\",\"prirep\":\"p\",\"state\":\"STARTED\",\"docs\":\"7\","     \
    "\"store\":\"20\",\"ip\":\"10.0.0.4\",\"node\":\"d\"}]"

#define DEVICES(first, second)                                                                     \
    "{\"moe_layer_count\":1,\"layer_list\":[{\"layer_id\":0,\"device_count\":2,\"device_list\":["  \
    "\n"                                                                                           \
    "{\"device_id\":0,\"device_expert\":[" first                                                   \
    "]},\n{\"device_id\":1,\"device_expert\":[" second "]}]}]}"

static const struct input good[] = {
    {"overlap", "# two hosts, three parts\n1,0 2\n\n 0\t3, 4 % so\n", NULL, NULL, 0,
     "3: 0>0 1 0>2 2 1>1 3 1>2 4"},
    {"partition", "0\n0\n1\n", "1\n0\n0\n", NULL, 0, "2: 0>0 1 0>1 1 1>0 1"},
    {"partition", "0\n0\n1\n", "1\n0\n0\n", "5\n0\n7\n", 3, "3: 0>1 5 1>0 7"},
    /* Three rows of two elements: rows 0 and 2 on process 0, row 1 on process 1. Then rows 0 and 1
     * on the second process of the grid, where the first block lies, and row 2 on the first. */
    {"block-cyclic", "1 0 3 2 1 2 0 0 2\n2 1\n", "1 0 3 2 2 2 1 0 2\n2 1 R\n", NULL, 0,
     "2: 0>0 2 0>1 2 1>1 2"},
    /* One element each on a grid of 2 by 2, ranks by rows, then by columns. */
    {"block-cyclic", "1 0 2 2 1 1 0 0 1\n2 2 R\n", "1 0 2 2 1 1 0 0 1\n2 2 C\n", NULL, 0,
     "4: 0>0 1 1>2 1 2>1 1 3>3 1"},
    /* Two slots a host: expert 4 lies on both hosts, and is wanted twice on host 1. */
    {"experts", "[4, 2, 4, 3]", "[2, -1, 4, 4]", NULL, 2, "2: 2 0>0 1 4 0,1>1 1"},
    {"experts", "{\"physical_to_logical_map\": [[0, 1], [1, 0]]}", "[[0, 1], [0, 1]]", NULL, 2,
     "2: 0 0>0 1 1 1>1 1 | 2: 0 1>0 1 1 0>1 1"},
    /* The same experts as devices and as named layers have them: on host 1 of two 4 and 3, then 4
     * twice. */
    {"experts", DEVICES("4,2", "4,3"), "{\"initial_global_assignments\": {\"7\": [2, -1, 4, 4]}}",
     NULL, 2, "2: 2 0>0 1 4 0,1>1 1"},
    {"experts", "[2, 3, 4, 4]", DEVICES("4,2", "4,3"), NULL, 4, "4: 2 0>1 1 3 1>3 1 4 2,3>0,2 1"},
    /* Broker 3 leads and gives the copies; the size is the greatest that is not of the future. */
    {"kafka", KAFKA_OLD, KAFKA_NEW, KAFKA_SIZES, 0, "4: t-0 3/5>9,3 41"},
    /* The whole output of the generating tool: its first part is the old placement, its second the
     * new one, in whichever file it stands. */
    {"kafka", KAFKA_GENERATED, KAFKA_GENERATED, KAFKA_SIZES, 0, "4: t-0 3/5>9,3 41"},
    {"kafka", KAFKA_OLD, KAFKA_GENERATED, KAFKA_SIZES, 0, "4: t-0 3/5>9,3 41"},
    /* 1.a stays: only the others are listed, with all OSDs there are as hosts. */
    {"ceph", CEPH_OLD, NULL, CEPH_POOLS, 0,
     "4: 2.0s2 osd.5>osd.7 5 2.1s0 osd.7>osd.3 4 "
     "2.1s2 osd.4>osd.7 4"},
    /* 3 is in the up set already, so 9 > 3 changes nothing; 7 > 8 and 3 > 2 do. */
    {"ceph", CEPH_OLD, CEPH_COMMANDS, CEPH_POOLS, 0,
     "6: 1.a osd.7/osd.3,osd.5>osd.2,osd.8,osd.5 40 2.0s2 osd.5>osd.7 5 2.1s0 osd.7>osd.3 4 "
     "2.1s2 osd.4>osd.7 4"},
    /* Without the pools all hold replicas. */
    {"ceph", "{" CEPH_GROUPS "}", NULL, NULL, 0,
     "4: 2.0 osd.3/osd.4,osd.5>osd.3,osd.4,osd.7 9 2.1 osd.7/osd.4>osd.3,osd.4,osd.7 8"},
    {"ceph", "[" CEPH_GROUP("7.0", "0", "1", "0", "0") "]", NULL, NULL, 0, "2: 7.0 osd.0>osd.1 1"},
    {"elasticsearch", SHARDS, NULL, NULL, 0, "3: i/0 node a/b>c,node a 1536 i/1 b>b,c 20"},
    {"elasticsearch", SHARDS, SHARDS_LATER, NULL, 0, "4: i/1 b>d 20"},
};

static void reads_placements(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct rd_placements placements;
        struct rd_error error = {0};
        if (!read_input(&good[i], &placements, &error))
            fail_msg("%s: %s", good[i].format, error.message);
        assert_string_equal(text_of(&placements), good[i].expected);
    }
}

/* A broker that the new placement does not name gets nothing: 7, 5; 3 and 9 do. */
static void leaves_brokers_that_are_not_named(void **state)
{
    const struct input input = {"kafka", KAFKA_OLD, KAFKA_NEW, KAFKA_SIZES, 0, NULL};
    struct rd_placements placements;
    (void)state;
    assert_true(read_input(&input, &placements, NULL));
    for (uint32_t host = 0; host < 4; host++) {
        const char *name = placements.placement->host_name[host];
        assert_int_equal(placements.placement->takes[host],
                         strcmp(name, "3") == 0 || strcmp(name, "9") == 0);
    }
}

/* A random layout of a matrix: blocks, first process, grid, each by rows and by columns. */
struct layout {
    int64_t block[2], first[2], grid[2];
    bool by_columns;
};

static struct layout draw_layout(struct rd_rng *rng)
{
    struct layout layout = {.by_columns = rd_rng_below(rng, 2) == 1};
    for (int axis = 0; axis < 2; axis++) {
        layout.block[axis] = rd_rng_between(rng, 1, 5);
        layout.grid[axis] = rd_rng_between(rng, 1, 3);
        layout.first[axis] = rd_rng_between(rng, 0, layout.grid[axis] - 1);
    }
    return layout;
}

/* The rank that owns an element, as ScaLAPACK's users' guide defines it. */
static int64_t owner(const struct layout *layout, int64_t row, int64_t column)
{
    int64_t p = (layout->first[0] + row / layout->block[0]) % layout->grid[0];
    int64_t q = (layout->first[1] + column / layout->block[1]) % layout->grid[1];
    return layout->by_columns ? q * layout->grid[0] + p : p * layout->grid[1] + q;
}

static const char *layout_text(const struct layout *layout, const int64_t size[2])
{
    return rd_arena_print(&test_arena,
                          "1 0 %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
                          " 1\n%" PRId64 " %" PRId64 " %c\n",
                          size[0], size[1], layout->block[0], layout->block[1], layout->first[0],
                          layout->first[1], layout->grid[0], layout->grid[1],
                          layout->by_columns ? 'C' : 'R');
}

static void counts_elements_one_by_one(void **state)
{
    struct rd_rng rng = rd_rng_seeded(4, 0);
    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        int64_t size[2] = {rd_rng_between(&rng, 1, 40), rd_rng_between(&rng, 1, 40)};
        int64_t amount[9][9] = {{0}};
        struct layout old = draw_layout(&rng), new = draw_layout(&rng);
        for (int64_t row = 0; row < size[0]; row++)
            for (int64_t column = 0; column < size[1]; column++)
                amount[owner(&old, row, column)][owner(&new, row, column)]++;
        struct input input = {
            "block-cyclic", layout_text(&old, size), layout_text(&new, size), NULL, 0, NULL};
        struct rd_placements read;
        assert_true(read_input(&input, &read, NULL));
        for (size_t i = 0; i < read.placement->item_count; i++) {
            const struct rd_placed_item *item = &read.placement->item[i];
            assert_int_equal(amount[*item->holder][*item->part], item->size);
            amount[*item->holder][*item->part] = 0;
        }
        for (int i = 0; i < 81; i++)
            assert_int_equal(amount[i / 9][i % 9], 0);
    }
}

#define DESCRIPTOR "1 0 4 4 2 2 0 0 4\n"

static const struct input bad[] = {
    {"overlap", "# nothing\n", NULL, NULL, 0,
     "old:1: no numbers: a line for each old part is accepted, with a number for each new part"},
    {"overlap", "1 2\n3\n", NULL, NULL, 0,
     "old:2: 1 numbers: 2 are accepted, as in the first line"},
    {"overlap", "1 -2\n", NULL, NULL, 0,
     "old:1: \"-2\": a whole number from 0 to 9007199254740992 is accepted"},
    {"overlap", "1 2\n\n3 1e3\n", NULL, NULL, 0,
     "old:3: \"1e3\": a whole number from 0 to 9007199254740992 is accepted"},
    {"overlap", "9007199254740992\n", NULL, NULL, 0,
     "old:1: too many items: all sizes have to be below 2^53"},
    {"overlap", "1 2\n#\n2251799813685245 1\n", NULL, NULL, 0,
     "old:3: too many items: all sizes times the hosts have to be below 2^53"},
    {"partition", "0\n\n1\n0\n", "0\n0\n0\n", "1\n\n2251799813685247\n1\n", 0,
     "sizes:3: too many items: all sizes times the hosts have to be below 2^53"},
    {"partition", "0\n1 1\n", "0\n1\n", NULL, 0,
     "old:2: 2 numbers: one is accepted for each vertex"},
    {"partition", "0\n1\n", "0\n", NULL, 0,
     "new:1: 1 vertices: as many as in the old partition are accepted, at least one"},
    {"partition", "", "", NULL, 0,
     "old:1: 0 vertices: as many as in the old partition are accepted, at least one"},
    {"partition", "0\n3\n", "0\n1\n", NULL, 3,
     "old:2: \"3\": a whole number from 0 to 2 is accepted"},
    {"partition", "0\n", "0\n", "1\n1\n", 0,
     "sizes:2: 2 vertices: as many as in the old partition are accepted, at least one"},
    {"block-cyclic", "1 0 4 4\n2 2\n", DESCRIPTOR "2 2\n", NULL, 0,
     "old:2: no descriptor and grid: two lines are accepted, DTYPE_ CTXT_ M_ N_ MB_ NB_ RSRC_ "
     "CSRC_ "
     "LLD_ and ROWS COLUMNS [R|C]"},
    {"block-cyclic", "501 0 4 4 2 2 0 0 4\n2 2\n", DESCRIPTOR "2 2\n", NULL, 0,
     "old:1: DTYPE_ 501: 1 is accepted, a dense matrix"},
    {"block-cyclic", DESCRIPTOR "2 2\n", "1 0 4 4 0 2 0 0 4\n2 2\n", NULL, 0,
     "new:1: 4 rows in blocks of 0: at least 1 is accepted"},
    {"block-cyclic", DESCRIPTOR "2 2\n", "1 0 4 4 2 2 0 2 4\n2 2\n", NULL, 0,
     "new:1: the first of the columns at 2: 0 to 1 is accepted"},
    {"block-cyclic", DESCRIPTOR "2 0\n", DESCRIPTOR "2 2\n", NULL, 0,
     "old:2: a grid of 2 by 0 processes: 1 to 4096 in all are supported"},
    {"block-cyclic", DESCRIPTOR "2 2049\n", DESCRIPTOR "2 2\n", NULL, 0,
     "old:2: a grid of 2 by 2049 processes: 1 to 4096 in all are supported"},
    {"block-cyclic", DESCRIPTOR "2 2 1\n", DESCRIPTOR "2 2\n", NULL, 0,
     "old:2: order 1: R or C is accepted"},
    {"block-cyclic", DESCRIPTOR "2 2\n", "1 0 4 5 2 2 0 0 4\n2 2\n", NULL, 0,
     "new:1: a matrix of 4 by 5: 4 by 4 is accepted, as in the old placement"},
    {"block-cyclic", "1 0 2000000000 2000000000 2 2 0 0 4\n2 2\n",
     "1 0 2000000000 2000000000 2 2 0 0 4\n2 2\n", NULL, 0,
     "old:1: too many elements: all sizes times the hosts have to be below 2^53"},
    {"experts", "[[0, 1], [1", "[[0, 1]]", NULL, 2, NULL},
    {"experts", "{\"map\": []}", "[0, 1]", NULL, 2,
     "old:1: no map: an array of experts by slot is accepted, or one for each layer, by itself or "
     "as physical_to_logical_map or initial_global_assignments of an object, or a layer_list"},
    {"experts", "[0, 1, 2]", "[0, 1]", NULL, 2,
     "old:1: layer 0: 3 slots: a multiple of 2 is accepted, the same in each layer, at most "
     "16777216 "
     "in all"},
    {"experts", "[0, 1]", "[[0, 1], [1, 0]]", NULL, 2,
     "new:1: 2 layers: 1 are accepted, as in the old placement"},
    {"experts", "[0, 1]", "[0, 2]", NULL, 2,
     "new:1: layer 0: expert 2: one that a slot of the old placement holds is accepted"},
    {"experts", "[0, \"1\"]", "[0, 1]", NULL, 2,
     "old:1: layer 0, slot 1: an expert from 0 to 1048575 is accepted, or -1 for an empty slot"},
    /* Lines are counted past text that looks like JSON, and keys that look like the map's. */
    {"experts",
     "a log\n{\"physical\": [{\"physical_to_logical_map\": [9,\n9]}, \"\\\"]},\"],\n"
     "\"physical_to_logical_map\"\n:\n[[0, 1],\n [0,\n -2]]}",
     "[0, 1]", NULL, 2,
     "old:8: layer 1, slot 1: an expert from 0 to 1048575 is accepted, or -1 for an empty slot"},
    {"experts", "[[0, 1],\n\n[1, 0, 1]]", "[0, 1]", NULL, 2,
     "old:3: layer 1: 3 slots: a multiple of 2 is accepted, the same in each layer, at most "
     "16777216 in all"},
    {"experts", "{\n\"physical_to_logical_map\":\n\n[]}", "[0, 1]", NULL, 2,
     "old:4: no map: an array of experts by slot is accepted, or one for each layer, by itself or "
     "as physical_to_logical_map or initial_global_assignments of an object, or a layer_list"},
    {"experts", "[0, 1]", "[1,\n2]", NULL, 2,
     "new:2: layer 0: expert 2: one that a slot of the old placement holds is accepted"},
    {"experts", DEVICES("0,1", "2"), "[0, 1, 2, 3]", NULL, 2,
     "old:2: layer 0: no device_list: a device_expert for each device is accepted, all of as many "
     "experts"},
    {"experts", DEVICES("0,1", "2,-2"), "[0, 1, 2, 3]", NULL, 2,
     "old:3: layer 0, slot 3: an expert from 0 to 1048575 is accepted, or -1 for an empty slot"},
    {"experts", "{\"initial_global_assignments\": {\"3\": [0, 1],\n\"4\": [0, 1]}}",
     "{\"initial_global_assignments\": {\"3\": [0, 1],\n\"5\": [0, 1]}}", NULL, 2,
     "new:2: layer \"5\": \"4\" is accepted here, as in the old placement"},
    {"kafka", "{\"partitions\":[]}", KAFKA_NEW, KAFKA_SIZES, 0,
     "old:1: no partitions: {\"version\":1,\"partitions\":[{\"topic\":..,\"partition\":..,"
     "\"replicas\":[..]},..]} is accepted"},
    /* Behind the value: layers one a line, a list a line as in YAML, words, a zero. */
    {"experts", "[0,1,2,3]\n[3,2,1,0]\n", "[0,1,2,3]", NULL, 2,
     "old:2: end of file expected near '[': JSON is accepted"},
    {"experts", "[0,1]", "- [0,1]\n- [1,0]\n", NULL, 2,
     "new:2: end of file expected near '-': JSON is accepted"},
    {"experts", "[0,1]\n\nthe end", "[0,1]", NULL, 2,
     "old:3: end of file expected near 'the': JSON is accepted"},
    {"kafka", KAFKA_OLD KAFKA_NEW, KAFKA_NEW, KAFKA_SIZES, 0,
     "old:3: end of file expected near '{': JSON is accepted"},
    {"kafka", KAFKA_OLD, "{\"partitions\":[{\"topic\":\"t\",\"partition\":-1,\"replicas\":[1]}]}",
     KAFKA_SIZES, 0,
     "new:1: element 0 of partitions: a topic and the number of a partition, 0 or more, are "
     "needed"},
    {"kafka", KAFKA_OLD, "{\"partitions\":[{\"topic\":\"t\",\"replicas\":[1]}]}", KAFKA_SIZES, 0,
     "new:1: element 0 of partitions: a topic and the number of a partition, 0 or "
     "more, are needed"},
    {"kafka", KAFKA_OLD, "{\"partitions\":[{\"topic\":\"t\",\"partition\":0,\"replicas\":[1,1]}]}",
     KAFKA_SIZES, 0,
     "new:1: partition t-0: replicas: an array of different brokers is accepted, each 0 or more"},
    {"kafka", KAFKA_OLD, "{\"partitions\":[\n{\"topic\":\"t\",\"partition\":0}\n]}", KAFKA_SIZES, 0,
     "new:2: partition t-0: replicas: an array of different brokers is accepted, each 0 or more"},
    {"kafka", KAFKA_OLD,
     "{\"partitions\":[{\"topic\":\"t\",\"partition\":0,\"replicas\":[1]},\n"
     "{\"topic\":\"t\",\"partition\":1,\"replicas\":[1]},\n"
     "{\"topic\":\"t\",\"partition\":0,\"replicas\":[2]}]}",
     KAFKA_SIZES, 0, "new:3: partition t-0: once is accepted"},
    {"kafka", KAFKA_OLD, "{\"partitions\":[{\"topic\":\"t\",\"partition\":1,\"replicas\":[3]}]}",
     KAFKA_SIZES, 0,
     "sizes:2: partition t-1 has no size: what kafka-log-dirs --describe prints of all partitions "
     "is "
     "accepted"},
    {"kafka", KAFKA_NEW, KAFKA_OLD,
     "{\"brokers\":[{\"logDirs\":[{\"partitions\":[{\"partition\":\"t-0\",\"size\":1},"
     "{\"partition\":\"t-1\",\"size\":1}]}]}]}",
     0, "new:2: partition t-1: one of the old placement is accepted"},
    {"kafka", KAFKA_OLD, KAFKA_NEW,
     "{\"brokers\":[{\"logDirs\":[{\"partitions\":[\n{\"partition\":\"t-1\",\"size\":1},\n"
     "{\"partition\":\"t-0\",\"size\":9007199254740992}]}]}]}",
     0, "sizes:3: too many bytes: all sizes times the hosts have to be below 2^53"},
    {"ceph", "{\"pg_map\":\n{}}", NULL, NULL, 0,
     "old:2: no pg_stats: what ceph pg dump --format json prints is accepted"},
    {"ceph", "[" CEPH_GROUP("1.0", "1", "1,1", "0", "0") "]", NULL, NULL, 0,
     "old:1: element 0 of pg_stats: a pgid, once, such as \"1.7\", sets up and acting of different "
     "OSDs, acting_primary, and num_bytes of stat_sum, 0 or more, are needed"},
    {"ceph",
     "[" CEPH_GROUP("1.0", "1", "1", "0", "0") ",\n" CEPH_GROUP("1.0", "1", "1", "0", "0") "]",
     NULL, NULL, 0,
     "old:2: element 1 of pg_stats: a pgid, once, such as \"1.7\", sets up and acting of different "
     "OSDs, acting_primary, and num_bytes of stat_sum, 0 or more, are needed"},
    {"ceph", "[" CEPH_GROUP("1.0", "9007199254740992", "1", "0", "0") "]", NULL, NULL, 0,
     "old:1: too many bytes: all sizes have to be below 2^53"},
    {"ceph", "[" CEPH_GROUP("1.0", "1", "2147483647", "2147483647", "-1") "]", NULL, NULL, 0,
     "old:1: 0 OSDs: 1 to 4096 are supported"},
    {"ceph", CEPH_OLD, "ceph osd pg-upmap-items 1.a 9 8\n", NULL, 0,
     "new:1: \"1.a 9 8\": a group of OLD, once, and pairs of OSDs are accepted, FROM in its up set "
     "or TO already"},
    {"ceph", CEPH_OLD, "\nceph osd pg-upmap-items 1.a 3\n", NULL, 0,
     "new:2: \"1.a 3\": a group of OLD, once, and pairs of OSDs are accepted, FROM in its up set "
     "or "
     "TO already"},
    {"ceph", CEPH_OLD, "ceph osd reweight 3 0.9\n", NULL, 0,
     "new:1: \"ceph osd reweight 3 0.9\": ceph osd pg-upmap-items PG FROM TO [FROM TO ..] is "
     "accepted"},
    {"ceph", CEPH_OLD, "ceph osd rm-pg-upmap-items 1.a\n", NULL, 0,
     "new:1: \"ceph osd rm-pg-upmap-items 1.a\": where its copies go stands in no list: a dump "
     "taken after it, while norebalance is set, is accepted as OLD, without NEW"},
    {"ceph", CEPH_OLD, NULL, "{\"pools\":[\n{\"pool\":2,\"type\":3}]}", 0,
     "sizes:2: element 0 of pools: a number pool and type 1, or 3 with k in its "
     "erasure_code_profile, are accepted"},
    {"ceph", CEPH_OLD, NULL, "{}", 0,
     "sizes:1: no pools: what ceph osd dump --format json prints is accepted"},
    {"ceph", "{\"pg_stats\":[]}\nend", NULL, NULL, 0,
     "old:2: end of file expected near 'end': JSON is accepted"},
#define ACCEPTED                                                                                   \
    "index, shard, prirep, state, docs, store, ip and node, as _cat/shards prints them, are "      \
    "accepted; STARTED, RELOCATING to another node, INITIALIZING or UNASSIGNED"
    {"elasticsearch", "\n\n", NULL, NULL, 0, "old:1: no shard: " ACCEPTED},
    {"elasticsearch", "i 0 p STARTED 7 1kb\n", NULL, NULL, 0,
     "old:1: \"i 0 p STARTED 7 1kb\": " ACCEPTED},
    {"elasticsearch", "i 0 q STARTED 7 1kb ::1 a\n", NULL, NULL, 0, "old:1: no shard: " ACCEPTED},
    {"elasticsearch", "i 0 p STARTED 7 1zb ::1 a\n", NULL, NULL, 0,
     "old:1: shard 0 of index \"i\": store: bytes are accepted, as 32610713 or 31.1mb"},
    {"elasticsearch", "i 0 p RELOCATING 7 1kb ::1 a\n", NULL, NULL, 0,
     "old:1: shard 0 of index \"i\": " ACCEPTED},
    {"elasticsearch", "i 0 p STARTED 7 1kb ::1 a\ni 0 p STARTED 7 1kb ::1 b\n", NULL, NULL, 0,
     "old:2: shard 0 of index \"i\": one primary is accepted"},
    {"elasticsearch", "i 0 p STARTED 7 1kb ::1 a\ni 0 r STARTED 7 1kb ::1 a\n", NULL, NULL, 0,
     "old:2: shard 0 of index \"i\": one copy on a node is accepted"},
    {"elasticsearch", SHARDS, "i 2 p STARTED 7 1kb ::1 a\n", NULL, 0,
     "new:1: shard i/2: one that OLD lists is accepted"},
    {"elasticsearch", "[\n{\"index\":\"i\",\"shard\":0}]", NULL, NULL, 0,
     "old:2: no shard: " ACCEPTED},
    {"elasticsearch", "[]\n[]", NULL, NULL, 0,
     "old:2: end of file expected near '[': JSON is accepted"},
    {"elasticsearch", "i 0 p RELOCATING 7 9pb ::1 a -> ::2 b\n", NULL, NULL, 0,
     "old:1: shard 0 of index \"i\": store: bytes are accepted, as 32610713 or 31.1mb"},
    {"kafka", KAFKA_OLD, KAFKA_NEW,
     "{\"brokers\":[{\"logDirs\":[{\"partitions\":[{\"partition\":\"t-0\",\"size\":-1}]}]}]}", 0,
     "sizes:1: broker 0, directory 0, element 0 of partitions: a partition and its size, 0 or "
     "more, "
     "are needed"},
};

static void refuses_damaged_placements(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct rd_placements placements;
        struct rd_error error = {0};
        assert_false(read_input(&bad[i], &placements, &error));
        assert_int_equal(error.code, RD_ERROR_INPUT);
        assert_in_range(error.line, 1, INT32_MAX);
        if (bad[i].expected)
            assert_string_equal(
                rd_arena_print(&test_arena, "%s:%d: %s", error.path, error.line, error.message),
                bad[i].expected);
        else /* jansson's words */
            assert_int_equal(error.line, 1);
    }
}

/* Every text cut anywhere is read or refused, and never read past its end. */
static void takes_texts_cut_anywhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        for (size_t size = 0; size <= strlen(good[i].old); size++) {
            struct rd_placements placements;
            struct rd_error error = {0};
            struct input cut = good[i];
            cut.old = rd_arena_print(&test_arena, "%.*s", (int)size, good[i].old);
            if (!read_input(&cut, &placements, &error))
                assert_int_equal(error.code, RD_ERROR_INPUT);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(reads_placements),           ARENAS_TEST(leaves_brokers_that_are_not_named),
        ARENAS_TEST(counts_elements_one_by_one), ARENAS_TEST(refuses_damaged_placements),
        ARENAS_TEST(takes_texts_cut_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
