/* Results that do not arrive are an error: a closed or full standard output ends the program with
 * the exit status for files, whatever it had to say. */
#ifndef REDIST_CLI_STANDARD_STREAMS_H
#define REDIST_CLI_STANDARD_STREAMS_H

/* Call first in main. Keeps files that are opened later away from descriptors 0 to 2 should these
 * be closed, lets a broken pipe be an error of write, and checks standard output at exit. */
void rd_standard_streams_guard(void);

#endif
