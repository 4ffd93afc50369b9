/* libredist-mpi, with mpi_named_items.c. The same source is built for SMPI, SimGrid's MPI, and for
 * any other. */
#include "include/redist/mpi.h"

#include "mpi_named_items.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One message that this rank sends or receives. */
struct message {
    struct rd_mpi_message of;
    int64_t needed; /* to send: what has to have been held of the kind by then, of a named one the
                       number behind the last item; to receive: space for it, and for all that is
                       listed before */
    size_t stretch; /* to send, of a named kind: all before it has come */
    size_t row;     /* of the plan */
    unsigned char *bytes;
    bool posted, ended;
};

struct queue {
    struct message *message; /* [count], in the order of the plan */
    size_t count, first;     /* messages before `first` are over */
};

struct process {
    MPI_Comm communicator;
    uint32_t rank, ports;
    bool in_lock_step; /* a port carries so many rows at a time: messages of one count as one */
    const struct rd_problem *problem;
    const struct rd_mpi_data *data;
    struct rd_call_error *error;
    int64_t *come;                 /* [kinds]: all that has ever been held */
    int64_t *due;                  /* [kinds]: what has to have been held for the messages so far */
    int64_t *first_item;           /* [named kinds + 1]: the number of the first item of each */
    size_t held_count;             /* of ranges that are here at the start; message i brings range
                                      held_count + i */
    struct rd_stretches stretches; /* of these ranges */
    int64_t awaited_bytes;         /* of the objects that this rank receives, so far */
    bool *link_is_busy;            /* [2 * hosts]: to each, then from each */
    struct queue out, in;
    MPI_Request *request;    /* [active_count] */
    struct message **active; /* [active_count] */
    int active_count;
};

static bool fail(struct rd_call_error *error, enum rd_call_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error->code = code;
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return false;
}

static bool take(struct process *process, size_t count, size_t size, void *ret_memory)
{
    void *memory = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
    memcpy(ret_memory, &memory, sizeof memory);
    return memory || fail(process->error, RD_CALL_OUT_OF_MEMORY, "%zu x %zu bytes", count, size);
}

static bool has_objects(const struct rd_problem *problem)
{
    return problem->goal == RD_GOAL_PLACE;
}

/* Those before the named ones. */
static uint32_t counted_kinds(const struct rd_problem *problem)
{
    if (has_objects(problem))
        return (uint32_t)problem->object_count;
    return problem->kind_count > 0 || problem->goal == RD_GOAL_COPIES ? problem->kind_count : 1;
}

static uint32_t kinds_of(const struct rd_problem *problem)
{
    return counted_kinds(problem) + rd_named_kinds(problem);
}

static bool is_named(const struct process *process, int32_t kind)
{
    return kind >= (int32_t)counted_kinds(process->problem);
}

/* --- the plan --- */

/* What a message of items or of an object carries. */
static double content_bytes(const struct process *process, const struct rd_mpi_message *message)
{
    const struct rd_problem *problem = process->problem;
    const struct rd_mpi_data *data = process->data;
    if (has_objects(problem))
        return (double)problem->object_bytes[message->kind];
    return (double)message->items *
           (double)(data->kind_bytes ? data->kind_bytes[message->kind] : data->item_bytes);
}

static size_t message_bytes(const struct process *process, const struct rd_mpi_message *message)
{
    const struct rd_mpi_data *data = process->data;
    return data->message_bytes +
           (message->kind < 0 ? data->word_bytes : (size_t)content_bytes(process, message));
}

/* Has the kind of a row, if it is a named one, the items of all its messages? */
static bool check_items(const struct process *process, size_t row,
                        const struct rd_mpi_message *message, int64_t messages)
{
    if (!is_named(process, message->kind))
        return true;
    size_t named = (size_t)message->kind - counted_kinds(process->problem);
    int64_t items = process->first_item[named + 1] - process->first_item[named];
    return (message->items > 0 && message->first_item >= 0 && message->first_item < items &&
            messages <= (items - message->first_item) / message->items) ||
           fail(process->error, RD_CALL_ARGUMENT,
                "row %zu: not items of named kind %zu, which has items 0 to %" PRId64, row, named,
                items - 1);
}

