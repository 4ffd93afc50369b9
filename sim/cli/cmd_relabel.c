/* redist relabel: placements of other programs, old and new: who should get which part, and when
 * what is copied. */
#include "commands.h"

#include "sim/base/number_text.h"
#include "sim/cli/relabel/host_groups.h"
#include "sim/cli/relabel/relabel_files.h"
#include "sim/input/file_text.h"
#include "sim/relabel/renamed.h"
#include "sim/relabel/timetable.h"
#include "sim/report/output_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define TEXT_BYTES_LIMIT ((size_t)256 << 20)
enum { PORT_LIMIT = 1000, SHOWN_LIMIT = 16 };

/* No objective is given. */
#define OBJECTIVE_BY_FORMAT ((enum rd_objective)(RD_RELABEL_PORT_THEN_VOLUME + 1))

struct arguments {
    const struct rd_placement_format *placement_format;
    const char *old, *new, *sizes, *ports, *out, *objects, *certificate, *relabelled, *scenario;
    int64_t host_count, item_bytes;
    struct rd_groups_request groups;
    enum rd_objective objective;
    double gain_s, unit_s;
    enum rd_format format;
};

static error_t take_word(struct argp_state *state, void *given, const char *option, char *text)
{
    struct arguments *arguments = given;
    const struct rd_placement_format *format = rd_placement_formats;
    (void)option;
    if (arguments->old || arguments->placement_format) {
        rd_take_only(state, text, arguments->old ? &arguments->new : &arguments->old);
        return 0;
    }
    while (format->name && strcmp(format->name, text) != 0)
        format++;
    if (!format->name) {
        char names[128];
        int length = 0;
        for (format = rd_placement_formats; format->name; format++)
            length += snprintf(names + length, sizeof names - (size_t)length, "%s%s",
                               format[1].name ? " " : " or ", format->name);
        argp_error(state, "format \"%s\":%s is accepted", text, names);
    }
    arguments->placement_format = format;
    return 0;
}

/* Each output needs a place of its own, or one would be lost or end up within another. */
static void refuse_same_files(struct argp_state *state, const struct arguments *arguments)
{
    const char *const file[] = {arguments->out, arguments->objects, arguments->certificate,
                                arguments->relabelled, arguments->scenario};
    for (size_t i = 0; i < sizeof file / sizeof *file; i++)
        for (size_t j = 0; j < i; j++)
            if (file[i] && file[j] && strcmp(file[i], file[j]) == 0)
                argp_error(state, "two outputs to %s: another file for each is accepted", file[i]);
}

/* The objective by default, and what of it a format takes that relabels nothing. */
static void take_objective(struct argp_state *state, struct arguments *arguments)
{
    bool stays = arguments->placement_format->stays;
    if (arguments->objective == OBJECTIVE_BY_FORMAT)
        arguments->objective = stays ? RD_RELABEL_NONE : RD_RELABEL_PORT_THEN_VOLUME;
    if (stays && arguments->objective != RD_RELABEL_NONE)
        argp_error(state, "--objective: %s is accepted with none, who gets what is settled",
                   arguments->placement_format->name);
}

