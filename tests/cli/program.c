#include "program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_ARGUMENTS = 64 };

const char *test_given(const char *variable)
{
    const char *value = getenv(variable);
    if (value && *value)
        return value;
    fprintf(stderr,
            "%s: %s is not set, which meson does: run it by its name, as in: meson test -C BUILD "
            "'cli run'; all names: meson test -C BUILD --list\n",
            program_invocation_short_name, variable);
    exit(EXIT_FAILURE);
}

int test_open(void **state)
{
    static struct test_place place;
    static char folder[256];
    test_given("REDIST"); /* before anything is made */
    /* Away from standard descriptors, and of the source: messages name its files as users do. */
    assert_int_equal(chdir(test_given("REDIST_SOURCE")), 0);
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/redist_test_XXXXXX", parent ? parent : "/tmp");
    assert_non_null(mkdtemp(folder));
    rd_arena_open(&place.arena, 0);
    place.folder = folder;
    *state = &place;
    return 0;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

int test_close(void **state)
{
    struct test_place *place = *state;
    nftw(place->folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    rd_arena_close(&place->arena);
    return 0;
}

/* Starts redist with an empty standard input and other files as the actions say. Returns: its
 * process. */
static pid_t spawn(posix_spawn_file_actions_t *actions, const char *const *argument)
{
    posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    /* posix_spawn takes arguments that it does not change as if it did. */
    union {
        const char *read_only[MOST_ARGUMENTS + 2];
        char *given[MOST_ARGUMENTS + 2];
    } words = {.read_only = {test_given("REDIST")}};
    size_t count = 0;
    for (; argument[count]; count++) {
        assert_true(count < MOST_ARGUMENTS);
        words.read_only[count + 1] = argument[count];
    }
    words.read_only[count + 1] = NULL;
    pid_t pid;
    assert_int_equal(posix_spawn(&pid, words.given[0], actions, NULL, words.given, environ), 0);
    posix_spawn_file_actions_destroy(actions);
    return pid;
}

struct test_process test_redist_start(const char *out_path, const char *const *argument)
{
    int out[2], err[2];
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    assert_int_equal(pipe2(err, O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (!out_path)
        posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    else if (out_path[0])
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out_path, O_WRONLY, 0);
    else
        posix_spawn_file_actions_addclose(&actions, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
    struct test_process process = {.pid = spawn(&actions, argument), .out = out[0], .err = err[0]};
    close(out[1]);
    close(err[1]);
    return process;
}

struct test_process test_redist_start_on_terminal(const char *const *argument)
{
    int out[2], terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0);
    assert_int_equal(fcntl(terminal, F_SETFD, FD_CLOEXEC), 0);
    assert_int_equal(grantpt(terminal), 0);
    assert_int_equal(unlockpt(terminal), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, ptsname(terminal),
                                     O_WRONLY | O_NOCTTY, 0);
    struct test_process process = {
        .pid = spawn(&actions, argument), .out = out[0], .err = terminal};
    close(out[1]);
    return process;
}

/* What is read from a file descriptor up to now, and a zero. */
struct caught {
    char *text;
    size_t length;
    size_t capacity;
};

/* Returns: false at the end. */
static bool catch_some(struct rd_arena *arena, int file, struct caught *caught)
{
    if (caught->length + 1 >= caught->capacity) {
        size_t capacity = caught->capacity ? 2 * caught->capacity : 4096;
        caught->text = rd_arena_grow(arena, caught->text, caught->capacity, capacity, 1);
        caught->capacity = capacity;
    }
    ssize_t got = read(file, caught->text + caught->length, caught->capacity - 1 - caught->length);
    if (got < 0)
        return errno == EINTR;
    caught->length += (size_t)got;
    caught->text[caught->length] = '\0';
    return got > 0;
}

struct test_run test_redist_hear(struct test_place *place, struct test_process process)
{
    struct pollfd files[2] = {{.fd = process.out, .events = POLLIN},
                              {.fd = process.err, .events = POLLIN}};
    struct caught caught[2] = {{0}};
    while (files[0].fd >= 0 || files[1].fd >= 0) {
        int ready = poll(files, 2, -1);
        for (int i = 0; i < 2 && ready > 0; i++)
            if (files[i].fd >= 0 && files[i].revents &&
                !catch_some(&place->arena, files[i].fd, &caught[i])) {
                close(files[i].fd);
                files[i].fd = -1;
            }
    }
    return (struct test_run){.out = caught[0].text, .err = caught[1].text};
}

int test_exit_status(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct test_run test_redist_end(struct test_place *place, struct test_process process)
{
    struct test_run run = test_redist_hear(place, process);
    int status;
    while (waitpid(process.pid, &status, 0) < 0)
        assert_int_equal(errno, EINTR);
    run.status = test_exit_status(status);
    return run;
}

struct test_run test_redist_to(struct test_place *place, const char *out_path,
                               const char *const *argument)
{
    return test_redist_end(place, test_redist_start(out_path, argument));
}

/* The arguments of a variadic function, up to its NULL. */
static void collect(const char *argument[MOST_ARGUMENTS], va_list arguments)
{
    size_t count = 0;
    do {
        assert_true(count < MOST_ARGUMENTS);
        argument[count] = va_arg(arguments, const char *);
    } while (argument[count++]);
}

struct test_run test_redist(struct test_place *place, ...)
{
    const char *argument[MOST_ARGUMENTS];
    va_list arguments;
    va_start(arguments, place);
    collect(argument, arguments);
    va_end(arguments);
    return test_redist_to(place, NULL, argument);
}

json_t *test_redist_json(struct test_place *place, int status, ...)
{
    const char *argument[MOST_ARGUMENTS];
    va_list arguments;
    va_start(arguments, status);
    collect(argument, arguments);
    va_end(arguments);
    struct test_run run = test_redist_to(place, NULL, argument);
    test_status(&run, status);
    json_error_t error;
    json_t *json = json_loads(run.out, JSON_REJECT_DUPLICATES, &error);
    if (!json)
        fail_msg("line %d: %s, in\n%s", error.line, error.text, run.out);
    return json;
}

const char *test_text_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value))
        fail_msg("%s is no text", key);
    return json_string_value(value);
}

double test_number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_number(value))
        fail_msg("%s is no number", key);
    return json_number_value(value);
}

const char *test_path(struct test_place *place, const char *name)
{
    return rd_arena_print(&place->arena, "%s/%s", place->folder, name);
}

const char *test_write(struct test_place *place, const char *name, const char *text)
{
    const char *path = test_path(place, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    return path;
}

const char *test_read(struct test_place *place, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NULL;
    struct caught caught = {0};
    while (catch_some(&place->arena, file, &caught))
        continue;
    close(file);
    return caught.text;
}

size_t test_count_entries(const char *path)
{
    DIR *folder = opendir(path);
    assert_non_null(folder);
    size_t count = 0;
    for (const struct dirent *entry; (entry = readdir(folder));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(folder);
    return count;
}

void test_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("this was expected:\n%s\nin this:\n%s", part, text);
}

void test_status(const struct test_run *run, int status)
{
    if (run->status != status)
        fail_msg("status %d was expected and is %d; it printed:\n%s%s", status, run->status,
                 run->out, run->err);
}
