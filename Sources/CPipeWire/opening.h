// Libraries that some machines lack are opened on first use.

#ifndef SPLASH_OPENING_H
#define SPLASH_OPENING_H

#include <stdbool.h>
#include <stddef.h>

/// Opens a library and finds functions in it by their names. `places` has room for that many
/// consecutive pointers. Returns false where the library or one of the functions is missing.
bool splash_find_functions(const char *library, const char *const *names, size_t count, void *places);

#endif
