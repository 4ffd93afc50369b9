/* Redistributes a matrix of M x N numbers on a P x Q grid of processes from blocks of r x r to
 * blocks of s x s, and looks at every number at the end. Which process has which new part is free:
 * the relabelling that sends the fewest numbers is chosen, or the one with the fewest steps.
 *
 *     mpicc block_cyclic.c -o block_cyclic $(pkg-config --cflags --libs redist redist-mpi)
 *     mpirun -n 6 ./block_cyclic 4 6 1 2 2 3 switch-volume
 */
#include <redist/mpi.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct matrix {
    int64_t rows, columns, old_block, new_block, grid_rows, grid_columns;
};

/* What a process has and gets. Numbers of one part are in the order of their places. */
struct place {
    const struct matrix *matrix;
    uint32_t rank, part, processes; /* part: the new one that this process gets */
    double *old_number;             /* part by part */
    size_t *next_out;               /* [processes]: the first number of each part to be sent */
    double *came;                   /* what comes, by the process that sends it */
    size_t *next_in;                /* [processes]: where the next number of each goes */
};

static double number_at(const struct matrix *matrix, int64_t row, int64_t column)
{
    return (double)(row * matrix->columns + column);
}

static uint32_t owner(const struct matrix *matrix, int64_t block, int64_t row, int64_t column)
{
    return (uint32_t)(row / block % matrix->grid_rows * matrix->grid_columns +
                      column / block % matrix->grid_columns);
}

static void *take(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

/* How many numbers of each process belong to each part: rd_problem.load. */
static int64_t *count_numbers(const struct matrix *matrix, uint32_t processes)
{
    int64_t *load = take((size_t)processes * processes, sizeof *load);
    for (int64_t row = 0; row < matrix->rows; row++)
        for (int64_t column = 0; column < matrix->columns; column++)
            load[owner(matrix, matrix->old_block, row, column) * processes +
                 owner(matrix, matrix->new_block, row, column)]++;
    return load;
}

/* The obvious copy of the old part of this process, sorted by new parts. */
static void fill(struct place *place, const int64_t *load)
{
    const struct matrix *matrix = place->matrix;
    size_t out = 0, in = 0, *next = take(place->processes, sizeof *next);
    for (uint32_t other = 0; other < place->processes; other++) {
        next[other] = place->next_out[other] = out;
        place->next_in[other] = in;
        out += (size_t)load[place->rank * place->processes + other];
        in += (size_t)load[other * place->processes + place->part];
    }
    place->old_number = take(out + 1, sizeof *place->old_number);
    place->came = take(in + 1, sizeof *place->came);
    for (int64_t row = 0; row < matrix->rows; row++)
        for (int64_t column = 0; column < matrix->columns; column++)
            if (owner(matrix, matrix->old_block, row, column) == place->rank)
                place->old_number[next[owner(matrix, matrix->new_block, row, column)]++] =
                    number_at(matrix, row, column);
    free(next);
}

static void pack(void *context, const struct rd_mpi_message *message, unsigned char *ret_bytes)
{
    struct place *place = context;
    double *numbers = (double *)ret_bytes;
    for (int64_t i = 0; i < message->items; i++)
        numbers[i] = place->old_number[place->next_out[message->kind]++];
}

static void unpack(void *context, const struct rd_mpi_message *message, const unsigned char *bytes)
{
    struct place *place = context;
    const double *numbers = (const double *)bytes;
    for (int64_t i = 0; i < message->items; i++)
        place->came[place->next_in[message->from]++] = numbers[i];
}

/* Holds every number of the new part against the matrix. Returns: how many are wrong. */
static int64_t check(const struct place *place, const int64_t *load)
{
    const struct matrix *matrix = place->matrix;
    size_t *next = take(place->processes, sizeof *next), first = 0;
    int64_t wrong = 0;
    for (uint32_t other = 0; other < place->processes; other++) {
        next[other] = first;
        first += (size_t)load[other * place->processes + place->part];
    }
    for (int64_t row = 0; row < matrix->rows; row++)
        for (int64_t column = 0; column < matrix->columns; column++) {
            if (owner(matrix, matrix->new_block, row, column) != place->part)
                continue;
            uint32_t from = owner(matrix, matrix->old_block, row, column);
            double number = from == place->rank ? place->old_number[place->next_out[place->part]++]
                                                : place->came[next[from]++];
            wrong += number != number_at(matrix, row, column);
        }
    free(next);
    return wrong;
}

static void print(const struct rd_solution *solution, const int64_t *load, uint32_t processes)
{
    int64_t volume = 0;
    for (size_t i = 0; i < (size_t)processes * processes; i++)
        volume += i / processes != i % processes ? load[i] : 0;
    printf("%s: %" PRId64 " numbers are sent (%" PRId64 " if no part is relabelled), in %g steps; "
           "no plan takes less than %g\n",
           solution->algorithm, solution->relabelling->volume, volume, solution->makespan_s,
           solution->bound.seconds);
}

/* Redistributes. Returns: how many numbers of this process are wrong; -1 if nothing was done. */
static int64_t redistribute(struct place *place, const struct rd_problem *problem)
{
    struct rd_solution solution;
    struct rd_call_error error;
    int64_t wrong = -1;
    if (!rd_solve(problem, &solution, &error)) { /* the same on every process */
        fprintf(stderr, "%s\n", error.message);
        return -1;
    }
    while (solution.relabelling->host_of_kind[place->part] != place->rank)
        place->part++;
    fill(place, problem->load);
    struct rd_mpi_data data = {
        .item_bytes = sizeof(double), .pack = pack, .unpack = unpack, .context = place};
    if (place->rank == 0)
        print(&solution, problem->load, place->processes);
    if (rd_execute(MPI_COMM_WORLD, problem, &solution.plan, &data, &error))
        wrong = check(place, problem->load);
    else
        fprintf(stderr, "%s\n", error.message);
    free(place->old_number);
    free(place->came);
    rd_solution_free(&solution);
    return wrong;
}

int main(int argument_count, char **argument)
{
    int rank, processes;
    int64_t number[6] = {0};
    MPI_Init(&argument_count, &argument);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    for (int i = 0; i < 6 && argument_count == 8; i++)
        number[i] = strtoll(argument[1 + i], NULL, 10);
    struct matrix matrix = {number[0], number[1], number[2], number[3], number[4], number[5]};
    if (matrix.rows < 1 || matrix.columns < 1 || matrix.old_block < 1 || matrix.new_block < 1 ||
        matrix.grid_rows * matrix.grid_columns != processes) {
        fprintf(stderr, "usage: block_cyclic M N r s P Q ALGORITHM, on P * Q processes\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    struct place place = {
        .matrix = &matrix, .rank = (uint32_t)rank, .processes = (uint32_t)processes};
    place.next_out = take(place.processes, sizeof *place.next_out);
    place.next_in = take(place.processes, sizeof *place.next_in);
    struct rd_problem problem = {.host_count = place.processes,
                                 .kind_count = place.processes,
                                 .shape = RD_SHAPE_SWITCH,
                                 .goal = RD_GOAL_GATHER,
                                 .every_seconds_per_item = 1,
                                 .algorithm = argument[7]};
    int64_t *load = count_numbers(&matrix, place.processes), wrong, all_wrong;
    problem.load = load;
    wrong = redistribute(&place, &problem);
    free(load);
    free(place.next_out);
    free(place.next_in);
    if (wrong < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%" PRId64 " of %" PRId64 " numbers are wrong\n", all_wrong,
               matrix.rows * matrix.columns);
    MPI_Finalize();
    return rank == 0 && all_wrong > 0;
}
