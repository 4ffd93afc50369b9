#include "call.h"

#include "sim/base/guard.h"

#include <locale.h>
#include <stdio.h>

/* It lies in the arena that it holds. */
struct rd_call_memory {
    struct rd_arena arena;
};

/* A call, and what it does. */
struct run {
    struct rd_call call;
    bool (*body)(struct rd_call *call, void *context);
    void *context;
    struct rd_call_memory *memory;
};

static bool run_body(void *context)
{
    struct run *run = context;
    struct rd_call *call = &run->call;
    rd_arena_open(&call->results, 0);
    rd_arena_open(&call->problem, 0);
    rd_arena_open(&call->trial[0], 0);
    rd_arena_open(&call->trial[1], 0);
    rd_arena_open(&call->scratch, 0);
    if (!run->body(call, run->context))
        return false; /* the guard takes everything back */
    rd_arena_close(&call->problem);
    rd_arena_close(&call->trial[0]);
    rd_arena_close(&call->trial[1]);
    rd_arena_close(&call->scratch);
    run->memory = rd_take(&call->results, 1, struct rd_call_memory);
    run->memory->arena = call->results;
    return true;
}

static enum rd_call_code code_of(const struct rd_error *error)
{
    switch (error->code) {
    case RD_ERROR_REFUSED: return RD_CALL_REFUSED;
    case RD_ERROR_INPUT: return RD_CALL_ARGUMENT;
    default: return RD_CALL_MISTAKE;
    }
}

bool rd_call_fail(struct rd_call_error *ret_error, enum rd_call_code code, const char *message)
{
    if (ret_error) {
        ret_error->code = code;
        snprintf(ret_error->message, sizeof ret_error->message, "%s", message);
    }
    return false;
}

/* Runs a body under a guard, and says how it ended. */
static bool run_guarded(struct run *run, const struct rd_problem *problem,
                        struct rd_call_error *ret_error)
{
    struct rd_guard guard;
    bool done = false;
    uint64_t limit_bytes = problem ? problem->memory_limit_bytes : 0;
    const int *stop = problem ? problem->stop : NULL;
    size_t limit = limit_bytes == 0         ? RD_ARENA_DEFAULT_LIMIT
                   : limit_bytes < SIZE_MAX ? (size_t)limit_bytes
                                            : SIZE_MAX;
    switch (rd_guard_run(&guard, limit, stop, run_body, run, &done)) {
    case RD_GUARD_RETURNED: break;
    case RD_GUARD_MEMORY: return rd_call_fail(ret_error, RD_CALL_OUT_OF_MEMORY, guard.message);
    case RD_GUARD_STOPPED: return rd_call_fail(ret_error, RD_CALL_STOPPED, guard.message);
    case RD_GUARD_INVARIANT: return rd_call_fail(ret_error, RD_CALL_MISTAKE, guard.message);
    }
    if (!done)
        return rd_call_fail(ret_error, code_of(&run->call.error), run->call.error.message);
    rd_call_fail(ret_error, RD_CALL_OK, "");
    return true;
}

bool rd_call_run(const struct rd_problem *problem,
                 bool (*body)(struct rd_call *call, void *context), void *context,
                 struct rd_call_memory **ret_memory, struct rd_call_error *ret_error)
{
    struct run run = {.body = body, .context = context};
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0)
        return rd_call_fail(ret_error, RD_CALL_OUT_OF_MEMORY, "no memory for a locale");
    locale_t callers = uselocale(plain);
    bool done = run_guarded(&run, problem, ret_error);
    uselocale(callers);
    freelocale(plain);
    if (!done)
        return false;
    if (ret_memory)
        *ret_memory = run.memory;
    else
        rd_call_memory_free(run.memory);
    return true;
}

void rd_call_memory_free(struct rd_call_memory *memory)
{
    if (!memory)
        return;
    struct rd_arena arena = memory->arena;
    rd_arena_close(&arena);
}
