/* Traces as CSV text: header start_s,end_s,from,to,kind,items (packets: ,block). Times with 17
 * significant digits; a computation has `to` empty. */
#pragma once

#include "sim/model/instance.h"
#include "sim/model/trace.h"

#include <stdio.h>

/* Writes a trace; hosts by name where the instance has names, else by number.
 * Returns: false if writing failed (errno says why). */
bool rd_trace_write_csv(FILE *out, const struct rd_instance *instance,
                        const struct rd_trace *trace);

/* Reads a trace from `size` bytes of text. In: instance NULL takes any host names: they are
 * numbered in their order, numbers in them by size, and returned in *ret_host_name
 * [*ret_host_count] (both may be NULL if instance is given).
 * Errors: RD_ERROR_INPUT with `path` and the line. Never reads past text + size. */
bool rd_trace_read_csv(const char *path, const char *text, size_t size,
                       const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_trace *ret_trace, const char *const **ret_host_name,
                       uint32_t *ret_host_count, struct rd_error *reterr);

/* The same, of an instance's hosts, of a text in an arena that nobody reads any more: the memory of
 * what was read is given back on the way. */
bool rd_trace_take_csv(const char *path, const char *text, size_t size,
                       const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_trace *ret_trace, struct rd_error *reterr);

/* Is a CSV text a trace (its header has start_s or end_s) or a plan (round or messages)?
 * Errors: RD_ERROR_INPUT with `path` and the line: neither. */
bool rd_csv_tell_schedule(const char *path, const char *text, size_t size, bool *ret_is_trace,
                          struct rd_error *reterr);
