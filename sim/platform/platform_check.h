/* A look at a platform file before SimGrid sees it: SimGrid aborts on most mistakes, and plays some
 * of them without a word. */
#pragma once

#include "host_names.h"

#include "sim/base/named_text.h"
#include "sim/input/error_list.h"

/* What else a platform file says, and what SimGrid is to get of it. */
struct rd_platform_properties {
    const char *text; /* [size] written anew, NULL if anything is wrong; it names the files below */
    size_t size;
    const struct rd_named_text *file; /* [file_count] profiles */
    size_t file_count;
    const char *left_off; /* settings of SimGrid that it is not given; NULL: none */
    bool host_links;      /* every route crosses the sender's own link, then the receiver's */
    bool varies;          /* some link or host has a profile of its speed */
};

/* Checks the text of a platform file.
 * In: path, for messages and to find the files that it names; allowed_folder, as in rd_file_near;
 *     *hosts empty.
 * Returns: the names of its hosts in *hosts, those of clusters written out; in *ret_nature
 *     (unless NULL), nothing of it if anything is wrong. False if anything was added to the list.
 * Errors: RD_ERROR_INPUT: not well-formed XML; a root that is no platform of version 4 to 4.1;
 *     elements and attributes that SimGrid does not know or aborts on; bandwidths and speeds that
 *     are not above 0, latencies below 0, units that SimGrid lacks; names that are used twice or
 *     not declared; more than RD_HOST_LIMIT hosts. A missing route is left to the engine, which
 *     asks for the routes that a topology needs.
 * Cost: O(bytes). */
bool rd_platform_check(const char *path, const char *text, size_t size, const char *allowed_folder,
                       struct rd_arena *arena, struct rd_names *hosts,
                       struct rd_platform_properties *ret_nature, struct rd_error_list *errors);

/* Why a checked platform file has no route from a host to another one: "zone \"z\" has no <route>
 * from \"a\" to \"b\"".
 * Returns: NULL if it is not seen. Cost: O(bytes), for messages only. */
const char *rd_platform_no_route(const char *text, size_t size, const char *from, const char *to,
                                 struct rd_arena *arena);

/* The zone of each host of a checked platform file: the cluster or the innermost <zone> that
 * declares it. Returns: [host_count] ids from the arena; NULL where the file does not declare the
 * host. Cost: O(bytes). */
const char *const *rd_platform_host_zones(const char *text, size_t size,
                                          const char *const *host_name, uint32_t host_count,
                                          struct rd_arena *arena);

/* The line of a checked platform file that declares a host: its own, or its cluster's.
 * Returns: 0 if no line does. Cost: O(bytes), for messages only. */
int rd_platform_host_line(const char *text, size_t size, const char *host, struct rd_arena *arena);
