#include "referee.h"

#include "certificate.h"
#include "judge.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

const struct rd_judge_limits rd_judge_limits = {.single_steps = INT64_C(1) << 28,
                                                .arrivals = UINT32_C(1) << 26,
                                                .trace_rows = RD_TRACE_ROW_LIMIT,
                                                .hops = (size_t)1 << 27};

bool rd_times_agree(double a_s, double b_s, double makespan_s)
{
    return a_s == b_s || fabs(a_s - b_s) <= RD_TIME_TOLERANCE * fabs(makespan_s);
}

const char *rd_violation_name(enum rd_violation violation)
{
    static const char *const names[] = {
        [RD_LEGAL] = "legal",
        [RD_VIOLATION_ROW] = "row",
        [RD_VIOLATION_NEIGHBOUR] = "neighbour",
        [RD_VIOLATION_MORE_THAN_EVER_HELD] = "more than ever held",
        [RD_VIOLATION_NOT_HELD] = "not held",
        [RD_VIOLATION_ORDER] = "order",
        [RD_VIOLATION_DEADLOCK] = "deadlock",
        [RD_VIOLATION_PORT] = "port",
        [RD_VIOLATION_TIME] = "time",
        [RD_VIOLATION_PACKET] = "packet",
        [RD_VIOLATION_CERTIFICATE] = "certificate",
        [RD_VIOLATION_SIZE] = "size",
    };
    return names[violation];
}

bool rd_judge_fail(struct rd_judge *judge, enum rd_violation violation, size_t row, uint32_t host,
                   const char *format, ...)
{
    struct rd_verdict *verdict = judge->verdict;
    verdict->violation = violation;
    verdict->row = row;
    verdict->host = host;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(verdict->message, sizeof verdict->message, format, arguments);
    va_end(arguments);
    return false;
}

const char *rd_of_kind(const struct rd_judge *judge, int32_t kind, char text[RD_OF_KIND_SIZE])
{
    if (judge->kind_count == 1)
        return "";
    snprintf(text, RD_OF_KIND_SIZE, " of kind %" PRId32, kind);
    return text;
}

const char *rd_row_verb(uint32_t to)
{
    return to == RD_NO_HOST ? "computes" : "sends";
}

bool rd_judge_not_held(struct rd_judge *judge, size_t row, int64_t items, int64_t held)
{
    const struct rd_row *short_of = rd_plan_row(judge->plan, row);
    char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    return rd_judge_fail(judge, RD_VIOLATION_NOT_HELD, row, short_of->from,
                         "round %" PRIu32 ": %s %s %" PRId64 " items%s and holds %" PRId64,
                         short_of->round, rd_host_label(judge->instance, short_of->from, label),
                         rd_row_verb(short_of->to), items,
                         rd_of_kind(judge, short_of->kind, of_kind), held);
}

bool rd_judge_too_long(struct rd_judge *judge, size_t row, int64_t limit, const char *what)
{
    return rd_judge_fail(judge, RD_VIOLATION_SIZE, row, RD_NO_HOST, "row %zu: %s beyond %" PRId64,
                         row, what, limit);
}

bool rd_judge_list(struct rd_judge *judge, size_t row, double start_s, double step_s, int64_t count,
                   int64_t items, double duration_s)
{
    struct rd_trace *trace = judge->trace;
    if (!trace)
        return true;
    int64_t limit = judge->limits->trace_rows;
    if (count > limit - (int64_t)trace->row_count)
        return rd_judge_too_long(judge, row, limit, "the trace would have rows");
    const struct rd_row *from = rd_plan_row(judge->plan, row);
    for (int64_t i = 0; i < count; i++) {
        double at_s = start_s + (double)i * step_s;
        /* Where messages follow each other, one ends when the next starts, to the last digit. */
        double end_s =
            step_s == duration_s ? start_s + (double)(i + 1) * step_s : at_s + duration_s;
        rd_trace_add(trace, judge->arena,
                     (struct rd_trace_row){at_s, end_s, from->from, from->to, from->kind, items});
    }
    return true;
}

/* What is wrong with a plan before any of its rows; NULL if nothing is. */
static const char *wrong_plan(const struct rd_judge *judge, enum rd_violation *ret_violation)
{
    const struct rd_plan *plan = judge->plan;
    *ret_violation = RD_VIOLATION_ROW;
    if (plan->timing != RD_SELF_TIMED && plan->timing != RD_LOCK_STEP &&
        plan->timing != RD_FREE_ORDER)
        return rd_arena_print(judge->scratch,
                              "timing %d: self-timed, lock-step and free order are known",
                              (int)plan->timing);
    if (plan->timing == RD_LOCK_STEP && !(plan->step_s >= 0 && isfinite(plan->step_s)))
        return rd_arena_print(judge->scratch,
                              "a step of %g s: a finite number, 0 or more, is "
                              "needed",
                              plan->step_s);
    *ret_violation = RD_VIOLATION_PACKET;
    if (plan->block && plan->timing != RD_LOCK_STEP)
        return "packets out of lock-step: packets cross a dimension a round";
    if (plan->block && judge->instance->port_model != RD_PIPELINED_PORTS)
        return "packets without pipelined ports: only there a message crosses several links";
    *ret_violation = RD_VIOLATION_SIZE;
    if (plan->row_count >= UINT32_MAX)
        return rd_arena_print(judge->scratch, "%zu rows: fewer than 2^32 - 1 are supported",
                              plan->row_count);
    return NULL;
}

