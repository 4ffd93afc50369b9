#include "server.h"

#include "sim/engine/costs/costs.h"
#include "sim/engine/costs/edges.h"
#include "sim/engine/play/player.h"
#include "sim/engine/process/child_process.h"
#include "sim/engine/process/cxx_memory.h"
#include "sim/engine/process/processors.h"
#include "sim/engine/process/request.h"
#include "sim/engine/simgrid/library.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

/* Thread contexts are the only ones that address sanitizer understands, and its frames are large.
 * One of these threads runs at a time: they change places in less than half the time on one
 * processor. Our actors use 2 of their 16 KiB; 5 where the loader has to find a function, and 9
 * where SimGrid throws over what has failed. */
#if defined(RD_ADDRESS_SANITIZER)
#define CONTEXTS "--cfg=contexts/factory:thread", "--cfg=contexts/stack-size:512"
#else
#define CONTEXTS "--cfg=contexts/stack-size:16", "--cfg=contexts/guard-size:0"
#endif

enum { ARGUMENT_LIMIT = 12, ARGUMENT_SIZE = RD_PATH_SIZE + 16 };

/* SimGrid's command line: it wants to write in it. */
struct arguments {
    int count;
    char text[ARGUMENT_LIMIT][ARGUMENT_SIZE];
};

static void add_argument(struct arguments *arguments, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_argument(struct arguments *arguments, const char *format, ...)
{
    rd_assert(arguments->count < ARGUMENT_LIMIT);
    va_list values;
    va_start(values, format);
    vsnprintf(arguments->text[arguments->count++], ARGUMENT_SIZE, format, values);
    va_end(values);
}

/* SimGrid looks for files in the current folder first, whatever its path is: a file of the same
 * name there would be read in place of the one that was checked. A folder that cannot be entered
 * holds no file that was. */
static void look_up_in_folder(const struct rd_server *server)
{
    if (server->platform_path[0] != '/' || chdir(server->folder) != 0)
        rd_simgrid.sg_cfg_set_string("path",
                                     server->folder); /* as an argument it would end at a blank */
}

static void load_platform(const struct rd_server *server)
{
    /* What is set here a platform file does not change: the player writes traces of its own. */
    static const char *const always[] = {"redist", "--log=root.thresh:error", "--log=root.fmt:%m%n",
                                         "--cfg=tracing:no", CONTEXTS};
    static const char *const exact[] = {"--cfg=network/model:CM02", "--cfg=network/TCP-gamma:0",
                                        "--cfg=network/crosstraffic:0"};
    static struct arguments arguments;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        add_argument(&arguments, "%s", always[i]);
    if (server->settings.model == RD_EXACT_MODEL)
        for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
            add_argument(&arguments, "%s", exact[i]);
    if (server->solves_all)
        add_argument(&arguments, "--cfg=network/optim:Full");
    /* SimGrid weighs a message by the bandwidths on its way, and weighs it anew when one changes:
     * that of answers, too, which were never weighed by it, and may come to less than nothing. */
    if (server->settings.model == RD_TCP_MODEL && server->settings.varies)
        add_argument(&arguments, "--cfg=network/weight-S:0");
    if (server->settings.concurrency_limit > 0)
        add_argument(&arguments, "--cfg=maxmin/concurrency-limit:%u",
                     server->settings.concurrency_limit);
    char *pointer[ARGUMENT_LIMIT + 1] = {0};
    for (int i = 0; i < arguments.count; i++)
        pointer[i] = arguments.text[i];
    rd_simgrid.simgrid_init(&arguments.count, pointer);
    if (server->folder)
        look_up_in_folder(server);
    rd_simgrid.simgrid_load_platform(server->platform_path);
}

struct job {
    const struct rd_server *server;
    struct rd_request *request;
};

static void serve_request(struct rd_request *request)
{
    switch (request->kind) {
    case RD_REQUEST_COSTS: rd_serve_costs((struct rd_costs_request *)request); break;
    case RD_REQUEST_EDGES: rd_serve_edges((struct rd_costs_request *)request); break;
    case RD_REQUEST_LINKS: rd_serve_links((struct rd_costs_request *)request); break;
    case RD_REQUEST_SIMULATE: rd_serve_simulation((struct rd_simulate_request *)request); break;
    }
}

/* In a process of its own. */
static void do_job(void *context)
{
    const struct job *job = context;
    rd_limit_memory(job->server->settings.memory_limit_bytes);
    serve_request(job->request);
}

/* What a job that has ended comes to. */
static bool judge_job(const struct rd_server *server, struct rd_request *request,
                      struct rd_child *child, enum rd_child_event event, struct rd_error *reterr)
{
    bool simulation = request->kind == RD_REQUEST_SIMULATE;
    const char *what = simulation ? "the simulation" : "reading the platform's routes";
    int status = rd_child_end(child);
    if (event == RD_CHILD_TIMED_OUT)
        return rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                       "%s was stopped after %g s, the time limit for one run", what,
                       server->settings.time_limit_s);
    switch (request->outcome) {
    case RD_OUTCOME_DONE: return true;
    case RD_OUTCOME_FAILED: *reterr = request->error; return false;
    case RD_OUTCOME_BROKEN: return rd_fail_of_player((struct rd_simulate_request *)request, reterr);
    case RD_OUTCOME_UNDER_WAY: break;
    }
    if (!simulation && !rd_child_lacked_memory(&child->words) &&
        rd_fail_of_route((struct rd_costs_request *)request, reterr))
        return false;
    return rd_fail_of_child(reterr, RD_ERROR_RUN, NULL, what, status,
                            server->settings.memory_limit_bytes, &child->words);
}

