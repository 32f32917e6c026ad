#define _GNU_SOURCE

#include "opening.h"

#include <dlfcn.h>
#include <string.h>

bool splash_find_functions(const char *library, const char *const *names, size_t count, void *places) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return false;
  for (size_t i = 0; i < count; i++) {
    void *function = dlsym(handle, names[i]);
    if (!function) return false;
    memcpy((char *)places + i * sizeof function, &function, sizeof function);
  }
  return true;
}
