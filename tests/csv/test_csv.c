/* Plans and traces as CSV text: what is written is read back to the last bit, and each mistake of a
 * file is named. Every text is read from the last bytes before a page that may not be touched. */
#include "sim/csv/csv_hosts.h"
#include "sim/base/number_text.h"
#include "sim/csv/plan_csv.h"
#include "sim/csv/trace_csv.h"
#include "tests/support/arena.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"

#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A text whose last byte lies before a page that may not be read. */
struct guarded {
    char *pages;
    size_t mapped_bytes;
    const char *text;
    size_t size;
};

static struct guarded guard(const char *text, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct guarded guarded = {.mapped_bytes = (size / page + 2) * page, .size = size};
    guarded.pages = mmap(NULL, guarded.mapped_bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(guarded.pages != MAP_FAILED);
    char *end = guarded.pages + guarded.mapped_bytes - page;
    assert_int_equal(mprotect(end, page, PROT_NONE), 0);
    memcpy(end - size, text, size);
    guarded.text = end - size;
    return guarded;
}

static void unguard(struct guarded *guarded)
{
    munmap(guarded->pages, guarded->mapped_bytes);
}

/* A ring of three hosts; names, or NULL. */
static struct test_instance ring(struct rd_arena *arena, const char *const *names)
{
    struct test_instance test = test_instance_make(arena, RD_RING, RD_TWO_WAY, 3, 2);
    test.instance.host_name = names;
    return test;
}

static const char *const plain_names[] = {"h0", "h1", "h2"};

static bool read_plan(const char *text, const struct rd_instance *instance, struct rd_arena *arena,
                      struct rd_plan *ret_plan, struct rd_error *reterr)
{
    struct guarded guarded = guard(text, strlen(text));
    bool read =
        rd_plan_read_csv("p.csv", guarded.text, guarded.size, instance, arena, ret_plan, reterr);
    unguard(&guarded);
    return read;
}

static bool read_trace(const char *text, const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_trace *ret_trace, struct rd_error *reterr)
{
    struct guarded guarded = guard(text, strlen(text));
    bool read = rd_trace_read_csv("t.csv", guarded.text, guarded.size, instance, arena, ret_trace,
                                  NULL, NULL, reterr);
    unguard(&guarded);
    return read;
}

static void assert_same_rows(const struct rd_plan *a, const struct rd_plan *b)
{
    assert_int_equal(a->timing, b->timing);
    assert_memory_equal(&a->step_s, &b->step_s, sizeof a->step_s);
    assert_int_equal(a->round_count, b->round_count);
    assert_int_equal(a->transfer_count, b->transfer_count);
    for (size_t i = 0; i < a->transfer_count; i++) {
        assert_memory_equal(&a->transfer[i], &b->transfer[i], sizeof a->transfer[i]);
        if (a->room || b->room)
            assert_int_equal(rd_plan_room(a, i), rd_plan_room(b, i));
    }
    assert_int_equal(a->block != NULL, b->block != NULL);
    for (size_t i = 0; a->block && i < a->transfer_count; i++)
        assert_memory_equal(&a->block[i], &b->block[i], sizeof a->block[i]);
}

/* Writes a plan, compares the text if one is expected, and reads it back. */
static void round_trip_plan(const struct rd_plan *plan, const struct rd_instance *instance,
                            const char *expected, struct rd_arena *arena)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_true(rd_plan_write_csv(out, instance, plan));
    fclose(out);
    if (expected)
        assert_string_equal(text, expected);
    struct rd_plan read = {0};
    struct rd_error error;
    assert_true(read_plan(text, instance, arena, &read, &error));
    assert_same_rows(plan, &read);
    free(text);
}

static void plan_is_written_and_read_back(void **state)
{
    struct rd_arena *arena = *state;
    struct test_instance test = ring(arena, plain_names);
    struct rd_plan plan = {.timing = RD_LOCK_STEP, .step_s = 0.1};
    rd_plan_add(&plan, arena, (struct rd_transfer){0, 0, 1, 1, 2, 3});
    rd_plan_add(&plan, arena, (struct rd_transfer){0, 1, RD_NO_HOST, 0, 1, 7});
    rd_plan_add(&plan, arena, (struct rd_transfer){2, 2, 0, RD_CONTROL, 0, 1});
    rd_plan_add(&plan, arena, (struct rd_transfer){2, 1, 2, 0, RD_ITEM_LIMIT, 0});
    plan.round_count = 5;
    round_trip_plan(&plan, &test.instance,
                    "# timing: lock-step\n"
                    "# step_s: 0.10000000000000001\n"
                    "# rounds: 5\n"
                    "round,from,to,kind,items,messages\n"
                    "0,h0,h1,1,2,3\n"
                    "0,h1,,0,1,7\n"
                    "2,h2,h0,-1,0,1\n"
                    "2,h1,h2,0,9007199254740992,0\n",
                    arena);
    test.instance.host_name = NULL;
    round_trip_plan(&plan, &test.instance, NULL, arena);
}