static bool check_row(const struct process *process, const struct rd_schedule *plan, size_t row,
                      const struct rd_mpi_message *message)
{
    const struct rd_problem *problem = process->problem;
    int64_t messages = plan->messages ? plan->messages[row] : 1;
    if (message->to == RD_NO_HOST)
        return fail(process->error, RD_CALL_REFUSED,
                    "row %zu: host %" PRIu32 " computes: only messages are executed", row,
                    message->from);
    if (messages == 0)
        return fail(process->error, RD_CALL_REFUSED,
                    "row %zu: what a host holds at that time: a number of messages is accepted",
                    row);
    if (message->from >= problem->host_count || message->to >= problem->host_count ||
        message->from == message->to || messages < 0 || message->items < 0 || message->kind < -1 ||
        message->kind >= (int32_t)kinds_of(problem))
        return fail(process->error, RD_CALL_ARGUMENT,
                    "row %zu: not a transfer between two of %" PRIu32 " hosts", row,
                    problem->host_count);
    if (!check_items(process, row, message, messages))
        return false;
    double bytes = (double)process->data->message_bytes +
                   (message->kind < 0 ? 0 : content_bytes(process, message));
    return bytes <= INT32_MAX ||
           fail(process->error, RD_CALL_REFUSED,
                "row %zu: a message of %g bytes: MPI sends up to 2^31 - 1 bytes in one", row,
                bytes);
}

/* Counts the messages of this rank or, once there is room for them, keeps them. */
static bool read_plan(struct process *process, const struct rd_schedule *plan, bool keep)
{
    size_t number = 0;
    process->out.count = process->in.count = 0;
    for (size_t row = 0; row < plan->transfer_count; row++) {
        struct message message = {.of = {.from = plan->from[row],
                                         .to = plan->to[row],
                                         .round = plan->round ? plan->round[row] : 0,
                                         .kind = plan->kind ? plan->kind[row] : 0,
                                         .items = plan->items[row],
                                         .first_item = -1},
                                  .row = row};
        if (plan->first_item && is_named(process, message.of.kind))
            message.of.first_item = plan->first_item[row];
        bool sends = message.of.from == process->rank;
        struct queue *queue = sends ? &process->out : &process->in;
        int64_t messages = plan->messages ? plan->messages[row] : 1;
        if (!keep && !check_row(process, plan, row, &message.of))
            return false;
        if (!sends && message.of.to != process->rank) {
            number += (size_t)messages;
            continue;
        }
        for (int64_t i = 0; i < messages; i++, queue->count++, number++) {
            if (!keep)
                continue;
            message.of.number = number;
            if (sends && message.of.kind >= 0)
                message.needed = process->due[message.of.kind] += message.of.items;
            if (!sends && has_objects(process->problem))
                message.needed = process->awaited_bytes +=
                    (int64_t)content_bytes(process, &message.of);
            queue->message[queue->count] = message;
            message.of.first_item += is_named(process, message.of.kind) ? message.of.items : 0;
        }
    }
    return true;
}

/* The items of a message of a named kind; of any other none. */
static struct rd_item_range range_of(const struct process *process,
                                     const struct rd_mpi_message *message)
{
    if (!is_named(process, message->kind))
        return (struct rd_item_range){0, 0};
    uint32_t named = (uint32_t)message->kind - counted_kinds(process->problem);
    int64_t first = process->first_item[named] + message->first_item;
    return (struct rd_item_range){first, first + message->items};
}

/* Finds what brings items of named kinds here first, and of what each message waits for them. */
static bool find_copies(struct process *process)
{
    const struct rd_problem *problem = process->problem;
    int64_t all = process->first_item[rd_named_kinds(problem)];
    struct rd_item_range *range;
    if (!take(process, problem->piece_count + process->in.count, sizeof *range, &range))
        return false;
    size_t held = process->held_count = rd_held_ranges(problem, process->rank, range);
    for (size_t i = 0; i < process->in.count; i++)
        range[held + i] = range_of(process, &process->in.message[i].of);
    bool done = rd_stretches_find(range, held + process->in.count, all, &process->stretches);
    free(range);
    for (size_t i = 0; done && i < process->out.count; i++) {
        struct message *message = &process->out.message[i];
        if (!is_named(process, message->of.kind))
            continue;
        struct rd_item_range items = range_of(process, &message->of);
        message->needed = items.end;
        message->stretch = rd_stretch_of(&process->stretches, items.first);
    }
    return done || fail(process->error, RD_CALL_OUT_OF_MEMORY, "items of named kinds");
}

/* What this rank holds of its own. */
static void note_objects(struct process *process)
{
    const struct rd_problem *problem = process->problem;
    for (size_t object = 0; object < problem->object_count; object++)
        for (size_t i = problem->object_held_first[object];
             i < problem->object_held_first[object + 1]; i++)
            process->come[object] += problem->object_held[i] == process->rank;
}