static void finish(struct argp_state *state, void *given)
{
    struct arguments *arguments = given;
    const struct rd_placement_format *format = arguments->placement_format;
    rd_need_argument(state, format ? format->name : NULL, "FORMAT");
    if (!format || !format->name)
        return;
    rd_need_argument(state, arguments->old, format->files == 1 ? "MATRIX" : "OLD");
    if (format->files == 2 && !format->tells_new)
        rd_need_argument(state, arguments->new, "NEW");
    else if (arguments->new && format->files == 1)
        rd_refuse_argument(state, arguments->new);
    take_objective(state, arguments);
    if (format->needs_hosts && arguments->host_count == 0)
        argp_error(state, "--hosts N is missing: the hosts that the slots are dealt out to");
    if (format->needs_sizes)
        rd_need_argument(state, arguments->sizes, "--sizes FILE");
    if (arguments->sizes && !format->takes_sizes)
        argp_error(state, "--sizes: %s has no sizes", format->name);
    if (arguments->relabelled && !rd_renaming_is_known(format))
        argp_error(state, "--relabelled: partition, experts and kafka are accepted");
    if (arguments->objects && format->is_divisible)
        argp_error(state, "--objects: experts, kafka, ceph and elasticsearch are accepted, whose "
                          "items stay whole");
    if (arguments->item_bytes > 0 && (!arguments->objects || strcmp(format->unit, "experts") != 0))
        argp_error(state, "--item-bytes: it is for --objects of experts");
    const struct rd_groups_request *groups = &arguments->groups;
    if ((groups->prices || groups->together || groups->apart) && !groups->path)
        argp_error(state, "--%s: it is for --groups",
                   groups->prices     ? "prices"
                   : groups->together ? "together"
                                      : "apart");
    if (groups->together && groups->apart)
        argp_error(state, "--together and --apart: one of them is accepted");
    if ((groups->together || groups->apart) && arguments->objective != RD_RELABEL_VOLUME)
        argp_error(state, "--%s: --objective volume is accepted",
                   groups->together ? "together" : "apart");
    refuse_same_files(state, arguments);
}

static const struct rd_argument accepted[] = {
    {RD_OWN(NULL, "FORMAT", take_word, "")},
    {RD_TEXT("sizes", "FILE", sizes,
             "Sizes of items: a line for each vertex (partition), what kafka-log-dirs --describe "
             "prints (kafka), or, for erasure-coded pools, ceph osd dump as JSON (ceph)")},
    {RD_INTEGER("hosts", "N", host_count, 1, RD_PLACEMENT_HOST_LIMIT,
                "How many hosts there are (experts, partition)")},
    {RD_TEXT("ports", "K[,HOST=K...]", ports,
             "How many items a host sends, and receives, at a time (default 1)")},
    {RD_WORD("objective", "NAME", objective, rd_objective_names,
             "What is to be least: none (ceph, elasticsearch), volume, port, volume-then-port or "
             "port-then-volume (default)")},
    {RD_TEXT("groups", "FILE", groups.path,
             "Hosts in groups, such as nodes or racks: a CSV with the columns host and group. "
             "Copies come from the own group where it has the item")},
    {RD_TEXT("prices", "WITHIN,BETWEEN", groups.prices,
             "With --groups: what a unit costs that is copied within a group, and between two "
             "(default: 1,1); the objective's volume is this cost")},
    {RD_FLAG("together", groups.together,
             "With --groups and --objective volume: parts of one group stay in one group")},
    {RD_FLAG("apart", groups.apart,
             "With --groups and --objective volume: no two replicas of an item come into one "
             "group")},
    {RD_SECONDS("unit-time", "S", unit_s, "Seconds that a port takes for one item (default 1)")},
    {RD_SECONDS("gain", "S", gain_s,
                "Seconds that an iteration takes less in the new placement: print how many pay "
                "for the copies")},
    {RD_TEXT("out", "FILE.csv", out, "Write the schedule (- for standard output)")},
    {RD_TEXT("objects", "LIST.csv", objects,
             "Write the copies as a list of objects for a scenario, in the order of the items "
             "(experts, kafka, ceph, elasticsearch; - for standard output)")},
    {RD_INTEGER("item-bytes", "N", item_bytes, 1, RD_OBJECT_BYTES_LIMIT,
                "With --objects: bytes of an expert (default 1)")},
    {RD_TEXT("certificate", "FILE.json", certificate,
             "Write the relabelling and what proves it (- for standard output)")},
    {RD_TEXT("relabelled", "FILE", relabelled,
             "Write the relabelled new placement (partition, experts, kafka; - for standard "
             "output)")},
    {RD_TEXT("scenario", "FILE.xml", scenario,
             "Write a scenario for redist run, where no item has two holders")},
    {RD_FORMAT(format)},
    {RD_END},
};

