// Libraries that not every machine has are opened when they are wanted first.

#ifndef SPLASH_OPENING_H
#define SPLASH_OPENING_H

#include <stdbool.h>
#include <stddef.h>

/// Opens a library and finds functions in it by their names. `places` has room for as many pointers, one behind the
/// other. Returns false where the library or one of the functions is not there.
bool splash_find_functions(const char *library, const char *const *names, size_t count, void *places);

#endif