/* Before the first row. Returns: false, and the verdict, if the plan is wrong as a whole. */
static bool open_rows(struct rd_judge *judge, const struct rd_plan *plan)
{
    judge->plan = plan;
    judge->packets = plan->block != NULL && plan->row_count > 0;
    enum rd_violation violation;
    const char *wrong = wrong_plan(judge, &violation);
    if (wrong)
        return rd_judge_fail(judge, violation, SIZE_MAX, RD_NO_HOST, "%s", wrong);
    if (plan->timing != RD_LOCK_STEP)
        return true;
    if (judge->packets)
        judge->under_way = rd_packets_open(judge);
    else
        judge->lock_step = rd_lock_step_open(judge);
    return true;
}

static bool read_lock_step(struct rd_judge *judge)
{
    return judge->packets ? rd_packets_read(judge->under_way) : rd_lock_step_read(judge->lock_step);
}

static bool close_lock_step(struct rd_judge *judge)
{
    return judge->packets ? rd_packets_close(judge->under_way)
                          : rd_lock_step_close(judge->lock_step);
}

static bool judge_whole(struct rd_judge *judge)
{
    if (judge->plan->timing == RD_LOCK_STEP)
        return read_lock_step(judge) && close_lock_step(judge);
    if (!rd_judge_rows(judge))
        return false;
    if (judge->plan->timing == RD_FREE_ORDER) {
        judge->makespan_s = NAN;
        return true;
    }
    return judge->pooled ? rd_judge_by_heap(judge) : rd_judge_self_timed(judge);
}

/* What depends on the instance alone. */
static struct rd_judge open_judge(const struct rd_judge_limits *limits,
                                  const struct rd_instance *instance, struct rd_arena *arena,
                                  struct rd_arena *scratch, struct rd_verdict *verdict)
{
    *verdict = (struct rd_verdict){.row = SIZE_MAX, .host = RD_NO_HOST, .steps = -1};
    struct rd_judge judge = {.limits = limits,
                             .instance = instance,
                             .arena = arena,
                             .scratch = scratch,
                             .verdict = verdict};
    judge.host_count = instance->topology.host_count;
    judge.kind_count = instance->kind_count;
    judge.window = instance->port_model == RD_PIPELINED_PORTS ? 1 : instance->port_count;
    judge.no_work = instance->topology.shape == RD_STAR ? judge.host_count - 1 : RD_NO_HOST;
    judge.one_bus = instance->topology.shape == RD_BUS;
    judge.steps = -1;
    if (instance->goal == RD_STENCIL)
        judge.worked = rd_take(arena, judge.host_count, int64_t);
    return judge;
}

/* Fills what a verdict says of a legal plan or trace. */
static void close_judge(struct rd_judge *judge)
{
    struct rd_verdict *verdict = judge->verdict;
    verdict->makespan_s = judge->makespan_s;
    verdict->final = judge->final;
    verdict->computed = judge->computed;
    verdict->items_moved = judge->items_moved;
    verdict->transfers = judge->transfers;
    verdict->steps = judge->steps;
    rd_judge_goal(judge);
}

/* A plan that claims more than to be legal has to prove it. */
static bool judge_certificate(struct rd_judge *judge)
{
    const struct rd_certificate *certificate = judge->plan->certificate;
    struct rd_error error;
    if (certificate && judge->plan->first_row > 0)
        return rd_judge_fail(judge, RD_VIOLATION_CERTIFICATE, SIZE_MAX, RD_NO_HOST,
                             "a certificate of a plan whose rows were not kept: it speaks of them");
    if (!certificate ||
        (rd_certificate_check(judge->instance, certificate, judge->scratch, &error) &&
         rd_certificate_fits_plan(judge->instance, judge->plan, certificate, judge->scratch,
                                  &error)))
        return true;
    return rd_judge_fail(judge, RD_VIOLATION_CERTIFICATE, SIZE_MAX, RD_NO_HOST, "%s",
                         error.message);
}