static void packets_and_empty_plans_are_read_back(void **state)
{
    struct rd_arena *arena = *state;
    struct test_instance cube = test_instance_make(arena, RD_HYPERCUBE, RD_NO_DIRECTION, 16, 1);
    struct rd_plan plan = {.timing = RD_LOCK_STEP, .step_s = 1};
    rd_plan_add_packet(&plan, arena, (struct rd_transfer){0, 0, 15, 0, 1, 1},
                       (struct rd_dimension_range){0, 3});
    rd_plan_add_packet(&plan, arena, (struct rd_transfer){1, 15, 0, 0, 1, 1},
                       (struct rd_dimension_range){3, 0});
    round_trip_plan(&plan, &cube.instance,
                    "# timing: lock-step\n"
                    "# step_s: 1\n"
                    "# rounds: 5\n"
                    "round,from,to,kind,items,messages,block\n"
                    "0,0,15,0,1,1,0-3\n"
                    "1,15,0,0,1,1,3-0\n",
                    arena);
    struct rd_plan empty = {.timing = RD_FREE_ORDER};
    round_trip_plan(&empty, &cube.instance,
                    "# timing: free\n# rounds: 0\nround,from,to,kind,items,messages\n", arena);
}

/* Plans in which every message keeps need no column. */
static void marks_are_read_back(void **state)
{
    struct rd_arena *arena = *state;
    struct test_instance test = ring(arena, plain_names);
    struct rd_plan plan = {.keeps_shared = true};
    for (uint32_t from = 0; from < 3; from++)
        rd_plan_add(&plan, arena, (struct rd_transfer){0, from, (from + 1) % 3, 0, 1, 1});
    round_trip_plan(&plan, &test.instance,
                    "# timing: self-timed\n"
                    "# shared-links: kept\n"
                    "# rounds: 1\n"
                    "round,from,to,kind,items,messages\n"
                    "0,h0,h1,0,1,1\n"
                    "0,h1,h2,0,1,1\n"
                    "0,h2,h0,0,1,1\n",
                    arena);
    rd_plan_set_room(&plan, arena, 0, RD_ROOM_SHARE);
    rd_plan_set_room(&plan, arena, 2, RD_ROOM_BYTES);
    round_trip_plan(&plan, &test.instance,
                    "# timing: self-timed\n"
                    "# rounds: 1\n"
                    "round,from,to,kind,items,messages,room\n"
                    "0,h0,h1,0,1,1,share\n"
                    "0,h1,h2,0,1,1,keep\n"
                    "0,h2,h0,0,1,1,bytes\n",
                    arena);
}

/* Names that look like numbers, comments or columns, and one with all that must be quoted. */
static void names_of_any_kind_are_read_back(void **state)
{
    struct rd_arena *arena = *state;
    static const char *const names[] = {"2", "#1", "a,\"b\"\r\nc\"", "", "1"};
    struct test_instance test = test_instance_make(arena, RD_SWITCH, RD_NO_DIRECTION, 4, 1);
    test.instance.host_name = (const char *const[]){names[0], names[1], names[2], names[4]};
    struct rd_plan plan = {0};
    for (uint32_t from = 0; from < 4; from++)
        for (uint32_t to = 0; to < 4; to++)
            if (from != to)
                rd_plan_add(&plan, arena, (struct rd_transfer){0, from, to, 0, 1, 1});
    round_trip_plan(&plan, &test.instance, NULL, arena);
}

static void columns_in_any_order(void **state)
{
    struct rd_arena *arena = *state;
    struct test_instance test = ring(arena, plain_names);
    struct rd_plan plan = {0}, expected = {0};
    struct rd_error error;
    assert_true(read_plan("\xef\xbb\xbf# by hand\r\n"
                          "#rounds:4\r\n"
                          "\r\n"
                          "messages,items,\"to\",from,kind,round\r\n"
                          "# the second by number\r\n"
                          "3,2,h1,h0,1,0\r\n"
                          "1,1,\"h2\",1,0,1",
                          &test.instance, arena, &plan, &error));
    rd_plan_add(&expected, arena, (struct rd_transfer){0, 0, 1, 1, 2, 3});
    rd_plan_add(&expected, arena, (struct rd_transfer){1, 1, 2, 0, 1, 1});
    expected.round_count = 4;
    assert_same_rows(&plan, &expected);
}

#define PLAN_HEADER "round,from,to,kind,items,messages\n"

