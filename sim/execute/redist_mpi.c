/* redist-mpi: one process for each host plays its part of a plan by MPI, with real bytes.
 *
 *   redist-mpi ORDERS REPORTS
 *
 * ORDERS is the text that sim/execute/orders.c writes; all ranks read it. Each rank writes
 * REPORTS/RANK: when it was ready for each message and when that was over, and the items that it
 * holds at the end. The same source is built for SMPI, SimGrid's MPI, and for any other.
 *
 * A rank posts a message when the rules of a self-timed plan let it start (docs/model.md): it is
 * among the first of its ports and its link, its items are held and not promised, and what the
 * sender receives in earlier rounds has come. Sends are synchronous, so that a message starts when
 * both ends are ready for it. */
#include <mpi.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One message that this rank sends or receives. */
struct message {
    uint32_t number; /* among all messages of the plan */
    uint32_t peer;
    uint32_t round;
    int32_t kind; /* -1: a control word */
    int64_t items;
    int64_t needed; /* to send: what has to have been held of the kind by then */
    double posted_s, ended_s;
    unsigned char *bytes;
    bool posted, ended;
};

struct queue {
    struct message *message; /* [count], in the order of the plan */
    size_t count, first;     /* messages before `first` are over */
};

/* Items of a kind: those from `first` on are held. */
struct store {
    unsigned char *bytes;
    int64_t first, count, capacity, come; /* come: all that have ever been held */
};

struct process {
    int rank, size;
    uint32_t host_count, kind_count;
    size_t item_bytes, word_bytes, padding_bytes;
    uint32_t ports;
    struct store *store; /* [kind_count] */
    struct queue out, in;
    MPI_Request *request;    /* [active_count] */
    struct message **active; /* [active_count] */
    int active_count, active_capacity;
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
    *store = (struct store){bytes, 0, store->count, capacity, store->come};
}

static void add_items(struct store *store, size_t item_bytes, const unsigned char *bytes,
                      int64_t items)
{
    make_room(store, item_bytes, items);
    memcpy(store->bytes + (size_t)(store->first + store->count) * item_bytes, bytes,
           (size_t)items * item_bytes);
    store->count += items;
    store->come += items;
}

