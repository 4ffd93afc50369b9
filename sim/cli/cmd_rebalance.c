/* redist rebalance: which objects move, so that hosts hold what they should, and when. */
#include "commands.h"

#include "algorithms/objects/rebalance.h"
#include "sim/base/number_text.h"
#include "sim/csv/csv_text.h"
#include "sim/report/json.h"
#include "sim/report/output_file.h"
#include "sim/report/terminal.h"
#include "sim/run/execute.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_WIDTH = 12, SHOWN_LIMIT = 8 };

struct arguments {
    struct rd_run_context_settings context;
    int64_t tolerance; /* in millionths; -1: not given */
    const char *list, *certificate;
    enum rd_format format;
};

static error_t take_tolerance(struct argp_state *state, void *given, const char *option, char *text)
{
    struct arguments *arguments = given;
    double value = -1;
    bool good = rd_number_parse(text, strlen(text), &value) && value >= 0 && value <= 1;
    double millionths = value * (double)RD_TOLERANCE_WHOLE;
    if (!good || fabs(millionths - round(millionths)) > 1e-6)
        argp_error(state, "%s %s: a number from 0 to 1, of up to six decimals, is accepted", option,
                   text);
    arguments->tolerance = (int64_t)round(millionths);
    return 0;
}

static void finish(struct argp_state *state, void *given)
{
    const struct arguments *arguments = given;
    if (arguments->tolerance < 0)
        rd_need_argument(state, NULL, "--tolerance X");
    if (arguments->list && arguments->certificate &&
        strcmp(arguments->list, arguments->certificate) == 0)
        argp_error(state, "two outputs to %s: another file for each is accepted", arguments->list);
}

static const struct rd_argument accepted[] = {
    {RD_OWN("tolerance", "X", take_tolerance,
            "How far from its share of the bytes a host may be, as a part of it: 0.05")},
    {RD_TEXT("out", "LIST.csv", list,
             "Write what moves, in the order in which to start it (- for standard output)")},
    {RD_TEXT("certificate", "FILE.json", certificate,
             "Write where objects are and go, and the bound (- for standard output)")},
    {RD_FORMAT(format)},
    {RD_END},
};

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml",
    .doc = "Finds which objects move, and where, so that each host holds its share of all bytes up "
           "to a tolerance and no two of a group lie in one rack: the fewest bytes that are found, "
           "beside a bound that no placement is below. Then plans the moves, by the <run> elements "
           "or, without one, by objects-search (objects-relayed or -staged, if the goal says so). "
           "Where the tolerance is not reached, says which is, and which hosts miss it.\v"
           "Examples:\n"
           "  redist rebalance cluster.xml --tolerance 0.05 --out list.csv\n"
           "  redist rebalance cluster.xml --tolerance 0.01 --format json\n",
    .argument = accepted,
    RD_SCENARIO_AT(context),
    .finish = finish,
};

/* What was found. */
struct answer {
    const struct arguments *arguments;
    struct rd_run_context *context;
    const struct rd_placed_objects *placed;
    struct rd_rebalance found;
    const uint32_t *by_number; /* [found.moved_count] what moves */
    const uint32_t *moved;     /* the same in the order of the list */
    struct rd_result *result;  /* of the shortest plan; NULL: there is none */
    const char *no_plan;       /* why, or NULL */
};

/* --- from places to a plan ------------------------------------------------------------------- */

/* Plans with one algorithm, and keeps what is shorter than before. */
static bool take_plan(struct answer *answer, const struct rd_run_entry *entry,
                      struct rd_error *reterr)
{
    static const struct rd_execute_settings settings = {.want_trace = true};
    struct rd_run_context *context = answer->context;
    struct rd_outcome outcome;
    if (!rd_execute(context, entry, &settings, &outcome, reterr))
        return false;
    const struct rd_result *result = &outcome.result;
    if (result->status == RD_STATUS_FAILED)
        return rd_failed(reterr, "%s: %s", result->algorithm, result->message);
    if (result->status == RD_STATUS_REFUSED) {
        if (!answer->no_plan)
            answer->no_plan =
                rd_arena_print(&context->arena, "%s: %s", result->algorithm, result->message);
        return true;
    }
    if (isnan(result->planned_s) ||
        (answer->result && result->planned_s >= answer->result->planned_s))
        return true;
    answer->result = rd_arena_copy(&context->arena, result, 1, sizeof *result);
    answer->moved = rd_rebalance_order(answer->by_number, answer->found.moved_count, result->trace,
                                       &context->arena, &context->scratch);
    return true;
}

