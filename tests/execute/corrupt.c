/* MPI_Issend that spoils the first message of two items or more of each process, as $CORRUPT says.
 * Items are of 16 bytes: a number, then a pattern. Linked into redist-mpi for the test only. */
#include <mpi.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ITEM_BYTES = 16 };

int MPI_Issend(const void *bytes, int count, MPI_Datatype type, int to, int tag,
               MPI_Comm communicator, MPI_Request *request)
{
    static bool done;
    const char *how = getenv("CORRUPT");
    unsigned char *items;
    memcpy(&items, &bytes, sizeof items);
    if (!done && how && count >= 2 * ITEM_BYTES) {
        done = true;
        if (strcmp(how, "number") == 0)
            items[0] ^= 1;
        else if (strcmp(how, "pattern") == 0)
            items[ITEM_BYTES - 1] ^= 0x80;
        else if (strcmp(how, "double") == 0)
            memcpy(items + ITEM_BYTES, items, ITEM_BYTES);
        else if (strcmp(how, "drop") == 0)
            count -= ITEM_BYTES;
        else if (strcmp(how, "skip") == 0)
            to = MPI_PROC_NULL;
    }
    return PMPI_Issend(bytes, count, type, to, tag, communicator, request);
}