static bool open_process(struct process *process, const struct rd_schedule *plan)
{
    const struct rd_problem *problem = process->problem;
    uint32_t kinds = kinds_of(problem), counted = counted_kinds(problem);
    int rank, size;
    MPI_Comm_rank(process->communicator, &rank);
    MPI_Comm_size(process->communicator, &size);
    process->rank = (uint32_t)rank;
    process->in_lock_step = plan->timing == RD_TIMING_LOCK_STEP;
    if ((uint32_t)size != problem->host_count)
        return fail(process->error, RD_CALL_ARGUMENT,
                    "%" PRIu32 " hosts, %d processes: as many are accepted", problem->host_count,
                    size);
    process->ports = problem->host_ports ? problem->host_ports[rank] : problem->ports;
    if (process->ports == 0)
        process->ports = 1;
    if (!take(process, (size_t)(kinds - counted) + 1, sizeof *process->first_item,
              &process->first_item))
        return false;
    rd_number_items(problem, process->first_item);
    if (!read_plan(process, plan, false) ||
        !take(process, process->out.count, sizeof(struct message), &process->out.message) ||
        !take(process, process->in.count, sizeof(struct message), &process->in.message) ||
        !take(process, process->out.count + process->in.count, sizeof *process->request,
              &process->request) ||
        !take(process, process->out.count + process->in.count, sizeof *process->active,
              &process->active) ||
        !take(process, 2 * (size_t)problem->host_count, sizeof *process->link_is_busy,
              &process->link_is_busy) ||
        !take(process, kinds, sizeof *process->come, &process->come) ||
        !take(process, kinds, sizeof *process->due, &process->due))
        return false;
    if (has_objects(problem))
        note_objects(process);
    else if (problem->load)
        memcpy(process->come, problem->load + (size_t)rank * counted,
               counted * sizeof *process->come);
    return read_plan(process, plan, true) && (kinds == counted || find_copies(process));
}

static void close_process(struct process *process)
{
    free(process->out.message);
    free(process->in.message);
    free(process->request);
    free(process->active);
    free(process->link_is_busy);
    free(process->come);
    free(process->due);
    free(process->first_item);
    rd_stretches_free(&process->stretches);
}

/* --- messages --- */

static bool post(struct process *process, struct message *message)
{
    const struct rd_mpi_data *data = process->data;
    bool sends = message->of.from == process->rank;
    size_t size = message_bytes(process, &message->of);
    MPI_Request *request = &process->request[process->active_count];
    if (!take(process, size, 1, &message->bytes))
        return false;
    message->posted = true;
    message->of.ready_s = MPI_Wtime();
    if (sends)
        data->pack(data->context, &message->of, message->bytes);
    else if (data->expect)
        data->expect(data->context, &message->of);
    /* Messages between two hosts are posted in the order of the plan at both ends. */
    if (sends)
        MPI_Issend(message->bytes, (int)size, MPI_BYTE, (int)message->of.to, 0,
                   process->communicator, request);
    else
        MPI_Irecv(message->bytes, (int)size, MPI_BYTE, (int)message->of.from, 0,
                  process->communicator, request);
    process->active[process->active_count++] = message;
    return true;
}

/* Has what this rank receives in rounds before this one come? */
static bool is_told(const struct process *process, uint32_t round)
{
    const struct queue *in = &process->in;
    return in->first == in->count || in->message[in->first].of.round >= round;
}

static bool is_source(const struct rd_problem *problem, size_t object, uint32_t host)
{
    for (size_t i = problem->object_held_first[object]; i < problem->object_held_first[object + 1];
         i++)
        if (problem->object_held[i] == host)
            return true;
    return false;
}

/* Does this rank give an object up when its message has ended? Where it stopped on its way it is
 * not kept. */
static bool gives_up(const struct process *process, const struct rd_mpi_message *message)
{
    const struct rd_problem *problem = process->problem;
    uint32_t host = problem->object_drop ? problem->object_drop[message->kind] : RD_DROP_SOURCE;
    if (host == RD_DROP_SOURCE || !is_source(problem, (size_t)message->kind, message->from))
        host = message->from;
    return host == process->rank;
}

/* Bytes that ended messages of a queue which are listed before one have given up here. */
static int64_t given_before(const struct process *process, const struct queue *queue, size_t number)
{
    int64_t bytes = 0;
    for (size_t i = 0; i < queue->count && queue->message[i].of.number < number; i++) {
        const struct message *message = &queue->message[i];
        if (message->ended && gives_up(process, &message->of))
            bytes += (int64_t)content_bytes(process, &message->of);
    }
    return bytes;
}

/* Is there space to receive it? */
static bool has_space(const struct process *process, const struct message *message)
{
    const int64_t *space = process->problem->space_bytes;
    if (!has_objects(process->problem) || !space || space[process->rank] < 0)
        return true;
    size_t number = message->of.number;
    return message->needed <= space[process->rank] + given_before(process, &process->out, number) +
                                  given_before(process, &process->in, number);
}

