/* Ctrl-C ends the program and every child it started, with an exit status of its own; while
 * something is planned, the first one ends the planning only. */
#pragma once

/* From now on SIGINT, SIGTERM and SIGHUP end the program with the status for RD_ERROR_INTERRUPTED.
 */
void rd_interrupt_install(void);

/* Between these two, which nest, an interruption waits: for moments only, such as that in which a
 * file is made and noted. */
void rd_interrupt_hold(void);
void rd_interrupt_release(void);

/* What an interruption does before the program ends; two such functions are kept. In: one that
 * calls nothing but what a handler of signals may call. */
void rd_interrupt_clean_with(void (*clean)(void));

/* From now on an interruption waits, and is readable at the descriptor that this returns (-1 if the
 * system has none: then interruptions wait unseen). */
int rd_interrupt_listen(void);

/* Ends that: what was asked for meanwhile is taken as heard. */
void rd_interrupt_unlisten(int descriptor);

/* Where it is written that a softened interruption came: 0, then 1 for good. */
const int *rd_interrupt_asked(void);

/* From now on the first SIGINT is only noted there, by whoever looks at it now and then; the next
 * one, and any other signal, ends the program. In: rd_interrupt_asked(); NULL: no longer. */
void rd_interrupt_soften(const int *listener);
