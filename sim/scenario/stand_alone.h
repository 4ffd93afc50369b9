/* A scenario written anew with what it generates, so that it stands alone: its platform is a file,
 * its links and loads are listed, and nothing is left to draw. */
#ifndef REDIST_SCENARIO_STAND_ALONE_H
#define REDIST_SCENARIO_STAND_ALONE_H

#include "reader.h"

/* Rewrites the document that was read, and keeps its text and files in scenario->alone. Everything
 * that generates nothing stays as its author wrote it; the <sweep> goes. A platform that is drawn
 * but not written (even_platform) stays too, if nothing of it depends on a seed.
 * In: a reader that found nothing wrong, and settings that name a folder.
 * Errors, added to the reader's: RD_ERROR_INPUT for a platform of that size that depends on a seed,
 * and for what would be too long to be read. Cost: O(links + hosts * kinds). */
void rd_stand_alone(struct rd_reader *reader, xmlDoc *doc);

#endif
