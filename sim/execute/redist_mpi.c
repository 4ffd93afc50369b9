/* redist-mpi: what each MPI process of `redist execute` and `redist calibrate` runs.
 *
 *   redist-mpi ORDERS REPORTS plan|alltoallv|post-all|collective|ping-pong
 *
 * ORDERS is the text that sim/execute/orders.c, collectives.c or calibration.c writes; all ranks
 * read it. Each rank writes REPORTS/RANK: how long it took, when it was ready for each message and
 * when that was over, and the items that it holds at the end (of named kinds: mpi_copies.h); what
 * came of a collective operation (mpi_collective.h); or the times of its ping-pongs
 * (mpi_ping_pong.h). */
#include "include/redist/mpi.h"

#include "mpi_collective.h"
#include "mpi_copies.h"
#include "mpi_ping_pong.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Items of a kind: those from `first` on are held. */
struct store {
    unsigned char *bytes;
    int64_t first, count, capacity;
    bool is_source; /* an object was here at the start */
};

struct process {
    int rank, size;
    struct rd_problem problem;
    struct rd_schedule plan;
    struct rd_mpi_data data;
    int64_t taken_bytes, most_bytes; /* of objects: room taken less room given up, and the most */
    struct store *store;             /* [kind_count] */
    struct rd_mpi_copies copies;     /* where kinds are named */
    FILE *out_times, *in_times;
    char *out_text, *in_text;
    size_t out_size, in_size, out_count, in_count;
    double start_s;
};

static _Noreturn void give_up(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("redist-mpi: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static void *take(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
    if (!memory)
        give_up("out of memory");
    return memory;
}

static bool has_objects(const struct process *process)
{
    return process->problem.goal == RD_GOAL_PLACE;
}

/* --- items --- */

/* Byte `place` of an item: its number, least byte first, then a pattern that depends on both. */
static unsigned char item_byte(uint64_t item, size_t place)
{
    if (place < sizeof item)
        return (unsigned char)(item >> (8 * place));
    uint64_t mixed = (item + place) * UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned char)((mixed ^ (mixed >> 29)) >> 24);
}

static void make_room(struct store *store, size_t item_bytes, int64_t more)
{
    if (store->first + store->count + more <= store->capacity)
        return;
    int64_t capacity = 2 * (store->count + more);
    unsigned char *bytes = take((size_t)capacity, item_bytes);
    memcpy(bytes, store->bytes + (size_t)store->first * item_bytes,
           (size_t)store->count * item_bytes);
    free(store->bytes);
    *store = (struct store){.bytes = bytes, .count = store->count, .capacity = capacity};
}

static void add_items(struct store *store, size_t item_bytes, const unsigned char *bytes,
                      int64_t items)
{
    make_room(store, item_bytes, items);
    memcpy(store->bytes + (size_t)(store->first + store->count) * item_bytes, bytes,
           (size_t)items * item_bytes);
    store->count += items;
}

static void fill_store(struct store *store, size_t item_bytes, uint64_t first_item, int64_t items)
{
    *store = (struct store){.bytes = take((size_t)items, item_bytes), .capacity = items};
    for (int64_t i = 0; i < items; i++)
        for (size_t place = 0; place < item_bytes; place++)
            store->bytes[(size_t)i * item_bytes + place] =
                item_byte(first_item + (uint64_t)i, place);
    store->count = items;
}

/* Takes the first items of a kind. */
static void take_items(struct store *store, size_t item_bytes, int64_t items,
                       unsigned char *ret_bytes)
{
    memcpy(ret_bytes, store->bytes + (size_t)store->first * item_bytes, (size_t)items * item_bytes);
    store->first += items;
    store->count -= items;
}

/* --- objects: a store of one item each, as large as it is --- */

static size_t object_bytes(const struct process *process, size_t object)
{
    return (size_t)process->problem.object_bytes[object];
}

static void hold_object(struct process *process, size_t object)
{
    process->store[object] =
        (struct store){.bytes = take(object_bytes(process, object), 1), .count = 1};
}

static void fill_object(struct process *process, size_t object)
{
    hold_object(process, object);
    process->store[object].is_source = true;
    for (size_t place = 0; place < object_bytes(process, object); place++)
        process->store[object].bytes[place] = item_byte(object, place);
}

