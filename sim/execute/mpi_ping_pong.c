#include "mpi_ping_pong.h"

#include <mpi.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MOST_SIZES = 32 };

struct sizes {
    int64_t count, repeats, size[MOST_SIZES];
};

/* Sends and waits for an empty answer, or answers. Returns: seconds. */
static double ping(int size, int peer, bool starts, unsigned char *bytes)
{
    double start_s = MPI_Wtime();
    if (starts)
        MPI_Ssend(bytes, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
    MPI_Recv(bytes, starts ? 0 : size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!starts)
        MPI_Ssend(bytes, 0, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
    return MPI_Wtime() - start_s;
}

/* Says which machine this process is on. */
static void write_machine(FILE *report)
{
    char name[MPI_MAX_PROCESSOR_NAME + 1] = "";
    int length;
    MPI_Get_processor_name(name, &length);
    fprintf(report, "%s\n", name);
}

static bool read_sizes(FILE *orders, struct sizes *ret_sizes)
{
    if (fscanf(orders, "%" SCNd64 " %" SCNd64, &ret_sizes->count, &ret_sizes->repeats) != 2 ||
        ret_sizes->count < 1 || ret_sizes->count > MOST_SIZES)
        return false;
    for (int64_t i = 0; i < ret_sizes->count; i++)
        if (fscanf(orders, "%" SCNd64, &ret_sizes->size[i]) != 1)
            return false;
    return true;
}

/* All messages of a pair, of which this rank is one. */
static void time_pair(const struct sizes *sizes, int64_t pair, bool is_first, int peer,
                      unsigned char *bytes, FILE *report)
{
    for (int64_t k = 0; k < 2 * sizes->repeats * sizes->count; k++) {
        int64_t size = sizes->size[k / 2 % sizes->count];
        bool starts = is_first == (k % 2 == 0);
        double seconds = ping((int)size, peer, starts, bytes);
        if (starts)
            fprintf(report, "%" PRId64 " %" PRId64 " %.17g\n", pair, size, seconds);
    }
}

const char *rd_mpi_ping_pong(FILE *orders, FILE *report)
{
    static const char damaged[] = "the orders are damaged";
    struct sizes sizes;
    int64_t pair_count, reached = -1;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    write_machine(report);
    if (!read_sizes(orders, &sizes) || fscanf(orders, "%" SCNd64, &pair_count) != 1)
        return damaged;
    unsigned char *bytes = calloc((size_t)sizes.size[sizes.count - 1], 1);
    if (!bytes)
        return "out of memory";
    for (int64_t i = 0; i < pair_count; i++) {
        int64_t round, first, second;
        if (fscanf(orders, "%" SCNd64 " %" SCNd64 " %" SCNd64, &round, &first, &second) != 3) {
            free(bytes);
            return damaged;
        }
        for (; reached < round; reached++)
            MPI_Barrier(MPI_COMM_WORLD);
        if (first == rank || second == rank)
            time_pair(&sizes, i, first == rank, (int)(first == rank ? second : first), bytes,
                      report);
    }
    free(bytes);
    return NULL;
}