static void plan_mistakes_are_named(void **state)
{
    struct rd_arena *arena = *state;
    struct test_instance test = ring(arena, plain_names);
    struct test_instance cube = test_instance_make(arena, RD_HYPERCUBE, RD_NO_DIRECTION, 8, 1);
    static const struct {
        const char *text;
        int line;
        const char *message;
    } mistake[] = {
        {"", 1, "no header: round,from,to,kind,items,messages is needed"},
        {"# rounds: 1\n\n", 3, "no header: round,from,to,kind,items,messages is needed"},
        {"round,from,to,colour\n", 1,
         "column \"colour\": round,from,to,kind,items,messages,first,room,block are accepted"},
        {"round,from,to,from\n", 1, "column \"from\" is there twice: once is accepted"},
        {"round,from,to,kind,items\n", 1,
         "no column \"messages\": round,from,to,kind,items,messages are needed"},
        {"a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q\n", 1, "more than 16 fields: at most 16 are accepted"},
        {PLAN_HEADER "0,h0,h1,0,1\n", 2, "5 fields: 6 are needed, as in the header"},
        {PLAN_HEADER "0,h0,h1,0,1,1,\n", 2, "7 fields: 6 are needed, as in the header"},
        {PLAN_HEADER "\n0,\"h0,h1,0,1,1\n\n", 3,
         "a quote is opened and not closed: a closing quote is needed"},
        {PLAN_HEADER "0,\"h0\"x,h1,0,1,1\n", 2,
         "text behind a closing quote: a comma or the end of the line is accepted"},
        {PLAN_HEADER "-1,h0,h1,0,1,1\n", 2,
         "round \"-1\": a whole number from 0 to 4294967294 is accepted"},
        {PLAN_HEADER "4294967295,h0,h1,0,1,1\n", 2,
         "round \"4294967295\": a whole number from 0 to 4294967294 is accepted"},
        {PLAN_HEADER "3,h0,h1,0,1,1\n2,h0,h1,0,1,1\n", 3,
         "round \"2\": 3 or more, as in the row before, is accepted"},
        {PLAN_HEADER "0,h3,h1,0,1,1\n", 2,
         "from \"h3\": the names of the hosts, or their numbers, 0 to 2 are accepted"},
        {PLAN_HEADER "0,,h1,0,1,1\n", 2,
         "from \"\": the names of the hosts, or their numbers, 0 to 2 are accepted"},
        {PLAN_HEADER "0,h0,3,0,1,1\n", 2,
         "to \"3\": the names of the hosts, or their numbers, 0 to 2, or nothing for a "
         "computation, are accepted"},
        {PLAN_HEADER "0,h0,h1,2,1,1\n", 2, "kind \"2\": a whole number from -1 to 1 is accepted"},
        {PLAN_HEADER "0,h0,h1,0,1.0,1\n", 2,
         "items \"1.0\": a whole number from 0 to 9007199254740992 is accepted"},
        {PLAN_HEADER "0,h0,h1,0,9007199254740993,1\n", 2,
         "items \"9007199254740993\": a whole number from 0 to 9007199254740992 is accepted"},
        {PLAN_HEADER "0,h0,h1,0,1,99999999999999999999\n", 2,
         "messages \"99999999999999999999\": a whole number from 0 to 9007199254740992 is "
         "accepted"},
        {PLAN_HEADER "0,h0,h1,0,1, 1\n", 2,
         "messages \" 1\": a whole number from 0 to 9007199254740992 is accepted"},
        {PLAN_HEADER "0,h0,h1,0,1,0x1\r\n", 2,
         "messages \"0x1\": a whole number from 0 to 9007199254740992 is accepted"},
        {"# timing: sometimes\n", 1,
         "# timing: \"sometimes\": self-timed, lock-step or free is accepted"},
        {"# timing: free\n# timing: free\n", 2, "# timing is there twice: once is accepted"},
        {"# step_s: nan\n", 1,
         "# step_s: \"nan\": 0 or a number of seconds from 1e-100 to 1e+100 is accepted"},
        {"# step_s: 1\n# step_s: 1\n", 2, "# step_s is there twice: once is accepted"},
        {"# rounds: -1\n", 1, "# rounds: \"-1\": a whole number from 0 to 4294967295 is accepted"},
        {"# rounds: 1\n# rounds: 1\n", 2, "# rounds is there twice: once is accepted"},
        {"# timming: free\n", 1,
         "setting \"timming\": timing, step_s, shared-links and rounds are accepted"},
        {PLAN_HEADER "# rounds: 3\n", 2,
         "setting \"rounds\": settings are accepted above the header"},
        {"# step_s: 1\n" PLAN_HEADER, 1,
         "# step_s with timing self-timed: timing lock-step is needed"},
        {"round,from,to,kind,items,messages,room\n0,h0,h1,0,1,1,keep\n0,h1,h2,0,1,1,Share\n", 3,
         "room \"Share\": keep, bytes or share is accepted"},
        {"# shared-links: kept\nround,from,to,kind,items,messages,room\n", 1,
         "# shared-links with a column room: one of the two is accepted"},
        {"# timing: free\nround,from,to,kind,items,messages,room\n0,h0,h1,0,1,1,keep\n", 2,
         "a column room with timing free: timing self-timed is needed"},
        {"\n# rounds: 2\n" PLAN_HEADER "2,h0,h1,0,1,1\n", 2,
         "# rounds: 2: the rows need 3 or more"},
        {PLAN_HEADER "0,a\x01"
                     "12345678901234567890123456789012345678901234567890,h1,0,1,1\n",
         2,
         "from \"a?12345678901234567890123456789012345678...\": the names of the hosts, or their "
         "numbers, 0 to 2 are accepted"},
    };
    for (size_t i = 0; i < sizeof mistake / sizeof *mistake; i++) {
        struct rd_plan plan = {.round_count = 77};
        struct rd_error error = {0};
        assert_false(read_plan(mistake[i].text, &test.instance, arena, &plan, &error));
        assert_string_equal(error.message, mistake[i].message);
        assert_int_equal(error.line, mistake[i].line);
        assert_string_equal(error.path, "p.csv");
        assert_int_equal(error.code, RD_ERROR_INPUT);
        assert_int_equal(plan.round_count, 77); /* untouched */
    }
    static const char *const wrong_block[] = {"0-3", "3", "-", "0-", "-2", "0--1", "0-1-2", ""};
    for (size_t i = 0; i < sizeof wrong_block / sizeof *wrong_block; i++) {
        struct rd_plan plan = {0};
        struct rd_error error = {0};
        const char *text = rd_arena_print(
            arena, "round,from,to,kind,items,messages,block\n0,0,1,0,1,1,%s\n", wrong_block[i]);
        assert_false(read_plan(text, &cube.instance, arena, &plan, &error));
        assert_string_equal(error.message,
                            rd_arena_print(arena,
                                           "block \"%s\": two dimensions from 0 to 2, as in 0-2 or "
                                           "2-0, are accepted",
                                           wrong_block[i]));
    }
}

