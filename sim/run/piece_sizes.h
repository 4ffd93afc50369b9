/* Of how many bytes an item of generated copies should be: few large items cost little latency,
 * many small ones can be passed on sooner. What `redist recommend` says. */
#pragma once

#include "survey.h"

/* One size, and the shortest plan that was made with it. */
struct rd_piece_size {
    int64_t bytes;                 /* `piece-bytes` of the generator; 0: a part is one item */
    const struct rd_algorithm *by; /* NULL: no plan whose time is known */
    double planned_s;
};

struct rd_piece_sizes {
    size_t tried_count;             /* 0: the scenario takes none, or nobody could say */
    struct rd_piece_size own, best; /* the scenario's; of equal ones the own, or the largest */
};

/* Surveys as rd_survey_run does; and where a generator made copies also with other sizes of their
 * items: parts cut into 1, 2, 4, .. items, until twice as many twice gain less than 1 %, then
 * between the neighbours of the best. Sizes have half of the time. In: as rd_survey_run, no by_s
 * but NAN. Returns: the survey of the scenario as it is, and the sizes. Cost: the plans'. */
bool rd_piece_sizes_run(struct rd_run_context *context, const struct rd_survey_question *question,
                        struct rd_survey *ret_survey, struct rd_piece_sizes *ret_sizes,
                        struct rd_error *reterr);
