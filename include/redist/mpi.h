/** @file
 * Plays a plan with a program's own data, by MPI: libredist-mpi, or libredist-smpi under SimGrid's
 * MPI. It links nothing of libredist, whose rd_solve() makes such plans. */
#ifndef REDIST_MPI_H
#define REDIST_MPI_H

#include "redist.h"

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A message of a plan, as its sender and its receiver see it. */
struct rd_mpi_message {
    size_t number;      /**< among all messages of the plan, in its order */
    uint32_t from;      /**< the rank that sends it */
    uint32_t to;        /**< the rank that receives it */
    uint32_t round;     /**< of the plan */
    int32_t kind;       /**< -1: a control word */
    int64_t items;      /**< 0 in a control word */
    double ready_s;     /**< MPI_Wtime() of when this rank was ready for it */
    double end_s;       /**< the same of when it was over; 0 while it is packed */
    int64_t first_item; /**< of a named kind: its items are this one and those behind it; -1 of
                             others */
};

/** The data of one rank. */
struct rd_mpi_data {
    size_t item_bytes;    /**< of one item; objects have bytes of their own */
    size_t word_bytes;    /**< of a control word */
    size_t message_bytes; /**< that each message carries besides */

    /** Takes items of a kind from what this rank holds, and writes their bytes; which ones is the
     * program's choice. Of a named kind they are those of the message, and stay. Called in the
     * order in which messages start. */
    void (*pack)(void *context, const struct rd_mpi_message *message, unsigned char *ret_bytes);

    /** Keeps items that came. Called in the order in which messages end. */
    void (*unpack)(void *context, const struct rd_mpi_message *message, const unsigned char *bytes);

    void *context; /**< for pack, unpack, expect and sent */

    /** Called before a message is received, in the order in which this rank gets ready for them:
     * room for an object is taken from then on. NULL: nobody is told. */
    void (*expect)(void *context, const struct rd_mpi_message *message);

    /** Called when a message that this rank sent has arrived: only then its copy of an object may
     * go. NULL: nobody is told. */
    void (*sent)(void *context, const struct rd_mpi_message *message);

    const size_t *kind_bytes; /**< [kinds] of an item of each kind, counted and named; NULL:
                                   item_bytes */
};

/** Plays a plan: host i is rank i, and every rank calls it with the same problem and plan. A rank
 * posts a message when the rules of the plan let it start (docs/model.md): it is among the first of
 * its ports and its link, its items are held and not promised to an earlier one (of a named kind:
 * the first message of the plan that brings each item here has come), and what its sender receives
 * in earlier rounds has come. Sends are synchronous. The rounds of a plan in lock-step follow each
 * other without barriers, so that it ends no later.
 *
 * A message of an object is received when there is space for it, too: bytes that others than its
 * sender give up where it ends are not seen to be free.
 *
 * In: a communicator of problem->host_count ranks, on which nothing else is sent with tag 0; of the
 *     problem: its hosts, kinds, ports, and the loads of this rank, or its objects, or pieces; a
 *     plan that is legal.
 * Errors: RD_CALL_ARGUMENT; RD_CALL_REFUSED for computations, transfers with `messages` 0, and
 *     messages of 2^31 bytes or more; RD_CALL_OUT_OF_MEMORY; RD_CALL_MISTAKE on a rank that waits
 *     for items which no rank sends it. MPI handles errors of its own as the communicator says.
 * Cost: O(messages of the plan) on each rank, of named kinds times their logarithm, and the
 *     messages. No barrier, and memory for the messages that are under way. */
bool rd_execute(MPI_Comm communicator, const struct rd_problem *problem,
                const struct rd_schedule *plan, const struct rd_mpi_data *data,
                struct rd_call_error *ret_error);

#ifdef __cplusplus
}
#endif

#endif
