#include "bare.h"
#include "bench.h"

#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/mailbox.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static uint32_t messages_each;

static void put(int argument_count, char **argument)
{
    (void)argument_count, (void)argument;
    sg_mailbox_t mailbox = sg_actor_self_get_data();
    for (uint32_t i = 0; i < messages_each; i++)
        sg_mailbox_put(mailbox, mailbox, 1);
}

static void get(int argument_count, char **argument)
{
    (void)argument_count, (void)argument;
    sg_mailbox_t mailbox = sg_actor_self_get_data();
    for (uint32_t i = 0; i < messages_each; i++)
        sg_mailbox_get(mailbox);
}

static void start(sg_mailbox_t mailbox, uint32_t host, xbt_main_func_t code)
{
    char name[16];
    snprintf(name, sizeof name, "h%u", host);
    sg_actor_t actor = sg_actor_init("bare", sg_host_by_name(name));
    sg_actor_set_data(actor, mailbox);
    sg_actor_start_(actor, code, 0, NULL);
}

static void load(struct rd_platform_source platform)
{
    static char argument[][40] = {"bare",
                                  "--cfg=network/model:CM02",
                                  "--cfg=network/TCP-gamma:0",
                                  "--cfg=network/crosstraffic:0",
                                  "--cfg=contexts/stack-size:16",
                                  "--cfg=contexts/guard-size:0",
                                  "--log=root.thresh:error"};
    int count = sizeof argument / sizeof *argument;
    char *pointer[sizeof argument / sizeof *argument + 1] = {0};
    for (int i = 0; i < count; i++)
        pointer[i] = argument[i];
    int fd = memfd_create("platform", 0);
    if (fd < 0 || write(fd, platform.text, platform.text_size) != (ssize_t)platform.text_size)
        _exit(1);
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    simgrid_init(&count, pointer);
    simgrid_load_platform(path);
}

static void start_link(uint32_t from, uint32_t to)
{
    char name[24];
    snprintf(name, sizeof name, "%u>%u", from, to);
    sg_mailbox_t mailbox = sg_mailbox_by_name(name);
    start(mailbox, to, get);
    start(mailbox, from, put);
}

static void run(const struct bare_work *work)
{
    messages_each = work->messages;
    for (uint32_t host = 0; host < work->sender_count; host++) {
        if (work->dimensions == 0)
            start_link(host, (host + 1) % work->host_count);
        for (uint32_t i = 0; i < work->dimensions; i++)
            start_link(host, host ^ UINT32_C(1) << i);
    }
    simgrid_run();
}

double bare_run_ms(struct rd_platform_source platform, const struct bare_work *work)
{
    int result[2];
    if (pipe(result) != 0)
        abort();
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        load(platform);
        double start_s = bench_cpu_s();
        for (uint32_t i = 0; i < work->runs; i++)
            run(work);
        double run_ms = 1e3 * (bench_cpu_s() - start_s);
        _exit(write(result[1], &run_ms, sizeof run_ms) != (ssize_t)sizeof run_ms);
    }
    close(result[1]);
    double run_ms = 0;
    if (pid < 0 || read(result[0], &run_ms, sizeof run_ms) != (ssize_t)sizeof run_ms)
        abort();
    close(result[0]);
    waitpid(pid, NULL, 0);
    return run_ms;
}