static void round_trip_trace(const struct rd_trace *trace, const struct rd_instance *instance,
                             const char *expected, struct rd_arena *arena)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_true(rd_trace_write_csv(out, instance, trace));
    fclose(out);
    if (expected)
        assert_string_equal(text, expected);
    struct rd_trace read = {0};
    struct rd_error error;
    assert_true(read_trace(text, instance, arena, &read, &error));
    assert_int_equal(read.transfer_count, trace->transfer_count);
    for (size_t i = 0; i < read.transfer_count; i++) {
        const struct rd_timed_transfer *a = &trace->transfer[i], *b = &read.transfer[i];
        assert_memory_equal(&a->start_s, &b->start_s, sizeof a->start_s);
        assert_memory_equal(&a->end_s, &b->end_s, sizeof a->end_s);
        assert_int_equal(a->from, b->from);
        assert_int_equal(a->to, b->to);
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->items, b->items);
        if (trace->block)
            assert_memory_equal(&trace->block[i], &read.block[i], sizeof read.block[i]);
    }
    bool is_trace = false;
    assert_true(rd_csv_tell_schedule("t.csv", text, size, &is_trace, NULL) && is_trace);
    free(text);
}

static void trace_is_written_and_read_back(void **state)
{
    struct rd_arena *arena = *state;
    struct test_instance test = ring(arena, plain_names);
    struct rd_trace trace = {0};
    rd_trace_add(&trace, arena, (struct rd_timed_transfer){0, 3, 0, 1, 0, 2});
    rd_trace_add(&trace, arena, (struct rd_timed_transfer){1.0 / 3, 1e-9, 1, RD_NO_HOST, 1, 1});
    rd_trace_add(&trace, arena,
                 (struct rd_timed_transfer){1e99, 123456789.25, 2, 0, RD_CONTROL, 0});
    round_trip_trace(&trace, &test.instance,
                     "start_s,end_s,from,to,kind,items\n"
                     "0,3,h0,h1,0,2\n"
                     "0.33333333333333331,1.0000000000000001e-09,h1,,1,1\n"
                     "9.9999999999999997e+98,123456789.25,h2,h0,-1,0\n",
                     arena);
    struct test_instance cube = test_instance_make(arena, RD_HYPERCUBE, RD_NO_DIRECTION, 8, 1);
    struct rd_trace packets = {0};
    rd_trace_add_packet(&packets, arena, (struct rd_timed_transfer){0, 3, 0, 7, 0, 1},
                        (struct rd_dimension_range){2, 0});
    round_trip_trace(&packets, &cube.instance,
                     "start_s,end_s,from,to,kind,items,block\n0,3,0,7,0,1,2-0\n", arena);
}

/* Any bits of a number that is finite and not negative. */
static void random_times_are_read_back(void **state)
{
    struct rd_arena *arena = *state;
    struct test_instance test = ring(arena, plain_names);
    struct rd_trace trace = {0};
    uint64_t bits = 88172645463325252; /* xorshift64 */
    for (int i = 0; i < 20000; i++) {
        double time[2];
        for (int j = 0; j < 2; j++) {
            do {
                bits ^= bits << 13;
                bits ^= bits >> 7;
                bits ^= bits << 17;
                memcpy(&time[j], &bits, sizeof bits);
            } while (!(time[j] >= RD_NUMBER_LEAST && time[j] <= RD_NUMBER_MOST));
        }
        rd_trace_add(&trace, arena, (struct rd_timed_transfer){time[0], time[1], 0, 1, 0, 1});
    }
    static const double corner[] = {0, RD_NUMBER_LEAST, RD_NUMBER_MOST, DBL_EPSILON, 0x1p53};
    for (size_t i = 0; i < sizeof corner / sizeof *corner; i++)
        rd_trace_add(&trace, arena, (struct rd_timed_transfer){corner[i], corner[i], 1, 2, 1, 0});
    round_trip_trace(&trace, &test.instance, NULL, arena);
}