static const struct rd_verb verb = {
    .args_doc = "FORMAT OLD [NEW]\noverlap MATRIX",
    .doc = "Reads an old and a new placement of other programs, finds which host should get which "
           "part of the new one, so that least is moved or the busiest port has least to do, "
           "proves that no relabelling is better, and plans the copies. Greedy batches, as "
           "programs make them today, stand beside it. FORMAT is overlap (a matrix: row i, column "
           "j says how much of part j host i holds), partition (a part for each vertex, as METIS "
           "writes), block-cyclic (ScaLAPACK descriptors and grids), experts "
           "(physical_to_logical_map as JSON), kafka (JSON of kafka-reassign-partitions), ceph "
           "(JSON of ceph pg dump, and commands of its balancer) or elasticsearch "
           "(_cat/shards).\v"
           "Examples:\n"
           "  redist relabel overlap overlap.txt --gain 2 --unit-time 0.01\n"
           "  redist relabel block-cyclic matrix_old.txt matrix_new.txt\n"
           "  redist relabel experts old.json new.json --hosts 8 --out copies.csv\n"
           "  redist relabel kafka old.json new.json --sizes sizes.json --ports 2\n"
           "  redist relabel ceph pg_dump.json upmap.txt --objects list.csv\n",
    .argument = accepted,
    .finish = finish,
};

/* One way to place and to schedule: the sums over all placements. */
struct way {
    const char *placement, *schedule;
    int64_t volume, between, busiest, end;
    size_t batch_count;
    bool is_greedy;
};

enum { GIVEN_GREEDY, GIVEN_OURS, BEST_GREEDY, BEST_OURS, WAY_COUNT };

struct work {
    const struct arguments *arguments;
    struct rd_placements placements;
    struct rd_placement_input input;
    uint32_t *ports;
    struct rd_host_groups host_groups, *groups; /* NULL: none are given */
    struct rd_relabelling *relabelling;         /* [placements.count] */
    struct rd_timetable *timetable;             /* [placements.count] of the best way */
    struct way way[WAY_COUNT];
    struct rd_arena arena, scratch;
};

static bool read_file(const char *path, struct rd_arena *arena, struct rd_input_text *ret_text,
                      struct rd_error *reterr)
{
    struct rd_error error;
    ret_text->path = path;
    return !path ||
           rd_file_text(path, TEXT_BYTES_LIMIT, arena, &ret_text->text, &ret_text->size, &error) ||
           rd_fail(reterr, error.code, path, 0, "%s", error.message);
}

static bool read_all(struct work *work, struct rd_error *reterr)
{
    const struct arguments *arguments = work->arguments;
    struct rd_placement_input *input = &work->input;
    input->host_count = arguments->host_count;
    if (!read_file(arguments->old, &work->arena, &input->old, reterr) ||
        !read_file(arguments->new, &work->arena, &input->new, reterr) ||
        !read_file(arguments->sizes, &work->arena, &input->sizes, reterr) ||
        !rd_placements_read(arguments->placement_format, input, &work->arena, &work->placements,
                            reterr))
        return false;
    for (size_t i = 0; i < work->placements.remark_count; i++)
        rd_complain(RD_ERROR_NONE, "redist: %s", work->placements.remark[i]);
    return true;
}

/* K[,HOST=K...] */
static bool read_ports(struct work *work, struct rd_error *reterr)
{
    const struct rd_placement *placement = work->placements.placement;
    const char *at = work->arguments->ports;
    bool *is_given = rd_take(&work->arena, placement->host_count, bool);
    work->ports = rd_take(&work->arena, placement->host_count, uint32_t);
    for (uint32_t host = 0; host < placement->host_count; host++)
        work->ports[host] = 1;
    while (at) {
        const char *end = strchrnul(at, ','), *sign = memchr(at, '=', (size_t)(end - at));
        const char *value = sign ? sign + 1 : at;
        int64_t ports = 0;
        uint32_t host =
            sign ? rd_placement_host(placement, at, (size_t)(sign - at)) : placement->host_count;
        if (!rd_integer_parse(value, (size_t)(end - value), 1, PORT_LIMIT, &ports) ||
            (sign && (host == placement->host_count || is_given[host])) ||
            (!sign && at != work->arguments->ports))
            return rd_fail(reterr, RD_ERROR_USAGE, NULL, 0,
                           "--ports %s: K for all hosts is accepted, and then HOST=K for single "
                           "ones, once each, each K from 1 to %d",
                           work->arguments->ports, PORT_LIMIT);
        if (sign)
            is_given[host] = true;
        if (sign)
            work->ports[host] = (uint32_t)ports;
        for (uint32_t i = 0; i < placement->host_count && !sign; i++)
            work->ports[i] = (uint32_t)ports;
        at = *end ? end + 1 : NULL;
    }
    return true;
}

