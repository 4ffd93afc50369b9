#include "orders.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int server;
static pid_t server_pid;
static struct counter *counter;

void orders_open(struct test_place *place)
{
    const char *path = test_path(place, "counter");
    const char *redist = test_given("REDIST"), *shim = test_given("REDIST_FAULTS_SHIM");
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, sizeof *counter), 0);
    counter = mmap(NULL, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert_true(counter != MAP_FAILED);
    close(file);
    int end[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, end), 0);
    server = end[0];
    server_pid = fork();
    assert_true(server_pid >= 0);
    if (server_pid == 0) {
        int empty = open("/dev/null", O_RDONLY);
        char number[16];
        fcntl(end[1], F_SETFD, 0);
        snprintf(number, sizeof number, "%d", end[1]);
        dup2(empty, STDIN_FILENO);
        setenv("REDIST_FAULT_SERVER", number, 1);
        setenv("REDIST_COUNTER", path, 1);
        setenv("LD_PRELOAD", shim, 1);
        execl(redist, redist, (char *)NULL);
        _exit(1);
    }
    close(end[1]);
}

void orders_close(void)
{
    close(server);
    waitpid(server_pid, NULL, 0);
    munmap(counter, sizeof *counter);
}

static void send_order(const struct order *order, int out, int err)
{
    union {
        struct cmsghdr header;
        char text[CMSG_SPACE(2 * sizeof(int))];
    } control = {.header = {.cmsg_len = CMSG_LEN(2 * sizeof(int)),
                            .cmsg_level = SOL_SOCKET,
                            .cmsg_type = SCM_RIGHTS}};
    memcpy(CMSG_DATA(&control.header), (const int[]){out, err}, 2 * sizeof(int));
    struct order copy = *order;
    struct iovec part = {&copy, sizeof copy};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.text,
                             .msg_controllen = sizeof control.text};
    assert_int_equal(sendmsg(server, &message, MSG_NOSIGNAL), sizeof copy);
}

struct test_run order(struct test_place *place, const char *const *argument, const char *fault,
                      struct counter *ret_count)
{
    struct order order = {0};
    snprintf(order.fault, sizeof order.fault, "%s", fault);
    size_t length = 0;
    for (; argument[order.argument_count]; order.argument_count++) {
        size_t size = strlen(argument[order.argument_count]) + 1;
        assert_true(length + size <= sizeof order.argument);
        memcpy(order.argument + length, argument[order.argument_count], size);
        length += size;
    }
    int out[2], err[2], status;
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    assert_int_equal(pipe2(err, O_CLOEXEC), 0);
    send_order(&order, out[1], err[1]);
    close(out[1]);
    close(err[1]);
    struct test_run run =
        test_redist_hear(place, (struct test_process){.out = out[0], .err = err[0]});
    assert_int_equal(recv(server, &status, sizeof status, 0), sizeof status);
    run.status = test_exit_status(status);
    if (run.status == SHIM_CANNOT)
        exit(77);
    *ret_count = *counter;
    return run;
}