/* The room for an object is there before it comes. */
static void expect(void *context, const struct rd_mpi_message *message)
{
    struct process *process = context;
    hold_object(process, (size_t)message->kind);
    process->taken_bytes += process->problem.object_bytes[message->kind];
    if (process->most_bytes < process->taken_bytes)
        process->most_bytes = process->taken_bytes;
}

/* A copy that was sent stays until it has arrived; where an object stopped on its way it goes. */
static void sent(void *context, const struct rd_mpi_message *message)
{
    struct process *process = context;
    struct store *store = &process->store[message->kind];
    uint32_t drop = process->problem.object_drop[message->kind];
    if (store->is_source && drop != RD_DROP_SOURCE && drop != message->from)
        return;
    free(store->bytes);
    *store = (struct store){0};
    process->taken_bytes -= process->problem.object_bytes[message->kind];
}

static void pack(void *context, const struct rd_mpi_message *message, unsigned char *ret_bytes)
{
    struct process *process = context;
    fprintf(process->out_times, "out %zu %.17g\n", message->number,
            message->ready_s - process->start_s);
    process->out_count++;
    if (has_objects(process))
        memcpy(ret_bytes, process->store[message->kind].bytes,
               object_bytes(process, (size_t)message->kind));
    else if (message->first_item >= 0)
        memcpy(ret_bytes, rd_mpi_copies_at(&process->copies, message->kind, message->first_item),
               (size_t)message->items * process->data.kind_bytes[message->kind]);
    else if (message->kind >= 0)
        take_items(&process->store[message->kind], process->data.kind_bytes[message->kind],
                   message->items, ret_bytes);
}

static void unpack(void *context, const struct rd_mpi_message *message, const unsigned char *bytes)
{
    struct process *process = context;
    fprintf(process->in_times, "in %zu %.17g %.17g\n", message->number,
            message->ready_s - process->start_s, message->end_s - process->start_s);
    process->in_count++;
    if (has_objects(process))
        memcpy(process->store[message->kind].bytes, bytes,
               object_bytes(process, (size_t)message->kind));
    else if (message->first_item >= 0)
        memcpy(rd_mpi_copies_at(&process->copies, message->kind, message->first_item), bytes,
               (size_t)message->items * process->data.kind_bytes[message->kind]);
    else if (message->kind >= 0)
        add_items(&process->store[message->kind], process->data.kind_bytes[message->kind], bytes,
                  message->items);
}

/* --- orders --- */

static void read_numbers(FILE *file, int count, ...)
{
    va_list arguments;
    va_start(arguments, count);
    for (int i = 0; i < count; i++)
        if (fscanf(file, "%" SCNd64, va_arg(arguments, int64_t *)) != 1)
            give_up("the orders are damaged");
    va_end(arguments);
}

static FILE *open_file(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (!file)
        give_up("%s cannot be opened", path);
    return file;
}

/* Reads what items have, and who holds what; every item of a kind has a number of its own. */
static void read_hosts(struct process *process, FILE *file, size_t named)
{
    uint32_t hosts = process->problem.host_count, kinds = process->problem.kind_count;
    uint64_t *next = take(kinds, sizeof *next);
    uint32_t *host_ports = take(hosts, sizeof *host_ports);
    int64_t *loads = take((size_t)hosts * kinds, sizeof *loads);
    size_t *kind_bytes = take(kinds + named, sizeof *kind_bytes);
    process->store = take(kinds, sizeof *process->store);
    for (size_t kind = 0; kind < kinds + named; kind++) {
        int64_t bytes;
        read_numbers(file, 1, &bytes);
        kind_bytes[kind] = (size_t)bytes;
    }
    process->data.kind_bytes = kind_bytes;
    for (uint32_t host = 0; host < hosts; host++) {
        int64_t ports;
        read_numbers(file, 1, &ports);
        host_ports[host] = (uint32_t)ports;
        for (uint32_t kind = 0; kind < kinds; kind++) {
            int64_t *load = &loads[(size_t)host * kinds + kind];
            read_numbers(file, 1, load);
            if (host == (uint32_t)process->rank)
                fill_store(&process->store[kind], kind_bytes[kind], next[kind], *load);
            next[kind] += (uint64_t)*load;
        }
    }
    process->problem.host_ports = host_ports;
    process->problem.load = loads;
    free(next);
}