static bool plan_moves(struct answer *answer, struct rd_error *reterr)
{
    struct rd_run_context *context = answer->context;
    const struct rd_objects *objects =
        rd_rebalance_moves(answer->placed, &answer->found, context->scenario.instance.objects,
                           &context->arena, &answer->by_number);
    answer->moved = answer->by_number;
    if (objects->count == 0)
        return true;
    if (!rd_run_context_take_objects(context, objects, reterr))
        return false;
    if (context->entry_count == 0) {
        const struct rd_algorithm *planner = rd_rebalance_planner(objects);
        const struct rd_scenario_run run = {.algorithm = planner->name, .seed = 1};
        const struct rd_run_entry entry = {&run, planner};
        return take_plan(answer, &entry, reterr);
    }
    for (size_t i = 0; i < context->entry_count; i++)
        if (!take_plan(answer, &context->entry[i], reterr))
            return false;
    return true;
}

static bool find(struct answer *answer, struct rd_error *reterr)
{
    struct rd_run_context *context = answer->context;
    const struct rd_rebalance_case of = {
        .placed = answer->placed,
        .links = context->scenario.instance.objects->relays ? NULL : &context->instance.topology,
        .tolerance = answer->arguments->tolerance};
    if (!rd_placed_check(of.placed, &context->scratch, reterr)) {
        snprintf(reterr->path, sizeof reterr->path, "%s", context->settings.scenario_path);
        reterr->line = context->scenario.loads_line;
        return false;
    }
    return rd_rebalance_find(&of, &context->arena, &context->scratch, &answer->found, reterr) &&
           rd_rebalance_check(&of, &answer->found, &context->scratch, reterr) &&
           plan_moves(answer, reterr);
}

/* --- files ------------------------------------------------------------------------------------ */

static bool write_list(FILE *out, const void *given, struct rd_error *reterr)
{
    const struct answer *answer = given;
    const struct rd_placed_objects *placed = answer->placed;
    const char *const *host = answer->context->scenario.host_name;
    bool good = fputs("name,bytes,from,to\n", out) >= 0;
    for (uint32_t i = 0; i < answer->found.moved_count && good; i++) {
        uint32_t object = answer->moved[i];
        good = rd_csv_write_name(out, placed->name[object]) &&
               fprintf(out, ",%" PRId64 ",", placed->bytes[object]) > 0 &&
               rd_csv_write_name(out, host[placed->at[object]]) && putc(',', out) != EOF &&
               rd_csv_write_name(out, host[answer->found.to[object]]) && putc('\n', out) != EOF;
    }
    return good || rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the list: %s", strerror(errno));
}

/* Numbers, null for RD_ALONE. */
static json_t *numbers(const uint32_t *value, uint32_t count)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(list, value[i] == RD_ALONE ? json_null() : json_integer(value[i]));
    return list;
}

static json_t *names(const char *const *name, uint32_t count)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(list, json_string(name[i]));
    return list;
}

static const char *const reason_name[] = {
    [RD_MUST_LEAVE] = "leave", [RD_MUST_ARRIVE] = "arrive", [RD_MUST_PART] = "part"};

static bool write_certificate(FILE *out, const void *given, struct rd_error *reterr)
{
    const struct answer *answer = given;
    const struct rd_placed_objects *placed = answer->placed;
    const struct rd_rebalance *found = &answer->found;
    uint32_t hosts = placed->host_count;
    struct rd_json json;
    rd_json_begin(&json, out, &answer->context->run_arena);
    rd_json_object(&json);
    rd_json_member(&json, "tolerance_millionths", json_integer(answer->arguments->tolerance));
    rd_json_member(&json, "host", names(answer->context->scenario.host_name, hosts));
    rd_json_member(&json, "weight", rd_json_integers(placed->weight, hosts));
    rd_json_member(&json, "rack", numbers(placed->rack, hosts));
    rd_json_member(&json, "space", rd_json_integers(placed->space_bytes, hosts));
    rd_json_member(&json, "object", names(placed->name, placed->count));
    rd_json_member(&json, "bytes", rd_json_integers(placed->bytes, placed->count));
    rd_json_member(&json, "at", numbers(placed->at, placed->count));
    rd_json_member(&json, "group", numbers(placed->group, placed->count));
    rd_json_member(&json, "to", numbers(found->to, placed->count));
    rd_json_member(&json, "moved_bytes", json_integer(found->moved_bytes));
    rd_json_member(&json, "outside_bytes", json_integer(found->outside_bytes));
    rd_json_member(&json, "reached_millionths",
                   found->reached < 0 ? json_null() : json_integer(found->reached));
    rd_json_member(&json, "bound_bytes", json_integer(found->bound.bytes));
    rd_json_member(&json, "bound_reason", json_string(reason_name[found->bound.reason]));
    rd_json_member(&json, "bound_least", rd_json_integers(found->bound.least, hosts));
    return rd_json_end(&json) ||
           rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the certificate: %s", strerror(errno));
}

