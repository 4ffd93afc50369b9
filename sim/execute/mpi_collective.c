#include "mpi_collective.h"

#include "mpi_bytes.h"

#include <mpi.h>

#ifdef REDIST_SMPI
#include <simgrid/actor.h>
#endif

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum operation { BCAST, SCATTER, GATHER, ALLGATHER, ALLTOALL, OPERATIONS };

static const char *const operation_name[OPERATIONS] = {"bcast", "scatter", "gather", "allgather",
                                                       "alltoall"};

enum { CALLS = 2 };

#ifdef REDIST_SMPI
/* What the first call makes once, such as communicators, takes no more bytes to make; computing
 * takes no time, and so nor does the first touch of memory. */
static const size_t MOST_FIRST_BYTES = 1 << 20;
#else
static const size_t MOST_FIRST_BYTES = SIZE_MAX;
#endif

/* Parts of one rank, one behind the other. */
struct parts {
    unsigned char *bytes;
    int count;
};

struct process {
    enum operation operation;
    int rank, size, root;
    size_t part_bytes;
    struct parts sent, received;
    uint64_t wrong_bytes, first_wrong;
};

/* --- bytes: they depend on the call, on who gives them to whom, and on their place ------------ */

/* Who gives part `part` of what a rank sends, or receives, to whom: a number of its own. */
static uint64_t part_key(const struct process *process, int call, bool sent, int part)
{
    int rank = process->rank, from = process->root, to = 0;
    switch (process->operation) {
    case BCAST: break;
    case SCATTER: to = sent ? part : rank; break;
    case GATHER: from = sent ? rank : part; break;
    case ALLGATHER: from = sent ? rank : part; break;
    case ALLTOALL:
        from = sent ? rank : part;
        to = sent ? part : rank;
        break;
    case OPERATIONS: break;
    }
    return rd_mix(rd_mix(rd_mix((uint64_t)call + 1) + (uint64_t)from) + (uint64_t)to);
}

static void fill_parts(const struct process *process, int call, const struct parts *parts)
{
    size_t size = process->part_bytes;
    for (int part = 0; part < parts->count; part++)
        rd_make_bytes(part_key(process, call, true, part), size,
                      parts->bytes + (size_t)part * size);
}

static void verify_parts(struct process *process, int call)
{
    const struct parts *parts = &process->received;
    size_t size = process->part_bytes, first = 0;
    for (int part = 0; part < parts->count; part++) {
        uint64_t wrong = rd_wrong_bytes(part_key(process, call, false, part), size,
                                        parts->bytes + (size_t)part * size, &first);
        if (process->wrong_bytes == 0 && wrong > 0)
            process->first_wrong = (uint64_t)part * size + first;
        process->wrong_bytes += wrong;
    }
}

/* --- calls ------------------------------------------------------------------------------------ */

static void call_operation(const struct process *process)
{
    unsigned char *sent = process->sent.bytes, *received = process->received.bytes;
    int bytes = (int)process->part_bytes, root = process->root;
    MPI_Comm all = MPI_COMM_WORLD;
    switch (process->operation) {
    case BCAST: MPI_Bcast(received, bytes, MPI_BYTE, root, all); break;
    case SCATTER: MPI_Scatter(sent, bytes, MPI_BYTE, received, bytes, MPI_BYTE, root, all); break;
    case GATHER: MPI_Gather(sent, bytes, MPI_BYTE, received, bytes, MPI_BYTE, root, all); break;
    case ALLGATHER: MPI_Allgather(sent, bytes, MPI_BYTE, received, bytes, MPI_BYTE, all); break;
    case ALLTOALL: MPI_Alltoall(sent, bytes, MPI_BYTE, received, bytes, MPI_BYTE, all); break;
    case OPERATIONS: break;
    }
}

#ifdef REDIST_SMPI
/* One message after the other from the first rank, to all others. Returns: what it sent. */
static double tell_all(const struct process *process, double date_s)
{
    for (int other = 1; other < process->size && process->rank == 0; other++)
        MPI_Ssend(&date_s, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
    if (process->rank != 0)
        MPI_Recv(&date_s, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return date_s;
}

/* All ranks go on at one date. No collective is called for that. To tell all of it takes as long
 * the second time as it took the first time, so the first rank can name a date when all know it.
 * Returns: the date. */
static double begin_together(const struct process *process)
{
    for (int other = 1; other < process->size && process->rank == 0; other++)
        MPI_Recv(NULL, 0, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (process->rank != 0)
        MPI_Ssend(NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    double began_s = MPI_Wtime();
    tell_all(process, 0);
    double told_s = MPI_Wtime();
    double date_s = tell_all(process, told_s + 2 * (told_s - began_s));
    sg_actor_sleep_until(date_s);
    return date_s;
}
#else
static double begin_together(const struct process *process)
{
    (void)process;
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime();
}
#endif

static bool take_parts(const struct process *process, int count, struct parts *ret_parts)
{
    *ret_parts = (struct parts){NULL, count};
    if (count > 0)
        ret_parts->bytes = malloc(process->part_bytes * (size_t)count);
    return count == 0 || ret_parts->bytes;
}

/* Takes room for what this rank sends and what it receives; both are one for a broadcast. */
static bool open_process(struct process *process)
{
    bool is_root = process->rank == process->root;
    int all = process->size;
    static const struct counts {
        bool each_out, each_in; /* a part for every rank, or one */
    } of[OPERATIONS] = {[SCATTER] = {true, false},
                        [GATHER] = {false, true},
                        [ALLGATHER] = {false, true},
                        [ALLTOALL] = {true, true}};
    struct counts counts = of[process->operation];
    int out = counts.each_out ? all : 1, in = counts.each_in ? all : 1;
    if (process->operation == SCATTER && !is_root)
        out = 0;
    if (process->operation == GATHER && !is_root)
        in = 0;
    if (process->operation == BCAST)
        out = 0;
    return take_parts(process, out, &process->sent) && take_parts(process, in, &process->received);
}

const char *rd_mpi_collective(FILE *orders, FILE *report)
{
    struct process process = {0};
    char name[16];
    double seconds = 0;
    if (fscanf(orders, "%15s %zu %d", name, &process.part_bytes, &process.root) != 3)
        return "the orders are damaged";
    while (process.operation < OPERATIONS && strcmp(name, operation_name[process.operation]) != 0)
        process.operation++;
    if (process.operation == OPERATIONS)
        return "the orders name an operation that is not known";
    MPI_Comm_rank(MPI_COMM_WORLD, &process.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &process.size);
    if (!open_process(&process))
        return "out of memory";
    bool sends_in_place = process.operation == BCAST && process.rank == process.root;
    const size_t part_bytes = process.part_bytes;
    for (int call = 0; call < CALLS; call++) {
        bool is_cut = call + 1 < CALLS && part_bytes > MOST_FIRST_BYTES;
        process.part_bytes = is_cut ? MOST_FIRST_BYTES : part_bytes;
        fill_parts(&process, call, sends_in_place ? &process.received : &process.sent);
        double began_s = begin_together(&process);
        call_operation(&process);
        seconds = MPI_Wtime() - began_s;
        verify_parts(&process, call);
    }
    fprintf(report, "%.17g %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", seconds,
            (uint64_t)process.part_bytes * (uint64_t)process.received.count, process.wrong_bytes,
            process.first_wrong);
    free(process.sent.bytes);
    free(process.received.bytes);
    return NULL;
}