/* Reads who is to hold an object, and makes it where that is this rank. */
static void read_holders(struct process *process, FILE *file, size_t object, size_t *first,
                         uint32_t **held)
{
    int64_t holders, holder;
    read_numbers(file, 1, &holders);
    first[1] = first[0] + (size_t)holders;
    *held = realloc(*held, first[1] * sizeof **held);
    if (!*held)
        give_up("out of memory");
    for (size_t i = first[0]; i < first[1]; i++) {
        read_numbers(file, 1, &holder);
        (*held)[i] = (uint32_t)holder;
        if (holder == process->rank)
            fill_object(process, object);
    }
}

static void read_space(struct process *process, FILE *file)
{
    struct rd_problem *problem = &process->problem;
    uint32_t hosts = problem->host_count, *host_ports = take(hosts, sizeof *host_ports);
    int64_t *space = take(hosts, sizeof *space);
    for (uint32_t host = 0; host < hosts; host++) {
        int64_t ports;
        read_numbers(file, 2, &ports, &space[host]);
        host_ports[host] = (uint32_t)ports;
    }
    problem->host_ports = host_ports;
    problem->space_bytes = space;
}

/* Reads what hosts have room for, and objects. */
static void read_objects(struct process *process, FILE *file)
{
    struct rd_problem *problem = &process->problem;
    size_t count = problem->kind_count, *first = take(count + 1, sizeof *first);
    int64_t *bytes = take(count, sizeof *bytes), combined, many;
    uint32_t *drop = take(count, sizeof *drop), *held = NULL;
    read_numbers(file, 2, &combined, &many);
    read_space(process, file);
    process->store = take(count, sizeof *process->store);
    problem->goal = RD_GOAL_PLACE;
    problem->object_count = count;
    problem->object_bytes = bytes;
    for (size_t object = 0; object < count; object++) {
        int64_t drops;
        read_numbers(file, 2, &bytes[object], &drops);
        drop[object] = drops == -1 ? RD_NO_HOST : drops == -2 ? RD_DROP_SOURCE : (uint32_t)drops;
        read_holders(process, file, object, &first[object], &held);
    }
    problem->object_drop = drop;
    problem->object_held_first = first;
    problem->object_held = held;
    problem->combined_ports = combined;
    problem->many_a_pair = many;
    process->data.expect = expect;
    process->data.sent = sent;
}

static void read_transfers(struct process *process, FILE *file)
{
    int64_t count;
    read_numbers(file, 1, &count);
    size_t rows = (size_t)count;
    uint32_t *number = take(3 * rows, sizeof *number);
    int32_t *kinds = take(rows, sizeof *kinds);
    int64_t *amounts = take(3 * rows, sizeof *amounts);
    for (size_t i = 0; i < rows; i++) {
        int64_t round, from, to, kind;
        read_numbers(file, 7, &round, &from, &to, &kind, &amounts[i], &amounts[rows + i],
                     &amounts[2 * rows + i]);
        number[i] = (uint32_t)round;
        number[rows + i] = (uint32_t)from;
        number[2 * rows + i] = (uint32_t)to;
        kinds[i] = (int32_t)kind;
    }
    process->plan = (struct rd_schedule){.transfer_count = rows,
                                         .round = number,
                                         .from = number + rows,
                                         .to = number + 2 * rows,
                                         .kind = kinds,
                                         .items = amounts,
                                         .messages = amounts + rows,
                                         .first_item = amounts + 2 * rows};
}

static void read_orders(struct process *process, const char *path)
{
    FILE *file = open_file(path, "r");
    int64_t hosts, kinds, named, word_bytes, message_bytes, objects, in_lock_step;
    read_numbers(file, 7, &hosts, &kinds, &named, &word_bytes, &message_bytes, &objects,
                 &in_lock_step);
    if (hosts != process->size)
        give_up("%" PRId64 " hosts, %d processes: as many are needed", hosts, process->size);
    process->problem.host_count = (uint32_t)hosts;
    process->problem.kind_count = (uint32_t)kinds;
    process->data = (struct rd_mpi_data){.word_bytes = (size_t)word_bytes,
                                         .message_bytes = (size_t)message_bytes,
                                         .pack = pack,
                                         .unpack = unpack,
                                         .context = process};
    if (objects)
        read_objects(process, file);
    else
        read_hosts(process, file, (size_t)named);
    const char *wrong = named > 0 ? rd_mpi_copies_read(file, &process->problem) : NULL;
    if (wrong)
        give_up("%s", wrong);
    read_transfers(process, file);
    process->plan.timing = in_lock_step ? RD_TIMING_LOCK_STEP : RD_TIMING_SELF_TIMED;
    fclose(file);
    if (named > 0 &&
        !rd_mpi_copies_open(&process->copies, &process->problem, process->data.kind_bytes,
                            &process->plan, (uint32_t)process->rank))
        give_up("out of memory");
}