/* --- the answer ------------------------------------------------------------------------------- */

/* Hosts that are out: "h3 has 4 bytes too many, h1 lacks 2", up to some. */
static const char *outside_words(const struct answer *answer)
{
    const struct rd_rebalance *found = &answer->found;
    struct rd_text text = {.arena = &answer->context->run_arena};
    uint32_t count = 0;
    for (uint32_t host = 0; host < answer->placed->host_count; host++) {
        int64_t over = found->load[host] - found->high[host];
        int64_t lacks = found->low[host] - found->load[host];
        if ((over <= 0 && lacks <= 0) || ++count > SHOWN_LIMIT)
            continue;
        rd_text_print(&text, "%s%s %s %" PRId64 " bytes%s", count > 1 ? ", " : "",
                      answer->context->scenario.host_name[host], over > 0 ? "has" : "lacks",
                      over > 0 ? over : lacks, over > 0 ? " too many" : "");
    }
    if (count > SHOWN_LIMIT)
        rd_text_print(&text, " and %" PRIu32 " more hosts", count - SHOWN_LIMIT);
    return text.text ? text.text : "";
}

static double part(int64_t millionths)
{
    return (double)millionths / (double)RD_TOLERANCE_WHOLE;
}

static void write_moved(FILE *out, const struct answer *answer)
{
    const struct rd_rebalance *found = &answer->found;
    static const char *const why[] = {[RD_MUST_LEAVE] = "what must leave hosts",
                                      [RD_MUST_ARRIVE] = "what must arrive at hosts",
                                      [RD_MUST_PART] = "what must leave racks"};
    fprintf(out, "moved       %" PRIu32 " objects, %" PRId64 " bytes", found->moved_count,
            found->moved_bytes);
    if (found->outside_bytes == 0)
        fprintf(out, "; at least %" PRId64 " (%s)%s\n", found->bound.bytes,
                why[found->bound.reason],
                !rd_rebalance_is_fewest(found) ? ""
                : found->searched_all          ? ": the fewest, all placements were tried"
                                               : ": the fewest");
    else
        fputs(found->searched_all ? ": the fewest with as little outside\n" : "\n", out);
}

static void write_reached(FILE *out, const struct answer *answer)
{
    const struct rd_rebalance *found = &answer->found;
    char text[RD_NUMBER_SIZE];
    const char *reached =
        found->reached < 0 ? "none" : rd_number_text(part(found->reached), 6, text);
    if (found->outside_bytes == 0)
        fprintf(out, "reached     tolerance %s\n", reached);
    else
        fprintf(out, "reached     tolerance %s: %s; %s\n", reached, outside_words(answer),
                found->searched_all ? "no placement has fewer bytes outside, all were tried"
                                    : "no better placement was found, none is excluded");
}

static void write_words(FILE *out, const void *given)
{
    const struct answer *answer = given;
    const struct rd_placed_objects *placed = answer->placed;
    const struct rd_result *result = answer->result;
    char text[RD_NUMBER_SIZE], bound[RD_NUMBER_SIZE];
    rd_wide bytes = 0;
    char total[RD_WIDE_SIZE];
    for (uint32_t object = 0; object < placed->count; object++)
        bytes += placed->bytes[object];
    fprintf(out, "objects     %" PRIu32 " of %s bytes on %" PRIu32 " hosts; tolerance %s\n",
            placed->count, rd_wide_text(bytes, total), placed->host_count,
            rd_number_text(part(answer->arguments->tolerance), 6, text));
    write_moved(out, answer);
    write_reached(out, answer);
    if (answer->found.moved_count == 0)
        return;
    if (!result) {
        fprintf(out, "schedule    none: %s\n", answer->no_plan ? answer->no_plan : "no plan");
        return;
    }
    fprintf(out, "schedule    %s s by %s", rd_time_text(result->planned_s, text),
            result->algorithm);
    if (result->bound_known)
        fprintf(out, "; bound %s s (%s)", rd_time_text(result->bound.seconds, bound),
                result->bound.name);
    putc('\n', out);
}

