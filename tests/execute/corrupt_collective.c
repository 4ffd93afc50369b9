/* Collective operations that deliver something else than they were given, as $CORRUPT says; each
 * calls MPI's own and spoils what came. Linked into redist-mpi for the test only. */
#include <mpi.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_asked(const char *how, MPI_Comm communicator)
{
    int rank;
    const char *asked = getenv("CORRUPT");
    MPI_Comm_rank(communicator, &rank);
    return rank == 1 && asked && strcmp(asked, how) == 0;
}

/* flip: one bit of the last byte. keep: what the call before brought, once more. */
int MPI_Bcast(void *bytes, int count, MPI_Datatype type, int root, MPI_Comm communicator)
{
    static unsigned char *before;
    int status = PMPI_Bcast(bytes, count, type, root, communicator);
    if (is_asked("flip", communicator))
        ((unsigned char *)bytes)[count - 1] ^= 1;
    if (!is_asked("keep", communicator))
        return status;
    if (before)
        memcpy(bytes, before, (size_t)count);
    else if ((before = malloc((size_t)count)))
        memcpy(before, bytes, (size_t)count);
    return status;
}

/* swap: two parts, whole, in each other's place. */
int MPI_Allgather(const void *sent, int sent_count, MPI_Datatype sent_type, void *received,
                  int count, MPI_Datatype type, MPI_Comm communicator)
{
    int status =
        PMPI_Allgather(sent, sent_count, sent_type, received, count, type, communicator);
    unsigned char *part = is_asked("swap", communicator) ? malloc((size_t)count) : NULL;
    if (!part)
        return status;
    memcpy(part, received, (size_t)count);
    memcpy(received, (unsigned char *)received + count, (size_t)count);
    memcpy((unsigned char *)received + count, part, (size_t)count);
    free(part);
    return status;
}
