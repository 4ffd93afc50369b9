/* Ctrl-C ends the program and every child it started, with an exit status of its own. */
#ifndef REDIST_RUN_INTERRUPT_H
#define REDIST_RUN_INTERRUPT_H

/* From now on SIGINT, SIGTERM and SIGHUP end the program with the status for RD_ERROR_INTERRUPTED.
 */
void rd_interrupt_install(void);

/* Between these two an interruption waits: a file is being written beside its place, and would be
 * left there. They do not nest. */
void rd_interrupt_hold(void);
void rd_interrupt_release(void);

/* From now on an interruption waits, and is readable at the descriptor that this returns (-1 if the
 * system has none: then interruptions wait unseen). */
int rd_interrupt_listen(void);

/* Ends that: what was asked for meanwhile is taken as heard. */
void rd_interrupt_unlisten(int descriptor);

#endif