/* --- baselines: what is sent needs no order, all of it is there at the start --- */

/* Adds up the bytes to and from each rank. */
static void count_bytes(const struct process *process, int *ret_out, int *ret_in)
{
    for (size_t i = 0; i < process->plan.transfer_count; i++) {
        size_t of_item = process->data.kind_bytes[process->plan.kind[i]];
        int bytes = (int)((size_t)process->plan.items[i] * of_item + process->data.message_bytes);
        if (process->plan.from[i] == (uint32_t)process->rank)
            ret_out[process->plan.to[i]] += bytes;
        if (process->plan.to[i] == (uint32_t)process->rank)
            ret_in[process->plan.from[i]] += bytes;
    }
}

/* Returns: all bytes. */
static size_t add_up(const int *bytes, int count, int *ret_place)
{
    size_t sum = 0;
    for (int i = 0; i < count; i++) {
        if (sum > INT32_MAX)
            give_up("more than 2^31 - 1 bytes for one process: MPI counts them in an int");
        ret_place[i] = (int)sum;
        sum += (size_t)bytes[i];
    }
    return sum;
}

/* Moves the items of this rank's transfers between the stores and a block a peer. */
static void move_items(struct process *process, bool out, const int *place, unsigned char *bytes)
{
    const struct rd_schedule *plan = &process->plan;
    size_t *done = take((size_t)process->size, sizeof *done);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        uint32_t peer = out ? plan->to[i] : plan->from[i];
        if ((out ? plan->from[i] : plan->to[i]) != (uint32_t)process->rank)
            continue;
        unsigned char *at = bytes + (size_t)place[peer] + done[peer];
        struct store *store = &process->store[plan->kind[i]];
        size_t item_bytes = process->data.kind_bytes[plan->kind[i]];
        if (out)
            take_items(store, item_bytes, plan->items[i], at);
        else
            add_items(store, item_bytes, at, plan->items[i]);
        done[peer] += (size_t)plan->items[i] * item_bytes + process->data.message_bytes;
    }
    free(done);
}

/* One message between every two ranks that have something for each other, all at once. */
static void post_everything(int size, const int *out, const int *out_place, unsigned char *sent,
                            const int *in, const int *in_place, unsigned char *received)
{
    MPI_Request *request = take(2 * (size_t)size, sizeof *request);
    int count = 0;
    for (int peer = 0; peer < size; peer++)
        if (in[peer] > 0)
            MPI_Irecv(received + in_place[peer], in[peer], MPI_BYTE, peer, 0, MPI_COMM_WORLD,
                      &request[count++]);
    for (int peer = 0; peer < size; peer++)
        if (out[peer] > 0)
            MPI_Isend(sent + out_place[peer], out[peer], MPI_BYTE, peer, 0, MPI_COMM_WORLD,
                      &request[count++]);
    for (int left = count, which; left > 0; left--)
        MPI_Waitany(count, request, &which, MPI_STATUS_IGNORE);
    free(request);
}

static void move_at_once(struct process *process, bool all_to_all)
{
    int size = process->size;
    int *number = take(4 * (size_t)size, sizeof *number);
    int *out = number, *in = out + size, *out_place = in + size, *in_place = out_place + size;
    count_bytes(process, out, in);
    unsigned char *sent = take(add_up(out, size, out_place), 1);
    unsigned char *received = take(add_up(in, size, in_place), 1);
    move_items(process, true, out_place, sent);
    if (all_to_all)
        MPI_Alltoallv(sent, out, out_place, MPI_BYTE, received, in, in_place, MPI_BYTE,
                      MPI_COMM_WORLD);
    else
        post_everything(size, out, out_place, sent, in, in_place, received);
    move_items(process, false, in_place, received);
    free(sent);
    free(received);
    free(number);
}

/* --- report --- */

