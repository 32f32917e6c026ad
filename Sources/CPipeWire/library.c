#define _GNU_SOURCE

#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "CPipeWire.h"

static splash_pipewire library;
static bool is_complete;

static void open_library(void) {
  void *handle = dlopen("libpipewire-0.3.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
#define SPLASH_FIND(result, name, arguments) \
  if (!(library.name = (result(*) arguments)dlsym(handle, #name))) return;
  SPLASH_PIPEWIRE_FUNCTIONS(SPLASH_FIND)
#undef SPLASH_FIND
  library.pw_init(NULL, NULL);
  // What matters is said in our words; its own are for who asks for them.
  if (!getenv("PIPEWIRE_DEBUG")) library.pw_log_set_level(SPA_LOG_LEVEL_NONE);
  is_complete = true;
}

const splash_pipewire *splash_pipewire_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_complete ? &library : NULL;
}

int splash_pipewire_is_installed(void) { return splash_pipewire_library() != NULL; }
