/* What the library has: its version, its algorithms. */
#include "include/redist/redist.h"

#include "algorithms/algorithm.h"

const char *rd_version(void)
{
    return REDIST_VERSION;
}

int rd_version_number(void)
{
    return RD_VERSION;
}

size_t rd_algorithm_total(void)
{
    return rd_algorithm_count;
}

const char *rd_algorithm_name(size_t algorithm)
{
    return algorithm < rd_algorithm_count ? rd_algorithms[algorithm]->name : NULL;
}

const char *rd_algorithm_summary(size_t algorithm)
{
    return algorithm < rd_algorithm_count ? rd_algorithms[algorithm]->summary : NULL;
}

const char *rd_algorithm_source(size_t algorithm)
{
    return algorithm < rd_algorithm_count ? rd_algorithms[algorithm]->source : NULL;
}