/* Serves one request. Does not return if the program is gone. */
static bool serve(struct rd_server *server, const struct rd_call *call, struct rd_error *reterr)
{
    if (!rd_shared_memory_map(&server->shared, call->shared_bytes, reterr))
        return false;
    struct job job = {server, (struct rd_request *)server->shared.base};
    rd_request_arrive(job.request);
    if (!call->alone) {
        serve_request(job.request);
        *reterr = job.request->error;
        return job.request->outcome == RD_OUTCOME_DONE;
    }
    struct rd_child child;
    if (!rd_child_start(&child, do_job, &job, false, NULL, 0, reterr))
        return false;
    enum rd_child_event event =
        rd_child_listen(&child, server->socket, server->settings.time_limit_s);
    if (event == RD_CHILD_OTHER_READY) {
        rd_child_end(&child);
        _exit(0);
    }
    return judge_job(server, job.request, &child, event, reterr);
}

static bool answer(const struct rd_server *server, const struct rd_reply *reply)
{
    size_t size = reply->error.code == RD_ERROR_NONE ? sizeof reply->error.code : sizeof *reply;
    return send(server->socket, reply, size, MSG_NOSIGNAL) == (ssize_t)size;
}

/* From here on nobody listens to what this process prints. */
static void fall_silent(void)
{
    int null_fd = open("/dev/null", O_WRONLY);
    if (null_fd < 0 || dup2(null_fd, STDOUT_FILENO) < 0 || dup2(null_fd, STDERR_FILENO) < 0)
        _exit(1);
}

void rd_serve(void *context)
{
    struct rd_server *server = context;
    rd_cxx_use_own_memory();
    rd_limit_memory(server->settings.memory_limit_bytes);
#if defined(RD_ADDRESS_SANITIZER)
    rd_processor_stay();
#endif
    load_platform(server);
    if (server->settings.shares_process)
        rd_keep_memory();
    rd_limit_memory(server->settings.shares_process ? server->settings.memory_limit_bytes : 0);
    struct rd_reply reply = {0};
    struct rd_call call;
    bool open = answer(server, &reply);
    fall_silent(); /* only now: the end of what is printed would be taken for the child's */
    while (open && recv(server->socket, &call, sizeof call, 0) == (ssize_t)sizeof call) {
        reply = (struct rd_reply){0};
        serve(server, &call, &reply.error);
        rd_shared_memory_leave(&server->shared);
        open = answer(server, &reply);
    }
}