static void take_way(struct work *work, size_t k, const uint32_t *host_of_part, struct way *way)
{
    const struct rd_placement *placement = &work->placements.placement[k];
    struct rd_arena_mark mark = rd_arena_mark(&work->arena);
    struct rd_placement near;
    if (work->groups && !way->is_greedy) {
        near = rd_placement_near(placement, host_of_part, work->groups, &work->arena);
        placement = &near;
    }
    struct rd_moves moves = rd_moves(placement, host_of_part, work->ports, way->is_greedy,
                                     &work->arena, &work->scratch);
    struct rd_timetable timetable = (way->is_greedy ? rd_timetable_greedy : rd_timetable_ours)(
        placement, work->placements.format->is_divisible, &moves, work->ports, &work->arena,
        &work->scratch);
    way->volume += rd_moves_volume(&moves);
    way->between += work->groups ? rd_moves_between(&moves, work->groups) : 0;
    way->busiest += rd_moves_busiest(&moves, placement->host_count, work->ports, &work->scratch);
    way->end += timetable.end;
    way->batch_count += timetable.batch_count;
    if (way == &work->way[BEST_OURS])
        work->timetable[k] = timetable;
    else
        rd_arena_rewind(&work->arena, mark);
}

/* Placement by placement: they follow each other in time. */
static void work_out(struct work *work)
{
    size_t count = work->placements.count;
    static const struct way ways[WAY_COUNT] = {
        {.placement = "as given", .schedule = "greedy batches", .is_greedy = true},
        {.placement = "as given", .schedule = "redist"},
        {.placement = "relabelled", .schedule = "greedy batches", .is_greedy = true},
        {.placement = "relabelled", .schedule = "redist"}};
    memcpy(work->way, ways, sizeof ways);
    work->relabelling = rd_take(&work->arena, count, struct rd_relabelling);
    work->timetable = rd_take(&work->arena, count, struct rd_timetable);
    uint32_t n = work->placements.placement->host_count;
    uint32_t *same = rd_take(&work->arena, n, uint32_t);
    for (uint32_t i = 0; i < n; i++)
        same[i] = i;
    for (size_t k = 0; k < count; k++) {
        work->relabelling[k] =
            rd_relabel(&work->placements.placement[k], work->ports, work->arguments->objective,
                       work->groups, &work->arena, &work->scratch);
        for (int w = 0; w < WAY_COUNT; w++)
            take_way(work, k, w < BEST_GREEDY ? same : work->relabelling[k].host_of_part,
                     &work->way[w]);
    }
}

static const struct rd_sheet_column columns[] = {
    {"placement", RD_IN_ALL},
    {"schedule", RD_IN_ALL},
    {"volume", RD_IN_ALL | RD_RIGHT | RD_RAW},
    {"between", RD_IN_ALL | RD_RIGHT | RD_RAW}, /* with --groups */
    {"busiest_port", RD_IN_ALL | RD_RIGHT | RD_RAW},
    {"time", RD_IN_ALL | RD_RIGHT | RD_RAW},
    {"batches", RD_IN_ALL | RD_RIGHT | RD_RAW},
    {"seconds", RD_IN_ALL | RD_RIGHT | RD_RAW},
    {"break_even", RD_IN_ALL | RD_RIGHT | RD_RAW},
};

enum { BETWEEN = 3, SECONDS = 7, BREAK_EVEN };