/* What remains once all rows are judged. Returns: is the plan legal? */
static bool conclude(struct rd_judge *judge, bool legal)
{
    if (legal && !isfinite(judge->makespan_s) && judge->plan->timing != RD_FREE_ORDER)
        legal = rd_judge_fail(judge, RD_VIOLATION_SIZE, SIZE_MAX, RD_NO_HOST,
                              "the plan ends at infinity: beyond the largest number");
    legal = legal && judge_certificate(judge);
    if (legal)
        close_judge(judge);
    return legal;
}

void rd_judge_plan_within(const struct rd_judge_limits *limits, const struct rd_instance *instance,
                          const struct rd_plan *plan, struct rd_arena *arena,
                          struct rd_arena *scratch, struct rd_trace *ret_trace,
                          struct rd_verdict *ret_verdict)
{
    rd_assert(arena != scratch && plan->first_row == 0);
    struct rd_trace trace = {0};
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_judge judge = open_judge(limits, instance, arena, scratch, ret_verdict);
    judge.round_count = plan->round_count;
    judge.trace = ret_trace && plan->timing != RD_FREE_ORDER ? &trace : NULL;
    bool legal = conclude(&judge, open_rows(&judge, plan) && judge_whole(&judge));
    if (legal && judge.trace)
        rd_trace_sort(&trace, scratch);
    if (ret_trace)
        *ret_trace = legal ? trace : (struct rd_trace){0};
    rd_arena_rewind(scratch, mark);
}

void rd_judge_plan(const struct rd_instance *instance, const struct rd_plan *plan,
                   struct rd_arena *arena, struct rd_arena *scratch, struct rd_trace *ret_trace,
                   struct rd_verdict *ret_verdict)
{
    rd_judge_plan_within(&rd_judge_limits, instance, plan, arena, scratch, ret_trace, ret_verdict);
}

/* What an audit has come to. */
struct rd_audit_state {
    struct rd_judge judge;
    struct rd_verdict verdict;
    bool legal; /* as far as rows were read */
};

static struct rd_audit_state *open_state(struct rd_audit *audit, const struct rd_plan *plan)
{
    struct rd_audit_state *state = rd_take(audit->arena, 1, struct rd_audit_state);
    state->judge =
        open_judge(&rd_judge_limits, audit->instance, audit->arena, audit->arena, &state->verdict);
    state->judge.round_count = UINT32_MAX;
    state->legal = open_rows(&state->judge, plan);
    state->judge.settled = !state->legal;
    return state;
}

/* Judges the rows that the plan holds now. */
static void read_rows(struct rd_plan_reader *reader, const struct rd_plan *plan)
{
    struct rd_audit *audit = (struct rd_audit *)reader; /* its first member */
    if (!audit->state)
        audit->state = open_state(audit, plan);
    struct rd_judge *judge = &audit->state->judge;
    judge->plan = plan;
    if (audit->state->legal)
        audit->state->legal = read_lock_step(judge);
    else if (!judge->settled)
        judge->settled = !rd_judge_form(judge, plan->first_row);
}

void rd_audit_open(struct rd_audit *audit, const struct rd_instance *instance,
                   struct rd_arena *arena, struct rd_plan *plan)
{
    *audit = (struct rd_audit){
        .reader = {read_rows, RD_AUDIT_ROWS}, .instance = instance, .arena = arena};
    bool looks_back = instance->goal == RD_FINISH || instance->goal == RD_STENCIL;
    plan->reader = looks_back ? NULL : &audit->reader;
}

void rd_audit_close(struct rd_audit *audit, const struct rd_plan *plan, struct rd_arena *scratch,
                    struct rd_verdict *ret_verdict)
{
    struct rd_audit_state *state = audit->state;
    if (!state) {
        rd_judge_plan(audit->instance, plan, audit->arena, scratch, NULL, ret_verdict);
        return;
    }
    struct rd_judge *judge = &state->judge;
    judge->round_count = plan->round_count;
    read_rows(&audit->reader, plan);
    conclude(judge, state->legal && close_lock_step(judge));
    *ret_verdict = state->verdict;
}

void rd_judge_trace_within(const struct rd_judge_limits *limits, const struct rd_instance *instance,
                           const struct rd_trace *trace, bool exact_costs, struct rd_arena *arena,
                           struct rd_arena *scratch, struct rd_verdict *ret_verdict)
{
    rd_assert(arena != scratch);
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_judge judge = open_judge(limits, instance, arena, scratch, ret_verdict);
    judge.packets = trace->block != NULL && trace->row_count > 0;
    if (rd_judge_rows_of_trace(&judge, trace, exact_costs))
        close_judge(&judge);
    rd_arena_rewind(scratch, mark);
}

void rd_judge_trace(const struct rd_instance *instance, const struct rd_trace *trace,
                    bool exact_costs, struct rd_arena *arena, struct rd_arena *scratch,
                    struct rd_verdict *ret_verdict)
{
    rd_judge_trace_within(&rd_judge_limits, instance, trace, exact_costs, arena, scratch,
                          ret_verdict);
}