static void trace_without_an_instance_numbers_hosts_by_name(void **state)
{
    struct rd_arena *arena = *state;
    static const char text[] = "start_s,end_s,from,to,kind,items\n"
                               "0,1,paris-10,paris-9,0,1\n"
                               "0,1,\"a \"\"b\"\"\",,7,1\n"
                               "1,2,paris-9,0,-1,0\n";
    struct guarded guarded = guard(text, strlen(text));
    struct rd_trace trace = {0};
    const char *const *name;
    uint32_t host_count;
    struct rd_error error;
    assert_true(rd_trace_read_csv("t.csv", guarded.text, guarded.size, NULL, arena, &trace, &name,
                                  &host_count, &error));
    unguard(&guarded);
    assert_int_equal(host_count, 4);
    assert_string_equal(name[0], "0");
    assert_string_equal(name[1], "a \"b\"");
    assert_string_equal(name[2], "paris-9");
    assert_string_equal(name[3], "paris-10");
    assert_int_equal(trace.transfer[0].from, 3);
    assert_int_equal(trace.transfer[0].to, 2);
    assert_int_equal(trace.transfer[1].from, 1);
    assert_int_equal(trace.transfer[1].to, RD_NO_HOST);
    assert_int_equal(trace.transfer[1].kind, 7);
    assert_int_equal(trace.transfer[2].from, 2);
    assert_int_equal(trace.transfer[2].to, 0);
}

/* Enough hosts for the table of names to grow many times. */
static void many_hosts_are_told_apart(void **state)
{
    struct rd_arena *arena = *state;
    enum { HOSTS = 3000 };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fputs("start_s,end_s,from,to,kind,items\n", out);
    for (int i = 0; i < 2 * HOSTS; i++)
        fprintf(out, "0,1,node-%d,node-%d,0,1\n", i % HOSTS, (i + 1) % HOSTS);
    fclose(out);
    struct rd_trace trace = {0};
    const char *const *name;
    uint32_t host_count;
    struct rd_error error;
    assert_true(
        rd_trace_read_csv("t.csv", text, size, NULL, arena, &trace, &name, &host_count, &error));
    free(text);
    assert_int_equal(host_count, HOSTS);
    for (uint32_t i = 0; i < 2 * HOSTS; i++) {
        assert_int_equal(trace.transfer[i].from, i % HOSTS);
        assert_int_equal(trace.transfer[i].to, (i + 1) % HOSTS);
    }
    for (uint32_t host = 0; host < HOSTS; host++)
        assert_string_equal(name[host], rd_arena_print(arena, "node-%" PRIu32, host));
}

#define TRACE_HEADER "start_s,end_s,from,to,kind,items\n"

static void trace_mistakes_are_named(void **state)
{
    struct rd_arena *arena = *state;
    struct test_instance test = ring(arena, NULL);
    static const struct {
        const char *text;
        int line;
        const char *message;
    } mistake[] = {
        {"\n\n", 3, "no header: start_s,end_s,from,to,kind,items is needed"},
        {"start,end_s,from,to,kind,items\n", 1,
         "column \"start\": start_s,end_s,from,to,kind,items,first,block are accepted"},
        {"start_s,from,to,kind,items\n", 1,
         "no column \"end_s\": start_s,end_s,from,to,kind,items are needed"},
        {TRACE_HEADER "0,1,0,1,0\n", 2, "5 fields: 6 are needed, as in the header"},
        {TRACE_HEADER "nan,1,0,1,0,1\n", 2,
         "start_s \"nan\": 0 or a number of seconds from 1e-100 to 1e+100 is accepted"},
        {TRACE_HEADER "0,inf,0,1,0,1\n", 2,
         "end_s \"inf\": 0 or a number of seconds from 1e-100 to 1e+100 is accepted"},
        {TRACE_HEADER "0,1e999,0,1,0,1\n", 2,
         "end_s \"1e999\": 0 or a number of seconds from 1e-100 to 1e+100 is accepted"},
        {TRACE_HEADER "-1,1,0,1,0,1\n", 2,
         "start_s \"-1\": 0 or a number of seconds from 1e-100 to 1e+100 is accepted"},
        {TRACE_HEADER ",1,0,1,0,1\n", 2,
         "start_s \"\": 0 or a number of seconds from 1e-100 to 1e+100 is accepted"},
        {TRACE_HEADER "0,\"1,5\",0,1,0,1\n", 2,
         "end_s \"1,5\": 0 or a number of seconds from 1e-100 to 1e+100 is accepted"},
        {TRACE_HEADER "0,1,3,1,0,1\n", 2, "from \"3\": the hosts 0 to 2 are accepted"},
        {TRACE_HEADER "0,1,0,h1,0,1\n", 2,
         "to \"h1\": the hosts 0 to 2, or nothing for a computation, are accepted"},
        {TRACE_HEADER "0,1,0,1,-2,1\n", 2, "kind \"-2\": a whole number from -1 to 1 is accepted"},
        {TRACE_HEADER "0,1,0,1,0,-1\n", 2,
         "items \"-1\": a whole number from 0 to 9007199254740992 is accepted"},
        {"start_s,end_s,from,to,kind,items,block\n0,1,0,1,0,1,1\n", 2,
         "block \"1\": two dimensions from 0 to 255, as in 0-2 or 2-0, are accepted"},
    };
    for (size_t i = 0; i < sizeof mistake / sizeof *mistake; i++) {
        struct rd_trace trace = {.transfer_count = 77};
        struct rd_error error = {0};
        assert_false(read_trace(mistake[i].text, &test.instance, arena, &trace, &error));
        assert_string_equal(error.message, mistake[i].message);
        assert_int_equal(error.line, mistake[i].line);
        assert_string_equal(error.path, "t.csv");
        assert_int_equal(error.code, RD_ERROR_INPUT);
        assert_int_equal(trace.transfer_count, 77);
    }
}

