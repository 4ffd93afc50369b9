/* scenarios/scenario.rng, which editors use: it has to accept whatever the reader accepts. */
#pragma once

#include <libxml/tree.h>
#include <stdbool.h>

/* Does a document have the schema's form?
 * Out: the first thing that libxml2 says against it, its line end cut off; "" where it has. */
enum { SCHEMA_WORDS = 400 };
bool schema_accepts(xmlDoc *doc, char words[SCHEMA_WORDS]);
