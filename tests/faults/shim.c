/* Loaded before redist (LD_PRELOAD): makes the k-th call of a kind fail, counted from main over
 * the program and all its children.
 *
 *   REDIST_FAULT_SERVER
 *                  a socket: redist stops at its main and makes a copy of itself for each order
 *                  that comes, which goes on with the arguments and the fault of the order: "alloc
 *                  17 once", a kind (alloc, write, fsync, rename, fork, open), k (0: none), and
 *                  whether the calls behind the k-th fail as well ("on") or not ("once"). So
 *                  libraries are loaded and relocated once, not for each fault, which takes longer
 *                  than all the rest
 *   REDIST_COUNTER a file of at least sizeof(struct counter) bytes that all copies share
 *
 * What comes before main is the dynamic loader and the constructors of libraries: it is the same
 * for any program that links them, ends before a line of redist has run, and has nothing to lose;
 * so it is not counted. Nor is it where redist opens a library later: without memory the loader
 * ends the program itself, with its own words and status 127. Of programs that redist starts
 * (gnuplot, and the shell that starts it) nothing is counted: they write to a pipe, and that redist
 * heard all of it is looked at.
 *
 * Allocations and fork are C functions and replaced as such. The rest are system calls, of which
 * stdio's never pass a symbol that could be replaced: a seccomp filter turns them into a signal,
 * whose handler counts, and fails them or makes them itself. (Not so fork's: glibc 2.41 makes it
 * with all signals blocked.) A filter outlives exec, and the handler does
 * not: so the filter looks at where a call is made, and traps those that this process's C library
 * makes. Another program has its own elsewhere. */
#include "shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { MOST_CALLS = 6 };

/* What glibc calls its allocator among its own. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*end)(void), void *stack_end);

static struct counter *counter;
static long fail_at;
static bool go_on, allocations, forks;
static int reason;

/* Counts a call. Returns: is it to fail? */
static bool is_due(void)
{
    long call = atomic_fetch_add(&counter->calls, 1) + 1;
    bool due = fail_at > 0 && (call == fail_at || (go_on && call > fail_at));
    if (due)
        atomic_fetch_add(&counter->failed, 1);
    return due;
}

static bool allocation_is_due(void)
{
    if (!allocations || !is_due())
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return allocation_is_due() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return allocation_is_due() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return allocation_is_due() ? NULL : __libc_realloc(old, size);
}

int posix_memalign(void **ret, size_t alignment, size_t size)
{
    if (allocation_is_due())
        return ENOMEM;
    *ret = __libc_memalign(alignment, size);
    return *ret ? 0 : ENOMEM;
}

void *dlopen(const char *path, int mode)
{
    typedef void *call(const char *, int);
    bool counted = allocations;
    call *next;
    void *symbol = dlsym(RTLD_NEXT, "dlopen");
    memcpy(&next, &symbol, sizeof next);
    allocations = false;
    void *library = next(path, mode);
    allocations = counted;
    return library;
}

pid_t fork(void)
{
    typedef pid_t call(void);
    static call *next;
    if (forks && is_due()) {
        errno = EAGAIN;
        return -1;
    }
    if (!next) {
        void *symbol = dlsym(RTLD_NEXT, "fork");
        memcpy(&next, &symbol, sizeof next);
    }
    return next();
}

/* SimGrid's exceptions look up the names of the functions on their stack, in the debugging symbols
 * of all its libraries: 30 ms each, for words that follow those that redist reads. So nothing is
 * known of any function. */
void *backtrace_create_state(const char *path, int threaded, void *tell, void *data);
int backtrace_pcinfo(void *state, uintptr_t place, void *found, void *tell, void *data);
int backtrace_syminfo(void *state, uintptr_t place, void *found, void *tell, void *data);

void *backtrace_create_state(const char *path, int threaded, void *tell, void *data)
{
    (void)path, (void)threaded, (void)tell, (void)data;
    return NULL;
}

int backtrace_pcinfo(void *state, uintptr_t place, void *found, void *tell, void *data)
{
    (void)state, (void)place, (void)found, (void)tell, (void)data;
    return 0;
}

int backtrace_syminfo(void *state, uintptr_t place, void *found, void *tell, void *data)
{
    (void)state, (void)place, (void)found, (void)tell, (void)data;
    return 0;
}

#if defined(__x86_64__)
static long system_call(long number, const greg_t *registers)
{
    register long fourth __asm__("r10") = registers[REG_R10];
    register long fifth __asm__("r8") = registers[REG_R8];
    register long sixth __asm__("r9") = registers[REG_R9];
    long answer;
    __asm__ volatile("syscall"
                     : "=a"(answer)
                     : "a"(number), "D"(registers[REG_RDI]), "S"(registers[REG_RSI]),
                       "d"(registers[REG_RDX]), "r"(fourth), "r"(fifth), "r"(sixth)
                     : "rcx", "r11", "memory");
    return answer;
}

static void trapped(int number, siginfo_t *info, void *context)
{
    (void)number;
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    registers[REG_RAX] = is_due() ? -reason : system_call(info->si_syscall, registers);
}

/* Where the code of a library lies. */
struct range {
    uintptr_t within, first, last; /* within: an address of it */
};

static int find_range(struct dl_phdr_info *library, size_t size, void *context)
{
    (void)size;
    struct range *range = context;
    for (int i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &library->dlpi_phdr[i];
        uintptr_t first = library->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD || range->within < first ||
            range->within - first >= part->p_memsz)
            continue;
        range->first = first;
        range->last = first + part->p_memsz;
        return 1;
    }
    return 0;
}

/* The C library's code. Its addresses begin with the same 32 bits, but where they cross a boundary
 * of 4 GiB, once in some thousand times. */