/* By what only one of them has; what has neither, or no header, is told what both have. */
static void a_trace_is_told_from_a_plan(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_trace;
    } known[] = {{"# a remark\n\nfrom,to,\"start_s\",items\n", true},
                 {"from,end_s\n", true},
                 {"# rounds: 1\nround,from,to\n", false},
                 {"from,to,items,messages\n", false}};
    static const struct {
        const char *text, *message;
        int line;
    } unknown[] = {
        {"# x\nsrc,dst,blocks,start,end\n",
         "a header that begins with \"src\": the header of a plan is "
         "round,from,to,kind,items,messages, that of a trace start_s,end_s,from,to,kind,items",
         2},
        {"",
         "no header: the header of a plan is round,from,to,kind,items,messages, that of a trace "
         "start_s,end_s,from,to,kind,items",
         1},
        {"\"start_s", "a quote is opened and not closed: a closing quote is needed", 1}};
    struct rd_error error;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bool is_trace = !known[i].is_trace;
        assert_true(
            rd_csv_tell_schedule("t.csv", known[i].text, strlen(known[i].text), &is_trace, &error));
        assert_int_equal(is_trace, known[i].is_trace);
    }
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        bool is_trace = true;
        assert_false(rd_csv_tell_schedule("t.csv", unknown[i].text, strlen(unknown[i].text),
                                          &is_trace, &error));
        assert_true(is_trace);
        assert_string_equal(error.message, unknown[i].message);
        assert_int_equal(error.line, unknown[i].line);
    }
}

/* A full disk is no success. */
static void failing_to_write_is_told(void **state)
{
    struct rd_arena *arena = *state;
    struct test_instance test = ring(arena, plain_names);
    struct rd_plan plan = {0};
    struct rd_trace trace = {0};
    rd_plan_add(&plan, arena, (struct rd_transfer){0, 0, 1, 0, 1, 1});
    rd_trace_add(&trace, arena, (struct rd_timed_transfer){0, 1, 0, 1, 0, 1});
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    setvbuf(full, NULL, _IONBF, 0);
    assert_false(rd_plan_write_csv(full, &test.instance, &plan));
    assert_false(rd_trace_write_csv(full, &test.instance, &trace));
    fclose(full);
}

/* Writes a plan or a trace of one packet into `room` bytes. Returns: was all of it written? */
static bool write_packet(const struct rd_instance *instance, struct rd_arena *arena, bool trace,
                         char *text, size_t room)
{
    struct rd_plan plan = {.timing = RD_LOCK_STEP, .step_s = 0.5};
    struct rd_trace run = {0};
    rd_plan_add_packet(&plan, arena, (struct rd_transfer){0, 0, 1, 0, 1, 1},
                       (struct rd_dimension_range){0, 1});
    rd_trace_add_packet(&run, arena, (struct rd_timed_transfer){0, 1, 2, 0, 0, 1},
                        (struct rd_dimension_range){0, 1});
    FILE *out = fmemopen(text, room, "w");
    assert_non_null(out);
    setvbuf(out, NULL, _IONBF, 0);
    bool written =
        trace ? rd_trace_write_csv(out, instance, &run) : rd_plan_write_csv(out, instance, &plan);
    fclose(out);
    return written;
}

/* Whichever byte is the first that the disk has no room for. */
static void a_disk_that_fills_anywhere_is_told(void **state)
{
    static const char *const quoted[] = {"a\"b", "c,d", "e"};
    static const char *const expected[] = {
        "# timing: lock-step\n# step_s: 0.5\n# rounds: 2\n"
        "round,from,to,kind,items,messages,block\n0,\"a\"\"b\",\"c,d\",0,1,1,0-1\n",
        "start_s,end_s,from,to,kind,items,block\n0,1,e,\"a\"\"b\",0,1,0-1\n"};
    struct rd_arena *arena = *state;
    struct test_instance test = ring(arena, quoted);
    for (int trace = 0; trace < 2; trace++) {
        char text[512] = "";
        size_t size = strlen(expected[trace]);
        for (size_t room = 1; room < size; room++)
            assert_false(write_packet(&test.instance, arena, trace, text, room));
        assert_true(write_packet(&test.instance, arena, trace, text, size + 1));
        assert_string_equal(text, expected[trace]);
    }
}