static void fill_store(struct store *store, size_t item_bytes, uint64_t first_item, int64_t items)
{
    *store = (struct store){.bytes = take((size_t)items, item_bytes), .capacity = items};
    for (int64_t i = 0; i < items; i++)
        for (size_t place = 0; place < item_bytes; place++)
            store->bytes[(size_t)i * item_bytes + place] =
                item_byte(first_item + (uint64_t)i, place);
    store->count = store->come = items;
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

/* Reads who holds what; every item of a kind has a number of its own. */
static void read_hosts(struct process *process, FILE *file)
{
    uint64_t *next = take(process->kind_count, sizeof *next);
    process->store = take(process->kind_count, sizeof *process->store);
    for (uint32_t host = 0; host < process->host_count; host++) {
        int64_t ports;
        read_numbers(file, 1, &ports);
        if (host == (uint32_t)process->rank)
            process->ports = (uint32_t)ports;
        for (uint32_t kind = 0; kind < process->kind_count; kind++) {
            int64_t load;
            read_numbers(file, 1, &load);
            if (host == (uint32_t)process->rank)
                fill_store(&process->store[kind], process->item_bytes, next[kind], load);
            next[kind] += (uint64_t)load;
        }
    }
    free(next);
}

static void add_message(struct queue *queue, size_t *capacity, struct message message)
{
    if (queue->count == *capacity) {
        *capacity = *capacity > 0 ? 2 * *capacity : 64;
        queue->message = realloc(queue->message, *capacity * sizeof *queue->message);
        if (!queue->message)
            give_up("out of memory");
    }
    queue->message[queue->count++] = message;
}

static void read_transfers(struct process *process, FILE *file)
{
    size_t out_capacity = 0, in_capacity = 0;
    int64_t *needed = take(process->kind_count, sizeof *needed);
    int64_t transfer_count;
    uint32_t number = 0;
    read_numbers(file, 1, &transfer_count);
    for (int64_t i = 0; i < transfer_count; i++) {
        int64_t round, from, to, kind, items, messages;
        read_numbers(file, 6, &round, &from, &to, &kind, &items, &messages);
        for (int64_t k = 0; k < messages; k++, number++) {
            struct message message = {
                .number = number, .round = (uint32_t)round, .kind = (int32_t)kind, .items = items};
            if (from == process->rank) {
                message.peer = (uint32_t)to;
                message.needed = kind < 0 ? 0 : (needed[kind] += items);
                add_message(&process->out, &out_capacity, message);
            } else if (to == process->rank) {
                message.peer = (uint32_t)from;
                add_message(&process->in, &in_capacity, message);
            }
        }
    }
    free(needed);
}

static void read_orders(struct process *process, const char *path)
{
    FILE *file = fopen(path, "r");
    int64_t hosts, kinds, item_bytes, word_bytes, padding_bytes;
    if (!file)
        give_up("%s cannot be read", path);
    read_numbers(file, 5, &hosts, &kinds, &item_bytes, &word_bytes, &padding_bytes);
    if (hosts != process->size)
        give_up("%" PRId64 " hosts, %d processes: as many are needed", hosts, process->size);
    process->host_count = (uint32_t)hosts;
    process->kind_count = (uint32_t)kinds;
    process->item_bytes = (size_t)item_bytes;
    process->word_bytes = (size_t)word_bytes;
    process->padding_bytes = (size_t)padding_bytes;
    read_hosts(process, file);
    read_transfers(process, file);
    fclose(file);
}

/* --- messages --- */

static size_t content_bytes(const struct process *process, const struct message *message)
{
    return message->kind < 0 ? process->word_bytes : (size_t)message->items * process->item_bytes;
}

static void post(struct process *process, struct message *message, bool sends)
{
    size_t content = content_bytes(process, message), size = content + process->padding_bytes;
    message->bytes = take(size, 1);
    if (sends && message->kind >= 0) {
        struct store *store = &process->store[message->kind];
        memcpy(message->bytes, store->bytes + (size_t)store->first * process->item_bytes, content);
        store->first += message->items;
        store->count -= message->items;
    }
    if (process->active_count == process->active_capacity) {
        process->active_capacity = 2 * process->active_capacity + 8;
        process->request =
            realloc(process->request, (size_t)process->active_capacity * sizeof *process->request);
        process->active =
            realloc(process->active, (size_t)process->active_capacity * sizeof *process->active);
        if (!process->request || !process->active)
            give_up("out of memory");
    }
    message->posted = true;
    message->posted_s = MPI_Wtime();
    MPI_Request *request = &process->request[process->active_count];
    /* Messages between two hosts are posted in the order of the plan at both ends. */
    if (sends)
        MPI_Issend(message->bytes, (int)size, MPI_BYTE, (int)message->peer, 0, MPI_COMM_WORLD,
                   request);
    else
        MPI_Irecv(message->bytes, (int)size, MPI_BYTE, (int)message->peer, 0, MPI_COMM_WORLD,
                  request);
    process->active[process->active_count++] = message;
}

/* Has what this rank receives in rounds before this one come? */
static bool is_told(const struct process *process, uint32_t round)
{
    const struct queue *in = &process->in;
    return in->first == in->count || in->message[in->first].round >= round;
}

/* Posts all that may be posted of a queue. */
static void post_all(struct process *process, struct queue *queue, bool sends, bool *link_is_busy)
{
    uint32_t unfinished = 0;
    memset(link_is_busy, 0, process->host_count * sizeof *link_is_busy);
    for (size_t i = queue->first; i < queue->count && unfinished < process->ports; i++) {
        struct message *message = &queue->message[i];
        if (message->ended)
            continue;
        unfinished++;
        bool is_next = !link_is_busy[message->peer];
        link_is_busy[message->peer] = true;
        if (!is_next || message->posted)
            continue;
        bool is_held =
            !sends || message->kind < 0 || process->store[message->kind].come >= message->needed;
        if (is_held && (!sends || is_told(process, message->round)))
            post(process, message, sends);
    }
}

static void finish(struct process *process, int which)
{
    struct message *message = process->active[which];
    message->ended_s = MPI_Wtime();
    message->ended = true;
    bool is_received =
        message >= process->in.message && message < process->in.message + process->in.count;
    if (is_received && message->kind >= 0)
        add_items(&process->store[message->kind], process->item_bytes, message->bytes,
                  message->items);
    free(message->bytes);
    process->active_count--;
    process->active[which] = process->active[process->active_count];
    process->request[which] = process->request[process->active_count];
    struct queue *queue = is_received ? &process->in : &process->out;
    while (queue->first < queue->count && queue->message[queue->first].ended)
        queue->first++;
}

static void play(struct process *process)
{
    bool *link_is_busy = take(process->host_count, sizeof *link_is_busy);
    for (;;) {
        post_all(process, &process->out, true, link_is_busy);
        post_all(process, &process->in, false, link_is_busy);
        if (process->active_count == 0)
            break;
        int which;
        MPI_Waitany(process->active_count, process->request, &which, MPI_STATUS_IGNORE);
        finish(process, which);
    }
    free(link_is_busy);
}

/* --- report --- */

static void write_times(FILE *file, const struct queue *queue, const char *what, double start_s)
{
    fprintf(file, "%zu\n", queue->count);
    for (size_t i = 0; i < queue->count; i++) {
        const struct message *message = &queue->message[i];
        fprintf(file, "%s %" PRIu32 " %.17g %.17g\n", what, message->number,
                message->posted_s - start_s, message->ended_s - start_s);
    }
}

/* An item's number as its bytes say it, after a look at every other byte. */
static void write_items(FILE *file, const struct process *process)
{
    size_t size = process->item_bytes;
    for (uint32_t kind = 0; kind < process->kind_count; kind++) {
        const struct store *store = &process->store[kind];
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

static void write_report(const struct process *process, const char *folder, double start_s)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%d", folder, process->rank);
    FILE *file = fopen(path, "w");
    if (!file)
        give_up("%s cannot be written", path);
    write_times(file, &process->out, "out", start_s);
    write_times(file, &process->in, "in", start_s);
    write_items(file, process);
    fputs("end\n", file);
    if (fclose(file) != 0)
        give_up("%s cannot be written", path);
}

int main(int argument_count, char **argument)
{
    struct process process = {0};
    MPI_Init(&argument_count, &argument);
    if (argument_count != 3)
        give_up("usage: redist-mpi ORDERS REPORTS");
    MPI_Comm_rank(MPI_COMM_WORLD, &process.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &process.size);
    read_orders(&process, argument[1]);
#ifndef REDIST_SMPI
    MPI_Barrier(MPI_COMM_WORLD);
    double start_s = MPI_Wtime();
#else
    double start_s = 0; /* all begin at once, and a ring has no routes for a barrier */
#endif
    play(&process);
    if (process.out.first < process.out.count || process.in.first < process.in.count)
        give_up("process %d waits for items that it never gets", process.rank);
    write_report(&process, argument[2], start_s);
    MPI_Finalize();
    return 0;
}