static const struct rd_sheet_column column[] = {
    {"objects", RD_IN_ALL | RD_RAW | RD_RIGHT},
    {"hosts", RD_IN_ALL | RD_RAW | RD_RIGHT},
    {"tolerance", RD_IN_ALL | RD_RAW | RD_RIGHT},
    {"moved_objects", RD_IN_ALL | RD_RAW | RD_RIGHT},
    {"moved_bytes", RD_IN_ALL | RD_RAW | RD_RIGHT},
    {"bound_bytes", RD_IN_ALL | RD_RAW | RD_RIGHT},
    {"bound_reason", RD_IN_ALL},
    {"fewest", RD_IN_ALL | RD_RAW},
    {"reached", RD_IN_ALL | RD_RAW | RD_RIGHT},
    {"outside_bytes", RD_IN_ALL | RD_RAW | RD_RIGHT},
    {"outside", RD_IN_DATA},
    {"algorithm", RD_IN_ALL},
    {"planned_s", RD_IN_ALL | RD_RAW | RD_RIGHT},
    {"bound_s", RD_IN_ALL | RD_RAW | RD_RIGHT},
    {"no_plan", RD_IN_DATA},
};

static bool write_sheet(const struct answer *answer)
{
    const struct rd_rebalance *found = &answer->found;
    const struct rd_result *result = answer->result;
    struct rd_sheet sheet =
        rd_sheet_open(column, sizeof column / sizeof *column, &answer->context->run_arena);
    rd_sheet_integer(&sheet, answer->placed->count);
    rd_sheet_integer(&sheet, answer->placed->host_count);
    rd_sheet_number(&sheet, part(answer->arguments->tolerance));
    rd_sheet_integer(&sheet, found->moved_count);
    rd_sheet_integer(&sheet, found->moved_bytes);
    rd_sheet_integer(&sheet, found->bound.bytes);
    rd_sheet_text(&sheet, reason_name[found->bound.reason]);
    rd_sheet_truth(&sheet, rd_rebalance_is_fewest(found));
    rd_sheet_number(&sheet, found->reached < 0 ? NAN : part(found->reached));
    rd_sheet_integer(&sheet, found->outside_bytes);
    rd_sheet_text(&sheet, outside_words(answer));
    rd_sheet_text(&sheet, result ? result->algorithm : NULL);
    rd_sheet_number(&sheet, result ? result->planned_s : NAN);
    rd_sheet_number(&sheet, result && result->bound_known ? result->bound.seconds : NAN);
    rd_sheet_text(&sheet, result ? NULL : answer->no_plan);
    return rd_sheet_write(stdout, answer->arguments->format, &sheet);
}

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static int rebalance(struct rd_run_context *context, const void *given)
{
    const struct arguments *arguments = given;
    struct answer answer = {arguments, context, .placed = context->scenario.placed};
    struct rd_error error;
    if (!answer.placed)
        return rd_complain(RD_ERROR_INPUT,
                           "%s:%d: objects that say where they go: redist rebalance takes objects "
                           "with at, and without from and to",
                           context->settings.scenario_path, context->scenario.loads_line);
    if (!find(&answer, &error) ||
        (arguments->list && !rd_write_whole_file(arguments->list, write_list, &answer, &error)) ||
        (arguments->certificate &&
         !rd_write_whole_file(arguments->certificate, write_certificate, &answer, &error)))
        return rd_give_up(&error);
    /* What goes to standard output stands there alone. */
    bool alone = is_stdout(arguments->list) || is_stdout(arguments->certificate);
    bool words = arguments->format == RD_FORMAT_TABLE;
    if (!alone && words)
        rd_terminal_fold(stdout, LABEL_WIDTH, write_words, &answer);
    if (!alone && !words && !write_sheet(&answer))
        return rd_complain(RD_ERROR_FILE, "redist: the results: %s", strerror(errno));
    return answer.found.moved_count > 0 && !answer.result ? rd_error_exit_status(RD_ERROR_REFUSED)
                                                          : 0;
}

int rd_cmd_rebalance(int argc, char **argv)
{
    struct arguments arguments = {.context = {.runs_optional = true, .places_objects = true},
                                  .tolerance = -1};
    rd_verb_parse(&verb, argc, argv, &arguments);
    return rd_with_run_context(&arguments.context, rebalance, &arguments);
}