static bool write_table(struct work *work)
{
    const struct arguments *arguments = work->arguments;
    bool seconds_wanted = arguments->gain_s > 0 || arguments->unit_s > 0;
    struct rd_sheet_column shown[sizeof columns / sizeof *columns];
    size_t column_count = 0;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if ((i != BETWEEN || work->groups) && (i != SECONDS || seconds_wanted) &&
            (i != BREAK_EVEN || arguments->gain_s > 0))
            shown[column_count++] = columns[i];
    struct rd_sheet sheet = rd_sheet_open(shown, column_count, &work->arena);
    char digits[RD_NUMBER_SIZE];
    int ways = arguments->objective == RD_RELABEL_NONE ? BEST_GREEDY : WAY_COUNT;
    for (int w = 0; w < ways; w++) {
        const struct way *way = &work->way[w];
        double seconds = (double)way->end * (arguments->unit_s > 0 ? arguments->unit_s : 1);
        rd_sheet_texts(&sheet, way->placement, way->schedule);
        rd_sheet_integer(&sheet, way->volume);
        if (work->groups)
            rd_sheet_integer(&sheet, way->between);
        rd_sheet_integer(&sheet, way->busiest);
        rd_sheet_integer(&sheet, way->end);
        rd_sheet_count(&sheet, (int64_t)way->batch_count, way->is_greedy);
        if (seconds_wanted)
            rd_sheet_print(&sheet, "%s", rd_number_text(seconds, 12, digits));
        if (arguments->gain_s > 0)
            rd_sheet_number(&sheet, ceil(seconds / arguments->gain_s));
    }
    return rd_sheet_write(stdout, arguments->format, &sheet);
}

static void print_hosts(const struct rd_placement *placement, const char *title,
                        const uint32_t *host, uint32_t count)
{
    printf("  %s:", title);
    for (uint32_t i = 0; i < count; i++)
        if (placement->host_name)
            printf(" %s", placement->host_name[host[i]]);
        else
            printf(" %" PRIu32, host[i]);
    putchar('\n');
}

static void print_prices(const char *title, const int64_t *price, uint32_t count)
{
    printf("  %s:", title);
    for (uint32_t i = 0; i < count; i++)
        printf(" %" PRId64, price[i]);
    putchar('\n');
}

/* Why no relabelling is better, in words. */
static void explain(const struct work *work)
{
    const struct rd_relabelling *first = work->relabelling;
    const struct way *best = &work->way[BEST_OURS];
    enum rd_objective objective = work->arguments->objective;
    size_t count = work->placements.count;
    uint32_t n = work->placements.placement->host_count;
    int64_t bound = 0, cost = 0, apart_bound = 0;
    size_t apart_count = 0;
    uint32_t hall_count = 0;
    for (size_t k = 0; k < count; k++) {
        const struct rd_apart *apart = work->relabelling[k].apart;
        cost += work->relabelling[k].cost;
        apart_bound += apart ? apart->bound : 0;
        apart_count += apart ? apart->assignments : 0;
        bound += work->relabelling[k].port_bound;
        hall_count += work->relabelling[k].hall_host_count;
    }
    printf("\n");
    bool among = objective == RD_RELABEL_PORT_THEN_VOLUME;
    if (first->apart)
        printf("cost %" PRId64 ": %s of all that keep replicas of an item in different groups: "
               "branch and bound, %zu assignment%s, no less than %" PRId64 "\n",
               cost, apart_bound == cost ? "the least" : "the least found", apart_count,
               apart_count == 1 ? "" : "s", apart_bound);
    else if (first->nested)
        printf("cost %" PRId64
               ": the least of all that leave the parts of each group in one group: "
               "prices of groups, and within any two of hosts and parts, sum to it\n",
               cost);
    else if (first->host_price)
        printf("%s %" PRId64 ": the least of %s relabellings: the prices of hosts and parts "
               "sum to it, and no pair %s%s less than its prices\n",
               work->groups ? "cost" : "volume", cost, among ? "these" : "all",
               among ? "that they may use " : "", work->groups ? "costs" : "lacks");
    if (first->hall_host)
        printf("busiest port %" PRId64 ": %s%s has less than %" PRId64 ": %s\n", best->busiest,
               best->busiest == bound ? "the least: " : "",
               objective == RD_RELABEL_VOLUME_THEN_PORT ? "no relabelling of least volume"
                                                        : "no relabelling",
               bound,
               hall_count > 0 ? "some hosts would have fewer parts to choose from than they are"
                              : "no host has less to do with any part");
    printf("time %" PRId64 ": %s\n", best->end,
           best->end == best->busiest
               ? "that of the busiest port, so no schedule of these copies is shorter"
               : "the busiest port is a lower bound");
    if (count > 1 || n > SHOWN_LIMIT)
        return;
    print_hosts(work->placements.placement, "host of each part", first->host_of_part, n);
    if (first->host_price) {
        print_prices("price of each host", first->host_price, n);
        print_prices("price of each part", first->part_price, n);
    }
    if (first->hall_host_count > 0)
        print_hosts(work->placements.placement, "hosts with too few parts", first->hall_host,
                    first->hall_host_count);
}

