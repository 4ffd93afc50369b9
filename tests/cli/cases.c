#include "cases.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static int is_json(const struct dirent *file)
{
    size_t length = strlen(file->d_name);
    return length > 5 && strcmp(file->d_name + length - 5, ".json") == 0;
}

int test_visit_cases(struct test_place *place, const char *folder,
                     void (*visit)(struct test_place *place, const json_t *given))
{
    struct dirent **file;
    const char *path = rd_arena_print(&place->arena, "tests/algorithms/cases/%s", folder);
    int count = scandir(path, &file, is_json, alphasort);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        json_error_t error;
        json_t *json = json_load_file(rd_arena_print(&place->arena, "%s/%s", path, file[i]->d_name),
                                      0, &error);
        assert_non_null(json);
        free(file[i]);
        visit(place, json);
        json_decref(json);
    }
    free(file);
    return count;
}

json_t *test_array_of(const json_t *json, const char *key)
{
    json_t *array = json_object_get(json, key);
    assert_true(json_is_array(array));
    return array;
}

json_int_t test_entry(const json_t *json, const char *key, size_t i)
{
    json_t *value = json_array_get(test_array_of(json, key), i);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

const json_t *test_good_row(const json_t *rows, size_t number, const char *algorithm)
{
    const json_t *row = json_array_get(rows, number);
    assert_string_equal(test_text_of(row, "algorithm"), algorithm);
    if (strcmp(test_text_of(row, "status"), "ok") != 0)
        fail_msg("%s: %s", algorithm, test_text_of(row, "message"));
    assert_true(json_is_true(json_object_get(row, "goal_reached")));
    return row;
}
