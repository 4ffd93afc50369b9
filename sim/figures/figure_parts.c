#include "figure_parts.h"

#include "sim/base/clock.h"
#include "sim/digest/sha256.h"
#include "sim/engine/engine.h"
#include "sim/engine/process/temporary_files.h"
#include "sim/report/output_file.h"
#include "sim/run/job_queue.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What a job leaves of its part. */
struct left {
    bool is_good;
    struct rd_error error; /* if it is not */
    double took_s;
    char text[1 << 16];
};

struct making {
    const struct rd_figure_settings *settings;
    const struct rd_figure_parts *parts;
    struct rd_arena *arena;
    const char *folder;
    const char **path; /* [parts->count], where each is kept */
    bool *is_kept;     /* [parts->count] */
    size_t *part;      /* [parts->count] of a job: which it makes */
    size_t kept_count, next;
    struct left *left;     /* [parts->count] of a job, shared with it */
    struct rd_error error; /* why what a job left could not be kept */
};

static const char *folder_of(const char *folder, const char *figure, struct rd_arena *arena)
{
    return rd_arena_print(arena, "%s/%s.parts", folder, figure);
}

/* --- what is kept ----------------------------------------------------------------------------- */

/* The name of a part says what it was made of. */
static const char *path_of(const struct making *making, const struct rd_figure_part *part)
{
    char hash[RD_SHA256_TEXT_SIZE];
    struct rd_sha256 sha256;
    rd_sha256_begin(&sha256);
    rd_sha256_add_text(&sha256, REDIST_VERSION);
    rd_sha256_add_text(&sha256, rd_engine_version());
    rd_sha256_add_text(&sha256, part->given);
    return rd_arena_print(making->arena, "%s/%s", making->folder,
                          rd_sha256_end_text(&sha256, hash));
}

static const char *hash_of(const char *text, char hash[RD_SHA256_TEXT_SIZE])
{
    struct rd_sha256 sha256;
    rd_sha256_begin(&sha256);
    rd_sha256_add_text(&sha256, text);
    return rd_sha256_end_text(&sha256, hash);
}

/* A part's file is the hash of its text, a line, and the text. */
static bool write_kept(FILE *out, const void *text, RD_UNUSED struct rd_error *reterr)
{
    char hash[RD_SHA256_TEXT_SIZE];
    return fprintf(out, "%s\n%s", hash_of(text, hash), (const char *)text) > 0;
}

/* Returns: the text of a part, or NULL where it is not there, or not as it was written. */
static const char *read_kept(const char *path, struct rd_arena *arena)
{
    struct rd_text text = {.arena = arena};
    char line[1024], hash[RD_SHA256_TEXT_SIZE], own[RD_SHA256_TEXT_SIZE + 1];
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    bool good = fgets(own, sizeof own, file);
    while (fgets(line, sizeof line, file))
        rd_text_print(&text, "%s", line);
    good = good && !ferror(file);
    fclose(file);
    const char *kept = text.text ? text.text : "";
    own[strcspn(own, "\n")] = '\0';
    return good && strcmp(hash_of(kept, hash), own) == 0 ? kept : NULL;
}