static int print(struct work *work)
{
    const struct arguments *arguments = work->arguments;
    const struct rd_placement_format *format = arguments->placement_format;
    if (arguments->format == RD_FORMAT_TABLE) {
        printf("%s: %" PRIu32 " hosts", format->name, work->placements.placement->host_count);
        if (work->placements.count > 1)
            printf(", %zu layers one after the other", work->placements.count);
        printf("; volume in %s, time in that of one on one port\n\n", format->unit);
    }
    bool good = write_table(work);
    if (arguments->format == RD_FORMAT_TABLE && arguments->objective != RD_RELABEL_NONE)
        explain(work);
    if (work->groups)
        rd_host_groups_tell_crowded(arguments->format == RD_FORMAT_TABLE ? stdout : stderr,
                                    &work->placements, work->relabelling, work->groups,
                                    &work->scratch);
    return good ? 0 : rd_error_exit_status(RD_ERROR_FILE); /* why is said when it is closed */
}

static bool write_files(struct work *work, struct rd_error *reterr)
{
    const struct arguments *arguments = work->arguments;
    const struct rd_relabel_files files = {&work->placements,
                                           work->relabelling,
                                           work->timetable,
                                           work->ports,
                                           arguments->item_bytes > 0 ? arguments->item_bytes : 1,
                                           &work->arena};
    const struct rd_renaming renaming = {&work->placements, work->input.new, work->relabelling};
    return (!arguments->scenario ||
            rd_relabel_write_scenario(&files, arguments->scenario, reterr)) &&
           (!arguments->out ||
            rd_write_whole_file(arguments->out, rd_relabel_write_schedule, &files, reterr)) &&
           (!arguments->objects ||
            rd_write_whole_file(arguments->objects, rd_relabel_write_objects, &files, reterr)) &&
           (!arguments->certificate ||
            rd_write_whole_file(arguments->certificate, rd_relabel_write_certificate, &files,
                                reterr)) &&
           (!arguments->relabelled ||
            rd_write_whole_file(arguments->relabelled, rd_renaming_write, &renaming, reterr));
}

/* What goes to standard output stands there alone. */
static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

int rd_cmd_relabel(int argc, char **argv)
{
    struct arguments arguments = {.objective = OBJECTIVE_BY_FORMAT};
    struct rd_error error = {0};
    rd_verb_parse(&verb, argc, argv, &arguments);
    struct work work = {.arguments = &arguments};
    rd_arena_open(&work.arena, 0);
    rd_arena_open(&work.scratch, 0);
    bool good = read_all(&work, &error) && read_ports(&work, &error);
    if (good && arguments.groups.path) {
        good = rd_host_groups_read(&arguments.groups, &work.placements, &work.arena,
                                   &work.host_groups, &error);
        work.groups = &work.host_groups;
    }
    if (good) {
        work_out(&work);
        good = (!work.groups || rd_host_groups_are_apart(&work.placements, work.relabelling,
                                                         work.groups, &work.scratch, &error)) &&
               write_files(&work, &error);
    }
    bool alone = is_stdout(arguments.out) || is_stdout(arguments.objects) ||
                 is_stdout(arguments.certificate) || is_stdout(arguments.relabelled);
    int status = !good ? rd_give_up(&error) : alone ? 0 : print(&work);
    rd_arena_close(&work.scratch);
    rd_arena_close(&work.arena);
    return status;
}
