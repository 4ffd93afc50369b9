/* A library without any function. */
int no_simgrid;