/* A host without a name, or beyond those of the instance, is written by its number. */
static void hosts_without_a_name_are_numbers(void **state)
{
    struct rd_arena *arena = *state;
    static const char *const some[] = {"a", "", NULL};
    struct test_instance test = ring(arena, some);
    char text[64] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    for (uint32_t host = 0; host < 5; host++) {
        assert_true(rd_csv_write_host(out, &test.instance, host));
        fputc(' ', out);
    }
    assert_true(rd_csv_write_host(out, &test.instance, RD_NO_HOST));
    fclose(out);
    assert_string_equal(text, "a 1 2 3 4 ");
}

/* Of two hosts of one name the first is meant. */
static void the_first_of_two_names_counts(void **state)
{
    struct rd_arena *arena = *state;
    static const char *const same[] = {"a", "b", "b"};
    struct test_instance test = ring(arena, same);
    struct rd_plan plan = {0};
    struct rd_error error;
    assert_true(read_plan("round,from,to,kind,items,messages\n0,a,b,0,1,1\n0,a,2,0,1,1\n",
                          &test.instance, arena, &plan, &error));
    assert_int_equal(plan.transfer[0].to, 1);
    assert_int_equal(plan.transfer[1].to, 2);
}

/* With an instance its hosts are all the hosts there are. */
static void a_trace_of_an_instance_has_its_hosts(void **state)
{
    struct rd_arena *arena = *state;
    static const char text[] = "start_s,end_s,from,to,kind,items\n0,1,h0,h1,0,1\n";
    struct test_instance test = ring(arena, plain_names);
    struct rd_trace trace = {0};
    struct rd_error error;
    const char *const *name;
    uint32_t count = 0;
    assert_true(rd_trace_read_csv("t.csv", text, strlen(text), &test.instance, arena, &trace, &name,
                                  &count, &error));
    assert_int_equal(count, 3);
    assert_ptr_equal(name, plain_names);
}

/* A million hosts are read, and the next one is refused by its line. */
static void hosts_beyond_the_limit_are_refused(void **state)
{
    struct rd_arena *arena = *state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fputs("start_s,end_s,from,to,kind,items\n", out);
    for (int host = 0; host < RD_HOST_LIMIT; host += 2)
        fprintf(out, "0,1,%x,%x,0,1\n", host, host + 1);
    fputs("0,1,0,one too many,0,1\n", out);
    fclose(out);
    struct rd_trace trace = {0};
    struct rd_error error;
    const char *const *name;
    uint32_t count;
    assert_false(
        rd_trace_read_csv("t.csv", text, size, NULL, arena, &trace, &name, &count, &error));
    assert_string_equal(error.message, "to \"one too many\": at most 1048576 hosts are supported");
    assert_int_equal(error.line, RD_HOST_LIMIT / 2 + 2);
    assert_true(rd_trace_read_csv("t.csv", text, size - strlen("0,1,0,one too many,0,1\n"), NULL,
                                  arena, &trace, &name, &count, &error));
    assert_int_equal(count, RD_HOST_LIMIT);
    free(text);
}

/* What is no letter at all is not cut in the middle of one: nothing of it is shown. */
static void letters_are_not_cut(void **state)
{
    (void)state;
    char bytes[41], shown[RD_CSV_SHOWN_SIZE];
    memset(bytes, 0x80, sizeof bytes);
    struct rd_csv_field field = {.text = bytes, .length = sizeof bytes};
    assert_string_equal(rd_csv_show(&field, shown), "...");
    memcpy(bytes, "abc", 3);
    assert_string_equal(rd_csv_show(&field, shown), "ab...");
}

/* Lines are counted as far as an int goes. */
static void lines_are_counted_to_the_last_int(void **state)
{
    (void)state;
    static const char text[] = "a\nb\nc\n";
    struct rd_csv csv;
    struct rd_error error;
    rd_csv_open(&csv, "p.csv", text, strlen(text));
    csv.next_line = INT_MAX - 1;
    assert_int_equal(rd_csv_read(&csv, &error), RD_CSV_RECORD);
    assert_int_equal(csv.line, INT_MAX - 1);
    for (int more = 0; more < 2; more++) {
        assert_int_equal(rd_csv_read(&csv, &error), RD_CSV_RECORD);
        assert_int_equal(csv.line, INT_MAX);
    }
    assert_int_equal(rd_csv_read(&csv, &error), RD_CSV_END);
}