/* An item's number as its bytes say it, after a look at every other byte. */
static void write_items(FILE *file, const struct process *process)
{
    for (uint32_t kind = 0; kind < process->problem.kind_count; kind++) {
        const struct store *store = &process->store[kind];
        size_t size = process->data.kind_bytes[kind];
        fprintf(file, "%" PRId64 "\n", store->count);
        for (int64_t i = 0; i < store->count; i++) {
            const unsigned char *bytes = store->bytes + (size_t)(store->first + i) * size;
            uint64_t item = 0;
            for (size_t place = 0; place < size && place < sizeof item; place++)
                item |= (uint64_t)bytes[place] << (8 * place);
            bool is_whole = true;
            for (size_t place = 0; place < size; place++)
                is_whole = is_whole && bytes[place] == item_byte(item, place);
            fprintf(file, "%" PRIu64 " %d\n", item, is_whole);
        }
    }
}

/* The most room that was taken, and every object that is held, after a look at all its bytes. */
static void write_objects(FILE *file, const struct process *process)
{
    size_t held = 0;
    for (size_t object = 0; object < process->problem.object_count; object++)
        held += process->store[object].bytes != NULL;
    fprintf(file, "%" PRId64 " %zu\n", process->most_bytes, held);
    for (size_t object = 0; object < process->problem.object_count; object++) {
        const unsigned char *bytes = process->store[object].bytes;
        bool is_whole = true;
        if (!bytes)
            continue;
        for (size_t place = 0; place < object_bytes(process, object); place++)
            is_whole = is_whole && bytes[place] == item_byte(object, place);
        fprintf(file, "%zu %d\n", object, is_whole);
    }
}

static void close_report(FILE *file)
{
    fputs("end\n", file);
    if (fclose(file) != 0)
        give_up("a report cannot be written");
}

static void play(struct process *process, FILE *report, const char *how)
{
    struct rd_call_error error;
    process->out_times = open_memstream(&process->out_text, &process->out_size);
    process->in_times = open_memstream(&process->in_text, &process->in_size);
    if (!process->out_times || !process->in_times)
        give_up("out of memory");
#ifndef REDIST_SMPI /* all begin at once, and a ring has no routes for a barrier */
    MPI_Barrier(MPI_COMM_WORLD);
    process->start_s = MPI_Wtime();
#endif
    if (strcmp(how, "plan") != 0)
        move_at_once(process, strcmp(how, "alltoallv") == 0);
    else if (!rd_execute(MPI_COMM_WORLD, &process->problem, &process->plan, &process->data, &error))
        give_up("%s", error.message);
    fprintf(report, "%.17g\n", MPI_Wtime() - process->start_s);
    if (fclose(process->out_times) != 0 || fclose(process->in_times) != 0 || !process->out_text ||
        !process->in_text)
        give_up("out of memory");
    fprintf(report, "%zu\n%s%zu\n%s", process->out_count, process->out_text, process->in_count,
            process->in_text);
    if (has_objects(process))
        write_objects(report, process);
    else
        write_items(report, process);
    if (rd_named_kinds(&process->problem) > 0)
        rd_mpi_copies_report(report, &process->copies);
}

/* --- other measurements --- */

static void measure(const char *path, FILE *report, const char *(*how)(FILE *orders, FILE *report))
{
    FILE *orders = open_file(path, "r");
    const char *wrong = how(orders, report);
    if (wrong)
        give_up("%s", wrong);
    fclose(orders);
}

int main(int argument_count, char **argument)
{
    struct process process = {0};
    char path[4096];
    MPI_Init(&argument_count, &argument);
    if (argument_count != 4)
        give_up("usage: redist-mpi ORDERS REPORTS plan|alltoallv|post-all|collective|"
                "ping-pong");
    MPI_Comm_rank(MPI_COMM_WORLD, &process.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &process.size);
    snprintf(path, sizeof path, "%s/%d", argument[2], process.rank);
    FILE *report = open_file(path, "w");
    if (strcmp(argument[3], "ping-pong") == 0) {
        measure(argument[1], report, rd_mpi_ping_pong);
    } else if (strcmp(argument[3], "collective") == 0) {
        measure(argument[1], report, rd_mpi_collective);
    } else {
        read_orders(&process, argument[1]);
        play(&process, report, argument[3]);
    }
    close_report(report);
    MPI_Finalize();
    return 0;
}