void rd_figure_parts_remove(const char *folder, const char *figure, struct rd_arena *arena)
{
    const char *parts = folder_of(folder, figure, arena);
    DIR *entries = opendir(parts);
    for (const struct dirent *entry; entries && (entry = readdir(entries));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlink(rd_arena_print(arena, "%s/%s", parts, entry->d_name));
    if (entries)
        closedir(entries);
    rmdir(parts);
}

static bool open_making(struct making *making, struct rd_error *reterr)
{
    const struct rd_figure_parts *parts = making->parts;
    making->folder = folder_of(making->settings->folder, parts->figure, making->arena);
    making->path = rd_take(making->arena, parts->count, const char *);
    making->is_kept = rd_take(making->arena, parts->count, bool);
    making->part = rd_take(making->arena, parts->count, size_t);
    if (!making->settings->goes_on)
        rd_figure_parts_remove(making->settings->folder, parts->figure, making->arena);
    if (!rd_make_folder(making->folder, reterr))
        return false;
    for (size_t i = 0; i < parts->count; i++) {
        making->path[i] = path_of(making, &parts->part[i]);
        parts->part[i].text = read_kept(making->path[i], making->arena);
        making->is_kept[i] = parts->part[i].text;
        making->kept_count += making->is_kept[i];
    }
    making->left = rd_jobs_share(parts->count * sizeof *making->left, reterr);
    return making->left;
}

/* --- jobs ------------------------------------------------------------------------------------- */

static const char *begin(void *context, size_t job)
{
    struct making *making = context;
    const struct rd_figure_parts *parts = making->parts;
    while (making->next < parts->count && making->is_kept[making->next])
        making->next++;
    if (making->next == parts->count)
        return NULL;
    making->part[job] = making->next++;
    return parts->part[making->part[job]].name;
}

static void work(void *context, size_t job, RD_UNUSED void *report)
{
    const struct making *making = context;
    struct left *left = &making->left[job];
    double begun_s = rd_now_s();
    size_t room = sizeof left->text - 1; /* the zero behind it stays */
    FILE *out = fmemopen(left->text, room, "w");
    left->is_good =
        out ? making->parts->write(out, making->parts->context, making->part[job], &left->error)
            : rd_fail(&left->error, RD_ERROR_INTERRUPTED, NULL, 0, "out of memory");
    if (out && fclose(out) != 0 && left->is_good)
        left->is_good = rd_failed(&left->error, "a part of a figure has at most %zu bytes", room);
    left->took_s = rd_now_s() - begun_s;
}

/* Keeps what a job has left, and says so. */
static void keep(void *context, size_t number, const struct rd_job *job)
{
    struct making *making = context;
    const struct rd_figure_parts *parts = making->parts;
    const struct left *left = &making->left[number];
    size_t part = making->part[number];
    if (job->end != RD_JOB_DONE || !left->is_good ||
        !rd_write_whole_file(making->path[part], write_kept, left->text, &making->error))
        return;
    parts->part[part].text = rd_arena_print(making->arena, "%s", left->text);
    making->is_kept[part] = true;
    making->kept_count++;
    const char *line =
        rd_arena_print(making->arena, "%s: %zu of %zu parts, %s in %.1f s", parts->figure,
                       making->kept_count, parts->count, job->name, left->took_s);
    if (making->settings->progress)
        making->settings->progress(line);
    else
        fprintf(stderr, "%s\n", line);
}

/* Why a job's part is not kept. */
static const struct rd_error *error_of(const struct making *making, size_t number,
                                       const struct rd_job *job)
{
    const struct left *left = &making->left[number];
    return job->end != RD_JOB_DONE ? &job->error : !left->is_good ? &left->error : &making->error;
}

static bool run_all(struct making *making, struct rd_error *reterr)
{
    size_t workers = (size_t)making->settings->worker_count;
    const struct rd_jobs jobs = {.at_a_time = workers < RD_JOBS_LIMIT ? workers : RD_JOBS_LIMIT,
                                 .end_s = INFINITY,
                                 .report_bytes = 1,
                                 .begin = begin,
                                 .work = work,
                                 .ended = keep,
                                 .context = making};
    struct rd_job_queue queue = {.jobs = &jobs, .arena = making->arena};
    const struct rd_job *job;
    bool is_good;
    while ((is_good = rd_job_queue_take(&queue, &job, reterr)) && job) {
        size_t number = queue.taken_count - 1;
        is_good = making->is_kept[making->part[number]];
        if (!is_good) {
            *reterr = *error_of(making, number, job);
            break;
        }
    }
    rd_job_queue_close(&queue);
    return is_good;
}

bool rd_figure_parts_make(const struct rd_figure_settings *settings,
                          const struct rd_figure_parts *parts, struct rd_arena *arena,
                          struct rd_error *reterr)
{
    struct making making = {.settings = settings, .parts = parts, .arena = arena};
    if (!open_making(&making, reterr))
        return false;
    rd_temporary_files_shelter();
    bool good = run_all(&making, reterr);
    rd_temporary_files_unshelter();
    munmap(making.left, parts->count * sizeof *making.left);
    return good;
}
