/* Judges schedules of one's own: what a program would send, and what a program has sent.
 *
 *     cc judge.c -o judge $(pkg-config --cflags --libs redist) && ./judge
 */
#include <redist/redist.h>

#include <stdio.h>

static void print(const char *what, bool judged, const struct rd_judgement *judgement,
                  const struct rd_call_error *error)
{
    if (!judged)
        printf("%s: %s\n", what, error->message);
    else if (!judgement->legal)
        printf("%s: not legal (%s): %s\n", what, judgement->violation, judgement->message);
    else if (!judgement->goal_reached)
        printf("%s: legal, but %s\n", what, judgement->goal_message);
    else
        printf("%s: %g s, and no schedule takes less than %g s%s\n", what, judgement->makespan_s,
               judgement->bound.seconds, judgement->proved_optimal ? ": optimal, proved" : "");
}

int main(void)
{
    /* The one-way ring of plan.c: the shape says which links there are. */
    static const int64_t load[] = {3, 1, 1, 1}, final_load[] = {1, 1, 3, 1};
    struct rd_problem problem = {0};
    problem.host_count = 4;
    problem.shape = RD_SHAPE_RING_ONE_WAY;
    problem.every_seconds_per_item = 2;
    problem.load = load;
    problem.final_load = final_load;

    struct rd_judgement judgement;
    struct rd_call_error error;
    bool judged;

    /* Two items in one message, and then on. Host 1 has to wait for them: 4 s and 4 s. */
    static const uint32_t from[] = {0, 1}, to[] = {1, 2};
    static const int64_t two[] = {2, 2}, one[] = {1, 1};
    struct rd_schedule schedule = {0};
    schedule.transfer_count = 2;
    schedule.from = from;
    schedule.to = to;
    schedule.items = two;
    judged = rd_judge_schedule(&problem, &schedule, &judgement, &error);
    print("one message", judged, &judgement, &error);
    rd_judgement_free(&judgement);

    /* Two messages of one item: host 1 passes its own item on at once. */
    schedule.items = one;
    schedule.messages = two;
    judged = rd_judge_schedule(&problem, &schedule, &judgement, &error);
    print("two messages", judged, &judgement, &error);
    rd_judgement_free(&judgement);

    /* Not on a ring. */
    static const uint32_t across[] = {2, 2};
    schedule.to = across;
    judged = rd_judge_schedule(&problem, &schedule, &judgement, &error);
    print("across", judged, &judgement, &error);
    rd_judgement_free(&judgement);

    /* What a run recorded: the two messages of two hosts, and then one of them too early. */
    static const uint32_t sender[] = {0, 1, 0, 1}, receiver[] = {1, 2, 1, 2};
    static const int64_t items[] = {1, 1, 1, 1};
    static const double start_s[] = {0, 0, 2, 2}, end_s[] = {2, 2, 4, 4};
    static const double early_start_s[] = {0, 0, 1, 2}, early_end_s[] = {2, 2, 3, 4};
    struct rd_trace_arrays trace = {0};
    trace.transfer_count = 4;
    trace.start_s = start_s;
    trace.end_s = end_s;
    trace.from = sender;
    trace.to = receiver;
    trace.items = items;
    judged = rd_judge_trace(&problem, &trace, &judgement, &error);
    print("recorded", judged, &judgement, &error);
    rd_judgement_free(&judgement);
    trace.start_s = early_start_s;
    trace.end_s = early_end_s;
    judged = rd_judge_trace(&problem, &trace, &judgement, &error);
    print("recorded early", judged, &judgement, &error);
    rd_judgement_free(&judgement);
    return 0;
}
