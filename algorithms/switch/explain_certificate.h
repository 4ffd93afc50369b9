/* Certificates in words. */
#pragma once

#include "switch.h"

/* A certificate in a few sentences, with this instance's numbers. Cost: O(hosts^2). */
const char *rd_certificate_words(const struct rd_switch *of,
                                 const struct rd_certificate *certificate, struct rd_arena *arena,
                                 struct rd_arena *scratch);

/* Hall's condition in words: "hosts 0 and 2 could keep kind 1 only". Of the hosts and kinds that
 * are short of partners, whichever are fewer. In: is_host [n], the hosts; is_kind [n], the kinds
 * that any of them could keep. */
const char *rd_hall_words(const struct rd_instance *instance, const bool *is_host,
                          const bool *is_kind, struct rd_arena *arena);
