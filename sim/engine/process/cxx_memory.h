/* The memory of SimGrid and of the C++ library. */
#pragma once

/* From here on, what C++ gives back is kept at hand for what it asks for next, and not cut nor
 * merged: for a child that does what SimGrid does. Where C++ has no memory, the process says so on
 * standard error and ends with the status of RD_ERROR_INTERRUPTED: rd_child_lacked_memory knows the
 * words. */
void rd_cxx_use_own_memory(void);