/* Has all come that a message of a named kind takes? */
static bool has_come(const struct process *process, struct message *message)
{
    const struct rd_stretches *stretches = &process->stretches;
    for (; stretches->from[message->stretch] < message->needed; message->stretch++) {
        size_t range = stretches->range[message->stretch];
        if (range == RD_NO_RANGE || (range >= process->held_count &&
                                     !process->in.message[range - process->held_count].ended))
            return false;
    }
    return true;
}

static bool has_items(const struct process *process, struct message *message)
{
    if (is_named(process, message->of.kind))
        return has_come(process, message);
    return message->of.kind < 0 || process->come[message->of.kind] >= message->needed;
}

static bool may_start(const struct process *process, struct message *message)
{
    if (message->of.from != process->rank)
        return has_space(process, message);
    return has_items(process, message) && is_told(process, message->of.round);
}

/* Looks at a message that is not over, and posts it if it may be. */
static bool look_at(struct process *process, struct message *message)
{
    bool sends = message->of.from == process->rank;
    bool *busy = sends ? &process->link_is_busy[message->of.to]
                       : &process->link_is_busy[process->problem->host_count + message->of.from];
    bool is_next = !*busy || (has_objects(process->problem) && process->problem->many_a_pair);
    *busy = true;
    return !is_next || message->posted || !may_start(process, message) || post(process, message);
}

/* Posts all that may be posted of the first of a queue. */
static bool post_all(struct process *process, struct queue *queue)
{
    uint32_t unfinished = 0;
    size_t row = SIZE_MAX;
    for (size_t i = queue->first; i < queue->count && unfinished < process->ports; i++) {
        struct message *message = &queue->message[i];
        if (message->ended)
            continue;
        unfinished += !process->in_lock_step || message->row != row;
        row = message->row;
        if (!look_at(process, message))
            return false;
    }
    return true;
}

/* Posts all that may be posted: of each queue, or of both as one. */
static bool post_some(struct process *process)
{
    struct queue *out = &process->out, *in = &process->in;
    size_t sent = out->first, received = in->first;
    memset(process->link_is_busy, 0,
           2 * (size_t)process->problem->host_count * sizeof *process->link_is_busy);
    if (!has_objects(process->problem) || !process->problem->combined_ports)
        return post_all(process, out) && post_all(process, in);
    for (uint32_t unfinished = 0; unfinished < process->ports;) {
        bool any_out = sent < out->count, any_in = received < in->count;
        if (!any_out && !any_in)
            break;
        bool sends =
            any_out && (!any_in || out->message[sent].of.number < in->message[received].of.number);
        struct message *message = sends ? &out->message[sent++] : &in->message[received++];
        if (message->ended)
            continue;
        unfinished++;
        if (!look_at(process, message))
            return false;
    }
    return true;
}

static void finish(struct process *process, int which)
{
    const struct rd_mpi_data *data = process->data;
    struct message *message = process->active[which];
    bool sends = message->of.from == process->rank;
    struct queue *queue = sends ? &process->out : &process->in;
    message->of.end_s = MPI_Wtime();
    message->ended = true;
    if (sends && data->sent) {
        data->sent(data->context, &message->of);
    } else if (!sends) {
        data->unpack(data->context, &message->of, message->bytes);
        if (message->of.kind >= 0)
            process->come[message->of.kind] += message->of.items;
    }
    free(message->bytes);
    process->active_count--;
    process->active[which] = process->active[process->active_count];
    process->request[which] = process->request[process->active_count];
    while (queue->first < queue->count && queue->message[queue->first].ended)
        queue->first++;
}

static bool play(struct process *process)
{
    for (;;) {
        int which;
        if (!post_some(process))
            return false;
        if (process->active_count == 0)
            break;
        MPI_Waitany(process->active_count, process->request, &which, MPI_STATUS_IGNORE);
        finish(process, which);
    }
    return (process->out.first == process->out.count && process->in.first == process->in.count) ||
           fail(process->error, RD_CALL_MISTAKE,
                "rank %" PRIu32 " waits for items that it never gets", process->rank);
}

bool rd_execute(MPI_Comm communicator, const struct rd_problem *problem,
                const struct rd_schedule *plan, const struct rd_mpi_data *data,
                struct rd_call_error *ret_error)
{
    struct rd_call_error error = {0};
    struct process process = {
        .communicator = communicator, .problem = problem, .data = data, .error = &error};
    bool done = open_process(&process, plan) && play(&process);
    close_process(&process);
    if (ret_error)
        *ret_error = error;
    return done;
}