static void numbers_are_strict_and_short(void **state)
{
    (void)state;
    char text[RD_NUMBER_SIZE];
    /* With 15 or 16 digits the largest of all would be rounded up, to what is no number. */
    assert_string_equal(rd_number_shortest(DBL_MAX, text), "1.7976931348623157e+308");
    assert_string_equal(rd_number_exact(0.2, 15, text), "0.2");
    assert_string_equal(rd_number_exact(0.1 + 0.2, 15, text), "0.30000000000000004");
    assert_string_equal(rd_number_shortest(0.1, text), "0.1");
    assert_string_equal(rd_number_shortest(12, text), "12");
    assert_string_equal(rd_number_shortest(10, text), "10");
    assert_string_equal(rd_number_shortest(-2500, text), "-2500");
    assert_string_equal(rd_number_shortest(120.5, text), "120.5");
    assert_string_equal(rd_number_shortest(1e14, text), "100000000000000");
    assert_string_equal(rd_number_shortest(1e300, text), "1e+300");
    assert_string_equal(rd_number_shortest(1.0 / 3, text), "0.3333333333333333");
    assert_string_equal(rd_number_shortest(0.1 + 0.2, text), "0.30000000000000004");
    assert_string_equal(rd_number_shortest(-0.0, text), "-0");
    assert_string_equal(rd_number_shortest(9007199254740991, text), "9007199254740991");
    static const char *const wrong[] = {"",         "-",      "+1",    " 1",     "1 ",    "1.",
                                        ".5",       "1e",     "1e+",   "0x1",    "nan",   "inf",
                                        "infinity", "1,5",    "--1",   "1e5.",   "1e999", "-1e999",
                                        "1e-400",   "5e-324", "1e101", "-1e-101"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double value = 5;
        assert_false(rd_number_parse(wrong[i], strlen(wrong[i]), &value));
        assert_true(value == 5);
    }
    static const struct {
        const char *text;
        double value;
    } right[] = {{"0", 0}, {"-0.5", -0.5}, {"1e3", 1000}, {"2.5E-1", 0.25}, {"007", 7}};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        double value = 5;
        assert_true(rd_number_parse(right[i].text, strlen(right[i].text), &value));
        assert_true(value == right[i].value);
    }
    int64_t integer = 5;
    assert_true(rd_integer_parse("-9223372036854775808", 20, INT64_MIN, INT64_MAX, &integer));
    assert_true(integer == INT64_MIN);
    assert_false(rd_integer_parse("9223372036854775808", 19, INT64_MIN, INT64_MAX, &integer));
    assert_false(rd_integer_parse("-", 1, INT64_MIN, INT64_MAX, &integer));
    assert_false(rd_integer_parse("", 0, INT64_MIN, INT64_MAX, &integer));
}

/* Text is the same under another locale, which writes a half as `half`. It is made for the test,
 * where the system has what it takes. */
static void expect_same_text(void **state, const char *locale, const char *half)
{
    char folder[] = "locale-XXXXXX", command[256];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "localedef -i %s -f UTF-8 %s/%s.UTF-8 >/dev/null 2>&1",
             locale, folder, locale);
    bool made = system(command) == 0;
    setenv("LOCPATH", folder, 1);
    snprintf(command, sizeof command, "%s.UTF-8", locale);
    made = made && setlocale(LC_ALL, command);
    unsetenv("LOCPATH");
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    if (!made)
        skip();
    snprintf(command, sizeof command, "%g", 0.5);
    assert_string_equal(command, half);
    numbers_are_strict_and_short(state);
    trace_is_written_and_read_back(state);
    setlocale(LC_ALL, "C");
}

static void text_does_not_depend_on_a_decimal_comma(void **state)
{
    expect_same_text(state, "de_DE", "0,5");
}

/* A point of two bytes. */
static void text_does_not_depend_on_an_arabic_point(void **state)
{
    expect_same_text(state, "ps_AF",
                     "0\xd9\xab"
                     "5");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, test_arena_open, test_arena_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(plan_is_written_and_read_back),
        TEST(packets_and_empty_plans_are_read_back),
        TEST(marks_are_read_back),
        TEST(names_of_any_kind_are_read_back),
        TEST(columns_in_any_order),
        TEST(plan_mistakes_are_named),
        TEST(trace_is_written_and_read_back),
        TEST(random_times_are_read_back),
        TEST(trace_without_an_instance_numbers_hosts_by_name),
        TEST(many_hosts_are_told_apart),
        TEST(trace_mistakes_are_named),
        TEST(a_trace_is_told_from_a_plan),
        TEST(failing_to_write_is_told),
        TEST(a_disk_that_fills_anywhere_is_told),
        TEST(hosts_without_a_name_are_numbers),
        TEST(the_first_of_two_names_counts),
        TEST(a_trace_of_an_instance_has_its_hosts),
        TEST(hosts_beyond_the_limit_are_refused),
        TEST(letters_are_not_cut),
        TEST(lines_are_counted_to_the_last_int),
        TEST(numbers_are_strict_and_short),
        TEST(text_does_not_depend_on_a_decimal_comma),
        TEST(text_does_not_depend_on_an_arabic_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
