#include "campaign.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

uint64_t campaign(int argument_count, char **argument)
{
    return argument_count > 1 ? strtoull(argument[1], NULL, 10) : 1;
}

void print_compared(const char *what, uint64_t count)
{
    printf("%s: %" PRIu64 " pairs compared\n", what, count);
}