static struct range c_library(void)
{
    struct range range = {.within = (uintptr_t)dlsym(RTLD_NEXT, "__libc_start_main")};
    if (dl_iterate_phdr(find_range, &range) == 0 || range.first >> 32 != range.last >> 32)
        _exit(SHIM_CANNOT);
    return range;
}

/* Traps these system calls of the C library. */
static void trap(const int *call, size_t count)
{
    enum { FIRST_WORD = offsetof(struct seccomp_data, instruction_pointer) };
    struct range code = c_library();
    const struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_filter filter[2 * MOST_CALLS + 10] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIRST_WORD + sizeof(uint32_t)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(code.first >> 32), 1, 0),
        allow,
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIRST_WORD),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)code.first, 0, 1),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, (uint32_t)code.last, 0, 1),
        allow,
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    };
    unsigned short length = 8;
    for (size_t i = 0; i < count; i++) {
        filter[length++] =
            (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call[i], 0, 1);
        filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    }
    filter[length++] = allow;
    struct sock_fprog program = {.len = length, .filter = filter};
    struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_NODEFER};
    if (sigaction(SIGSYS, &action, NULL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        _exit(SHIM_CANNOT);
}
#else
static void trap(const int *call, size_t count)
{
    (void)call, (void)count, (void)reason;
    _exit(SHIM_CANNOT);
}
#endif

static void arm(const char *kind)
{
    static const struct {
        const char *kind;
        int reason;
        int call[MOST_CALLS];
        size_t count;
    } known[] = {
        {"write", ENOSPC, {SYS_write, SYS_writev, SYS_pwrite64, SYS_pwritev, SYS_ftruncate}, 5},
        {"fsync", EIO, {SYS_fsync, SYS_fdatasync}, 2},
        {"open", EMFILE, {SYS_openat, SYS_pipe2, SYS_socketpair}, 3},
#if defined(__x86_64__)
        {"rename", EACCES, {SYS_rename, SYS_renameat, SYS_renameat2}, 3},
#endif
    };
    allocations = strcmp(kind, "alloc") == 0;
    forks = strcmp(kind, "fork") == 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(kind, known[i].kind) == 0) {
            reason = known[i].reason;
            trap(known[i].call, known[i].count);
            return;
        }
    if (!allocations && !forks)
        _exit(SHIM_CANNOT);
}

static int (*real_main)(int, char **, char **);

static void prepare(const char *fault)
{
    char kind[16], how[16];
    if (sscanf(fault, "%15s %ld %15s", kind, &fail_at, how) != 3)
        _exit(SHIM_CANNOT);
    go_on = strcmp(how, "on") == 0;
    arm(kind);
}

/* Waits for an order. Returns: its size, 0 at the end; *ret_stream holds its descriptors. */
static size_t receive(int server, struct order *order, int ret_stream[2])
{
    union {
        struct cmsghdr header;
        char text[CMSG_SPACE(2 * sizeof(int))];
    } control;
    struct iovec part = {order, sizeof *order};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.text,
                             .msg_controllen = sizeof control.text};
    ssize_t got = recvmsg(server, &message, 0);
    if (got <= 0)
        return 0;
    memcpy(ret_stream, CMSG_DATA(CMSG_FIRSTHDR(&message)), 2 * sizeof(int));
    return (size_t)got;
}

/* The arguments that main is given: the program's name stays. */
static char *order_argument[16];
static struct order order;

/* In a copy of the program, which becomes what was ordered. */
static int become_ordered(char **argv, int server, const int stream[2], char **environment)
{
    close(server);
    for (int i = 0; i < 2; i++) {
        dup2(stream[i], i + 1);
        close(stream[i]);
    }
    char *text = order.argument;
    order_argument[0] = argv[0];
    for (int i = 1; i <= order.argument_count; i++, text += strlen(text) + 1)
        order_argument[i] = text;
    unsetenv("REDIST_FAULT_SERVER");
    unsetenv("REDIST_COUNTER");
    unsetenv("LD_PRELOAD");
    alarm(ORDER_LIMIT_S);
    prepare(order.fault);
    return real_main(order.argument_count + 1, order_argument, environment);
}

static int serve(int socket, char **argv, char **environment)
{
    int stream[2], status;
    /* Out of the way: what is started finds the descriptors that it would have had. */
    int server = fcntl(socket, F_DUPFD_CLOEXEC, 200);
    close(socket);
    while (receive(server, &order, stream) > 0) {
        atomic_store(&counter->calls, 0);
        atomic_store(&counter->failed, 0);
        pid_t child = fork();
        if (child == 0)
            return become_ordered(argv, server, stream, environment);
        close(stream[0]);
        close(stream[1]);
        if (child < 0 || waitpid(child, &status, 0) != child ||
            send(server, &status, sizeof status, MSG_NOSIGNAL) < 0)
            _exit(SHIM_CANNOT);
    }
    _exit(0);
}

static int main_with_faults(int argc, char **argv, char **environment)
{
    (void)argc;
    const char *path = getenv("REDIST_COUNTER"), *server = getenv("REDIST_FAULT_SERVER");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0 || !server)
        _exit(SHIM_CANNOT);
    counter = mmap(NULL, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (counter == MAP_FAILED)
        _exit(SHIM_CANNOT);
    return serve((int)strtol(server, NULL, 10), argv, environment);
}

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*end)(void), void *stack_end)
{
    typedef int start(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void),
                      void (*)(void), void *);
    start *next;
    void *symbol = dlsym(RTLD_NEXT, "__libc_start_main");
    memcpy(&next, &symbol, sizeof next);
    real_main = main;
    return next(main_with_faults, argc, argv, init, fini, end, stack_end);
}
