#define _GNU_SOURCE

#include "library.h"

#include <pthread.h>
#include <stdlib.h>

#include "CPipeWire.h"
#include "opening.h"

static splash_pipewire library;
static bool is_complete;

static void open_library(void) {
#define SPLASH_NAME(result, name, arguments) #name,
  static const char *const names[] = {SPLASH_PIPEWIRE_FUNCTIONS(SPLASH_NAME)};
#undef SPLASH_NAME
  const size_t count = sizeof names / sizeof *names;
  if (!splash_find_functions("libpipewire-0.3.so.0", names, count, &library)) return;
  library.pw_init(NULL, NULL);
  // splash reports errors itself; PipeWire's own messages appear only on request.
  if (!getenv("PIPEWIRE_DEBUG")) library.pw_log_set_level(SPA_LOG_LEVEL_NONE);
  is_complete = true;
}

const splash_pipewire *splash_pipewire_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_complete ? &library : NULL;
}

int splash_pipewire_is_installed(void) { return splash_pipewire_library() != NULL; }
